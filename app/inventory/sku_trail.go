package inventory

import (
	"encoding/json"
	"slices"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
)

// skuRecord names SKUs in the trail.
const skuRecord = "sku"

// skuChanges are the members that a user changed, as the API writes them.
func skuChanges(before, after inventory.SKUSnapshot) map[string]audit.Change {
	out := map[string]audit.Change{}
	put := func(name string, was, is any) {
		if was != is {
			out[name] = audit.Change{Old: was, New: is}
		}
	}
	put("min_price", trailAmount(before.MinPrice), trailAmount(after.MinPrice))
	put("max_price", trailAmount(before.MaxPrice), trailAmount(after.MaxPrice))
	put("map_price", trailAmount(before.MapPrice), trailAmount(after.MapPrice))
	put("supplier_id", trailID(before.Supplier), trailID(after.Supplier))
	put("hidden", before.Hidden, after.Hidden)
	if was, is := before.Costs.All(), after.Costs.All(); !slices.Equal(was, is) {
		out["cost_layers"] = audit.Change{Old: trailLayers(was, is), New: trailLayers(is, was)}
	}
	return out
}

// trailLayer is a cost layer in the trail.
type trailLayer struct {
	From            string      `json:"from"`
	To              *string     `json:"to"`
	UnitCost        json.Number `json:"unit_cost"`
	PrepCost        json.Number `json:"prep_cost"`
	InboundShipping json.Number `json:"inbound_shipping"`
	OtherCost       json.Number `json:"other_cost"`
	VATRate         any         `json:"vat_rate"`
	Currency        string      `json:"currency"`
}

// trailLayers writes the layers that the other list does not have.
func trailLayers(list, other []inventory.CostLayer) []trailLayer {
	out := []trailLayer{}
	for _, l := range list {
		if slices.Contains(other, l) {
			continue
		}
		line := trailLayer{
			From: l.From.String(), UnitCost: trailNumber(l.Cost.Unit), PrepCost: trailNumber(l.Cost.Prep),
			InboundShipping: trailNumber(l.Cost.InboundShipping), OtherCost: trailNumber(l.Cost.Other), Currency: string(l.Cost.Currency),
		}
		if to, ok := l.To.Get(); ok {
			day := to.String()
			line.To = &day
		}
		if v, ok := l.Cost.VATRate.Get(); ok {
			line.VATRate = json.Number(v.String())
		}
		out = append(out, line)
	}
	return out
}

func trailNumber(a money.Amount) json.Number { return json.Number(a.String()) }

// trailAmount and trailID are nil for a value that is not there.
func trailAmount(m optional.Maybe[money.Amount]) any {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return trailNumber(v)
}

func trailID(m optional.Maybe[int64]) any {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	return v
}
