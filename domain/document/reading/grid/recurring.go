package grid

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/label"
)

// Recurring lists heads and feet: rows that say the same, numbers aside, at one height of three
// pages. Rows with numbers that differ by more than the page are lines. Rows that a browser prints
// around pages count too.
func Recurring(all []*Row) (list []*Row) {
	type place struct {
		height int
		text   string
	}
	key := func(r *Row) place {
		plain := strings.Map(func(c rune) rune {
			if unicode.IsDigit(c) {
				return -1
			}
			return c
		}, label.Fold(r.Text()))
		return place{int(math.Round(r.Y / r.H)), plain}
	}
	type pages struct {
		last, count int
		first       *Row
		lines       bool
	}
	seen := map[place]pages{}
	places := make([]place, len(all))
	for i, r := range all {
		places[i] = key(r)
		s := seen[places[i]]
		if s.first == nil {
			s.first = r
		}
		if s.lines = s.lines || !sameHead(s.first, r); s.last != r.Page {
			s.last, s.count = r.Page, s.count+1
		}
		seen[places[i]] = s
	}
	for i, r := range all {
		if s := seen[places[i]]; !r.Decimals() && s.count >= 3 && !s.lines || byBrowser(all, i) {
			list = append(list, r)
		}
	}
	return list
}

// sameHead reports rows that differ in numbers of pages, in times of day, and in one more word if
// they count nothing.
func sameHead(a, b *Row) bool {
	if len(a.Words) != len(b.Words) {
		return true
	}
	differ := 0
	for i, w := range b.Words {
		if before := a.Words[i].Text; w.Text != before && !strings.Contains(w.Text, ":") &&
			!advances(before, w.Text, b.Page-a.Page) {
			differ++
		}
	}
	counts := slices.ContainsFunc(b.Figures, func(f Figure) bool {
		return f.Value.IsInt() && f.First == f.Last && b.Apart(f.First) && b.Apart(f.Last+1)
	})
	return differ == 0 || differ == 1 && !counts
}

var numbers = regexp.MustCompile(`\d+`)

// advances reports numbers that are equal, or higher by as many pages.
func advances(a, b string, pages int) bool {
	before, after := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	if len(before) != len(after) {
		return false
	}
	for i, text := range after {
		m, err := strconv.Atoi(before[i])
		n, fault := strconv.Atoi(text)
		if before[i] != text && (err != nil || fault != nil || n-m != pages) {
			return false
		}
	}
	return true
}

// browsers matches the first and last rows of pages that a browser prints: the time and the
// address.
var browsers = regexp.MustCompile(`^\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}\b|^(?:https?|file)://`)

// byBrowser reports a row of a browser above or below each of several pages.
func byBrowser(all []*Row, i int) bool {
	last := len(all) - 1
	edge := i == 0 || i == last || all[i-1].Page != all[i].Page || all[i+1].Page != all[i].Page
	return edge && all[last].Page > 1 && browsers.MatchString(all[i].Text())
}
