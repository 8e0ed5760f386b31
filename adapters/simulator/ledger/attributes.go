package ledger

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// attributes has a listing in the form of submissions: every attribute is a list of objects, most
// of them for one marketplace. Numbers stay as they were sent.
type attributes map[string][]map[string]any

// selectors lists the members that distinguish the values of an attribute.
var selectors = []string{catalog.OffShop, "currency", "audience", "language_tag", catalog.OffChannel}

// same reports whether two values of an attribute have the same selectors. Selectors that a patch
// does not name are ignored.
func same(value, patch map[string]any) bool {
	for _, name := range selectors {
		want, named := patch[name]
		if name == "audience" && !named {
			want, named = catalog.AudienceAll, value["audience"] != nil
		}
		if named && value[name] != want {
			return false
		}
	}
	return true
}

// in reports whether a value of an attribute belongs to one of the marketplaces; a value without a
// marketplace belongs to all.
func in(value map[string]any, ids []marketplace.ID) bool {
	id, named := value[catalog.OffShop].(string)
	return !named || slices.Contains(ids, marketplace.ID(id))
}

func (a attributes) clone() attributes {
	b := make(attributes, len(a))
	for name, values := range a {
		b[name] = slices.Clone(values)
	}
	return b
}

// within returns the attributes of these marketplaces.
func (a attributes) within(ids []marketplace.ID) attributes {
	b := attributes{}
	for name, values := range a {
		for _, v := range values {
			if in(v, ids) {
				b[name] = append(b[name], v)
			}
		}
	}
	return b
}

// drop removes the values of these marketplaces from an attribute.
func (a attributes) drop(name string, ids []marketplace.ID) {
	a[name] = slices.DeleteFunc(a[name], func(v map[string]any) bool { return in(v, ids) })
	if len(a[name]) == 0 {
		delete(a, name)
	}
}

// patch changes one attribute. Replacing drops every value of the patch's marketplaces; merging
// keeps the values that the patch does not name.
func (a attributes) patch(p patch, ids []marketplace.ID) {
	name := p.attribute()
	switch {
	case p.Op == "merge":
		for _, v := range p.Value {
			a.merge(name, v, ids)
		}
	case p.Op == "delete" && len(p.Value) > 0:
		for _, v := range p.Value {
			a[name] = slices.DeleteFunc(a[name], func(old map[string]any) bool { return in(old, ids) && same(old, v) })
		}
	default:
		a.drop(name, ids)
		if p.Op != "delete" {
			a[name] = append(a[name], p.Value...)
		}
	}
	if len(a[name]) == 0 {
		delete(a, name)
	}
}

func (a attributes) merge(name string, v map[string]any, ids []marketplace.ID) {
	i := slices.IndexFunc(a[name], func(old map[string]any) bool { return in(old, ids) && same(old, v) })
	if i < 0 {
		a[name] = append(a[name], v)
		return
	}
	a[name][i] = maps.Clone(a[name][i])
	maps.Copy(a[name][i], v)
}

// patch has one operation of a patch request.
type patch struct {
	Op    string           `json:"op"`
	Path  string           `json:"path"`
	Value []map[string]any `json:"value"`
}

func (p patch) attribute() string { return strings.TrimPrefix(p.Path, "/attributes/") }

// priceIn returns the first price of a schedule, in the smallest unit of the currency. It returns 0
// if the member is missing, and false for an invalid price in the currency.
func priceIn(offer map[string]any, member string, currency money.Currency) (int64, bool) {
	schedules, _ := offer[member].([]any)
	if len(schedules) == 0 {
		return 0, offer[member] == nil
	}
	first, _ := schedules[0].(map[string]any)
	steps, _ := first["schedule"].([]any)
	if len(steps) == 0 {
		return 0, false
	}
	step, _ := steps[0].(map[string]any)
	number, ok := step["value_with_tax"].(json.Number)
	if !ok {
		return 0, false
	}
	sum, err := money.Parse(number.String())
	if err != nil || !sum.Positive() || !sum.Fits(currency) {
		return 0, false
	}
	return sum.Units() / currency.Unit().Units(), true
}

// schedule returns a price in the form of submissions.
func schedule(s *world.Shop, minor int64) []any {
	return []any{map[string]any{"schedule": []any{map[string]any{"value_with_tax": s.Number(minor)}}}}
}

