package teamdata

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Content counts the data of a team.
type Content struct {
	Team id.Team
	Name string
	// Rows counts the rows of each table that has any.
	Rows  map[string]int64
	Files int
	// People counts the members who belong to no other team.
	People int64
	// Accounts counts connected seller accounts, Changed the changes since a time.
	Accounts, Changed int64
}

// Total sums the rows of all tables.
func (c Content) Total() (n int64) {
	for _, rows := range c.Rows {
		n += rows
	}
	return n
}

// quiet bounds the time since the last change of a team in use.
const quiet = 7 * 24 * time.Hour

// Doubts lists reasons against removing the team.
func (c Content) Doubts() (reasons []string) {
	if c.Accounts > 0 {
		reasons = append(reasons, fmt.Sprintf(
			"connected seller accounts: %d, which `connection remove` also ends at Amazon", c.Accounts))
	}
	if c.Changed > 0 {
		reasons = append(reasons, fmt.Sprintf("changes in the last seven days: %d", c.Changed))
	}
	return reasons
}

// Count counts the data of a team.
func Count(ctx context.Context, cfg config.Config, team id.Team, now time.Time) (c Content, err error) {
	err = in(ctx, cfg, func(p place) error {
		return p.snapshot(ctx, func(tx bun.Tx) error {
			c, err = p.count(ctx, tx, team, now)
			return err
		})
	})
	return c, err
}

// onlyHere selects the people of a team who belong to no other team and have no key there. Its only
// argument names the team.
const onlyHere = `SELECT own.user_id
	FROM (SELECT team_id, user_id FROM memberships UNION SELECT team_id, user_id FROM api_keys) AS own
	WHERE own.team_id = ?
	AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = own.user_id AND m.team_id <> own.team_id)
	AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.user_id = own.user_id AND k.team_id <> own.team_id)`

func (p place) count(ctx context.Context, tx bun.IDB, team id.Team, now time.Time) (c Content, err error) {
	c = Content{Team: team, Rows: map[string]int64{}}
	if c.Name, err = p.nameOf(ctx, tx, team); err != nil {
		return c, err
	}
	number := func(into *int64, text string, args ...any) {
		if err == nil {
			err = db.Fault(tx.NewRaw(text, args...).Scan(ctx, into))
		}
	}
	for _, t := range p.tables() {
		var n int64
		number(&n, "SELECT count(*) FROM "+t.name+" WHERE team_id = ?", int64(team))
		if n > 0 {
			c.Rows[t.name] = n
		}
	}
	number(&c.Accounts, "SELECT count(*) FROM connections WHERE team_id = ? AND deleted_at IS NULL", int64(team))
	number(&c.Changed, "SELECT count(*) FROM audit_log WHERE team_id = ? AND at >= ? AND verb <> 'exported'",
		int64(team), db.Micros(now.Add(-quiet)))
	number(&c.People, "SELECT count(*) FROM ("+onlyHere+") AS people", int64(team))
	if err != nil {
		return c, err
	}
	files, err := p.filesOf(ctx, team)
	c.Files = len(files)
	return c, err
}

// tables lists the tables of the database with rows of teams.
func (p place) tables() []table {
	virtual := func(t table) bool { return p.store.Dialect() == db.SQLite && searched[t.name] != "" }
	return slices.DeleteFunc(slices.Clone(tables), virtual)
}

func (p place) filesOf(ctx context.Context, team id.Team) (refs []ports.Ref, err error) {
	err = p.blobs.All(ctx, func(ref ports.Ref) error {
		if ref.Team == team {
			refs = append(refs, ref)
		}
		return nil
	})
	return refs, err
}

// Remove removes a team with all its records, files, keys and background jobs, and the people who
// belong to no other team. The rows go in one transaction, then the files. The removal itself is
// recorded without names. Repeat it after an error: for a removed team it removes the rest.
func Remove(ctx context.Context, cfg config.Config, team id.Team, now time.Time) (c Content, err error) {
	err = in(ctx, cfg, func(p place) error {
		var keys []int64
		if keys, err = identitystore.KeysOf(ctx, p.store, team); err != nil {
			return err
		}
		if c, err = p.remove(ctx, team, now); err != nil {
			return err
		}
		c.Files, err = p.removeFiles(ctx, team)
		if err != nil {
			return err
		}
		return identitystore.AnnounceRevoked(ctx, p.store, keys...)
	})
	return c, err
}

