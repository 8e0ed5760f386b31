package label_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
)

func TestLabelsOfSums(t *testing.T) {
	for text, want := range map[string]struct {
		field label.Field
		words int
	}{
		"VAT at": {label.Tax, 1}, "+ VAT": {label.Tax, 2}, "VAT@20%": {label.Tax, 1}, "zzgl. MwSt.": {label.Tax, 2},
		"w tym VAT": {label.Tax, 3}, "darin enthaltene MwSt.": {label.Tax, 3}, "inkl. MwSt.": {label.Tax, 2},
		"Im Betrag enthaltene USt.": {label.Tax, 4}, "Total inclusive VAT": {label.Sum, 1}, "Total includes VAT of": {label.Tax, 3}, "Brutto": {label.Sum, 1},
		"TOTALE ORDINE / TOTAL AMOUNT": {label.Sum, 5}, "Totale IVA / V.A.T. amount": {label.Tax, 5},
		"Tot. documento": {label.Sum, 2}, "Tot. imponibile": {label.Subtotal, 2}, "Facture Total": {label.Sum, 2},
		"Less: advance received": {label.Paid, 3}, "less lantern": {"", 0}, "in lantern": {"", 0}, "- Total": {"", 0},
	} {
		field, words := label.SumAt(strings.Fields(text))
		require.Equal(t, want.field, field, text)
		require.Equal(t, want.words, words, text)
	}
}
