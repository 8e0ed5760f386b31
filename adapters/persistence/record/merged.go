package record

import (
	"slices"
	"strconv"
	"strings"
)

// listed returns the text of a list. An index has the rows of one filter value in the order of the
// list, but not the rows of several values. So it reads the first rows of each value and merges
// them.
func (s *sqlRows) listed(q Query) (string, []any, error) { return s.list(q, s.info.Reads(q)) }

func (s *sqlRows) list(q Query, read []int) (string, []any, error) {
	after, order, more, err := s.store.KeysetWhere(s.keyset(q), q.request())
	if err != nil {
		return "", nil, err
	}
	if s.info.ID < 0 {
		order = s.info.Names("", s.info.named())
	}
	columns, text, args := s.info.selected(read), s.info.Name+" WHERE ", []any(nil)
	if lead := s.info.lead(q); lead >= 0 {
		var parts []string
		sorted := s.info.sorted(read, q)
		for i, one := range q.Where[lead].each {
			part := q
			part.Where = slices.Clone(q.Where)
			part.Where[lead] = one
			inner, its, err := s.list(part, sorted)
			if err != nil {
				return "", nil, err
			}
			parts, args = append(parts, "SELECT * FROM ("+inner+") AS p"+strconv.Itoa(i)), append(args, its...)
		}
		columns, text = s.info.columns(read), "("+strings.Join(parts, " UNION ALL ")+") AS merged"
	} else {
		where, its := s.where(q)
		text, args = text+where+and(after), append(its, more...)
	}
	text = "SELECT " + columns + " FROM " + text + " ORDER BY " + order
	if q.Limit > 0 {
		text, args = text+" LIMIT ?", append(args, q.Limit)
	}
	return text, args, nil
}

// selected lists columns for a SELECT, computed ones under their names.
func (t *Info) selected(columns []int) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		if names[i] = t.Columns[c].Name; t.Columns[c].counted != "" {
			names[i] = t.Columns[c].counted + " AS " + names[i]
		}
	}
	return strings.Join(names, ", ")
}

// sorted adds the columns that sort a list. A list merges its parts by them, and records are read
// without some of them.
func (t *Info) sorted(columns []int, q Query) []int {
	columns = slices.Clip(columns)
	for _, by := range q.Order {
		if c := t.Sort(by.Field); c >= 0 && !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}

// columns lists the names of columns.
func (t *Info) columns(columns []int) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = t.Columns[c].Name
	}
	return strings.Join(names, ", ")
}

// mostMerged limits the filter values that are read one by one.
const mostMerged = 16

// lead returns the index of the condition to read value by value: the condition on removed records,
// or on the most selective walked column. It returns -1 if there is no such condition.
func (t *Info) lead(q Query) int {
	for i, c := range q.Where {
		if c.of == removedColumn && len(c.each) > 1 && q.Limit > 0 && !q.Lock {
			return i
		}
	}
	for _, column := range t.walked {
		i := slices.IndexFunc(q.Where, func(c Condition) bool { return c.of == column })
		switch {
		case i < 0:
			continue
		case q.Limit > 0 && !q.Lock && len(q.Where[i].each) > 1 && len(q.Where[i].each) <= mostMerged:
			return i
		default:
			return -1
		}
	}
	return -1
}
