package sentence_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision/sentence"
)

// Amounts have the decimals of their currency, and its sign or its code.
func TestAmountsInSentences(t *testing.T) {
	for want, c := range map[string]struct {
		amount   string
		currency money.Currency
	}{
		"$0.05":         {"0.05", "USD"},
		"€1,234,567.50": {"1234567.5", "EUR"},
		"£999.00":       {"999", "GBP"},
		"¥1,200":        {"1200", "JPY"},
		"SEK 12.00":     {"12", "SEK"},
		"-$1,234.50":    {"-1234.5", "USD"},
		"-PLN 0.10":     {"-0.1", "PLN"},
		"€0.1234":       {"0.1234", "EUR"},
	} {
		require.Equal(t, want, sentence.Amount(money.MustParse(c.amount), c.currency))
	}
}
