package feetable

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"sellingassistant/domain/research/fee"
)

//go:embed *.json
var embedded embed.FS

// maxBytes bounds a file.
const maxBytes = 4 << 20

// Read reads the embedded tables.
func Read() (fee.Tables, error) { return read(embedded) }

// ReadFolder reads the embedded tables and the files *.json of a folder, in the order of their
// names. A table replaces an earlier table with the same id. The error names the file and the path
// of the wrong value.
func ReadFolder(folder string) (fee.Tables, error) { return read(embedded, os.DirFS(folder)) }

// Files lists the files of a folder that ReadFolder reads.
func Files(folder string) ([]string, error) { return fs.Glob(os.DirFS(folder), "*.json") }

func read(folders ...fs.FS) (tables fee.Tables, err error) {
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case shapeError:
			tables, err = nil, wrong.error
		default:
			panic(wrong)
		}
	}()
	r := reader{markets: map[string]*fee.Market{}}
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.json")
		if err != nil {
			return nil, err
		}
		if _, err := fs.Stat(folder, "."); err != nil {
			return nil, err
		}
		for _, name := range names {
			if err := r.file(folder, name); err != nil {
				return nil, err
			}
		}
	}
	r.borrow()
	r.categorise()
	markets := make([]*fee.Market, 0, len(r.markets))
	for _, name := range r.order {
		markets = append(markets, r.markets[name])
	}
	return fee.NewTables(markets), nil
}

func (r *reader) file(folder fs.FS, name string) error {
	info, err := fs.Stat(folder, name)
	if err == nil && info.Size() > maxBytes {
		err = errors.New("more than 4 MiB")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path.Base(name), err)
	}
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	n, err := parse(name, text)
	if err != nil {
		return err
	}
	r.read(n)
	return nil
}

// replace adds a table and removes an older table with its id.
func replace[T interface {
	comparable
	Name() string
}](tables []T, t T) []T {
	if i := slices.IndexFunc(tables, func(old T) bool { return old.Name() == t.Name() }); i >= 0 {
		tables[i] = t
		return tables
	}
	return append(tables, t)
}
