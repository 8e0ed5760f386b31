package repricer

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// Memories is the port of memories.
func (s *Store) Memories() ports.Memories { return memories{s} }

type memories struct{ store *Store }

func (m memories) Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error) {
	out := map[decision.ProductID]repricer.Memory{}
	if len(ids) == 0 {
		return out, nil
	}
	err := m.store.call(ctx, "Memories.Load", func(d *data, _ *transaction) error {
		for _, named := range ids {
			if found, ok := d.memories[named]; ok && d.products[named].Team == team {
				found.Falls = slices.Clone(found.Falls)
				out[named] = found
			}
		}
		return nil
	})
	return out, err
}

func (m memories) Save(ctx context.Context, team id.Team, kept map[decision.ProductID]repricer.Memory) error {
	if len(kept) == 0 {
		return nil
	}
	return m.store.locked(ctx, "Memories.Save", func(d *data, t *transaction) error {
		for product, one := range kept {
			if !t.products[product] || d.products[product].Team != team {
				return errNotLocked
			}
			one.Falls = slices.Clone(one.Falls)
			d.memories[product] = one
		}
		return nil
	})
}
