package feetable

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/research/fee"
)

// columns selects the amounts of the table's market in a row: one per market, or one per band of
// the price.
func (t table) columns(l []node) []int64 {
	if t.metric {
		l = l[t.column : t.column+1]
	}
	out := make([]int64, len(l))
	for i, n := range l {
		out[i] = fee.Unknown
		if !n.null() {
			out[i] = n.amount()
		}
	}
	return out
}

// width returns the number of amounts in a row of fulfillment fees.
func (t table) width() int {
	if t.metric {
		return len(t.names)
	}
	return 3
}

// rows reads [up to, amounts…]. Rows ascend; null means no limit.
func (t table) rows(n node, name string, units int64, unit string, width int) []fee.Row {
	var out []fee.Row
	for _, r := range n.list() {
		cells := r.row(width + 1)
		row := fee.Row{UpTo: math.MaxInt64, Name: name + ".over"}
		if !cells[0].null() {
			row.UpTo = cells[0].counted(units)
			row.Name = fmt.Sprintf("%s.%v%s", name, cells[0].value, unit)
		}
		if len(out) > 0 && out[len(out)-1].UpTo >= row.UpTo {
			r.fail("must be above the row before it")
		}
		if t.metric {
			row.Amounts = t.columns(cells[1:])
		} else {
			row.Amounts = plain(cells[1:])
		}
		out = append(out, row)
	}
	if len(out) == 0 {
		n.fail("must have rows")
	}
	return out
}

func plain(l []node) []int64 {
	out := make([]int64, len(l))
	for i, n := range l {
		out[i] = n.amount()
	}
	return out
}

// each reads the amount of a step: for all markets, or for each market.
func (t table) each(n node) int64 {
	if !t.metric {
		return n.amount()
	}
	if c := n.row(len(t.names))[t.column]; !c.null() {
		return c.amount()
	}
	return 0
}

// over reads a fee that grows with the weight.
func (t table) over(n node, name string) *fee.Over {
	o := &fee.Over{Name: name, Base: t.columns(n.at("base").row(t.width()))}
	switch {
	case n.has("step_oz"):
		n.only("base", "step_oz", "add")
		o.Step, o.Each = n.at("step_oz").counted(fee.Ounce), t.each(n.at("add"))
	case n.has("above_lb"):
		n.only("base", "above_lb", "add_per_lb")
		o.Above, o.Step, o.Each = n.at("above_lb").counted(fee.Pound), fee.Pound, t.each(n.at("add_per_lb"))
	case n.has("add_per_100g"):
		o.Above, o.Step, o.Each = 100*fee.Gram, 100*fee.Gram, t.each(n.at("add_per_100g"))
	default:
		n.only("base_g", "base", "add_per_kg")
		o.Above, o.Step, o.Each = n.at("base_g").counted(fee.Gram), kilogram, t.each(n.at("add_per_kg"))
	}
	if o.Step < fee.Gram {
		n.fail("must have steps of at least a gram")
	}
	return o
}

// tier splits a member's name into its tier and the rest.
func (t table) tier(member string) (name, rest string) {
	for _, tier := range tierNames[t.metric] {
		if after, ok := strings.CutPrefix(member, tier); ok && len(tier) > len(name) && (after == "" || after[0] == '_') {
			name, rest = tier, after
		}
	}
	if name == "" {
		t.fail("unknown member %s", member)
	}
	return name, rest
}

// weights reads the scales of the members that the table does not know by name.
func (t table) weights(known ...string) map[string]fee.Scale {
	scales := map[string]fee.Scale{}
	for _, member := range t.keys() {
		if slices.Contains(header, member) || slices.Contains(known, member) {
			continue
		}
		tier, rest := t.tier(member)
		s, n := scales[tier], t.at(member)
		ounces, isOver := strings.CutPrefix(rest, "_over_")
		ounces, inOunces := strings.CutSuffix(ounces, "_oz")
		switch {
		case isOver && inOunces:
			above, err := strconv.ParseInt(ounces, 10, 32)
			if err != nil {
				t.fail("unknown member %s", member)
			}
			s.Over = t.over(n, tier+".over_"+ounces+"oz")
			s.Over.Above = above * fee.Ounce
		case rest == "_oz" && !t.metric:
			s.Rows = t.rows(n, tier, fee.Ounce, "oz", t.width())
		case rest == "_add_per_kg" && t.metric:
			s.Over = &fee.Over{Name: tier + ".over", Step: kilogram, Each: t.each(n)}
		case rest != "":
			t.fail("unknown member %s", member)
		case isList(n):
			s.Rows = t.rows(n, tier, fee.Gram, "g", t.width())
		default:
			s.Over = t.over(n, tier)
		}
		scales[tier] = s
	}
	for tier, s := range scales {
		if len(s.Rows) == 0 || s.Over == nil {
			continue
		}
		last := s.Rows[len(s.Rows)-1]
		if s.Over.Base == nil {
			s.Over.Base, s.Over.Above = last.Amounts, last.UpTo
		}
		if s.Over.Above != last.UpTo {
			t.fail("%s must go on where its rows end", tier)
		}
	}
	return scales
}

