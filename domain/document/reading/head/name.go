package head

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// nameBelow reads the name in the column of a label. Numbers and other labels of the seller may be
// between them.
func (s Sheet) nameBelow(i int, c [2]int, person bool) string {
	r := s.Rows[i]
	left, right := r.Words[c[0]].Left, r.Words[c[1]].Right
	last := i + labelReach
	for _, below := range s.Rows[i+1:] {
		if below.At > last || below.Page != r.Page || !s.written(below) || below.Y-r.Y > float64(last-i)*2*r.H {
			return ""
		}
		if key, value := entry(below, left-r.H, right); key != "" && last < i+formRows {
			if name := below.TextsOf(value); names[key] && len(name) > 0 {
				if person && field.Company(name) == 0 && !s.addressBelow(below.At, value) {
					return ""
				}
				return s.withAbove(below.At, value, nameIn(name))
			}
			last++
			continue
		}
		for _, b := range below.Chunks() {
			if below.Words[b[0]].Left >= right || left >= below.Words[b[1]].Right {
				continue
			}
			name := below.TextsOf(b)
			party, n := field.Parties.At(name)
			if field.Company(name) == len(name) && !strings.HasSuffix(name[0], ":") {
				n = 0 // Supplier Ltd
			}
			if n > 0 && party == field.Buyer {
				return ""
			}
			if n > 0 || len(name) == 1 && number.HasDigit(name[0]) {
				break // Vendor no. 4711
			}
			street := number.HasDigit(name[len(name)-1]) && field.Address(strings.Join(name, " "))
			if street || person && field.Company(name) == 0 && !s.addressBelow(below.At, b) {
				return ""
			}
			return nameIn(append(name, s.formBelow(below, b)...))
		}
	}
	return ""
}

// formBelow returns the words of the next row, if a name goes on there and ends with the form of
// its company.
func (s Sheet) formBelow(r *grid.Row, c [2]int) []string {
	if field.Company(r.TextsOf(c)) > 0 || r.At+1 == len(s.Rows) {
		return nil
	}
	next := s.Rows[r.At+1]
	if next.Page != r.Page || next.Y-r.Y > labelRows*r.H {
		return nil
	}
	for _, b := range next.Chunks() {
		more := next.TextsOf(b)
		if near(next.Words[b[0]].Left, r.Words[c[0]].Left, r.H) && field.Company(more) == len(more) &&
			!slices.ContainsFunc(more, number.HasDigit) {
			return more
		}
	}
	return nil
}

// withAbove adds the row above to a name that begins with the kind of the company:
// Lantern Mutual over Versicherungsverein Nordstadt a.G.
func (s Sheet) withAbove(i int, c [2]int, name string) string {
	r := s.Rows[i]
	first, _, _ := strings.Cut(label.Fold(name), " ")
	if i == 0 || !companyKinds.MatchString(first) || !strings.HasPrefix(strings.Join(r.TextsOf(c), " "), name) {
		return name
	}
	above := s.Rows[i-1]
	if above.Page != r.Page || !s.written(above) || r.Y-above.Y > labelRows*r.H {
		return name
	}
	for _, b := range above.Chunks() {
		text := strings.Join(above.TextsOf(b), " ")
		if near(above.Words[b[0]].Left, r.Words[c[0]].Left, 0.5*r.H) && field.Name(text) {
			return text + " " + name
		}
	}
	return name
}

// companyKinds matches words that name a kind of company and come after its name.
var companyKinds = regexp.MustCompile(`^(?:[a-z]*(?:gesellschaft|verein|genossenschaft|verband)|vertriebs|handels` +
	`|verwaltungs|produktions|beteiligungs|holding|societe|sociedad|societa)$`)

// labelReach bounds the rows between the label of a seller and the name.
const labelReach = 3

