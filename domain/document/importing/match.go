package importing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// Status says how sure a match is.
type Status string

// The statuses. Only matched records are applied without a user.
const (
	Matched   Status = "matched"
	Ambiguous Status = "ambiguous"
	Suggested Status = "suggested"
	None      Status = "unmatched"
	Ignored   Status = "ignored"
)

func (Status) Words() []Status { return []Status{Matched, Ambiguous, Suggested, None, Ignored} }

// lead is the least distance in confidence between a match and the next candidate.
const lead document.Confidence = 500

// Target has the records that a line may be. Unknown members are 0.
type Target struct {
	Product, SKU, Offer, Item int64
	Title                     string
	By                        By
	Confidence                document.Confidence
}

// Match has the record of a line, or else at most maxCandidates possible records in Candidates, the
// likely first.
type Match struct {
	Status Status
	Target
	// SKUs lists the SKUs of the product.
	SKUs       []int64
	Candidates []Target
}

const maxCandidates = 5

// matcher finds the records of lines among the known records.
type matcher struct {
	products map[int64]*Product
	known    index[Product]
	offers   index[Offer]
	skus     index[SKU]
	order    *Order
	items    index[Item]
	taken    map[int64]bool
}

// index finds records by keys, each with the kind of the key in front.
type index[T any] map[string][]*T

func (x index[T]) add(one *T, kind, key string) {
	if key != "" && !slices.Contains(x[kind+key], one) {
		x[kind+key] = append(x[kind+key], one)
	}
}

