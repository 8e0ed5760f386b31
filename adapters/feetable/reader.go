package feetable

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

// reader collects the markets of all files.
type reader struct {
	markets map[string]*fee.Market
	order   []string
	typed   []typed
}

// file has the data that all tables of a file share. The American file has a single market and rows
// with a column for each band of the price. The European file has rows with a column for each
// market.
type file struct {
	metric bool
	names  []string
	sizing *fee.Sizing
}

// table has a block for one market.
type table struct {
	node
	*file
	fee.Block
	market string
	column int
}

// ofCountry returns the name of a market without its programme.
func ofCountry(market string) string { return strings.TrimSuffix(market, fee.CentralEurope) }

func (r *reader) read(n node) {
	if n.has("product_types") {
		r.types(n)
		return
	}
	n.only("version", "market", "markets", "currency", "note", "tiers", "blocks", "referral", "referral_note")
	if n.at("version").counted(1) != 2 {
		n.at("version").fail("must be 2")
	}
	f := file{metric: n.has("markets")}
	if f.metric {
		f.names = n.at("markets").texts()
	} else {
		f.names = []string{n.at("market").text()}
	}
	for _, name := range f.names {
		currency := n.at("currency")
		if f.metric {
			currency = currency.at(ofCountry(name))
		}
		r.market(currency, name, f.metric)
	}
	f.sizing = tiers(n.at("tiers"), f.metric)
	for _, b := range n.at("blocks").list() {
		r.block(b, &f)
	}
	referral := n.at("referral")
	if !f.metric {
		r.referral(referral, f.names[0])
		return
	}
	for _, name := range referral.keys() {
		if !slices.Contains(f.names, name) {
			referral.at(name).fail("is no market of the file")
		}
		r.referral(referral.at(name), name)
	}
}

func (r *reader) market(currency node, name string, metric bool) {
	i := slices.IndexFunc(marketplace.All(), func(m marketplace.Marketplace) bool { return m.Country == ofCountry(name) })
	if i < 0 || string(marketplace.All()[i].Currency) != currency.text() {
		currency.fail("%s is no marketplace with this currency", name)
	}
	if r.markets[name] == nil {
		r.order = append(r.order, name)
		r.markets[name] = &fee.Market{
			Country: name, Currency: money.Currency(currency.text()), Metric: metric, Fulfillment: map[fee.Group][]*fee.Fulfillment{},
		}
	}
}

// borrow copies missing referral fees from the market's country, or else from Germany; the latter
// become uncertain.
func (r *reader) borrow() {
	for _, m := range r.markets {
		if len(m.Referral) > 0 {
			continue
		}
		own := r.markets[ofCountry(m.Country)]
		if own != nil && own != m && len(own.Referral) > 0 {
			m.Referral = own.Referral
			continue
		}
		german := r.markets["DE"]
		if !m.Metric || german == nil {
			continue
		}
		for _, from := range german.Referral {
			to := *from
			to.Certainty, to.Categories = fee.CertaintyC, slices.Clone(from.Categories)
			for i := range to.Categories {
				to.Categories[i].Certainty = fee.CertaintyC
			}
			m.Referral = append(m.Referral, &to)
		}
	}
}

// tierNames lists sizes in the order in which they are tried.
var tierNames = map[bool][]string{
	false: {"small_standard", "large_standard", "small_bulky", "large_bulky", "extra_large_50", "extra_large_70", "extra_large_150", "extra_large_over_150"},
	true: {
		"light_envelope", "standard_envelope", "large_envelope", "xl_envelope", "small_parcel", "standard_parcel", "small_oversize",
		"standard_oversize_light", "standard_oversize_heavy", "standard_oversize_large", "bulky_oversize", "heavy_oversize", "special_oversize",
	},
}

const (
	centimetre = 10 * fee.Millimetre
	kilogram   = 1000 * fee.Gram
)

