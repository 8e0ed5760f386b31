package papers

import (
	"context"
	"strings"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
)

// source returns the origin of the document's prices.
func (b *booking) source() domain.Source {
	return domain.Source{Kind: "document", ID: optional.Some(b.paper.Document)}
}

// offers writes the costs of the supplier's offers, and makes missing offers. Lines with the same
// name share an offer.
func (b *booking) offers(ctx context.Context) error {
	if !b.paper.UpdateCosts && !b.paper.CreateOffers {
		return nil
	}
	var named []domain.OfferID
	for _, l := range b.good() {
		if n, ok := l.Values.OfferID.Given(); ok {
			named = append(named, domain.OfferID(n))
		}
	}
	found, err := b.Offered.Named(ctx, b.who.Team, named)
	if err != nil {
		return err
	}
	had := make(map[domain.OfferID]domain.Offer, len(found))
	for _, one := range found {
		had[one.ID] = one
	}
	var fresh wishes
	for _, l := range b.good() {
		cost, priced := l.Net.Get()
		n, is := l.Values.OfferID.Given()
		switch {
		case !priced:
		case is && b.paper.UpdateCosts:
			err = b.reprice(ctx, had, domain.OfferID(n), l)
		case !is && b.paper.CreateOffers:
			fresh.add(l, b.offer(l, domain.OfferPatch{UnitCost: optional.Put(cost), Currency: optional.Put(b.currency)}))
		}
		if e, ok := fault.As(err); ok && (e.Kind == fault.Rule || e.Kind == fault.Invalid) {
			err = b.refuse(l.No, e)
		}
		if err != nil {
			return err
		}
	}
	if err := b.makeOffers(ctx, fresh); err != nil {
		return err
	}
	return b.all()
}

// wishes collects offers to be made, and the lines that share each of them.
type wishes struct {
	patches []domain.OfferPatch
	lines   [][]*Line
	// places has the positions of offers by the name that lines use.
	places map[string]int
}

// wish has an offer of a line. Lines with the same name share it; a line without a name has its own
// offer.
type wish struct {
	name  string
	patch domain.OfferPatch
	ok    bool
}

func (w *wishes) add(l *Line, one wish) {
	if !one.ok {
		return
	}
	if at, ok := w.places[one.name]; ok && one.name != "" {
		w.lines[at] = append(w.lines[at], l)
		return
	}
	if w.places == nil {
		w.places = map[string]int{}
	}
	w.places[one.name] = len(w.patches)
	w.patches, w.lines = append(w.patches, one.patch), append(w.lines, []*Line{l})
}

// makeOffers makes the offers, and refuses lines if their offer cannot be made.
func (b *booking) makeOffers(ctx context.Context, w wishes) error {
	if len(w.patches) == 0 {
		return nil
	}
	made, faults, err := b.Offers.CreateMany(ctx, b.who, b.supplier.ID, w.patches)
	if err != nil {
		return err
	}
	for i, lines := range w.lines {
		for _, l := range lines {
			if faults[i] == nil {
				l.Values.OfferID = optional.Put(int64(made[i].ID))
			} else if err := b.refuse(l.No, faults[i]); err != nil {
				return err
			}
		}
		if faults[i] == nil {
			b.undo.Offers = append(b.undo.Offers, offerUndo{ID: made[i].ID, Made: true})
			b.out.Offers.Made++
		}
	}
	return nil
}

// reprice writes the new cost of an offer. An offer in another currency stays; an offer without a
// product gets the line's product.
func (b *booking) reprice(ctx context.Context, had map[domain.OfferID]domain.Offer, n domain.OfferID, l *Line) error {
	one, ok := had[n]
	if !ok || one.Values.Currency != b.currency {
		return nil
	}
	cost, _ := l.Net.Get()
	units := int(l.Units.Or(1))
	before := one.Values
	p, changed := before.Repriced(units, cost)
	if changed {
		p.Source = optional.Some(b.source())
	} else {
		p = domain.OfferPatch{}
	}
	if product, ok := l.Values.ProductID.Given(); ok && !one.Values.Product.Known() {
		p.Product = optional.Put(domain.ProductID(product))
	}
	if !changed && !p.Product.Set {
		return nil
	}
	after, err := b.Offers.Update(ctx, b.who, n, p, nil)
	if err != nil {
		return err
	}
	o := b.outcomes[l.No]
	o.Old = optional.Some(before.PriceFor(units))
	if b.paper.Mode == Costs {
		o.Status = Changed
	}
	b.undo.offer(one)
	had[n] = after
	b.out.Offers.Changed++
	return nil
}

// offer returns an offer for a line that names no offer.
func (b *booking) offer(l *Line, p domain.OfferPatch) wish {
	name := ""
	if sku, ok := l.Values.SupplierSKU.Given(); ok {
		name, p.SupplierSKU = "sku "+strings.ToLower(sku), optional.Put(sku)
	}
	if product, ok := l.Values.ProductID.Given(); ok {
		p.Product = optional.Put(domain.ProductID(product))
	}
	if code, ok := l.Values.GTIN.Given(); ok {
		p.GTINs = optional.Put([]string{code})
		if name == "" {
			name = "gtin " + code
		}
	}
	p.Supplier, p.Title, p.Source = optional.Put(b.supplier.ID), l.Values.Title, optional.Some(b.source())
	if each, ok := l.Values.UnitsPerCase.Given(); ok {
		p.PackSize, p.OrderMultiple = optional.Put(int(each)), optional.Put(1)
	}
	return wish{name, p, name != "" || p.Product.Set}
}
