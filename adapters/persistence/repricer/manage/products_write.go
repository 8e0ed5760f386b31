package manage

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// keyBatch is a list of keys.
var keyBatch = db.Batch{{Name: "seller_id", Kind: db.Texts}, {Name: "marketplace_id", Kind: db.Texts}, {Name: "sku", Kind: db.Texts}}

func keyCell(k repricer.Key, column int) db.Cell {
	return db.Cell{Known: true, S: []string{k.SellerID, string(k.MarketplaceID), k.SKU}[column]}
}

// insertColumns are the columns of a new row, to which search is added.
var insertColumns, saveColumns = func() (insert, save []productColumn) {
	for _, c := range productColumns {
		if c.name != "id" {
			insert = append(insert, c)
		}
		if c.name == "id" || c.saved {
			save = append(save, c)
		}
	}
	return append(insert, searchColumn), save
}()

func headings(columns []productColumn) db.Batch {
	out := make(db.Batch, len(columns))
	for i, c := range columns {
		out[i] = db.Heading{Name: c.name, Kind: c.kind}
	}
	return out
}

func insertText(d db.Dialect) string {
	rows := headings(insertColumns)
	names, values := make([]string, len(rows)), make([]string, len(rows))
	for i, h := range rows {
		names[i], values[i] = h.Name, "u."+h.Name
	}
	// The condition that is always true tells SQLite where ON belongs.
	return "INSERT INTO repricer_products (team_id, " + strings.Join(names, ", ") + ") SELECT $1, " +
		strings.Join(values, ", ") + " FROM " + rows.From(d, 2) + " WHERE true" +
		" ON CONFLICT (team_id, seller_id, marketplace_id, sku) WHERE deleted_at IS NULL DO NOTHING" +
		" RETURNING id, seller_id, marketplace_id, sku"
}

// saveText takes for each column either a value that all rows share or one per
// row: rows that are changed together mostly differ in few columns, and what a
// row brings itself has to be unpacked. $2 has the bit of each shared column.
func saveText(d db.Dialect) string {
	rows := headings(saveColumns)
	var sets []string
	for i, h := range rows[1:] {
		bit, shared := strconv.Itoa(1<<i), strconv.Itoa(firstShared+i)
		sets = append(sets, h.Name+" = CASE WHEN (CAST($2 AS BIGINT) & "+bit+") <> 0 THEN $"+shared+" ELSE u."+h.Name+" END")
	}
	// The version guards against a writer that did not load the row locked.
	return "UPDATE repricer_products SET " + strings.Join(sets, ", ") + " FROM " + rows.From(d, firstShared+len(sets)) +
		" WHERE " + d.Checked("repricer_products.team_id") + " = $1 AND repricer_products.id = u.id" +
		" AND repricer_products.deleted_at IS NULL AND repricer_products.version < u.version"
}

func (p *Products) Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error) {
	if len(keys) == 0 {
		return map[repricer.Key]decision.ProductID{}, nil
	}
	args, err := keyBatch.Args(p.store.Dialect(), len(keys), func(r, c int) db.Cell { return keyCell(keys[r], c) })
	if err != nil {
		return nil, err
	}
	return p.keyed(ctx, p.texts.existing, team, args)
}

func (p *Products) Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]ports.Inserted, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	all := make([]snapshot, len(rows))
	for i, row := range rows {
		all[i] = row.Snapshot()
	}
	// Writers of the same keys wait for each other; in one order they never wait
	// in a circle.
	ordered := slices.Clone(all)
	slices.SortFunc(ordered, func(a, b snapshot) int {
		return cmp.Or(cmp.Compare(a.Key.SellerID, b.Key.SellerID),
			cmp.Compare(a.Key.MarketplaceID, b.Key.MarketplaceID), cmp.Compare(a.Key.SKU, b.Key.SKU))
	})
	args, err := headings(insertColumns).Args(p.store.Dialect(), len(ordered), func(r, c int) db.Cell {
		return insertColumns[c].value(&ordered[r])
	})
	if err != nil {
		return nil, err
	}
	made, err := p.keyed(ctx, p.texts.insert, team, args)
	if err != nil {
		return nil, err
	}
	var taken []repricer.Key
	for _, s := range all {
		if _, ok := made[s.Key]; !ok {
			taken = append(taken, s.Key)
		}
	}
	there, err := p.Existing(ctx, team, taken)
	if err != nil {
		return nil, err
	}
	out := make([]ports.Inserted, len(all))
	for i, s := range all {
		if n, ok := made[s.Key]; ok {
			out[i] = ports.Inserted{ID: n}
		} else {
			out[i] = ports.Inserted{ID: there[s.Key], Existed: true}
		}
	}
	return out, nil
}

// keyed runs a statement that answers ids and keys.
func (p *Products) keyed(ctx context.Context, query string, team id.Team, args []any) (map[repricer.Key]decision.ProductID, error) {
	out := map[repricer.Key]decision.ProductID{}
	var product int64
	var seller, market, sku string
	err := db.Each(p.store.Hot(ctx).Query(ctx, query, append([]any{int64(team)}, args...)...))(func() {
		out[repricer.Key{SellerID: seller, MarketplaceID: marketplace.ID(market), SKU: sku}] = decision.ProductID(product)
	}, &product, &seller, &market, &sku)
	return out, err
}

func (p *Products) Save(ctx context.Context, team id.Team, rows []*repricer.Product) error {
	if len(rows) == 0 {
		return nil
	}
	all := make([]snapshot, len(rows))
	for i, row := range rows {
		all[i] = row.Snapshot()
	}
	args, err := saveArgs(p.store.Dialect(), team, all)
	if err != nil {
		return err
	}
	n, err := p.store.Hot(ctx).Exec(ctx, p.texts.save, args...)
	return db.Written(n, len(rows), err)
}

// firstShared is the number of the first argument with a shared value.
const firstShared = 3

func saveArgs(d db.Dialect, team id.Team, all []snapshot) ([]any, error) {
	values := make([]any, len(saveColumns)-1)
	shared := make([]bool, len(saveColumns))
	bits := int64(0)
	for i, c := range saveColumns[1:] {
		first, same := c.value(&all[0]), 1
		for same < len(all) && c.value(&all[same]) == first {
			same++
		}
		// The version also guards each row, so each brings its own.
		if shared[i+1] = same == len(all) && c.name != "version"; shared[i+1] {
			bits |= 1 << i
			values[i] = first.Arg(c.kind)
		}
	}
	rows, err := headings(saveColumns).Args(d, len(all), func(r, c int) db.Cell {
		if shared[c] {
			return db.Cell{}
		}
		return saveColumns[c].value(&all[r])
	})
	return slices.Concat([]any{int64(team), bits}, values, rows), err
}
