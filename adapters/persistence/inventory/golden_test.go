package inventory

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, productBody{
		MPN: new("BW-17"), ImageURL: new("https://images.example/kettle.jpg"), GTINs: []string{"036000291452"},
		ASINs: []productASIN{{ASIN: "B0SIM000SC", Marketplace: "ATVPDKIKX0DER"}}, PackSize: 6, WeightG: new(900),
		LengthMM: new(230), WidthMM: new(180),
		HeightMM: new(240), Meltable: new(true), Fragile: new(false), LeadTime: new(21),
	})
	golden.Check(t, storedIssue{Code: "90220", Severity: "error", Attribute: new("brand"),
		Message: "Brand is required."})
}
