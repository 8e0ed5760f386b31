package history

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Changes stores the history with its day counters, on both databases.
type Changes struct {
	store   *db.Store
	texts   changeTexts
	entries Entries
	// months has the months with partitions that are known to exist.
	months sync.Map
}

func NewChanges(s *db.Store) *Changes {
	return &Changes{store: s, texts: newChangeTexts(s), entries: NewEntries(s)}
}

var _ historyports.Changes = (*Changes)(nil)

// changeTexts has the statements with fixed texts.
type changeTexts struct {
	insert, evidence                  string
	open, openNew                     string
	openMove, openEnd, move           string
	addCounts, addMarks, readEvidence string
	standings, attention, flow, sent  string
	load, teamOf                      string
}

// slot returns the slot of a counter: each Postgres connection has its own, so that transactions do
// not wait for each other.
func slot(d db.Dialect) string {
	if d == db.Postgres {
		return "pg_backend_pid()"
	}
	return "0"
}

// movedRow has an entry and its stored outcome.
type movedRow struct {
	changeRow
	Was *string `bun:"was"`
}

// openRow has the columns of a price without a final outcome.
type openRow struct {
	bun.BaseModel `bun:"table:repricer_open_changes"`

	Change      int64              `bun:"change_id"`
	CreatedAt   int64              `bun:"created_at"`
	Team        id.Team            `bun:"team_id"`
	Product     int64              `bun:"product_id"`
	Seller      string             `bun:"seller_id"`
	Marketplace marketplace.ID     `bun:"marketplace_id"`
	Outcome     *string            `bun:"outcome"`
	Region      marketplace.Region `bun:"region"`
	SKU         string             `bun:"sku"`
	Urgency     int64              `bun:"urgency"`
}

// plannedRow has the new outcome of an open price, and its plan, if any.
type plannedRow struct {
	Change  int64   `bun:"change_id"`
	Outcome *string `bun:"outcome"`
	Planned bool    `bun:"planned"`
	SentAt  *int64  `bun:"sent_at"`
	NextAt  int64   `bun:"next_at"`
	Feed    *int64  `bun:"feed"`
	Number  *int64  `bun:"feed_number"`
}

var (
	newColumns  = changeRows.Info().New()
	movedRows   = record.Describe(record.Plain[movedRow]())
	moveColumns = movedRows.Info().Named(append([]string{"id", "created_at", "was"}, moving...)...)
	openRows    = record.Describe(record.Plain[openRow]())
	plannedRows = record.Describe(record.Plain[plannedRow]())
	planColumns = plannedRows.Info().Named("sent_at", "next_at", "feed", "feed_number")
)

func newChangeTexts(s *db.Store) changeTexts {
	d := s.Dialect()
	var planned strings.Builder
	for _, c := range planColumns {
		name := plannedRows.Info().Columns[c].Name
		planned.WriteString(", " + name + " = CASE WHEN u.planned THEN u." + name + " ELSE repricer_open_changes." + name + " END")
	}
	openList := "SELECT change_id, created_at, product_id FROM repricer_open_changes WHERE team_id = $1 AND "
	t := changeTexts{
		insert:  changeRows.Info().Insert(d, newColumns...) + " RETURNING id, product_id",
		open:    openList + s.IDsIn("product_id", 2) + " ORDER BY product_id" + s.ForUpdate(),
		openNew: openRows.Info().Insert(d),
		openMove: "UPDATE repricer_open_changes SET outcome = u.outcome" + planned.String() + " FROM " +
			plannedRows.From(d, 2) +
			" WHERE " + d.Checked("repricer_open_changes.team_id") + " = $1 AND repricer_open_changes.change_id = u.change_id",
		openEnd: "DELETE FROM repricer_open_changes WHERE team_id = $1 AND " + s.IDsIn("change_id", 2),
		move: "UPDATE repricer_changes SET " + movedRows.Info().Sets("u.", movedRows.Info().Named(moving...)) +
			" FROM " + movedRows.From(d, 4, moveColumns...) +
			" WHERE " + d.Checked("repricer_changes.team_id") + " = $1 AND repricer_changes.id = u.id AND repricer_changes.created_at = u.created_at" +
			" AND repricer_changes.created_at BETWEEN $2 AND $3 AND repricer_changes.outcome = u.was",
		load: "SELECT " + changeRows.Columns("") + " FROM repricer_changes WHERE team_id = $1 AND id = $2",
		// It uses the index to go from team to team.
		teamOf: `WITH RECURSIVE teams(team_id) AS (
			SELECT MIN(team_id) FROM repricer_changes
			UNION ALL
			SELECT (SELECT MIN(c.team_id) FROM repricer_changes AS c WHERE c.team_id > t.team_id) FROM teams AS t WHERE t.team_id IS NOT NULL
		) SELECT c.team_id FROM teams AS t JOIN repricer_changes AS c ON c.team_id = t.team_id WHERE c.id = $1`,
		readEvidence: "SELECT change_id, input, trace FROM repricer_change_inputs WHERE team_id = $1 AND " + s.IDsIn("change_id", 2) +
			" AND created_at BETWEEN $3 AND $4",
	}
	t.evidence = evidenceText(d)
	t.addCounts = adding(d, "repricer_day_counts", countRows.Info(), countColumns)
	t.addMarks = adding(d, "repricer_day_marks", markRows.Info(), []string{"n"})
	t.standings, t.attention, t.flow, t.sent = overviewTexts()
	return t
}

