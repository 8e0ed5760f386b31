package apicall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"
)

const (
	// columns bounds the columns that are chosen without a wish, and width a cell.
	columns = 8
	width   = 60
)

// Table writes the records of an answer as a table: the named members, or the first with a plain
// value. A point names a member inside another. A single record has a line for each member.
func (a Answer) Table(w io.Writer, wish []string) error {
	rows, list := rowsOf(a.Body)
	if !list {
		return single(w, a.Body, wish)
	}
	names := wish
	if len(names) == 0 {
		names = plainNames(rows)
	}
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	if len(names) > 0 {
		fmt.Fprintln(t, strings.ToUpper(strings.Join(names, "\t")))
	}
	for _, row := range rows {
		cells := make([]string, len(names))
		for i, name := range names {
			cells[i] = cell(find(row, name))
		}
		if len(names) == 0 { // the list has no objects
			cells = []string{cell(row)}
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	return t.Flush()
}

// single writes a record: without its frame if it has one.
func single(w io.Writer, record []byte, wish []string) error {
	if data := find(record, "data"); data != nil {
		record = data
	}
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	if len(wish) == 0 {
		for _, m := range membersOf(record) {
			fmt.Fprintf(t, "%s\t%s\n", clean(m.name, width), cell(m.value))
		}
	}
	for _, name := range wish {
		fmt.Fprintf(t, "%s\t%s\n", clean(name, width), cell(find(record, name)))
	}
	return t.Flush()
}

// plainNames returns the first members that have plain values in all records.
func plainNames(rows []json.RawMessage) (names []string) {
	nested := map[string]bool{}
	for _, row := range rows {
		for _, m := range membersOf(row) {
			if bytes.HasPrefix(m.value, []byte("{")) || bytes.HasPrefix(m.value, []byte("[")) {
				nested[m.name] = true
			} else if !slices.Contains(names, m.name) {
				names = append(names, m.name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return nested[name] })
	return names[:min(len(names), columns)]
}

// find returns a member of a record, nil if it is absent.
func find(record json.RawMessage, name string) json.RawMessage {
	for part := range strings.SplitSeq(name, ".") {
		all := membersOf(record)
		i := slices.IndexFunc(all, func(m member) bool { return m.name == part })
		if i < 0 {
			return nil
		}
		record = all[i].value
	}
	return record
}

// cell writes a value on one line: a text without quotes, null as nothing, and the rest as JSON.
func cell(value json.RawMessage) string {
	var text string
	switch {
	case value == nil || string(value) == "null":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return clean(text, width)
	}
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return ""
	}
	return clean(b.String(), width)
}

// clean returns a text of bounded length that cannot control a terminal.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.Is(unicode.C, r) {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
