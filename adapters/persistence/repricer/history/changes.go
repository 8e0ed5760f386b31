package history

import (
	"context"
	"slices"
	"strings"
	"sync"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Changes implements the ports of the history, its statistics and its upkeep.
type Changes struct {
	store   *db.Store
	texts   changeTexts
	entries Entries
	// months are those whose partitions were seen.
	months sync.Map
}

// NewChanges makes the store of the history.
func NewChanges(s *db.Store) *Changes {
	return &Changes{store: s, texts: newChangeTexts(s), entries: NewEntries(s)}
}

var _ historyports.Changes = (*Changes)(nil)

// changeTexts are the statements with fixed texts.
type changeTexts struct {
	insert, evidence                  string
	open, openNew                     string
	openMove, openEnd, move           string
	addCounts, addMarks, readEvidence string
	standings, attention, flow, sent  string
	load, teamOf                      string
}

// slot is the part of a counter that a transaction has for itself.
func slot(d db.Dialect) string {
	if d == db.Postgres {
		return "pg_backend_pid()"
	}
	return "0"
}

var (
	// newColumns are the columns of a new entry, moveColumns those that what
	// becomes of its price changes.
	newColumns, moveColumns = func() (all, moves []changeColumn) {
		for _, c := range changeColumns {
			if c.name != "id" {
				all = append(all, c)
			}
			if c.moves {
				moves = append(moves, c)
			}
		}
		return append(all, endColumns...), append(moves, endColumns...)
	}()
	newBatch  = changeHeadings(newColumns)
	moveBatch = append(db.Batch{{Name: "id", Kind: db.Numbers}, {Name: "created_at", Kind: db.Numbers}, {Name: "was", Kind: db.Texts}}, changeHeadings(moveColumns)...)
	openBatch = db.Batch{
		{Name: "change_id", Kind: db.Numbers}, {Name: "created_at", Kind: db.Numbers}, {Name: "product_id", Kind: db.Numbers}, {Name: "seller_id", Kind: db.Texts},
		{Name: "marketplace_id", Kind: db.Texts}, {Name: "outcome", Kind: db.Texts}, {Name: "region", Kind: db.Texts},
		{Name: "sku", Kind: db.Texts}, {Name: "urgency", Kind: db.Numbers},
	}
	planBatch = db.Batch{
		{Name: "sent_at", Kind: db.Numbers}, {Name: "next_at", Kind: db.Numbers}, {Name: "feed", Kind: db.Numbers}, {Name: "feed_number", Kind: db.Numbers},
	}
	openMoves = append(db.Batch{{Name: "change_id", Kind: db.Numbers}, {Name: "outcome", Kind: db.Texts}, {Name: "planned", Kind: db.Flags}}, planBatch...)
)

func changeHeadings(columns []changeColumn) db.Batch {
	out := make(db.Batch, len(columns))
	for i, c := range columns {
		out[i] = db.Heading{Name: c.name, Kind: c.kind}
	}
	return out
}

func names(b db.Batch, prefix string) string {
	parts := make([]string, len(b))
	for i, h := range b {
		parts[i] = prefix + h.Name
	}
	return strings.Join(parts, ", ")
}

func newChangeTexts(s *db.Store) changeTexts {
	d := s.Dialect()
	var sets []string
	for _, c := range moveColumns {
		sets = append(sets, c.name+" = u."+c.name)
	}
	var planned strings.Builder
	for _, h := range planBatch {
		planned.WriteString(", " + h.Name + " = CASE WHEN u.planned THEN u." + h.Name + " ELSE repricer_open_changes." + h.Name + " END")
	}
	openList := "SELECT change_id, created_at, product_id FROM repricer_open_changes WHERE team_id = $1 AND "
	t := changeTexts{
		insert: "INSERT INTO repricer_changes (team_id, " + names(newBatch, "") + ") SELECT $1, " + names(newBatch, "u.") +
			" FROM " + newBatch.From(d, 2) + " WHERE true RETURNING id, product_id",
		open: openList + s.IDsIn("product_id", 2) + " ORDER BY product_id" + s.ForUpdate(),
		openNew: "INSERT INTO repricer_open_changes (team_id, " + names(openBatch, "") + ") SELECT $1, " + names(openBatch, "u.") +
			" FROM " + openBatch.From(d, 2) + " WHERE true",
		openMove: "UPDATE repricer_open_changes SET outcome = u.outcome" + planned.String() + " FROM " + openMoves.From(d, 2) +
			" WHERE " + d.Checked("repricer_open_changes.team_id") + " = $1 AND repricer_open_changes.change_id = u.change_id",
		openEnd: "DELETE FROM repricer_open_changes WHERE team_id = $1 AND " + s.IDsIn("change_id", 2),
		move: "UPDATE repricer_changes SET " + strings.Join(sets, ", ") + " FROM " + moveBatch.From(d, 4) +
			" WHERE " + d.Checked("repricer_changes.team_id") + " = $1 AND repricer_changes.id = u.id AND repricer_changes.created_at = u.created_at" +
			" AND repricer_changes.created_at BETWEEN $2 AND $3 AND repricer_changes.outcome = u.was",
		load: "SELECT " + changeList + " FROM repricer_changes WHERE team_id = $1 AND id = $2",
		// It goes from one team to the next by the index.
		teamOf: `WITH RECURSIVE teams(team_id) AS (
			SELECT MIN(team_id) FROM repricer_changes
			UNION ALL
			SELECT (SELECT MIN(c.team_id) FROM repricer_changes AS c WHERE c.team_id > t.team_id) FROM teams AS t WHERE t.team_id IS NOT NULL
		) SELECT c.team_id FROM teams AS t JOIN repricer_changes AS c ON c.team_id = t.team_id WHERE c.id = $1`,
		readEvidence: "SELECT change_id, input, trace FROM repricer_change_inputs WHERE team_id = $1 AND " + s.IDsIn("change_id", 2) +
			" AND created_at BETWEEN $3 AND $4",
	}
	t.evidence = evidenceText(d)
	t.addCounts, t.addMarks = countTexts(d)
	t.standings, t.attention, t.flow, t.sent = overviewTexts()
	return t
}

// conflict refuses decisions about rows that are not as they were decided.
func conflict(message string) error { return fault.New(fault.Conflict, fault.CodeConflict, message) }

func (c *Changes) LoadOpenLocked(ctx context.Context, team id.Team, rows []decision.ProductID) ([]*history.PriceChange, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	return c.loadOpen(ctx, team, c.texts.open, int64(team), c.store.IDsArg(db.Plain(rows)))
}

// loadOpen locks open prices first and reads their entries then: a statement
// that waits for a lock sees the other tables as they were before its wait.
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
	entries := make([]entry, len(moved))
	least, most := int64(0), int64(0)
	var ended []int64
	var going []entry
	var sums tally
	for i, m := range moved {
		entries[i] = m.Snapshot()
		at := db.Micros(entries[i].CreatedAt)
		if i == 0 {
			least, most = at, at
		}
		least, most = min(least, at), max(most, at)
		if entries[i].Outcome.Or("").Open() {
			going = append(going, entries[i])
		} else {
			ended = append(ended, int64(entries[i].ID))
		}
		sums.add(m.Moved())
	}
	args, err := moveBatch.Args(c.store.Dialect(), len(entries), func(r, column int) db.Cell {
		switch column {
		case 0:
			return db.NumberCell(int64(entries[r].ID))
		case 1:
			return db.MomentCell(entries[r].CreatedAt)
		case 2:
			return db.MaybeTextCell(moved[r].Stored())
		}
		return moveColumns[column-3].value(&entries[r])
	})
	if err != nil {
		return err
	}
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.move, append([]any{int64(team), least, most}, args...)...)
	if err := db.Written(n, len(entries), err); err != nil {
		return err
	}
	if err := c.keepOpen(ctx, team, going, ended, plans); err != nil {
		return err
	}
	return c.count(ctx, team, sums)
}

// keepOpen brings the list of open prices up to date.
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
	args, err := openMoves.Args(c.store.Dialect(), len(going), func(r, column int) db.Cell {
		plan, planned := plans[going[r].ID]
		switch column {
		case 0:
			return db.NumberCell(int64(going[r].ID))
		case 1:
			return db.MaybeTextCell(going[r].Outcome)
		case 2:
			return db.Cell{Known: true, B: planned}
		case 3:
			return db.MaybeMomentCell(plan.SentAt)
		case 4:
			return db.NumberCell(db.MicrosOrZero(plan.NextAt))
		case 5:
			return db.MaybeNumberCell(plan.Feed, func(n sendingports.FeedRunID) int64 { return int64(n) })
		}
		return db.MaybeNumberCell(plan.Number, asIs)
	})
	if err != nil {
		return err
	}
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.openMove, append([]any{int64(team)}, args...)...)
	return db.Written(n, len(going), err)
}
