package history

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/history"
)

// The records of the audit trail that become events, besides products.
const (
	orderRecord = "purchase_order"
	itemRecord  = "purchase_order_item"
)

// Trail writes an audit trail and fills the product feed in the same transaction, with one write.
// One read finds the records of lines without a subject.
type Trail struct {
	audit.Log
	events ports.Events
}

// NewTrail returns a trail that also fills the feed.
func NewTrail(log audit.Log, events ports.Events) *Trail { return &Trail{log, events} }

// Write appends lines to the audit trail, and the events that follow from them to the feed.
func (t *Trail) Write(ctx context.Context, entries ...audit.Entry) error {
	if err := t.Log.Write(ctx, entries...); err != nil {
		return err
	}
	lines := map[id.Team][]line{}
	for _, e := range entries {
		if l, ok := lineOf(e); ok {
			lines[e.Team] = append(lines[e.Team], l)
		}
	}
	for _, team := range slices.Sorted(maps.Keys(lines)) {
		if err := t.fill(ctx, team, lines[team]); err != nil {
			return err
		}
	}
	return nil
}

// line has a line of the trail that may become events.
type line struct {
	audit.Entry
	changes []history.Change
	// parts has the events of a product.
	parts []history.Part
}

// lineOf reports whether a line may be an event.
func lineOf(e audit.Entry) (line, bool) {
	l := line{Entry: e}
	for _, field := range slices.Sorted(maps.Keys(e.Changes)) {
		l.changes = append(l.changes, history.Change{Field: field, Old: e.Changes[field].Old, New: e.Changes[field].New})
	}
	switch product := history.ProductType(e.Record); {
	case words.Known(product):
		l.parts = history.OfProduct(product, e.Verb, slices.DeleteFunc(slices.Clone(l.changes), func(c history.Change) bool {
			return product == history.ASIN && (c.Field == "asin" || c.Field == "marketplace_id")
		}))
		return l, len(l.parts) > 0
	case e.Record == orderRecord:
		return l, history.Places(l.changes)
	case e.Record == itemRecord:
		return l, len((history.Item{}).Parts(e.Verb, l.changes)) > 0
	}
	return l, false
}

// fill adds the events of a team's lines to the feed.
func (t *Trail) fill(ctx context.Context, team id.Team, lines []line) error {
	asked := ports.Asked{Products: map[history.ProductType][]int64{}}
	unknown := false
	for _, l := range lines {
		if l.Subject.Known() {
			continue
		}
		unknown = true
		switch l.Record {
		case orderRecord:
			asked.Orders = append(asked.Orders, l.RecordID)
		case itemRecord:
			asked.Items = append(asked.Items, l.RecordID)
		default:
			product := history.ProductType(l.Record)
			asked.Products[product] = append(asked.Products[product], l.RecordID)
		}
	}
	var labels ports.Labels
	if unknown {
		var err error
		if labels, err = t.events.Labels(ctx, team, asked); err != nil {
			return err
		}
	}
	var events []history.Event
	for _, l := range lines {
		events = append(events, l.events(labels)...)
	}
	return t.events.Append(ctx, events...)
}

func (l line) events(labels ports.Labels) (out []history.Event) {
	source := history.Source{Kind: history.SourceKind(l.Source)}
	if l.Order != 0 {
		source = history.Source{Kind: history.FromOrder, ID: optional.Some(l.Order)}
	}
	add := func(p history.Product, from history.Source, parts ...history.Part) {
		for _, part := range parts {
			e := history.Event{Team: l.Team, Kind: part.Kind, Product: p, Changes: part.Changes, Source: from, Count: 1, At: l.At}
			if l.User != 0 {
				e.Actor = optional.Some(history.Actor{ID: l.User})
			}
			out = append(out, e)
		}
	}
	if len(l.parts) > 0 {
		add(l.product(labels), source, l.parts...)
		return out
	}
	ordered := func(item history.Item, parts ...history.Part) {
		add(item.Product, history.Source{Kind: history.FromOrder, ID: optional.Some(item.Order)}, parts...)
	}
	if item, ok := l.item(labels); ok && l.Record == itemRecord {
		ordered(item, item.Parts(l.Verb, l.changes)...)
	}
	if l.Record == orderRecord {
		for _, item := range labels.Orders[l.RecordID] {
			ordered(item, item.Placed())
		}
	}
	return out
}

// item returns the item of a line. It has no event without a record and an ASIN.
func (l line) item(labels ports.Labels) (history.Item, bool) {
	s, known := l.Subject.Get()
	if !known {
		item, ok := labels.Items[l.RecordID]
		return item, ok
	}
	return history.Item{
		ID: l.RecordID, Order: s.Order, Draft: s.Draft, Quantity: s.Quantity, Product: productOf(s),
	}, s.ID != 0 || s.ASIN.Known()
}

func productOf(s audit.Subject) history.Product {
	p := history.Product{Type: history.ProductType(s.Type), ASIN: s.ASIN, Marketplace: s.Marketplace, Title: s.Title}
	if s.ID != 0 {
		p.ID = optional.Some(s.ID)
	}
	return p
}

// product returns the subject of a line.
func (l line) product(labels ports.Labels) history.Product {
	if s, ok := l.Subject.Get(); ok {
		return productOf(s)
	}
	product := history.ProductType(l.Record)
	p, ok := labels.Products[product][l.RecordID]
	switch {
	case ok:
		return p
	case product != history.ASIN:
		return history.Product{Type: product, ID: optional.Some(l.RecordID)}
	}
	p.Type = product
	if asin, ok := l.Changes["asin"].New.(string); ok {
		p.ASIN = optional.Some(asin)
	}
	if m, ok := l.Changes["marketplace_id"].New.(string); ok {
		p.Marketplace = optional.Some(marketplace.ID(m))
	}
	return p
}
