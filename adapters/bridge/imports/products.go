package imports

import (
	"context"
	"strings"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/app/kernel/edit"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	accounts "sellingassistant/ports/account"
)

// InventoryProducts imports products of the inventory. A SKU identifies the product that it is
// matched with.
type InventoryProducts struct {
	search
	products  *inventoryapp.Products
	suppliers suppliers
}

func NewInventoryProducts(
	f *inventoryfacade.Facade, products *inventoryapp.Products, p *purchasingfacade.Facade, sellers accounts.Sellers,
) *InventoryProducts {
	return &InventoryProducts{search{
		sellers: sellers, noun: "inventory product",
		ids: func(ctx context.Context, team id.Team, ids []int64) (map[int64]imports.Found, error) {
			live, err := f.LiveProducts(ctx, team, edit.Once(ids))
			out := make(map[int64]imports.Found, len(live))
			for _, n := range live {
				out[n] = imports.Found{ID: n}
			}
			return out, err
		},
		offers: func(ctx context.Context, team id.Team, offers []offer) (map[offer]imports.Found, error) {
			found, err := f.FindSKUs(ctx, team, skuKeys(offers))
			if err != nil || len(found) == 0 {
				return nil, err
			}
			ids := make([]int64, 0, len(found))
			for _, one := range found {
				ids = append(ids, int64(one))
			}
			parts, err := f.Parts(ctx, team, ids)
			made := map[int64][]int64{}
			for _, part := range parts {
				made[part.SKU] = append(made[part.SKU], part.Product)
			}
			out := make(map[offer]imports.Found, len(found))
			for k, one := range found {
				switch of := made[int64(one)]; len(of) {
				case 0:
				case 1:
					out[offer{k.Seller, k.Marketplace, k.SKU}] = imports.Found{ID: of[0]}
				default:
					out[offer{k.Seller, k.Marketplace, k.SKU}] = imports.Found{ID: -int64(one), Err: fault.Newf(fault.Rule, fault.CodeNotSupported,
						"The SKU %s is made of %d inventory products: name the product by its id.", k.SKU, len(of))}
				}
			}
			return out, err
		},
	}, products, suppliers{p}}
}

func (p *InventoryProducts) change(ctx context.Context, who caller.Caller, changes []imports.Change) ([]imports.Changed, error) {
	known, err := p.suppliers.of(ctx, who.Team, changes)
	if err != nil {
		return nil, err
	}
	wanted, at, out := readable(changes, func(_ int, c imports.Change) (inventoryapp.ProductUpdate, *fault.Error) {
		patch, broken := productPatch(c, known)
		return inventoryapp.ProductUpdate{ID: inventory.ProductID(c.Record), Patch: patch, When: func(b inventory.ProductSnapshot) *fault.Error {
			return imports.Still(c.Still, productValue(b))
		}}, broken
	})
	done, err := p.products.UpdateMany(ctx, who, wanted)
	for n, d := range done {
		i := at[n]
		out[i].Err, out[i].Any = d.Err, d.Outcome == edit.Updated
		if d.Before.ID != 0 {
			fields := withCost(fieldsOf(changes[i]), []imports.Field{imports.UnitCost, imports.Currency, imports.Postage})
			out[i].Values = values(fields, productValue(d.Before), productValue(d.After))
		}
	}
	return out, err
}

func productPatch(c imports.Change, known names) (p inventory.ProductPatch, broken *fault.Error) {
	var currency optional.Maybe[money.Currency]
	for _, cell := range c.Cells {
		switch cell.Field {
		case imports.Supplier:
			p.SupplierID, broken = known.supplier(cell)
		case imports.ReorderPoint:
			p.ReorderPoint, broken = countField(cell)
		case imports.VATClass:
			p.VATClass, broken = classField(cell)
		case imports.Currency:
			currency, broken = currencyOf(cell)
		case imports.UnitCost:
			p.UnitCost, broken = amountField(cell)
		case imports.Postage:
			p.OutboundShipping, broken = amountField(cell)
		}
		if broken != nil {
			return p, broken
		}
	}
	switch {
	case p.UnitCost.Null: // clears the whole cost
		p.OutboundShipping = optional.Field[money.Amount]{}
	case p.UnitCost.Set || p.OutboundShipping.Set:
		p.Currency = optional.FieldOf(currency)
	}
	return p, nil
}

// classField reads a class; spaces and hyphens count as underscores.
func classField(c imports.Cell) (optional.Field[vat.Class], *fault.Error) {
	if c.Clear {
		return optional.Clear[vat.Class](), nil
	}
	c.Text = strings.NewReplacer(" ", "_", "-", "_").Replace(c.Text)
	class, broken := wordOf[vat.Class](c)
	return optional.FieldOf(class), broken
}

func countField(c imports.Cell) (f optional.Field[int], err *fault.Error) {
	if c.Clear {
		return optional.Clear[int](), nil
	}
	n, ok := whole(c.Text)
	if !ok || n > inventory.MaxReorderPoint {
		return f, fault.Newf(fault.Rule, fault.CodeOutOfRange,
			"%s: %s is above %d.", c.Field, c.Text, inventory.MaxReorderPoint)
	}
	return optional.Put(int(n)), nil
}

func productValue(s inventory.ProductSnapshot) func(imports.Field) optional.Maybe[string] {
	return func(f imports.Field) optional.Maybe[string] {
		switch f {
		case imports.Supplier:
			return digits(s.Values.Supplier)
		case imports.ReorderPoint:
			return digits(s.Values.ReorderPoint)
		case imports.VATClass:
			return optional.Convert(s.Values.VATClass, func(c vat.Class) string { return string(c) })
		}
		c, costs := s.Cost.Get()
		if !costs {
			return optional.None[string]()
		}
		switch f {
		case imports.UnitCost:
			return optional.Some(c.Unit.String())
		case imports.Currency:
			return optional.Some(string(c.Currency))
		case imports.Postage:
			return text(c.OutboundShipping)
		}
		return optional.None[string]()
	}
}
