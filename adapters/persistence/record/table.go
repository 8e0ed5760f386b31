package record

import (
	"database/sql/driver"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"sellingassistant/adapters/persistence/db"
)

// Table describes how the records of a kind are stored. R is the row: a bun model of whole numbers,
// texts, flags, bytes, documents and pointers to the first three. S is the record in the domain.
type Table[R, S any] struct {
	// Row and Snapshot convert. Row also fills the derived columns.
	Row      func(S) R
	Snapshot func(*R) (S, error)
	// Sorts maps the sortable fields to columns. created_at and updated_at need no entry where they
	// are columns. Records without updated_at do not change: they are sorted by created_at.
	Sorts map[string]string
	// Walked lists columns with an index (team_id, column, sort field, id), the most selective
	// first. A list by several values of such a column merges the lists of the single values.
	Walked []string
	// Key lists the columns that, with the team, are unique among live records. Insert skips a
	// record with a taken key, or with Refuse returns *db.Unique.
	Key    []string
	Refuse bool
	// Fixed lists the columns that Save does not write, besides the primary key, the team and
	// created_at.
	Fixed []string
	// Narrow lists columns that often change without the others, the shorter lists first. SaveOver
	// writes only them where it can.
	Narrow [][]string
	// Counted has the expressions of the columns tagged "counted". They are read with a record and
	// never written. A store in memory reads nothing for them.
	Counted map[string]string
}

// Plain describes rows that the domain uses in their stored form.
func Plain[R any]() Table[R, R] {
	return Table[R, R]{Row: func(r R) R { return r }, Snapshot: func(r *R) (R, error) { return *r, nil }}
}

// Info describes a table to an engine.
type Info struct {
	Name    string
	Columns []Column
	// Read lists the columns of a SELECT. Found lists the same without the team, the id and
	// deleted_at, which a find knows already. Saved lists the columns that Save writes, Key the
	// columns of the key. All are indexes of Columns.
	Read, Found, Saved, Key []int
	// Team, ID and Version are indexes of Columns; -1 if the table has no such column. The store
	// assigns the id. The team column of a team is its id. Only data of the operator has no team.
	Team, ID, Version int
	// PK lists the columns of the primary key besides the team.
	PK []int
	// Removable says that removed records remain, with a time in deleted_at.
	Removable bool
	// Refuse says that a taken key is an error.
	Refuse bool
	narrow [][]int
	sorts  map[string]string
	walked []string
}

// Column describes a column of a table.
type Column struct {
	Name string
	Kind db.Kind
	// Null says that the column may be null; JSON that it is a document.
	Null, JSON bool

	// counted has the expression of a column that is computed, not stored.
	counted string
	index   []int
	// plain has the type to scan into if the field has a named type.
	plain reflect.Type
}

const (
	teamColumn    = "team_id"
	versionColumn = "version"
	removedColumn = "deleted_at"
	madeColumn    = "created_at"
	changedColumn = "updated_at"
)

var models = sqlitedialect.New().Tables()

