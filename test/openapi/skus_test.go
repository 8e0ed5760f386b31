package openapi_test

// knownOfSKUs returns values for changes of a SKU: prices that fit the currency and each other,
// ordered days, and no supplier, because no supplier exists.
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
