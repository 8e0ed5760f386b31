package number

import (
	"regexp"
	"strconv"
	"strings"
)

// Pack counts the units of a case as people print it: 24, 24 x 330ml, 12/750ml, 6/case or CS of 12.
type Pack struct {
	// Units counts the units in a case.
	Units int64
	// Case reports that the text names a case, or the size of each unit in it: 24 x 330ml is sold
	// as a case.
	Case bool
}

// Words of containers, of units in them, and of sizes.
const (
	containers = `(?:cs|cse|cases?|ctns?|cartons?|cart|krt|kt|kart|kartons?|box|boxes|bx|kiste|kisten|kasten|` +
		`ktn|crt|gebinde|ve|vpe|trays?|crate|caja|cajas|` +
		`cartone|cartoni|collo|colis|caisse|caisses|doos|krat|outer|outers|umkarton|display|bundle)`
	pieces = `(?:pcs?|pces?|pieces?|ea|each|units?|u|st|stk|stck|stück|stueck|pz|pezzi|pièces?|ud|uds|unidades|` +
		`stuks?|ks|szt|btls?|bottles?|fl|flaschen?|` +
		`cans?|dosen?|jars?|bags?|tubs?|packs?|pks?|pkts?|ct|count|bottiglie|bouteilles|botellas|flessen|blik)`
	sizes = `(?:#\d+(?:\s*(?:cans?|tins?))?|\d+(?:[.,]\d+)?\s*(?:ml|cl|dl|lt?|ltr|lit(?:re|er)s?|` +
		`mg|g|gr|grams?|kg|kgs|oz|fl\.? ?oz|floz|lbs?|#|` +
		`gal|qt|pt|ply|lagig|sheets?|blatt))`
	lengths = `\d+(?:[.,]\d+)?\s*(?:mm|cm|mt?|in|ft)`
	wraps   = `(?:packs?|pks?|pkts?|pkgs?|packung|paket|paquete?|pacco|confezione|verpakking|sets?|bags?|sleeves?|lots?)`
	holds   = ` ?(?:of|à|a|de|da|di|mit|van|con|with|x|zu|=|/|@|\()? ?`
	each    = `(?:(?:/|per|pro|je|par|por|al|alla) ?)?(?:1 ?)?`
)

// Forms of contents. The first group counts; a second one multiplies it.
var packs = []struct {
	form *regexp.Regexp
	kase bool
}{
	{packForm(`(\d+)`), false},
	{packForm(`(\d+)(?: ?[x*/] ?| )` + sizes), true},
	{packForm(`(\d+)(?: ?[x*/] ?| )` + lengths), false}, // also a size: 24 x 30 cm
	{packForm(`(\d+) ?[x*/] ?(\d+) ?[x*/] ?` + sizes), true},
	{packForm(`(\d+) ?(?:er|x|'?s|` + pieces + `)`), false},
	{packForm(`c ?/ ?(\d+)`), false},
	{packForm(`(?:x|\*|à|a) ?(\d+) ?` + pieces + `?`), false},
	{packForm(`1 ?(?:x|\*) ?(\d+) ?` + pieces + `?`), false},
	{packForm(`(\d+) ?(?:` + pieces + ` ?)?(?:/|per|pro|je|par|por|in|im|x) ?(?:1 ?)?` + containers), true},
	{packForm(`(\d+) ?[x*/] ?` + sizes + ` ?(?:/|per|pro|je|par|por|in) ?(?:1 ?)?` + containers), true},
	{packForm(`(\d+)er[ -]?` + containers), true},
	{packForm(`(\d+)er[ -]?` + wraps), false},
	{packForm(sizes + ` ?[x*] ?(\d+)`), true},
	{packForm(`(?:per|pro|je|par|por) (\d+) ?` + pieces + `?`), false},
	{packForm(each + wraps + holds + `(\d+) ?` + pieces + `?\)?`), false},
	{packForm(each + containers + holds + `(\d+) ?` + pieces + `?\)?`), true},
	{packForm(each + containers + holds + `(\d+) ?(?:x|/) ?` + sizes + `\)?`), true},
}

var counting = packForm(`(?:\d+ ?'s|1 ?x ?\d+|` + wraps + holds + `\d+)`)

func packForm(form string) *regexp.Regexp { return regexp.MustCompile(`^\(?` + form + `\)?$`) }

// PackOf reads the content of a case; false for other texts.
func PackOf(text string) (Pack, bool) {
	if len(text) > maxText || !HasDigit(text) {
		return Pack{}, false
	}
	text = packText(text)
	for _, p := range packs {
		found := p.form.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		n := int64(1)
		for _, digits := range found[1:] {
			factor, err := strconv.ParseInt(digits, 10, 64)
			if err != nil || factor < 1 || factor > maxPack {
				return Pack{}, false
			}
			n *= factor
		}
		return Pack{n, p.kase}, n <= maxPack
	}
	return Pack{}, false
}

func packText(text string) string {
	text = strings.Join(strings.Fields(packSigns.Replace(strings.ToLower(spaces.Replace(text)))), " ")
	return strings.TrimSuffix(text, ".")
}

// CountsUnits reports a text that is the content of a pack also below an unknown label: 12's, Pack
// of 6, 1 x 24.
func CountsUnits(text string) bool {
	return len(text) <= maxText && counting.MatchString(packText(text))
}

// maxPack bounds the units of a case.
const maxPack = 100_000

// packSigns writes signs of multiplication alike, and leaves out dots after short words.
var packSigns = strings.NewReplacer("×", "x", "’", "'", "✕", "x", ". ", " ", "./", "/")
