package teamdata

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/backup"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	auditports "sellingassistant/ports/audit"
	ports "sellingassistant/ports/document"
)

// format counts the changes of the folder.
const format = 1

// Parts of the folder, beside the manifest.
const (
	tablesName = "tables"
	filesName  = "files"
)

// Manifest describes an export. It is written last, so a folder without it is incomplete.
type Manifest struct {
	Format  int       `json:"format"`
	MadeAt  time.Time `json:"made_at"`
	Version string    `json:"version"`
	Team    id.Team   `json:"team_id"`
	Name    string    `json:"team_name"`
	// Keys has the fingerprints of the secret keys that read API keys and seller tokens.
	Keys []string `json:"key_fingerprints"`
	// Migrations lists the applied migrations. Only a database with the same ones takes the export.
	Migrations []string `json:"migrations"`
	// Tables counts the rows of each table.
	Tables map[string]int64 `json:"tables"`
	Files  []backup.File    `json:"files"`
	// Providers has the operator's prep providers, which warehouses name by their ids.
	Providers map[int64]provider `json:"prep_providers,omitempty"`
	// WaitingJobs counts background jobs of the team, which are not exported.
	WaitingJobs int64 `json:"waiting_jobs"`
}

// Rows sums the rows of all tables.
func (m Manifest) Rows() (n int64) {
	for _, rows := range m.Tables {
		n += rows
	}
	return n
}

// Bytes sums the sizes of the files.
func (m Manifest) Bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// Export copies the data of a team into a folder, which must be empty or absent: a file of JSON
// lines for each table, and the stored files. The service may run meanwhile.
func Export(ctx context.Context, cfg config.Config, version string, now time.Time, team id.Team, folder string) (
	m Manifest, err error,
) {
	err = in(ctx, cfg, func(p place) error {
		m, err = p.export(ctx, version, now, team, folder)
		return err
	})
	return m, err
}

