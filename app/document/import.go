package document

import (
	"context"
	"errors"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Imported has the outcome of a document and its lines.
type Imported struct {
	Document *document.Document
	Order    optional.Maybe[importing.OrderEffect]
	// Lines has all lines of the document, in order.
	Lines []importing.Booked
	// Refused lists the lines that could not be booked.
	Refused []importing.Refusal
	// Missing sums the lines that were not booked, without tax.
	Missing money.Amount
	Effects importing.Effects
	DryRun  bool
}

// errRehearsed rolls a dry run back.
var errRehearsed = errors.New("dry run")

// Import books the lines of a document, in one transaction with the records that it writes. A dry
// run answers the same and writes nothing; records that it would make have no ids. Faults:
// not_ready and preview_stale (Conflict); no_parsed_data, already_applied, invalid_state of a
// dismissed document, and the faults of importing.Plan and of the written records (Rule).
func (i *Imports) Import(ctx context.Context, who caller.Caller, docID document.ID, r importing.Request, dry bool) (out Imported, err error) {
	err = i.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if out, err = i.book(ctx, who, docID, r); err == nil && dry {
			err = errRehearsed
		}
		return err
	})
	switch {
	case err == nil:
		return out, nil
	case !errors.Is(err, errRehearsed):
		return Imported{}, err
	}
	out.DryRun = true
	for n, l := range out.Lines {
		if l.Status == importing.LineCreated {
			out.Lines[n].Item = 0
		}
	}
	if o, ok := out.Order.Get(); ok && o.Created {
		o.ID, o.Number = 0, ""
		out.Order = optional.Some(o)
	}
	doc, err := i.Documents.Find(ctx, who.Team, docID)
	out.Document = doc
	return out, err
}

func (i *Imports) book(ctx context.Context, who caller.Caller, docID document.ID, r importing.Request) (out Imported, err error) {
	locked, err := i.Documents.Lock(ctx, who.Team, []document.ID{docID})
	if err != nil {
		return out, err
	}
	doc, err := edit.One(locked, nil)
	if err != nil {
		return out, err
	}
	s := doc.Snapshot()
	if err := importable(s, r.PreviewVersion); err != nil {
		return out, err
	}
	stored, err := i.read(ctx, s, 0, importing.MaxLines+1)
	if err != nil {
		return out, err
	}
	if r.Mode == importing.CreateOrder && r.Order.Known() {
		return out, check.Rule(fault.CodeValidationFailed, "/purchase_order_id", "The import makes a purchase order of its own.")
	}
	found, err := i.look(ctx, s, stored, r, r.Mode == importing.CreateOrder || r.Mode == importing.CostsOnly)
	if err != nil {
		return out, err
	}
	plans, refused, err := found.Plans(s.Type, r)
	if err != nil {
		return out, err
	}
	plan := plans[0]
	if len(refused) > 0 && (!r.Partial || len(plan.Lines) == 0) {
		return out, importing.Refused(refused)
	}
	if len(plan.Lines) == 0 && (r.Mode != importing.CreditOrder || r.CreditAs != importing.AsDiscount) {
		return out, check.Rule(fault.CodeValidationFailed, "/lines",
			"No line is imported: give the skipped lines a record or an action.")
	}
	reckoned, err := i.Purchasing.Reckon(ctx, who.Team, plans)
	if err != nil {
		return out, err
	}
	plan, reckoning := found.Meant(plans, reckoned)
	if e := reckoning.Refused(r.Accepted); e != nil {
		return out, e
	}
	plan.Document = docID
	booked, effects, err := i.Purchasing.Import(ctx, who, plan)
	if err != nil {
		return out, err
	}
	out = result(found, plan, booked, refused)
	out.Effects, out.Order = effects, effects.Order
	if out.Document, err = i.applied(ctx, who, doc, found, effects); err != nil {
		return out, err
	}
	return out, nil
}

