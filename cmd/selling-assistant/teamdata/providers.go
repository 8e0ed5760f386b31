package teamdata

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// provider identifies a prep provider of the operator's catalogue in every installation. Its id
// differs between them.
type provider struct {
	Name    string `json:"name"`
	Country string `json:"country"`
}

// catalogue reads the prep providers by their ids.
func catalogue(ctx context.Context, from bun.IDB) (map[int64]provider, error) {
	out := map[int64]provider{}
	rows, err := from.QueryContext(ctx, //nolint:rowserrcheck // TryEach does
		"SELECT id, name_key, country FROM purchasing_prep_providers")
	if err != nil {
		return nil, db.Fault(err)
	}
	var id int64
	var p provider
	err = db.TryEach(db.RowsOf(rows), nil)(func() error {
		out[id] = p
		return nil
	}, &id, &p.Name, &p.Country)
	return out, err
}

// provider changes the id of a prep provider in a document, and reports whether it did. A provider
// that is missing here is left out if its id belongs to another one.
func (b *rowBatch) provider(document map[string]any) (changed bool) {
	was, ok := document[b.table.provider].(json.Number)
	if !ok {
		return false
	}
	old, _ := was.Int64()
	exported, known := b.manifest.Providers[old]
	if !known {
		return false
	}
	for id, here := range b.providers {
		if here == exported {
			document[b.table.provider] = json.Number(strconv.FormatInt(id, 10))
			return id != old
		}
	}
	_, taken := b.providers[old]
	if taken {
		delete(document, b.table.provider)
	}
	return taken
}
