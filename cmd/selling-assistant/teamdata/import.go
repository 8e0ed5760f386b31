package teamdata

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/adapters/vault"
	"sellingassistant/cmd/selling-assistant/backup"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Imported describes a team after its import.
type Imported struct {
	Manifest
	// Team has the id in this installation.
	Team id.Team
	// Known counts the people that this installation knew before.
	Known int
	// OtherKey says that the export has another secret key: its API keys and seller tokens are
	// unreadable.
	OtherKey bool
}

// Import makes a team of an export, in one transaction. Records keep their ids, and the import is
// refused if another team has one of them. The team gets another id if its own is taken, and people
// whom the installation knows by their address keep their ids there.
func Import(ctx context.Context, cfg config.Config, folder string, now time.Time) (done Imported, err error) {
	err = in(ctx, cfg, func(p place) error {
		i := importer{place: p, folder: folder, users: map[int64]int64{}}
		done, err = i.run(ctx, now)
		return err
	})
	return done, err
}

// importer copies one export.
type importer struct {
	place
	folder   string
	manifest Manifest
	team     id.Team
	// users maps ids of the export to ids here.
	users map[int64]int64
	// known has the ids of exported people who are here already.
	known map[int64]bool
	// providers has the operator's prep providers here.
	providers map[int64]provider
}

func (i *importer) run(ctx context.Context, now time.Time) (done Imported, err error) {
	if err := i.open(ctx); err != nil {
		return done, err
	}
	if err := i.plan(ctx); err != nil {
		return done, err
	}
	if i.providers, err = catalogue(ctx, i.store.Read(ctx)); err != nil {
		return done, err
	}
	if err := i.months(ctx); err != nil {
		return done, err
	}
	if err := i.files(ctx); err != nil {
		return done, err
	}
	err = i.store.InTx(ctx, func(ctx context.Context) error { return i.write(ctx, now) })
	done = Imported{Manifest: i.manifest, Team: i.team, Known: len(i.known), OtherKey: i.otherKey()}
	return done, err
}

// open reads the manifest, and refuses an export of another version of the database.
func (i *importer) open(ctx context.Context) error {
	if err := backup.ReadManifest(i.folder, "export of a team", &i.manifest); err != nil {
		return err
	}
	if i.manifest.Format != format || i.manifest.Team == 0 {
		return fmt.Errorf("the export has the format %d, and this version reads %d", i.manifest.Format, format)
	}
	here, err := i.steps(ctx)
	if err != nil {
		return err
	}
	if !slices.Equal(here, i.manifest.Migrations) {
		return fmt.Errorf("the export was made by version %s with other migrations: export and import by the same version",
			i.manifest.Version)
	}
	return nil
}

// otherKey reports whether the export has other secret keys than this installation.
func (i *importer) otherKey() bool {
	return !slices.ContainsFunc(i.masters, func(master []byte) bool {
		return slices.Contains(i.manifest.Keys, backup.Fingerprint(master))
	})
}

// plan chooses the ids of the team and of its people.
func (i *importer) plan(ctx context.Context) error {
	hot := i.store.Hot(ctx)
	var last, taken int64
	err := hot.QueryRow(ctx, `SELECT coalesce(max(id), 0), coalesce(sum(here), 0) FROM (
		SELECT id, CASE WHEN id = $1 THEN 1 ELSE 0 END AS here FROM teams
		UNION ALL SELECT team_id, 0 FROM team_removals) AS known`, int64(i.manifest.Team)).Scan(&last, &taken)
	if err != nil {
		return db.Fault(err)
	}
	if i.team = i.manifest.Team; taken > 0 {
		i.team = id.Team(last + 1)
	}
	if err := hot.QueryRow(ctx, "SELECT coalesce(max(id), 0) FROM users").Scan(&last); err != nil {
		return db.Fault(err)
	}
	// New ids come after the ids of the export too, because some people keep them.
	err = i.lines("users", func(line map[string]any) error {
		was, err := numberOf(line, "id")
		last = max(last, was)
		return err
	})
	if err != nil {
		return err
	}
	i.known = map[int64]bool{}
	return i.lines("users", func(line map[string]any) error {
		was, err := numberOf(line, "id")
		if err != nil {
			return err
		}
		var same, other []int64
		var found int64
		err = db.Each(hot.Query(ctx, "SELECT id FROM users WHERE email_folded = $1", line["email_folded"]))(
			func() { same = append(same, found) }, &found)
		if err == nil {
			err = db.Each(hot.Query(ctx, "SELECT id FROM users WHERE id = $1", was))(
				func() { other = append(other, found) }, &found)
		}
		switch {
		case err != nil:
			return err
		case len(same) > 0:
			i.users[was], i.known[was] = same[0], true
		case len(other) > 0:
			last++
			i.users[was] = last
		default:
			i.users[was] = was
		}
		return nil
	})
}