// importable refuses documents that cannot be imported now, and a preview that shows other lines.
func importable(s document.Snapshot, seen optional.Maybe[int]) error {
	switch s.Status {
	case document.Applied:
		return fault.New(fault.Rule, fault.CodeAlreadyApplied, "The document was applied already.")
	case document.Dismissed:
		return fault.New(fault.Rule, fault.CodeInvalidState, "The document was dismissed: make it ready first.")
	}
	if err := readable(s); err != nil {
		return err
	}
	version := 0
	if s.LastReading != nil {
		version = s.LastReading.PreviewVersion
	}
	if seen.Or(version) != version {
		return fault.New(fault.Conflict, fault.CodePreviewStale, "The document was read again since the preview.").With("preview_version", version)
	}
	return nil
}

// applied stores that the document was imported.
func (i *Imports) applied(ctx context.Context, who caller.Caller, doc *document.Document, found looked, e importing.Effects) (*document.Document, error) {
	now := i.Clock.Now()
	targets := []document.Target{}
	if o, ok := e.Order.Get(); ok {
		targets = append(targets, document.Target{Kind: document.TargetPurchaseOrder, ID: o.ID})
	}
	targets = append(targets, document.Target{Kind: document.TargetSupplier, ID: e.Supplier})
	sure := found.Supplier.Confidence
	if found.Supplier.ID != e.Supplier {
		sure = document.Certain
	}
	added, err := doc.Import(document.Supplier{ID: e.Supplier, Name: e.SupplierName, Confidence: sure}, targets, now)
	if err != nil {
		return nil, err
	}
	if err := i.Documents.Save(ctx, []*document.Document{doc}); err != nil {
		return nil, err
	}
	one := importing.Import{
		Document: doc.ID(), Effects: e, Reference: found.Header.InvoiceNumber, Total: amountOf(found.Header.Total), Targets: added,
	}
	if err := i.Imports.Insert(ctx, who.Team, one, now); err != nil {
		return nil, err
	}
	if found.stored.Layout.Lasting() {
		if err := i.Layouts.Keep(ctx, who.Team, e.Supplier, found.stored.Layout, now); err != nil {
			return nil, err
		}
	}
	return doc, i.line(ctx, who, doc.ID(), "imported", e)
}

// result returns the outcomes of all lines.
func result(found looked, plan importing.Plan, booked []importing.Booked, refused []importing.Refusal) (out Imported) {
	by := make(map[int]importing.Booked, len(booked))
	for _, b := range booked {
		by[b.No] = b
	}
	stopped := make(map[int]importing.Refusal, len(refused))
	for _, r := range refused {
		stopped[r.No] = r
	}
	for _, l := range found.Lines {
		b, ok := by[l.No]
		r, no := stopped[l.No]
		switch {
		case no:
			b = importing.Booked{No: l.No, Status: importing.LineFailed}
			out.Refused = append(out.Refused, r)
		case !ok:
			b = importing.Booked{No: l.No, Status: importing.LineSkipped}
		case b.Refused != nil:
			stopped := plan.Refuse(l.No, "", b.Refused.Code, b.Refused.Message)
			stopped.Worth = plan.Worth(l.No)
			out.Refused = append(out.Refused, stopped)
		}
		out.Lines = append(out.Lines, b)
	}
	for _, r := range out.Refused {
		out.Missing = money.FromUnits(out.Missing.Units() + r.Worth.Units())
	}
	return out
}

// takeBack undoes an import and makes its document ready again. If records of the import were
// changed since, it is a Rule fault invalid_transition with blockers. A document that was applied
// by hand has nothing to undo.
func (i *Imports) takeBack(ctx context.Context, who caller.Caller, doc *document.Document, now time.Time) error {
	one, imported, err := i.Imports.Find(ctx, who.Team, doc.ID())
	if err != nil || !imported {
		return errors.Join(err, doc.TakeBack(nil, now))
	}
	if err := doc.TakeBack(one.Targets, now); err != nil {
		return err
	}
	blockers, err := i.Purchasing.TakeBack(ctx, who, one.Effects)
	switch {
	case err != nil:
		return err
	case len(blockers) > 0:
		return importing.Blocked(blockers)
	}
	if err := i.Imports.Remove(ctx, who.Team, doc.ID()); err != nil {
		return err
	}
	return i.line(ctx, who, doc.ID(), "taken_back", one.Effects)
}
