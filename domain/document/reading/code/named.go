package code

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// Named takes codes after their labels and in brackets out of the text.
func (l *Line) Named() {
	l.labelled()
	l.bracketed()
}

// token keeps a part of a word, with the mark of a label before or after it.
type token struct {
	text   string
	marked bool
	word   int
}

// tokens parts words at colons and number signs: SKU:WR-5501, Item #77.
func tokens(words []*grid.Word) (list []token) {
	for i, w := range words {
		for part := range strings.FieldsFuncSeq(marks.Replace(w.Text), func(r rune) bool { return r == 0 }) {
			switch text := strings.TrimSuffix(part, ":"); {
			case (part == "#" || text == "") && len(list) > 0:
				list[len(list)-1].marked = true
			case text != "" && part != "#":
				list = append(list, token{text, part != text, i})
			}
		}
	}
	return list
}

// marks separates colons and number signs by zeros.
var marks = strings.NewReplacer(":", ":\x00", "#", "\x00#\x00")

// foreign lists words before labels of codes that are not the supplier's.
var foreign = map[string]bool{
	"your": true, "customer": true, "cust": true, "client": true, "buyer": true, "ihre": true, "kunden": true, "kd": true,
	"votre": true, "su": true, "vs": true, "vostro": true, "uw": true, "serial": true, "lot": true, "batch": true,
	"order": true,
}

// labelled takes codes after their labels out of the text: Cat No: WR-5501.
func (l *Line) labelled() {
	for _, kind := range []label.Column{label.Text, "", label.SKU} {
		words := l.Texts[kind]
		list := tokens(words)
		for i := 0; i < len(list); i++ {
			to, n := l.codeAt(list[i:], words)
			if n == 0 || i > 0 && foreign[label.Fold(list[i-1].text)] {
				continue
			}
			first, value := list[i].word, list[i+n]
			text, next := wholeCode(list[i+n:], words)
			*to = strings.Trim(text, ",;()[]")
			l.Texts[kind] = slices.Concat(words[:first], words[value.word+next:])
			words = l.Texts[kind]
			list, i = tokens(words), -1
		}
	}
}

// bracketed takes a code in brackets that begins the text: [FURN_7777] Office chair.
func (l *Line) bracketed() {
	words := l.Texts[label.Text]
	if l.SupplierSKU != "" || len(l.Texts[label.SKU]) > 0 || len(words) < 2 {
		return
	}
	code, opened := strings.CutPrefix(words[0].Text, "[")
	code, closed := strings.CutSuffix(code, "]")
	if opened && closed && Like(code) {
		l.SupplierSKU, l.Texts[label.Text] = code, words[1:]
	}
}

// wholeCode reads a code that its row may part at a hyphen, TX- over 7700B, or that is groups of
// digits up to the end of its row, 11 509 30. It counts its words.
func wholeCode(list []token, words []*grid.Word) (text string, n int) {
	if text, n = groups(list, words); n > 0 {
		return text, n
	}
	text, n = list[0].text, 1
	for ; n < len(list) && list[n].word == list[0].word+n; n++ {
		if !Torn(words[list[n-1].word], words[list[n].word]) || list[n].text != words[list[n].word].Text {
			break
		}
		text += list[n].text
	}
	return text, n
}

// groups joins short groups of digits that end a row. One group alone is no code.
func groups(list []token, words []*grid.Word) (text string, n int) {
	for _, t := range list {
		w, first := words[t.word], words[list[0].word]
		if w.Top > first.Bottom {
			break
		}
		if !group.MatchString(t.text) || t.text != w.Text {
			return "", 0
		}
		text += " " + t.text
		n++
	}
	if n < 2 || len(text)-n < leastGroups {
		return "", 0
	}
	return text[1:], n
}

// group matches a group of digits of a code, leastGroups counts the digits of the shortest code.
var group = regexp.MustCompile(`^\d{1,4}$`)

const leastGroups = 5

// codeAt reads a label and the code after it. It returns the member for the code, and the tokens of
// the label, 0 without a label.
func (l *Line) codeAt(list []token, words []*grid.Word) (to *string, n int) {
	texts := make([]string, min(5, len(list)))
	for i := range texts {
		texts[i] = list[i].text
	}
	kind, n := label.Columns.At(texts)
	if n == 0 || n >= len(list) {
		return nil, 0
	}
	last := label.Fold(list[n-1].text)
	last = last[strings.LastIndexByte(last, ' ')+1:]
	marked := list[n-1].marked || numberWords[last]
	text, _ := wholeCode(list[n:], words)
	code := strings.Trim(text, ",;()[]")
	switch {
	case !marked || !Like(code) && !(kind != label.Text && letters.MatchString(code) && l.alone(list[n:], words)):
		return nil, 0
	case kind == label.MPN:
		to = &l.MPN
	case kind == label.SKU, kind == label.Text && len([]rune(code)) >= 4:
		to = &l.SupplierSKU
	default:
		return nil, 0
	}
	if *to != "" || to == &l.SupplierSKU && slices.ContainsFunc(l.Words(label.SKU), codeWord) {
		return nil, 0
	}
	return to, n
}

// letters matches codes that only a label shows: without digits, groups of digits, or like a
// measure, as 6702V.
var letters = regexp.MustCompile(`^(?:[A-Z]{2,}(?:[-_./][A-Z]+)*|\d{1,4}(?: \d{1,4})+|\d{4,}[A-Z])$`)

// alone reports a code that ends its row or has a bar or another label after it.
func (l *Line) alone(list []token, words []*grid.Word) bool {
	_, n := wholeCode(list, words)
	if len(list) == n || words[list[n].word].Top > words[list[0].word].Bottom || list[n].text == "|" {
		return true
	}
	var texts []string
	for _, t := range list[n:min(n+4, len(list))] {
		texts = append(texts, t.text)
	}
	_, k := label.Columns.At(texts)
	return k > 0 && list[n+k-1].marked
}

// numberWords end labels of codes.
var numberWords = map[string]bool{
	"no": true, "nr": true, "number": true, "nummer": true, "code": true, "n": true, "sku": true, "mpn": true,
	"numero": true, "codigo": true, "codice": true,
	"artnr": true, "artikelnr": true, "artikelnummer": true, "bestellnr": true,
}
