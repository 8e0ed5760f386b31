package edit

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/tx"
)

// Store keeps the records of a kind. The port of the kind says what its filter
// and its faults are.
type Store[ID ~int64, V any, F any] interface {
	Insert(ctx context.Context, r versioned.Record[ID, V]) (ID, error)
	Find(ctx context.Context, team id.Team, record ID) (versioned.Record[ID, V], error)
	List(ctx context.Context, team id.Team, f F, r page.Request) (page.Page[versioned.Record[ID, V]], error)
	// Lock reads the named records, ascending, and holds them until the transaction ends; missing
	// ones are left out.
	Lock(ctx context.Context, team id.Team, ids []ID) ([]versioned.Record[ID, V], error)
	// Save stores a changed record that was locked, Remove hides such records.
	Save(ctx context.Context, r versioned.Record[ID, V]) error
	Remove(ctx context.Context, team id.Team, ids []ID, at time.Time) error
}

// Patch is a change of values. Over returns the changed values, or a fault that
// lists every member that is wrong.
type Patch[V any] interface{ Over(V) (V, error) }

// Kind are the use cases of a kind of record whose members have no rules beyond
// their own. An absent record is not_found, a stale version precondition_failed;
// the other faults are those of the patch and of the store.
type Kind[ID ~int64, V any, P Patch[V], F any] struct {
	Store Store[ID, V, F]
	On    tx.Runner
	Clock clock.Clock
	// Standard are the values of members that a new record does not name.
	Standard V
}

// Create makes a record.
func (k Kind[ID, V, P, F]) Create(ctx context.Context, who caller.Caller, p P) (versioned.Record[ID, V], error) {
	return tx.Value(ctx, k.On, func(ctx context.Context) (made versioned.Record[ID, V], err error) {
		values, err := p.Over(k.Standard)
		if err != nil {
			return made, err
		}
		made = versioned.New[ID](who.Team, values, k.Clock.Now())
		made.ID, err = k.Store.Insert(ctx, made)
		return made, err
	})
}

// Get reads one record.
func (k Kind[ID, V, P, F]) Get(ctx context.Context, who caller.Caller, record ID) (versioned.Record[ID, V], error) {
	return k.Store.Find(ctx, who.Team, record)
}

// List reads a page of records.
func (k Kind[ID, V, P, F]) List(ctx context.Context, who caller.Caller, f F, r page.Request) (page.Page[versioned.Record[ID, V]], error) {
	return k.Store.List(ctx, who.Team, f, r)
}

// Update changes a record, and stores nothing where nothing changes.
func (k Kind[ID, V, P, F]) Update(ctx context.Context, who caller.Caller, record ID, p P, ifMatch *int64) (versioned.Record[ID, V], error) {
	return tx.Value(ctx, k.On, func(ctx context.Context) (next versioned.Record[ID, V], err error) {
		found, err := k.lock(ctx, who.Team, []ID{record})
		if err != nil {
			return next, err
		}
		one, err := One(found, ifMatch)
		if err != nil {
			return next, err
		}
		values, err := p.Over(one.is.Values)
		if err != nil {
			return next, err
		}
		if next = one.is.With(values, k.Clock.Now()); next.Version == one.is.Version {
			return next, nil
		}
		return next, k.Store.Save(ctx, next)
	})
}

// Delete hides one record.
func (k Kind[ID, V, P, F]) Delete(ctx context.Context, who caller.Caller, record ID, ifMatch *int64) error {
	return Alone(k.delete(ctx, who, This(record), ifMatch))
}

// DeleteMany hides records and answers one result per id, in order.
func (k Kind[ID, V, P, F]) DeleteMany(ctx context.Context, who caller.Caller, in Many[ID]) ([]Result[ID], error) {
	return k.delete(ctx, who, in, nil)
}

func (k Kind[ID, V, P, F]) delete(ctx context.Context, who caller.Caller, in Many[ID], ifMatch *int64) ([]Result[ID], error) {
	return Bulk[ID, locked[ID, V]]{
		Lock: func(ctx context.Context, ids []ID) ([]locked[ID, V], error) { return k.lock(ctx, who.Team, ids) },
		Verb: func(locked[ID, V]) (Outcome, error) { return Deleted, nil },
		Write: func(ctx context.Context, gone []locked[ID, V]) error {
			return k.Store.Remove(ctx, who.Team, IDs[ID](gone), k.Clock.Now())
		},
	}.Run(ctx, k.On, in, ifMatch)
}

// locked is a record as Each knows it.
type locked[ID ~int64, V any] struct{ is versioned.Record[ID, V] }

func (l locked[ID, V]) ID() ID         { return l.is.ID }
func (l locked[ID, V]) Version() int64 { return l.is.Version }

func (k Kind[ID, V, P, F]) lock(ctx context.Context, team id.Team, ids []ID) ([]locked[ID, V], error) {
	found, err := k.Store.Lock(ctx, team, ids)
	out := make([]locked[ID, V], len(found))
	for i, one := range found {
		out[i].is = one
	}
	return out, err
}
