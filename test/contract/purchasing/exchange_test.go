package purchasing_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	rates "sellingassistant/adapters/persistence/exchange"
	exchangeapp "sellingassistant/app/exchange"
	"sellingassistant/app/exchange/facade"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/stores"
)

// exchanging has the use cases of rates, and the ECB's file.
type exchanging struct {
	*exchangeapp.Rates
	*facade.Facade
	references *rates.References
	reading    *exchangeapp.Reading
	file       *file
	heard      *heard
}

func exchanged(t *testing.T, test func(t *testing.T, e exchanging)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		clk := &ticking{now: at(0)}
		store, e := rates.NewRates(s), exchanging{references: rates.NewReferences(s), file: &file{}, heard: &heard{}}
		e.Rates, e.Facade = exchangeapp.NewRates(store, audits.New(s, func(context.Context) string { return "" }), s, clk), facade.New(store)
		e.reading = exchangeapp.NewReading(e.file, e.references, e.heard, clk)
		test(t, e)
	})
}

// file has the rates that the ECB publishes.
type file struct {
	off     bool
	rates   exchange.Book
	err     error
	history []bool
}

func (f *file) On() bool { return !f.off }

func (f *file) Read(_ context.Context, history bool) (exchange.Book, int, error) {
	f.history = append(f.history, history)
	return f.rates, 0, f.err
}

// heard records readings of the file.
type heard struct {
	stored  int64
	refused exchange.Book
	newest  string
	failed  []error
}

func (h *heard) Read(stored int64, refused exchange.Book, _ int, newest date.Date) {
	h.stored, h.refused, h.newest = stored, refused, newest.String()
}

func (h *heard) Failed(err error, newest *date.Date) {
	if h.failed, h.newest = append(h.failed, err), ""; newest != nil {
		h.newest = newest.String()
	}
}

func entered(base, quote money.Currency, day, rate string) exchange.Entry {
	return exchange.Entry{
		Base: optional.Put(base), Quote: optional.Put(quote), Day: optional.Put(date.MustParse(day)), Rate: optional.Put(money.MustParseRate(rate)),
	}
}

func reference(quote money.Currency, day, rate string) exchange.RateValues {
	return exchange.RateValues{Base: "EUR", Quote: quote, Day: date.MustParse(day), Rate: money.MustParseRate(rate), Source: exchange.ECB}
}

func TestRatesAreEnteredTogether(t *testing.T) {
	exchanged(t, func(t *testing.T, e exchanging) {
		ctx := t.Context()
		list := []exchange.Entry{entered("USD", "EUR", "2026-03-18", "0.92"), entered("CNY", "USD", "2026-03-18", "0.1389")}
		made, err := e.Put(ctx, us, list)
		require.NoError(t, err)
		require.Equal(t, []int{2, 0, 0}, []int{made.Created, made.Updated, made.Unchanged})
		require.Positive(t, made.Rates[0].ID)
		again, err := e.Put(ctx, us, list)
		require.NoError(t, err)
		require.Equal(t, exchangeapp.Written{Unchanged: 2, Rates: made.Rates}, again)
		list[1].Rate = optional.Put(money.MustParseRate("0.14"))
		changed, err := e.Put(ctx, us, append(list, entered("GBP", "EUR", "2026-03-18", "1.2")))
		require.NoError(t, err)
		require.Equal(t, []int{1, 1, 1}, []int{changed.Created, changed.Updated, changed.Unchanged})
		require.Equal(t, []any{made.Rates[1].ID, int64(2), "0.14"}, []any{changed.Rates[1].ID, changed.Rates[1].Version, changed.Rates[1].Values.Rate.String()})
		_, err = e.Put(ctx, us, append(list, entered("GBP", "GBP", "2026-03-19", "1.2")))
		refused(t, err, fault.CodeValidationFailed, "/rates/2/quote")
		theirs, err := e.Put(ctx, them, list)
		require.NoError(t, err)
		require.Equal(t, 2, theirs.Created, "another team has rates of its own")

		require.NoError(t, e.Delete(ctx, us, made.Rates[0].ID, nil))
		require.True(t, fault.Is(e.Delete(ctx, us, made.Rates[0].ID, nil), fault.CodeNotFound))
		require.True(t, fault.Is(e.Delete(ctx, us, theirs.Rates[0].ID, nil), fault.CodeNotFound))
		_, err = e.At(ctx, us.Team, "USD", "EUR", date.MustParse("2026-03-18"))
		require.True(t, fault.Is(err, fault.CodeExchangeRateMissing))
		back, err := e.Put(ctx, us, list[:1])
		require.NoError(t, err)
		require.Equal(t, 1, back.Created)
	})
}

