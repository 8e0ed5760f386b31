package document

import (
	"context"
	"fmt"
	"reflect"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/document"
)

var listed = db.Keyset{
	Columns: map[string]db.Column{
		ports.SortCreatedAt:    {Expr: "created_at"},
		ports.SortUpdatedAt:    {Expr: "updated_at"},
		ports.SortOriginalName: {Expr: "name_key", Text: true},
		ports.SortFileSize:     {Expr: "file_size"},
		ports.SortConfidence:   {Expr: "ai_confidence", Null: true},
	},
	ID: "id",
}

// List implements ports.Documents. Without filters and by one field it is one
// of a few prepared statements; else bun writes the text.
func (r *Documents) List(ctx context.Context, team id.Team, f ports.Filter, req page.Request) (page.Page[*document.Document], error) {
	var none page.Page[*document.Document]
	var rows []row
	var err error
	if len(req.Order) <= 1 && reflect.ValueOf(f).IsZero() {
		rows, err = r.plain(ctx, team, req)
	} else {
		rows, err = r.filtered(ctx, team, f, req)
	}
	if err != nil {
		return none, fmt.Errorf("list documents: %w", db.Fault(err))
	}
	p, err := db.PageOf(rows, req, func(w row) (*document.Document, error) { return w.document() }, place)
	if err != nil || !req.Count {
		return p, err
	}
	n, err := r.narrow(ctx, r.store.Read(ctx).NewSelect().TableExpr("documents AS d"), team, f).Count(ctx)
	if err != nil {
		return none, fmt.Errorf("count documents: %w", db.Fault(err))
	}
	p.Total = &n
	return p, nil
}

// CountOf implements ports.Documents.
func (r *Documents) CountOf(ctx context.Context, team id.Team, kind document.TargetKind, targets []int64) (map[int64]int64, error) {
	out := map[int64]int64{}
	if len(targets) == 0 {
		return out, nil
	}
	var target, n int64
	err := db.Each(r.store.Hot(ctx).Query(ctx, "SELECT target_id, COUNT(*) FROM document_targets WHERE team_id = $1 AND kind = $2 AND "+
		r.store.IDsIn("target_id", 3)+" GROUP BY target_id", int64(team), string(kind), r.store.IDsArg(targets)))(
		func() { out[target] = n }, &target, &n)
	return out, err
}

func (r *Documents) plain(ctx context.Context, team id.Team, req page.Request) ([]row, error) {
	after, order, args, err := r.store.KeysetText(listed, req, 3)
	if err != nil {
		return nil, err
	}
	text := "SELECT " + columns + " FROM documents WHERE team_id = $1 AND deleted_at IS NULL"
	if after != "" {
		text += " AND " + after
	}
	// SQLite plans a statement anew for each value of a bare LIMIT argument.
	text += " ORDER BY " + order + " LIMIT $2 + 0"
	found, err := r.store.Hot(ctx).Query(ctx, text, append([]any{int64(team), int64(req.Limit) + 1}, args...)...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	rows := make([]row, 0, req.Limit+1)
	for found.Next() {
		rows = append(rows, row{})
		if err := found.Scan(rows[len(rows)-1].dest()...); err != nil {
			return nil, err
		}
	}
	return rows, found.Err()
}

func (r *Documents) filtered(ctx context.Context, team id.Team, f ports.Filter, req page.Request) ([]row, error) {
	q := r.narrow(ctx, r.store.Read(ctx).NewSelect().ColumnExpr(columns).TableExpr("documents AS d"), team, f)
	q, err := r.store.Keyset(listed, q, req)
	if err != nil {
		return nil, err
	}
	found, err := q.Rows(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	var rows []row
	for found.Next() {
		rows = append(rows, row{})
		if err := found.Scan(rows[len(rows)-1].dest()...); err != nil {
			return nil, err
		}
	}
	return rows, found.Err()
}

// narrow adds the conditions of a filter.
func (r *Documents) narrow(ctx context.Context, q *bun.SelectQuery, team id.Team, f ports.Filter) *bun.SelectQuery {
	q = q.Where("d.team_id = ?", int64(team)).Where("d.deleted_at IS NULL")
	q = anyOf(q, "d.type", f.Types)
	q = anyOf(q, "d.ai_classified_type", f.AITypes)
	q = anyOf(q, "d.status", f.Statuses)
	q = anyOf(q, "d.mime_type", f.Medias)
	q = anyOf(q, "d.supplier_id", f.SupplierIDs)
	q = anyOf(q, "d.reference_number", f.References)
	if f.HasParsedData != nil {
		q = q.Where("d.has_parsed_data = ?", *f.HasParsedData)
	}
	if f.ConfidenceBelow != nil {
		q = q.Where("d.ai_confidence < ?", int64(*f.ConfidenceBelow))
	}
	if len(f.TargetKinds) > 0 || len(f.TargetIDs) > 0 {
		linked := r.store.Read(ctx).NewSelect().ColumnExpr("t.document_id").TableExpr("document_targets AS t").
			Where("t.team_id = ?", int64(team))
		linked = anyOf(anyOf(linked, "t.kind", f.TargetKinds), "t.target_id", f.TargetIDs)
		q = q.Where("d.id IN (?)", linked)
	}
	if f.Q != "" {
		condition, pattern := db.LikeContains("d.search", f.Q)
		q = q.Where(condition, pattern)
	}
	q = between(q, "d.created_at", db.NullMicros(f.CreatedFrom), db.NullMicros(f.CreatedTo))
	q = between(q, "d.applied_at", db.NullMicros(f.AppliedFrom), db.NullMicros(f.AppliedTo))
	q = between(q, "d.file_size", f.FileSizeFrom, f.FileSizeTo)
	return q
}

func anyOf[T any](q *bun.SelectQuery, column string, values []T) *bun.SelectQuery {
	if len(values) == 0 {
		return q
	}
	return q.Where(column+" IN (?)", bun.List(values))
}

func between(q *bun.SelectQuery, column string, from, to *int64) *bun.SelectQuery {
	if from != nil {
		q = q.Where(column+" >= ?", *from)
	}
	if to != nil {
		q = q.Where(column+" <= ?", *to)
	}
	return q
}

// place is a row's value of a sort field.
func place(w row, field string) any {
	switch field {
	case ports.SortCreatedAt:
		return w.created
	case ports.SortUpdatedAt:
		return w.updated
	case ports.SortOriginalName:
		return db.Fold(w.name)
	case ports.SortFileSize:
		return w.size
	case ports.SortConfidence:
		if w.aiConfidence == nil {
			return nil
		}
		return *w.aiConfidence
	}
	return w.id
}
