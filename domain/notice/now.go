package notice

import (
	"strconv"
	"time"
)

// mostLines bounds the lines of a section.
const mostLines = 20

// owner names the owner of a buy box.
func owner(word string) string {
	switch word {
	case "amazon":
		return "Amazon"
	case "competitor":
		return "a competitor"
	}
	return "nobody"
}

// Notices has the changes that a user hears of, by kind.
type Notices map[Kind][]Happening

// Now writes the letter of a user about changes. It returns false without any.
func Now(id string, v Values, all Notices, now time.Time) (Letter, bool) {
	l := Letter{ID: id, At: now}
	total := 0
	for _, k := range v.Now() {
		found := all[k]
		if len(found) == 0 {
			continue
		}
		total += len(found)
		s := Section{Title: rows[k].title}
		for _, h := range found[:min(len(found), mostLines)] {
			s.Table.Rows = append(s.Table.Rows, []string{rows[k].says(h.Details)})
		}
		if more := len(found) - mostLines; more > 0 {
			s.Table.Rows = append(s.Table.Rows, []string{strconv.Itoa(more) + " more."})
		}
		l.Sections = append(l.Sections, s)
	}
	switch {
	case total == 0:
		return l, false
	case len(l.Sections) == 1:
		l.Subject = l.Sections[0].Title
	default:
		l.Subject = strconv.Itoa(total) + " notices"
	}
	if total > 1 && len(l.Sections) == 1 {
		l.Subject += " (" + strconv.Itoa(total) + ")"
	}
	return l.Cleaned(), true
}
