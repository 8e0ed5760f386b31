package grid

import "regexp"

// Matches IBANs, which are printed in groups of four; the last may be shorter.
var (
	ibanStart = regexp.MustCompile(`^[A-Z]{2}\d{2}$`)
	ibanGroup = regexp.MustCompile(`^[0-9A-Z]{4}$`)
	ibanEnd   = regexp.MustCompile(`^\d{1,3}$`)
)

// An IBAN has 15 to 34 characters.
const fewestGroups, mostGroups = 3, 8

// widestGroup bounds the gaps between the groups, in heights.
const widestGroup = 1.5

// iban counts the words of an IBAN that begins at a word, 0 without an IBAN. Its groups of digits
// are no figures.
func (r *Row) iban(at int) int {
	if !ibanStart.MatchString(r.Words[at].Text) {
		return 0
	}
	end := at + 1
	for end-at <= mostGroups && r.group(end, ibanGroup) {
		end++
	}
	if end-at-1 < fewestGroups {
		return 0
	}
	if r.group(end, ibanEnd) {
		end++
	}
	return end - at
}

// group reports a word that follows its neighbour closely and has a form.
func (r *Row) group(at int, form *regexp.Regexp) bool {
	return at < len(r.Words) && r.Gap(at-1) < widestGroup && form.MatchString(r.Words[at].Text)
}
