package edit

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/ports/audit"
)

// Together stores many new records of a kind.
type Together[ID ~int64, V any] struct {
	// Insert stores either all records or nothing, and returns their ids in order. After a Rule
	// fault the records are stored singly.
	Insert func(context.Context, []versioned.Record[ID, V]) ([]ID, error)
	// Stored runs for all records in place of Kind.Stored.
	Stored func(context.Context, []versioned.Record[ID, V]) error
}

// CreateMany makes records. A record that cannot be made is a fault at its place, and zero; the
// others are made. All are completed before any is stored. The facts of Look and Marks are left
// out.
func (k Kind[ID, V, P, F]) CreateMany(ctx context.Context, who caller.Caller, wanted []P, with Together[ID, V]) ([]versioned.Record[ID, V], []*fault.Error, error) {
	out, faults := make([]versioned.Record[ID, V], len(wanted)), make([]*fault.Error, len(wanted))
	err := k.On.InTx(ctx, func(ctx context.Context) error {
		if err := k.hold(ctx, who.Team); err != nil {
			return err
		}
		var ready []versioned.Record[ID, V]
		var places []int
		for i, p := range wanted {
			one, err := k.fresh(ctx, who, p)
			if faults[i], err = refused(err); err != nil {
				return err
			}
			if faults[i] == nil {
				ready, places = append(ready, one), append(places, i)
			}
		}
		stopped, err := k.insertAll(ctx, ready, with.Insert)
		if err != nil {
			return err
		}
		var made []versioned.Record[ID, V]
		for n, i := range places {
			if faults[i] = stopped[n]; faults[i] == nil {
				out[i], made = ready[n], append(made, ready[n])
			}
		}
		if err := with.Stored(ctx, made); err != nil {
			return err
		}
		if k.Trail == nil {
			return nil
		}
		lines := make([]audit.Entry, len(made))
		for i, one := range made {
			lines[i] = k.entry(who, "created", one.UpdatedAt, versioned.Record[ID, V]{}, one)
		}
		return k.Trail.Write(ctx, lines...)
	})
	return out, faults, err
}

// refused returns the fault of one record, which is reported at its place; any other error ends the
// call.
func refused(err error) (*fault.Error, error) {
	if e, ok := fault.As(err); ok && (e.Kind == fault.Rule || e.Kind == fault.Invalid) {
		return e, nil
	}
	return nil, err
}

// insertAll sets the ids of the records, and the fault of each refused record.
func (k Kind[ID, V, P, F]) insertAll(ctx context.Context, all []versioned.Record[ID, V], together func(context.Context, []versioned.Record[ID, V]) ([]ID, error)) ([]*fault.Error, error) {
	faults := make([]*fault.Error, len(all))
	ids, err := together(ctx, all)
	whole, err := refused(err)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if whole == nil {
			all[i].ID = ids[i]
			continue
		}
		all[i].ID, err = k.Store.Insert(ctx, all[i])
		if faults[i], err = refused(err); err != nil {
			return nil, err
		}
	}
	return faults, nil
}

// fresh returns a new record that is not stored yet.
func (k Kind[ID, V, P, F]) fresh(ctx context.Context, who caller.Caller, p P) (made versioned.Record[ID, V], err error) {
	values, err := p.Over(k.Standard)
	if err != nil {
		return made, err
	}
	made = versioned.New[ID](who.Team, values, k.Clock.Now())
	made.Values, err = k.complete(ctx, versioned.Record[ID, V]{}, made)
	return made, err
}