func (p place) export(ctx context.Context, version string, now time.Time, team id.Team, folder string) (
	Manifest, error,
) {
	m := Manifest{
		Format: format, MadeAt: now.UTC(), Version: version, Team: team, Tables: map[string]int64{},
		Files: []backup.File{},
	}
	for _, master := range p.masters {
		m.Keys = append(m.Keys, backup.Fingerprint(master))
	}
	var err error
	if m.Migrations, err = p.steps(ctx); err != nil {
		return m, err
	}
	if _, err := p.nameOf(ctx, p.store.Read(ctx), team); err != nil {
		return m, err
	}
	if err := backup.EmptyFolder(folder); err != nil {
		return m, err
	}
	if err := os.MkdirAll(filepath.Join(folder, tablesName), 0o700); err != nil {
		return m, err
	}
	err = p.snapshot(ctx, func(tx bun.Tx) error {
		if m.Name, err = p.nameOf(ctx, tx, team); err != nil {
			return err
		}
		if m.WaitingJobs, err = p.waiting(ctx, tx, team); err != nil {
			return err
		}
		if m.Providers, err = catalogue(ctx, tx); err != nil {
			return err
		}
		for _, t := range exported() {
			if m.Tables[t.name], err = p.exportTable(ctx, tx, t.name, team, folder); err != nil {
				return fmt.Errorf("export %s: %w", t.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return m, err
	}
	if m.Files, err = p.exportFiles(ctx, team, filepath.Join(folder, filesName)); err != nil {
		return m, err
	}
	if err := p.note(ctx, team, "exported", now); err != nil {
		return m, err
	}
	return m, backup.WriteManifest(folder, m)
}

// note writes a line about the whole team to its audit trail.
func (p place) note(ctx context.Context, team id.Team, verb string, now time.Time) error {
	entry := auditports.For(caller.Caller{Team: team}, "team", int64(team), verb, now)
	return audit.New(p.store, nil).Write(ctx, entry)
}

// ErrRemoved reports a team that was removed before.
var ErrRemoved = errors.New("the team was removed")

// nameOf returns the name of a team, or ErrRemoved.
func (p place) nameOf(ctx context.Context, tx bun.IDB, team id.Team) (string, error) {
	var names []string
	if err := tx.NewRaw("SELECT name FROM teams WHERE id = ?", int64(team)).Scan(ctx, &names); err != nil {
		return "", db.Fault(err)
	}
	if len(names) > 0 {
		return names[0], nil
	}
	var removals int64
	err := tx.NewRaw("SELECT count(*) FROM team_removals WHERE team_id = ?", int64(team)).Scan(ctx, &removals)
	switch {
	case err != nil:
		return "", db.Fault(err)
	case removals > 0:
		return "", ErrRemoved
	}
	return "", fmt.Errorf("there is no team %d", team)
}

// jobsOf returns the condition for the jobs of a team. SQLite has the arguments as bytes.
func (p place) jobsOf() string {
	if p.store.Dialect() == db.Postgres {
		return "CAST(args ->> 'team' AS BIGINT) = ?"
	}
	return "CAST(args AS TEXT) ->> 'team' = ?"
}

// waiting counts the jobs of a team that wait or run.
func (p place) waiting(ctx context.Context, tx bun.IDB, team id.Team) (n int64, err error) {
	open := "SELECT count(*) FROM river_job WHERE state NOT IN ('completed', 'cancelled', 'discarded') AND "
	err = tx.NewRaw(open+p.jobsOf(), int64(team)).Scan(ctx, &n)
	return n, db.Fault(err)
}

// ofTeam returns the condition for the rows of a team, and the number of its arguments.
func ofTeam(table string) (where string, marks int) {
	switch table {
	case "teams":
		return "id = ?", 1
	case "users":
		return "id IN (SELECT user_id FROM memberships WHERE team_id = ?" +
			" UNION SELECT user_id FROM api_keys WHERE team_id = ?)", 2
	}
	return "team_id = ?", 1
}

// exportTable writes the rows of a team in a table, one JSON object in each line.
func (p place) exportTable(ctx context.Context, tx bun.Tx, table string, team id.Team, folder string) (
	n int64, err error,
) {
	list, err := columns(ctx, tx, p.store.Dialect(), table)
	if err != nil {
		return 0, err
	}
	file, err := os.OpenFile(tableFile(folder, table), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	lines := bufio.NewWriterSize(file, 1<<16)
	where, marks := ofTeam(table)
	query := "SELECT " + selected(list, p.store.Dialect()) + " FROM " + table + " WHERE " + where
	args := slices.Repeat([]any{int64(team)}, marks)
	rows, err := tx.QueryContext(ctx, query, args...) //nolint:rowserrcheck // TryEach does
	if err != nil {
		return 0, errors.Join(db.Fault(err), file.Close())
	}
	values, places := make([]any, len(list)), make([]any, len(list))
	for i := range values {
		places[i] = &values[i]
	}
	encoder := json.NewEncoder(lines)
	encoder.SetEscapeHTML(false)
	err = db.TryEach(db.RowsOf(rows), nil)(func() error {
		n++
		line := make(map[string]any, len(list))
		for i, c := range list {
			line[c.name] = c.exportedValue(values[i])
		}
		return encoder.Encode(line)
	}, places...)
	return n, errors.Join(err, lines.Flush(), file.Sync(), file.Close())
}

func tableFile(folder, table string) string {
	return filepath.Join(folder, tablesName, table+".ndjson")
}

// exportFiles copies the stored files of a team.
func (p place) exportFiles(ctx context.Context, team id.Team, folder string) ([]backup.File, error) {
	to, err := blob.OpenFolder(folder)
	if err != nil {
		return nil, err
	}
	list := []backup.File{}
	err = p.blobs.All(ctx, func(ref ports.Ref) error {
		if ref.Team != team {
			return nil
		}
		size, err := backup.CopyFile(ctx, p.blobs, to, ref)
		switch {
		case errors.Is(err, ports.ErrNoBytes): // removed since it was listed
			return nil
		case err != nil:
			return fmt.Errorf("file %s: %w", ref.Sum, err)
		}
		list = append(list, backup.File{Team: team, SHA256: ref.Sum, Bytes: size})
		return nil
	})
	return list, err
}
