package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/words"
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
		"priority": {texts(words.Of[repricer.Priority]()), []string{"normal", "fast", "low"}},
		"alert": {texts(words.Of[repricer.AlertReason]()), []string{
			"listing_issue", "external_change_anomaly", "submission_failed", "currency_mismatch",
			"row_breaker", "run_breaker", "reject_breaker", "source_breaker", "rejected", "timed_out", "account_shared",
		}},
		"channel":   {texts(words.Of[repricer.Channel]()), []string{"webhook", "email"}},
		"notify":    {texts(words.Of[repricer.NotifyEvent]()), []string{"hold", "circuit_breaker", "price_rejected", "account_shared"}},
		"run state": {texts(words.Of[repricer.RunState]()), []string{"idle", "queued", "evaluating", "submitting", "awaiting_confirmation"}},
	} {
		require.Equal(t, c.want, c.got, name)
	}
}
