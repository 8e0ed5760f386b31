package exchange

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// MaxAge bounds the age of a rate that still counts, in days.
const MaxAge = 7

// Found has the rate of a pair at a day.
type Found struct {
	// Rate converts one unit of the base currency to the quote currency, rounded half even.
	Rate money.Rate
	// Day has the day of the rate, of a cross rate the older day.
	Day date.Date
	// Source has Manual if the team entered the rate or a part of it.
	Source Source
}

// Book has the rates that may count, in any order.
type Book []RateValues

// Find returns the rate of a pair at a day: the last rate on or before it, at most MaxAge days old.
// The rates of the pair itself come first, then the inverse of its rates, then a cross through Hub.
// A manual rate of either direction wins over the ECB's rate of the same day. A currency converts
// to itself by 1. Without a rate it returns a Rule fault exchange_rate_missing with base, quote and
// date.
func (b Book) Find(p Pair, day date.Date) (Found, error) {
	if found, ok := b.leg(p, day); ok {
		if rate, fits := money.RateOf(found.exact); fits {
			return Found{rate, found.Day, found.Source}, nil
		}
		return Found{}, missing(p, day)
	}
	from, ok := b.leg(Pair{p.Base, Hub}, day)
	to, ok2 := b.leg(Pair{Hub, p.Quote}, day)
	if ok && ok2 {
		if rate, fits := money.RateOf(from.exact.Mul(from.exact, to.exact)); fits {
			found := Found{rate, from.Day, from.Source}
			if to.Day.Before(from.Day) {
				found.Day = to.Day
			}
			if to.Source == Manual {
				found.Source = Manual
			}
			return found, nil
		}
	}
	return Found{}, missing(p, day)
}

// leg has a rate before it is rounded.
type leg struct {
	exact  *big.Rat
	Day    date.Date
	Source Source
}

// leg returns the rate of the pair, or the inverse of the other direction.
func (b Book) leg(p Pair, day date.Date) (leg, bool) {
	if p.Base == p.Quote {
		return leg{money.One.Exact(), day, ECB}, true
	}
	v, ok := b.newest(p, day)
	back, inverted := b.newest(p.Inverse(), day)
	switch entered := back.Source == Manual && v.Source == ECB && !back.Day.Before(v.Day); {
	case ok && !(inverted && entered):
		return leg{v.Rate.Exact(), v.Day, v.Source}, true
	case inverted:
		return leg{new(big.Rat).Inv(back.Rate.Exact()), back.Day, back.Source}, true
	}
	return leg{}, false
}

// newest returns the newest rate of the pair that counts at a day.
func (b Book) newest(p Pair, day date.Date) (RateValues, bool) {
	oldest, at := day.Add(-MaxAge), -1
	for i, v := range b {
		if v.Pair() != p || v.Day.After(day) || v.Day.Before(oldest) || v.Rate == (money.Rate{}) {
			continue
		}
		if at < 0 || v.Day.After(b[at].Day) || v.Day == b[at].Day && v.Source == Manual {
			at = i
		}
	}
	if at < 0 {
		return RateValues{}, false
	}
	return b[at], true
}

func missing(p Pair, day date.Date) *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeExchangeRateMissing,
		"There is no exchange rate of %s to %s for %s: enter one of that day or of the %d days before it.",
		p.Base, p.Quote, day, MaxAge).
		With("base", string(p.Base)).With("quote", string(p.Quote)).With("date", day.String())
}

// Currencies returns the currencies of pairs with Hub, each once, in order: rates of other
// currencies do not matter for them.
func Currencies(pairs ...Pair) []money.Currency {
	list := []money.Currency{Hub}
	for _, p := range pairs {
		list = append(list, p.Base, p.Quote)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