// nameBeside reads the name in the next chunk of the row, which has a label with a colon or an
// address below the name.
func (s Sheet) nameBeside(i int, c [2]int, colon bool) string {
	r := s.Rows[i]
	for _, b := range r.Chunks() {
		if b[0] != c[1]+1 {
			continue
		}
		name := r.TextsOf(b)
		if !colon && !s.addressBelow(i, b) || len(name) == 1 && number.HasDigit(name[0]) {
			return ""
		}
		return nameIn(name)
	}
	return ""
}

// companyIn reads the name of a company with its form, after other texts and a sign. Returns ""
// for sentences.
func companyIn(words []string) string {
	words = withoutCourtesy(words)
	n := field.Company(words)
	first, small := 0, 0
	for i, w := range words[:n] {
		party, k := field.Parties.At(words[i:n])
		from := k > 0 && party != field.Buyer && strings.HasSuffix(words[i+k-1], ":")
		switch {
		case from, label.Fold(w) == "" && !strings.ContainsAny(w, "&+"):
			first = i + max(1, k)
			small = 0
		case field.Small(w):
			small++
		}
	}
	for first < n && strings.Trim(words[first], "0123456789-,.") == "" {
		first++ // © 2020
	}
	if n-first < 2 || spelled(words[first:n-1]) {
		return ""
	}
	end, long := n, 0
	for end < len(words) && !strings.HasSuffix(words[end-1], ",") && label.Fold(words[end]) != "" {
		end++
	}
	for _, w := range words[first:end] {
		long += len([]rune(w)) + 1
	}
	if small > mostSmall && n-first > shortName || long > longLine || field.Clause(words) {
		return ""
	}
	return strings.TrimRight(strings.Join(words[first:n], " "), ",;")
}

// spelled reports words that spaces tear into letters: TO TA L DE P AG is no company.
func spelled(words []string) bool {
	return len(words) >= leastSpelled && !slices.ContainsFunc(words, func(w string) bool { return len([]rune(w)) > 2 })
}

// leastSpelled bounds the parts of a torn text. Names have at most three initials.
const leastSpelled = 4

// courtesies matches the words for Messrs. that India prints before the name of a firm: M/s.
var courtesies = regexp.MustCompile(`(?i)^m/s\.?`)

// withoutCourtesy leaves out M/s. before a name. It may touch the name.
func withoutCourtesy(words []string) []string {
	if len(words) == 0 {
		return words
	}
	switch n := len(courtesies.FindString(words[0])); {
	case n == 0:
		return words
	case n == len(words[0]):
		return words[1:]
	default:
		return append([]string{words[0][n:]}, words[1:]...)
	}
}

// longLine bounds the letters of a line that has a name. Longer lines are sentences.
const longLine = 60

// mostSmall bounds the words in small letters in a long name. Au bon moulin SARL is a short name.
const mostSmall, shortName = 1, 5

// withoutNumber leaves out the number of a party before or after a dash: 1004691 - Lantern House.
func withoutNumber(words []string) []string {
	counts := func(at int) bool { return len(words[at]) > 2 && strings.Trim(words[at], "0123456789") == "" }
	dash := func(at int) bool { return strings.Trim(words[at], "-\u2013\u2014") == "" }
	if n := len(words); n > 2 && dash(n-2) && counts(n-1) {
		words = words[:n-2]
	}
	if len(words) > 2 && counts(0) && dash(1) {
		words = words[2:]
	}
	return words
}

// nameIn reads the name of a company at the beginning of words.
func nameIn(words []string) string {
	for len(words) > 0 && (label.Fold(words[0]) == "" || len(words) > 1 && strings.HasSuffix(words[0], ":")) {
		words = words[1:] // Remit to address: Lantern Ltd
	}
	words = withoutNumber(withoutCourtesy(words))
	if name := companyIn(words); name != "" {
		return name
	}
	text, _, _ := strings.Cut(strings.Join(words, " "), ",")
	if text = strings.TrimRight(text, " ."); field.Name(text) {
		return text
	}
	return ""
}
