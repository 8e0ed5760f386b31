package grid_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// A figure with two readings counts as both.
func TestFiguresOfPages(t *testing.T) {
	for text, want := range map[string][]string{
		"Lamp   2   12.50   -25.00\n":            {"12.5", "2", "25"},
		"Lamp   1   35.125\n":                    {"1", "35.125", "35125"},
		"Lamp\n":                                 nil,
		"IBAN DE89 3704 0044 0532 0130 00   7\n": {"7"},
		"GB29 NWBK 6016 1331 9268 19, Net 30\n":  {"30"},
		"DE12 1400 0042   12.50\n":               {"12.5", "1400"},
	} {
		require.Equal(t, want, slices.Sorted(maps.Keys(grid.Figures(grid.FromText(text)))), text)
	}
}

func TestARateCloseToAnAmount(t *testing.T) {
	page := grid.FromText("0,26~21~%")[0]
	require.Len(t, page, 1)
	var parted grid.Page
	left, height := 0.0, page[0].Bottom-page[0].Top
	for text := range strings.SplitSeq(page[0].Text, "~") {
		w := page[0]
		w.Text, w.Left = text, left
		w.Right = left + float64(len(text))*height/2
		left = w.Right + 0.27*height
		parted = append(parted, w)
	}
	r := grid.RowsOf([]grid.Page{parted})[0]
	r.ReadFigures(',', false)
	require.Len(t, r.Figures, 2)
	require.Equal(t, "0.26", r.Figures[0].Value.String())
	require.True(t, r.Figures[1].Percent)
}

func TestDecimalSignsOfPages(t *testing.T) {
	for text, c := range map[string]struct {
		sign number.Sign
		open bool
	}{
		"Lamp   2   12.50   25.00\n": {'.', false},
		"8   35,125   281\n":         {',', false},
		"8   35.125   281\n":         {'.', false},
		"Lamp   1   35.125\n":        {number.Undecided, true},
		"10,50   10.50   1.125\n":    {number.Undecided, true},
	} {
		sign, open := grid.SignOf(grid.RowsOf(grid.FromText(text)))
		require.Equal(t, c.sign, sign, text)
		require.Equal(t, c.open, open, text)
	}
}

// A header of lines has a quantity or a price; a table of taxes has lines only with a quantity.
func TestHeadersOfPages(t *testing.T) {
	for text, found := range map[string]bool{
		"Item   Description   Qty   Unit price   Amount\n":       true,
		"Item   Description   Taxable amount   VAT %   Amount\n": false,
		"Description   Unit price   Taxable amount   Amount\n":   false,
		"Description   Qty   Taxable amount   Amount\n":          true,
		"Dear customer, thank you for your order\n":              false,
	} {
		h := grid.HeaderOf(grid.RowsOf(grid.FromText(text)), false)
		require.Equal(t, found, h != nil, text)
	}
}

func TestKindsBelowLabels(t *testing.T) {
	rows := grid.RowsOf(grid.FromText("Item   Qty   Amount\nA-1      2    25.00                              later\n"))
	table := grid.HeaderOf(rows[:1], false)
	require.NotNil(t, table)
	var kinds []label.Column
	for _, w := range rows[1].Words {
		kinds = append(kinds, table.KindBelow(w, rows[1].H))
	}
	require.Equal(t, []label.Column{label.Text, label.Quantity, label.Total, ""}, kinds)
}

// A label that touches its amount is a word of its own; dates, times and codes stay whole.
func TestLabelsThatTouchTheirAmounts(t *testing.T) {
	for text, want := range map[string]string{
		"Total:44.00": "Total:|44.00", "Net total:1.044,50": "Net|total:|1.044,50", "плащане:576.00 лв.": "плащане:|576.00|лв.",
		"Total:-44.00": "Total:|-44.00", "Date:17.04.20": "Date:17.04.20", "Code:44": "Code:44", "10:30.00": "10:30.00",
		"A-7:44.00": "A-7:44.00", ":44.00": ":44.00",
	} {
		rows := grid.RowsOf(grid.FromText(text))
		require.Len(t, rows, 1, text)
		require.Equal(t, want, strings.Join(rows[0].Texts(), "|"), text)
	}
}
