package pricelist

import (
	"context"
	"strings"

	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingapp "sellingassistant/app/purchasing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/pricelist"
)

// Purchasing reads the suppliers and warehouses that a list names.
type Purchasing struct {
	suppliers  *purchasingapp.Suppliers
	warehouses *purchasingapp.Warehouses
	offers     *purchasingapp.Offers
	purchasing *purchasingfacade.Facade
	inventory  *inventoryfacade.Facade
}

func NewPurchasing(
	s *purchasingapp.Suppliers, w *purchasingapp.Warehouses, offers *purchasingapp.Offers,
	p *purchasingfacade.Facade, i *inventoryfacade.Facade,
) *Purchasing {
	return &Purchasing{s, w, offers, p, i}
}

var _ ports.Purchasing = (*Purchasing)(nil)

// OrdersOf finds the newest orders, because the facade reads the newest orders first.
func (p *Purchasing) OrdersOf(
	ctx context.Context, team id.Team, products []asin.ASIN,
) (map[asin.ASIN]int64, error) {
	out := map[asin.ASIN]int64{}
	if len(products) == 0 {
		return out, nil
	}
	var of purchasingfacade.Goods
	for _, a := range products {
		of.ASINs = append(of.ASINs, a.String())
	}
	for item, err := range p.purchasing.OpenItems(ctx, team, of) {
		if err != nil {
			return nil, err
		}
		a, err := asin.Parse(item.Values.ASIN.Or(""))
		if _, known := out[a]; err == nil && !known {
			out[a] = int64(item.Order)
		}
	}
	return out, nil
}

// Offer finds offers by the supplier's SKU, or else by their product.
func (p *Purchasing) Offer(ctx context.Context, who caller.Caller, supplier int64, m marketplace.ID, all []pricelist.Purchase) error {
	byKey := map[string]purchasing.OfferID{}
	var skus, asins []string
	for _, one := range all {
		if one.SupplierSKU != "" {
			skus = append(skus, one.SupplierSKU)
		} else {
			asins = append(asins, one.Facts.ASIN.String())
		}
	}
	of := []purchasing.SupplierID{purchasing.SupplierID(supplier)}
	for _, f := range []purchasingapp.OfferFilter{{Suppliers: of, SKUs: skus}, {Suppliers: of, ASINs: asins}} {
		if len(f.SKUs)+len(f.ASINs) == 0 {
			continue
		}
		byID := page.Request{Limit: 200, Order: []page.By{{Field: "id"}}}
		for o, err := range page.All(byID, func(r page.Request) (page.Page[purchasing.Offer], error) {
			return p.offers.List(ctx, who, f, r)
		}) {
			if err != nil {
				return err
			}
			byKey["sku "+strings.ToLower(o.Values.SupplierSKU.Or(""))] = o.ID
			if !o.Values.SupplierSKU.Known() {
				byKey["asin "+o.Values.ASIN.Or("")] = o.ID
			}
		}
	}
	for _, one := range all {
		key, patch := "asin "+one.Facts.ASIN.String(), purchasing.OfferPatch{UnitCost: optional.Put(one.UnitCost), Currency: optional.Put(one.Currency)}
		if one.SupplierSKU != "" {
			key = "sku " + strings.ToLower(one.SupplierSKU)
		}
		var err error
		if known, ok := byKey[key]; ok {
			_, err = p.offers.Update(ctx, who, known, patch, nil)
		} else {
			patch.Supplier, patch.ASIN, patch.Marketplace = optional.Put(of[0]), optional.Put(one.Facts.ASIN.String()), optional.Put(m)
			if one.SupplierSKU != "" {
				patch.SupplierSKU = optional.Put(one.SupplierSKU)
			}
			if one.Title != "" {
				patch.Title = optional.Put(one.Title)
			}
			if one.Code != (gtin.Code{}) {
				patch.GTINs = optional.Put([]string{one.Code.String()})
			}
			patch.MOQ = optional.FieldOf(optional.Convert(one.Minimum, func(n int64) int { return int(n) }))
			patch.PackSize = optional.FieldOf(optional.Convert(one.PackSize, func(n int64) int { return int(n) }))
			_, err = p.offers.Create(ctx, who, patch)
		}
		if e, ok := fault.As(err); err != nil && (!ok || e.Kind != fault.Rule && e.Kind != fault.Invalid && e.Kind != fault.NotFound) {
			return err
		}
	}
	return nil
}

// Supplier refuses an unknown supplier.
func (p *Purchasing) Supplier(ctx context.Context, team id.Team, one int64) error {
	_, err := p.suppliers.Get(ctx, caller.Caller{Team: team}, purchasing.SupplierID(one))
	return unknown(err, "The supplier does not exist.")
}

// Costs returns the warehouse's charges for a unit. Amounts in another currency are left out.
func (p *Purchasing) Costs(ctx context.Context, team id.Team, one int64, in money.Currency) (pricelist.ExpensesPatch, error) {
	w, err := p.warehouses.Get(ctx, caller.Caller{Team: team}, purchasing.WarehouseID(one))
	if err != nil {
		return pricelist.ExpensesPatch{}, unknown(err, "The warehouse does not exist.")
	}
	c, ok := w.Values.Costs.Get()
	if !ok || c.Currency != in {
		return pricelist.ExpensesPatch{}, nil
	}
	patch := pricelist.ExpensesPatch{
		Prep: optional.Put(money.FromUnits(c.ReceivePerUnit.Units() + c.PrepPerUnit.Units())), Label: optional.Put(c.LabelPerUnit),
		Bag: optional.Put(c.BagPerUnit), Bundle: optional.Put(c.BundlePerUnit),
	}
	if c.InboundPerKG.Positive() {
		patch.InboundKG = optional.Put(c.InboundPerKG)
	}
	return patch, nil
}

// unknown changes a NotFound fault to the fault of a member that names no record.
func unknown(err error, message string) error {
	if fault.Is(err, fault.CodeNotFound) {
		return fault.New(fault.Rule, fault.CodeNotFound, message)
	}
	return err
}