func TestRatesAreListedWithTheReferences(t *testing.T) {
	exchanged(t, func(t *testing.T, e exchanging) {
		ctx := t.Context()
		_, err := e.Put(ctx, us, []exchange.Entry{entered("USD", "EUR", "2026-03-18", "0.92"), entered("EUR", "USD", "2026-03-17", "1.07")})
		require.NoError(t, err)
		_, err = e.Put(ctx, them, []exchange.Entry{entered("USD", "EUR", "2026-03-18", "0.5")})
		require.NoError(t, err)
		n, err := e.references.Put(ctx, exchange.Book{reference("USD", "2026-03-17", "1.08"), reference("JPY", "2026-03-18", "160")}, at(1))
		require.NoError(t, err)
		require.Equal(t, int64(2), n)
		list := func(f exchangeapp.Filter, r page.Request) (out []string, next page.Key) {
			found, err := e.List(ctx, us, f, r)
			require.NoError(t, err)
			for _, rate := range found.Items {
				v := rate.Values
				out = append(out, string(v.Base)+string(v.Quote)+" "+v.Day.String()+" "+v.Rate.String()+" "+string(v.Source))
				require.Equal(t, v.Source == exchange.ECB, rate.ID < 0)
			}
			return out, found.Next
		}
		order := []page.By{{Field: "date", Desc: true}}
		all := []string{"USDEUR 2026-03-18 0.92 manual", "EURJPY 2026-03-18 160 ecb", "EURUSD 2026-03-17 1.07 manual", "EURUSD 2026-03-17 1.08 ecb"}
		found, _ := list(exchangeapp.Filter{}, page.Request{Order: order, Limit: 10})
		require.Equal(t, all, found)
		var paged []string
		for after := page.Key(nil); ; {
			part, next := list(exchangeapp.Filter{}, page.Request{Order: order, Limit: 1, After: after})
			if paged, after = append(paged, part...), next; next == nil {
				break
			}
		}
		require.Equal(t, all, paged)
		for want, f := range map[int]exchangeapp.Filter{
			1: {Bases: []money.Currency{"USD"}}, 2: {From: new(date.MustParse("2026-03-18"))}, 3: {Quotes: []money.Currency{"USD", "JPY"}},
		} {
			found, _ := list(f, page.Request{Order: order, Limit: 10})
			require.Len(t, found, want, "%+v", f)
		}
		found, _ = list(exchangeapp.Filter{Sources: []exchange.Source{exchange.ECB}, To: new(date.MustParse("2026-03-17"))}, page.Request{Order: order, Limit: 10})
		require.Equal(t, []string{"EURUSD 2026-03-17 1.08 ecb"}, found)
	})
}

func TestTheRateAtADay(t *testing.T) {
	exchanged(t, func(t *testing.T, e exchanging) {
		ctx := t.Context()
		_, err := e.references.Put(ctx, exchange.Book{reference("USD", "2026-03-17", "1.08"), reference("CNY", "2026-03-17", "7.776")}, at(1))
		require.NoError(t, err)
		_, err = e.Put(ctx, us, []exchange.Entry{entered("EUR", "USD", "2026-03-17", "1.2")})
		require.NoError(t, err)
		for team, want := range map[int]string{1: "0.15432099 manual", 2: "0.13888889 ecb"} {
			who := us
			if team == 2 {
				who = them
			}
			found, err := e.At(ctx, who.Team, "CNY", "USD", date.MustParse("2026-03-20"))
			require.NoError(t, err)
			require.Equal(t, want, found.Rate.String()+" "+string(found.Source))
		}
		found, err := e.At(ctx, us.Team, "SEK", "SEK", date.MustParse("2026-03-20"))
		require.NoError(t, err)
		require.Equal(t, money.One, found.Rate)
		_, err = e.At(ctx, us.Team, "CNY", "USD", date.MustParse("2026-03-25"))
		require.True(t, fault.Is(err, fault.CodeExchangeRateMissing))
	})
}

func TestReferenceRatesAreRead(t *testing.T) {
	exchanged(t, func(t *testing.T, e exchanging) {
		ctx := t.Context()
		e.file.off = true
		require.NoError(t, e.reading.Read(ctx))
		require.Empty(t, e.file.history, "nothing is read while it is off")
		e.file.off, e.file.rates = false, exchange.Book{reference("USD", "2026-03-18", "1.08"), reference("USD", "2026-03-19", "1.09")}
		require.NoError(t, e.reading.Read(ctx))
		require.Equal(t, heard{stored: 2, newest: "2026-03-19"}, *e.heard)
		e.file.rates = exchange.Book{reference("USD", "2026-03-20", "10"), reference("JPY", "2026-03-20", "160")}
		require.NoError(t, e.reading.Read(ctx))
		require.Equal(t, heard{stored: 1, newest: "2026-03-20", refused: e.file.rates[:1]}, *e.heard)
		require.NoError(t, e.reading.Read(ctx))
		require.Zero(t, e.heard.stored, "the same file changes nothing")
		require.Equal(t, []bool{true, false, false}, e.file.history, "the history is read first")
		latest, err := e.references.Latest(ctx)
		require.NoError(t, err)
		require.Equal(t, exchange.Book{reference("JPY", "2026-03-20", "160"), reference("USD", "2026-03-19", "1.09")}, latest)
		e.file.err = errors.New("away")
		require.ErrorIs(t, e.reading.Read(ctx), e.file.err)
		require.Equal(t, []any{[]error{e.file.err}, "2026-03-20"}, []any{e.heard.failed, e.heard.newest})
		latest2, err := e.references.Latest(ctx)
		require.NoError(t, err)
		require.Equal(t, latest, latest2, "a failure keeps the rates")
	})
}
