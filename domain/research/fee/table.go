package fee

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Certainty says how well the figures of a table are known.
type Certainty string

// The certainties: at least three sources agree or a charged fee equals it; two sources; a source
// that is weak or old.
const (
	CertaintyA Certainty = "A"
	CertaintyB Certainty = "B"
	CertaintyC Certainty = "C"
)

// Words lists them, the best first.
func (Certainty) Words() []Certainty { return []Certainty{CertaintyA, CertaintyB, CertaintyC} }

// Period goes from a day to a day, both included; without To it is open.
type Period struct {
	From date.Date
	To   optional.Maybe[date.Date]
}

// has reports whether the day lies within the period.
func (p Period) has(day date.Date) bool {
	to, ends := p.To.Get()
	return !day.Before(p.From) && !(ends && day.After(to))
}

// season reports whether the day, or the same day some years before, lies within the period. The
// season of a past period returns each year.
func (p Period) season(day date.Date) bool {
	to, ends := p.To.Get()
	for ends && day.After(to) {
		day = yearBefore(day)
	}
	return p.has(day)
}

// Block names a table and its days.
type Block struct {
	ID string
	Period
	Certainty Certainty
}

func (b *Block) block() *Block { return b }

// Name returns the id of the table.
func (b *Block) Name() string { return b.ID }

// Group selects the fulfillment tables of a product.
type Group string

// The groups. Regular, apparel and dangerous goods have tables of their own in some markets; price
// and category decide between low price, standard and selected categories in others.
const (
	GroupRegular   Group = "regular"
	GroupApparel   Group = "apparel"
	GroupDangerous Group = "dangerous"
	GroupLowPrice  Group = "low_price"
	GroupStandard  Group = "standard"
	GroupSelected  Group = "selected"
)

// Words lists the groups that a caller may give for a product.
func (Group) Words() []Group { return []Group{GroupRegular, GroupApparel, GroupDangerous} }

// Unknown marks an amount that a row does not give.
const Unknown int64 = -1

// Row applies up to a weight, included; it has an amount for each column of its table.
type Row struct {
	UpTo    int64
	Name    string
	Amounts []int64
}

// Over applies above the last row: base amounts and an addition for each step begun.
type Over struct {
	Name              string
	Above, Step, Each int64
	Base              []int64
}

// Scale gives the amount of a tier by weight. Rows ascend.
type Scale struct {
	Rows []Row
	Over *Over
}

// at finds the row of a weight; false above all rows.
func (s Scale) at(weight int64) (Row, bool) {
	for _, r := range s.Rows {
		if weight <= r.UpTo {
			return r, true
		}
	}
	if s.Over == nil {
		return Row{}, false
	}
	o := s.Over
	row := Row{Name: o.Name, Amounts: slices.Clone(o.Base)}
	if begun := (weight - o.Above + o.Step - 1) / o.Step; begun > 0 {
		for i, base := range o.Base {
			if base != Unknown {
				row.Amounts[i] += begun * o.Each
			}
		}
	}
	return row, true
}

// Table has a scale for each of its tiers.
type Table struct {
	Block
	Scales map[string]Scale
	// Tiers has the tiers with another certainty than the table.
	Tiers map[string]Certainty
}

// Fulfillment has a table with a column for each band of the price.
type Fulfillment struct {
	Table
	Sizing *Sizing
	// Bands lists the prices at which columns begin, the first 0.
	Bands []int64
	// Parcels divide the parcels of selected categories further; the first that fits.
	Parcels []Parcel
	// Listed names the categories that are selected, or have the smaller limit of low prices.
	Listed []string
	// Limit and LimitListed bound the low prices.
	Limit, LimitListed int64
	Peak               *Peak
	listed             map[string]bool
}

// Parcel has a size of parcel with its scale.
type Parcel struct {
	Tier  Tier
	Scale Scale
}

// Peak has a season with other fees for some tiers. Some of its rows are known.
type Peak struct {
	Period
	Tiers []string
	Rows  map[string][]Row
}

// Charge has a share of other lines, in millionths, or an amount per unit. Most bounds a share; 0
// is no bound.
type Charge struct {
	Block
	Rate, Amount, Most int64
}

// Storage has the cost of a month by class of size, for each month of the year, per Volume in cubic
// nanometres.
type Storage struct {
	Block
	Volume  *big.Int
	Classes map[string]*[12]MonthRate
}

