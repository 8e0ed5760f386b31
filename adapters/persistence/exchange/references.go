package exchange

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/exchange"
)

type referenceRow struct {
	bun.BaseModel `bun:"table:exchange_reference_rates"`

	ID     int64          `bun:"id,pk,autoincrement"`
	Quote  money.Currency `bun:"quote"`
	Day    int64          `bun:"day"`
	Rate   int64          `bun:"rate"`
	ReadAt int64          `bun:"read_at"`
}

// References stores the reference rates.
type References struct {
	store   *db.Store
	records *record.Records[referenceRow, referenceRow]
}

// NewReferences opens the reference rates.
func NewReferences(s *db.Store) *References {
	return &References{s, record.New(record.On(s), record.Plain[referenceRow]())}
}

var _ ports.References = (*References)(nil)

// Latest reads the newest rate of each currency.
func (r *References) Latest(ctx context.Context) (exchange.Book, error) {
	found, err := r.records.Collect(r.store.Hot(ctx).Query(ctx, "SELECT "+r.records.Columns("")+`
		FROM exchange_reference_rates WHERE (quote, day) IN (
			SELECT quote, max(day) FROM exchange_reference_rates GROUP BY quote) ORDER BY quote`))
	out := make(exchange.Book, len(found))
	for i, row := range found {
		out[i] = valuesOf(exchange.Hub, row.Quote, row.Day, row.Rate, exchange.ECB)
	}
	return out, err
}

// Put stores rates with one statement.
func (r *References) Put(ctx context.Context, rates exchange.Book, at time.Time) (int64, error) {
	if len(rates) == 0 {
		return 0, nil
	}
	rows := make([]referenceRow, len(rates))
	for i, v := range rates {
		rows[i] = referenceRow{Quote: v.Quote, Day: v.Day.Days(), Rate: v.Rate.Units(), ReadAt: db.Micros(at)}
	}
	info, d := r.records.Info(), r.store.Dialect()
	args, err := r.records.Args(d, rows, info.New()...)
	if err != nil {
		return 0, err
	}
	n, err := r.store.Hot(ctx).Exec(ctx, info.Insert(d, info.New()...)+` ON CONFLICT (quote, day)
		DO UPDATE SET rate = excluded.rate, read_at = excluded.read_at
		WHERE exchange_reference_rates.rate <> excluded.rate`, args...)
	return n, db.Fault(err)
}
