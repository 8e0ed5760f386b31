package history

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/history"
)

// span has a period in microseconds; nil means no limit on that side.
type span struct{ from, before *int64 }

// spans returns the periods to search for a page, in order, until it is full. On Postgres planning
// takes longer the more months a statement covers, and the entries of most pages are close
// together. So it searches two months first, then four, then the rest. SQLite has a single table.
func (c *Changes) spans(ctx context.Context, team id.Team, f history.ChangeFilter, r page.Request) ([]span, error) {
	if c.store.Dialect() != db.Postgres || len(r.Order) == 0 || r.Order[0].Field != "created_at" {
		return []span{{}}, nil
	}
	desc := r.Order[0].Desc
	begin, ok := beginning(f, r, desc)
	switch {
	case ok:
	case r.After != nil:
		return []span{{}}, nil // not a place of this list; the statement reports it
	default:
		edge := "min"
		if desc {
			edge = "max"
		}
		var known *int64
		err := c.store.Hot(ctx).QueryRow(ctx, "SELECT "+edge+"(created_at) FROM repricer_changes WHERE team_id = $1", int64(team)).Scan(&known)
		if err != nil || known == nil {
			return nil, db.Fault(err)
		}
		begin = *known
	}
	m := monthOf(db.FromMicros(begin))
	if desc {
		a, b := micros((m - 1).start()), micros((m - 5).start())
		return []span{{from: a}, {from: b, before: a}, {before: b}}, nil
	}
	a, b := micros((m + 2).start()), micros((m + 6).start())
	return []span{{before: a}, {from: a, before: b}, {from: b}}, nil
}

func micros(t time.Time) *int64 {
	n := db.Micros(t)
	return &n
}

// beginning returns the time at which the page begins, if the place or the filter gives it.
func beginning(f history.ChangeFilter, r page.Request, desc bool) (int64, bool) {
	if len(r.After) == 2 {
		at, ok := r.After[0].(int64)
		return at, ok
	}
	edge := f.From
	if desc {
		edge = f.To
	}
	if edge == nil || r.After != nil {
		return 0, false
	}
	return db.Micros(*edge), true
}
