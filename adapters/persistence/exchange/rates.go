package exchange

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/exchange"
)

type rateRow struct {
	bun.BaseModel `bun:"table:exchange_rates"`
	record.Head
	Base  money.Currency `bun:"base"`
	Quote money.Currency `bun:"quote"`
	Day   int64          `bun:"day"`
	Rate  int64          `bun:"rate"`
}

func rateRowOf(r exchange.Rate) rateRow {
	v := r.Values
	return rateRow{Head: record.HeadOf(r), Base: v.Base, Quote: v.Quote, Day: v.Day.Days(), Rate: v.Rate.Units()}
}

func (r *rateRow) rate() (exchange.Rate, error) {
	return record.Versioned[exchange.RateID](r.Head, valuesOf(r.Base, r.Quote, r.Day, r.Rate, exchange.Manual))
}

func valuesOf(base, quote money.Currency, day, rate int64, source exchange.Source) exchange.RateValues {
	return exchange.RateValues{
		Base: base, Quote: quote, Day: date.FromDays(day), Rate: money.RateFromUnits(rate), Source: source,
	}
}

// knownRow has a rate that a team entered, or a reference rate, which has team 0.
type knownRow struct {
	bun.BaseModel `bun:"table:exchange_known_rates"`
	record.Head
	Base   money.Currency  `bun:"base"`
	Quote  money.Currency  `bun:"quote"`
	Day    int64           `bun:"day"`
	Rate   int64           `bun:"rate"`
	Source exchange.Source `bun:"source"`
}

var known = record.Table[knownRow, exchange.Rate]{
	Row: func(r exchange.Rate) knownRow {
		v := r.Values
		return knownRow{
			Head: record.HeadOf(r), Base: v.Base, Quote: v.Quote, Day: v.Day.Days(), Rate: v.Rate.Units(), Source: v.Source,
		}
	},
	Snapshot: func(r *knownRow) (exchange.Rate, error) {
		return record.Versioned[exchange.RateID](r.Head, valuesOf(r.Base, r.Quote, r.Day, r.Rate, r.Source))
	},
	Sorts: map[string]string{"date": "day", "base": "base", "quote": "quote", "created_at": "created_at"},
}

// Rates stores the rates of teams, and reads them together with the reference rates.
type Rates struct {
	*record.Kind[exchange.RateID, exchange.RateValues, ports.Filter, rateRow]
	known *record.Records[knownRow, exchange.Rate]
}

// NewRates opens the rates of all teams.
func NewRates(s *db.Store) *Rates {
	on := record.On(s)
	return &Rates{
		record.NewKind(on, record.Table[rateRow, exchange.Rate]{
			Row: rateRowOf, Snapshot: (*rateRow).rate, Key: []string{"base", "quote", "day"},
		}, func(ports.Filter) []record.Condition { return nil }),
		record.New(on, known),
	}
}

var _ ports.Rates = (*Rates)(nil)

// counting selects the rates that a team can use.
func counting(team id.Team) record.Condition {
	return record.Any(record.Is("team_id", &team), record.Is("source", new(exchange.ECB)))
}

// List reads a page of the team's rates and the reference rates.
func (r *Rates) List(
	ctx context.Context, team id.Team, f ports.Filter, req page.Request,
) (page.Page[exchange.Rate], error) {
	return r.known.Page(ctx, 0, []record.Condition{
		counting(team), record.In("base", f.Bases), record.In("quote", f.Quotes), record.In("source", f.Sources),
		record.Between("day", days(f.From), days(f.To)),
	}, req)
}

func days(d *date.Date) *int64 {
	if d == nil {
		return nil
	}
	return new(d.Days())
}

// Between reads the rates between two of the currencies.
func (r *Rates) Between(
	ctx context.Context, team id.Team, currencies []money.Currency, first, last date.Date,
) (exchange.Book, error) {
	if len(currencies) == 0 {
		return nil, nil
	}
	found, err := r.known.Select(ctx, record.Query{Where: []record.Condition{
		counting(team), record.In("base", currencies), record.In("quote", currencies),
		record.Between("day", days(&first), days(&last)),
	}})
	out := make(exchange.Book, len(found))
	for i, rate := range found {
		out[i] = rate.Values
	}
	return out, err
}

// Known reads and locks the team's rates with the pair and day of one of the values.
func (r *Rates) Known(ctx context.Context, team id.Team, values []exchange.RateValues) ([]exchange.Rate, error) {
	like := make([]exchange.Rate, len(values))
	for i, v := range values {
		like[i] = exchange.Rate{Team: team, Values: v}
	}
	return r.All.Keyed(ctx, team, like, true)
}

// Count counts live rates.
func (r *Rates) Count(ctx context.Context, team id.Team) (int64, error) {
	return r.All.Count(ctx, team)
}

// SaveMany stores changed rates.
func (r *Rates) SaveMany(ctx context.Context, all []exchange.Rate) error {
	return r.All.Save(ctx, all...)
}
