package record

import (
	"slices"
	"strconv"
	"strings"
)

// listed is the text of a list. An index gives the rows of one value in the order of the
// list, but not those of several: the first rows of each are read, and the list is made
// of these.
func (s *sqlRows) listed(q Query) (string, []any, error) {
	after, order, more, err := s.store.KeysetWhere(s.keyset(q), q.request())
	if err != nil {
		return "", nil, err
	}
	if s.info.ID < 0 {
		order = s.info.Names("", s.info.named())
	}
	columns := s.info.Names("", s.info.Read)
	text, args := s.info.Name+" WHERE ", []any(nil)
	if lead := s.info.lead(q); lead >= 0 {
		var parts []string
		for i, one := range q.Where[lead].each {
			part := q
			part.Where = slices.Clone(q.Where)
			part.Where[lead] = one
			inner, its, err := s.listed(part)
			if err != nil {
				return "", nil, err
			}
			parts, args = append(parts, "SELECT * FROM ("+inner+") AS p"+strconv.Itoa(i)), append(args, its...)
		}
		text = "(" + strings.Join(parts, " UNION ALL ") + ") AS merged"
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

// mostMerged is how many values of a filter are read one by one.
const mostMerged = 16

// lead is the condition to be read value by value, -1 for none: that of the most selective
// column which has one.
func (t *Info) lead(q Query) int {
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
