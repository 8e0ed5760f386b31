package document

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

type layoutRow struct {
	bun.BaseModel `bun:"table:document_layouts"`

	Team        id.Team                         `bun:"team_id,pk"`
	Supplier    int64                           `bun:"supplier_id,pk"`
	Fingerprint string                          `bun:"fingerprint,pk"`
	CreatedAt   int64                           `bun:"created_at"`
	Body        record.Document[reading.Layout] `bun:"body"`
}

// mostLayouts limits the layouts that are read of a supplier.
const mostLayouts = 200

// Layouts stores the layouts of the suppliers of all teams.
type Layouts struct {
	layouts *record.Records[layoutRow, layoutRow]
}

var _ ports.Layouts = (*Layouts)(nil)

func NewLayouts(on record.Engine) *Layouts {
	return &Layouts{record.New(on, record.Plain[layoutRow]())}
}

func (l *Layouts) Of(ctx context.Context, team id.Team, supplier int64) ([]reading.Layout, error) {
	found, err := l.layouts.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("supplier_id", &supplier)}, Limit: mostLayouts})
	out := make([]reading.Layout, len(found))
	for i, row := range found {
		out[i] = row.Body.V
	}
	return out, err
}

func (l *Layouts) Keep(ctx context.Context, team id.Team, supplier int64, one reading.Layout, at time.Time) error {
	sum := sha256.Sum256([]byte(one.Fingerprint))
	key := hex.EncodeToString(sum[:])
	if _, err := l.layouts.Drop(ctx, team, record.Is("supplier_id", &supplier), record.Is("fingerprint", &key)); err != nil {
		return err
	}
	_, err := l.layouts.Insert(ctx, layoutRow{Team: team, Supplier: supplier, Fingerprint: key, CreatedAt: db.Micros(at), Body: record.DocumentOf(one)})
	return err
}
