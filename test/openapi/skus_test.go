package openapi_test

// knownOfSKUs are values that a change of a SKU is made of: prices that fit the
// currency and each other, days in one order, and no supplier, since none is kept.
func (g *generated) knownOfSKUs(name string) ([]string, bool) {
	if g.op.OperationID != "updateSku" {
		return nil, false
	}
	words, ok := map[string][]string{
		"min_price": {"10", "12.5"}, "max_price": {"30", "34.99"}, "map_price": {"12"}, "supplier_id": {"null"},
		"effective_from": {"2026-01-05", "2026-02-01"}, "effective_to": {"2026-12-31"}, "currency": {"USD"},
	}[name]
	return words, ok
}