// MonthRate has the cost of a month, and the name of its row.
type MonthRate struct {
	Amount int64
	Row    string
}

// The classes of storage.
const (
	StoredStandard = "standard"
	StoredOversize = "oversize"
	StoredClothing = "clothing"
)

// LowInventory has a column for each number of days of supply below which it is charged.
type LowInventory struct {
	Table
	Days []int64
}

// Overmax applies to packages that are longer, or larger with their girth, than its limits.
type Overmax struct {
	Table
	Longest, LengthGirth int64
}

// Market has the tables of a country, or of a country within a programme. Of several tables of one
// day the youngest counts.
type Market struct {
	Country  string
	Currency money.Currency
	// Metric markets state weights in grams and not in pounds.
	Metric       bool
	Fulfillment  map[Group][]*Fulfillment
	Referral     []*Referral
	Storage      []*Storage
	LowInventory []*LowInventory
	Overmax      []*Overmax
	Packaging    []*Table
	Placement    []*Table
	Surcharge    []*Charge
	Digital      []*Charge
	Dangerous    []*Charge
	Refund       []*Charge
	// Types maps Amazon's product types to fee categories.
	Types map[string]string
	// neighbours have storage tables in the same currency.
	neighbours []*Market
}

// CentralEurope ends the name of a country if its tables apply to sellers in the Central Europe
// Programme.
const CentralEurope = "_CEP"

// Tables has the tables of all markets by country.
type Tables map[string]*Market

// NewTables prepares tables for look-ups.
func NewTables(markets []*Market) Tables {
	t := Tables{}
	for _, m := range markets {
		t[m.Country] = m
		m.neighbours = slices.DeleteFunc(slices.Clone(markets), func(other *Market) bool {
			return other.Currency != m.Currency || len(other.Storage) == 0
		})
		for _, r := range m.Referral {
			r.byName = map[string]*Category{}
			for i := range r.Categories {
				c := &r.Categories[i]
				c.slices, r.byName[c.Name] = c.sliced(), c
			}
			for _, f := range fulfillments(m) {
				if f.listed == nil {
					f.listed = map[string]bool{}
				}
				for name := range r.byName {
					f.listed[name] = lists(f.Listed, name)
				}
			}
		}
	}
	return t
}

// fulfillments lists the tables of all groups.
func fulfillments(m *Market) (all []*Fulfillment) {
	for _, group := range m.Fulfillment {
		all = append(all, group...)
	}
	return all
}

// lists reports whether a category is on a list. Its names differ from the names of referral fees:
// "Health & Personal Care" lists "Beauty, Health, Personal Care".
func lists(names []string, category string) bool {
	known := words(category)
	return slices.ContainsFunc(names, func(name string) bool {
		for w := range words(name) {
			if !known[w] {
				return false
			}
		}
		return true
	})
}

func words(name string) map[string]bool {
	found := map[string]bool{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == ',' || r == '&' }) {
		found[w] = true
	}
	delete(found, "and")
	return found
}

// Market finds the tables of a country, or of the Central Europe Programme if the seller takes part
// and the country is in it.
func (t Tables) Market(country string, centralEurope bool) (*Market, bool) {
	if m, ok := t[country+CentralEurope]; ok && centralEurope {
		return m, true
	}
	m, ok := t[country]
	return m, ok
}

// Basis names the fact that a fee category was found by.
type Basis string

// The bases, the best first. A root category is coarser than a fee category.
const (
	ByType Basis = "product_type"
	ByRoot Basis = "root"
	ByNone Basis = "none"
)

// Category finds the fee category that a product type, else a root category, leads to on a day; ""
// if neither does.
func (m *Market) Category(productType, root string, day date.Date) (string, Basis) {
	r, _ := forDay(m.Referral, day)
	if r == nil {
		return "", ByNone
	}
	if name := m.Types[productType]; r.byName[name] != nil {
		return name, ByType
	}
	i := slices.IndexFunc(r.Categories, func(c Category) bool { return slices.Contains(c.Roots, root) })
	if i < 0 {
		return "", ByNone
	}
	return r.Categories[i].Name, ByRoot
}

// Categories lists the fee categories of a day.
func (m *Market) Categories(day date.Date) []string {
	r, _ := forDay(m.Referral, day)
	if r == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(r.byName))
}
