package fee

import (
	"math"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
)

const million = 1_000_000

// Placement says how many inbound splits a seller takes.
type Placement string

// The placements; those that Amazon asks for cost nothing.
const (
	PlacementNone    Placement = "none"
	PlacementMinimal Placement = "minimal"
	PlacementPartial Placement = "partial"
)

// Words lists them, the default first.
func (Placement) Words() []Placement {
	return []Placement{PlacementNone, PlacementMinimal, PlacementPartial}
}

// placements saves making the list for each look-up.
var placements = Placement("").Words()

// MaxStorageMonths bounds how long a unit is stored, in ten-thousandths of a month.
const MaxStorageMonths = 120 * 10_000

// Product has the facts besides the price that fees depend on.
type Product struct {
	// Category names a fee category of the market, "" the category of everything else.
	Category string
	// FromRoot says that the category comes from the root category of the product alone.
	FromRoot bool
	// Group stays "" if it follows from the category.
	Group Group
	Size  optional.Maybe[Size]
	// ShipsInOwnPackaging exempts bulky sizes from the packaging fee.
	ShipsInOwnPackaging optional.Maybe[bool]
	// LowInventoryDays counts the days of supply that the low-inventory fee is charged by; without
	// them it is not charged.
	LowInventoryDays optional.Maybe[int64]
	Placement        Placement
	// DigitalServices replaces the table's share.
	DigitalServices optional.Maybe[money.Percent]
	// StorageMonths counts ten-thousandths of a month from the day of the question.
	StorageMonths int64
}

// Question has the input of a schedule.
type Question struct {
	// Market has the tables; nil has no tables.
	Market   *Market
	Currency money.Currency
	Day      date.Date
	// Merchant marks a product that the seller ships; Shipping is charged to its buyer.
	Merchant bool
	Shipping money.Amount
	Product  Product
	// Given lists lines from outside; the first of a type that applies at a price counts.
	Given []Given
}

// Schedule has the fees of a product at every price.
type Schedule struct {
	day            date.Date
	unit, shipping int64
	tariffs        []tariff
	digital        segment
	notes          []Note
	refund         *Charge
}

// tariff gives one line by price: each segment applies up to the next.
type tariff struct {
	of       Type
	segments []segment
}

// segment charges its line from a listing price on.
type segment struct {
	from int64
	profit.Line
	// hole marks an unknown line.
	hole      bool
	source    Source
	name      string
	block     *Block
	row       string
	certainty Certainty
	based     bool
	base      int64
	surcharge *Charge
	note      Note
	fit       *Fit
}

func fixed(b *Block, row string, amount int64) segment {
	return segment{
		Line: profit.Line{Over: 1, Add: amount}, source: SourceTable, block: b, row: row, certainty: b.Certainty,
	}
}

func unknown(from int64) segment { return segment{from: from, Line: profit.Line{Over: 1}, hole: true} }

func (t *tariff) at(price int64) *segment {
	return &t.segments[t.place(price)]
}

// overlay applies a segment from its price up to another.
func (t *tariff) overlay(s segment, to int64) {
	var out []segment
	for _, old := range t.segments {
		if old.from < s.from {
			out = append(out, old)
		}
	}
	out = append(out, s)
	if to < math.MaxInt64 {
		next := *t.at(to + 1)
		next.from = to + 1
		out = append(out, next)
		for _, old := range t.segments {
			if old.from > next.from {
				out = append(out, old)
			}
		}
	}
	t.segments = out
}

// place returns the place of the segment at a price.
func (t *tariff) place(price int64) int {
	i := len(t.segments) - 1
	for i > 0 && t.segments[i].from > price {
		i--
	}
	return i
}

// Told limits a line for one price to the prices around it with the same rule in the schedule. If
// that rule gives the same amount, the line follows it.
func (s *Schedule) Told(g Given, price money.Amount) Given {
	i := slices.IndexFunc(s.tariffs, func(t tariff) bool { return t.of == g.Type && g.Type != TypeOther })
	if i < 0 {
		return g
	}
	segments, at := s.tariffs[i].segments, s.tariffs[i].place(price.Units())
	rule, total := segments[at], price.Units()+s.shipping
	g.from, g.to = rule.from, 0
	if at+1 < len(segments) {
		g.to = segments[at+1].from - 1
	}
	if !rule.hole && g.line.At(total, s.unit) == rule.At(total, s.unit) {
		g.line = rule.Line
	}
	return g
}

// Rule gives a line by the total that a buyer pays, from a listing price on: Rate of the total and
// Added besides, rounded half up to the unit.
type Rule struct {
	From  money.Amount
	Rate  money.Percent
	Added money.Amount
}