// infoOf reads the description. A model that cannot be stored is a programming error and panics at
// start.
func infoOf[R, S any](t Table[R, S]) *Info {
	model := models.Get(reflect.TypeFor[R]())
	out := &Info{Name: model.Name, Team: -1, ID: -1, Version: -1, Refuse: t.Refuse, walked: t.Walked}
	out.sorts = maps.Clone(t.Sorts)
	for i, f := range model.Fields {
		c, err := columnOf(f)
		if err != nil {
			panic(fmt.Sprintf("record: %s.%s: %v", model.Name, f.Name, err))
		}
		if f.StructField.Tag.Get("record") == "counted" {
			c.counted = "(" + t.Counted[f.Name] + ")"
		}
		out.Columns = append(out.Columns, c)
		if c.counted != "" {
			out.Read = append(out.Read, i)
			continue
		}
		if f.StructField.Tag.Get("record") != "derived" {
			out.Read = append(out.Read, i)
		}
		given := f.Name == teamColumn || f.IsPK || f.Name == "created_at"
		if !given && !slices.Contains(t.Fixed, f.Name) {
			out.Saved = append(out.Saved, i)
		}
		if f.IsPK && f.Name != teamColumn {
			out.PK = append(out.PK, i)
		}
		if f.AutoIncrement {
			out.ID = i
		}
		switch {
		case f.Name == teamColumn || f.StructField.Tag.Get("record") == "team":
			out.Team = i
		case f.Name == versionColumn:
			out.Version = i
		case f.Name == removedColumn:
			out.Removable = true
		}
	}
	for _, name := range []string{madeColumn, changedColumn} {
		if _, named := out.sorts[name]; !named && out.has(name) {
			if out.sorts == nil {
				out.sorts = map[string]string{}
			}
			out.sorts[name] = name
		}
	}
	if made, ok := out.sorts[madeColumn]; ok && out.sorts[changedColumn] == "" {
		out.sorts[changedColumn] = made // its records do not change
	}
	if out.Key = out.Named(t.Key...); out.ID < 0 {
		out.Key = out.PK
	}
	for _, names := range t.Narrow {
		out.narrow = append(out.narrow, out.Named(names...))
	}
	for _, name := range slices.Concat(slices.Collect(maps.Values(t.Sorts)), t.Walked) {
		out.place(name)
	}
	switch {
	case len(out.PK) > 0:
	case out.ID >= 0:
		out.PK = []int{out.ID}
	case out.Team >= 0:
		out.PK = []int{out.Team} // one record per team
	}
	out.Found = slices.DeleteFunc(slices.Clone(out.Read), func(c int) bool {
		return c == out.Team || len(out.PK) == 1 && c == out.PK[0] || out.Columns[c].Name == removedColumn
	})
	return out
}

// place finds a column by its name.
func (t *Info) place(name string) int {
	// A function would get a copy of each column, which is large.
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i
		}
	}
	panic(fmt.Sprintf("record: %s has no column %q", t.Name, name))
}

// has reports whether the table has a stored column.
func (t *Info) has(name string) bool {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return t.Columns[i].counted == ""
		}
	}
	return false
}

// Reads lists the columns of a query. A query that includes removed records also reads deleted_at.
func (t *Info) Reads(q Query) []int {
	if !q.Removed || !t.Removable {
		return t.Read
	}
	removed := t.place(removedColumn)
	if slices.Contains(t.Read, removed) {
		return t.Read
	}
	return append(slices.Clip(t.Read), removed)
}

// Named finds columns by their names.
func (t *Info) Named(names ...string) []int {
	out := make([]int, len(names))
	for i, name := range names {
		out[i] = t.place(name)
	}
	return out
}

// Names lists columns for a statement, each with the prefix.
func (t *Info) Names(prefix string, columns []int) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		if names[i] = t.Columns[c].counted; names[i] == "" {
			names[i] = prefix + t.Columns[c].Name
		}
	}
	return strings.Join(names, ", ")
}

// Insert returns a statement that stores many rows with these columns, by default all. Callers may
// append clauses. Lines.Args makes its arguments.
func (t *Info) Insert(d db.Dialect, columns ...int) string {
	columns = t.some(columns)
	return t.insert(d, columns, t.Batch(columns).From(d, 1))
}

// InsertOne returns the statement of Insert for a single row. Batch.RowArgs makes its arguments.
func (t *Info) InsertOne(d db.Dialect, columns ...int) string {
	columns = t.some(columns)
	return t.insert(d, columns, t.Batch(columns).Row(d, 1))
}

func (t *Info) insert(d db.Dialect, columns []int, from string) string {
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = t.cast(d, "u."+t.Columns[c].Name, c)
	}
	// SQLite needs an always true WHERE here to parse ON as part of the conflict clause.
	return "INSERT INTO " + t.Name + " (" + t.Names("", columns) + ") SELECT " + strings.Join(values, ", ") +
		" FROM " + from + " WHERE true"
}

// cast converts a text to JSONB for a document on Postgres.
func (t *Info) cast(d db.Dialect, text string, column int) string {
	if t.Columns[column].JSON && d == db.Postgres {
		return "CAST(" + text + " AS JSONB)"
	}
	return text
}

