package evaluate_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/app/document/evaluate"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/optional"
)

// Texts of an electronic invoice would match any line of the pages.
func TestTruthsHaveNoLinesWithoutFigures(t *testing.T) {
	two := optional.Some(decimal.MustParse("2"))
	truth := evaluate.TruthOf("public", ".", document.Invoice, reading.Reading{Lines: []reading.Line{
		{Kind: reading.Comment, Description: "With thanks"}, {Kind: reading.Product, LineTotal: two},
		{Kind: reading.Product, Quantity: two}, {Kind: reading.Product, UnitPrice: two},
	}})
	require.Len(t, truth.Lines, 3)
}

// A page of another document prints neither number nor total, or no total of a line.
func TestPagesOfOtherDocuments(t *testing.T) {
	truth := evaluate.Truth{
		Header: map[string]string{"invoice_number": "R-7", "total": "119"},
		Lines:  []evaluate.Line{{Total: "60.00"}, {Total: "40.00"}, {}},
	}
	for text, want := range map[string]bool{
		"Invoice R-7\nLamp 60.00\n": false, "Invoice R-8\nLamp 60.00\nTotal 119.00\n": false,
		"Invoice R-7\nLamp 71.40\nOil 47.60\nTotal 119.00\n": true, "Invoice R-8\nLamp 60.00\nTotal 120.00\n": true, "": false,
	} {
		require.Equal(t, want, truth.Elsewhere(grid.FromText(text)), text)
	}
	truth.Lines = nil
	require.False(t, truth.Elsewhere(grid.FromText("Invoice R-7\n")))
}
