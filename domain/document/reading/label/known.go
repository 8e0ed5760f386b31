package label

import "unicode/utf8"

// leastKnown counts the letters of labels that do not occur by chance.
const leastKnown = 4

// Known counts the different labels among words. Rubbish has hardly any.
func Known(words []string) int {
	found := map[string]bool{}
	for _, w := range words {
		text := Fold(w)
		if utf8.RuneCountInString(text) < leastKnown {
			continue
		}
		_, column := Columns.meanings[text]
		_, field := Fields.meanings[text]
		_, sort := Sorts.meanings[text]
		if column || field || sort {
			found[text] = true
		}
	}
	return len(found)
}