func isList(n node) bool {
	_, ok := n.value.([]any)
	return ok
}

func (t table) fulfillment(m *fee.Market) {
	group := fee.Group(t.at("group").text())
	groups := []fee.Group{fee.GroupRegular, fee.GroupApparel, fee.GroupDangerous}
	if t.metric {
		groups = []fee.Group{fee.GroupLowPrice, fee.GroupStandard, fee.GroupSelected}
	}
	if !slices.Contains(groups, group) {
		t.at("group").fail("is not known")
	}
	f := &fee.Fulfillment{Sizing: t.sizing, Bands: []int64{0}, Table: fee.Table{Block: t.Block, Scales: t.weights(
		"group", "season", "price_bands", "limit", "limit_listed", "listed", "parcels", "peak", "peak_rows", "peak_from", "peak_to", "peak_tiers", "peak_markets",
	)}}
	if !t.metric {
		var below, from, to, above int64
		t.at("price_bands").prose("columns: price below %d, %d to %d inclusive, above %d", &below, &from, &to, &above)
		if below != from || to != above || from >= to {
			t.at("price_bands").fail("must follow each other")
		}
		f.Bands = append(f.Bands, from*10_000, to*10_000+1)
	}
	if group == fee.GroupLowPrice {
		f.Limit, f.LimitListed = t.at("limit").at(ofCountry(t.market)).amount(), t.at("limit_listed").at(ofCountry(t.market)).amount()
	}
	if t.has("listed") {
		f.Listed = t.at("listed").texts()
	}
	if group == fee.GroupSelected {
		for _, p := range t.at("parcels").list() {
			name := p.at("tier").text()
			f.Parcels = append(f.Parcels, fee.Parcel{Tier: tier(p, name, true), Scale: fee.Scale{Over: t.over(p, name)}})
		}
	}
	if t.has("peak_from") {
		t.peak(f)
	}
	m.Fulfillment[group] = replace(m.Fulfillment[group], f)
}

// peak reads the season of the table's market. Short rows have amounts for the first markets only.
func (t table) peak(f *fee.Fulfillment) {
	if !slices.Contains(t.at("peak_markets").texts(), t.market) {
		return
	}
	f.Peak = &fee.Peak{Period: period(t.at("peak_from"), t.at("peak_to")), Tiers: t.at("peak_tiers").texts(), Rows: map[string][]fee.Row{}}
	rows := t.at("peak_rows")
	for _, tier := range rows.keys() {
		for _, r := range rows.at(tier).list() {
			cells := r.list()
			if len(cells) < 2 || len(cells) > t.width()+1 {
				r.fail("must have from 2 to %d values", t.width()+1)
			}
			if t.column+1 < len(cells) && !cells[t.column+1].null() {
				f.Peak.Rows[tier] = append(f.Peak.Rows[tier], fee.Row{
					UpTo: cells[0].counted(fee.Gram), Name: fmt.Sprintf("%s.%vg.peak", tier, cells[0].value), Amounts: []int64{cells[t.column+1].amount()},
				})
			}
		}
	}
}

func (t table) lowInventory(m *fee.Market) {
	l := &fee.LowInventory{Table: fee.Table{Block: t.Block, Scales: map[string]fee.Scale{}, Tiers: map[string]fee.Certainty{}}}
	for _, n := range t.at("columns_days").list() {
		l.Days = append(l.Days, n.counted(1))
	}
	if !slices.IsSorted(l.Days) {
		t.at("columns_days").fail("must ascend")
	}
	for _, member := range t.keys() {
		if slices.Contains(header, member) || member == "columns_days" || member == "bulky_certainty" {
			continue
		}
		tier, rest := t.tier(member)
		row := fee.Row{UpTo: math.MaxInt64, Name: member, Amounts: plain(t.at(member).row(len(l.Days)))}
		if to, ok := strings.CutPrefix(rest, "_to_"); ok {
			pounds, err := strconv.ParseInt(strings.TrimSuffix(to, "_lb"), 10, 32)
			if err != nil {
				t.fail("unknown member %s", member)
			}
			row.UpTo = pounds * fee.Pound
		} else if rest != "" && !strings.HasPrefix(rest, "_over_") {
			t.fail("unknown member %s", member)
		}
		rows := append(l.Scales[tier].Rows, row)
		slices.SortFunc(rows, func(a, b fee.Row) int { return cmp.Compare(a.UpTo, b.UpTo) })
		l.Scales[tier] = fee.Scale{Rows: rows}
		if strings.Contains(tier, "bulky") && t.has("bulky_certainty") {
			l.Tiers[tier] = word[fee.Certainty](t.at("bulky_certainty"))
		}
	}
	m.LowInventory = replace(m.LowInventory, l)
}

