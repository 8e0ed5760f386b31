package exchange_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func rate(base, quote money.Currency, day, rate string, source exchange.Source) exchange.RateValues {
	return exchange.RateValues{Base: base, Quote: quote, Day: date.MustParse(day), Rate: money.MustParseRate(rate), Source: source}
}

func TestTheRateOfAPair(t *testing.T) {
	book := exchange.Book{
		rate("EUR", "USD", "2026-11-20", "1.05", exchange.ECB), rate("EUR", "USD", "2026-11-26", "1.08", exchange.ECB),
		rate("EUR", "USD", "2026-11-28", "1.25", exchange.ECB), rate("EUR", "CNY", "2026-11-25", "7.776", exchange.ECB),
		rate("GBP", "EUR", "2026-11-26", "1.2", exchange.Manual), rate("EUR", "GBP", "2026-11-27", "0.9", exchange.ECB),
		rate("EUR", "JPY", "2026-11-26", "160", exchange.ECB), rate("EUR", "JPY", "2026-11-26", "150", exchange.Manual),
		rate("EUR", "SEK", "2026-11-19", "11", exchange.ECB),
		rate("EUR", "CHF", "2026-11-26", "0.93", exchange.ECB), rate("CHF", "EUR", "2026-11-26", "1.25", exchange.Manual),
	}
	for name, c := range map[string]struct {
		pair exchange.Pair
		want string
	}{
		"the last rate before the day":           {exchange.Pair{"EUR", "USD"}, "1.08 2026-11-26 ecb"},
		"its inverse":                            {exchange.Pair{"USD", "EUR"}, "0.92592593 2026-11-26 ecb"},
		"the pair before a newer inverse":        {exchange.Pair{"GBP", "EUR"}, "1.2 2026-11-26 manual"},
		"a manual rate of the same day":          {exchange.Pair{"EUR", "JPY"}, "150 2026-11-26 manual"},
		"a cross, with the day of the older leg": {exchange.Pair{"CNY", "USD"}, "0.13888889 2026-11-25 ecb"},
		"a cross with a leg that was entered":    {exchange.Pair{"GBP", "USD"}, "1.296 2026-11-26 manual"},
		"an entered inverse of the same day":     {exchange.Pair{"EUR", "CHF"}, "0.8 2026-11-26 manual"},
		"a currency itself":                      {exchange.Pair{"SEK", "SEK"}, "1 2026-11-27 ecb"},
	} {
		found, err := book.Find(c.pair, date.MustParse("2026-11-27"))
		require.NoError(t, err, name)
		require.Equal(t, c.want, found.Rate.String()+" "+found.Day.String()+" "+string(found.Source), name)
	}
	for name, pair := range map[string]exchange.Pair{
		"older than seven days": {"EUR", "SEK"}, "no rate": {"EUR", "AUD"}, "half of a cross": {"SEK", "USD"},
	} {
		_, err := book.Find(pair, date.MustParse("2026-11-27"))
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, []any{fault.Rule, fault.CodeExchangeRateMissing}, []any{e.Kind, e.Code}, name)
		require.Equal(t, map[string]any{"base": string(pair.Base), "quote": string(pair.Quote), "date": "2026-11-27"}, e.Details, name)
	}
	_, err := book.Find(exchange.Pair{"EUR", "SEK"}, date.MustParse("2026-11-26"))
	require.NoError(t, err, "exactly seven days")
}

var currencies = []money.Currency{"EUR", "USD", "GBP", "CNY", "JPY"}

func books(t *rapid.T) exchange.Book {
	return rapid.SliceOf(rapid.Custom(func(t *rapid.T) exchange.RateValues {
		pair := rapid.Permutation(currencies).Draw(t, "currencies")
		return exchange.RateValues{
			Base: pair[0], Quote: pair[1], Day: date.FromDays(20_000 + rapid.Int64Range(0, 20).Draw(t, "day")),
			Rate: money.RateFromUnits(rapid.Int64Range(1_000_000, 20_000_000_000).Draw(t, "rate")), Source: rapid.SampledFrom(exchange.Source("").Words()).Draw(t, "source"),
		}
	})).Draw(t, "book")
}

func TestRatesOfAnyBook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		book := books(t)
		p := exchange.Pair{rapid.SampledFrom(currencies).Draw(t, "base"), rapid.SampledFrom(currencies).Draw(t, "quote")}
		day := date.FromDays(20_000 + rapid.Int64Range(0, 20).Draw(t, "at"))
		found, err := book.Find(p, day)
		if p.Base == p.Quote && (err != nil || found.Rate != money.One) {
			t.Fatalf("%v converts by %v, %v", p, found, err)
		}
		var past exchange.Book
		for _, v := range book {
			if !v.Day.After(day) && day.Days()-v.Day.Days() <= exchange.MaxAge {
				past = append(past, v)
			}
		}
		if again, err2 := past.Find(p, day); again != found || (err == nil) != (err2 == nil) {
			t.Fatalf("rates that do not count change %v to %v", found, again)
		}
		if err == nil && (found.Day.After(day) || day.Days()-found.Day.Days() > exchange.MaxAge) {
			t.Fatalf("a rate of %s counts at %s", found.Day, day)
		}
		if _, back := book.Find(p.Inverse(), day); err == nil && back != nil && found.Rate.Units() > 1_000 {
			t.Fatalf("%v has a rate and its inverse has none: %v", p, back)
		}
	})
}

