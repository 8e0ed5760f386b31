// Package document keeps documents in Postgres or SQLite.
package document

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Documents implements ports.Documents.
type Documents struct {
	store *db.Store
	// lock is a prepared text that depends on the dialect.
	lock string
}

var _ ports.Documents = (*Documents)(nil)

// NewDocuments makes the repository.
func NewDocuments(s *db.Store) *Documents {
	return &Documents{
		store: s,
		lock: "SELECT " + columns + " FROM documents WHERE team_id = $1 AND " + s.IDsIn("id", 2) +
			" AND deleted_at IS NULL ORDER BY id" + s.ForUpdate(),
	}
}

const (
	findSQL   = "SELECT " + columns + " FROM documents WHERE id = $1 AND team_id = $2 AND deleted_at IS NULL"
	linkedSQL = "SELECT " + columns + " FROM documents WHERE id = $1"
	sameSQL   = "SELECT id FROM documents WHERE team_id = $1 AND sha256 = $2 AND deleted_at IS NULL ORDER BY id LIMIT 1"
	inUseSQL  = "SELECT 1 FROM documents WHERE team_id = $1 AND sha256 = $2 AND (deleted_at IS NULL OR deleted_at > $3) LIMIT 1"

	linkTargetSQL    = "INSERT INTO document_targets (team_id, kind, target_id, document_id) VALUES ($1, $2, $3, $4)"
	unlinkTargetsSQL = "DELETE FROM document_targets WHERE document_id = $1"
)

// Find implements ports.Documents with one prepared statement.
func (r *Documents) Find(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error) {
	var w row
	err := r.store.Hot(ctx).QueryRow(ctx, findSQL, int64(docID), int64(team)).Scan(w.dest()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.Missing()
	}
	if err != nil {
		return nil, fmt.Errorf("find a document: %w", db.Fault(err))
	}
	return w.document()
}

// Lock implements ports.Documents. Rows are locked in the order of their ids,
// so two callers never wait for each other in a circle.
func (r *Documents) Lock(ctx context.Context, team id.Team, ids []document.ID) (map[document.ID]*document.Document, error) {
	found := make(map[document.ID]*document.Document, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	wanted := make([]int64, len(ids))
	for i, docID := range ids {
		wanted[i] = int64(docID)
	}
	rows, err := r.store.Hot(ctx).Query(ctx, r.lock, int64(team), r.store.IDsArg(wanted))
	if err != nil {
		return nil, fmt.Errorf("lock documents: %w", db.Fault(err))
	}
	defer rows.Close()
	for rows.Next() {
		var w row
		if err := rows.Scan(w.dest()...); err != nil {
			return nil, fmt.Errorf("lock documents: %w", db.Fault(err))
		}
		d, err := w.document()
		if err != nil {
			return nil, err
		}
		found[d.ID()] = d
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("lock documents: %w", db.Fault(err))
	}
	return found, nil
}

// SameBytes implements ports.Documents.
func (r *Documents) SameBytes(ctx context.Context, team id.Team, sum document.Digest) (document.ID, error) {
	var found int64
	err := r.store.Hot(ctx).QueryRow(ctx, sameSQL, int64(team), string(sum)).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find a document by its bytes: %w", db.Fault(err))
	}
	return document.ID(found), nil
}

// Insert implements ports.Documents.
func (r *Documents) Insert(ctx context.Context, d *document.Document) (*document.Document, error) {
	var stored *document.Document
	err := r.store.InTx(ctx, func(ctx context.Context) error {
		w := rowOf(d.Snapshot())
		var docID int64
		if err := r.store.Hot(ctx).QueryRow(ctx, insertSQL, w.values()...).Scan(&docID); err != nil {
			return fmt.Errorf("insert a document: %w", db.Fault(err))
		}
		var err error
		if stored, err = d.Identified(document.ID(docID)); err != nil {
			return err
		}
		return r.link(ctx, stored.Snapshot())
	})
	if err != nil {
		return nil, err
	}
	return stored, nil
}

// Save implements ports.Documents.
func (r *Documents) Save(ctx context.Context, docs []*document.Document) error {
	if len(docs) == 0 {
		return nil
	}
	return r.store.InTx(ctx, func(ctx context.Context) error {
		for _, d := range docs {
			s := d.Snapshot()
			w := rowOf(s)
			changed, err := r.store.Hot(ctx).Exec(ctx, updateSQL, append(w.values(), w.id, w.version-1)...)
			if err != nil {
				return fmt.Errorf("save a document: %w", db.Fault(err))
			}
			if changed == 0 {
				return fault.StaleVersion()
			}
			if _, err := r.store.Hot(ctx).Exec(ctx, unlinkTargetsSQL, w.id); err != nil {
				return fmt.Errorf("save the targets of a document: %w", db.Fault(err))
			}
			if err := r.link(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// link writes the targets of a live document where they can be searched.
func (r *Documents) link(ctx context.Context, s document.Snapshot) error {
	if s.DeletedAt != nil {
		return nil
	}
	for _, t := range s.Targets {
		_, err := r.store.Hot(ctx).Exec(ctx, linkTargetSQL, int64(s.Team), string(t.Kind), t.ID, int64(s.ID))
		if err != nil {
			return fmt.Errorf("save the targets of a document: %w", db.Fault(err))
		}
	}
	return nil
}

// InUse implements ports.Documents.
func (r *Documents) InUse(ctx context.Context, team id.Team, sums []document.Digest, deletedAfter time.Time) ([]document.Digest, error) {
	used := []document.Digest{}
	for _, sum := range sums {
		if slices.Contains(used, sum) {
			continue
		}
		var one int64
		err := r.store.Hot(ctx).QueryRow(ctx, inUseSQL, int64(team), string(sum), db.Micros(deletedAfter)).Scan(&one)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look for the use of bytes: %w", db.Fault(err))
		}
		used = append(used, sum)
	}
	return used, nil
}

// Linked implements ports.Documents.
func (r *Documents) Linked(ctx context.Context, docID document.ID) (*document.Document, error) {
	var w row
	err := r.store.Hot(ctx).QueryRow(ctx, linkedSQL, int64(docID)).Scan(w.dest()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a linked document: %w", db.Fault(err))
	}
	return w.document()
}
