package migrations

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// riverLine is the only line of migrations of the queue's library.
const riverLine = "main"

// schemaMark stands in the library's files where the name of a schema may go.
const schemaMark = "/* TEMPLATE: schema */"

// River is the schema of the queue of background jobs, as its library ships it
// in versions from to to. The steps name versions, so a newer library changes
// nothing until a step says so: {{.River 1 6}}.
func (v Variables) River(from, to int) (string, error) {
	files := riversqlite.New(nil).GetMigrationFS(riverLine)
	if v.Postgres {
		files = riverpgxv5.New(nil).GetMigrationFS(riverLine)
	}
	var all strings.Builder
	for n := from; n <= to; n++ {
		found, err := fs.Glob(files, fmt.Sprintf("migration/%s/%03d_*.up.sql", riverLine, n))
		if err != nil || len(found) != 1 {
			return "", fmt.Errorf("the queue's library has %d files of version %d", len(found), n)
		}
		b, err := fs.ReadFile(files, found[0])
		if err != nil {
			return "", fmt.Errorf("read the schema of the queue: %w", err)
		}
		all.WriteString(strings.ReplaceAll(string(b), schemaMark, ""))
		// Some end with a comment and without a new line.
		fmt.Fprintf(&all, "\n;INSERT INTO river_migration (%sversion) VALUES (%s%d);\n", lineColumn(n), lineValue(n), n)
	}
	return all.String(), nil
}

// Since its fifth version the library's own notes name the line.
func lineColumn(n int) string {
	if n < 5 {
		return ""
	}
	return "line, "
}

func lineValue(n int) string {
	if n < 5 {
		return ""
	}
	return "'" + riverLine + "', "
}
