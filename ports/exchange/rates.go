package exchange

import (
	"context"
	"time"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
)

// Filter narrows a list of rates. Members that are empty or nil do not narrow; of a slice any value
// fits; From and To are included.
type Filter struct {
	Bases, Quotes []money.Currency
	Sources       []exchange.Source
	From, To      *date.Date
}

// Rates stores the rates that teams entered. A pair and day is unique among the live rates of a
// team. Order fields: id, date, base, quote, created_at.
type Rates interface {
	// Makes other writers of the team's rates wait until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Find(ctx context.Context, team id.Team, rate exchange.RateID) (exchange.Rate, error)
	// List reads a page of the team's rates and of the ECB's, which have ids below 0.
	List(ctx context.Context, team id.Team, f Filter, r page.Request) (page.Page[exchange.Rate], error)
	// Lock reads the named rates, ascending, and locks them until the transaction ends. Absent rates
	// are left out.
	Lock(ctx context.Context, team id.Team, ids []exchange.RateID) ([]exchange.Rate, error)
	// Known reads the team's rates with the pair and day of one of the values. Without values it
	// reads nothing.
	Known(ctx context.Context, team id.Team, values []exchange.RateValues) ([]exchange.Rate, error)
	// Count counts the live rates that the team entered.
	Count(ctx context.Context, team id.Team) (int64, error)
	// Insert stores a new rate, InsertMany several with one statement. The id of a rate is 0 if
	// another live rate of the team has its pair and day.
	Insert(ctx context.Context, r exchange.Rate) (exchange.RateID, error)
	InsertMany(ctx context.Context, all []exchange.Rate) ([]exchange.RateID, error)
	// Save stores a changed rate, SaveMany several with one statement. Remove hides locked rates.
	Save(ctx context.Context, r exchange.Rate) error
	SaveMany(ctx context.Context, all []exchange.Rate) error
	Remove(ctx context.Context, team id.Team, ids []exchange.RateID, at time.Time) error

	// Between reads the rates between two of the currencies, from the first day to the last. Without
	// currencies it reads nothing.
	Between(ctx context.Context, team id.Team, currencies []money.Currency, first, last date.Date) (exchange.Book, error)
}

// References stores the rates of the ECB, for all teams.
type References interface {
	// Latest reads the newest rate of each currency.
	Latest(ctx context.Context) (exchange.Book, error)
	// Put stores rates. It replaces a stored rate of the same day and currency, and returns the
	// number of rates that are new or changed.
	Put(ctx context.Context, rates exchange.Book, at time.Time) (int64, error)
}

// File reads the ECB's file of reference rates.
type File interface {
	// On reports whether the operator switched the file on.
	On() bool
	// Read returns the rates of the last working day, or with history of the last 90 days. Lines
	// that cannot be read are left out, and counted. A fault of kind Unavailable means that the file
	// could not be fetched, or has no rates.
	Read(ctx context.Context, history bool) (rates exchange.Book, unread int, err error)
}

// Watch hears about readings of the ECB's file.
type Watch interface {
	// Read reports the stored rates, the refused rates, the lines that could not be read, and the
	// newest stored day.
	Read(stored int64, refused exchange.Book, unread int, newest date.Date)
	// Failed reports a file that could not be read, and the newest stored day, if any.
	Failed(err error, newest *date.Date)
}
