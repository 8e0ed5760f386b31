package document

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
)

type importRow struct {
	bun.BaseModel `bun:"table:document_effects"`

	Team      id.Team                           `bun:"team_id,pk"`
	Document  int64                             `bun:"document_id,pk"`
	Supplier  int64                             `bun:"supplier_id"`
	Reference string                            `bun:"reference_key"`
	Total     *int64                            `bun:"total"`
	CreatedAt int64                             `bun:"created_at"`
	Body      record.Document[importing.Import] `bun:"body"`
}

// Imports stores the imports of all teams.
type Imports struct {
	imports *record.Records[importRow, importRow]
}

var _ ports.Imports = (*Imports)(nil)

func NewImports(on record.Engine) *Imports {
	return &Imports{record.New(on, record.Plain[importRow]())}
}

func (i *Imports) Find(ctx context.Context, team id.Team, doc document.ID) (importing.Import, bool, error) {
	found, ok, err := i.imports.First(ctx, record.Query{Team: team, Where: []record.Condition{of(doc)}})
	return found.Body.V, ok, err
}

func (i *Imports) Same(ctx context.Context, team id.Team, doc document.ID, supplier int64, reference string, total optional.Maybe[money.Amount]) (document.ID, error) {
	sum := record.Known("total", new(false))
	if a, ok := total.Get(); ok {
		sum = record.Is("total", new(a.Units()))
	}
	found, _, err := i.imports.First(ctx, record.Query{Team: team, Where: []record.Condition{
		record.Is("supplier_id", &supplier), record.Is("reference_key", new(record.Key(reference))), sum, record.Not(of(doc)),
	}})
	return document.ID(found.Document), err
}

func (i *Imports) Insert(ctx context.Context, team id.Team, one importing.Import, at time.Time) error {
	_, err := i.imports.Insert(ctx, importRow{
		Team: team, Document: int64(one.Document), Supplier: one.Effects.Supplier, Reference: record.Key(one.Reference),
		Total: record.Number(one.Total, money.Amount.Units), CreatedAt: db.Micros(at), Body: record.DocumentOf(one),
	})
	return err
}

func (i *Imports) Remove(ctx context.Context, team id.Team, doc document.ID) error {
	_, err := i.imports.Drop(ctx, team, of(doc))
	return err
}
