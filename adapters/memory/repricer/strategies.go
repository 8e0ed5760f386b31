package repricer

import (
	"context"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

type strategies struct{ store *Store }

func (s strategies) Insert(ctx context.Context, made *strategy.Strategy) (out strategy.ID, err error) {
	err = s.store.call(ctx, "Strategies.Insert", func(d *data, _ *transaction) error {
		snapshot := made.Snapshot()
		if d.nameTaken(snapshot) {
			return nameTaken()
		}
		d.lastStrategy++
		snapshot.ID, out = d.lastStrategy, d.lastStrategy
		d.strategies[snapshot.ID] = snapshot
		return nil
	})
	return out, err
}

func (d *data) nameTaken(s strategy.Snapshot) bool {
	for _, other := range d.strategies {
		if other.Team == s.Team && other.ID != s.ID && strategy.NameKey(other.Values.Name) == strategy.NameKey(s.Values.Name) {
			return true
		}
	}
	return false
}

func nameTaken() error {
	return fault.New(fault.Rule, fault.CodeDuplicate, "Another strategy has this name.").At("/name")
}

func (s strategies) Get(ctx context.Context, team id.Team, plan strategy.ID) (out ports.StrategyRow, err error) {
	err = s.store.call(ctx, "Strategies.Get", func(d *data, _ *transaction) error {
		found, ok := d.strategies[plan]
		if !ok || found.Team != team {
			return fault.Missing()
		}
		out = d.strategyRow(found)
		return nil
	})
	return out, err
}

func (d *data) strategyRow(s strategy.Snapshot) ports.StrategyRow {
	return ports.StrategyRow{Snapshot: s, ProductsCount: d.usage(s.Team, s.ID).Count}
}

func (s strategies) List(ctx context.Context, team id.Team, f ports.StrategyFilter, r page.Request) (out page.Page[ports.StrategyRow], err error) {
	err = s.store.call(ctx, "Strategies.List", func(d *data, _ *transaction) error {
		var rows []ports.StrategyRow
		for _, found := range d.strategies {
			if found.Team == team && fits(f, found.Values) {
				rows = append(rows, d.strategyRow(found))
			}
		}
		out = paged(rows, r, func(row ports.StrategyRow, field string) any {
			switch field {
			case "name":
				return strategy.NameKey(row.Values.Name)
			case "created_at":
				return row.CreatedAt.UnixMicro()
			case "updated_at":
				return row.UpdatedAt.UnixMicro()
			}
			return int64(row.ID)
		})
		return nil
	})
	return out, err
}

func fits(f ports.StrategyFilter, v strategy.Values) bool {
	serves := len(f.Marketplaces) == 0 || slices.ContainsFunc(f.Marketplaces, func(m marketplace.ID) bool {
		return strategy.Reach{Marketplaces: v.MarketplaceIDs}.Serves(m)
	})
	return serves && among(f.Types, v.Type) && (f.Enabled == nil || *f.Enabled == v.Enabled) && contains(v.Name, f.Query)
}

// among reports whether an empty list, or an entry of it, allows v.
func among[T comparable](list []T, v T) bool { return len(list) == 0 || slices.Contains(list, v) }

func contains(text, query string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(query))
}

func (s strategies) LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) (out []*strategy.Strategy, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = s.store.locked(ctx, "Strategies.LoadLocked", func(d *data, t *transaction) error {
		for _, named := range ascending(ids) {
			found, ok := d.strategies[named]
			if !ok || found.Team != team {
				continue
			}
			restored, err := strategy.Restore(found)
			if err != nil {
				return err
			}
			t.strategies[named] = true
			out = append(out, restored)
		}
		return nil
	})
	return out, err
}

func ascending[T ~int64](ids []T) []T {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

func (s strategies) Reach(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Reach, error) {
	out := map[strategy.ID]strategy.Reach{}
	if len(ids) == 0 {
		return out, nil
	}
	method := "Strategies.Reach"
	if hold {
		method = "Strategies.Reach(hold)"
	}
	err := s.store.call(ctx, method, func(d *data, t *transaction) error {
		if hold && t == nil {
			return errNoTransaction
		}
		for _, named := range ids {
			if found, ok := d.strategies[named]; ok && found.Team == team {
				out[named] = strategy.Reach{ID: named, Marketplaces: slices.Clone(found.Values.MarketplaceIDs)}
			}
		}
		return nil
	})
	return out, err
}

func (s strategies) Save(ctx context.Context, changed *strategy.Strategy) error {
	return s.store.locked(ctx, "Strategies.Save", func(d *data, t *transaction) error {
		snapshot := changed.Snapshot()
		switch {
		case !t.strategies[snapshot.ID]:
			return errNotLocked
		case d.nameTaken(snapshot):
			return nameTaken()
		}
		d.strategies[snapshot.ID] = snapshot
		return nil
	})
}

func (s strategies) Delete(ctx context.Context, team id.Team, ids []strategy.ID, _ time.Time) error {
	return s.store.locked(ctx, "Strategies.Delete", func(d *data, t *transaction) error {
		for _, named := range ids {
			if !t.strategies[named] || d.strategies[named].Team != team {
				return errNotLocked
			}
			delete(d.strategies, named)
		}
		return nil
	})
}