// Rounds the inverse to eight decimals, so the way back misses by the square of the rate at most.
func TestTheInverseOfAnInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := money.RateFromUnits(rapid.Int64Range(1_000_000, 10_000_000_000).Draw(t, "rate"))
		day := date.FromDays(20_000)
		there := exchange.Book{{Base: "EUR", Quote: "USD", Day: day, Rate: r, Source: exchange.ECB}}
		inverse, err := there.Find(exchange.Pair{"USD", "EUR"}, day)
		if err != nil {
			t.Fatal(err)
		}
		back, err := exchange.Book{{Base: "USD", Quote: "EUR", Day: day, Rate: inverse.Rate, Source: exchange.ECB}}.Find(exchange.Pair{"EUR", "USD"}, day)
		if err != nil {
			t.Fatal(err)
		}
		missed := new(big.Rat).Sub(back.Rate.Exact(), r.Exact())
		bound := new(big.Rat).Mul(r.Exact(), r.Exact())
		bound.Add(bound.Mul(bound, big.NewRat(1, 100_000_000)), big.NewRat(1, 100_000_000))
		if missed.Abs(missed).Cmp(bound) > 0 {
			t.Fatalf("%s became %s and then %s", r, inverse.Rate, back.Rate)
		}
	})
}

func entry(base, quote money.Currency, day, rate string) exchange.Entry {
	return exchange.Entry{
		Base: optional.Put(base), Quote: optional.Put(quote), Day: optional.Put(date.MustParse(day)), Rate: optional.Put(money.MustParseRate(rate)),
	}
}

func TestEntries(t *testing.T) {
	good, err := exchange.Checked([]exchange.Entry{entry("USD", "EUR", "2026-11-27", "0.92"), entry("EUR", "USD", "2026-11-27", "1.08")})
	require.NoError(t, err)
	require.Equal(t, []exchange.RateValues{rate("USD", "EUR", "2026-11-27", "0.92", exchange.Manual), rate("EUR", "USD", "2026-11-27", "1.08", exchange.Manual)}, good)
	for name, c := range map[string]struct {
		entries []exchange.Entry
		kind    fault.Kind
		pointer string
	}{
		"none":                 {nil, fault.Invalid, "/rates"},
		"too many":             {make([]exchange.Entry, exchange.MaxEntries+1), fault.Invalid, "/rates"},
		"nothing in it":        {[]exchange.Entry{{}}, fault.Invalid, "/rates/0/base"},
		"an unknown currency":  {[]exchange.Entry{entry("XYZ", "EUR", "2026-11-27", "1")}, fault.Invalid, "/rates/0/base"},
		"a day long ago":       {[]exchange.Entry{entry("USD", "EUR", "1989-12-31", "1")}, fault.Invalid, "/rates/0/date"},
		"equal currencies":     {[]exchange.Entry{entry("EUR", "EUR", "2026-11-27", "1")}, fault.Rule, "/rates/0/quote"},
		"the same day as once": {[]exchange.Entry{entry("USD", "EUR", "2026-11-27", "1"), entry("USD", "EUR", "2026-11-27", "2")}, fault.Rule, "/rates/1"},
	} {
		_, err := exchange.Checked(c.entries)
		e, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, []any{c.kind, c.pointer}, []any{e.Kind, e.Pointer}, name)
	}
}

func TestRatesOfAFileThatAreRefused(t *testing.T) {
	known := exchange.Book{rate("EUR", "USD", "2026-11-26", "1", exchange.ECB), rate("EUR", "JPY", "2026-11-10", "100", exchange.ECB)}
	good, refused := exchange.Accept(known, exchange.Book{
		rate("EUR", "USD", "2026-11-27", "1.5", exchange.ECB), rate("EUR", "JPY", "2026-11-27", "300", exchange.ECB),
		rate("EUR", "GBP", "2026-11-26", "0.9", exchange.ECB), rate("EUR", "GBP", "2026-11-27", "9", exchange.ECB),
		rate("EUR", "SEK", "2026-11-28", "11", exchange.ECB), rate("EUR", "XXX", "2026-11-27", "1", exchange.ECB),
	}, date.MustParse("2026-11-27"))
	require.Equal(t, exchange.Book{
		rate("EUR", "GBP", "2026-11-26", "0.9", exchange.ECB), rate("EUR", "JPY", "2026-11-27", "300", exchange.ECB), rate("EUR", "USD", "2026-11-27", "1.5", exchange.ECB),
	}, good, "half of a rate is not more than a half, and a rate of long ago does not count")
	require.Equal(t, exchange.Book{rate("EUR", "GBP", "2026-11-27", "9", exchange.ECB), rate("EUR", "SEK", "2026-11-28", "11", exchange.ECB)}, refused)
	for _, day := range []string{"2026-11-26", "2026-11-25"} {
		good, _ = exchange.Accept(known, exchange.Book{rate("EUR", "USD", day, "2", exchange.ECB)}, date.MustParse("2026-11-27"))
		require.Empty(t, good, "a stored day is not replaced by a leap, nor a day before it")
	}
}
