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

// DocumentPurchasing tells documents of suppliers, offers and orders, and books what they say.
type DocumentPurchasing struct {
	suppliers *purchasingapp.Suppliers
	vendors   purchasingports.Suppliers
	offers    purchasingports.Offers
	orders    purchasingports.Orders
	buyers    purchasingports.Buyers
	papers    *papers.Papers
}

// NewDocumentPurchasing is the bridge from purchasing to document.
func NewDocumentPurchasing(suppliers *purchasingapp.Suppliers, vendors purchasingports.Suppliers, offers purchasingports.Offers,
	orders purchasingports.Orders, buyers purchasingports.Buyers, p *papers.Papers,
) *DocumentPurchasing {
	return &DocumentPurchasing{suppliers, vendors, offers, orders, buyers, p}
}

var _ documentports.Purchasing = (*DocumentPurchasing)(nil)

// Suppliers reads those that may be the issuer.
func (d *DocumentPurchasing) Suppliers(ctx context.Context, team id.Team, issuer reading.Issuer) ([]importing.Candidate, error) {
	found, err := d.suppliers.Recognise(ctx, team, purchasingapp.Issuer(issuer))
	out := make([]importing.Candidate, len(found))
	for i, r := range found {
		out[i] = importing.Candidate{ID: int64(r.Supplier.ID), Name: r.Supplier.Values.Name, By: importing.By(r.By)}
	}
	return out, err
}

// Supplier reads the name of one.
func (d *DocumentPurchasing) Supplier(ctx context.Context, team id.Team, supplier int64) (string, bool, error) {
	found, err := d.vendors.Named(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(supplier)})
	if err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0].Values.Name, true, nil
}

// atOnce is how many offers are read with one key each.
const atOnce = 10_000

// Offers reads those of a supplier by their keys.
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
	return importing.Offer{
		ID: int64(o.ID), Product: int64(v.Product.Or(0)), SupplierSKU: v.SupplierSKU.Or(""), ASIN: v.ASIN.Or(""), GTINs: v.GTINKeys(), Title: v.Title.Or(""),
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
	out := importing.Order{ID: int64(s.ID), Supplier: s.Values.SupplierID, Number: s.Values.Number, Currency: s.Values.Currency}
	items, err := d.orders.Items(ctx, s.Team, s.ID, 0)
	for _, one := range items {
		i := one.Snapshot()
		v := i.Values
		key, _ := purchasing.GTINKey(v.GTIN.Or(""))
		item := importing.Item{
			ID: int64(i.ID), Product: v.ProductID.Or(0), SKU: v.SKUID.Or(0), Offer: v.OfferID.Or(0), SupplierSKU: v.SupplierSKU.Or(""), GTIN: key,
			ASIN: v.ASIN.Or(""), Title: v.Title.Or(""), Ordered: i.Due(), Outstanding: i.Outstanding(), Came: i.Accepted - i.Returned, UnitCost: v.UnitCost, Discount: v.Discount,
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

// Landed finds what units cost until they came, in the currency of the document.
func (d *DocumentPurchasing) Landed(ctx context.Context, team id.Team, t documentports.Terms, lines []importing.Line) ([]optional.Maybe[money.Amount], error) {
	buyer, err := d.buyers.Buyer(ctx, team)
	if err != nil {
		return nil, err
	}
	var s purchasing.SupplierValues
	found, err := d.vendors.Named(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(t.Supplier)})
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		s = one.Values
	}
	currency := t.Currency
	if currency == "" {
		currency = s.Currency.Or(buyer.Currency)
	}
	terms := landing.Terms{
		Currency: currency, CostCurrency: currency, Shipping: t.Shipping, Discount: t.Discount, Allocation: landing.ByValue, TaxOverride: t.Tax,
		Others: otherCosts(t.Costs, currency), PricesIncludeTax: t.PricesIncludeTax.Or(s.PricesIncludeTax.Or(false)), TaxRecoverable: s.TaxRecoverable.Or(buyer.PricesWithTax),
	}
	in := make([]landing.Line, len(lines))
	for i, l := range lines {
		in[i] = landing.Line{Units: l.Units.Or(0), UnitCost: l.Price.UnitCost, Discount: l.Price.Discount, TaxRate: s.DefaultTaxRate.Or(money.Percent{})}
		if rate, ok := l.TaxRate.Get(); ok {
			if percent, err := money.ParsePercent(rate.Abs().Trim(0).String()); err == nil {
				in[i].TaxRate = percent
			}
		}
	}
	items, _, err := landing.Compute(terms, in)
	out := make([]optional.Maybe[money.Amount], len(items))
	for i, item := range items {
		out[i] = item.LandedUnit
	}
	return out, err
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
