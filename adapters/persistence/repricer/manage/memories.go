package manage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// Memories implements the port of that name.
type Memories struct {
	store      *db.Store
	load, save string
}

// NewMemories makes the store of memories.
func NewMemories(s *db.Store) *Memories {
	d := s.Dialect()
	names, sets := make([]string, len(memoryColumns)), make([]string, 0, len(memoryColumns))
	for i, c := range memoryColumns {
		names[i] = c.name
		if i > 0 {
			sets = append(sets, c.name+" = excluded."+c.name)
		}
	}
	list, rows := strings.Join(names, ", "), memoryBatch()
	return &Memories{
		store: s,
		load:  "SELECT " + list + " FROM repricer_row_memory WHERE team_id = $1 AND " + s.IDsIn("product_id", 2),
		save: "INSERT INTO repricer_row_memory (team_id, " + list + ") SELECT $1, u." + strings.Join(names, ", u.") +
			" FROM " + rows.From(d, 2) + " WHERE EXISTS (SELECT 1 FROM repricer_products AS p WHERE p.team_id = $1 AND p.id = u.product_id)" +
			" ON CONFLICT (" + d.TeamKey("product_id") + ") DO UPDATE SET " + strings.Join(sets, ", "),
	}
}

var _ ports.Memories = (*Memories)(nil)

// memoryRow is where a memory is scanned to.
type memoryRow struct {
	id int64
	repricer.Memory
	softPrice optional.Maybe[money.Amount]
	softUntil optional.Maybe[time.Time]
	falls     string
	changes   int64
}

// memoryColumn ties a column to the member it holds, in both directions.
type memoryColumn struct {
	name  string
	kind  db.Kind
	place func(*memoryRow) any
	value func(*memoryRow) db.Cell
}

func memoryAmount(name string, at func(*memoryRow) *optional.Maybe[money.Amount]) memoryColumn {
	return memoryColumn{
		name, db.Numbers, func(r *memoryRow) any { return db.AmountTo(at(r)) },
		func(r *memoryRow) db.Cell { return db.MaybeNumberCell(*at(r), money.Amount.Units) },
	}
}

func memoryMoment(name string, at func(*memoryRow) *optional.Maybe[time.Time]) memoryColumn {
	return memoryColumn{
		name, db.Numbers, func(r *memoryRow) any { return db.MomentTo(at(r)) },
		func(r *memoryRow) db.Cell { return db.MaybeNumberCell(*at(r), db.Micros) },
	}
}

var memoryColumns = []memoryColumn{
	{
		"product_id", db.Numbers, func(r *memoryRow) any { return &r.id },
		func(r *memoryRow) db.Cell { return db.NumberCell(r.id) },
	},
	memoryAmount("submitted", func(r *memoryRow) *optional.Maybe[money.Amount] { return &r.Submitted }),
	memoryMoment("changed_at", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.ChangedAt }),
	{
		"change_reason", db.Texts, func(r *memoryRow) any { return db.Word(&r.Change) },
		func(r *memoryRow) db.Cell { return db.TextCell(string(r.Change)) },
	},
	memoryAmount("won", func(r *memoryRow) *optional.Maybe[money.Amount] { return &r.Won }),
	memoryAmount("soft_price", func(r *memoryRow) *optional.Maybe[money.Amount] { return &r.softPrice }),
	memoryMoment("soft_until", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.softUntil }),
	{
		"falls", db.Texts, func(r *memoryRow) any { return &r.falls },
		func(r *memoryRow) db.Cell { return db.TextCell(r.falls) },
	},
	memoryMoment("war_at", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.WarAt }),
	{
		"day", db.Numbers, func(r *memoryRow) any { return db.Number(&r.Day, date.FromDays) },
		func(r *memoryRow) db.Cell { return db.MaybeNumberCell(r.Day, date.Date.Days) },
	},
	{
		"day_changes", db.Numbers, func(r *memoryRow) any { return &r.changes },
		func(r *memoryRow) db.Cell { return db.NumberCell(r.changes) },
	},
	memoryAmount("day_price", func(r *memoryRow) *optional.Maybe[money.Amount] { return &r.DayPrice }),
	memoryMoment("offers_at", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.OffersAt }),
	memoryMoment("seen_at", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.SeenAt }),
	memoryMoment("fees_at", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.FeesAt }),
	memoryMoment("window_since", func(r *memoryRow) *optional.Maybe[time.Time] { return &r.Window }),
	memoryAmount("window_price", func(r *memoryRow) *optional.Maybe[money.Amount] { return &r.WindowPrice }),
}

func memoryBatch() db.Batch {
	out := make(db.Batch, len(memoryColumns))
	for i, c := range memoryColumns {
		out[i] = db.Heading{Name: c.name, Kind: c.kind}
	}
	return out
}

// row takes a memory apart.
func memoryRowOf(id decision.ProductID, m repricer.Memory) memoryRow {
	r := memoryRow{id: int64(id), Memory: m, changes: int64(m.Changes)}
	if soft, ok := m.SoftCeiling.Get(); ok {
		r.softPrice, r.softUntil = optional.Some(soft.Price), optional.Some(soft.Until)
	}
	falls := make([]string, len(m.Falls))
	for i, at := range m.Falls {
		falls[i] = strconv.FormatInt(db.Micros(at), 10)
	}
	r.falls = strings.Join(falls, ",")
	return r
}

// memory puts it together again.
func (r *memoryRow) memory() (repricer.Memory, error) {
	m := r.Memory
	m.Changes = int(r.changes)
	if price, ok := r.softPrice.Get(); ok {
		m.SoftCeiling = optional.Some(decision.SoftCeiling{Price: price, Until: r.softUntil.Or(time.Time{})})
	}
	for at := range strings.SplitSeq(r.falls, ",") {
		if at == "" {
			continue
		}
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			return m, fmt.Errorf("repricer product %d: its falls: %w", r.id, err)
		}
		m.Falls = append(m.Falls, db.FromMicros(n))
	}
	return m, nil
}

func (m *Memories) Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error) {
	out := make(map[decision.ProductID]repricer.Memory, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var r memoryRow
	places := make([]any, len(memoryColumns))
	for i, c := range memoryColumns {
		places[i] = c.place(&r)
	}
	var broken error
	err := db.Each(m.store.Hot(ctx).Query(ctx, m.load, int64(team), m.store.IDsArg(db.Plain(ids))))(func() {
		one, err := r.memory()
		broken = cmp.Or(broken, err)
		out[decision.ProductID(r.id)] = one
	}, places...)
	return out, cmp.Or(err, broken)
}

func (m *Memories) Save(ctx context.Context, team id.Team, memories map[decision.ProductID]repricer.Memory) error {
	if len(memories) == 0 {
		return nil
	}
	rows := make([]memoryRow, 0, len(memories))
	for product, one := range memories {
		rows = append(rows, memoryRowOf(product, one))
	}
	slices.SortFunc(rows, func(a, b memoryRow) int { return cmp.Compare(a.id, b.id) })
	args, err := memoryBatch().Args(m.store.Dialect(), len(rows), func(r, c int) db.Cell { return memoryColumns[c].value(&rows[r]) })
	if err != nil {
		return err
	}
	n, err := m.store.Hot(ctx).Exec(ctx, m.save, append([]any{int64(team)}, args...)...)
	return db.Written(n, len(rows), err)
}
