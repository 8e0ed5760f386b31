// Package facade answers the questions of other contexts about exchange rates.
package facade

import (
	"context"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/exchange"
)

// Facade answers questions about rates.
type Facade struct{ books ports.Rates }

func New(books ports.Rates) *Facade { return &Facade{books} }

// At returns how many units of quote one unit of base was worth at a day, by exchange.Book.Find.
// Without a rate it returns the Rule fault exchange_rate_missing.
func (f *Facade) At(
	ctx context.Context, team id.Team, base, quote money.Currency, day date.Date,
) (exchange.Found, error) {
	pair := exchange.Pair{Base: base, Quote: quote}
	book, err := f.Book(ctx, team, day, pair)
	if err != nil {
		return exchange.Found{}, err
	}
	return book.Find(pair, day)
}

// Book reads the rates that may count for pairs at a day, with one statement. Without two different
// currencies it reads nothing.
func (f *Facade) Book(ctx context.Context, team id.Team, day date.Date, pairs ...exchange.Pair) (exchange.Book, error) {
	var differ []exchange.Pair
	for _, p := range pairs {
		if p.Base != p.Quote {
			differ = append(differ, p)
		}
	}
	if len(differ) == 0 {
		return nil, nil
	}
	return f.books.Between(ctx, team, exchange.Currencies(differ...), day.Add(-exchange.MaxAge), day)
}
