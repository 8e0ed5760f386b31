package ledger

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// submit accepts a valid submission. It is applied after the marketplace's delay; submissions for
// one listing keep their order unless a fault changes it.
func (led *Ledger) submit(s submission, fault *gateway.Fault) {
	if fault.Is(gateway.NeverApplied) {
		return
	}
	b := &led.book
	b.mu.Lock()
	defer b.mu.Unlock()
	b.numbers[s.key()]++
	due := led.world.Clock.Now().Add(led.delay("apply", s.seller.ID, s.sku, b.numbers[s.key()]))
	switch {
	case fault.Is(gateway.LateWrite):
		due = led.world.Clock.Now().Add(fault.Wait(gateway.StandardLateness))
	case due.Before(b.lanes[s.key()]):
		due = b.lanes[s.key()]
	default:
		b.lanes[s.key()] = due
	}
	e := &agendaItem{due: due, run: func(at time.Time) []ListingChange { return led.apply(s, at) }}
	if s.verb == verbPut {
		e.makes = s.key()
	}
	b.schedule(e)
}

// Ask submits a price of a listing on behalf of its seller.
func (led *Ledger) Ask(s world.Seller, sku string, marketplaceID marketplace.ID, price money.Amount) {
	minor := price.Units() / world.Shops[marketplaceID].Currency.Unit().Units()
	led.submit(submission{
		verb: verbPatch, seller: &s, sku: sku, shops: []marketplace.ID{marketplaceID},
		patches: []patch{{Op: "merge", Path: "/attributes/" + catalog.AttributeOffer, Value: PriceTag{Shop: marketplaceID, Price: minor}.offers()}},
	}, nil)
}

// Usual returns the name of a product and its price before any competition; the zero Sale for an
// unknown product.
func (led *Ledger) Usual(shop marketplace.ID, asin string) Sale {
	p, ok := led.catalog.Product(asin)
	if !ok {
		return Sale{}
	}
	price, _ := amountOf(PriceTag{Shop: shop, Price: p.BasePrice(shop)})
	return Sale{ASIN: p.ASIN, Title: p.Title, Price: price}
}

// Enlist lists a known product in one marketplace under a new SKU of a seller, at its usual price
// and with free shipping. The listing is there at once, unlike a submitted one.
func (led *Ledger) Enlist(s world.Seller, shop marketplace.ID, sku, asin string, units int, fba bool) Sale {
	sale := led.Usual(shop, asin)
	sale.SKU = sku
	led.Settle()
	led.book.settling.Lock()
	defer led.book.settling.Unlock()
	p, _ := led.catalog.Product(asin)
	now, key := led.world.Clock.Now(), listingKey{s.ID, sku}
	l := &Listing{
		seller: s.ID, SKU: sku, ASIN: p.ASIN, productType: p.ProductType, condition: catalog.NewItems,
		Created: now, updated: now, FBA: fba, units: units, Tags: []PriceTag{{Shop: shop, Price: p.BasePrice(shop)}},
	}
	l.number(led.world)
	led.book.mu.Lock()
	led.book.listings[key] = l
	led.book.revision++
	led.book.add(key, l.ASIN)
	led.book.mu.Unlock()
	for _, change := range differences(nil, l, submission{seller: &s, sku: sku, shops: []marketplace.ID{shop}}, now) {
		led.tell(change)
	}
	return sale
}

// delay draws the marketplace's delay for one submission or feed.
func (led *Ledger) delay(parts ...any) time.Duration {
	d := led.submission.orUsual()
	spread := uint64((d.Max-d.Min)/time.Second) + 1
	return d.Min + time.Duration(led.world.Hash(parts...)%spread)*time.Second
}