func (p place) remove(ctx context.Context, team id.Team, now time.Time) (c Content, err error) {
	err = p.store.InTx(ctx, func(ctx context.Context) error {
		c = Content{Team: team, Rows: map[string]int64{}}
		if err := p.unhurried(ctx, p.store.Write(ctx)); err != nil {
			return err
		}
		if err := p.lockTeam(ctx, &c); err != nil {
			return err
		}
		sellers, people, err := p.before(ctx, team)
		if err != nil {
			return err
		}
		if err := p.removeRows(ctx, &c); err != nil {
			return err
		}
		if c.People, err = p.removeShared(ctx, team, sellers, people); err != nil {
			return err
		}
		return p.record(ctx, c, now)
	})
	return c, err
}

// lockTeam keeps other transactions from adding rows of the team. A team that was removed before
// has no name.
func (p place) lockTeam(ctx context.Context, c *Content) (err error) {
	lock := "SELECT id FROM teams WHERE id = ?" + p.store.ForUpdate()
	if _, err := p.store.Write(ctx).ExecContext(ctx, lock, int64(c.Team)); err != nil {
		return db.Fault(err)
	}
	if c.Name, err = p.nameOf(ctx, p.store.Write(ctx), c.Team); errors.Is(err, ErrRemoved) {
		return nil
	}
	return err
}

// before returns the seller accounts that no other team has, and the people without another team.
func (p place) before(ctx context.Context, team id.Team) (sellers []string, people []int64, err error) {
	err = p.store.Write(ctx).NewRaw(`SELECT DISTINCT seller_id FROM connections c WHERE team_id = ?
		AND NOT EXISTS (SELECT 1 FROM connections o WHERE o.seller_id = c.seller_id AND o.team_id <> c.team_id)`,
		int64(team)).Scan(ctx, &sellers)
	if err != nil {
		return nil, nil, db.Fault(err)
	}
	err = p.store.Write(ctx).NewRaw(onlyHere, int64(team)).Scan(ctx, &people)
	return sellers, people, db.Fault(err)
}

// removeRows deletes the rows of all tables, children first. The audit trail comes last, because
// others wait from then on.
func (p place) removeRows(ctx context.Context, c *Content) error {
	if p.store.Dialect() == db.SQLite {
		for name, records := range searched {
			_, err := p.store.Write(ctx).ExecContext(ctx, "DELETE FROM "+name+" WHERE rowid IN ("+records+")", int64(c.Team))
			if err != nil {
				return db.Fault(err)
			}
		}
	}
	if _, err := p.removeFrom(ctx, "river_job", p.jobsOf(), int64(c.Team)); err != nil {
		return err
	}
	list := slices.DeleteFunc(p.tables(), func(t table) bool { return t.name == "audit_log" })
	slices.Reverse(list)
	for _, t := range list {
		n, err := p.removeFrom(ctx, t.name, "team_id = ?", int64(c.Team))
		if err != nil {
			return fmt.Errorf("remove from %s: %w", t.name, err)
		}
		if n > 0 {
			c.Rows[t.name] = n
		}
	}
	return p.unguarded(ctx, func() error {
		n, err := p.removeFrom(ctx, "audit_log", "team_id = ?", int64(c.Team))
		if n > 0 {
			c.Rows["audit_log"] = n
		}
		return err
	})
}

func (p place) removeFrom(ctx context.Context, table, where string, args ...any) (int64, error) {
	res, err := p.store.Write(ctx).ExecContext(ctx, "DELETE FROM "+table+" WHERE "+where, args...)
	if err != nil {
		return 0, db.Fault(err)
	}
	return res.RowsAffected()
}

// removeShared deletes rows of tables without a team: the team itself, its people, and the events
// of its seller accounts.
func (p place) removeShared(ctx context.Context, team id.Team, sellers []string, people []int64) (int64, error) {
	if _, err := p.removeFrom(ctx, "teams", "id = ?", int64(team)); err != nil {
		return 0, err
	}
	if len(sellers) > 0 {
		if _, err := p.removeFrom(ctx, "notification_newest", "seller_id IN (?)", bun.List(sellers)); err != nil {
			return 0, err
		}
	}
	if len(people) == 0 {
		return 0, nil
	}
	return p.removeFrom(ctx, "users", "id IN (?)", bun.List(people))
}

