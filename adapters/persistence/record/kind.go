package record

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
)

// Head has the first columns of every versioned record.
type Head struct {
	ID        int64   `bun:"id,pk,autoincrement"`
	Team      id.Team `bun:"team_id"`
	Version   int64   `bun:"version"`
	CreatedAt int64   `bun:"created_at"`
	UpdatedAt int64   `bun:"updated_at"`
	DeletedAt *int64  `bun:"deleted_at" record:"derived"`
}

// HeadOf returns the head of a record's row.
func HeadOf[ID ~int64, V any](r versioned.Record[ID, V]) Head {
	return Head{ID: int64(r.ID), Team: r.Team, Version: r.Version, CreatedAt: db.Micros(r.CreatedAt), UpdatedAt: db.Micros(r.UpdatedAt)}
}

// Versioned returns the record with this head.
func Versioned[ID ~int64, V any](h Head, values V) (versioned.Record[ID, V], error) {
	return versioned.Record[ID, V]{
		ID: ID(h.ID), Team: h.Team, Values: values, Version: h.Version, CreatedAt: db.FromMicros(h.CreatedAt), UpdatedAt: db.FromMicros(h.UpdatedAt),
	}, nil
}

// Unique names a text column that no two live records of a team share. Its unique index covers the
// team, the columns With (whole numbers), and the column.
type Unique struct {
	// Pointer names the member of a request that fills the column.
	Column, Pointer string
	With            []string
	// Message explains the conflict to the client.
	Message string
}

// Kind stores versioned records. Special operations of a kind use All.
type Kind[ID ~int64, V any, F, R any] struct {
	Engine
	All   *Records[R, versioned.Record[ID, V]]
	where func(F) []Condition
	once  []Unique
}

// NewKind opens the records of a kind. where returns the conditions of a filter.
func NewKind[ID ~int64, V any, F, R any](on Engine, t Table[R, versioned.Record[ID, V]], where func(F) []Condition, once ...Unique) *Kind[ID, V, F, R] {
	t.Fixed = append(t.Fixed, removedColumn)
	return &Kind[ID, V, F, R]{on, New(on, t), where, once}
}

// Makes other writers of the team's records of this kind wait until the transaction ends.
func (k *Kind[ID, V, F, R]) Hold(ctx context.Context, team id.Team) error {
	return k.Engine.Lock(ctx, k.All.info.Name+":"+strconv.FormatInt(int64(team), 10))
}

// Live returns the ids that belong to live records of the team, ascending.
func (k *Kind[ID, V, F, R]) Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	found, err := k.All.Named(ctx, team, ids)
	out := make([]int64, len(found))
	for i, one := range found {
		out[i] = int64(one.ID)
	}
	return out, err
}

// Insert stores a new record. A unique value that another live record of the team has is a Rule
// fault "duplicate" at its pointer, with existing_id.
func (k *Kind[ID, V, F, R]) Insert(ctx context.Context, r versioned.Record[ID, V]) (made ID, err error) {
	return made, k.unique(ctx, r, func(ctx context.Context) error {
		ids, err := k.All.Insert(ctx, r)
		if err == nil {
			made = ID(ids[0])
		}
		return err
	})
}

// InsertMany stores new records with one statement, and returns their ids in order. If a unique
// value is taken, it stores nothing; the Rule fault "duplicate" does not name the record.
func (k *Kind[ID, V, F, R]) InsertMany(ctx context.Context, all []versioned.Record[ID, V]) ([]ID, error) {
	made := make([]ID, len(all))
	err := k.InTx(ctx, func(ctx context.Context) error {
		ids, err := k.All.Insert(ctx, all...)
		for i, n := range ids {
			made[i] = ID(n)
		}
		return err
	})
	if _, taken := errors.AsType[*db.Unique](err); taken {
		err = fault.New(fault.Rule, fault.CodeDuplicate, "Another record has the same unique value.")
	}
	return made, err
}

// Save stores a locked record, with the same faults as Insert.
func (k *Kind[ID, V, F, R]) Save(ctx context.Context, r versioned.Record[ID, V]) error {
	return k.unique(ctx, r, func(ctx context.Context) error { return k.All.Save(ctx, r) })
}

// unique writes inside a savepoint, so that it can look up the other record after an index refused
// the write.
func (k *Kind[ID, V, F, R]) unique(ctx context.Context, r versioned.Record[ID, V], write func(ctx context.Context) error) error {
	err := k.InTx(ctx, write)
	taken, ok := errors.AsType[*db.Unique](err)
	if !ok {
		return err
	}
	for _, u := range k.once {
		columns := append(slices.Clone(u.With), u.Column)
		if !taken.On(append([]string{teamColumn}, columns...)...) {
			continue
		}
		cells, err := k.All.cells([]versioned.Record[ID, V]{r}, k.All.info.Named(columns...))
		if err != nil {
			return err
		}
		same := []Condition{Is(u.Column, &cells.All[len(u.With)].S)}
		for i, name := range u.With {
			same = append(same, Is(name, &cells.All[i].N))
		}
		other, _, err := k.All.First(ctx, Query{Team: r.Team, Where: same})
		if err != nil {
			return err
		}
		return fault.New(fault.Rule, fault.CodeDuplicate, u.Message).At(u.Pointer).With("existing_id", int64(other.ID))
	}
	return err
}

// Find returns a record. An absent record is fault.Missing.
func (k *Kind[ID, V, F, R]) Find(ctx context.Context, team id.Team, record ID) (versioned.Record[ID, V], error) {
	return k.All.Find(ctx, team, int64(record))
}

func (k *Kind[ID, V, F, R]) List(ctx context.Context, team id.Team, f F, req page.Request) (page.Page[versioned.Record[ID, V]], error) {
	return k.All.Page(ctx, team, k.where(f), req)
}

// Lock calls Records.Lock.
func (k *Kind[ID, V, F, R]) Lock(ctx context.Context, team id.Team, ids []ID) ([]versioned.Record[ID, V], error) {
	return k.All.Lock(ctx, team, db.Plain(ids))
}

// Named calls Records.Named.
func (k *Kind[ID, V, F, R]) Named(ctx context.Context, team id.Team, ids []ID) ([]versioned.Record[ID, V], error) {
	return k.All.Named(ctx, team, db.Plain(ids))
}

// Remove calls Records.Remove.
func (k *Kind[ID, V, F, R]) Remove(ctx context.Context, team id.Team, ids []ID, at time.Time) error {
	return k.All.Remove(ctx, team, db.Plain(ids), at)
}
