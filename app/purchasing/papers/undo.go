package papers

import (
	"context"
	"encoding/json"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
)

// undo records the writes of a document and the state before them. Amounts are in ten-thousandths,
// days since 1970.
type undo struct {
	Document int64      `json:"document"`
	Order    *orderUndo `json:"order,omitempty"`
	Items    []itemUndo `json:"items,omitempty"`
	Came     []cameUndo `json:"came,omitempty"`
	// Returned has the items of returns that were stored without their lines.
	Returned []int64     `json:"returned,omitempty"`
	Went     []wentUndo  `json:"went,omitempty"`
	Credit   *creditUndo `json:"credit,omitempty"`
	Offers   []offerUndo `json:"offers,omitempty"`
	Layers   []layerUndo `json:"layers,omitempty"`
}

type orderUndo struct {
	ID      order.ID `json:"id"`
	Version int64    `json:"version"`
	Made    bool     `json:"made,omitempty"`
	Placed  bool     `json:"placed,omitempty"`
	Was     *terms   `json:"was,omitempty"`
}

// terms has the members of an order that documents write.
type terms struct {
	Reference  *string `json:"reference"`
	Ordered    *int64  `json:"ordered"`
	Expected   *int64  `json:"expected"`
	Due        *int64  `json:"due"`
	Terms      *string `json:"payment_terms"`
	Shipping   int64   `json:"shipping"`
	Discount   int64   `json:"discount"`
	Tax        *int64  `json:"tax"`
	IncludeTax bool    `json:"include_tax"`
	Rate       *int64  `json:"rate"`
	// Costs keeps the previous other costs if the document added some.
	Costs []costUndo `json:"costs,omitempty"`
	Added bool       `json:"added,omitempty"`
}

type costUndo struct {
	Label      string            `json:"label"`
	Amount     int64             `json:"amount"`
	Currency   money.Currency    `json:"currency"`
	Allocation landed.Allocation `json:"allocation"`
	Tax        int64             `json:"tax_rate,omitempty"`
	Payee      landed.Payee      `json:"payee,omitempty"`
	Rate       *int64            `json:"rate,omitempty"`
}

type itemUndo struct {
	ID       order.ItemID `json:"id"`
	Made     bool         `json:"made,omitempty"`
	Quantity int64        `json:"quantity,omitempty"`
	Cases    *int64       `json:"cases,omitempty"`
	PerCase  *int64       `json:"per_case,omitempty"`
	Cost     *int64       `json:"cost,omitempty"`
	// Price keeps the exact cost if Cost is rounded: ten-thousandths, and their units.
	Price    []int64 `json:"price,omitempty"`
	Discount int64   `json:"discount,omitempty"`
	Tax      int64   `json:"tax,omitempty"`
}

type cameUndo struct {
	Item  order.ItemID `json:"item"`
	Units int64        `json:"units"`
}

// wentUndo has a line for each warehouse from which units of an item were returned.
type wentUndo struct {
	Item  order.ItemID `json:"item"`
	Lines []leftUndo   `json:"lines"`
}

type leftUndo struct {
	Warehouse int64 `json:"warehouse"`
	Units     int64 `json:"units"`
	Day       int64 `json:"day"`
}

// creditUndo names the negative cost that a credit note added to the order.
type creditUndo struct {
	Label    string         `json:"label"`
	Amount   int64          `json:"amount"`
	Currency money.Currency `json:"currency"`
}

type offerUndo struct {
	ID      domain.OfferID `json:"id"`
	Version int64          `json:"version"`
	Made    bool           `json:"made,omitempty"`
	Cost    int64          `json:"cost,omitempty"`
	// Breaks keep price breaks: quantity and price.
	Breaks  [][2]int64 `json:"breaks,omitempty"`
	Product *int64     `json:"product,omitempty"`
	Source  string     `json:"source,omitempty"`
	Of      *int64     `json:"source_id,omitempty"`
}

type layerUndo struct {
	Kind domain.CostTargetKind `json:"kind"`
	ID   int64                 `json:"id"`
	Day  int64                 `json:"day"`
	// Next has the day on which the next cost begins, or 0.
	Next   int64 `json:"next,omitempty"`
	Priced bool  `json:"priced,omitempty"`
}

