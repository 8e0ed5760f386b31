package fee

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
)

// builder fills a schedule.
type builder struct {
	*Schedule
	Question
	referrals *Referral
	category  *Category
	fit       optional.Maybe[Fit]
}

func (b *builder) add(t Type, segments ...segment) {
	b.tariffs = append(b.tariffs, tariff{t, segments})
}

func (b *builder) hole(t Type) { b.add(t, unknown(0)) }

// row adds the amount of a table's row, or a hole for an unknown amount.
func (b *builder) row(of Type, t *Table, tier string, row Row, column int) {
	if row.Amounts[column] == Unknown {
		b.hole(of)
		return
	}
	s := fixed(&t.Block, row.Name, row.Amounts[column])
	if c, ok := t.Tiers[tier]; ok {
		s.certainty = c
	}
	b.add(of, s)
}

// chosen finds the table of the day, and notes a table of other days.
func chosen[T dated](b *builder, tables []T) (T, bool) {
	t, off := forDay(tables, b.Day)
	if off {
		b.outdated()
	}
	return t, len(tables) > 0
}

// outdated notes a table of other days, once.
func (b *builder) outdated() {
	if !slices.Contains(b.notes, NoteOutdatedTable) {
		b.notes = append(b.notes, NoteOutdatedTable)
	}
}

// categorise finds the category and the table of its referral fee.
func (b *builder) categorise() error {
	if b.Market == nil || len(b.Market.Referral) == 0 {
		return nil
	}
	b.referrals, _ = chosen(b, b.Market.Referral)
	name := cmp.Or(b.Product.Category, b.referrals.Otherwise)
	if b.category = b.referrals.byName[name]; b.category == nil {
		return refused("/category", "category is not a fee category of the marketplace")
	}
	return nil
}

// referral adds the closing fee and the referral fee: parts of the least fee, and above them
// the rate.
func (b *builder) referral() {
	if b.category == nil {
		b.hole(TypeReferral)
		return
	}
	r, c := b.referrals, b.category
	line := func(row string, amount int64) segment {
		s := fixed(&r.Block, row, amount)
		s.certainty = c.Certainty
		return s
	}
	note := Note("")
	if b.Product.FromRoot {
		note = NoteCategoryFromRoot
	}
	if c.Closing > 0 {
		b.add(TypeClosing, line(c.Name+".closing", c.Closing))
	}
	least := c.Least
	if f, ok := b.fit.Get(); ok {
		least = max(least, r.LeastByTier[f.Tier.Name])
	}
	var out []segment
	from := int64(0)
	for _, part := range c.slices {
		upTo := part.upTo.Or(math.MaxInt64 - 1)
		// Find the first total with a share that reaches the least fee.
		reaches := upTo + 1
		if part.rate > 0 {
			reaches = min(reaches, (least*million-part.more+part.rate-1)/part.rate)
		} else if part.more >= least*million {
			reaches = from
		}
		if reaches > from {
			s := line(part.row+".least", least)
			s.from, s.note = b.price(from), note
			out = append(out, s)
		}
		if reaches <= upTo {
			s := line(part.row, part.more)
			s.Rate, s.Over, s.from, s.note = part.rate, million, b.price(max(from, reaches)), note
			out = append(out, s)
		}
		from = upTo + 1
	}
	b.add(TypeReferral, out...)
}

// price returns the listing price of a total.
func (b *builder) price(total int64) int64 { return total - b.shipping }

// fulfilled adds Amazon's charges for stock in its warehouses.
func (b *builder) fulfilled() {
	m, p := b.Market, b.Product
	size, sized := p.Size.Get()
	if m == nil || !sized || !b.fulfillment(size) {
		b.hole(TypeFulfillment)
	}
	// Tables without a charge for the weight name the tier.
	if !b.fit.Known() {
		switch {
		case p.StorageMonths > 0 && m != nil && sized:
			// A package larger than every tier is oversize.
			b.storage(size, Fit{Tier: Tier{Oversize: true}})
		case p.StorageMonths > 0:
			b.hole(TypeStorage)
		}
		if p.LowInventoryDays.Known() {
			b.hole(TypeLowInventory)
		}
		sized = false
	}
	if m == nil {
		return
	}
	if c := holding(m.Dangerous, b.Day); c != nil && p.Group == GroupDangerous {
		b.add(TypeDangerous, fixed(&c.Block, "unit", c.Amount))
	}
	b.refund = holding(m.Refund, b.Day)
	if sized {
		b.bySize(size)
	}
}

