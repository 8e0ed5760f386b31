package repricer

import (
	"encoding/json"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
)

// caseSettings and caseStrategy allow an empty object, unlike a request.
type (
	caseSettings struct{ SettingsPatch }
	caseStrategy struct{ StrategyPatch }
)

func (caseSettings) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema { return s }
func (caseStrategy) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema { return s }

type (
	settingsPart struct {
		Settings caseSettings `json:"settings"`
	}
	strategyPart struct {
		Strategy caseStrategy `json:"strategy"`
	}
	limitsPart struct {
		Limits LimitsPatch `json:"limits"`
	}
)

// The readers compile their schemas at the first case: the server does without them.
var (
	readSettings = sync.OnceValue(func() func(string) (settingsPart, error) {
		return form.JSON[settingsPart]("settings", "an object")
	})
	readStrategy = sync.OnceValue(func() func(string) (strategyPart, error) {
		return form.JSON[strategyPart]("strategy", "an object")
	})
	readLimits = sync.OnceValue(func() func(string) (limitsPart, error) {
		return form.JSON[limitsPart]("limits", "an object")
	})
)

// SettingsOfCase reads the settings of a worked case by the body of their change. The message of a
// fault names the member, as "settings.anomaly_percent must be a number".
func SettingsOfCase(text json.RawMessage) (repricer.SettingsPatch, error) {
	part, err := readSettings()(string(text))
	if err != nil {
		return repricer.SettingsPatch{}, err
	}
	return part.Settings.patch(), nil
}

// StrategyOfCase reads the strategy of a worked case by the body of its change.
func StrategyOfCase(text json.RawMessage) (strategy.Patch, error) {
	part, err := readStrategy()(string(text))
	if err != nil {
		return strategy.Patch{}, err
	}
	return part.Strategy.patch(), nil
}

// LimitsOfCase reads the limits of a worked case by the body of their change.
func LimitsOfCase(text json.RawMessage) (repricer.LimitsPatch, error) {
	part, err := readLimits()(string(text))
	if err != nil {
		return repricer.LimitsPatch{}, err
	}
	return part.Limits.patch(), nil
}
