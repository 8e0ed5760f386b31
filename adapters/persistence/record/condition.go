package record

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/page"
)

// Condition has a part of a filter. It works as SQL and on the values of a row in memory, and both
// select the same rows. An empty condition selects all.
type Condition struct {
	// Text has SQL with a ? for each of Args; "" means no condition.
	Text string
	Args []any
	// Checks the same condition on a row in memory; value returns its columns.
	Holds func(value func(column string) db.Cell) bool

	// column and ids repeat an In with whole numbers.
	column string
	ids    []int64
	// of names the column of an In or Is; each has a condition for every value of an In.
	of   string
	each []Condition
}

// In matches any of the values. Without values it matches all.
func In[T ~string | ~int64](column string, values []T) Condition {
	if len(values) == 0 {
		return Condition{}
	}
	out := Condition{Text: column + " IN (?)", Args: []any{bun.List(values)}, Holds: func(value func(string) db.Cell) bool {
		have := value(column)
		return have.Known && slices.ContainsFunc(values, func(v T) bool { return cellOf(reflect.ValueOf(v)) == have })
	}}
	out.of = column
	for i, v := range values {
		if !slices.Contains(values[:i], v) {
			out.each = append(out.each, Condition{Text: column + " = ?", Args: []any{v}})
		}
	}
	if reflect.TypeFor[T]().Kind() == reflect.Int64 {
		out.column, out.ids = column, make([]int64, len(values))
		for i, v := range values {
			out.ids[i] = reflect.ValueOf(v).Int()
		}
	}
	return out
}

// InBytes matches any of the values. Without values it matches all.
func InBytes(column string, values [][]byte) Condition {
	if len(values) == 0 {
		return Condition{}
	}
	return Condition{Text: column + " IN (?)", Args: []any{bun.List(values)}, Holds: func(value func(string) db.Cell) bool {
		have := value(column)
		return have.Known && slices.ContainsFunc(values, func(v []byte) bool { return string(v) == have.S })
	}}
}

// Is matches a column with this value; nil matches all.
func Is[T ~string | ~int64 | ~bool](column string, want *T) Condition {
	if want == nil {
		return Condition{}
	}
	return Condition{of: column, Text: column + " = ?", Args: []any{*want}, Holds: func(value func(string) db.Cell) bool { return value(column) == cellOf(reflect.ValueOf(*want)) }}
}

// Known matches a column that has a value, or with false a null; nil matches all.
func Known(column string, want *bool) Condition {
	switch {
	case want == nil:
		return Condition{}
	case *want:
		return Condition{Text: column + " IS NOT NULL", Holds: func(value func(string) db.Cell) bool { return value(column).Known }}
	}
	return Condition{Text: column + " IS NULL", Holds: func(value func(string) db.Cell) bool { return !value(column).Known }}
}

// alsoRemoved matches live and removed records. Lists read them apart, because each sort of records
// has its own indexes.
func alsoRemoved() Condition {
	yes, no := true, false
	return Condition{of: removedColumn, each: []Condition{Known(removedColumn, &no), Known(removedColumn, &yes)}}
}

// within returns the conditions of a window.
func (t *Info) within(w page.Window) []Condition {
	made, changed := t.sorts[madeColumn], t.sorts[changedColumn]
	out := []Condition{
		In("id", w.IDs), During(made, w.CreatedFrom, w.CreatedTo), During(changed, w.UpdatedFrom, w.UpdatedTo),
	}
	if w.Removed && t.Removable {
		out = append(out, alsoRemoved())
	}
	return out
}

// During matches times from the first to before the second; a nil time is open.
func During(column string, from, before *time.Time) Condition {
	return All(AtLeast(column, db.NullMicros(from)), Below(column, db.NullMicros(before)))
}

// AtLeast matches whole numbers from least on; nil matches all.
func AtLeast(column string, least *int64) Condition {
	if least == nil {
		return Condition{}
	}
	return Condition{Text: column + " >= ?", Args: []any{*least}, Holds: func(value func(string) db.Cell) bool {
		v := value(column)
		return v.Known && v.N >= *least
	}}
}

// AtMost matches whole numbers up to most; nil matches all.
func AtMost(column string, most *int64) Condition {
	if most == nil {
		return Condition{}
	}
	return Condition{Text: column + " <= ?", Args: []any{*most}, Holds: func(value func(string) db.Cell) bool {
		v := value(column)
		return v.Known && v.N <= *most
	}}
}

// Above matches whole numbers greater than least; nil matches all.
func Above(column string, least *int64) Condition {
	if least == nil {
		return Condition{}
	}
	return AtLeast(column, new(*least+1))
}

// Below matches whole numbers less than most; nil matches all.
func Below(column string, most *int64) Condition {
	if most == nil {
		return Condition{}
	}
	return AtMost(column, new(*most-1))
}

// Between matches whole numbers in a range that includes both ends; a nil end is open.
func Between(column string, from, to *int64) Condition {
	return All(AtLeast(column, from), AtMost(column, to))
}

// Contains matches a folded column that contains a text, ignoring letter case; "" matches all.
func Contains(column, text string) Condition {
	if text == "" {
		return Condition{}
	}
	where, pattern := db.LikeContains(column, text)
	folded := db.Fold(text)
	return Condition{Text: where, Args: []any{pattern}, Holds: func(value func(string) db.Cell) bool { return strings.Contains(value(column).S, folded) }}
}

// Not negates a condition. The condition must never be null in SQL.
func Not(c Condition) Condition {
	if c.Text == "" {
		return Condition{}
	}
	return Condition{Text: "NOT (" + c.Text + ")", Args: c.Args, Holds: func(value func(string) db.Cell) bool { return !c.Holds(value) }}
}

// Whether returns the condition, or with false its opposite; nil matches all.
func Whether(want *bool, c Condition) Condition {
	switch {
	case want == nil:
		return Condition{}
	case !*want:
		return Not(c)
	}
	return c
}

// All matches if all conditions do.
func All(parts ...Condition) Condition {
	return joined(parts, " AND ", func(value func(string) db.Cell, parts []Condition) bool {
		return !slices.ContainsFunc(parts, func(c Condition) bool { return !c.Holds(value) })
	})
}

// Any matches if one of the conditions does.
func Any(parts ...Condition) Condition {
	return joined(parts, " OR ", func(value func(string) db.Cell, parts []Condition) bool {
		return slices.ContainsFunc(parts, func(c Condition) bool { return c.Holds(value) })
	})
}

func joined(parts []Condition, by string, holds func(func(string) db.Cell, []Condition) bool) Condition {
	parts = slices.DeleteFunc(slices.Clone(parts), func(c Condition) bool { return c.Text == "" })
	if len(parts) == 0 {
		return Condition{}
	}
	texts := make([]string, len(parts))
	var args []any
	for i, c := range parts {
		texts[i], args = c.Text, append(args, c.Args...)
	}
	return Condition{Text: "(" + strings.Join(texts, by) + ")", Args: args, Holds: func(value func(string) db.Cell) bool { return holds(value, parts) }}
}
