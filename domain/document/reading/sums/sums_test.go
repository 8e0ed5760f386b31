package sums_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/sums"
)

const twoLines = "\nSKU      Description             Qty    Unit price      Amount\n" +
	"A-1      Lantern brass            10         20.00      200.00\nB-2      Lamp oil                  5          4.00       20.00\n"

type lines []sums.Line

func (l *lines) Len() int             { return len(*l) }
func (l *lines) Line(i int) sums.Line { return (*l)[i] }

// code begins the lines of these texts.
var code = regexp.MustCompile(`^[A-Z]-\d `)

// sheetOf reads a text row by row. A line ends with its total.
func sheetOf(text string) *sums.Sheet {
	rows := grid.RowsOf(grid.FromText(text))
	sign, open := grid.SignOf(rows)
	for _, r := range rows {
		r.ReadFigures(sign, open)
	}
	found := &lines{}
	sh := &sums.Sheet{Rows: rows, Roles: map[*grid.Row]head.Role{}, Lines: found}
	for i := 0; i < len(rows); i++ {
		r := rows[i]
		if list, n := sh.Below(i); n > 0 {
			for _, summing := range rows[i : i+1+n] {
				sh.Roles[summing] = head.Summing
			}
			sh.Sums, i = append(sh.Sums, list...), i+n
		} else if code.MatchString(r.Text()) {
			total := &r.Figures[len(r.Figures)-1]
			sh.Roles[r], *found = head.Lining, append(*found, sums.Line{Row: r, Printed: total, Total: total.Known()})
		} else if tax, ok := sums.TaxOf(r); ok {
			sh.Roles[r], sh.Taxes = head.Summing, append(sh.Taxes, tax)
		} else if list := sh.In(r); len(list) > 0 {
			sh.Roles[r], sh.Sums = head.Summing, append(sh.Sums, list...)
		} else if strings.HasPrefix(r.Text(), "SKU ") {
			sh.Roles[r] = head.Heading
		}
	}
	sh.Lone = sums.LoneOf(rows)
	return sh
}

func printed(f reading.Figure) string {
	if d, ok := f.Get(); ok {
		return d.Trim(0).String()
	}
	return "-"
}

// settled returns subtotal, shipping, discount, tax and total.
func settled(text string) (list string, open bool) {
	var h reading.Header
	open = sheetOf(text).Settle(&h)
	return strings.Join([]string{
		printed(h.Subtotal), printed(h.Shipping), printed(h.Discount), printed(h.Tax), printed(h.Total),
	}, " "), open
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
		"more labels and a table of taxes above the amounts": {
			"Code    Base      Taux    Montant    Total HT euro   Escompte   Total TTC €\n" +
				"                                                                               NET A PAYER €\n" +
				" 3      220,00    20%       44,00\n                                      220,00          0,00       264,00          264,00\n",
			"220 - 0 44 264",
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
		got, open := settled("INVOICE 5\n" + twoLines + c.text)
		require.Equal(t, c.want, got, name)
		require.False(t, open, name)
	}
}

// An amount with two readings counts where the sums add up with one of them alone.
func TestAmountsWithTwoReadings(t *testing.T) {
	for text, want := range map[string]string{
		"Subtotal  1.200\nTax  200\nTotal  1.400\n": "1200 - - 200 1400",
		"Subtotal  1.200\nTax  0\nTotal  1.200\n":   "- - - 0 - open",
		"Total  1.200\n": "- - - - - open",
	} {
		got, open := settled(text)
		if open {
			got += " open"
		}
		require.Equal(t, want, got, text)
	}
}

// Rows of a table of taxes say rate, base and tax, in any order of rate and base.
func TestRowsOfTaxes(t *testing.T) {
	for text, want := range map[string]string{
		"20 %   200.00   40.00\n": "40", "200.00   20   40.00\n": "40", "200.00   20 %   40.00\n": "40",
		"20 %   200.00   41.00\n": "-", "40.00   200.00   20\n": "-", "200.00   40   80.00\n": "-", "0   200.00   0.00\n": "-", "2 lamps\n": "-",
		"Subtotal: 220.00    Shipping: 1.10    Sales tax: 2.42    Grand total: 223.52\n": "-",
	} {
		rows := grid.RowsOf(grid.FromText(text))
		rows[0].ReadFigures('.', false)
		got := "-"
		if tax, ok := sums.TaxOf(rows[0]); ok {
			got = tax.Value.Trim(0).String()
		}
		require.Equal(t, want, got, text)
	}
}

// Leaves out roundings of zero.
func TestRoundingsOfASheet(t *testing.T) {
	sh := sheetOf(twoLines + "Subtotal   220.00\nRounding   0.00\nLess: Round off   0.30\nTotal   219.70\n")
	list := sh.Roundings()
	require.Len(t, list, 1)
	require.Equal(t, "-0.30 Less: Round off 0.30 2", strings.Join([]string{
		list[0].Value.String(), list[0].Row.Text(), strconv.Itoa(list[0].After),
	}, " "))
	total, known := sh.LinesTotal()
	require.True(t, known)
	require.Equal(t, "220.00", total.String())
	_, known = sheetOf("Total   219.70\n").LinesTotal()
	require.False(t, known)
}