func (l layerUndo) target() domain.CostTarget { return domain.CostTarget{Kind: l.Kind, ID: l.ID} }

func termsOf(v order.Values) *terms {
	return &terms{
		Reference: v.SupplierReference.Ptr(), Ordered: days(v.OrderDate), Expected: days(v.ExpectedDate), Due: days(v.PaymentDueDate), Terms: v.PaymentTerms.Ptr(),
		Shipping: v.ShippingCost.Units(), Discount: v.Discount.Units(), Tax: optional.Convert(v.TaxOverride, money.Amount.Units).Ptr(),
		IncludeTax: v.PricesIncludeTax, Rate: optional.Convert(v.ExchangeRate, money.Rate.Units).Ptr(),
	}
}

// adds has the previous other costs.
func (t *terms) adds(v order.Values) {
	t.Added = true
	for _, c := range v.OtherCosts {
		t.Costs = append(t.Costs, costUndo{
			c.Label, c.Amount.Units(), c.Currency, c.Allocation, c.TaxRate.Units(), c.Payee,
			optional.Convert(c.ExchangeRate, money.Rate.Units).Ptr(),
		})
	}
}

func days(d optional.Maybe[date.Date]) *int64 { return optional.Convert(d, date.Date.Days).Ptr() }

// back returns a member in its previous state, null if it was absent.
func back[S, T any](was *S, of func(S) T) optional.Field[T] {
	if was == nil {
		return optional.Clear[T]()
	}
	return optional.Put(of(*was))
}

func same[T any](v T) T { return v }

func (t terms) patch(s order.Snapshot) order.Patch {
	p := order.Patch{
		SupplierReference: back(t.Reference, same[string]), OrderDate: back(t.Ordered, date.FromDays), ExpectedDate: back(t.Expected, date.FromDays),
		PaymentDueDate: back(t.Due, date.FromDays), PaymentTerms: back(t.Terms, same[string]), ShippingCost: optional.Put(money.FromUnits(t.Shipping)),
		Discount: optional.Put(money.FromUnits(t.Discount)), TaxOverride: back(t.Tax, money.FromUnits), ExchangeRate: back(t.Rate, money.RateFromUnits),
	}
	if t.Added {
		costs := make([]landed.OtherCost, len(t.Costs))
		for i, c := range t.Costs {
			costs[i] = landed.OtherCost{
				Label: c.Label, Amount: money.FromUnits(c.Amount), Currency: c.Currency, Allocation: c.Allocation,
				TaxRate: money.PercentFromUnits(c.Tax), Payee: c.Payee,
				ExchangeRate: optional.Convert(optional.Of(c.Rate), money.RateFromUnits),
			}
		}
		p.OtherCosts = optional.Put(costs)
	}
	if s.Values.PricesIncludeTax != t.IncludeTax {
		p.PricesIncludeTax = optional.Put(t.IncludeTax)
	}
	return p
}

func itemWas(s order.ItemSnapshot) itemUndo {
	v := s.Values
	var price []int64
	if p, ok := v.Price.Get(); ok {
		price = []int64{p.Amount.Units(), p.Units}
	}
	return itemUndo{
		Price: price,
		ID:    s.ID, Quantity: v.Quantity, Cases: v.CaseQuantity.Ptr(), PerCase: v.UnitsPerCase.Ptr(), Cost: optional.Convert(v.UnitCost, money.Amount.Units).Ptr(),
		Discount: v.Discount.Units(), Tax: v.TaxRate.Units(),
	}
}

func (i itemUndo) patch() order.ItemPatch {
	price := optional.Convert(optional.Of(i.Cost), func(n int64) money.Price { return money.PriceOf(money.FromUnits(n)) })
	if len(i.Price) == 2 {
		price = optional.Some(money.Price{Amount: money.FromUnits(i.Price[0]), Units: i.Price[1]})
	}
	return order.ItemPatch{
		Price:    price,
		Quantity: optional.Put(i.Quantity), CaseQuantity: back(i.Cases, same[int64]), UnitsPerCase: back(i.PerCase, same[int64]), UnitCost: back(i.Cost, money.FromUnits),
		Discount: optional.Put(money.PercentFromUnits(i.Discount)), TaxRate: optional.Put(money.PercentFromUnits(i.Tax)),
	}
}

