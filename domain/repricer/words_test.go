package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
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
		"mode":        {texts(repricer.Words[repricer.Mode]()), []string{"off", "manual", "auto"}},
		"priority":    {texts(repricer.Words[repricer.Priority]()), []string{"normal", "fast", "low"}},
		"condition":   {texts(repricer.Words[repricer.Condition]()), []string{"new", "used", "collectible", "refurbished", "club"}},
		"min mode":    {texts(repricer.Words[repricer.MinPriceMode]()), []string{"manual", "roi", "margin", "markup"}},
		"measure":     {texts(repricer.Words[repricer.Measure]()), []string{"amount", "percent"}},
		"fallback":    {texts(repricer.Words[repricer.MissingCostFallback]()), []string{"error", "skip", "min_price", "current_price"}},
		"fulfillment": {texts(repricer.Words[repricer.Fulfillment]()), []string{"fba", "fbm"}},
		"box owner":   {texts(repricer.Words[repricer.BoxOwner]()), []string{"unknown", "own", "team", "competitor", "amazon", "none"}},
		"hold":        {texts(repricer.Words[repricer.HoldReason]()), []string{"listing_issue", "external_change_anomaly", "circuit_breaker", "submission_failed", "currency_mismatch"}},
		"submission":  {texts(repricer.Words[repricer.SubmissionMode]()), []string{"suggest", "live"}},
		"breaker":     {texts(repricer.Words[repricer.BreakerAction]()), []string{"hold"}},
		"alert": {texts(repricer.Words[repricer.AlertReason]()), []string{
			"listing_issue", "external_change_anomaly", "submission_failed", "currency_mismatch",
			"row_breaker", "run_breaker", "reject_breaker", "source_breaker", "rejected", "timed_out",
		}},
		"channel":       {texts(repricer.Words[repricer.Channel]()), []string{"webhook", "email"}},
		"notify":        {texts(repricer.Words[repricer.NotifyEvent]()), []string{"hold", "circuit_breaker", "price_rejected"}},
		"type":          {texts(repricer.Words[repricer.StrategyType]()), []string{"competitor", "velocity", "fixed"}},
		"target":        {texts(repricer.Words[repricer.Target]()), []string{"buy_box", "lowest", "lowest_fba", "lowest_fbm", "amazon", "featured_expected_price"}},
		"action":        {texts(repricer.Words[repricer.Action]()), []string{"below", "match", "above"}},
		"rival action":  {texts(repricer.Words[repricer.RivalAction]()), []string{"below", "match", "above", "ignore"}},
		"no competitor": {texts(repricer.Words[repricer.OnNoCompetition]()), []string{"keep", "min", "max", "average"}},
		"below min":     {texts(repricer.Words[repricer.OnBelowMin]()), []string{"min", "keep", "max", "average", "next_above"}},
		"own box":       {texts(repricer.Words[repricer.OnOwnBuyBox]()), []string{"keep", "raise_to_next", "step_up", "compete"}},
		"suppressed":    {texts(repricer.Words[repricer.OnSuppressedBuyBox]()), []string{"keep", "step_down", "external_price", "lowest"}},
		"lost":          {texts(repricer.Words[repricer.OnLostAfterRaise]()), []string{"revert", "compete"}},
		"sub condition": {texts(repricer.Words[repricer.SubCondition]()), []string{"new", "like_new", "very_good", "good", "acceptable", "poor"}},
		"war":           {texts(repricer.Words[repricer.WarAction]()), []string{"hold", "max"}},
		"day":           {texts(repricer.Words[repricer.Day]()), []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}},
		"window":        {texts(repricer.Words[repricer.WindowAction]()), []string{"pause", "min", "max", "percent"}},
		"run state":     {texts(repricer.Words[repricer.RunState]()), []string{"idle", "queued", "evaluating", "submitting", "awaiting_confirmation"}},
	} {
		require.Equal(t, c.want, c.got, name)
	}
}

func TestParseTakesAWordAsItStands(t *testing.T) {
	got, err := repricer.Parse[repricer.Mode]("auto")
	require.NoError(t, err)
	require.Equal(t, repricer.ModeAuto, got)

	for _, bad := range []string{"", "Auto", "AUTO", " auto", "automatic", "auto\x00"} {
		_, err := repricer.Parse[repricer.Mode](bad)
		e, ok := fault.As(err)
		require.True(t, ok, bad)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, "must be one of off, manual, auto", e.Message)
	}
}

func TestWordsCannotBeChangedFromOutside(t *testing.T) {
	repricer.Words[repricer.Mode]()[0] = "mine"
	require.Equal(t, repricer.ModeOff, repricer.Words[repricer.Mode]()[0])
}

func TestMaybe(t *testing.T) {
	some, none := repricer.Some(7), repricer.None[int]()
	require.True(t, some.Known())
	require.False(t, none.Known())
	require.Equal(t, 7, some.Or(1))
	require.Equal(t, 1, none.Or(1))
	require.Nil(t, none.Ptr())

	p := some.Ptr()
	*p = 8
	require.Equal(t, repricer.Some(7), some, "the pointer leads to a copy")
	require.Equal(t, repricer.Some(8), repricer.Of(p))
	require.Equal(t, none, repricer.Of[int](nil))
}