// record writes that a team was removed, without its name.
func (p place) record(ctx context.Context, c Content, now time.Time) error {
	_, err := p.store.Hot(ctx).Exec(ctx, `INSERT INTO team_removals (team_id, removed_at, row_count) VALUES ($1, $2, $3)
		ON CONFLICT (team_id) DO UPDATE SET removed_at = excluded.removed_at,
			row_count = team_removals.row_count + excluded.row_count`,
		int64(c.Team), db.Micros(now), c.Total())
	return db.Fault(err)
}

// Removal describes a team that was removed.
type Removal struct {
	Team id.Team
	At   time.Time
	// Rows counts the removed rows.
	Rows int64
}

// Removals lists the removed teams, the latest first.
func Removals(ctx context.Context, cfg config.Config) (all []Removal, err error) {
	err = in(ctx, cfg, func(p place) error {
		var r Removal
		var at int64
		newest := "SELECT team_id, removed_at, row_count FROM team_removals ORDER BY removed_at DESC, team_id"
		return db.Each(p.store.Hot(ctx).Query(ctx, newest))(
			func() { r.At = db.FromMicros(at); all = append(all, r) }, (*int64)(&r.Team), &at, &r.Rows)
	})
	return all, err
}

// removeFiles deletes the stored files of a team and returns their number.
func (p place) removeFiles(ctx context.Context, team id.Team) (int, error) {
	refs, err := p.filesOf(ctx, team)
	if err != nil {
		return 0, err
	}
	for _, ref := range refs {
		// A file cannot have been stored after the end of the team.
		if err := p.blobs.Delete(ctx, ref, time.Now().Add(time.Hour)); err != nil {
			return 0, err
		}
	}
	return len(refs), nil
}

// removedName replaces the name of an erased person.
const removedName = "Removed user"

// Erase removes the name and the address of a person who belongs to no team. Records that name the
// person keep the id. It reports false for a person who still belongs to a team.
func Erase(ctx context.Context, cfg config.Config, user id.User) (erased bool, err error) {
	err = in(ctx, cfg, func(p place) error {
		return p.store.InTx(ctx, func(ctx context.Context) error {
			var teams int64
			err := p.store.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM memberships WHERE user_id = $1",
				int64(user)).Scan(&teams)
			if erased = err == nil && teams == 0; !erased {
				return db.Fault(err)
			}
			return p.erase(ctx, user)
		})
	})
	return erased && err == nil, err
}

// erase changes the row of the person and every copy of the name.
func (p place) erase(ctx context.Context, user id.User) error {
	author := "json_set(body, '$.author.name', ?)"
	if p.store.Dialect() == db.Postgres {
		author = "jsonb_set(body, '{author,name}', to_jsonb(?::text))"
	}
	gone := "removed-" + strconv.FormatInt(int64(user), 10)
	for _, change := range []struct {
		text string
		args []any
	}{
		{"UPDATE users SET name = ?, email = ?, email_folded = ? WHERE id = ?", []any{removedName, gone, gone, int64(user)}},
		{"UPDATE history_events SET actor_name = ? WHERE actor_id = ?", []any{removedName, int64(user)}},
		{"UPDATE inventory_matches SET created_by_name = ? WHERE created_by = ?", []any{removedName, int64(user)}},
		{"UPDATE annotation_notes SET body = " + author + " WHERE author_id = ?", []any{removedName, int64(user)}},
	} {
		if _, err := p.store.Write(ctx).ExecContext(ctx, change.text, change.args...); err != nil {
			return fmt.Errorf("%s: %w", strings.Fields(change.text)[1], db.Fault(err))
		}
	}
	return p.unguarded(ctx, func() error {
		for _, change := range []string{
			"UPDATE audit_log SET address = '' WHERE user_id = ?",
			"UPDATE audit_log SET changes = '{}' WHERE record_type = 'user' AND record_id = ?",
		} {
			if _, err := p.store.Write(ctx).ExecContext(ctx, change, int64(user)); err != nil {
				return db.Fault(err)
			}
		}
		return nil
	})
}
