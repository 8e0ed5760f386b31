package imports

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, packedRow{
		Number: 2, Record: 12, SKU: "A-1", Marketplace: "ATVPDKIKX0DER", Status: "failed", Code: "not_found",
		Message: "There is no such SKU.",
		Values:  []packedValue{{Field: "min_price", Old: new("9.5"), New: new("")}},
	})
}
