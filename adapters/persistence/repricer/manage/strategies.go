package manage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// Strategies implements the port of that name.
type Strategies struct{ store *db.Store }

// NewStrategies makes the store of strategies.
func NewStrategies(s *db.Store) *Strategies { return &Strategies{s} }

var _ ports.Strategies = (*Strategies)(nil)

const (
	// StrategyList names what ReadStrategies reads.
	StrategyList = "id, name, type, enabled, marketplaces, body, version, created_at, updated_at"
	// productsCount counts who names a strategy of the table s.
	productsCount = `(SELECT count(*) FROM repricer_products AS p
		WHERE p.team_id = s.team_id AND p.strategy_id = s.id AND p.deleted_at IS NULL)`
	strategyByID = " FROM repricer_strategies AS s WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL"
)

// strategyRow is where a strategy is scanned to.
type strategyRow struct {
	strategy.Snapshot

	marketplaces string
	body         db.JSON[strategyBody]
	count        int64
}

// places are the columns of StrategyList.
func (r *strategyRow) places() []any {
	return []any{
		(*int64)(&r.ID), &r.Values.Name, db.Word(&r.Values.Type), &r.Values.Enabled, &r.marketplaces,
		&r.body, &r.Version, db.Moment(&r.CreatedAt), db.Moment(&r.UpdatedAt),
	}
}

func (r *strategyRow) snapshot() (strategy.Snapshot, error) {
	s := r.Snapshot
	s.Values.MarketplaceIDs = marketplacesOf(r.marketplaces)
	if err := r.body.V.fill(&s.Values); err != nil {
		return strategy.Snapshot{}, fmt.Errorf("repricer strategy %d: %w", s.ID, err)
	}
	// What comes out of the aggregate has no nil lists.
	restored, err := strategy.Restore(s)
	if err != nil {
		return strategy.Snapshot{}, fmt.Errorf("repricer strategy %d: %w", s.ID, err)
	}
	return restored.Snapshot(), nil
}

func (r *strategyRow) counted() (ports.StrategyRow, error) {
	s, err := r.snapshot()
	return ports.StrategyRow{Snapshot: s, ProductsCount: r.count}, err
}

func (r *Strategies) Insert(ctx context.Context, plan *strategy.Strategy) (strategy.ID, error) {
	s := plan.Snapshot()
	var made int64
	err := r.store.Hot(ctx).QueryRow(ctx, `INSERT INTO repricer_strategies
		(team_id, name, name_key, search, type, enabled, marketplaces, body, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (team_id, name_key) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
		int64(s.Team), s.Values.Name, strategy.NameKey(s.Values.Name), db.Fold(s.Values.Name), string(s.Values.Type),
		s.Values.Enabled, marketplacesText(s.Values.MarketplaceIDs), db.JSONOf(strategyBodyOf(s.Values)), s.Version,
		db.Micros(s.CreatedAt), db.Micros(s.UpdatedAt)).Scan(&made)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nameTaken()
	}
	return strategy.ID(made), db.Fault(err)
}

// nameTaken is the fault of a name that another strategy has.
func nameTaken() error {
	return fault.New(fault.Rule, fault.CodeDuplicate, "Another strategy has this name.").At("/name")
}

func (r *Strategies) Get(ctx context.Context, team id.Team, plan strategy.ID) (ports.StrategyRow, error) {
	var row strategyRow
	row.Team = team
	err := r.store.Hot(ctx).QueryRow(ctx, "SELECT "+StrategyList+", "+productsCount+strategyByID, int64(team), int64(plan)).
		Scan(append(row.places(), &row.count)...)
	if errors.Is(err, sql.ErrNoRows) {
		return ports.StrategyRow{}, fault.Missing()
	}
	if err != nil {
		return ports.StrategyRow{}, db.Fault(err)
	}
	return row.counted()
}

func (r *Strategies) LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) ([]*strategy.Strategy, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := ReadStrategies(ctx, r.store, team, "SELECT "+StrategyList+r.named()+r.store.ForUpdate(),
		int64(team), r.store.IDsArg(db.Plain(ids)))
	if err != nil {
		return nil, err
	}
	out := make([]*strategy.Strategy, len(found))
	for i, s := range found {
		if out[i], err = strategy.Restore(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ReadStrategies reads strategies by a statement that selects StrategyList.
func ReadStrategies(ctx context.Context, s *db.Store, team id.Team, query string, args ...any) ([]strategy.Snapshot, error) {
	var row strategyRow
	row.Team = team
	var out []strategy.Snapshot
	err := db.TryEach(s.Hot(ctx).Query(ctx, query, args...))(func() error {
		one, err := row.snapshot()
		out = append(out, one)
		return err
	}, row.places()...)
	return out, err
}

// named selects live strategies by a list of ids.
func (r *Strategies) named() string {
	return " FROM repricer_strategies WHERE team_id = $1 AND " + r.store.IDsIn("id", 2) + " AND deleted_at IS NULL ORDER BY id"
}

func (r *Strategies) Reach(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Reach, error) {
	out := make(map[strategy.ID]strategy.Reach, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	query := "SELECT id, marketplaces" + r.named()
	if hold && r.store.Dialect() == db.Postgres {
		// Holders bear with each other but not with LoadLocked.
		query += " FOR SHARE"
	}
	var plan int64
	var places string
	err := db.Each(r.store.Hot(ctx).Query(ctx, query, int64(team), r.store.IDsArg(db.Plain(ids))))(func() {
		n := strategy.ID(plan)
		out[n] = strategy.Reach{ID: n, Marketplaces: marketplacesOf(places)}
	}, &plan, &places)
	return out, err
}

func (r *Strategies) Save(ctx context.Context, plan *strategy.Strategy) error {
	s := plan.Snapshot()
	n, err := r.store.Hot(ctx).Exec(ctx, `UPDATE repricer_strategies
		SET name = $3, name_key = $4, search = $5, enabled = $6, marketplaces = $7, body = $8, version = $9, updated_at = $10
		WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL AND version < $9`,
		int64(s.Team), int64(s.ID), s.Values.Name, strategy.NameKey(s.Values.Name), db.Fold(s.Values.Name),
		s.Values.Enabled, marketplacesText(s.Values.MarketplaceIDs), db.JSONOf(strategyBodyOf(s.Values)), s.Version,
		db.Micros(s.UpdatedAt))
	err = db.Written(n, 1, err)
	if unique, ok := errors.AsType[*db.Unique](err); ok && unique.On("team_id", "name_key") {
		return nameTaken()
	}
	return err
}

func (r *Strategies) Delete(ctx context.Context, team id.Team, ids []strategy.ID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := r.store.Hot(ctx).Exec(ctx, "UPDATE repricer_strategies SET deleted_at = $3 WHERE team_id = $1 AND "+
		r.store.IDsIn("id", 2)+" AND deleted_at IS NULL", int64(team), r.store.IDsArg(db.Plain(ids)), db.Micros(now))
	return db.Written(n, len(ids), err)
}

// marketplacesText writes a list of marketplaces so that each is found by
// |id|.
func marketplacesText(list []marketplace.ID) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('|')
	for _, m := range list {
		b.WriteString(string(m))
		b.WriteByte('|')
	}
	return b.String()
}

func marketplacesOf(s string) []marketplace.ID {
	if s == "" {
		return nil
	}
	var out []marketplace.ID
	for m := range strings.SplitSeq(strings.Trim(s, "|"), "|") {
		out = append(out, marketplace.ID(m))
	}
	return out
}
