package edit

import (
	"context"
	"reflect"
	"slices"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
)

// Store keeps the records of a kind. The port of the kind documents its filter and its faults.
type Store[ID ~int64, V any, F any] interface {
	Insert(ctx context.Context, r versioned.Record[ID, V]) (ID, error)
	Find(ctx context.Context, team id.Team, record ID) (versioned.Record[ID, V], error)
	List(ctx context.Context, team id.Team, f F, r page.Request) (page.Page[versioned.Record[ID, V]], error)
	// Lock reads the named records, ascending, and locks them until the transaction ends; missing
	// records are left out.
	Lock(ctx context.Context, team id.Team, ids []ID) ([]versioned.Record[ID, V], error)
	// Save stores a changed record that was locked, Remove hides such records.
	Save(ctx context.Context, r versioned.Record[ID, V]) error
	Remove(ctx context.Context, team id.Team, ids []ID, at time.Time) error
}

// Patch changes values. Over returns the changed values, or a fault that lists every invalid
// member.
type Patch[V any] interface{ Over(V) (V, error) }

// Kind provides the use cases of a kind of record with few rules over several members. An absent
// record is not_found, a stale version precondition_failed; the other faults come from the patch,
// the store and the steps. Steps that are nil are left out; they run in the transaction of the
// change.
type Kind[ID ~int64, V any, P Patch[V], F any] struct {
	Store Store[ID, V, F]
	On    tx.Runner
	Clock clock.Clock
	// Standard has the values of members that a new record does not name.
	Standard V
	// Trail gets a line for each change of a record. The record is called Noun there.
	Trail audit.Log
	Noun  string
	// Marks knows the tags and notes of a kind that has them. The kind is called Noun there too.
	// Marked returns the field of values that shows them. Tagged returns the tags that a member of
	// the record names; it is nil for a kind without such a member.
	Marks  marks.Marks
	Marked func(*V) *mark.Marks
	Tagged func(V) []int64

	// Makes other writers of the records that the rules concern wait. It comes first.
	Hold func(ctx context.Context, team id.Team) error
	// Complete checks the values of a change against other records and returns them completed.
	// before is the zero record for a new record.
	Complete func(ctx context.Context, before, next versioned.Record[ID, V]) (V, error)
	// Stored runs the consequences of a record that was made or changed.
	Stored func(ctx context.Context, who caller.Caller, before, after versioned.Record[ID, V]) error
	// Blockers returns the records that keep others from being deleted.
	Blockers func(ctx context.Context, team id.Team, records []versioned.Record[ID, V]) (map[ID][]Blocker, error)
	// Removed runs the consequences of a deletion.
	Removed func(ctx context.Context, who caller.Caller, gone []versioned.Record[ID, V]) error
	// Look adds facts of other records to displayed records. alone marks a single record, which
	// gets more facts than a record in a list.
	Look func(ctx context.Context, team id.Team, found []versioned.Record[ID, V], alone bool) error
}

// Blocker describes the records that keep a record from being deleted. IDs has some of them.
type Blocker struct {
	Type  string  `json:"type"`
	Count int64   `json:"count"`
	IDs   []int64 `json:"ids"`
}

// Deletion returns Deleted, or in_use if there are blockers.
func Deletion(by []Blocker) (Outcome, error) {
	if len(by) > 0 {
		return Failed, fault.New(fault.Rule, fault.CodeInUse, "Other records need it.").With("blockers", by)
	}
	return Deleted, nil
}

// Create makes a record.
func (k Kind[ID, V, P, F]) Create(ctx context.Context, who caller.Caller, p P) (versioned.Record[ID, V], error) {
	return tx.Value(ctx, k.On, func(ctx context.Context) (made versioned.Record[ID, V], err error) {
		values, err := p.Over(k.Standard)
		if err != nil {
			return made, err
		}
		made = versioned.New[ID](who.Team, values, k.Clock.Now())
		if err := k.hold(ctx, who.Team); err != nil {
			return made, err
		}
		if made.Values, err = k.complete(ctx, versioned.Record[ID, V]{}, made); err != nil {
			return made, err
		}
		if made.ID, err = k.Store.Insert(ctx, made); err != nil {
			return made, err
		}
		return k.stored(ctx, who, "created", versioned.Record[ID, V]{}, made)
	})
}

