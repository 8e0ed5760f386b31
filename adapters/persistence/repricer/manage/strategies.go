package manage

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// strategyRow has the columns of a stored strategy.
type strategyRow struct {
	bun.BaseModel `bun:"table:repricer_strategies"`

	ID           int64                 `bun:"id,pk,autoincrement"`
	Team         id.Team               `bun:"team_id"`
	Name         string                `bun:"name"`
	Type         decision.StrategyType `bun:"type"`
	Enabled      bool                  `bun:"enabled"`
	Marketplaces string                `bun:"marketplaces"`
	Body         db.JSON[strategyBody] `bun:"body"`
	Version      int64                 `bun:"version"`
	CreatedAt    int64                 `bun:"created_at"`
	UpdatedAt    int64                 `bun:"updated_at"`
	DeletedAt    *int64                `bun:"deleted_at" record:"derived"`
	NameKey      string                `bun:"name_key" record:"derived"`
	Search       string                `bun:"search" record:"derived"`
}

var strategyTable = record.Table[strategyRow, strategy.Snapshot]{
	Row: strategyRowOf, Snapshot: (*strategyRow).snapshot, Key: []string{"name_key"}, Fixed: []string{"type", "deleted_at"},
	Sorts: map[string]string{"name": "name_key", "created_at": "created_at", "updated_at": "updated_at"},
}

func strategyRowOf(s strategy.Snapshot) strategyRow {
	return strategyRow{
		ID: int64(s.ID), Team: s.Team, Name: s.Values.Name, Type: s.Values.Type, Enabled: s.Values.Enabled,
		Marketplaces: marketplacesText(s.Values.MarketplaceIDs), Body: db.JSONOf(strategyBodyOf(s.Values)), Version: s.Version,
		CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
		NameKey: strategy.NameKey(s.Values.Name), Search: db.Fold(s.Values.Name),
	}
}

func (r *strategyRow) snapshot() (strategy.Snapshot, error) {
	s := strategy.Snapshot{
		ID: strategy.ID(r.ID), Team: r.Team, Version: r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}
	s.Values.Name, s.Values.Type, s.Values.Enabled = r.Name, r.Type, r.Enabled
	s.Values.MarketplaceIDs = marketplacesOf(r.Marketplaces)
	if err := r.Body.V.fill(&s.Values); err != nil {
		return strategy.Snapshot{}, fmt.Errorf("repricer strategy %d: %w", s.ID, err)
	}
	// The aggregate turns nil lists into empty lists.
	restored, err := strategy.Restore(s)
	if err != nil {
		return strategy.Snapshot{}, fmt.Errorf("repricer strategy %d: %w", s.ID, err)
	}
	return restored.Snapshot(), nil
}

// Strategies stores the strategies of all teams.
type Strategies struct {
	strategies *record.Records[strategyRow, strategy.Snapshot]
	rows       *record.Records[productRow, snapshot]
}

func NewStrategies(on record.Engine) *Strategies {
	return &Strategies{record.New(on, strategyTable), record.New(on, productTable)}
}

var _ ports.Strategies = (*Strategies)(nil)

func (r *Strategies) Insert(ctx context.Context, plan *strategy.Strategy) (strategy.ID, error) {
	ids, err := r.strategies.Insert(ctx, plan.Snapshot())
	switch {
	case err != nil:
		return 0, err
	case ids[0] == 0:
		return 0, nameTaken()
	}
	return strategy.ID(ids[0]), nil
}

// nameTaken returns the fault for a name that another strategy has.
func nameTaken() error {
	return fault.New(fault.Rule, fault.CodeDuplicate, "Another strategy has this name.").At("/name")
}

func (r *Strategies) Get(ctx context.Context, team id.Team, plan strategy.ID) (strategy.Row, error) {
	found, err := r.strategies.Find(ctx, team, int64(plan))
	if err != nil {
		return strategy.Row{}, err
	}
	all, err := r.counted(ctx, team, []strategy.Snapshot{found})
	if err != nil {
		return strategy.Row{}, err
	}
	return all[0], nil
}

// counted adds the number of rows that name each strategy.
func (r *Strategies) counted(ctx context.Context, team id.Team, found []strategy.Snapshot) ([]strategy.Row, error) {
	out, ids := make([]strategy.Row, len(found)), make([]strategy.ID, len(found))
	for i, s := range found {
		out[i].Snapshot, ids[i] = s, s.ID
	}
	if len(ids) == 0 {
		return out, nil
	}
	counts, err := r.rows.CountBy(ctx, team, "strategy_id", record.In("strategy_id", ids))
	for i, n := range ids {
		out[i].ProductsCount = counts[int64(n)]
	}
	return out, err
}

func (r *Strategies) List(ctx context.Context, team id.Team, f strategy.Filter, req page.Request) (page.Page[strategy.Row], error) {
	found, err := r.strategies.Page(ctx, team, []record.Condition{
		record.In("type", f.Types), record.Is("enabled", f.Enabled), serves(f.Marketplaces), record.Contains("search", f.Query),
	}, req)
	if err != nil {
		return page.Page[strategy.Row]{}, err
	}
	items, err := r.counted(ctx, team, found.Items)
	return page.With(found, items), err
}

// serves matches strategies for all marketplaces, or for one of these.
func serves(places []marketplace.ID) record.Condition {
	if len(places) == 0 {
		return record.Condition{}
	}
	parts := []record.Condition{record.Is("marketplaces", new(""))}
	for _, m := range places {
		named := "|" + string(m) + "|"
		parts = append(parts, record.Condition{
			Text: "marketplaces LIKE ?", Args: []any{"%" + named + "%"},
			Holds: func(value func(string) db.Cell) bool { return strings.Contains(value("marketplaces").S, named) },
		})
	}
	return record.Any(parts...)
}

func (r *Strategies) LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) ([]*strategy.Strategy, error) {
	return record.RestoredAll(strategy.Restore)(r.strategies.Lock(ctx, team, db.Plain(ids)))
}

// Named reads strategies by their ids.
func (r *Strategies) Named(ctx context.Context, team id.Team, ids []strategy.ID) ([]strategy.Snapshot, error) {
	return r.strategies.Named(ctx, team, db.Plain(ids))
}

func (r *Strategies) Coverage(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Coverage, error) {
	read := r.strategies.Named
	if hold {
		read = r.strategies.Hold
	}
	out := make(map[strategy.ID]strategy.Coverage, len(ids))
	found, err := read(ctx, team, db.Plain(ids))
	for _, s := range found {
		out[s.ID] = strategy.Coverage{ID: s.ID, Marketplaces: s.Values.MarketplaceIDs}
	}
	return out, err
}

func (r *Strategies) Save(ctx context.Context, plan *strategy.Strategy) error {
	err := r.strategies.Save(ctx, plan.Snapshot())
	if unique, ok := errors.AsType[*db.Unique](err); ok && unique.On("team_id", "name_key") {
		return nameTaken()
	}
	return err
}

func (r *Strategies) Delete(ctx context.Context, team id.Team, ids []strategy.ID, now time.Time) error {
	return r.strategies.Remove(ctx, team, db.Plain(ids), now)
}

// marketplacesText writes a list of marketplaces so that a search for |id| finds each.
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
