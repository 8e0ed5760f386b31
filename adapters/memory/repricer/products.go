package repricer

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

type products struct{ store *Store }

func (p products) Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error) {
	out := map[repricer.Key]decision.ProductID{}
	if len(keys) == 0 {
		return out, nil
	}
	err := p.store.call(ctx, "Products.Existing", func(d *data, _ *transaction) error {
		for _, k := range keys {
			if found, ok := d.byKey(team, k); ok {
				out[k] = found
			}
		}
		return nil
	})
	return out, err
}

func (d *data) byKey(team id.Team, k repricer.Key) (decision.ProductID, bool) {
	for _, found := range d.products {
		if found.Team == team && found.Key == k {
			return found.ID, true
		}
	}
	return 0, false
}

func (p products) Insert(ctx context.Context, team id.Team, rows []*repricer.Product) (out []ports.Inserted, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	err = p.store.call(ctx, "Products.Insert", func(d *data, _ *transaction) error {
		for _, row := range rows {
			if there, ok := d.byKey(team, row.Key()); ok {
				out = append(out, ports.Inserted{ID: there, Existed: true})
				continue
			}
			d.lastProduct++
			snapshot := row.Snapshot()
			snapshot.ID, snapshot.Team = d.lastProduct, team
			d.products[snapshot.ID] = snapshot
			out = append(out, ports.Inserted{ID: snapshot.ID})
		}
		return nil
	})
	return out, err
}

func (p products) Get(ctx context.Context, team id.Team, product decision.ProductID) (out repricer.ProductSnapshot, err error) {
	err = p.store.call(ctx, "Products.Get", func(d *data, _ *transaction) error {
		found, ok := d.products[product]
		if !ok || found.Team != team {
			return fault.Missing()
		}
		out = found
		return nil
	})
	return out, err
}

func (p products) LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) (out []*repricer.Product, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = p.store.locked(ctx, "Products.LoadLocked", func(d *data, t *transaction) error {
		out, err = d.lock(t, team, ascending(ids))
		return err
	})
	return out, err
}

func (d *data) lock(t *transaction, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error) {
	var out []*repricer.Product
	for _, named := range ids {
		found, ok := d.products[named]
		if !ok || found.Team != team {
			continue
		}
		restored, err := repricer.RestoreProduct(found)
		if err != nil {
			return nil, err
		}
		t.products[named] = true
		out = append(out, restored)
	}
	return out, nil
}

// The store keeps no history.
func (products) Marked(context.Context, id.Team, []repricer.ChangeMark) (map[repricer.ChangeID]history.ChangeSnapshot, error) {
	return map[repricer.ChangeID]history.ChangeSnapshot{}, nil
}

func (p products) LoadUsersLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) (out []*repricer.Product, err error) {
	err = p.store.locked(ctx, "Products.LoadUsersLocked", func(d *data, t *transaction) error {
		var ids []decision.ProductID
		for _, found := range d.products {
			own, ok := found.StrategyID.Get()
			if found.Team == team && found.ID > after && ok && slices.Contains(strategies, own) {
				ids = append(ids, found.ID)
			}
		}
		slices.Sort(ids)
		out, err = d.lock(t, team, ids[:min(limit, len(ids))])
		return err
	})
	return out, err
}

func (p products) LoadOffersLocked(ctx context.Context, offers []ports.TeamOffer) (out []*repricer.Product, err error) {
	if len(offers) == 0 {
		return nil, nil
	}
	err = p.store.locked(ctx, "Products.LoadOffersLocked", func(d *data, t *transaction) error {
		for _, named := range slices.Sorted(maps.Keys(d.products)) {
			found := d.products[named]
			offer := ports.TeamOffer{Team: found.Team, Offer: ports.Offer{
				SellerID: found.Key.SellerID, MarketplaceID: found.Key.MarketplaceID, ASIN: found.ASIN, Condition: found.Condition,
			}}
			if !slices.Contains(offers, offer) {
				continue
			}
			locked, err := d.lock(t, found.Team, []decision.ProductID{named})
			if err != nil {
				return err
			}
			out = append(out, locked...)
		}
		return nil
	})
	return out, err
}

