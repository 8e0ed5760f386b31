package field

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// Title has the number of a document after its title, and the words after the number.
type Title struct {
	Credit bool
	Number string
	Rest   []string
}

// Titled reads a title with its number in one row: Handelsrechnung (380) Nr. 471102 vom 05.06.2018.
// A code of the type may be in brackets. It is false for numbers of other documents.
func Titled(words []string) (t Title, ok bool) {
	var plain []string
	open, coded := false, false
	for i, w := range words[:min(longestTitle, len(words))] {
		open = open || strings.HasPrefix(w, "(")
		switch {
		case open:
			coded = coded || typeCode.MatchString(w)
			open = !strings.HasSuffix(w, ")")
		case i > 0 && (signs[label.Fold(w)] || w == "#" || w == "№"):
			if t, ok = numberedTitle(strings.Join(plain, " "), words[i+1:]); !ok && coded && len(plain) > 1 {
				// Schlussrechnung Bau (877) Nr. 7
				return numberedTitle(strings.Join(plain[:len(plain)-1], " "), words[i+1:])
			}
			return t, ok
		case label.Fold(w) == "":
			return t, false
		default:
			plain = append(plain, label.Fold(w))
		}
	}
	return t, false
}

// numberedTitle reads the number after a title and a sign.
func numberedTitle(title string, words []string) (t Title, ok bool) {
	credit, bill := credits.MatchString(title), bills.MatchString(title)
	if !credit && !bill || calculations.MatchString(title) || len(words) == 0 {
		return t, false
	}
	if tail := strings.Fields(title)[1:]; slices.ContainsFunc(tail, func(w string) bool {
		_, n := label.Fields.At([]string{w})
		return n > 0 && !bills.MatchString(w) && !credits.MatchString(w)
	}) {
		return t, false // Rechnung der Bestellung Nr. 7
	}
	code := strings.Trim(words[0], ":,;")
	if _, day := Day(words, DayFirst); day || !number.HasDigit(code) {
		return t, false
	}
	return Title{Credit: credit, Number: code, Rest: words[1:]}, true
}

// typeCode matches a code of a type of document.
var typeCode = regexp.MustCompile(`^\(\d{2,3}\)$`)

// longestTitle bounds the words of a title and its sign.
const longestTitle = 9

// signs has words between a title and its number.
var signs = setOf("nr no n num number nummer numero")

// Titles of invoices and credits: words before them, and the words after them that say more.
const (
	before = `^(?:(?:selbst|selbstausgestellte|selbstfakturierte|ausgestellte|fakturierte|korrigierte|kaufmannische` +
		`|tax|vat|commercial|corrected|self|billed|selfbilled|sales|partial|final|prepayment|proforma|consolidated) ){0,2}`
	after = `(?: (?:des|der|d|de|di|da|del|della|du|van|of) [a-z]+| commerciale| comercial| proforma| finale` +
		`| simplificada| differita| immediata| accompagnatoria)?$`
)

var (
	bills = regexp.MustCompile(before + `(?:[a-z]*rechnung|invoice|facture|factura|fattura|[a-z]*factuur|faktura)` +
		after)
	credits = regexp.MustCompile(before + `(?:[a-z]*gutschrift|(?:rechnungs|beleg)korrektur|stornorechnung` +
		`|korrekturrechnung|korrigierte rechnung|credit (?:note|memo)|corrected invoice|avoir` +
		`|nota (?:de|di) credito|abono|creditnota|factura rectificativa|facture rectificative)` + after)
	calculations = regexp.MustCompile(`(?:^|[a-z])(?:be|ver|um|hoch|aus)rechnung`)
)
