package document

import (
	"context"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/tx"
)

// openOrders bounds the open orders of a supplier that are compared with a document.
const openOrders = 10

// ImportParts has the dependencies of previews and imports.
type ImportParts struct {
	Documents  ports.Documents
	Readings   ports.Readings
	Imports    ports.Imports
	Layouts    ports.Layouts
	Catalogue  ports.Catalogue
	Purchasing ports.Purchasing
	Trail      audit.Log
	Tx         tx.Runner
	Clock      clock.Clock
}

// Imports provides the use cases that interpret documents and book them.
type Imports struct{ ImportParts }

func NewImports(p ImportParts) *Imports { return &Imports{p} }

// looked has a document with its interpretation.
type looked struct {
	importing.Preview
	stored  ports.StoredReading
	order   importing.OrderMatch
	details importing.Request
}

// read returns the stored reading of a document. After line number after it has at most limit
// lines, 0 for all.
func (i *Imports) read(ctx context.Context, s document.Snapshot, after, limit int) (ports.StoredReading, error) {
	if err := readable(s); err != nil {
		return ports.StoredReading{}, err
	}
	stored, err := i.Readings.Find(ctx, s.Team, s.ID)
	if err != nil {
		return stored, err
	}
	stored.Lines, err = i.Readings.Lines(ctx, s.Team, s.ID, stored.Claim, after, limit)
	return stored, err
}

// readable refuses documents without lines, or before they are read.
func readable(s document.Snapshot) error {
	switch {
	case s.Status == document.Uploaded || s.Status == document.Processing:
		return fault.New(fault.Conflict, fault.CodeNotReady, "The document is still to be read: ask again when its status is ready.")
	case !s.HasParsedData:
		return fault.New(fault.Rule, fault.CodeNoParsedData, "No lines were read from the document.")
	}
	return nil
}

// look matches lines with the team's records. It uses the supplier, order, header and choices of
// the request; with alone it compares with no order.
func (i *Imports) look(ctx context.Context, s document.Snapshot, stored ports.StoredReading, r importing.Request, alone bool) (looked, error) {
	out := looked{stored: stored, details: r}
	header := r.Header.Over(stored.Header)
	supplier, order, err := i.parties(ctx, &out, s, header, alone)
	if err != nil {
		return out, err
	}
	known, err := i.known(ctx, s.Team, supplier.ID, stored.Lines, order, r.Choices)
	if err != nil {
		return out, err
	}
	out.Preview = importing.Look(importing.Input{
		Type: s.Type, Header: header, Lines: stored.Lines, Problems: stored.Problems, Known: known, Supplier: supplier, Order: order,
		Choices: r.Choices, PricesIncludeTax: r.Header.PricesIncludeTax,
	})
	total := amountOf(header.Total)
	if supplier.ID != 0 && header.InvoiceNumber != "" {
		same, err := i.Imports.Same(ctx, s.Team, s.ID, supplier.ID, header.InvoiceNumber, total)
		if err != nil {
			return out, err
		}
		if same != 0 {
			out.Problems = append(out.Problems, importing.ProblemOf(importing.PossibleDuplicate))
		}
	}
	return out, nil
}

// amountOf returns a figure without its sign; a figure with too many digits is unknown.
func amountOf(f reading.Figure) (none optional.Maybe[money.Amount]) {
	if d, ok := f.Get(); ok {
		if a, err := money.Parse(d.Abs().Trim(0).String()); err == nil {
			return optional.Some(a)
		}
	}
	return none
}

// parties finds the supplier and the order. An order that is named, or found by its printed number,
// determines the supplier too.
func (i *Imports) parties(ctx context.Context, out *looked, doc document.Snapshot, h reading.Header, alone bool) (importing.SupplierMatch, *importing.Order, error) {
	team := doc.Team
	supplier, err := i.supplier(ctx, team, h.Issuer, out.details.Supplier)
	if err != nil || alone {
		out.order.Status = importing.None
		return supplier, nil, err
	}
	order, err := i.order(ctx, out, doc, h, supplier)
	if err != nil || order == nil || supplier.ID != 0 {
		return supplier, order, err
	}
	name, ok, err := i.Purchasing.Supplier(ctx, team, order.Supplier)
	if ok {
		supplier = importing.SupplierMatch{Status: importing.Matched, ID: order.Supplier, Name: name, By: out.order.By, Confidence: document.Certain}
	}
	return supplier, order, err
}

func (i *Imports) supplier(ctx context.Context, team id.Team, issuer reading.Issuer, named optional.Maybe[int64]) (importing.SupplierMatch, error) {
	n, ok := named.Get()
	if !ok {
		list, err := i.Purchasing.Suppliers(ctx, team, issuer)
		return importing.Recognise(list), err
	}
	name, found, err := i.Purchasing.Supplier(ctx, team, n)
	if err == nil && !found {
		err = check.Rule(fault.CodeNotFound, "/supplier_id", "There is no such supplier.")
	}
	return importing.SupplierMatch{Status: importing.Matched, ID: n, Name: name, By: importing.ByRequest, Confidence: document.Certain}, err
}

