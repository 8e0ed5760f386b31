package simulator_test

import (
	"testing"

	"sellingassistant/adapters/simulator"
)

// A SKU may look like a part of a path that others would tidy up.
func TestPathsAreTakenAsTheyAre(t *testing.T) {
	w := unlimited(t, simulator.Full)
	for _, sku := range []string{"%2E%2E", "%2E", "A%2FB", "A%252FB"} {
		w.call("GET", "/listings/2021-08-01/items/"+w.ID+"/"+sku+"?marketplaceIds=ATVPDKIKX0DER", "", 200, nil)
	}
	w.call("GET", "/listings/2021-08-01/items/"+w.ID+"/..%2F..?marketplaceIds=ATVPDKIKX0DER", "", 404, nil)
	w.call("GET", "//listings/2021-08-01/items/"+w.ID+"/A?marketplaceIds=ATVPDKIKX0DER", "", 404, nil)
}