// months makes the partitions for the history of prices.
func (i *importer) months(ctx context.Context) error {
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	err := i.lines("repricer_changes", func(line map[string]any) error {
		at, err := numberOf(line, "created_at")
		first, last = min(first, at), max(last, at)
		return err
	})
	if err != nil || first > last {
		return err
	}
	return history.NewChanges(i.store).Prepare(ctx, db.FromMicros(first), db.FromMicros(last))
}

// files copies the stored files, and compares them with their digests. After an import that failed,
// the service removes them within a day.
func (i *importer) files(ctx context.Context) error {
	from, err := blob.OpenFolder(filepath.Join(i.folder, filesName))
	if err != nil {
		return err
	}
	for _, f := range i.manifest.Files {
		if err := i.file(ctx, from, f); err != nil {
			return fmt.Errorf("file %s: %w", f.SHA256, err)
		}
	}
	return nil
}

func (i *importer) file(ctx context.Context, from blob.Store, f backup.File) error {
	content, err := from.Open(ctx, f.Ref(), 0, -1)
	if err != nil {
		return err
	}
	defer content.Close()
	staged, err := i.blobs.Stage(ctx, i.team, content)
	if err != nil {
		return err
	}
	defer staged.Discard()
	if staged.Ref() != (ports.Ref{Team: i.team, Sum: f.SHA256}) {
		return backup.ErrDamaged
	}
	return staged.Keep(ctx)
}

// write stores the rows of all tables.
func (i *importer) write(ctx context.Context, now time.Time) error {
	if err := i.unhurried(ctx, i.store.Write(ctx)); err != nil {
		return err
	}
	for _, t := range exported() {
		if err := i.table(ctx, t); err != nil {
			return fmt.Errorf("import %s: %w", t.name, err)
		}
	}
	if err := i.continuePositions(ctx); err != nil {
		return err
	}
	if err := i.reseal(ctx); err != nil {
		return err
	}
	if err := inventory.Reindex(ctx, i.store, i.team); err != nil {
		return err
	}
	if err := i.resume(ctx); err != nil {
		return err
	}
	return i.note(ctx, i.team, "imported", now)
}

// rowsAtOnce bounds the rows of one statement.
const rowsAtOnce = 200

// table stores the rows of a table.
func (i *importer) table(ctx context.Context, t table) error {
	list, err := columns(ctx, i.store.Write(ctx), i.store.Dialect(), t.name)
	if err != nil {
		return err
	}
	if t.counted {
		// A trigger wrote rows while rows of another table were stored.
		if err := i.clear(ctx, t.name); err != nil {
			return err
		}
	}
	var n int64
	batch := rowBatch{importer: i, table: t, columns: list}
	err = i.lines(t.name, func(line map[string]any) error {
		n++
		if t.name == "users" {
			if was, err := numberOf(line, "id"); err != nil || i.known[was] {
				return err
			}
		}
		return batch.add(ctx, line)
	})
	if err == nil {
		err = batch.flush(ctx)
	}
	if err != nil {
		return err
	}
	if n != i.manifest.Tables[t.name] {
		return fmt.Errorf("%d rows were exported, and the file has %d", i.manifest.Tables[t.name], n)
	}
	return i.continueIDs(ctx, t.name, list)
}

func (i *importer) clear(ctx context.Context, table string) error {
	_, err := i.store.Hot(ctx).Exec(ctx, "DELETE FROM "+table+" WHERE team_id = $1", int64(i.team))
	return db.Fault(err)
}