// apply makes a submission effective and returns the changes. Only Settle calls it, so that nothing
// else changes the listing meanwhile.
func (led *Ledger) apply(s submission, at time.Time) []ListingChange {
	before, _ := led.ListingOf(s.seller.ID, s.sku)
	after := led.after(s, before, at)
	if after == nil && before == nil {
		return nil // deleted in the meantime
	}
	b := &led.book
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listings[s.key()] = after
	b.revision++
	if before == nil {
		b.add(s.key(), after.ASIN)
	}
	return differences(before, after, s, at)
}

// add notes the product of a new SKU.
func (b *book) add(key listingKey, asin string) {
	added := b.added[key.seller]
	if added == nil {
		added = map[string][]string{}
		b.added[key.seller] = added
	}
	if !slices.Contains(added[asin], key.sku) {
		added[asin] = append(added[asin], key.sku)
	}
}

// after returns the listing with the submission applied, nil if it is deleted.
func (led *Ledger) after(s submission, before *Listing, at time.Time) *Listing {
	l := &Listing{seller: s.seller.ID, SKU: s.sku, Created: at}
	a := attributes{}
	if before != nil {
		*l = *before
		l.Tags = slices.Clone(before.Tags)
		a = led.attributesOf(before).clone()
	} else if s.verb != verbPut {
		return nil
	}
	l.updated = at
	switch s.verb {
	case verbPut:
		led.put(s, l, a)
	case verbPatch:
		for _, p := range s.patches {
			a.patch(p, s.shops)
		}
	case verbDelete:
		l.Tags = slices.DeleteFunc(l.Tags, func(t PriceTag) bool { return slices.Contains(s.shops, t.Shop) })
		for name := range a {
			a[name] = slices.DeleteFunc(a[name], func(v map[string]any) bool { return v[catalog.OffShop] != nil && in(v, s.shops) })
		}
		if len(l.Tags) == 0 {
			return nil
		}
	}
	l.read(a)
	l.number(led.world)
	return l
}

// number gives units that the marketplace ships the marketplace's own number.
func (l *Listing) number(w *world.World) {
	if l.FBA && l.FNSKU == "" {
		l.FNSKU = "X00" + strings.ToUpper(world.Padded36(w.Hash("fnsku", l.seller, l.SKU), 7))
	}
}

func (led *Ledger) put(s submission, l *Listing, a attributes) {
	for name := range a {
		a.drop(name, s.shops)
	}
	for name, values := range s.attributes {
		a[name] = append(a[name], values...)
	}
	for _, shop := range s.shops {
		if _, ok := l.Tag(shop); !ok {
			l.Tags = append(l.Tags, PriceTag{Shop: shop})
		}
	}
	place := func(t PriceTag) int { return slices.Index(s.seller.Marketplaces, t.Shop) }
	slices.SortFunc(l.Tags, func(x, y PriceTag) int { return place(x) - place(y) })
	l.flaw = nil
	if p, ok := led.catalog.Product(s.attributes.text(catalog.AttributeASIN)); ok {
		l.ASIN, l.productType = p.ASIN, p.ProductType
	}
}

// differences returns the changes that a seller is notified of, marketplace by marketplace.
func differences(before, after *Listing, s submission, at time.Time) []ListingChange {
	var all []ListingChange
	if before == nil {
		before = &Listing{}
	}
	about := after
	if after == nil {
		after, about = &Listing{}, before
	}
	for _, shop := range s.shops {
		change := ListingChange{
			At: at, Seller: s.seller.ID, SKU: s.sku, ASIN: about.ASIN, Shop: shop, Status: after.status(shop),
			Issues: after.issues([]marketplace.ID{shop}),
		}
		old, _ := before.Tag(shop)
		tag, _ := after.Tag(shop)
		change.Price = tag.Price
		if old.Price != tag.Price {
			change.Kind = PriceApplied
			all = append(all, change)
		}
		if !slices.Equal(before.status(shop), change.Status) {
			change.Kind = StatusChanged
			all = append(all, change)
		}
		if len(before.issues([]marketplace.ID{shop})) != len(change.Issues) {
			change.Kind = IssuesChanged
			all = append(all, change)
		}
	}
	return all
}
