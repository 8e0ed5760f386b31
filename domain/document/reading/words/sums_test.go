package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

const twoLines = "\nSKU      Description             Qty    Unit price      Amount\n" +
	"A-1      Lantern brass            10         20.00      200.00\nB-2      Lamp oil                  5          4.00       20.00\n"

// sumsOf has subtotal, shipping, discount, tax and total.
func sumsOf(t *testing.T, text string) string {
	t.Helper()
	return textSums(text)
}

func textSums(text string) string {
	h := readPages(grid.FromText(text), words.Hints{}).Header
	list := []string{printed(h.Subtotal), printed(h.Shipping), printed(h.Discount), printed(h.Tax), printed(h.Total)}
	for i, s := range list {
		if s == "" {
			list[i] = "-"
		}
	}
	return strings.Join(list, " ")
}

func TestSumsOfADocument(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a sentence below them": {
			"                    Subtotal   220.00\n                    VAT 20%     44.00\n                    Total      264.00\n" +
				"Goods remain our property until paid in full. Call +44 113 496 0000 or write to us\n",
			"220 - - 44 264",
		},
		"net, gross and a day": {
			"                    Net        220.00\n                    VAT 20%     44.00\n                    Gross      264.00\nNet 30\n",
			"220 - - 44 264",
		},
		"an amount that is due": {
			"                    Goods      220.00\n                    Value added tax   44.00\n                    Due        264.00\nDue 14 April 2026\n",
			"220 - - 44 264",
		},
		"other words": {
			"                    Sale amount   220.00\n                    Misc/Freight    5.00\n                    Estimated tax  10.00\n" +
				"                    Order grand total  235.00\n", "220 5 - 10 235",
		},
		"three in a row":                      {"Net: £ 220.00 VAT (20%): £ 44.00 Gross: £ 264.00\n", "220 - - 44 264"},
		"three in a row, with a word between": {"Net: £ 220.00 including VAT: £ 44.00 Gross: £ 264.00\n", "220 - - 44 264"},
		"pieces are no amount":                {"                    Total   264.00\nTotal pcs.   15\n", "- - - - 264"},
		"labels above the amounts": {
			"   Montant brut HT     Port HT    Montant net HT    Montant TVA     Net à régler\n" +
				"            220.00       10.00            230.00          46.00           276.00\n", "220 10 - 46 276",
		},
		"labels above amounts that add up to nothing": {
			"   Montant brut HT     Port HT    Montant net HT    Montant TVA     Net à régler\n" +
				"            220.00       10.00            230.00          46.00           999.00\n", "- - - - -",
		},
		"a balance of earlier invoices": {
			"                    Subtotal   220.00\n                    Sales tax   22.00\n                    Total      242.00\n" +
				"                    Previous balance   500.00\n                    Amount due   742.00\n", "220 - - 22 242",
		},
		"a discount of the last line": {
			"         Trade discount 5 %   -1.05\n                    Subtotal   220.00\n                    VAT 20%     44.00\n" +
				"                    Total      264.00\n", "220 - - 44 264",
		},
		"a discount of all": {
			"                    Subtotal   220.00\n                    Discount   -20.00\n                    VAT 20%     40.00\n" +
				"                    Total      240.00\n", "220 - -20 40 240",
		},
		"the rest after a discount": {
			"                    Subtotal    220.00\n                    Discount      4.00\n                    Less discount  216.00\n" +
				"                    Tax          21.60\n                    Balance due  237.60\n", "220 - 4 21.6 237.6",
		},
		"a net total below the subtotal": {
			"                    Subtotal   220.00\n                    GST 8%     17.60\n                    Total net payments  237.60\n" +
				"                    Invoice total  237.60\n", "220 - - 17.6 237.6",
		},
		"a freight that is inside": {
			"                    Subtotal   220.00\n                    Freight      5.00\n                    VAT 20%     44.00\n" +
				"                    Total      264.00\n", "220 - - 44 264",
		},
	} {
		require.Equal(t, c.want, sumsOf(t, "INVOICE 5\n"+twoLines+c.text), name)
	}
}