// tiers reads sizes. A pound by volume is 139 cubic inches, a kilogram 5000 cubic centimetres.
func tiers(n node, metric bool) *fee.Sizing {
	n.only(append([]string{"_"}, tierNames[metric]...)...)
	cube := func(side, volume int64) *big.Int {
		c := new(big.Int).Exp(big.NewInt(side), big.NewInt(3), nil)
		return c.Mul(c, big.NewInt(volume))
	}
	z := &fee.Sizing{Weight: big.NewInt(fee.Pound), Volume: cube(fee.Inch, 139)}
	if metric {
		z.Weight, z.Volume = big.NewInt(kilogram), cube(centimetre, 5000)
	}
	for _, name := range tierNames[metric] {
		if n.has(name) {
			z.Tiers = append(z.Tiers, tier(n.at(name), name, metric))
		}
	}
	return z
}

func tier(n node, name string, metric bool) fee.Tier {
	n.only("tier", "in", "cm", "unit_lb", "unit_g", "ship_lb", "dim_g", "length_plus_girth_in", "girth_cm", "base", "add_per_100g")
	limit := func(units int64, name string) int64 {
		if !n.has(name) {
			return 0
		}
		return n.at(name).counted(units)
	}
	ends := func(suffixes ...string) bool {
		return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
	}
	t := fee.Tier{
		Name: name, Unit: cmp.Or(limit(fee.Pound, "unit_lb"), limit(fee.Gram, "unit_g")), Shipping: limit(fee.Pound, "ship_lb"),
		Dimensional: limit(fee.Gram, "dim_g"), Girth: limit(centimetre, "girth_cm"), LengthGirth: limit(fee.Inch, "length_plus_girth_in"),
		ByUnit:   ends("small_standard", "over_150", "_envelope", "special_oversize"),
		Oversize: !ends("_standard", "_envelope", "_parcel") && !strings.Contains(name, "_parcel_"),
	}
	if !metric && t.Oversize {
		t.LeastSide = 2 * fee.Inch
	}
	for name, units := range map[string]int64{"in": fee.Inch, "cm": centimetre} {
		if !n.has(name) {
			continue
		}
		for i, side := range n.at(name).row(3) {
			if !side.null() {
				t.Sides[i] = side.counted(units)
			}
		}
	}
	return t
}

// kinds reads blocks into a market. Blocks without a reader explain charges besides the fees of a
// sale; only their header is checked.
var kinds = map[string]func(table, *fee.Market){
	"fulfillment": table.fulfillment, "storage": table.storage, "low_inventory": table.lowInventory, "overmax": table.overmax,
	"packaging": table.packaging, "placement": table.placement,
	"surcharge": func(t table, m *fee.Market) {
		t.only("rate", "of", "note")
		t.shareOf("fulfillment")
		m.Surcharge = replace(m.Surcharge, &fee.Charge{Block: t.Block, Rate: t.at("rate").share()})
	},
	"digital_services": func(t table, m *fee.Market) {
		t.only("rate", "of", "note")
		t.shareOf("referral", "closing", "fulfillment")
		if rate := t.at("rate"); rate.has(ofCountry(t.market)) {
			m.Digital = replace(m.Digital, &fee.Charge{Block: t.Block, Rate: rate.at(ofCountry(t.market)).share()})
		}
	},
	"dangerous": func(t table, m *fee.Market) {
		t.only("per_unit")
		m.Dangerous = replace(m.Dangerous, &fee.Charge{Block: t.Block, Amount: t.at("per_unit").amount()})
	},
	"refund_admin": func(t table, m *fee.Market) {
		t.only("share_of_referral", "most")
		c := &fee.Charge{Block: t.Block, Rate: t.at("share_of_referral").share()}
		if t.has("most") {
			c.Most = t.at("most").amount()
		}
		m.Refund = replace(m.Refund, c)
	},
	"aged": nil, "returns": nil, "plan": nil,
}

var header = []string{"id", "kind", "market", "from", "to", "certainty", "certainty_by_market", "note", "when"}

// only refuses members outside the header and names.
func (t table) only(names ...string) { t.node.only(slices.Concat(header, names)...) }

func (t table) shareOf(lines ...string) {
	if !slices.Equal(t.at("of").texts(), lines) {
		t.at("of").fail("must be %s", strings.Join(lines, ", "))
	}
}

