package document

import (
	"cmp"
	"context"

	purchasingapp "sellingassistant/app/purchasing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/app/purchasing/papers"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	landing "sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	documentports "sellingassistant/ports/document"
)

// DocumentPurchasing gives documents the suppliers, offers and orders, and books imports.
type DocumentPurchasing struct {
	suppliers  *purchasingapp.Suppliers
	purchasing *purchasingfacade.Facade
	papers     *papers.Papers
}

func NewDocumentPurchasing(
	suppliers *purchasingapp.Suppliers, f *purchasingfacade.Facade, p *papers.Papers,
) *DocumentPurchasing {
	return &DocumentPurchasing{suppliers, f, p}
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
	found, ok, err := d.purchasing.Supplier(ctx, team, purchasing.SupplierID(supplier))
	return found.Values.Name, ok, err
}

// Offers reads the offers of a supplier by their keys.
func (d *DocumentPurchasing) Offers(
	ctx context.Context, team id.Team, supplier int64, keys importing.Keys,
) (out []importing.Offer, err error) {
	found, err := d.purchasing.OffersOf(ctx, team, purchasing.SupplierID(supplier), purchasingfacade.OfferKeys{
		SKUs: keys.SKUs, GTINs: keys.GTINs, ASINs: keys.ASINs, Products: id.Convert[purchasing.ProductID](keys.Products),
	})
	for _, o := range found {
		out = append(out, paperOffer(o))
	}
	return out, err
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
func (d *DocumentPurchasing) Order(ctx context.Context, team id.Team, wanted int64) (importing.Order, bool, error) {
	found, ok, err := d.purchasing.Order(ctx, team, order.ID(wanted))
	return paperOrder(found), ok, err
}

// Numbered finds an order by its number.
func (d *DocumentPurchasing) Numbered(ctx context.Context, team id.Team, number string) (importing.Order, bool, error) {
	found, ok, err := d.purchasing.OrderNumbered(ctx, team, number)
	return paperOrder(found), ok, err
}

func (d *DocumentPurchasing) Open(ctx context.Context, team id.Team, supplier int64, most int) ([]importing.Order, error) {
	found, err := d.purchasing.OpenOrders(ctx, team, supplier, most)
	out := make([]importing.Order, len(found))
	for i, o := range found {
		out[i] = paperOrder(o)
	}
	return out, err
}

func paperOrder(o purchasingfacade.Order) importing.Order {
	out := importing.Order{
		ID: int64(o.ID), Supplier: o.Values.SupplierID, Number: o.Values.Number, Currency: o.Values.Currency,
		PricesIncludeTax: o.Values.PricesIncludeTax,
	}
	for _, ordered := range o.Items {
		i := ordered.Snapshot()
		v := i.Values
		key, _ := purchasing.GTINKey(v.GTIN.Or(""))
		item := importing.Item{
			ID: int64(i.ID), Product: v.ProductID.Or(0), SKU: v.SKUID.Or(0), Offer: v.OfferID.Or(0),
			SupplierSKU: v.SupplierSKU.Or(""), GTIN: key, ASIN: v.ASIN.Or(""), Title: v.Title.Or(""),
			Ordered: i.Due(), Outstanding: i.Outstanding(), Came: i.Accepted - i.Returned, UnitCost: v.UnitCost,
			Price: v.Exact().Or(money.Price{}), Discount: v.Discount, TaxRate: v.TaxRate,
		}
		if product, ok := ordered.Product(); ok {
			item.Product = cmp.Or(item.Product, product)
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// Reckon computes the sums of the orders of plans. The supplier's defaults fill the gaps of a plan.
func (d *DocumentPurchasing) Reckon(
	ctx context.Context, team id.Team, plans []importing.Plan,
) ([]importing.Reckoned, error) {
	if len(plans) == 0 {
		return nil, nil
	}
	var supplier purchasing.SupplierID
	if plans[0].NewSupplier == "" {
		supplier = purchasing.SupplierID(plans[0].Supplier)
	}
	defaults, err := d.purchasing.OrderDefaults(ctx, team, supplier, plans[0].IssueDate)
	if err != nil {
		return nil, err
	}
	out := make([]importing.Reckoned, len(plans))
	for i, plan := range plans {
		out[i] = reckoned(plan, defaults)
	}
	return out, nil
}

func reckoned(p importing.Plan, d purchasingfacade.Defaults) importing.Reckoned {
	currency := cmp.Or(p.Currency, d.Currency)
	zero := money.Amount{}
	terms := landing.Terms{
		Currency: currency, CostCurrency: currency, Shipping: p.Shipping.Or(zero), Discount: p.Discount.Or(zero),
		Allocation: landing.ByValue, TaxOverride: p.Tax,
		Others: otherCosts(p.Costs, currency), PricesIncludeTax: p.PricesIncludeTax.Or(d.PricesIncludeTax),
		TaxRecoverable: d.TaxRecoverable,
	}
	in := make([]landing.Line, len(p.Lines))
	for i, b := range p.Lines {
		rate := b.TaxRate.Or(b.OrderTax.Or(d.TaxRate))
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
