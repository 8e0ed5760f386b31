package simulator

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// submit takes a submission that was found good: it will be applied when the
// marketplace comes to it, those for one listing in their order unless a fault
// says otherwise.
func (m *Marketplace) submit(s submission, fault *gateway.Fault) {
	if fault.Is(gateway.NeverApplied) {
		return
	}
	b := &m.book
	b.mu.Lock()
	defer b.mu.Unlock()
	b.numbers[s.key()]++
	due := m.World.Clock.Now().Add(m.delay("apply", s.seller.ID, s.sku, b.numbers[s.key()]))
	switch {
	case fault.Is(gateway.LateWrite):
		due = m.World.Clock.Now().Add(fault.Wait(gateway.StandardLateness))
	case due.Before(b.lanes[s.key()]):
		due = b.lanes[s.key()]
	default:
		b.lanes[s.key()] = due
	}
	e := &agendaItem{due: due, run: func(at time.Time) []listingChange { return m.apply(s, at) }}
	if s.verb == verbPut {
		e.makes = s.key()
	}
	b.schedule(e)
}

// delay is how long the marketplace takes this time.
func (m *Marketplace) delay(parts ...any) time.Duration {
	d := m.cfg.Submission.orUsual()
	spread := uint64((d.Max-d.Min)/time.Second) + 1
	return d.Min + time.Duration(m.Hash(parts...)%spread)*time.Second
}

// apply makes a submission effective and returns what changed. Only settle calls it, so that
// nothing else changes the listing meanwhile.
func (m *Marketplace) apply(s submission, at time.Time) []listingChange {
	before, _ := m.listingOf(s.seller.ID, s.sku)
	after := m.after(s, before, at)
	if after == nil && before == nil {
		return nil // deleted in the meantime
	}
	b := &m.book
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listings[s.key()] = after
	b.revision++
	if before == nil {
		b.add(s.key(), after.asin)
	}
	return differences(before, after, s, at)
}

// add notes which product a new SKU is for.
func (b *ledger) add(key listingKey, asin string) {
	added := b.added[key.seller]
	if added == nil {
		added = map[string][]string{}
		b.added[key.seller] = added
	}
	if !slices.Contains(added[asin], key.sku) {
		added[asin] = append(added[asin], key.sku)
	}
}

// after is the listing with the submission applied, nil if it is deleted.
func (m *Marketplace) after(s submission, before *listing, at time.Time) *listing {
	l := &listing{seller: s.seller.ID, sku: s.sku, created: at}
	a := attributes{}
	if before != nil {
		*l = *before
		l.tags = slices.Clone(before.tags)
		a = m.attributesOf(before).clone()
	} else if s.verb != verbPut {
		return nil
	}
	l.updated = at
	switch s.verb {
	case verbPut:
		m.put(s, l, a)
	case verbPatch:
		for _, p := range s.patches {
			a.patch(p, s.shops)
		}
	case verbDelete:
		l.tags = slices.DeleteFunc(l.tags, func(t priceTag) bool { return slices.Contains(s.shops, t.shop) })
		for name := range a {
			a[name] = slices.DeleteFunc(a[name], func(v map[string]any) bool { return v[catalog.OffShop] != nil && in(v, s.shops) })
		}
		if len(l.tags) == 0 {
			return nil
		}
	}
	l.read(a)
	if l.fba && l.fnsku == "" {
		l.fnsku = "X00" + strings.ToUpper(world.Padded36(m.Hash("fnsku", l.seller, l.sku), 7))
	}
	return l
}

func (m *Marketplace) put(s submission, l *listing, a attributes) {
	for name := range a {
		a.drop(name, s.shops)
	}
	for name, values := range s.attributes {
		a[name] = append(a[name], values...)
	}
	for _, shop := range s.shops {
		if _, ok := l.tag(shop); !ok {
			l.tags = append(l.tags, priceTag{shop: shop})
		}
	}
	place := func(t priceTag) int { return slices.Index(s.seller.Marketplaces, t.shop) }
	slices.SortFunc(l.tags, func(x, y priceTag) int { return place(x) - place(y) })
	l.flaw = nil
	if p, ok := m.Catalog.Product(s.attributes.text(catalog.AttributeASIN)); ok {
		l.asin, l.productType = p.ASIN, p.ProductType
	}
}

// differences are what a seller is notified of, marketplace by marketplace.
func differences(before, after *listing, s submission, at time.Time) []listingChange {
	var all []listingChange
	if before == nil {
		before = &listing{}
	}
	about := after
	if after == nil {
		after, about = &listing{}, before
	}
	for _, shop := range s.shops {
		change := listingChange{
			At: at, Seller: s.seller.ID, SKU: s.sku, ASIN: about.asin, Shop: shop, Status: after.status(shop),
			Issues: after.issues([]marketplace.ID{shop}),
		}
		old, _ := before.tag(shop)
		tag, _ := after.tag(shop)
		change.Price = tag.price
		if old.price != tag.price {
			change.Kind = priceApplied
			all = append(all, change)
		}
		if !slices.Equal(before.status(shop), change.Status) {
			change.Kind = statusChanged
			all = append(all, change)
		}
		if len(before.issues([]marketplace.ID{shop})) != len(change.Issues) {
			change.Kind = issuesChanged
			all = append(all, change)
		}
	}
	return all
}