func (t table) overmax(m *fee.Market) {
	o := &fee.Overmax{Table: fee.Table{Block: t.Block, Scales: map[string]fee.Scale{}}}
	var upTo, longest, girth int64
	t.at("when").prose("extra-large up to %d lb and longest above %d in or length + girth above %d in", &upTo, &longest, &girth)
	o.Longest, o.LengthGirth = longest*fee.Inch, girth*fee.Inch
	for _, member := range t.keys() {
		if slices.Contains(header, member) {
			continue
		}
		tier, rest := t.tier(member)
		if rest != "" {
			t.fail("unknown member %s", member)
		}
		o.Scales[tier] = fee.Scale{Rows: []fee.Row{{UpTo: math.MaxInt64, Name: tier, Amounts: []int64{t.at(member).amount()}}}}
	}
	m.Overmax = replace(m.Overmax, o)
}

func (t table) packaging(m *fee.Market) {
	t.only("rows_lb")
	s := fee.Scale{Rows: t.rows(t.at("rows_lb"), "packaging", fee.Pound, "lb", 1)}
	m.Packaging = replace(m.Packaging, &fee.Table{Block: t.Block, Scales: map[string]fee.Scale{"small_bulky": s, "large_bulky": s}})
}

func (t table) placement(m *fee.Market) {
	p := &fee.Table{Block: t.Block, Scales: map[string]fee.Scale{}}
	for _, member := range t.keys() {
		if slices.Contains(header, member) {
			continue
		}
		tier, rest := t.tier(member)
		if rest != "" {
			t.fail("unknown member %s", member)
		}
		p.Scales[tier] = fee.Scale{Rows: t.rows(t.at(member), tier, fee.Pound, "lb", 2)}
	}
	m.Placement = replace(m.Placement, p)
}

var litre = new(big.Int).Exp(big.NewInt(100*fee.Millimetre), big.NewInt(3), nil)

// storage reads the monthly fees by class and months.
func (t table) storage(m *fee.Market) {
	t.only("unit", "cubic_inches", "cubic_cm", fee.StoredStandard, fee.StoredOversize, fee.StoredClothing, "dangerous_certainty")
	s := &fee.Storage{Block: t.Block, Classes: map[string]*[12]fee.MonthRate{}}
	name, side := "cubic_cm", centimetre
	if t.has("cubic_inches") {
		name, side = "cubic_inches", fee.Inch
	}
	cube := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(side), big.NewInt(3), nil))
	if cube.Mul(cube, t.at(name).exact()); !cube.IsInt() || cube.Num().Cmp(litre) < 0 {
		t.at(name).fail("must be whole cubic nanometres, and at least a litre")
	}
	s.Volume = cube.Num()
	for _, class := range []string{fee.StoredStandard, fee.StoredOversize, fee.StoredClothing} {
		if t.has(class) {
			s.Classes[class] = months(t.at(class), class)
		}
	}
	m.Storage = replace(m.Storage, s)
}

// months reads {"1-9": amount, "10-12": amount}, which must have every month once.
func months(n node, class string) *[12]fee.MonthRate {
	out := &[12]fee.MonthRate{}
	for _, span := range n.keys() {
		var from, to int
		if _, err := fmt.Sscanf(span, "%d-%d", &from, &to); err != nil || from < 1 || to < from || to > 12 {
			n.fail("%s must be months such as 1-9", span)
		}
		for month := from - 1; month < to; month++ {
			if out[month].Row != "" {
				n.fail("month %d is there twice", month+1)
			}
			out[month] = fee.MonthRate{Amount: n.at(span).amount(), Row: class + "." + span}
		}
	}
	for month, r := range out {
		if r.Row == "" {
			n.fail("month %d is missing", month+1)
		}
	}
	return out
}