// bySize adds the lines that follow the tier.
func (b *builder) bySize(size Size) {
	m, p := b.Market, b.Product
	fit := b.fit.Or(Fit{})
	tier := fit.Tier.Name
	if days, ok := p.LowInventoryDays.Get(); ok {
		b.lowInventory(fit, days)
	}
	if t, ok := chosen(b, m.Overmax); ok {
		if row, ok := t.Scales[tier].at(fit.Shipping); ok && (size.sides[0] > t.Longest || size.sides[0]+size.girth() > t.LengthGirth) {
			b.row(TypeOvermax, &t.Table, tier, row, 0)
		}
	}
	if t, ok := chosen(b, m.Packaging); ok {
		row, ok := t.Scales[tier].at(fit.Dimensional)
		own, found := p.ShipsInOwnPackaging.Get()
		switch {
		case ok && !found:
			b.notes = append(b.notes, NotePackagingPossible)
		case ok && !own:
			b.row(TypePackaging, t, tier, row, 0)
		}
	}
	if column := slices.Index(placements, p.Placement); column > 0 {
		if t, ok := chosen(b, m.Placement); ok {
			if row, ok := t.Scales[tier].at(fit.Shipping); ok {
				row.Name += "." + string(p.Placement)
				b.row(TypePlacement, t, tier, row, column-1)
			} else {
				b.hole(TypePlacement)
			}
		}
	}
	if p.StorageMonths > 0 {
		b.storage(size, fit)
	}
}

func (b *builder) lowInventory(fit Fit, days int64) {
	t, ok := chosen(b, b.Market.LowInventory)
	if !ok {
		b.hole(TypeLowInventory)
		return
	}
	column := slices.IndexFunc(t.Days, func(below int64) bool { return days < below })
	if row, ok := t.Scales[fit.Tier.Name].at(fit.Shipping); ok && column >= 0 {
		row.Name += ".below_" + strconv.FormatInt(t.Days[column], 10)
		b.row(TypeLowInventory, &t.Table, fit.Tier.Name, row, column)
	}
}

// apparel reports whether the product is clothing; a guess from the category is noted.
func (b *builder) apparel() bool {
	if b.Product.Group != "" {
		return b.Product.Group == GroupApparel
	}
	guessed := b.category != nil && b.category.Name == "Clothing and Accessories"
	if guessed && !slices.Contains(b.notes, NoteApparelGuessed) {
		b.notes = append(b.notes, NoteApparelGuessed)
	}
	return guessed
}

