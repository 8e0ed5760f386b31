package pricelist

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
)

// Inventory gives price lists the VAT of a team's goods.
type Inventory struct{ vats *inventoryapp.VATs }

func NewInventory(v *inventoryapp.VATs) *Inventory { return &Inventory{v} }

func (i *Inventory) VAT(
	ctx context.Context, team id.Team, m marketplace.ID, products []asin.ASIN,
) (map[asin.ASIN]pricelist.KnownVAT, error) {
	texts := make([]string, len(products))
	for n, a := range products {
		texts[n] = a.String()
	}
	found, err := i.vats.OfASINs(ctx, team, m, texts)
	if err != nil {
		return nil, err
	}
	out := make(map[asin.ASIN]pricelist.KnownVAT, len(found))
	for n, a := range products {
		if known, ok := found[texts[n]]; ok {
			out[a] = pricelist.KnownVAT{CostLayer: known.Rate, Class: known.Class}
		}
	}
	return out, nil
}
