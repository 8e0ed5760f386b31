package bridge

import (
	"cmp"
	"context"

	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/papers"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	landing "sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	documentports "sellingassistant/ports/document"
	purchasingports "sellingassistant/ports/purchasing"
)

// DocumentPurchasing gives documents the suppliers, offers and orders, and books imports.
type DocumentPurchasing struct {
	suppliers *purchasingapp.Suppliers
	vendors   purchasingports.Suppliers
	offers    purchasingports.Offers
	orders    purchasingports.Orders
	buyers    purchasingports.Buyers
	papers    *papers.Papers
}

// NewDocumentPurchasing makes the bridge from purchasing to document.
func NewDocumentPurchasing(suppliers *purchasingapp.Suppliers, vendors purchasingports.Suppliers, offers purchasingports.Offers,
	orders purchasingports.Orders, buyers purchasingports.Buyers, p *papers.Papers,
) *DocumentPurchasing {
	return &DocumentPurchasing{suppliers, vendors, offers, orders, buyers, p}
}

var _ documentports.Purchasing = (*DocumentPurchasing)(nil)

// Suppliers reads the suppliers that may be the issuer.
func (d *DocumentPurchasing) Suppliers(ctx context.Context, team id.Team, issuer reading.Issuer) ([]importing.Candidate, error) {
	found, err := d.suppliers.Recognise(ctx, team, purchasingapp.Issuer(issuer))
	out := make([]importing.Candidate, len(found))
	for i, r := range found {
		out[i] = importing.Candidate{ID: int64(r.Supplier.ID), Name: r.Supplier.Values.Name, By: importing.By(r.By)}
	}
	return out, err
}

// Supplier reads the name of a supplier.
func (d *DocumentPurchasing) Supplier(ctx context.Context, team id.Team, supplier int64) (string, bool, error) {
	found, err := d.vendors.Named(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(supplier)})
	if err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0].Values.Name, true, nil
}

// atOnce bounds the offers that are read by each kind of key.
const atOnce = 10_000

// Offers reads the offers of a supplier by their keys.
func (d *DocumentPurchasing) Offers(ctx context.Context, team id.Team, supplier int64, keys importing.Keys) (out []importing.Offer, err error) {
	seen := map[purchasing.OfferID]bool{}
	for _, f := range []purchasingports.OfferFilter{
		{SKUs: keys.SKUs}, {GTINs: keys.GTINs}, {ASINs: keys.ASINs}, {Products: ids[purchasing.ProductID](keys.Products)},
	} {
		if len(f.SKUs)+len(f.GTINs)+len(f.ASINs)+len(f.Products) == 0 {
			continue
		}
		f.Suppliers = []purchasing.SupplierID{purchasing.SupplierID(supplier)}
		found, err := d.offers.List(ctx, team, f, page.Request{Limit: atOnce, Order: []page.By{{Field: "id"}}})
		if err != nil {
			return nil, err
		}
		for _, o := range found.Items {
			if !seen[o.ID] {
				seen[o.ID], out = true, append(out, paperOffer(o))
			}
		}
	}
	return out, nil
}

func paperOffer(o purchasing.Offer) importing.Offer {
	v := o.Values
	var breaks []importing.Break
	for _, b := range v.PriceBreaks {
		breaks = append(breaks, importing.Break{From: int64(b.MinQuantity), UnitCost: b.UnitCost})
	}
	return importing.Offer{
		Breaks: breaks,
		ID:     int64(o.ID), Product: int64(v.Product.Or(0)), SupplierSKU: v.SupplierSKU.Or(""), ASIN: v.ASIN.Or(""), GTINs: v.GTINKeys(), Title: v.Title.Or(""),
		PackSize: int64(v.PackSize), UnitCost: money.Sum{Amount: v.UnitCost, Currency: v.Currency},
	}
}

// Order reads an order with its items.
func (d *DocumentPurchasing) Order(ctx context.Context, team id.Team, one int64) (importing.Order, bool, error) {
	live, err := d.orders.Live(ctx, team, []int64{one})
	if err != nil || len(live) == 0 {
		return importing.Order{}, false, err
	}
	s, err := d.orders.Find(ctx, team, order.ID(one))
	if err != nil {
		return importing.Order{}, false, err
	}
	o, err := d.order(ctx, s)
	return o, err == nil, err
}

