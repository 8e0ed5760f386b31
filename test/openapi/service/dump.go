package service

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Dump has every row of every table as text, by table.
type Dump map[string][]string

// Diff lists the rows that are missing from one of two dumps. It ignores the last use of a key,
// which is written in the background.
func (d Dump) Diff(after Dump) []string {
	var out []string
	for table := range d {
		out = append(out, missing("gone", table, d[table], after[table])...)
	}
	for table := range after {
		out = append(out, missing("new", table, after[table], d[table])...)
	}
	slices.Sort(out)
	return out
}

// same reports whether a table was not read again.
func same(a, b []string) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }

var lastUse = regexp.MustCompile(`last_used_at=[^|]*`)

func missing(word, table string, rows, from []string) []string {
	if same(rows, from) || slices.Equal(rows, from) {
		return nil
	}
	there := map[string]int{}
	for _, row := range from {
		there[lastUse.ReplaceAllString(row, "")]++
	}
	var out []string
	for _, row := range rows {
		if row = lastUse.ReplaceAllString(row, ""); there[row] == 0 {
			out = append(out, word+" "+table+" "+row)
		} else {
			there[row]--
		}
	}
	return out
}

// Without removes tables from a dump.
func (d Dump) Without(tables ...string) Dump {
	out := Dump{}
	for table, rows := range d {
		if !slices.Contains(tables, table) {
			out[table] = rows
		}
	}
	return out
}

// teams finds the team of a row: in a column, or in the arguments of a job.
var teams = regexp.MustCompile(`(?:^|\|)team_id=(\d+)\||\|args=\{.*?"team": ?(\d+)[,}]`)

// Of keeps the rows of one team, and rows without a team.
func (d Dump) Of(team int64) Dump {
	out := Dump{}
	is := strconv.FormatInt(team, 10)
	for table, rows := range d {
		for _, row := range rows {
			if texts := teams.FindStringSubmatch(row); texts == nil || texts[1]+texts[2] == is {
				out[table] = append(out[table], row)
			}
		}
	}
	return out
}

// String returns the whole dump as one text.
func (d Dump) String() string {
	var b strings.Builder
	for table, rows := range d {
		for _, row := range rows {
			b.WriteString(table + " " + row + "\n")
		}
	}
	return b.String()
}
