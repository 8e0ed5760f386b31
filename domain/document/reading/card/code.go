package card

import (
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// place locates the code of a card: after a label, or in a cell of a row. Rows count from the row
// of the quantity.
type place struct {
	label     string
	row, cell int
}

// printed has the code of a card and its words, including the label.
type printed struct {
	code  string
	words []*grid.Word
}

// findCodes takes the codes that most cards print after the same label, or all cards in the same
// cell.
func findCodes(list []*Product) {
	counts, all := map[place]int{}, make([]map[place]printed, len(list))
	for i, k := range list {
		all[i] = k.codes()
		for at := range all[i] {
			counts[at]++
		}
	}
	best, found := place{}, 0
	for at, n := range counts {
		switch {
		case at.label != "" && 100*n < mostCards*len(list), at.label == "" && (n < len(list) || n < 2):
		case found > 0 && (at.label == "") != (best.label == ""):
			if at.label != "" {
				best, found = at, n
			}
		case n > found || n == found && (at.row < best.row || at.row == best.row && (at.cell < best.cell ||
			at.cell == best.cell && at.label < best.label)):
			best, found = at, n
		}
	}
	if found == 0 {
		return
	}
	for i, k := range list {
		if x, ok := all[i][best]; ok {
			k.Code, k.coded = x.code, x.words
		}
	}
}

// mostCards sets the percentage of cards that must have a code after the same label.
const mostCards = 80

// codes lists the possible codes of a card by their place.
func (k *Product) codes() map[place]printed {
	found := map[place]printed{}
	for i, r := range k.Rows {
		at := i - len(k.above)
		for word := 0; word < len(r.Words); word++ {
			name, x, ok := k.named(r, word)
			if !ok {
				continue
			}
			if _, twice := found[place{label: name}]; !twice {
				found[place{label: name}] = x
			}
			word += len(x.words) - 1
		}
		for cell, chunk := range r.Chunks() {
			w := r.Words[chunk[0]]
			alone := chunk[0] == chunk[1] || label.Fold(r.Words[chunk[0]+1].Text) == ""
			if alone && !k.Used[w] && cellCode(w.Text) {
				found[place{row: at, cell: cell}] = printed{w.Text, []*grid.Word{w}}
			}
		}
	}
	return found
}

// named reads a label at a word and the code after it: Art. 57.190, SKU:WR-5501, Part # CRC 05091.
func (k *Product) named(r *grid.Row, word int) (name string, x printed, ok bool) {
	var texts []string
	var places []int
	for i := word; i < len(r.Words) && len(texts) < 6; i++ {
		if k.Used[r.Words[i]] {
			break
		}
		for _, text := range strings.FieldsFunc(r.Words[i].Text,
			func(c rune) bool { return c == ':' || c == '#' || c == '°' }) {
			texts, places = append(texts, text), append(places, i)
		}
	}
	kind, n := label.Columns.At(texts)
	if n == 0 || n >= len(texts) || kind != label.SKU && kind != label.Text ||
		word > 0 && buyers[label.Fold(r.Words[word-1].Text)] {
		return "", x, false
	}
	code, end := strings.Trim(texts[n], ",;()[]"), n
	if n+1 < len(texts) && short(code) && r.Gap(places[n]) < 0.8 && number.HasDigit(texts[n+1]) {
		end++
		code += " " + strings.Trim(texts[n+1], ",;()[]")
	}
	if !number.HasDigit(code) || kind == label.Text && len(code) < 3 {
		return "", x, false
	}
	return label.Fold(strings.Join(texts[:n], " ")), printed{code, r.Words[word : places[end]+1]}, true
}

// buyers lists words before labels of codes that are not the supplier's.
var buyers = map[string]bool{
	"your": true, "customer": true, "client": true, "buyer": true, "ihre": true, "kunden": true, "votre": true, "su": true,
	"vostro": true, "uw": true, "serial": true, "lot": true, "batch": true, "order": true,
}

// short reports letters in capitals that can begin a code.
func short(s string) bool {
	return len(s) <= 4 && s == strings.ToUpper(s) &&
		!strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) })
}

// cellCode reports a word that is a code where it fills a cell: 57.190 or HK00512.
func cellCode(w string) bool {
	digits, letters := 0, 0
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case unicode.IsUpper(c):
			letters++
		case !strings.ContainsRune("-_./", c):
			return false
		}
	}
	return digits >= 4 || digits > 0 && letters > 0 && digits+letters >= 4 &&
		!slices.Contains(sizes, strings.TrimLeft(w, "0123456789.,"))
}

// sizes lists units after figures in capitals.
var sizes = []string{"ML", "CL", "L", "G", "KG", "MM", "CM", "M", "OZ", "LB", "LBS", "IN", "FT",
	"W", "V", "PCS", "PC", "CT", "PK"}
