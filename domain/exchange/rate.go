package exchange

import (
	"fmt"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// RateID identifies a rate that a team entered. Rates of the ECB have ids below 0.
type RateID int64

// Source says where a rate comes from.
type Source string

// The sources.
const (
	Manual Source = "manual"
	ECB    Source = "ecb"
)

// Words lists them.
func (Source) Words() []Source { return []Source{Manual, ECB} }

// Hub has the currency that all rates of the ECB are based on. Rates of other pairs are crossed
// through it.
const Hub money.Currency = "EUR"

// Pair names two currencies: its rate converts one Base to Quote.
type Pair struct{ Base, Quote money.Currency }

// Inverse returns the pair with both currencies exchanged.
func (p Pair) Inverse() Pair { return Pair{p.Quote, p.Base} }

// RateValues has the members of a rate.
type RateValues struct {
	Base, Quote money.Currency
	Day         date.Date
	// Rate converts one Base to Quote.
	Rate   money.Rate
	Source Source
}

// Pair returns the pair of the rate.
func (v RateValues) Pair() Pair { return Pair{v.Base, v.Quote} }

// Key names the pair and the day of a rate. A team has one manual rate for each key.
type Key struct {
	Pair
	Day date.Date
}

// Key returns the pair and the day of the rate.
func (v RateValues) Key() Key { return Key{v.Pair(), v.Day} }

// Rate has the rate of a pair on a day.
type Rate = versioned.Record[RateID, RateValues]

// Bounds of rates.
const (
	// MaxEntries bounds the rates of one call.
	MaxEntries = 1000
	// MaxRates bounds the rates that a team can enter.
	MaxRates = 200_000
)

// first and last bound the days of entered rates.
var first, last = date.MustParse("1990-01-01"), date.MustParse("2100-12-31")

// Entry has a rate that a team enters. All members are required.
type Entry struct {
	Base, Quote optional.Field[money.Currency]
	Day         optional.Field[date.Date]
	Rate        optional.Field[money.Rate]
}

// Over returns the values of the entry, with the source manual. It returns an Invalid fault with
// every wrong member, or a Rule fault validation_failed for two equal currencies.
func (e Entry) Over(RateValues) (RateValues, error) {
	var f check.Faults
	v := e.checked(&f, "")
	return v, f.Err(fault.CodeValidationFailed)
}

func (e Entry) checked(f *check.Faults, at string) RateValues {
	f.Required(at+"/base", e.Base.Set)
	f.Required(at+"/quote", e.Quote.Set)
	f.Required(at+"/date", e.Day.Set)
	f.Required(at+"/rate", e.Rate.Set)
	check.FieldCurrency(f, at+"/base", e.Base)
	check.FieldCurrency(f, at+"/quote", e.Quote)
	day, rate := e.Day.Value, e.Rate.Value
	if e.Day.Set && (day.Before(first) || day.After(last)) {
		f.Add(fault.CodeOutOfRange, at+"/date", "must be from "+first.String()+" to "+last.String())
	}
	if e.Rate.Set && rate == (money.Rate{}) {
		f.Add(fault.CodeOutOfRange, at+"/rate", "must be above 0")
	}
	if e.Base.Value == e.Quote.Value && e.Base.Set {
		f.Clash(fault.CodeNotAllowed, at+"/quote", "must differ from base")
	}
	return RateValues{Base: e.Base.Value, Quote: e.Quote.Value, Day: day, Rate: rate, Source: Manual}
}

// Checked returns the values of 1 to MaxEntries entries. It returns an Invalid fault with every
// wrong member. Otherwise equal currencies, and a pair and day of an earlier entry, are a Rule
// fault validation_failed.
func Checked(entries []Entry) ([]RateValues, error) {
	var f check.Faults
	if len(entries) == 0 {
		f.Add(fault.CodeTooFew, "/rates", "must not be empty")
	}
	if check.NoMore(&f, "/rates", len(entries), MaxEntries); len(entries) > MaxEntries {
		entries = nil
	}
	out, had := make([]RateValues, len(entries)), make(map[Key]int, len(entries))
	for i, e := range entries {
		out[i] = e.checked(&f, check.Item("/rates", i))
		if n, twice := had[out[i].Key()]; twice {
			f.Clash(fault.CodeNotAllowed, check.Item("/rates", i), fmt.Sprintf("has the currencies and the date of entry %d", n))
			continue
		}
		had[out[i].Key()] = i
	}
	return out, f.Err(fault.CodeValidationFailed)
}
