package fee

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
)

// Type names the purpose of a fee.
type Type string

// The types. Fees that Amazon names otherwise are TypeOther, with Amazon's name.
const (
	TypeReferral        Type = "referral"
	TypeClosing         Type = "closing"
	TypeFulfillment     Type = "fulfillment"
	TypeOvermax         Type = "overmax"
	TypePackaging       Type = "packaging"
	TypeLowInventory    Type = "low_inventory"
	TypeDangerous       Type = "dangerous"
	TypePlacement       Type = "placement"
	TypeStorage         Type = "storage"
	TypeDigitalServices Type = "digital_services"
	TypeOther           Type = "other"
)

// Words lists them in the order of lines.
func (Type) Words() []Type {
	return []Type{
		TypeReferral, TypeClosing, TypeFulfillment, TypeOvermax, TypePackaging, TypeLowInventory, TypeDangerous,
		TypePlacement, TypeStorage, TypeDigitalServices, TypeOther,
	}
}

// types saves making the list for each look-up.
var types = Type("").Words()

// Digital reports whether digital services are a share of a line.
func (t Type) Digital() bool { return t == TypeReferral || t == TypeClosing || t == TypeFulfillment }

// Source names the origin of a line.
type Source string

// The first source with a line gives it.
const (
	SourceOverride Source = "override"
	SourceAmazon   Source = "amazon"
	SourceKeepa    Source = "keepa"
	SourceTable    Source = "table"
	// SourceMixed marks lines of several sources.
	SourceMixed Source = "mixed"
)

// Status says how well fees are known.
type Status string

// The statuses: from Amazon or the caller; from a table or Keepa; with an unknown line; without any
// line.
const (
	StatusExact     Status = "exact"
	StatusEstimated Status = "estimated"
	StatusPartial   Status = "partial"
	StatusMissing   Status = "missing"
)

// Note says why a line from a table may differ from the actual charge.
type Note string

// The notes.
const (
	NoteNonPeakTable      Note = "non_peak_table"
	NoteOutdatedTable     Note = "outdated_table"
	NoteCategoryFromRoot  Note = "category_from_root"
	NotePackagingPossible Note = "packaging_fee_possible"
	NoteApparelGuessed    Note = "apparel_guessed"
	NoteStorageAssumed    Note = "storage_assumed"
)

// Explain names the table and row of a line.
type Explain struct {
	Table, Row string
	Period
	// InPlaceOf has the day of the sale if the table is for other days.
	InPlaceOf optional.Maybe[date.Date]
	Certainty Certainty
	// Base has the amount of the row, and Surcharge the addition by SurchargeTable.
	Base, Surcharge optional.Maybe[money.Amount]
	SurchargeTable  string
	// Rate has the share that is charged, in percent.
	Rate optional.Maybe[money.Percent]
	// Name has Amazon's name of other lines.
	Name string
}

// Line has a fee that is charged for a unit.
type Line struct {
	Type    Type
	Amount  money.Amount
	Source  Source
	Explain Explain
}

// Text explains the line in a sentence.
func (l Line) Text() string {
	e := l.Explain
	if l.Source != SourceTable {
		return strings.TrimSpace(fmt.Sprintf("%s: as %s says.", l.Amount, map[Source]string{SourceOverride: "the call", SourceAmazon: "Amazon", SourceKeepa: "Keepa"}[l.Source]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: row %s of %s, in force from %s", l.Amount, e.Row, e.Table, e.From)
	if to, ok := e.To.Get(); ok {
		fmt.Fprintf(&b, " to %s", to)
	}
	if base, ok := e.Base.Get(); ok {
		fmt.Fprintf(&b, "; %s", base)
		if more, ok := e.Surcharge.Get(); ok && more != (money.Amount{}) {
			fmt.Fprintf(&b, " and %s of surcharge by %s", more, e.SurchargeTable)
		}
	}
	if rate, ok := e.Rate.Get(); ok {
		fmt.Fprintf(&b, "; %s %%", rate)
	}
	fmt.Fprintf(&b, "; certainty %s.", e.Certainty)
	if day, other := e.InPlaceOf.Get(); other {
		fmt.Fprintf(&b, " No table is for %s, so this one counts: Amazon may charge another fee on that day.", day)
	}
	return b.String()
}

// Bill has all lines at a price. Total is their sum, without lines that are Missing.
type Bill struct {
	Lines   []Line
	Total   money.Amount
	Source  Source
	Status  Status
	Notes   []Note
	Missing []Type
	// Fit has the size that fulfillment is charged by; it is absent if no table gives the fee.
	Fit optional.Maybe[Fit]
}

// Of returns the sum of the lines of a type.
func (b Bill) Of(t Type) money.Amount {
	sum := int64(0)
	for _, l := range b.Lines {
		if l.Type == t {
			sum += l.Amount.Units()
		}
	}
	return money.FromUnits(sum)
}

// Given has a line from outside the tables: an override, or Amazon's or Keepa's fee.
type Given struct {
	Type   Type
	Source Source
	// Name has Amazon's name of other lines.
	Name     string
	line     profit.Line
	from, to int64
	hole     bool
	// ofFees marks a share of the fees that digital services are charged on.
	ofFees bool
}

// Fixed returns a line of one amount.
func Fixed(t Type, s Source, amount money.Amount) Given {
	return Given{Type: t, Source: s, line: profit.Line{Over: 1, Add: amount.Units()}}
}

// Untold returns a line that tables do not give. It is missing unless another source has it.
func Untold(t Type) Given { return Given{Type: t, line: profit.Line{Over: 1}, hole: true} }

// AtRate returns a line that is a share of the total that a buyer pays.
func AtRate(t Type, s Source, rate money.Percent) Given {
	return Given{Type: t, Source: s, line: profit.Line{Rate: rate.Units(), Over: million}}
}

// InProportion returns a line that is known at one total, and the same share of every other total.
// A line above its total, such as a least fee, stays as it is.
func InProportion(t Type, s Source, amount, total money.Amount) Given {
	if amount.Cmp(total) > 0 || !total.Positive() {
		return Fixed(t, s, amount)
	}
	return Given{Type: t, Source: s, line: profit.Line{Rate: amount.Units(), Over: total.Units()}}
}

// At returns the fee at a total, to a ten-thousandth.
func (g Given) At(total money.Amount) money.Amount {
	share := new(big.Int).Mul(big.NewInt(g.line.Rate), big.NewInt(total.Units()))
	return money.FromUnits(share.Quo(share, big.NewInt(g.line.Over)).Int64() + g.line.Add)
}

// Between limits the line to prices between both, inclusive. Elsewhere the next source applies.
func (g Given) Between(from, to money.Amount) Given {
	g.from, g.to = from.Units(), to.Units()
	return g
}

func (s Source) exact() bool { return s == SourceOverride || s == SourceAmazon }

func order(t Type) int { return slices.Index(types, t) }