// Get reads one record.
func (k Kind[ID, V, P, F]) Get(ctx context.Context, who caller.Caller, record ID) (versioned.Record[ID, V], error) {
	found, err := k.Store.Find(ctx, who.Team, record)
	if err != nil {
		return found, err
	}
	return k.look(ctx, found)
}

// List reads a page of records.
func (k Kind[ID, V, P, F]) List(ctx context.Context, who caller.Caller, f F, r page.Request) (page.Page[versioned.Record[ID, V]], error) {
	found, err := k.Store.List(ctx, who.Team, f, r)
	if err == nil && len(found.Items) > 0 {
		err = k.show(ctx, who.Team, found.Items, false)
	}
	return found, err
}

// Update changes a record, and stores nothing if nothing changes.
func (k Kind[ID, V, P, F]) Update(ctx context.Context, who caller.Caller, record ID, p P, ifMatch *int64) (versioned.Record[ID, V], error) {
	return tx.Value(ctx, k.On, func(ctx context.Context) (next versioned.Record[ID, V], err error) {
		if err := k.hold(ctx, who.Team); err != nil {
			return next, err
		}
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
		now := k.Clock.Now()
		if next = one.is.With(values, now); next.Version == one.is.Version {
			return k.look(ctx, next)
		}
		if next.Values, err = k.complete(ctx, one.is, next); err != nil {
			return next, err
		}
		if err := k.Store.Save(ctx, next); err != nil {
			return next, err
		}
		return k.stored(ctx, who, "updated", one.is, next)
	})
}

// Delete hides one record.
func (k Kind[ID, V, P, F]) Delete(ctx context.Context, who caller.Caller, record ID, ifMatch *int64) error {
	return Alone(k.delete(ctx, who, This(record), ifMatch))
}

// DeleteMany hides records and returns a result per id, in order. A record that others need is
// in_use with blockers.
func (k Kind[ID, V, P, F]) DeleteMany(ctx context.Context, who caller.Caller, in Many[ID]) ([]Result[ID], error) {
	return k.delete(ctx, who, in, nil)
}

func (k Kind[ID, V, P, F]) delete(ctx context.Context, who caller.Caller, in Many[ID], ifMatch *int64) ([]Result[ID], error) {
	var blocked map[ID][]Blocker
	now := k.Clock.Now()
	return Bulk[ID, locked[ID, V]]{
		Lock: func(ctx context.Context, ids []ID) (found []locked[ID, V], err error) {
			if err := k.hold(ctx, who.Team); err != nil {
				return nil, err
			}
			if found, err = k.lock(ctx, who.Team, ids); err == nil && k.Blockers != nil {
				blocked, err = k.Blockers(ctx, who.Team, records(found))
			}
			return found, err
		},
		Verb: func(l locked[ID, V]) (Outcome, error) {
			return Deletion(blocked[l.is.ID])
		},
		Write: func(ctx context.Context, gone []locked[ID, V]) error {
			if err := k.Store.Remove(ctx, who.Team, IDs[ID](gone), now); err != nil {
				return err
			}
			if k.Removed != nil {
				if err := k.Removed(ctx, who, records(gone)); err != nil {
					return err
				}
			}
			if k.Marks != nil {
				if err := k.Marks.Forget(ctx, who.Team, mark.Kind(k.Noun), numbers(records(gone)), now); err != nil {
					return err
				}
			}
			for _, l := range gone {
				if err := k.line(ctx, who, "deleted", now, l.is, versioned.Record[ID, V]{ID: l.is.ID}); err != nil {
					return err
				}
			}
			return nil
		},
	}.Run(ctx, k.On, in, ifMatch)
}

