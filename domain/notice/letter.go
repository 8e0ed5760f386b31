package notice

import (
	"strings"
	"time"
	"unicode"
)

// Letter has a mail to one person.
type Letter struct {
	// ID repeats in each try to send the letter.
	ID       string
	Subject  string
	Intro    string
	Sections []Section
	At       time.Time
	// Link leads to the page, Unsubscribe ends the mails; "" without an address of the service.
	Link, Unsubscribe string
}

// Mail has a letter as it was sent.
type Mail struct {
	// Name identifies it among the kept mails.
	Name, To, Subject string
	At                time.Time
	Text, HTML        string
}

// Section has a part of a letter with a heading. It has a text, or a table.
type Section struct {
	Title, Text string
	Table       Table
}

// Table has rows of texts. Numbers marks the columns that are aligned to the right.
type Table struct {
	Head    []string
	Rows    [][]string
	Numbers []bool
}

// longestText bounds a text in a letter, in characters.
const longestText = 200

// Clean makes a text of others fit for a letter: on one line, without control characters, and not
// too long.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > longestText {
		return string(runes[:longestText-1]) + "…"
	}
	return text
}

// Cleaned returns a copy of the letter with all texts cleaned.
func (l Letter) Cleaned() Letter {
	l.Subject, l.Intro = Clean(l.Subject), Clean(l.Intro)
	sections := make([]Section, len(l.Sections))
	for i, s := range l.Sections {
		s.Title, s.Text = Clean(s.Title), Clean(s.Text)
		var rows [][]string
		for _, row := range s.Table.Rows {
			cells := make([]string, len(row))
			for n := range row {
				cells[n] = Clean(row[n])
			}
			rows = append(rows, cells)
		}
		s.Table.Rows = rows
		sections[i] = s
	}
	l.Sections = sections
	return l
}