// fulfillment adds the fee of the tier in each band of the price; false if no table has it.
func (b *builder) fulfillment(size Size) bool {
	group := b.Product.Group
	standard := len(b.Market.Fulfillment[GroupStandard]) > 0
	switch {
	case standard:
		group = GroupStandard
	case group == "" && b.apparel():
		group = GroupApparel
	case group == "":
		group = GroupRegular
	}
	t, ok := chosen(b, b.Market.Fulfillment[group])
	if !ok {
		return false
	}
	fit, ok := t.Sizing.fit(size)
	if !ok {
		return false
	}
	b.fit = optional.Some(fit)
	row, ok := t.Scales[fit.Tier.Name].at(fit.Shipping)
	note := Note("")
	if p := t.Peak; ok && p != nil && p.season(b.Day) && slices.Contains(p.Tiers, fit.Tier.Name) {
		if !p.has(b.Day) {
			b.outdated()
		}
		if peak, known := (Scale{Rows: p.Rows[fit.Tier.Name]}).at(fit.Shipping); known {
			row = peak
		} else {
			note = NoteNonPeakTable
		}
	}
	if !standard {
		if ok {
			b.add(TypeFulfillment, b.bands(t, row, fit, note)...)
		}
		return ok
	}
	if s, some := chosen(b, b.Market.Fulfillment[GroupSelected]); some && b.listed(s) && strings.HasSuffix(fit.Tier.Name, "_parcel") {
		if f, scale, fits := s.parcel(size, fit); fits {
			t, fit, note = s, f, ""
			row, ok = scale.at(f.Shipping)
		}
	}
	segments := []segment{unknown(0)}
	if ok {
		segments = b.bands(t, row, fit, note)
	}
	if low, some := chosen(b, b.Market.Fulfillment[GroupLowPrice]); some {
		fit := b.fit.Or(Fit{})
		if row, ok := low.Scales[fit.Tier.Name].at(fit.Shipping); ok && row.Amounts[0] != Unknown {
			limit := low.Limit
			if b.listed(low) {
				limit = low.LimitListed
			}
			segments[0].from = limit + 1
			segments = append(b.bands(low, row, fit, ""), segments...)
		}
	}
	b.add(TypeFulfillment, segments...)
	return true
}

func (b *builder) listed(f *Fulfillment) bool { return b.category != nil && f.listed[b.category.Name] }

// bands returns the segments of a row, with the surcharge of the day.
func (b *builder) bands(t *Fulfillment, row Row, fit Fit, note Note) []segment {
	surcharge := holding(b.Market.Surcharge, b.Day)
	rate := int64(million)
	if surcharge != nil {
		rate += surcharge.Rate
	}
	out := make([]segment, len(t.Bands))
	for i, from := range t.Bands {
		if row.Amounts[i] == Unknown {
			out[i] = unknown(from)
			continue
		}
		s := fixed(&t.Block, row.Name, profit.Line{Rate: rate, Over: million}.At(row.Amounts[i], b.unit))
		s.from, s.based, s.base, s.surcharge, s.note, s.fit = from, true, row.Amounts[i], surcharge, note, &fit
		out[i] = s
	}
	return out
}

// given lays the lines from outside over the lines of the tables, the first last.
func (b *builder) given() {
	for _, g := range slices.Backward(b.Given) {
		if b.Merchant && order(g.Type) > order(TypeClosing) && order(g.Type) < order(TypeDigitalServices) {
			continue
		}
		if g.ofFees {
			b.digital = segment{Line: g.line, source: g.Source}
			continue
		}
		s := segment{from: g.from, Line: g.line, hole: g.hole, source: g.Source, name: g.Name}
		s.Over = max(s.Over, 1)
		i := slices.IndexFunc(b.tariffs, func(t tariff) bool { return t.of == g.Type && g.Type != TypeOther })
		if i < 0 {
			i = len(b.tariffs)
			b.add(g.Type, segment{Line: profit.Line{Over: 1}})
		}
		to := g.to
		if to == 0 {
			to = math.MaxInt64
		}
		b.tariffs[i].overlay(s, to)
	}
}

// digitalServices sets the share of referral, closing and fulfillment fees. Amazon's lines have it
// if it is charged.
func (b *builder) digitalServices() {
	if b.digital.Rate > 0 || slices.ContainsFunc(b.tariffs, func(t tariff) bool { return t.of == TypeDigitalServices }) {
		return
	}
	if rate, ok := b.Product.DigitalServices.Get(); ok {
		b.digital = segment{Line: profit.Line{Rate: rate.Units(), Over: million}, source: SourceOverride}
		return
	}
	if b.Market == nil || slices.ContainsFunc(b.Given, func(g Given) bool { return g.Source == SourceAmazon }) {
		return
	}
	if c := holding(b.Market.Digital, b.Day); c != nil {
		b.digital = segment{
			Line: profit.Line{Rate: c.Rate, Over: million}, source: SourceTable, block: &c.Block, row: b.Market.Country,
			certainty: c.Certainty,
		}
	}
}
