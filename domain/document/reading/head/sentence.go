package head

import (
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// sentences reads payment terms and due dates without a label.
func (v *values) sentences(i int) {
	r := v.Rows[i]
	for _, c := range r.Chunks() {
		s := segment{row: r, first: c[0], last: c[1]}
		v.called(r.TextsOf(c))
		words := v.sentence(s)
		if len(words) < 2 || !field.Terms(strings.Join(words, " ")) {
			continue
		}
		if name, n := label.Fields.At(words); n > 0 && name == label.Terms {
			continue
		}
		v.take(label.Terms, words, guessed)
		if day, known, _ := field.Due(words, v.order); known && field.Discounts(strings.Join(words, " ")) {
			v.dueOn(day, likely)
		}
	}
}

// called takes a number that a sentence names: Die Rechnungsnummer für diesen Vorgang lautet 4711.
func (v *values) called(words []string) {
	for i := range words {
		name, n := label.Fields.At(words[i:])
		if name != label.InvoiceNumber && name != label.PONumber || titles[label.Fold(strings.Join(words[i:i+n], " "))] {
			continue
		}
		for k := i + n; k+1 < min(i+n+sentenceReach, len(words)); k++ {
			if calls[label.Fold(words[k])] && number.HasDigit(words[k+1]) {
				v.take(name, words[k+1:k+2], likely)
				return
			}
		}
	}
}

// sentenceReach bounds the words between a label and its number in a sentence.
const sentenceReach = 7

// calls has verbs between a label and its number in a sentence.
var calls = map[string]bool{
	"lautet": true, "ist": true, "is": true, "est": true, "es": true, "luidt": true, "e": true,
}
