package migrations

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
)

// Kind says how programs of earlier versions get along with a step. The first line of its up file
// names it: -- expand, or -- contract.
type Kind string

// The kinds. The oldest steps have the kind "".
const (
	// Expand adds tables, columns or indexes. Programs without the step serve on.
	Expand Kind = "expand"
	// Contract takes away or changes something that earlier versions use. It waits for an hour
	// without such a version, and programs with the step serve before it too.
	Contract Kind = "contract"
)

// kindOf reads the kind of a step.
func (x Stream) kindOf(file string) (Kind, error) {
	f, err := x.files.Open(file)
	if err != nil {
		return "", fmt.Errorf("read a migration: %w", err)
	}
	defer f.Close()
	first, _ := bufio.NewReaderSize(f, 64).ReadString('\n') // a shorter file has no kind
	switch k := Kind(strings.TrimSpace(strings.TrimPrefix(first, "--"))); k {
	case Expand, Contract:
		return k, nil
	}
	return "", nil
}

// Newer lists the applied steps that this program does not know and cannot serve beside: those that
// are not Expand. A program must not serve while there are any.
func Newer(ctx context.Context, s *db.Store) ([]string, error) { return Program().Newer(ctx, s) }

// Newer lists steps of later versions, see the function Newer.
func (x Stream) Newer(ctx context.Context, s *db.Store) ([]string, error) {
	own, err := x.Steps()
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, step := range own {
		known[step.Name] = true
	}
	applied, err := noted(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("migration status: %w", db.Fault(err))
	}
	var names []string
	for name, n := range applied {
		if !known[name] && n.kind != Expand {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// agoSQL returns a time before now by the clock of Postgres, in microseconds since 1970.
func agoSQL(seconds int) string {
	return fmt.Sprintf("CAST(extract(epoch FROM now() - interval '%d seconds') * 1000000 AS BIGINT)", seconds)
}

// Seen records that a process of a version runs, and its newest step. Call it every minute. On
// SQLite it does nothing, because one process at a time serves from a file.
func Seen(ctx context.Context, s *db.Store, version string) error {
	if s.Dialect() == db.SQLite {
		return nil
	}
	steps, err := Program().Steps()
	if err != nil {
		return err
	}
	_, err = s.Hot(ctx).Exec(ctx, `INSERT INTO program_versions (version, newest, seen_at) VALUES ($1, $2, `+agoSQL(0)+`)
		ON CONFLICT (version, newest) DO UPDATE SET seen_at = excluded.seen_at`,
		version, steps[len(steps)-1].Name)
	return db.Fault(err)
}

// aloneFor bounds how long ago a version may have run to count as running, in seconds.
const aloneFor = 3600

// Waiting names a version without a step that ran within the last hour; a Contract step waits for
// it. "" lets the step run.
func (step Step) Waiting(ctx context.Context, s *db.Store) (version string, err error) {
	if step.Kind != Contract || s.Dialect() == db.SQLite {
		return "", nil
	}
	var there int64
	err = s.Hot(ctx).QueryRow(ctx, "SELECT count(to_regclass('program_versions'))").Scan(&there)
	if err != nil || there == 0 {
		return "", db.Fault(err)
	}
	lacks := "SELECT version FROM program_versions WHERE newest < $1 AND seen_at > " + agoSQL(aloneFor) +
		" ORDER BY seen_at LIMIT 1"
	err = db.Each(s.Hot(ctx).Query(ctx, lacks, step.Name))(func() {}, &version)
	return version, err
}