func (i *Imports) order(ctx context.Context, out *looked, doc document.Snapshot, h reading.Header, supplier importing.SupplierMatch) (*importing.Order, error) {
	team := doc.Team
	out.order.Status = importing.None
	if n, ok := out.details.Order.Get(); ok {
		order, found, err := i.Purchasing.Order(ctx, team, n)
		if err == nil && !found {
			err = check.Rule(fault.CodeNotFound, "/purchase_order_id", "There is no such purchase order.")
		}
		if err == nil && out.details.Supplier.Known() && order.Supplier != supplier.ID {
			err = check.Rule(fault.CodeValidationFailed, "/purchase_order_id", "The purchase order is of another supplier.")
		}
		out.order = importing.OrderMatch{Status: importing.Matched, ID: order.ID, Number: order.Number, By: importing.ByRequest}
		return &order, err
	}
	if h.PONumber != "" {
		order, found, err := i.Purchasing.Numbered(ctx, team, h.PONumber)
		if err != nil {
			return nil, err
		}
		if found {
			out.order = importing.Numbered(order)
			if supplier.ID == 0 || supplier.ID == order.Supplier {
				return &order, nil
			}
			out.order.Status, out.order.ID, out.order.Number, out.order.By = importing.Suggested, 0, "", ""
			return nil, nil
		}
	}
	if supplier.ID == 0 || len(out.stored.Lines) > importing.MaxLines {
		return nil, nil
	}
	open, err := i.Purchasing.Open(ctx, team, supplier.ID, openOrders)
	if err != nil {
		return nil, err
	}
	_, lines := importing.Oriented(doc.Type, h, out.stored.Lines)
	out.order = importing.Choose(lines, open)
	if at := slices.IndexFunc(open, func(o importing.Order) bool { return o.ID == out.order.ID }); at >= 0 {
		return &open[at], nil
	}
	return nil, nil
}

// LayoutsOf reads the layouts of the supplier who issued a document: the issuer, or else the only
// supplier that the document is attached to. It returns nothing if the supplier is unsure.
func (i *Imports) LayoutsOf(
	ctx context.Context, doc document.Snapshot, issuer reading.Issuer,
) ([]reading.Layout, error) {
	if issuer != (reading.Issuer{}) {
		list, err := i.Purchasing.Suppliers(ctx, doc.Team, issuer)
		if err != nil {
			return nil, err
		}
		if supplier := importing.Recognise(list); supplier.Status == importing.Matched {
			return i.Layouts.Of(ctx, doc.Team, supplier.ID)
		}
	}
	supplier := int64(0)
	for _, t := range doc.Targets {
		switch {
		case t.Kind != document.TargetSupplier || t.Deleted:
		case supplier != 0:
			return nil, nil
		default:
			supplier = t.ID
		}
	}
	if supplier == 0 {
		return nil, nil
	}
	return i.Layouts.Of(ctx, doc.Team, supplier)
}

// known reads the team's records by the keys of lines: offers of the supplier, products and SKUs,
// and the offers of those products.
func (i *Imports) known(ctx context.Context, team id.Team, supplier int64, lines []reading.Line, order *importing.Order, choices []importing.Choice) (k importing.Known, err error) {
	keys := importing.KeysOf(lines)
	add := func(product int64) {
		if product != 0 && !slices.Contains(keys.Products, product) {
			keys.Products = append(keys.Products, product)
		}
	}
	if supplier != 0 {
		if k.Offers, err = i.Purchasing.Offers(ctx, team, supplier, keys); err != nil {
			return k, err
		}
	}
	for _, o := range k.Offers {
		add(o.Product)
	}
	for _, c := range choices {
		add(c.Product.Or(0))
	}
	if order != nil {
		for _, one := range order.Items {
			if len(order.Items) <= importing.MaxChoices {
				add(one.Product)
			}
		}
	}
	if k.Products, k.SKUs, err = i.Catalogue(ctx, team, keys); err != nil || supplier == 0 {
		return k, err
	}
	var more importing.Keys
	for _, p := range k.Products {
		if !slices.ContainsFunc(k.Offers, func(o importing.Offer) bool { return o.Product == p.ID }) {
			more.Products = append(more.Products, p.ID)
		}
	}
	if len(more.Products) == 0 {
		return k, nil
	}
	offers, err := i.Purchasing.Offers(ctx, team, supplier, more)
	k.Offers = append(k.Offers, offers...)
	return k, err
}

// land adds landed unit costs to the lines and compares the order of an import with the printed
// total. It compares nothing unless it has all lines.
func (i *Imports) land(ctx context.Context, s document.Snapshot, l *looked, part bool) (reading.Check, error) {
	landing, places := l.Landing()
	plans := l.Trials(s.Type)
	found, err := i.Purchasing.Reckon(ctx, s.Team, append([]importing.Plan{landing}, plans...))
	if err != nil {
		return reading.Check{}, err
	}
	for n, cost := range found[0].Landed {
		l.Lines[places[n]].LandedUnit = cost
	}
	if part {
		return reading.Check{Code: importing.OrderTotal, Result: reading.Unknown}, nil
	}
	_, reckoning := l.Meant(plans, found[1:])
	return reckoning.Check(), nil
}

// line writes the change of a document to the audit trail.
func (i *Imports) line(ctx context.Context, who caller.Caller, doc document.ID, verb string, e importing.Effects) error {
	line := audit.For(who, "document", int64(doc), verb, i.Clock.Now())
	line.Changes = map[string]audit.Change{"supplier_id": {New: e.Supplier}}
	if o, ok := e.Order.Get(); ok {
		line.Changes["purchase_order_id"] = audit.Change{New: o.ID}
	}
	return i.Trail.Write(ctx, line)
}