func (r *reader) block(n node, f *file) {
	n = node{n.path + "(" + n.at("id").text() + ")", n.value}
	kind := n.at("kind").text()
	read, ok := kinds[kind]
	if !ok {
		n.at("kind").fail("%s is not known", kind)
	}
	id := n.at("id").text()
	of, _, _ := strings.Cut(id, ".")
	of = strings.ToUpper(of)
	if n.has("market") && n.at("market").text() != of {
		n.at("market").fail("must be as in the id")
	}
	b := block(n)
	found := false
	for column, name := range f.names {
		if of != ofCountry(name) && of != "EU" {
			continue
		}
		found = true
		t := table{n, f, b, name, column}
		if n.has("certainty_by_market") {
			if by := n.at("certainty_by_market"); by.has(ofCountry(name)) {
				t.Certainty = word[fee.Certainty](by.at(ofCountry(name)))
			}
		}
		if read != nil {
			read(t, r.markets[name])
		}
	}
	if !found {
		n.at("id").fail("must begin with a market of the file")
	}
}

func block(n node) fee.Block {
	b := fee.Block{ID: n.at("id").text(), Period: period(n.at("from"), n.at("to")), Certainty: word[fee.Certainty](n.at("certainty"))}
	return b
}

func period(from, to node) fee.Period {
	p := fee.Period{From: from.date()}
	if !to.null() {
		last := to.date()
		if last.Before(p.From) {
			to.fail("is before the first day")
		}
		p.To = optional.Some(last)
	}
	return p
}

func (r *reader) referral(n node, market string) {
	n.only("id", "from", "to", "certainty", "roots", "of", "otherwise", "least_by_tier", "categories")
	ref := &fee.Referral{Block: block(n), Otherwise: n.at("otherwise").text(), LeastByTier: map[string]int64{}}
	if n.has("least_by_tier") {
		by := n.at("least_by_tier")
		for _, tier := range by.keys() {
			if by.has(tier) {
				ref.LeastByTier[tier] = by.at(tier).amount()
			}
		}
	}
	names := map[string]bool{}
	for _, c := range n.at("categories").list() {
		category := category(c, ref.Certainty)
		if names[category.Name] {
			c.fail("%s is there twice", category.Name)
		}
		names[category.Name] = true
		ref.Categories = append(ref.Categories, category)
	}
	if !names[ref.Otherwise] {
		n.at("otherwise").fail("must be a category")
	}
	m := r.markets[market]
	m.Referral = replace(m.Referral, ref)
}

func category(n node, certainty fee.Certainty) fee.Category {
	n.only("category", "mode", "bands", "above", "least", "closing", "roots", "certainty")
	c := fee.Category{
		Name: n.at("category").text(), Certainty: certainty, Mode: word[fee.Mode](n.at("mode")), Bands: bands(n.at("bands")), Least: n.at("least").amount(),
	}
	if n.has("certainty") {
		c.Certainty = word[fee.Certainty](n.at("certainty"))
	}
	if n.has("closing") {
		c.Closing = n.at("closing").amount()
	}
	if n.has("roots") {
		c.Roots = n.at("roots").texts()
	}
	last := c.Bands
	if c.Mode == fee.ModeWholeThenMarginal {
		c.Above = bands(n.at("above"))
		last = c.Above
		if !slices.IsSortedFunc(slices.Concat(c.Bands, c.Above), func(a, b fee.Band) int { return cmp.Compare(limit(a), limit(b)) }) {
			n.at("above").fail("must begin above the bands")
		}
	} else if n.has("above") {
		n.at("above").fail("belongs to whole_then_marginal")
	}
	if last[len(last)-1].UpTo.Known() || c.Mode == fee.ModeFlat && len(c.Bands) != 1 {
		n.fail("the last band must be open, and the only one of a flat fee")
	}
	return c
}

func limit(b fee.Band) int64 { return b.UpTo.Or(math.MaxInt64) }

func bands(n node) []fee.Band {
	var out []fee.Band
	for _, row := range n.list() {
		pair := row.row(2)
		b := fee.Band{Rate: pair[1].share()}
		if !pair[0].null() {
			b.UpTo = optional.Some(pair[0].amount())
		}
		if len(out) > 0 && limit(out[len(out)-1]) >= limit(b) {
			row.fail("must be above the row before it")
		}
		out = append(out, b)
	}
	if len(out) == 0 {
		n.fail("must have rows")
	}
	return out
}