// conflict refuses a decision about rows that have changed since.
func conflict(message string) error { return fault.New(fault.Conflict, fault.CodeConflict, message) }

func (c *Changes) LoadOpenLocked(ctx context.Context, team id.Team, rows []decision.ProductID) ([]*history.PriceChange, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	return c.loadOpen(ctx, team, c.texts.open, int64(team), c.store.IDsArg(db.Plain(rows)))
}

// loadOpen locks the open prices first and reads their entries after that. A statement that waits
// for a lock sees other tables as they were before its wait.
func (c *Changes) loadOpen(ctx context.Context, team id.Team, query string, args ...any) ([]*history.PriceChange, error) {
	var ids []int64
	var change, created, product, least, most int64
	err := db.Each(c.store.Hot(ctx).Query(ctx, query, args...))(func() {
		if len(ids) == 0 {
			least, most = created, created
		}
		ids, least, most = append(ids, change), min(least, created), max(most, created)
	}, &change, &created, &product)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	found, err := c.entries.Read(ctx, team, ids, least, most)
	if err != nil {
		return nil, err
	}
	out := make([]*history.PriceChange, len(found))
	for i, e := range found {
		if out[i], err = history.RestorePriceChange(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *Changes) Save(ctx context.Context, team id.Team, changes []*history.PriceChange, plans map[repricer.ChangeID]sendingports.Plan) error {
	if len(changes) == 0 {
		return nil
	}
	moved := slices.Clone(changes)
	slices.SortFunc(moved, func(a, b *history.PriceChange) int { return int(a.ProductID() - b.ProductID()) })
	rows := make([]movedRow, len(moved))
	var ended []int64
	var going []entry
	var sums tally
	for i, m := range moved {
		e := m.Snapshot()
		rows[i] = movedRow{changeRowOf(e), record.Text(m.StoredOutcome())}
		if e.Outcome.Or("").Open() {
			going = append(going, e)
		} else {
			ended = append(ended, int64(e.ID))
		}
		sums.add(m.OutcomeCounts())
	}
	args, err := movedRows.Args(c.store.Dialect(), rows, moveColumns...)
	if err != nil {
		return err
	}
	age := func(a, b movedRow) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) }
	args = append([]any{int64(team), slices.MinFunc(rows, age).CreatedAt, slices.MaxFunc(rows, age).CreatedAt}, args...)
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.move, args...)
	if err := db.Written(n, len(rows), err); err != nil {
		return err
	}
	if err := c.keepOpen(ctx, team, going, ended, plans); err != nil {
		return err
	}
	return c.count(ctx, team, sums)
}

// keepOpen updates the list of open prices.
func (c *Changes) keepOpen(ctx context.Context, team id.Team, going []entry, ended []int64, plans map[repricer.ChangeID]sendingports.Plan) error {
	if len(ended) > 0 {
		n, err := c.store.Hot(ctx).Exec(ctx, c.texts.openEnd, int64(team), c.store.IDsArg(ended))
		if err := db.Written(n, len(ended), err); err != nil {
			return err
		}
	}
	if len(going) == 0 {
		return nil
	}
	rows := make([]plannedRow, len(going))
	for i, e := range going {
		plan, planned := plans[e.ID]
		rows[i] = plannedRow{
			Change: int64(e.ID), Outcome: record.Text(e.Outcome), Planned: planned, SentAt: moment(plan.SentAt),
			NextAt: db.MicrosOrZero(plan.NextAt), Feed: record.Whole(plan.Feed), Number: plan.Number.Ptr(),
		}
	}
	args, err := plannedRows.Args(c.store.Dialect(), rows)
	if err != nil {
		return err
	}
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.openMove, append([]any{int64(team)}, args...)...)
	return db.Written(n, len(going), err)
}
