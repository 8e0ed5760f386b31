package record

import (
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// Condition is a part of a filter. It reads as SQL and over the values of a row,
// and both readings choose the same rows. Empty conditions choose all.
type Condition struct {
	// Text is SQL with a ? for each of Args; "" is no condition.
	Text string
	Args []any
	// Holds is the same over one row; value gives its columns.
	Holds func(value func(column string) db.Cell) bool

	// column and ids are the parts of an In of whole numbers.
	column string
	ids    []int64
	// of is the column of an In or Is, and each its values one by one.
	of   string
	each []Condition
}

// In is any of the values, in any of none.
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

// InBytes is any of the values, in any of none.
func InBytes(column string, values [][]byte) Condition {
	if len(values) == 0 {
		return Condition{}
	}
	return Condition{Text: column + " IN (?)", Args: []any{bun.List(values)}, Holds: func(value func(string) db.Cell) bool {
		have := value(column)
		return have.Known && slices.ContainsFunc(values, func(v []byte) bool { return string(v) == have.S })
	}}
}

// Is is a column with this value; nil is any.
func Is[T ~string | ~int64 | ~bool](column string, want *T) Condition {
	if want == nil {
		return Condition{}
	}
	return Condition{of: column, Text: column + " = ?", Args: []any{*want}, Holds: func(value func(string) db.Cell) bool { return value(column) == cellOf(reflect.ValueOf(*want)) }}
}

// Known is a column with any value, or without one; nil is either.
func Known(column string, want *bool) Condition {
	switch {
	case want == nil:
		return Condition{}
	case *want:
		return Condition{Text: column + " IS NOT NULL", Holds: func(value func(string) db.Cell) bool { return value(column).Known }}
	}
	return Condition{Text: column + " IS NULL", Holds: func(value func(string) db.Cell) bool { return !value(column).Known }}
}

// AtLeast is a whole number from this on; nil is any.
func AtLeast(column string, least *int64) Condition {
	if least == nil {
		return Condition{}
	}
	return Condition{Text: column + " >= ?", Args: []any{*least}, Holds: func(value func(string) db.Cell) bool {
		v := value(column)
		return v.Known && v.N >= *least
	}}
}

// AtMost is a whole number up to this one; nil is any.
func AtMost(column string, most *int64) Condition {
	if most == nil {
		return Condition{}
	}
	return Condition{Text: column + " <= ?", Args: []any{*most}, Holds: func(value func(string) db.Cell) bool {
		v := value(column)
		return v.Known && v.N <= *most
	}}
}

// Above is a whole number greater than this one; nil is any.
func Above(column string, least *int64) Condition {
	if least == nil {
		return Condition{}
	}
	return AtLeast(column, new(*least+1))
}

// Below is a whole number less than this one; nil is any.
func Below(column string, most *int64) Condition {
	if most == nil {
		return Condition{}
	}
	return AtMost(column, new(*most-1))
}

// Between is a whole number in a range that includes both ends; nil ends are open.
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

// Not is the opposite. It is meant for conditions that are never null in SQL.
func Not(c Condition) Condition {
	if c.Text == "" {
		return Condition{}
	}
	return Condition{Text: "NOT (" + c.Text + ")", Args: c.Args, Holds: func(value func(string) db.Cell) bool { return !c.Holds(value) }}
}

// Whether is the condition or its opposite; nil is either.
func Whether(want *bool, c Condition) Condition {
	switch {
	case want == nil:
		return Condition{}
	case !*want:
		return Not(c)
	}
	return c
}

// All are conditions that hold together.
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