func (k Kind[ID, V, P, F]) hold(ctx context.Context, team id.Team) error {
	if k.Hold == nil {
		return nil
	}
	return k.Hold(ctx, team)
}

func (k Kind[ID, V, P, F]) complete(ctx context.Context, before, next versioned.Record[ID, V]) (V, error) {
	if k.Complete == nil {
		return next.Values, nil
	}
	return k.Complete(ctx, before, next)
}

// stored ends a change: it runs the consequences, writes the line in the trail, and completes the
// record for display.
func (k Kind[ID, V, P, F]) stored(ctx context.Context, who caller.Caller, verb string, before, after versioned.Record[ID, V]) (versioned.Record[ID, V], error) {
	if k.Stored != nil {
		if err := k.Stored(ctx, who, before, after); err != nil {
			return after, err
		}
	}
	if k.Tagged != nil {
		if tags := k.Tagged(after.Values); !slices.Equal(tags, k.Tagged(before.Values)) {
			if err := k.Marks.Tag(ctx, who.Team, mark.Kind(k.Noun), int64(after.ID), tags); err != nil {
				return after, err
			}
		}
	}
	if err := k.line(ctx, who, verb, after.UpdatedAt, before, after); err != nil {
		return after, err
	}
	return k.look(ctx, after)
}

func (k Kind[ID, V, P, F]) look(ctx context.Context, one versioned.Record[ID, V]) (versioned.Record[ID, V], error) {
	found := []versioned.Record[ID, V]{one}
	err := k.show(ctx, one.Team, found, true)
	return found[0], err
}

// show adds the facts of other records to records, and their tags and notes.
func (k Kind[ID, V, P, F]) show(ctx context.Context, team id.Team, found []versioned.Record[ID, V], alone bool) error {
	if k.Look != nil {
		if err := k.Look(ctx, team, found, alone); err != nil {
			return err
		}
	}
	if k.Marks == nil {
		return nil
	}
	all, err := k.Marks.Of(ctx, team, mark.Kind(k.Noun), numbers(found))
	for i := range found {
		*k.Marked(&found[i].Values) = all[int64(found[i].ID)]
	}
	return err
}

// numbers returns the ids of records.
func numbers[ID ~int64, V any](found []versioned.Record[ID, V]) []int64 {
	out := make([]int64, len(found))
	for i, one := range found {
		out[i] = int64(one.ID)
	}
	return out
}

// line writes the members that differ to the trail.
func (k Kind[ID, V, P, F]) line(ctx context.Context, who caller.Caller, verb string, now time.Time, before, after versioned.Record[ID, V]) error {
	if k.Trail == nil {
		return nil
	}
	return k.Trail.Write(ctx, k.entry(who, verb, now, before, after))
}

func (k Kind[ID, V, P, F]) entry(who caller.Caller, verb string, now time.Time, before, after versioned.Record[ID, V]) audit.Entry {
	told := func(r versioned.Record[ID, V]) map[string]any {
		if r.Version == 0 {
			return nil
		}
		return versioned.Members(r.Values)
	}
	line := audit.For(who, k.Noun, int64(after.ID), verb, now)
	line.Version = after.Version
	line.Changes = Changes(told(before), told(after))
	return line
}

// Changes returns the members that differ. A nil map means a record that does not exist yet or no
// longer.
func Changes(was, is map[string]any) map[string]audit.Change {
	out := map[string]audit.Change{}
	all := is
	if is == nil {
		all = was
	}
	for name := range all {
		if !reflect.DeepEqual(was[name], is[name]) {
			out[name] = audit.Change{Old: was[name], New: is[name]}
		}
	}
	return out
}

// locked adapts a record for Each.
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

func records[ID ~int64, V any](found []locked[ID, V]) []versioned.Record[ID, V] {
	out := make([]versioned.Record[ID, V], len(found))
	for i, one := range found {
		out[i] = one.is
	}
	return out
}
