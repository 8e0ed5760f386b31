package syncing

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, runArgs{Run: 7})
	golden.Check(t, Connection{Connection: 8})
	golden.Check(t, SKU{Connection: 8, Marketplace: "ATVPDKIKX0DER", SKU: "A/1 \u00fc"})
}
