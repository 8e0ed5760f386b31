package record

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
)

// On stores records in a database.
func On(s *db.Store) Engine { return onSQL{s} }

type onSQL struct{ *db.Store }

// Open prepares the texts of the statements that run on every call.
func (e onSQL) Open(t *Info) Rows {
	s := &sqlRows{store: e.Store, info: t}
	s.all = "SELECT " + t.Names("", t.Read) + " FROM " + t.Name + " WHERE TRUE" + s.live(" AND ")
	if t.Team < 0 {
		return s // a catalogue for all teams: nothing is found by id
	}
	from := " FROM " + t.Name + " WHERE " + t.Columns[t.Team].Name + " = $1" + s.live(" AND ")
	s.selected = "SELECT " + t.Names("", t.Read) + from
	if len(t.PK) == 1 {
		key := t.Columns[t.PK[0]].Name
		s.one = s.selected + " AND " + key + " = $2"
		s.found = "SELECT " + t.Names("", t.Found) + from + " AND " + key + " = $2"
		s.named = s.selected + " AND " + e.IDsIn(key, 2) + " ORDER BY " + key
	}
	if len(t.Key) > 0 {
		batch, on := t.Batch(t.Key), make([]string, len(t.Key))
		for i, h := range batch {
			on[i] = " AND t." + h.Name + " = u." + h.Name
		}
		// SQLite keeps the order of a cross join, so each key is looked up separately.
		s.keyed = "SELECT " + t.Names("t.", t.Read) + " FROM " + batch.From(e.Dialect(), 2) + " CROSS JOIN " + t.Name +
			" AS t WHERE t.team_id = $1" + strings.Join(on, "") + s.live(" AND t.") + " ORDER BY t.id"
	}
	return s
}

// sqlRows accesses the rows of a table in a database.
type sqlRows struct {
	store *db.Store
	info  *Info
	// all selects from all teams.
	all, selected, one, found, named, keyed string
}

// live returns the condition that excludes removed records.
func (s *sqlRows) live(before string) string {
	if !s.info.Removable {
		return ""
	}
	return before + removedColumn + " IS NULL"
}

func (s *sqlRows) find(ctx context.Context, team id.Team, record int64, places []any) (bool, error) {
	err := s.store.Hot(ctx).QueryRow(ctx, s.found, int64(team), record).Scan(places...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// byName selects records by their ids or keys.
func (s *sqlRows) byName(ctx context.Context, q Query) (db.Rows, error) {
	text, lock, args := s.named, s.lock(q), []any{int64(q.Team)}
	switch {
	case q.IDs == nil:
		keys, err := s.info.Batch(s.info.Key).Args(s.store.Dialect(), q.Keys.Rows(), q.Keys.At)
		if err != nil {
			return nil, err
		}
		if text, args = s.keyed, append(args, keys...); lock != "" {
			lock += " OF t"
		}
	case len(q.IDs) == 1:
		text, args = s.one, append(args, q.IDs[0])
	default:
		args = append(args, s.store.IDsArg(q.IDs))
	}
	return s.store.Hot(ctx).Query(ctx, text+lock, args...)
}

// lock returns the locking clause of a query.
func (s *sqlRows) lock(q Query) string {
	switch lock := s.store.ForUpdate(); {
	case !q.Lock || lock == "":
		return ""
	case q.Share:
		return " FOR SHARE"
	default:
		return lock
	}
}

// prepared runs a query with a text that does not depend on the values.
func (s *sqlRows) prepared(ctx context.Context, q Query) (db.Rows, error) {
	text, args := s.all, []any(nil)
	if q.Team > 0 {
		text, args = s.selected, []any{int64(q.Team)}
	}
	for _, c := range q.Where {
		switch {
		case c.Text == "":
		case c.column != "":
			args = append(args, s.store.IDsArg(c.ids))
			text += " AND " + s.store.IDsIn(c.column, len(args))
		default:
			text += " AND " + c.Text
			for _, arg := range c.Args {
				args = append(args, arg)
				text = strings.Replace(text, "?", "$"+strconv.Itoa(len(args)), 1)
			}
		}
	}
	return s.store.Hot(ctx).Query(ctx, text+" ORDER BY "+s.info.Names("", s.info.named())+s.lock(q), args...)
}

// Select prepares the statement of a list without a filter. With a filter, bun writes the values
// into the text: there are too many filters to prepare a text for each, and the planner sees the
// values.
func (s *sqlRows) Select(ctx context.Context, q Query) (db.Rows, error) {
	switch {
	case q.IDs != nil || q.Keys.All != nil:
		return s.byName(ctx, q)
	case q.Prepared:
		return s.prepared(ctx, q)
	}
	where, args := s.where(q)
	if len(args) == 1 && q.Team > 0 && s.info.ID >= 0 && !q.Lock && !q.Removed && q.Limit > 0 && len(q.Order) <= 1 {
		after, order, args, err := s.store.KeysetText(s.keyset(q), q.request(), 3)
		if err != nil {
			return nil, err
		}
		text := s.selected + strings.TrimPrefix(where, s.team()+s.live(" AND ")) + and(after) + " ORDER BY " + order +
			// SQLite prepares a statement again for each value of a bare LIMIT argument.
			" LIMIT $2 + 0"
		return s.store.Hot(ctx).Query(ctx, text, append([]any{int64(q.Team), int64(q.Limit)}, args...)...)
	}
	text, args, err := s.listed(q)
	if err != nil {
		return nil, err
	}
	return s.store.Rows(ctx, text+s.lock(q), args...)
}

func and(condition string) string {
	if condition == "" {
		return ""
	}
	return " AND " + condition
}

func (s *sqlRows) keyset(q Query) db.Keyset {
	if q.keyset != nil {
		return *q.keyset
	}
	return s.info.Keyset()
}

func (s *sqlRows) team() string { return s.info.Columns[s.info.Team].Name + " = ?" }

// where begins with the conditions on the team and on removed records.
func (s *sqlRows) where(q Query) (string, []any) {
	text, args := "TRUE", []any(nil)
	if q.Team != 0 {
		text, args = s.team(), []any{int64(q.Team)}
	}
	if !q.Removed {
		text += s.live(" AND ")
	}
	if all := All(q.Where...); all.Text != "" {
		text, args = text+" AND "+all.Text, append(args, all.Args...)
	}
	return text, args
}

func (s *sqlRows) Count(ctx context.Context, column string, q Query) (map[int64]int64, error) {
	where, args := s.where(q)
	by, group := "0", ""
	if column != "" {
		by, group = column, " AND "+column+" IS NOT NULL GROUP BY "+column
	}
	out := map[int64]int64{}
	var value, n int64
	err := db.Each(s.store.Rows(ctx, "SELECT "+by+", count(*) FROM "+s.info.Name+" WHERE "+where+group, args...))(
		func() { out[value] = n }, &value, &n)
	return out, err
}

func (s *sqlRows) Drop(ctx context.Context, q Query) (int64, error) {
	where, args := s.where(q)
	result, err := s.store.Write(ctx).ExecContext(ctx, "DELETE FROM "+s.info.Name+" WHERE "+where, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