func (d *DocumentPurchasing) order(ctx context.Context, s order.Snapshot) (importing.Order, error) {
	out := importing.Order{
		ID: int64(s.ID), Supplier: s.Values.SupplierID, Number: s.Values.Number, Currency: s.Values.Currency,
		PricesIncludeTax: s.Values.PricesIncludeTax,
	}
	items, err := d.orders.Items(ctx, s.Team, s.ID, 0)
	for _, one := range items {
		i := one.Snapshot()
		v := i.Values
		key, _ := purchasing.GTINKey(v.GTIN.Or(""))
		item := importing.Item{
			ID: int64(i.ID), Product: v.ProductID.Or(0), SKU: v.SKUID.Or(0), Offer: v.OfferID.Or(0), SupplierSKU: v.SupplierSKU.Or(""), GTIN: key,
			ASIN: v.ASIN.Or(""), Title: v.Title.Or(""), Ordered: i.Due(), Outstanding: i.Outstanding(), Came: i.Accepted - i.Returned,
			UnitCost: v.UnitCost, Price: v.Exact().Or(money.Price{}), Discount: v.Discount, TaxRate: v.TaxRate,
		}
		if product, ok := one.Product(); ok {
			item.Product = cmp.Or(item.Product, product)
		}
		out.Items = append(out.Items, item)
	}
	return out, err
}

// Numbered finds an order by its number.
func (d *DocumentPurchasing) Numbered(ctx context.Context, team id.Team, number string) (importing.Order, bool, error) {
	found, err := d.orders.List(ctx, team, purchasingports.OrderFilter{Numbers: []string{number}}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil || len(found.Items) == 0 || found.Items[0].Status == order.Cancelled {
		return importing.Order{}, false, err
	}
	o, err := d.order(ctx, found.Items[0])
	return o, err == nil, err
}

// Open reads open orders of a supplier.
func (d *DocumentPurchasing) Open(ctx context.Context, team id.Team, supplier int64, most int) ([]importing.Order, error) {
	found, err := d.orders.List(ctx, team, purchasingports.OrderFilter{Suppliers: []int64{supplier}, Statuses: order.Waiting}, page.Request{
		Limit: most, Order: []page.By{{Field: "created_at", Desc: true}},
	})
	if err != nil {
		return nil, err
	}
	out := make([]importing.Order, len(found.Items))
	for i, s := range found.Items {
		if out[i], err = d.order(ctx, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Reckon computes the sums of the orders of plans. The supplier's defaults fill the gaps of a plan.
func (d *DocumentPurchasing) Reckon(
	ctx context.Context, team id.Team, plans []importing.Plan,
) ([]importing.Reckoned, error) {
	buyer, err := d.buyers.Buyer(ctx, team)
	if err != nil || len(plans) == 0 {
		return nil, err
	}
	var s purchasing.SupplierValues
	if plans[0].NewSupplier == "" {
		found, err := d.vendors.Named(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(plans[0].Supplier)})
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			s = one.Values
		}
	}
	out := make([]importing.Reckoned, len(plans))
	for i, plan := range plans {
		out[i] = reckoned(plan, s, buyer)
	}
	return out, nil
}

func reckoned(p importing.Plan, s purchasing.SupplierValues, buyer purchasingports.Buyer) importing.Reckoned {
	currency := p.Currency
	if currency == "" {
		currency = s.Currency.Or(buyer.Currency)
	}
	zero := money.Amount{}
	terms := landing.Terms{
		Currency: currency, CostCurrency: currency, Shipping: p.Shipping.Or(zero), Discount: p.Discount.Or(zero),
		Allocation: landing.ByValue, TaxOverride: p.Tax,
		Others: otherCosts(p.Costs, currency), PricesIncludeTax: p.PricesIncludeTax.Or(s.PricesIncludeTax.Or(false)),
		TaxRecoverable: s.TaxRecoverable.Or(buyer.PricesWithTax),
	}
	in := make([]landing.Line, len(p.Lines))
	for i, b := range p.Lines {
		rate := b.TaxRate.Or(b.OrderTax.Or(s.DefaultTaxRate.Or(money.Percent{})))
		in[i] = landing.Line{Units: b.Quantity.Or(b.Due), Discount: b.Discount, TaxRate: rate}
		if b.UnitCost.Known() {
			in[i].UnitCost = optional.Some(b.Price)
		}
	}
	items, sums, err := landing.Compute(terms, in)
	out := importing.Reckoned{Landed: make([]optional.Maybe[money.Amount], len(in))}
	if err != nil {
		return out // amounts that no order could have
	}
	for i, item := range items {
		out.Landed[i] = item.LandedUnit
	}
	if subtotal, ok := sums.Subtotal.Get(); ok {
		others := zero
		for _, c := range p.Costs {
			others = money.FromUnits(others.Units() + c.Amount.Units())
		}
		out.Sums = optional.Some(importing.Sums{
			Subtotal: subtotal, Discount: terms.Discount, Shipping: terms.Shipping, OtherCosts: others,
			Tax: sums.Tax.Or(zero), Total: sums.Total.Or(zero),
		})
	}
	return out
}

func otherCosts(list []importing.Cost, currency money.Currency) []landing.OtherCost {
	out := make([]landing.OtherCost, len(list))
	for i, c := range list {
		out[i] = landing.OtherCost{Label: c.Label, Amount: c.Amount, Currency: currency, Allocation: landing.ByValue}
		if c.Owed {
			out[i].Allocation = landing.ByNone
		}
	}
	return out
}
