package migrations

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// riverLine names the only line of migrations in the queue's library.
const riverLine = "main"

// schemaMark marks the places for the name of a schema in the library's files.
const schemaMark = "/* TEMPLATE: schema */"

func riverOnPostgres(from, to int) (string, error) {
	return river(riverpgxv5.New(nil).GetMigrationFS(riverLine), from, to)
}

func riverOnSQLite(from, to int) (string, error) {
	return river(riversqlite.New(nil).GetMigrationFS(riverLine), from, to)
}

// river joins the files of versions from to to.
func river(files fs.FS, from, to int) (string, error) {
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
		// Some files end with a comment and without a newline.
		fmt.Fprintf(&all, "\n;INSERT INTO river_migration (%sversion) VALUES (%s%d);\n", lineColumn(n), lineValue(n), n)
	}
	return all.String(), nil
}

// lineColumn returns the column of the line, which the library's table has since version 5.
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