func (p products) Fast(ctx context.Context, team id.Team, sellerID string) (fast bool, err error) {
	err = p.store.call(ctx, "Products.Fast", func(d *data, _ *transaction) error {
		for _, row := range d.products {
			fast = fast || row.Team == team && row.Key.SellerID == sellerID &&
				row.Priority == repricer.PriorityFast && row.Mode != decision.ModeOff
		}
		return nil
	})
	return fast, err
}

func (p products) Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]ports.Usage, error) {
	out := map[strategy.ID]ports.Usage{}
	if len(strategies) == 0 {
		return out, nil
	}
	err := p.store.call(ctx, "Products.Usage", func(d *data, _ *transaction) error {
		for _, named := range strategies {
			if u := d.usage(team, named); u.Count > 0 {
				out[named] = u
			}
		}
		return nil
	})
	return out, err
}

func (d *data) usage(team id.Team, plan strategy.ID) ports.Usage {
	var u ports.Usage
	rows := slices.SortedFunc(maps.Values(d.products), func(a, b repricer.ProductSnapshot) int { return cmp.Compare(a.ID, b.ID) })
	for _, row := range rows {
		if row.Team != team || row.StrategyID != optional.Some(plan) {
			continue
		}
		u.Count++
		if len(u.First) < ports.UsageSample {
			u.First = append(u.First, row.ID)
		}
		if !slices.Contains(u.Marketplaces, row.Key.MarketplaceID) {
			u.Marketplaces = append(u.Marketplaces, row.Key.MarketplaceID)
		}
	}
	return u
}

func (p products) Save(ctx context.Context, team id.Team, rows []*repricer.Product) error {
	if len(rows) == 0 {
		return nil
	}
	return p.store.locked(ctx, "Products.Save", func(d *data, t *transaction) error {
		for _, row := range rows {
			stored := d.products[row.ID()]
			if !t.products[row.ID()] || stored.Team != team {
				return errNotLocked
			}
			s := row.Snapshot()
			stored.StrategyID, stored.Mode, stored.Priority, stored.Condition = s.StrategyID, s.Mode, s.Priority, s.Condition
			stored.Limits, stored.Hold, stored.Resumed, stored.Version, stored.UpdatedAt = s.Limits, s.Hold, s.Resumed, s.Version, s.UpdatedAt
			stored.RunState, stored.Observed.NextDueAt = s.RunState, s.Observed.NextDueAt
			d.products[stored.ID] = stored
		}
		return nil
	})
}

func (p products) Observe(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, "Products.Observe", rows, func(s, stored *repricer.Observed) {
		s.LastDecision, s.LastChange = stored.LastDecision, stored.LastChange
		s.DecidedFloor, s.BreakEven, s.MapPrice = stored.DecidedFloor, stored.BreakEven, stored.MapPrice
	})
}

func (p products) Step(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, "Products.Step", rows, func(s, stored *repricer.Observed) { *s = *stored })
}

func (p products) Conclude(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, "Products.Conclude", rows, func(*repricer.Observed, *repricer.Observed) {})
}

// learn stores what was learnt of rows but for what keep takes from the stored ones.
func (p products) learn(ctx context.Context, method string, rows []*repricer.Product, keep func(s, stored *repricer.Observed)) error {
	if len(rows) == 0 {
		return nil
	}
	return p.store.locked(ctx, method, func(d *data, t *transaction) error {
		for _, row := range rows {
			stored, s := d.products[row.ID()], row.Snapshot()
			if !t.products[s.ID] || stored.Team != s.Team {
				return errNotLocked
			}
			stored.Hold, stored.Resumed, stored.RunState = s.Hold, s.Resumed, s.RunState
			keep(&s.Observed, &stored.Observed)
			stored.Observed = s.Observed
			d.products[stored.ID] = stored
		}
		return nil
	})
}

func (p products) Delete(ctx context.Context, team id.Team, ids []decision.ProductID, _ time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return p.store.locked(ctx, "Products.Delete", func(d *data, t *transaction) error {
		for _, named := range ids {
			if !t.products[named] || d.products[named].Team != team {
				return errNotLocked
			}
			delete(d.products, named)
		}
		return nil
	})
}
