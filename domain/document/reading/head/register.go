package head

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
)

// bank reports the name of a bank, which is printed beside accounts.
func bank(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		plain := label.Fold(w)
		return strings.Contains(plain, "bank") || strings.HasSuffix(plain, "sparkasse") ||
			slices.Contains([]string{"banque", "banco", "banca", "caixa"}, plain)
	})
}

// registered reports a register or bank in the address below a company, which buyers do not print.
func (s Sheet) registered(i int, c [2]int) bool { return s.registeredIn(i, i+1, c) }

// registeredIn looks for a register or bank in the column of a company, from the first row on.
func (s Sheet) registeredIn(i, first int, c [2]int) bool {
	r := s.Rows[i]
	left, right := r.Words[c[0]].Left, r.Words[c[1]].Right
	for _, next := range s.Rows[first:min(i+1+addressRows, len(s.Rows))] {
		if next.Page != r.Page || !s.written(next) {
			return false
		}
		for _, b := range next.Chunks() {
			below := next.Words[b[0]].Left < right && left < next.Words[b[1]].Right
			if below && slices.ContainsFunc(next.TextsOf(b), func(w string) bool { return registers[label.Fold(w)] }) {
				return true
			}
		}
	}
	return false
}

// registers has words of registers, taxes and banks.
var registers = map[string]bool{
	"kvk": true, "hrb": true, "rcs": true, "siret": true, "siren": true, "rea": true, "iban": true, "bic": true,
	"swift": true, "amtsgericht": true, "handelsregister": true, "registered": true, "registernummer": true,
}