// values returns an attribute with one value in each marketplace.
func (l *Listing) values(value any) []map[string]any {
	var all []map[string]any
	for _, t := range l.Tags {
		all = append(all, map[string]any{"value": value, catalog.OffShop: string(t.Shop)})
	}
	return all
}

// attributesOf returns the attributes of a listing; for a listing from the seed it makes them up.
func (led *Ledger) attributesOf(l *Listing) attributes {
	if l.attributes != nil {
		return l.attributes
	}
	a := attributes{catalog.AttributeCondition: l.values(l.condition), catalog.AttributeASIN: l.values(l.ASIN)}
	if p, ok := led.catalog.Product(l.ASIN); ok {
		a["item_name"], a["brand"] = l.values(p.Title), l.values(p.Brand)
		if p.Parent != "" || p.IsHead() {
			a["parentage_level"] = l.values(map[bool]string{true: "parent", false: "child"}[p.IsHead()])
		}
	}
	for _, t := range l.Tags {
		a[catalog.AttributeOffer] = append(a[catalog.AttributeOffer], t.offers()...)
	}
	if len(a[catalog.AttributeOffer]) == 0 {
		delete(a, catalog.AttributeOffer)
		return a
	}
	if l.FBA {
		a[catalog.AttributeAvailability] = []map[string]any{{catalog.OffChannel: l.channel()}}
	} else {
		a[catalog.AttributeAvailability] = []map[string]any{{catalog.OffChannel: catalog.ChannelSeller, "quantity": l.units}}
	}
	return a
}

// offers returns the values of the attribute with the price.
func (t PriceTag) offers() []map[string]any {
	if t.Price == 0 {
		return nil
	}
	s := world.Shops[t.Shop]
	at := func(audience string, price int64) map[string]any {
		return map[string]any{catalog.OffShop: string(t.Shop), "currency": string(s.Currency), "audience": audience, "our_price": schedule(s, price)}
	}
	offer := at(catalog.AudienceAll, t.Price)
	if t.low > 0 {
		offer["minimum_seller_allowed_price"] = schedule(s, t.low)
	}
	if t.high > 0 {
		offer["maximum_seller_allowed_price"] = schedule(s, t.high)
	}
	all := []map[string]any{offer}
	if t.business > 0 {
		all = append(all, at(catalog.AudienceBusiness, t.business))
	}
	return all
}

// channel returns the code of the listing's fulfilment.
func (l *Listing) channel() string {
	if !l.FBA || len(l.Tags) == 0 {
		return catalog.ChannelSeller
	}
	return catalog.Channel(world.Shops[l.Tags[0].Shop])
}

// read copies the attributes into the listing: prices, condition, fulfilment and the number of
// units.
func (l *Listing) read(a attributes) {
	l.attributes = a
	for i, t := range l.Tags {
		l.Tags[i] = a.tag(t.Shop)
	}
	for _, v := range a[catalog.AttributeCondition] {
		if text, ok := v["value"].(string); ok {
			l.condition = text
		}
	}
	shipped := false
	for _, v := range a[catalog.AttributeAvailability] {
		code, _ := v[catalog.OffChannel].(string)
		shipped = shipped || strings.HasPrefix(code, catalog.ChannelMarketplace)
	}
	if !shipped || !l.FBA {
		l.units = 0 // the seller's units follow below, a fulfilment centre has no units yet
	}
	l.FBA = shipped
	for _, v := range a[catalog.AttributeAvailability] {
		if number, ok := whole(v["quantity"]); ok && !shipped {
			l.units = number
		}
	}
}

// tag reads the price in one marketplace.
func (a attributes) tag(id marketplace.ID) PriceTag {
	t, currency := PriceTag{Shop: id}, world.Shops[id].Currency
	for _, v := range a[catalog.AttributeOffer] {
		if v[catalog.OffShop] != string(id) {
			continue
		}
		if v["audience"] == catalog.AudienceBusiness {
			t.business, _ = priceIn(v, "our_price", currency)
			continue
		}
		t.Price, _ = priceIn(v, "our_price", currency)
		t.low, _ = priceIn(v, "minimum_seller_allowed_price", currency)
		t.high, _ = priceIn(v, "maximum_seller_allowed_price", currency)
	}
	return t
}

// whole reads a number of units.
func whole(x any) (int, bool) {
	switch x := x.(type) {
	case int:
		return x, true
	case json.Number:
		n, err := x.Int64()
		return int(n), err == nil && n >= 0 && n <= 1_000_000
	}
	return 0, false
}
