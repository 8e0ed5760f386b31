// Package document keeps documents in memory, for tests that need no database.
package document

import (
	"context"
	"maps"
	"sync"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Store implements ports.Documents and tx.Runner, and ports.Usage through Usage. One transaction
// runs at a time, and reads outside of it wait for it.
type Store struct {
	mu    sync.Mutex
	state state
	// last is the highest id given; a rolled back one is not given again.
	last document.ID
}

type state struct {
	docs  map[document.ID]document.Snapshot
	bytes map[id.Team]int64
}

func (s state) clone() state { return state{maps.Clone(s.docs), maps.Clone(s.bytes)} }

var _ ports.Documents = (*Store)(nil)

// New makes an empty store.
func New() *Store {
	return &Store{state: state{map[document.ID]document.Snapshot{}, map[id.Team]int64{}}}
}

type inTx struct{ store *Store }

// InTx implements tx.Runner.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	defer s.enter(ctx)()
	before, done := s.state.clone(), false
	defer func() {
		// A panic leaves done unset and undoes everything too.
		if !done || err != nil {
			s.state = before
		}
	}()
	err = fn(context.WithValue(ctx, inTx{s}, true))
	done = true
	return err
}

// enter takes the lock unless the transaction of ctx holds it, and returns how
// to give it back.
func (s *Store) enter(ctx context.Context) (leave func()) {
	if ctx.Value(inTx{s}) != nil {
		return func() {}
	}
	s.mu.Lock()
	return s.mu.Unlock
}

// Find implements ports.Documents.
func (s *Store) Find(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error) {
	defer s.enter(ctx)()
	return s.find(team, docID)
}

func (s *Store) find(team id.Team, docID document.ID) (*document.Document, error) {
	have, ok := s.state.docs[docID]
	if !ok || have.Team != team || have.DeletedAt != nil {
		return nil, fault.Missing()
	}
	return document.Restore(have)
}

// Lock implements ports.Documents.
func (s *Store) Lock(ctx context.Context, team id.Team, ids []document.ID) (map[document.ID]*document.Document, error) {
	defer s.enter(ctx)()
	found := make(map[document.ID]*document.Document, len(ids))
	for _, docID := range ids {
		d, err := s.find(team, docID)
		if fault.Is(err, fault.CodeNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found[docID] = d
	}
	return found, nil
}

// SameBytes implements ports.Documents.
func (s *Store) SameBytes(ctx context.Context, team id.Team, sum document.Digest) (document.ID, error) {
	defer s.enter(ctx)()
	var oldest document.ID
	for docID, have := range s.state.docs {
		if have.Team == team && have.SHA256 == sum && have.DeletedAt == nil && (oldest == 0 || docID < oldest) {
			oldest = docID
		}
	}
	return oldest, nil
}

// Insert implements ports.Documents.
func (s *Store) Insert(ctx context.Context, d *document.Document) (*document.Document, error) {
	defer s.enter(ctx)()
	s.last++
	stored, err := d.Identified(s.last)
	if err != nil {
		return nil, err
	}
	s.state.docs[s.last] = stored.Snapshot()
	return stored, nil
}

// Save implements ports.Documents.
func (s *Store) Save(ctx context.Context, docs []*document.Document) error {
	return s.InTx(ctx, func(context.Context) error {
		for _, d := range docs {
			next := d.Snapshot()
			have, ok := s.state.docs[next.ID]
			if !ok || have.Team != next.Team || have.DeletedAt != nil || have.Version != next.Version-1 {
				return fault.StaleVersion()
			}
			s.state.docs[next.ID] = next
		}
		return nil
	})
}

// InUse implements ports.Documents.
func (s *Store) InUse(ctx context.Context, team id.Team, sums []document.Digest, deletedAfter time.Time) ([]document.Digest, error) {
	defer s.enter(ctx)()
	held := map[document.Digest]bool{}
	for _, have := range s.state.docs {
		if have.Team == team && (have.DeletedAt == nil || have.DeletedAt.After(deletedAfter)) {
			held[have.SHA256] = true
		}
	}
	used := []document.Digest{}
	for _, sum := range sums {
		if held[sum] {
			used = append(used, sum)
			delete(held, sum)
		}
	}
	return used, nil
}

// Linked implements ports.Documents.
func (s *Store) Linked(ctx context.Context, docID document.ID) (*document.Document, error) {
	defer s.enter(ctx)()
	have, ok := s.state.docs[docID]
	if !ok {
		return nil, nil
	}
	return document.Restore(have)
}

// Stored implements ports.Usage.
func (s *Store) Stored(ctx context.Context, team id.Team) (int64, error) {
	defer s.enter(ctx)()
	return s.state.bytes[team], nil
}

// Usage is the store as ports.Usage, whose Lock is another than that of
// ports.Documents.
func (s *Store) Usage() ports.Usage { return usage{s} }

type usage struct{ *Store }

// Lock implements ports.Usage.
func (u usage) Lock(ctx context.Context, team id.Team) (int64, error) { return u.Stored(ctx, team) }

// Add implements ports.Usage.
func (u usage) Add(ctx context.Context, team id.Team, bytes int64) error {
	defer u.enter(ctx)()
	u.state.bytes[team] += bytes
	return nil
}