// Sets returns assignments from the columns of the same names with the prefix.
func (t *Info) Sets(prefix string, columns []int) string {
	sets := make([]string, len(columns))
	for i, c := range columns {
		sets[i] = t.Columns[c].Name + " = " + prefix + t.Columns[c].Name
	}
	return strings.Join(sets, ", ")
}

// New lists the columns of a new row: all except the id, which the store assigns.
func (t *Info) New() []int {
	return slices.DeleteFunc(t.some(nil), func(c int) bool { return c == t.ID })
}

// read returns these columns, or without any all that are read.
func (t *Info) read(columns []int) []int {
	if len(columns) > 0 {
		return columns
	}
	return t.Read
}

// some returns these columns, or without any all that are stored.
func (t *Info) some(columns []int) []int {
	if len(columns) > 0 {
		return columns
	}
	var out []int
	for i, c := range t.Columns {
		if c.counted == "" {
			out = append(out, i)
		}
	}
	return out
}

// Batch describes a table of many rows with these columns for one statement.
func (t *Info) Batch(columns []int) db.Batch {
	out := make(db.Batch, len(columns))
	for i, c := range columns {
		out[i] = db.Heading{Name: t.Columns[c].Name, Kind: t.Columns[c].Kind}
	}
	return out
}

// Keyset describes how lists of the table are sorted.
func (t *Info) Keyset() db.Keyset {
	k := db.Keyset{ID: "id", Columns: map[string]db.Column{}}
	for field, name := range t.sorts {
		c := t.Columns[t.place(name)]
		k.Columns[field] = db.Column{Expr: c.Name, Text: c.Kind == db.Texts, Null: c.Null}
	}
	return k
}

// Sort returns the index of the column of a sort field, or of "id".
func (t *Info) Sort(field string) int {
	if name, ok := t.sorts[field]; ok {
		return t.place(name)
	}
	return t.ID
}

func columnOf(f *schema.Field) (Column, error) {
	c := Column{Name: f.Name, Null: f.IsPtr, index: f.Index}
	base := f.IndirectType
	if reflect.PointerTo(base).Implements(reflect.TypeFor[driver.Valuer]()) {
		c.Kind, c.JSON, c.Null = db.Texts, true, true
		return c, nil
	}
	switch base.Kind() {
	case reflect.Int64:
		c.Kind, c.plain = db.Numbers, reflect.TypeFor[*int64]()
	case reflect.String:
		c.Kind, c.plain = db.Texts, reflect.TypeFor[*string]()
	case reflect.Bool:
		c.Kind = db.Flags
	case reflect.Slice:
		c.Kind, c.Null = db.Bytes, true
	default:
		return c, fmt.Errorf("a field of type %s is not stored", f.StructField.Type)
	}
	if f.IsPtr {
		c.plain = nil
	}
	return c, nil
}

// at returns the pointer that the column is scanned to.
func (c *Column) at(row reflect.Value) any {
	to := row.FieldByIndex(c.index).Addr()
	if c.plain != nil && to.Type() != c.plain {
		to = to.Convert(c.plain)
	}
	return to.Interface()
}

// cell returns the value of the column.
func (c *Column) cell(row reflect.Value) (db.Cell, error) {
	v := row.FieldByIndex(c.index)
	if c.JSON {
		text, err := v.Interface().(driver.Valuer).Value()
		s, _ := text.(string)
		return db.Cell{Known: text != nil, S: s}, err
	}
	return cellOf(v), nil
}

func cellOf(v reflect.Value) db.Cell {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return db.Cell{}
		}
		return cellOf(v.Elem())
	case reflect.Int64:
		return db.Cell{Known: true, N: v.Int()}
	case reflect.Bool:
		return db.Cell{Known: true, B: v.Bool()}
	case reflect.Slice:
		return db.Cell{Known: !v.IsNil(), S: string(v.Bytes())}
	default:
		return db.Cell{Known: true, S: v.String()}
	}
}
