package decision_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
)

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

func TestWordsAreClosedLists(t *testing.T) {
	for name, c := range map[string]struct{ got, want []string }{
		"mode":          {texts(words.Of[decision.Mode]()), []string{"off", "manual", "auto"}},
		"condition":     {texts(words.Of[decision.Condition]()), []string{"new", "used", "collectible", "refurbished", "club"}},
		"min mode":      {texts(words.Of[decision.MinPriceMode]()), []string{"manual", "roi", "margin", "markup"}},
		"measure":       {texts(words.Of[decision.Measure]()), []string{"amount", "percent"}},
		"fallback":      {texts(words.Of[decision.MissingCostFallback]()), []string{"error", "skip", "min_price", "current_price"}},
		"fulfillment":   {texts(words.Of[decision.Fulfillment]()), []string{"fba", "fbm"}},
		"box owner":     {texts(words.Of[decision.BoxOwner]()), []string{"unknown", "own", "team", "competitor", "amazon", "none"}},
		"hold":          {texts(words.Of[decision.HoldReason]()), []string{"listing_issue", "external_change_anomaly", "circuit_breaker", "submission_failed", "currency_mismatch"}},
		"submission":    {texts(words.Of[decision.SubmissionMode]()), []string{"suggest", "live"}},
		"type":          {texts(words.Of[decision.StrategyType]()), []string{"competitor", "velocity", "fixed"}},
		"target":        {texts(words.Of[decision.Target]()), []string{"buy_box", "lowest", "lowest_fba", "lowest_fbm", "amazon", "featured_expected_price"}},
		"action":        {texts(words.Of[decision.Action]()), []string{"below", "match", "above"}},
		"rival action":  {texts(words.Of[decision.RivalAction]()), []string{"below", "match", "above", "ignore"}},
		"no competitor": {texts(words.Of[decision.OnNoCompetition]()), []string{"keep", "min", "max", "average"}},
		"below min":     {texts(words.Of[decision.OnBelowMin]()), []string{"min", "keep", "max", "average", "next_above"}},
		"own box":       {texts(words.Of[decision.OnOwnBuyBox]()), []string{"keep", "raise_to_next", "step_up", "compete"}},
		"suppressed":    {texts(words.Of[decision.OnSuppressedBuyBox]()), []string{"keep", "step_down", "external_price", "lowest"}},
		"restock":       {texts(words.Of[decision.OnRestock]()), []string{"keep", "max"}},
		"lost":          {texts(words.Of[decision.OnLostAfterRaise]()), []string{"revert", "compete"}},
		"sub condition": {texts(words.Of[decision.SubCondition]()), []string{"new", "like_new", "very_good", "good", "acceptable", "poor"}},
		"war":           {texts(words.Of[decision.PriceWarAction]()), []string{"hold", "max"}},
		"window":        {texts(words.Of[decision.WindowAction]()), []string{"pause", "min", "max", "percent"}},
	} {
		require.Equal(t, c.want, c.got, name)
	}
}

func TestParseTakesAWordAsItStands(t *testing.T) {
	got, err := words.Parse[decision.Mode]("auto")
	require.NoError(t, err)
	require.Equal(t, decision.ModeAuto, got)

	for _, bad := range []string{"", "Auto", "AUTO", " auto", "automatic", "auto\x00"} {
		_, err := words.Parse[decision.Mode](bad)
		e, ok := fault.As(err)
		require.True(t, ok, bad)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, "must be one of off, manual, auto", e.Message)
	}
}

func TestWordsCannotBeChangedFromOutside(t *testing.T) {
	words.Of[decision.Mode]()[0] = "mine"
	require.Equal(t, decision.ModeOff, words.Of[decision.Mode]()[0])
}