// returned stores the receipt lines of returned units.
func (u *undo) returned(item order.ItemID, lines []order.Receipt) {
	w := wentUndo{Item: item}
	for _, l := range lines {
		w.Lines = append(w.Lines, leftUndo{Warehouse: l.WarehouseID, Units: -l.Accepted, Day: l.Day.Days()})
	}
	u.Went = append(u.Went, w)
}

// lines restores the receipt lines.
func (w wentUndo) lines() (lines []order.Receipt) {
	for _, l := range w.Lines {
		lines = append(lines, order.Receipt{
			Kind: order.Return, Accepted: -l.Units, WarehouseID: l.Warehouse, Day: date.FromDays(l.Day),
			Reason: optional.Some("taken back"),
		})
	}
	return lines
}

// without removes the credit from the costs of an order.
func (c creditUndo) without(costs []landed.OtherCost) []landed.OtherCost {
	for i, o := range slices.Backward(costs) {
		if o.Label == c.Label && o.Amount == money.FromUnits(c.Amount) && o.Currency == c.Currency {
			return slices.Delete(slices.Clone(costs), i, i+1)
		}
	}
	return costs
}

func (u *undo) received(item order.ItemID, units int64) {
	at := slices.IndexFunc(u.Came, func(c cameUndo) bool { return c.Item == item })
	if at < 0 {
		u.Came = append(u.Came, cameUndo{item, units})
		return
	}
	u.Came[at].Units += units
}

// offer records the state of an offer, once.
func (u *undo) offer(one domain.Offer) {
	if slices.ContainsFunc(u.Offers, func(o offerUndo) bool { return o.ID == one.ID }) {
		return
	}
	v := one.Values
	var breaks [][2]int64
	for _, p := range v.PriceBreaks {
		breaks = append(breaks, [2]int64{int64(p.MinQuantity), p.UnitCost.Units()})
	}
	u.Offers = append(u.Offers, offerUndo{
		Breaks: breaks,
		ID:     one.ID, Cost: v.UnitCost.Units(), Product: optional.Convert(v.Product, func(p domain.ProductID) int64 { return int64(p) }).Ptr(),
		Source: v.Source.Kind, Of: v.Source.ID.Ptr(),
	})
}

func (u *undo) offerIDs() []domain.OfferID {
	out := make([]domain.OfferID, len(u.Offers))
	for i, o := range u.Offers {
		out[i] = o.ID
	}
	return out
}

// settle records the versions of the written records, by which a later change is detected.
func (b *booking) settle(ctx context.Context) error {
	b.undo.Document = b.paper.Document
	if o := b.undo.Order; o != nil {
		s, err := b.Store.Find(ctx, b.who.Team, o.ID)
		if err != nil {
			return err
		}
		o.Version = s.Version
		b.out.Order = optional.Some(s)
	}
	found, err := b.Offered.Named(ctx, b.who.Team, b.undo.offerIDs())
	if err != nil {
		return err
	}
	for i, o := range b.undo.Offers {
		if at := slices.IndexFunc(found, func(f domain.Offer) bool { return f.ID == o.ID }); at >= 0 {
			b.undo.Offers[i].Version = found[at].Version
		}
	}
	text, err := json.Marshal(b.undo)
	b.out.Undo = string(text)
	return err
}

// Adds to the product feed that a document was applied to products.
func (b *booking) told(ctx context.Context) error {
	var lines []audit.Entry
	for _, product := range b.touched() {
		line := audit.For(b.who, "inventory_product", product, "document_applied", b.Clock.Now())
		line.Changes = map[string]audit.Change{"document_id": {New: b.paper.Document}}
		lines = append(lines, line)
	}
	return b.Trail.Write(ctx, lines...)
}
