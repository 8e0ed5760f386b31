package inventory

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
)

// textIndex is the table of texts beside a table of records: on Postgres with an
// index of the parts of two and three characters, on SQLite one of its own kind
// with those of three.
type textIndex struct {
	store *db.Store
	// key is the column of the record's id.
	table, key, records  string
	textsOf, drops, puts string
}

func newTextIndex(s *db.Store, table, key, records string) textIndex {
	put := "(" + key + ", team_id, search) SELECT u.id, u.team, u.search"
	if s.Dialect() == db.SQLite {
		key, put = "rowid", "(rowid, search) SELECT u.id, u.search"
	}
	return textIndex{
		store: s, table: table, key: key, records: records,
		textsOf: "SELECT " + key + ", search FROM " + table + " WHERE " + s.IDsIn(key, 1),
		drops:   "DELETE FROM " + table + " WHERE " + s.IDsIn(key, 1),
		puts:    "INSERT INTO " + table + " " + put + " FROM " + textBatch.From(s.Dialect(), 1),
	}
}

// recordText is what is searched of one record.
type recordText struct {
	record int64
	text   string
}

// put writes the texts of new records.
func (x textIndex) put(ctx context.Context, team id.Team, rows []recordText) error {
	if len(rows) == 0 {
		return nil
	}
	args, err := textBatch.Args(x.store.Dialect(), len(rows), func(r, c int) db.Cell {
		return []db.Cell{{Known: true, N: rows[r].record}, {Known: true, N: int64(team)}, {Known: true, S: rows[r].text}}[c]
	})
	if err != nil {
		return err
	}
	_, err = x.store.Hot(ctx).Exec(ctx, x.puts, args...)
	return db.Fault(err)
}

// save writes the texts of those records that have others than before.
func (x textIndex) save(ctx context.Context, team id.Team, rows []recordText) error {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.record
	}
	var record int64
	var text string
	known := make(map[int64]string, len(rows))
	err := db.Each(x.store.Hot(ctx).Query(ctx, x.textsOf, x.store.IDsArg(ids)))(func() { known[record] = text }, &record, &text)
	if err != nil {
		return err
	}
	var changed []recordText
	var drop []int64
	for _, r := range rows {
		if known[r.record] != r.text {
			changed, drop = append(changed, r), append(drop, r.record)
		}
	}
	if err := x.drop(ctx, drop); err != nil {
		return err
	}
	return x.put(ctx, team, changed)
}

// drop takes the texts of records away.
func (x textIndex) drop(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := x.store.Hot(ctx).Exec(ctx, x.drops, x.store.IDsArg(ids))
	return db.Fault(err)
}

// finds reports whether the index can find a text: it needs a part of its own
// length.
func (x textIndex) finds(query string) bool {
	least := 3
	if x.store.Dialect() == db.Postgres {
		least = 2
	}
	return utf8.RuneCountInString(db.Fold(query)) >= least
}

// walk is the text as a condition for records t that are looked at one by one.
func (x textIndex) walk(query string) []db.Condition {
	if query == "" {
		return nil
	}
	// A value and not a join: which way round is not left to the database.
	return []db.Condition{{
		Text: "(SELECT x.search LIKE ? ESCAPE '!' FROM " + x.table + " AS x WHERE x." + x.key + " = t.id)",
		Args: []any{db.LikePattern(query)},
	}}
}

// scan is the text as a condition that is held against all texts of the team.
func (x textIndex) scan(team id.Team, query string) []db.Condition {
	if x.store.Dialect() == db.SQLite {
		return x.walk(query) // its table of texts knows no teams
	}
	return []db.Condition{{
		Text: "t.id IN (SELECT " + x.key + " FROM " + x.table + " WHERE team_id = ? AND search LIKE ? ESCAPE '!')",
		Args: []any{int64(team), db.LikePattern(query)},
	}}
}

// condition is the text as a condition that the index answers, if it can.
func (x textIndex) condition(team id.Team, query string) []db.Condition {
	if query == "" || !x.finds(query) {
		return x.walk(query)
	}
	text, args := x.selects(team, query)
	return []db.Condition{{Text: "t.id IN (" + text + ")", Args: args}}
}

// ids lists at most limit records whose texts contain the query.
func (x textIndex) ids(ctx context.Context, team id.Team, query string, limit int) ([]int64, error) {
	text, args := x.selects(team, query)
	if x.store.Dialect() == db.SQLite {
		// The index is one for all teams.
		text = "SELECT s.id FROM (" + text + ") AS f CROSS JOIN " + x.records + " AS s ON s.id = f.rowid WHERE s.team_id = ?"
		args = append(args, int64(team))
	}
	var out []int64
	err := x.store.Read(ctx).NewRaw(text+" LIMIT ?", append(args, limit)...).Scan(ctx, &out)
	return out, db.Fault(err)
}

// selects finds by the index. What it finds has all the parts of the query, so
// whether they stand side by side is looked up.
func (x textIndex) selects(team id.Team, query string) (text string, args []any) {
	folded := []rune(db.Fold(query))
	size := min(3, len(folded))
	var grams []string
	for i := range len(folded) - size + 1 {
		grams = append(grams, string(folded[i:i+size]))
	}
	if x.store.Dialect() == db.SQLite {
		for i, g := range grams {
			grams[i] = `"` + strings.ReplaceAll(g, `"`, `""`) + `"`
		}
		return "SELECT rowid FROM " + x.table + " WHERE " + x.table + " MATCH ? AND search LIKE ? ESCAPE '!'",
			[]any{strings.Join(grams, " AND "), db.LikePattern(query)}
	}
	for i, g := range grams {
		grams[i] = strconv.FormatInt(int64(team), 10) + " " + g
	}
	return "SELECT " + x.key + " FROM " + x.table + " WHERE inventory_grams(team_id, search) @> ARRAY[?]::text[]" +
			" AND team_id = ? AND search LIKE ? ESCAPE '!'",
		[]any{bun.List(grams), int64(team), db.LikePattern(query)}
}
