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
)

// textIndex searches a table of texts, one text per record, by grams. On Postgres the grams are an
// index of that table, on SQLite a table of their own.
type textIndex struct {
	store *db.Store
	// key names the column of the record's id.
	texts, grams, key                                string
	textsOf, putTexts, dropTexts, putGrams, dropGram string
}

// newTextIndex returns the text index of the records with tables that begin with name.
func newTextIndex(s *db.Store, name, key string) textIndex {
	d, texts, grams := s.Dialect(), name+"_texts", name+"_grams"
	return textIndex{
		store: s, texts: texts, grams: grams, key: key,
		textsOf: "SELECT " + key + ", search FROM " + texts + " WHERE team_id = $1 AND " + s.IDsIn(key, 2),
		putTexts: "INSERT INTO " + texts + " (" + key + ", team_id, search) SELECT u.id, u.team, u.search FROM " + textBatch.From(d, 1) +
			" WHERE true ON CONFLICT (" + d.TeamKey(key) + ") DO UPDATE SET search = excluded.search",
		dropTexts: "DELETE FROM " + texts + " WHERE team_id = $1 AND " + s.IDsIn(key, 2),
		putGrams:  "INSERT INTO " + grams + " (rowid, grams) SELECT u.id, u.grams FROM " + gramBatch.From(d, 1),
		dropGram:  "DELETE FROM " + grams + " WHERE " + s.IDsIn("rowid", 1),
	}
}

var (
	textBatch = db.Batch{{Name: "id", Kind: db.Numbers}, {Name: "team", Kind: db.Numbers}, {Name: "search", Kind: db.Texts}}
	gramBatch = db.Batch{{Name: "id", Kind: db.Numbers}, {Name: "grams", Kind: db.Texts}}
)

// recordText has the searchable text of a record.
type recordText struct {
	record int64
	text   string
}

func recordIDs(rows []recordText) []int64 {
	return each(rows, func(r recordText) int64 { return r.record })
}

// save writes the texts that have changed.
func (x textIndex) save(ctx context.Context, team id.Team, rows []recordText) error {
	if len(rows) == 0 {
		return nil
	}
	var record int64
	var text string
	known := make(map[int64]string, len(rows))
	err := db.Each(x.store.Hot(ctx).Query(ctx, x.textsOf, int64(team), x.store.IDsArg(recordIDs(rows))))(
		func() { known[record] = text }, &record, &text)
	if err != nil {
		return err
	}
	return x.put(ctx, team, slices.DeleteFunc(rows, func(r recordText) bool { return known[r.record] == r.text }))
}

// put writes new or changed texts.
func (x textIndex) put(ctx context.Context, team id.Team, rows []recordText) error {
	if len(rows) == 0 {
		return nil
	}
	d := x.store.Dialect()
	args, err := textBatch.Args(d, len(rows), func(r, c int) db.Cell {
		return []db.Cell{{Known: true, N: rows[r].record}, {Known: true, N: int64(team)}, {Known: true, S: rows[r].text}}[c]
	})
	if err != nil {
		return err
	}
	if _, err := x.store.Hot(ctx).Exec(ctx, x.putTexts, args...); err != nil || d == db.Postgres {
		return db.Fault(err)
	}
	return x.index(ctx, team, rows)
}

// index writes the grams of stored texts on SQLite.
func (x textIndex) index(ctx context.Context, team id.Team, rows []recordText) error {
	hot := x.store.Hot(ctx)
	if _, err := hot.Exec(ctx, x.dropGram, x.store.IDsArg(recordIDs(rows))); err != nil {
		return db.Fault(err)
	}
	args, err := gramArgs(x.store.Dialect(), team, rows, 2, 3)
	if err != nil {
		return err
	}
	_, err = hot.Exec(ctx, x.putGrams, args...)
	return db.Fault(err)
}

// drop deletes the texts of records.
func (x textIndex) drop(ctx context.Context, team id.Team, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := x.store.Hot(ctx).Exec(ctx, x.dropTexts, int64(team), x.store.IDsArg(ids))
	if err != nil || x.store.Dialect() == db.Postgres {
		return db.Fault(err)
	}
	_, err = x.store.Hot(ctx).Exec(ctx, x.dropGram, x.store.IDsArg(ids))
	return db.Fault(err)
}

// finds reports whether the index can find a text. It needs at least two characters.
func (x textIndex) finds(query string) bool { return utf8.RuneCountInString(db.Fold(query)) > 1 }

// walk returns the text as a condition for records t that are examined in order.
func (x textIndex) walk(team id.Team, query string) []db.Condition {
	if query == "" {
		return nil
	}
	// A scalar subquery leaves the database no choice of the join order.
	return []db.Condition{{
		Text: "(SELECT x.search LIKE ? ESCAPE '!' FROM " + x.texts + " AS x WHERE x.team_id = ? AND x." + x.key + " = t.id)",
		Args: []any{db.LikePattern(query), int64(team)},
	}}
}

