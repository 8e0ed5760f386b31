package document

import (
	"context"
	"slices"
	"strings"

	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/papers"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// Import books a plan.
func (d *DocumentPurchasing) Import(ctx context.Context, who caller.Caller, p importing.Plan) ([]importing.Booked, importing.Effects, error) {
	booked, err := d.papers.Book(ctx, who, paperOf(p))
	if err != nil {
		return nil, importing.Effects{}, inRequest(err, p)
	}
	out := make([]importing.Booked, len(booked.Lines))
	for i, l := range booked.Lines {
		out[i] = importing.Booked{No: l.No, Status: importing.LineStatus(l.Status), Item: l.Item, Product: l.Product, Old: l.Old, New: l.New, Refused: l.Err}
	}
	e := importing.Effects{
		Supplier: int64(booked.Supplier.ID), SupplierName: booked.Supplier.Values.Name, ItemsCreated: booked.Items.Made, ItemsUpdated: booked.Items.Changed,
		Receipts: booked.Receipts, OffersCreated: booked.Offers.Made, OffersUpdated: booked.Offers.Changed, ProductsCreated: booked.Products,
		CostsWritten: booked.Costs, Undo: booked.Undo,
	}
	if s, ok := booked.Order.Get(); ok {
		e.Order = optional.Some(importing.OrderEffect{ID: int64(s.ID), Number: s.Values.Number, Status: string(s.Status), Created: booked.Made})
	}
	return out, e, nil
}

// TakeBack undoes an import.
func (d *DocumentPurchasing) TakeBack(ctx context.Context, who caller.Caller, e importing.Effects) ([]importing.Blocker, error) {
	found, err := d.papers.TakeBack(ctx, who, e.Undo)
	out := make([]importing.Blocker, len(found))
	for i, b := range found {
		out[i] = importing.Blocker(b)
	}
	return out, err
}

// put converts a known value to a field; an unknown value leaves the field unset.
func put[S, T any](m optional.Maybe[S], of func(S) T) optional.Field[T] {
	return optional.FieldOf(optional.Convert(m, of))
}

func kept[T any](v T) T { return v }

func given(s string) optional.Field[string] {
	return optional.Field[string]{Set: s != "", Value: s}
}

func record(n int64) optional.Field[int64] { return optional.Field[int64]{Set: n != 0, Value: n} }

func paperOf(p importing.Plan) papers.Paper {
	out := papers.Paper{
		Mode: papers.Mode(p.Mode), Document: int64(p.Document), Supplier: purchasing.SupplierID(p.Supplier), Issuer: purchasingapp.Issuer(p.Issuer), Learn: p.Learn,
		Warehouse: p.Warehouse, Order: order.ID(p.Order), Placed: p.Ordered, Receives: p.Receive, Day: p.ReceivedOn, Reference: given(p.Reference).Maybe(),
		Issued: p.IssueDate, Currency: p.Currency, Returned: p.CreditAs == importing.AsReturns, Credit: p.Credit, UpdateCosts: p.UpdateCosts,
		CreateOffers: p.CreateOffers, Partial: p.Partial,
		Terms: order.Patch{
			ExchangeRate: put(p.ExchangeRate, kept[money.Rate]), OrderDate: put(p.IssueDate, kept[date.Date]), PaymentDueDate: put(p.DueDate, kept[date.Date]),
			SupplierReference: given(p.Reference), PaymentTerms: given(p.PaymentTerms), ShippingCost: put(p.Shipping, kept[money.Amount]),
			Discount: put(p.Discount, kept[money.Amount]), TaxOverride: put(p.Tax, kept[money.Amount]), PricesIncludeTax: put(p.PricesIncludeTax, kept[bool]),
		},
	}
	if p.Mode != importing.CreateOrder {
		// An existing order keeps its own day and terms of payment.
		out.Terms.OrderDate, out.Terms.PaymentTerms = optional.Field[date.Date]{}, optional.Field[string]{}
	}
	out.Charges = otherCosts(p.Costs, p.Currency)
	if p.NewSupplier != "" {
		patch := purchasing.SupplierPatch{Name: optional.Put(p.NewSupplier), TaxID: given(p.Issuer.TaxID)}
		if p.Currency != "" {
			patch.Currency = optional.Put(p.Currency)
		}
		if p.Issuer.Domain != "" {
			patch.Website = optional.Put("https://" + p.Issuer.Domain)
		}
		out.New = optional.Some(patch)
	}
	for _, b := range p.Lines {
		out.Lines = append(out.Lines, lineOf(b))
	}
	return out
}

func lineOf(b importing.Booking) papers.Line {
	l := papers.Line{No: b.No, Item: order.ItemID(b.Item), Fresh: b.Action == importing.CreateProduct, MPN: b.MPN, Units: b.Quantity, Net: b.Net}
	l.Values = order.ItemPatch{
		ProductID: record(b.Product), SKUID: record(b.SKU), OfferID: record(b.Offer), SupplierSKU: given(b.SupplierSKU), GTIN: given(b.GTIN), Title: given(b.Title),
		Quantity: put(b.Quantity, kept[int64]), UnitCost: put(b.UnitCost, kept[money.Amount]), TaxRate: put(b.TaxRate, kept[money.Percent]),
		UnitsPerCase: put(b.UnitsPerCase, kept[int64]),
	}
	if b.UnitCost.Known() {
		l.Values.Price = optional.Some(b.Price)
	}
	if b.Priced {
		l.Values.Discount = optional.Put(b.Discount)
	}
	if b.Item != 0 {
		l.Values.UnitsPerCase = optional.Field[int64]{}
		if !b.Counted {
			l.Values.Quantity = optional.Field[int64]{}
		}
	}
	return l
}

// inRequest changes the pointers of a fault from lines of the plan to lines of the request.
func inRequest(err error, p importing.Plan) error {
	return renamed(err, func(pointer string) string {
		for i, b := range slices.Backward(p.Lines) {
			if under, ok := cutLine(pointer, i); ok {
				if at, named := p.Places[b.No]; named {
					return lineAt(at) + under
				}
				return "/lines"
			}
		}
		return pointer
	})
}

func lineAt(i int) string { return check.Item("/lines", i) }

func cutLine(pointer string, i int) (under string, ok bool) {
	under, ok = strings.CutPrefix(pointer, lineAt(i))
	return under, ok && (under == "" || under[0] == '/')
}

// renamed returns a copy of a fault with other pointers.
func renamed(err error, name func(string) string) error {
	e, ok := fault.As(err)
	if !ok {
		return err
	}
	c := e.At(name(e.Pointer))
	c.Errors = slices.Clone(e.Errors)
	for i := range c.Errors {
		c.Errors[i].Pointer = name(c.Errors[i].Pointer)
	}
	return c
}