// continueIDs refuses ids that another team has, and lets Postgres count ids on after the stored
// ones. SQLite does both by itself. Ids that are texts are not counted, and belong to the team.
func (i *importer) continueIDs(ctx context.Context, table string, list []column) error {
	if i.store.Dialect() != db.Postgres || !slices.Contains(list, column{"id", number}) {
		return nil
	}
	if table != "teams" && table != "users" {
		// Its keys begin with the team, so they do not refuse the id of another team's record.
		err := i.free(ctx, "SELECT a.id FROM "+table+" a JOIN "+table+" b ON b.id = a.id AND b.team_id <> a.team_id"+
			" WHERE a.team_id = $1 LIMIT 1", int64(i.team))
		if err != nil {
			return err
		}
	}
	return i.place.run(ctx, fmt.Sprintf(`SELECT setval(s, greatest(nextval(s), (SELECT max(id) FROM %s)))
		FROM (SELECT pg_get_serial_sequence('%s', 'id')::regclass AS s) AS sequence WHERE s IS NOT NULL`, table, table))
}

// continuePositions lets the ids of events count on after the positions of endpoints and
// deliveries. Their events may be gone, and an endpoint passes over events with smaller ids.
func (i *importer) continuePositions(ctx context.Context) error {
	const last = `(SELECT coalesce(max(position), 0) FROM
		(SELECT position FROM webhook_endpoints UNION ALL SELECT position FROM webhook_deliveries) AS positions)`
	if i.store.Dialect() == db.Postgres {
		return i.place.run(ctx, "SELECT setval(s, greatest(nextval(s), "+last+
			")) FROM (SELECT pg_get_serial_sequence('webhook_events', 'id')::regclass AS s) AS sequence")
	}
	return i.place.run(ctx, `INSERT INTO sqlite_sequence (name, seq) SELECT 'webhook_events', 0
		WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'webhook_events')`,
		"UPDATE sqlite_sequence SET seq = max(seq, "+last+") WHERE name = 'webhook_events'")
}

// reseal binds the tokens of seller accounts to the new id of the team.
func (i *importer) reseal(ctx context.Context) error {
	if i.team == i.manifest.Team || i.otherKey() {
		return nil
	}
	seals, err := vault.New(i.masters[0], i.masters[1:]...)
	if err != nil {
		return err
	}
	tokens := map[id.Connection][]byte{}
	var account id.Connection
	var sealed []byte
	stored := "SELECT id, refresh_token FROM connections WHERE team_id = $1 AND refresh_token IS NOT NULL"
	err = db.Each(i.store.Hot(ctx).Query(ctx, stored, int64(i.team)))(
		func() { tokens[account] = slices.Clone(sealed) }, (*int64)(&account), &sealed)
	if err != nil {
		return err
	}
	for account, sealed := range tokens {
		plain, err := seals.Open(sealed, connection.TokenBinding(i.manifest.Team, account))
		if err != nil {
			continue // it was unreadable before
		}
		if sealed, err = seals.Seal(plain, connection.TokenBinding(i.team, account)); err != nil {
			return err
		}
		_, err = i.store.Hot(ctx).Exec(ctx, "UPDATE connections SET refresh_token = $3 WHERE team_id = $1 AND id = $2",
			int64(i.team), int64(account), sealed)
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

// lines calls take for each row of a table's file.
func (i *importer) lines(table string, take func(line map[string]any) error) error {
	file, err := os.Open(tableFile(i.folder, table))
	if err != nil {
		return err
	}
	defer file.Close()
	decoder := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	decoder.UseNumber()
	for n := 1; ; n++ {
		var line map[string]any
		switch err := decoder.Decode(&line); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			// Wrapped, the end of a cut file would look like a broken connection to the database.
			return fmt.Errorf("%s, row %d is damaged: %v", table, n, err) //nolint:errorlint // see above
		}
		if err := take(line); err != nil {
			return fmt.Errorf("%s, row %d: %w", table, n, err)
		}
	}
}

// numberOf returns a member that is a whole number.
func numberOf(line map[string]any, name string) (int64, error) {
	n, ok := line[name].(json.Number)
	if !ok {
		return 0, fmt.Errorf("the member %s is no number", name)
	}
	return n.Int64()
}
