package notification

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, body{
		Seller: "A1SELLER", Marketplace: "ATVPDKIKX0DER", ASIN: "B0SIM0000A", SKU: "A-1",
		Status: &statusBody{Statuses: []string{"BUYABLE"}},
		Issues: &issuesBody{Issues: []issueBody{{Code: "90220", Severity: "ERROR", Categories: []string{"MISSING"}}},
			Actions: []string{"SEARCH_SUPPRESSED"}},
	})
}