// Rules returns the rules of a line in the order of prices, or nil if the line is unknown at some
// price. They are to a ten-thousandth of an amount and to four decimals of a percentage.
func (s *Schedule) Rules(of Type) []Rule {
	i := slices.IndexFunc(s.tariffs, func(t tariff) bool { return t.of == of })
	if i < 0 {
		return nil
	}
	rules := make([]Rule, len(s.tariffs[i].segments))
	for k, seg := range s.tariffs[i].segments {
		if seg.hole {
			return nil
		}
		rules[k] = Rule{
			From: money.FromUnits(seg.from), Rate: money.PercentFromUnits(seg.Rate * million / seg.Over),
			Added: money.FromUnits(seg.Add / seg.Over),
		}
	}
	return rules
}

// Alike reports that each line has the same rule at both prices.
func (s *Schedule) Alike(a, b money.Amount) bool {
	return !slices.ContainsFunc(s.tariffs, func(t tariff) bool { return t.place(a.Units()) != t.place(b.Units()) })
}

// NewSchedule finds the tables of a product. An invalid category or number is a Rule fault.
func NewSchedule(q Question) (*Schedule, error) {
	s := &Schedule{
		day: q.Day, unit: q.Currency.Unit().Units(), shipping: q.Shipping.Units(), tariffs: make([]tariff, 0, len(types)),
	}
	if months := q.Product.StorageMonths; months < 0 || months > MaxStorageMonths {
		return nil, refused("/storageMonths", "storageMonths must not be below 0 and at most 120")
	}
	for _, g := range q.Given {
		if g.line.Rate < 0 || g.line.Rate > max(g.line.Over, 1) {
			return nil, refused("/fees", "a share of the price must be from 0 to 100 percent")
		}
		if g.Source == SourceOverride && g.line.Add < 0 {
			return nil, refused("/fees", "an override must not be below 0")
		}
	}
	b := builder{Schedule: s, Question: q}
	if err := b.categorise(); err != nil {
		return nil, err
	}
	if !q.Merchant {
		b.fulfilled()
	}
	b.referral()
	b.given()
	b.digitalServices()
	slices.SortStableFunc(s.tariffs, func(x, y tariff) int { return order(x.of) - order(y.of) })
	return s, nil
}

func refused(pointer, message string) error {
	return fault.New(fault.Rule, fault.CodeValidationFailed, message).At(pointer)
}

// Refund returns the share of the referral fee that Amazon keeps for a returned unit, at most Most
// if that is above 0. It is nil if unknown.
func (s *Schedule) Refund() *Charge { return s.refund }

// At returns the bill at a listing price.
func (s *Schedule) At(price money.Amount) Bill {
	b := Bill{Notes: slices.Clone(s.notes), Lines: make([]Line, 0, len(s.tariffs)+1)}
	total, sum, shared, estimated := price.Units()+s.shipping, int64(0), int64(0), false
	add := func(t Type, seg *segment, amount int64) {
		sum += amount
		if amount == 0 {
			return
		}
		b.Lines = append(b.Lines, Line{Type: t, Amount: money.FromUnits(amount), Source: seg.source, Explain: seg.explain(amount, s.day)})
		estimated = estimated || !seg.source.exact()
		if b.Source == "" {
			b.Source = seg.source
		} else if b.Source != seg.source {
			b.Source = SourceMixed
		}
	}
	for i := range s.tariffs {
		t := &s.tariffs[i]
		seg := t.at(price.Units())
		if seg.hole {
			b.Missing = append(b.Missing, t.of)
			continue
		}
		amount := seg.At(total, s.unit)
		if t.of.Digital() {
			shared += amount
		}
		add(t.of, seg, amount)
		if seg.note != "" {
			b.Notes = append(b.Notes, seg.note)
		}
		if seg.fit != nil {
			b.Fit = optional.Some(*seg.fit)
		}
	}
	if s.digital.Rate > 0 {
		add(TypeDigitalServices, &s.digital, s.digital.At(shared, s.unit))
	}
	slices.SortStableFunc(b.Lines, func(x, y Line) int { return order(x.Type) - order(y.Type) })
	b.Total = money.FromUnits(sum)
	switch {
	case len(b.Missing) > 0 && len(b.Lines) == 0:
		b.Status = StatusMissing
	case len(b.Missing) > 0:
		b.Status = StatusPartial
	case estimated:
		b.Status = StatusEstimated
	default:
		b.Status = StatusExact
	}
	return b
}

func (s *segment) explain(amount int64, day date.Date) Explain {
	e := Explain{Name: s.name, Row: s.row, Certainty: s.certainty}
	if s.block != nil {
		e.Table, e.Period = s.block.ID, s.block.Period
		if !s.block.has(day) {
			e.InPlaceOf = optional.Some(day)
		}
	}
	if s.Rate > 0 && s.Over == million {
		e.Rate = optional.Some(money.PercentFromUnits(s.Rate))
	}
	if s.based {
		e.Base, e.Surcharge = optional.Some(money.FromUnits(s.base)), optional.Some(money.FromUnits(amount-s.base))
		if s.surcharge != nil {
			e.SurchargeTable = s.surcharge.ID
		}
	}
	return e
}