// any returns the records with one of the keys, once each.
func (x index[T]) any(kind string, keys ...string) (out []*T) {
	for _, key := range keys {
		for _, one := range x[kind+key] {
			if key != "" && !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
	}
	return out
}

// The kinds of keys.
const (
	bySKU, byGTIN, byASIN, byMPN, byTitle, byProduct, byOffer, byTeamSKU, byID = "sku ", "gtin ", "asin ", "mpn ", "title ", "product ", "offer ", "own ", "id "
)

func plain(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func newMatcher(k Known, o *Order) *matcher {
	m := &matcher{products: map[int64]*Product{}, known: index[Product]{}, offers: index[Offer]{}, skus: index[SKU]{}, order: o, items: index[Item]{}, taken: map[int64]bool{}}
	for i := range k.Products {
		p := &k.Products[i]
		m.products[p.ID] = p
		for _, code := range p.GTINs {
			m.known.add(p, byGTIN, code)
		}
		for _, code := range p.ASINs {
			m.known.add(p, byASIN, code)
		}
		m.known.add(p, byMPN, folded(p.MPN))
		m.known.add(p, byTitle, folded(p.Title))
	}
	for i := range k.Offers {
		f := &k.Offers[i]
		for _, code := range f.GTINs {
			m.offers.add(f, byGTIN, code)
		}
		m.offers.add(f, bySKU, folded(f.SupplierSKU))
		m.offers.add(f, byASIN, f.ASIN)
		m.offers.add(f, byTitle, folded(f.Title))
		m.offers.add(f, byProduct, plain(f.Product))
		m.offers.add(f, byID, plain(f.ID))
	}
	for i := range k.SKUs {
		m.skus.add(&k.SKUs[i], bySKU, k.SKUs[i].Name)
	}
	if o == nil {
		return m
	}
	for n := range o.Items {
		i := &o.Items[n]
		m.items.add(i, bySKU, folded(i.SupplierSKU))
		m.items.add(i, byGTIN, i.GTIN)
		m.items.add(i, byASIN, i.ASIN)
		m.items.add(i, byTitle, folded(i.Title))
		m.items.add(i, byProduct, plain(i.Product))
		m.items.add(i, byOffer, plain(i.Offer))
		m.items.add(i, byTeamSKU, plain(i.SKU))
		m.items.add(i, byID, plain(i.ID))
	}
	return m
}

// targets groups candidates: products come before SKUs without a product, and SKUs before offers.
type targets struct{ products, skus, offers []Target }

func (t *targets) add(one Target, by By) {
	one.By, one.Confidence = by, confidences[by]
	list := &t.offers
	same := func(o Target) bool { return o.Offer == one.Offer }
	switch {
	case one.Product != 0:
		list, same = &t.products, func(o Target) bool { return o.Product == one.Product }
	case one.SKU != 0:
		list, same = &t.skus, func(o Target) bool { return o.SKU == one.SKU }
	case one.Offer == 0:
		return
	}
	at := slices.IndexFunc(*list, same)
	if at < 0 {
		*list = append(*list, one)
		return
	}
	had := &(*list)[at]
	had.Offer, had.SKU, had.Title = cmp.Or(had.Offer, one.Offer), cmp.Or(had.SKU, one.SKU), cmp.Or(had.Title, one.Title)
	if one.Confidence > had.Confidence {
		had.By, had.Confidence = one.By, one.Confidence
	}
}

// line finds the record of a line.
func (m *matcher) line(l *reading.Line) Match {
	if l.Kind != reading.Product {
		return Match{Status: Ignored}
	}
	found := m.found(l)
	match := decided(found)
	if match.Status == Matched && match.By != BySupplierSKU && m.packs(l) {
		match = unsure(Ambiguous, found.products)
	}
	if match.Status == Matched || match.Status == None {
		m.item(l, &match)
	}
	if match.Status == None {
		match = m.titled(l)
	}
	return m.completed(match)
}

func (m *matcher) found(l *reading.Line) (t targets) {
	gtins, sku, code := codes(l), folded(l.SupplierSKU), l.ASIN.String()
	for _, i := range m.named(gtins, sku, code) {
		t.add(Target{Product: i.Product, SKU: i.SKU, Offer: i.Offer, Title: i.Title}, ByItem)
	}
	offered := func(found []*Offer, by By) {
		for _, o := range found {
			t.add(Target{Product: o.Product, Offer: o.ID, Title: o.Title}, by)
		}
	}
	offered(m.offers.any(bySKU, sku), BySupplierSKU)
	offered(m.offers.any(byGTIN, gtins...), ByGTIN)
	offered(m.offers.any(byASIN, code), ByASIN)
	products := func(found []*Product, by By) {
		for _, p := range found {
			t.add(Target{Product: p.ID, Title: p.Title}, by)
		}
	}
	products(m.known.any(byGTIN, gtins...), ByGTIN)
	products(m.known.any(byASIN, code), ByASIN)
	own := []string{l.BuyerSKU} // the supplier says that it is the team's
	if telling(l.SupplierSKU) {
		own = append(own, l.SupplierSKU)
	}
	for _, s := range m.skus.any(bySKU, own...) {
		t.add(Target{Product: s.Product, SKU: s.ID, Title: s.Name}, BySKU)
	}
	products(slices.DeleteFunc(m.known.any(byMPN, folded(l.MPN)), func(p *Product) bool {
		return p.Brand == "" || !strings.Contains(folded(l.Description), folded(p.Brand))
	}), ByMPN)
	return t
}

// named returns the items with one of the codes.
func (m *matcher) named(gtins []string, sku, code string) []*Item {
	return once(m.items.any(bySKU, sku), m.items.any(byGTIN, gtins...), m.items.any(byASIN, code))
}

func once[T any](lists ...[]*T) (out []*T) {
	for _, list := range lists {
		for _, one := range list {
			if !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
	}
	return out
}

// telling reports whether an article number of the supplier may be taken for a SKU of the team.
// Short numbers, and numbers of only digits, often equal both by chance.
func telling(sku string) bool {
	letter, digit := false, false
	for _, c := range sku {
		letter, digit = letter || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z', digit || c >= '0' && c <= '9'
	}
	return len(sku) >= 5 && letter && digit
}

// decided takes the clear winner.
func decided(t targets) Match {
	list := t.products
	if len(list) == 0 {
		list = t.skus
	}
	if len(list) == 0 {
		list = t.offers
	}
	if len(list) == 0 {
		return Match{Status: None}
	}
	sorted(list)
	if len(list) > 1 && list[0].Confidence-list[1].Confidence <= lead {
		return unsure(Ambiguous, list)
	}
	match := Match{Status: Matched, Target: list[0]}
	if len(t.offers) == 1 && match.Offer == 0 {
		// An offer without a product is taken for an offer of the product.
		match.Offer = t.offers[0].Offer
	}
	return match
}

func sorted(list []Target) {
	slices.SortStableFunc(list, func(a, b Target) int { return cmp.Compare(b.Confidence, a.Confidence) })
}

func unsure(status Status, list []Target) Match {
	return Match{Status: status, Candidates: list[:min(len(list), maxCandidates)]}
}

// packs reports whether offers have the line's code in packs of several sizes.
func (m *matcher) packs(l *reading.Line) bool {
	offers := m.offers.any(byGTIN, codes(l)...)
	return slices.ContainsFunc(offers, func(o *Offer) bool { return o.PackSize != offers[0].PackSize })
}

// item finds the item of the order. Of several items for the same product, it takes the item with
// the line's quantity.
func (m *matcher) item(l *reading.Line, match *Match) {
	all := once(m.named(codes(l), folded(l.SupplierSKU), l.ASIN.String()), m.items.any(byProduct, plain(match.Product)),
		m.items.any(byOffer, plain(match.Offer)), m.items.any(byTeamSKU, plain(match.SKU)))
	fits := slices.DeleteFunc(all, func(i *Item) bool {
		return m.taken[i.ID] || match.Product != 0 && i.Product != 0 && i.Product != match.Product
	})
	if len(fits) > 1 {
		exact := slices.DeleteFunc(slices.Clone(fits), func(i *Item) bool {
			units, _, _ := counted(l, m.pack(*match), m.whole(l, *match))
			n, ok := units.Get()
			return !ok || i.Outstanding != n && i.Ordered != n
		})
		if len(exact) != 1 {
			var list []Target
			for _, i := range fits {
				list = append(list, Target{Product: i.Product, SKU: i.SKU, Offer: i.Offer, Item: i.ID, Title: i.Title, By: ByItem, Confidence: confidences[ByItem]})
			}
			*match = unsure(Ambiguous, list)
			return
		}
		fits = exact
	}
	if len(fits) == 0 {
		return
	}
	i := fits[0]
	m.taken[i.ID] = true
	if match.Status == None {
		match.Target = Target{Title: i.Title, By: ByItem, Confidence: confidences[ByItem]}
	}
	match.Status, match.Item = Matched, i.ID
	match.Product, match.SKU, match.Offer = cmp.Or(match.Product, i.Product), cmp.Or(match.SKU, i.SKU), cmp.Or(match.Offer, i.Offer)
}

// titled suggests records with the title of the line.
func (m *matcher) titled(l *reading.Line) Match {
	title := folded(l.Description)
	var list []Target
	if title == "" {
		return Match{Status: None}
	}
	for _, p := range m.known.any(byTitle, title) {
		list = append(list, Target{Product: p.ID, Title: p.Title, By: ByWords, Confidence: confidences[ByWords]})
	}
	for _, o := range m.offers.any(byTitle, title) {
		if !slices.ContainsFunc(list, func(t Target) bool { return t.Product != 0 && t.Product == o.Product }) {
			list = append(list, Target{Product: o.Product, Offer: o.ID, Title: o.Title, By: ByWords, Confidence: confidences[ByWords]})
		}
	}
	for _, i := range m.items.any(byTitle, title) {
		list = append(list, Target{Product: i.Product, SKU: i.SKU, Offer: i.Offer, Item: i.ID, Title: i.Title, By: ByWords, Confidence: confidences[ByWords]})
	}
	if len(list) == 0 {
		return Match{Status: None}
	}
	return unsure(Suggested, list)
}

// completed adds the offer and the SKUs of a product.
func (m *matcher) completed(match Match) Match {
	if p, ok := m.products[match.Product]; ok {
		match.SKUs, match.Title = p.SKUs, cmp.Or(p.Title, match.Title)
	}
	if match.SKU != 0 && !slices.Contains(match.SKUs, match.SKU) { // a SKU without a product, or a known product
		match.SKUs = append(slices.Clone(match.SKUs), match.SKU)
	}
	if match.Product == 0 {
		return match
	}
	if of := m.offers.any(byProduct, plain(match.Product)); match.Offer == 0 && len(of) == 1 {
		match.Offer = of[0].ID
	}
	return match
}

// pack returns the units in a case of the matched offer.
func (m *matcher) pack(match Match) int64 {
	if o := m.offer(match.Offer); o != nil {
		return o.PackSize
	}
	return 0
}

func (m *matcher) offer(id int64) *Offer {
	for _, o := range m.offers.any(byID, plain(id)) {
		return o
	}
	return nil
}

// whole reports whether the product has the code of the case itself.
func (m *matcher) whole(l *reading.Line, match Match) bool {
	p, ok := m.products[match.Product]
	return ok && l.GTIN.String() != "" && slices.Contains(p.GTINs, l.GTIN.Key())
}
