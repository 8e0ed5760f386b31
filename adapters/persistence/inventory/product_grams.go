package inventory

import (
	"context"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun/dialect/pgdialect"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// Finds texts by their grams: every two and three consecutive characters, for products also every
// single character, prefixed with the team's number. A text with all grams of a search need not
// contain it, so the text itself is checked too. Few other texts have all of them.

// gramsOf lists the grams of a size of a folded text, each once.
func gramsOf(team id.Team, text string, size int) []string {
	runes := []rune(text)
	prefix := strconv.FormatInt(int64(team), 10) + "x"
	var out []string
	for i := 0; i+size <= len(runes); i++ {
		// Hexadecimal digits form one word for every tokenizer, whatever the characters.
		out = append(out, prefix+hex.EncodeToString([]byte(string(runes[i:i+size]))))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// gramArgs returns the arguments for the grams of some sizes of texts.
func gramArgs(d db.Dialect, team id.Team, rows []recordText, sizes ...int) ([]any, error) {
	return gramBatch.Args(d, len(rows), func(r, c int) db.Cell {
		if c == 0 {
			return db.Cell{Known: true, N: rows[r].record}
		}
		grams := slices.Concat(each(sizes, func(size int) []string { return gramsOf(team, rows[r].text, size) })...)
		return db.Cell{Known: true, S: strings.Join(grams, " ")}
	})
}

// soughtGrams limits the grams of a search. More grams hardly leave fewer texts.
const soughtGrams = 6

// sought returns the grams of a search, except a single character that many products have.
func (p *Products) sought(ctx context.Context, team id.Team, query string) ([]db.Condition, error) {
	if utf8.RuneCountInString(db.Fold(query)) == 1 {
		if common, err := p.common(ctx, team, query); err != nil || common {
			return nil, err
		}
	}
	return p.grams(team, query), nil
}

// grams returns the condition that a text has the grams of a search. An index serves it.
func (p *Products) grams(team id.Team, query string) []db.Condition {
	text := db.Fold(query)
	if text == "" {
		return nil
	}
	grams := fewGrams(gramsOf(team, text, min(3, utf8.RuneCountInString(text))))
	if p.store.Dialect() == db.Postgres {
		return []db.Condition{{
			Text: "id IN (SELECT product_id FROM inventory_product_grams WHERE grams @> ? AND team_id = ?)",
			Args: []any{pgdialect.Array(grams), int64(team)},
		}}
	}
	return []db.Condition{{
		Text: "id IN (SELECT rowid FROM inventory_product_grams WHERE inventory_product_grams MATCH ?)",
		Args: []any{strings.Join(grams, " AND ")},
	}}
}

// common checks the newest commonIn products. A text is common if commonOf of them have it.
const commonIn, commonOf = 200, 10

// common reports whether so many products have a text that scanning all products is faster than the
// index of grams.
func (p *Products) common(ctx context.Context, team id.Team, query string) (bool, error) {
	if query == "" {
		return false, nil
	}
	newest, args := db.Conditions(live(team))
	text, pattern := db.LikeContains("search", query)
	var n int64
	err := p.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM (SELECT search FROM inventory_products WHERE "+newest+
		" ORDER BY id DESC LIMIT ?) AS newest WHERE "+text, append(args, commonIn, pattern)...).Scan(&n)
	return n >= commonOf, db.Fault(err)
}

// putGrams stores the grams of new or changed texts.
func (p *Products) putGrams(ctx context.Context, team id.Team, texts ...recordText) error {
	if len(texts) == 0 {
		return nil
	}
	d := p.store.Dialect()
	args, err := gramArgs(d, team, texts, 1, 2, 3)
	if err != nil {
		return err
	}
	text := "INSERT OR REPLACE INTO inventory_product_grams (rowid, grams) SELECT u.id, u.grams FROM " + gramBatch.From(d, 1)
	if d == db.Postgres {
		text = "INSERT INTO inventory_product_grams (product_id, team_id, grams) SELECT u.id, $3, string_to_array(u.grams, ' ') FROM " + gramBatch.From(d, 1) +
			" ON CONFLICT (team_id, product_id) DO UPDATE SET grams = excluded.grams"
		args = append(args, int64(team))
	}
	_, err = p.store.Hot(ctx).Exec(ctx, text, args...)
	return db.Fault(err)
}

func (p *Products) dropGrams(ctx context.Context, team id.Team, ids []inventory.ProductID) error {
	text, args := "DELETE FROM inventory_product_grams WHERE "+p.store.IDsIn("rowid", 1), []any{p.store.IDsArg(db.Plain(ids))}
	if p.store.Dialect() == db.Postgres {
		text = "DELETE FROM inventory_product_grams WHERE " + p.store.IDsIn("product_id", 1) + " AND team_id = $2"
		args = append(args, int64(team))
	}
	_, err := p.store.Hot(ctx).Exec(ctx, text, args...)
	return db.Fault(err)
}

// PutProductGrams stores the grams of a product that was stored without this package, as
// measurements do.
func PutProductGrams(ctx context.Context, s *db.Store, team id.Team, product inventory.ProductID, text string) error {
	return NewProducts(s).putGrams(ctx, team, recordText{int64(product), text})
}