// scan returns the text as a condition that is compared with all texts of the team.
func (x textIndex) scan(team id.Team, query string) []db.Condition {
	if x.store.Dialect() == db.SQLite {
		return x.walk(team, query)
	}
	return []db.Condition{{
		Text: "t.id IN (SELECT " + x.key + " FROM " + x.texts + " WHERE team_id = ? AND search LIKE ? ESCAPE '!')",
		Args: []any{int64(team), db.LikePattern(query)},
	}}
}

// condition returns the text as a condition that uses the index, if possible.
func (x textIndex) condition(team id.Team, query string) []db.Condition {
	if query == "" || !x.finds(query) {
		return x.walk(team, query)
	}
	text, args := x.selects(team, query)
	return []db.Condition{{Text: "t.id IN (" + text + ")", Args: args}}
}

// checked returns the condition for records that are found in another way. It collects the records
// with the text once, and looks up each record among them. A join would look up each text's record
// instead, because Postgres estimates badly how many records have a text.
func (x textIndex) checked(team id.Team, query string) []db.Condition {
	where := x.condition(team, query)
	if x.finds(query) {
		where[0].Text = "(" + where[0].Text + ") IS TRUE"
	}
	return where
}

// ids lists at most limit records with texts that contain the query.
func (x textIndex) ids(ctx context.Context, team id.Team, query string, limit int) ([]int64, error) {
	text, args := x.selects(team, query)
	var out []int64
	err := x.store.Read(ctx).NewRaw(text+" LIMIT ?", append(args, limit)...).Scan(ctx, &out)
	return out, db.Fault(err)
}

// selects finds records by the index. The index returns texts with all grams of the query, so LIKE
// checks that the grams are in sequence.
func (x textIndex) selects(team id.Team, query string) (text string, args []any) {
	folded := db.Fold(query)
	size := min(3, utf8.RuneCountInString(folded))
	if x.store.Dialect() == db.SQLite {
		return "SELECT x." + x.key + " FROM " + x.grams + " AS g CROSS JOIN " + x.texts + " AS x ON x." + x.key + " = g.rowid" +
				" WHERE " + x.grams + " MATCH ? AND x.search LIKE ? ESCAPE '!'",
			[]any{strings.Join(fewGrams(gramsOf(team, folded, size)), " AND "), db.LikePattern(query)}
	}
	var grams []string
	for runes := []rune(folded); len(runes) >= size; runes = runes[1:] {
		grams = append(grams, strconv.FormatInt(int64(team), 10)+" "+string(runes[:size]))
	}
	return "SELECT " + x.key + " FROM " + x.texts + " WHERE inventory_grams(team_id, search) @> ARRAY[?]::text[]" +
			" AND team_id = ? AND search LIKE ? ESCAPE '!'",
		[]any{bun.List(fewGrams(grams)), int64(team), db.LikePattern(query)}
}

// fewGrams picks grams spread over a long query. More grams hardly leave fewer texts.
func fewGrams(grams []string) []string {
	step := max(len(grams)/soughtGrams, 1)
	var out []string
	for i := 0; i < len(grams); i += step {
		out = append(out, grams[i])
	}
	return out
}

// reindexed bounds the texts that Reindex reads at once.
const reindexed = 1000

// Reindex makes the search of a team's records anew, for rows that were stored without this
// package. It runs in the transaction of ctx.
func Reindex(ctx context.Context, s *db.Store, team id.Team) error {
	products := NewProducts(s)
	live := "SELECT id, search FROM inventory_products WHERE team_id = $1 AND id > $2 AND deleted_at IS NULL" +
		" ORDER BY id LIMIT $3"
	err := eachText(ctx, s, team, live, func(rows []recordText) error { return products.putGrams(ctx, team, rows...) })
	if err != nil || s.Dialect() == db.Postgres {
		return err
	}
	skus, listings := newTextIndex(s, "inventory_sku", "sku_id"), newTextIndex(s, "inventory_listing", "listing_id")
	for _, x := range []textIndex{skus, listings} {
		text := "SELECT " + x.key + ", search FROM " + x.texts + " WHERE team_id = $1 AND " + x.key + " > $2" +
			" ORDER BY " + x.key + " LIMIT $3"
		err := eachText(ctx, s, team, text, func(rows []recordText) error { return x.index(ctx, team, rows) })
		if err != nil {
			return err
		}
	}
	return nil
}

// eachText calls work for the texts of a statement in pages. Its arguments are the team, the last
// id before the page, and the size of the page.
func eachText(ctx context.Context, s *db.Store, team id.Team, text string, work func(rows []recordText) error) error {
	var after int64
	for {
		var rows []recordText
		var row recordText
		err := db.Each(s.Hot(ctx).Query(ctx, text, int64(team), after, int64(reindexed)))(
			func() { rows = append(rows, row) }, &row.record, &row.text)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := work(rows); err != nil {
			return err
		}
		after = rows[len(rows)-1].record
	}
}
