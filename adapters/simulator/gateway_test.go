package simulator

import "testing"

// A SKU may look like a part of a path that others would tidy up.
func TestPathsAreTakenAsTheyAre(t *testing.T) {
	w := overTheWire(t)
	for _, sku := range []string{"%2E%2E", "%2E", "A%2FB", "A%252FB"} {
		w.call(w.token, "GET", "/listings/2021-08-01/items/"+w.seller.ID+"/"+sku+"?marketplaceIds=ATVPDKIKX0DER", "", 200, nil)
	}
	w.call(w.token, "GET", "/listings/2021-08-01/items/"+w.seller.ID+"/..%2F..?marketplaceIds=ATVPDKIKX0DER", "", 404, nil)
	w.call(w.token, "GET", "//listings/2021-08-01/items/"+w.seller.ID+"/A?marketplaceIds=ATVPDKIKX0DER", "", 404, nil)
}
