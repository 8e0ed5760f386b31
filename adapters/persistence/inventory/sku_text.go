package inventory

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// textRow is what is searched of one SKU.
type textRow struct {
	sku  int64
	text string
}

var (
	textBatch = db.Batch{{Name: "id", Kind: db.Numbers}, {Name: "team", Kind: db.Numbers}, {Name: "search", Kind: db.Texts}}
	gramBatch = db.Batch{{Name: "id", Kind: db.Numbers}, {Name: "grams", Kind: db.Texts}}
)

// saveTexts writes the texts of those SKUs that have others than before.
func (k *SKUs) saveTexts(ctx context.Context, team id.Team, rows []skuSnapshot) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]int64, len(rows))
	for i, s := range rows {
		ids[i] = int64(s.ID)
	}
	var sku int64
	var text string
	known := make(map[int64]string, len(rows))
	err := db.Each(k.store.Hot(ctx).Query(ctx, k.texts.textsOf, k.store.IDsArg(ids)))(func() { known[sku] = text }, &sku, &text)
	if err != nil {
		return err
	}
	var changed []textRow
	for i := range rows {
		if is := skuText(&rows[i]); is != known[ids[i]] {
			changed = append(changed, textRow{ids[i], is})
		}
	}
	return k.putTexts(ctx, team, changed)
}

// putTexts stores texts that are new or have changed.
func (k *SKUs) putTexts(ctx context.Context, team id.Team, rows []textRow) error {
	if len(rows) == 0 {
		return nil
	}
	d, hot := k.store.Dialect(), k.store.Hot(ctx)
	args, err := textBatch.Args(d, len(rows), func(r, c int) db.Cell {
		return []db.Cell{{Known: true, N: rows[r].sku}, {Known: true, N: int64(team)}, {Known: true, S: rows[r].text}}[c]
	})
	if err != nil {
		return err
	}
	if _, err := hot.Exec(ctx, k.texts.putTexts, args...); err != nil || d == db.Postgres {
		return db.Fault(err)
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.sku
	}
	if _, err := hot.Exec(ctx, k.texts.dropGrams, k.store.IDsArg(ids)); err != nil {
		return db.Fault(err)
	}
	args, err = gramBatch.Args(d, len(rows), func(r, c int) db.Cell {
		if c == 0 {
			return db.Cell{Known: true, N: rows[r].sku}
		}
		grams := slices.Concat(gramsOf(team, rows[r].text, 2), gramsOf(team, rows[r].text, 3))
		return db.Cell{Known: true, S: strings.Join(grams, " ")}
	})
	if err != nil {
		return err
	}
	_, err = hot.Exec(ctx, k.texts.putGrams, args...)
	return db.Fault(err)
}

// indexed reports whether the index of texts can find a text: it knows two and
// three characters that follow each other.
func indexed(query string) bool { return utf8.RuneCountInString(db.Fold(query)) > 1 }

// textWalk is the text as a condition for rows that are looked at one by one.
func textWalk(f ports.SKUFilter) []db.Condition {
	if f.Query == "" {
		return nil
	}
	// A value and not a join: which way round is not left to the database.
	return []db.Condition{{
		Text: "(SELECT x.search LIKE ? ESCAPE '!' FROM inventory_sku_texts AS x WHERE x.sku_id = t.id)",
		Args: []any{db.LikePattern(f.Query)},
	}}
}

// textCondition is the text as a condition that the index of texts answers.
func (k *SKUs) textCondition(team id.Team, f ports.SKUFilter) []db.Condition {
	switch {
	case f.Query == "":
		return nil
	case !indexed(f.Query) || precise(f):
		return textWalk(f)
	}
	text, args := k.textSelect(team, f.Query)
	return []db.Condition{{Text: "t.id IN (" + text + ")", Args: args}}
}

// textIDs lists at most limit SKUs whose texts contain the query.
func (k *SKUs) textIDs(ctx context.Context, team id.Team, query string, limit int) ([]int64, error) {
	text, args := k.textSelect(team, query)
	var out []int64
	err := k.store.Read(ctx).NewRaw(text+" LIMIT ?", append(args, limit)...).Scan(ctx, &out)
	return out, db.Fault(err)
}

// textSelect selects by the index of texts. What it finds has all the grams of
// the query; whether they stand side by side is looked up.
func (k *SKUs) textSelect(team id.Team, query string) (text string, args []any) {
	folded := db.Fold(query)
	size := min(3, utf8.RuneCountInString(folded))
	if k.store.Dialect() == db.SQLite {
		return "SELECT x.sku_id FROM inventory_sku_grams AS g CROSS JOIN inventory_sku_texts AS x ON x.sku_id = g.rowid" +
				" WHERE inventory_sku_grams MATCH ? AND x.search LIKE ? ESCAPE '!'",
			[]any{strings.Join(fewGrams(gramsOf(team, folded, size)), " AND "), db.LikePattern(query)}
	}
	var grams []string
	for runes := []rune(folded); len(runes) >= size; runes = runes[1:] {
		grams = append(grams, strconv.FormatInt(int64(team), 10)+" "+string(runes[:size]))
	}
	return "SELECT sku_id FROM inventory_sku_texts WHERE inventory_grams(team_id, search) @> ARRAY[?]::text[]" +
			" AND team_id = ? AND search LIKE ? ESCAPE '!'",
		[]any{bun.List(fewGrams(grams)), int64(team), db.LikePattern(query)}
}

// fewGrams picks grams from all over a long query: more of them hardly leave
// fewer texts.
func fewGrams(grams []string) []string {
	step := max(len(grams)/soughtGrams, 1)
	var out []string
	for i := 0; i < len(grams); i += step {
		out = append(out, grams[i])
	}
	return out
}
