package label

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Lexicon maps labels of any number of words to their meanings.
type Lexicon[K ~string] struct {
	meanings map[string]K
	// endings maps the last part of compound words: the price of Stückpreis.
	endings map[string]K
	longest int
	// glued maps labels of several words without their spaces, as in InvoiceNo.
	glued map[string]K
	// repeated lists labels that occur twice in the table
	repeated []string
}

// lexicon reads lines of a kind and its labels, separated by commas; a label that
// begins with * is the ending of compounds.
func lexicon[K ~string](lines string) Lexicon[K] {
	l := Lexicon[K]{meanings: map[string]K{}, endings: map[string]K{}}
	for line := range strings.Lines(lines) {
		kind, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for label := range strings.SplitSeq(list, ",") {
			if ending, ok := strings.CutPrefix(strings.TrimSpace(label), "*"); ok {
				l.endings[ending] = K(kind)
				continue
			}
			label = Fold(label)
			if other, ok := l.meanings[label]; ok && other != K(kind) {
				l.repeated = append(l.repeated, kind+": "+label)
			}
			l.meanings[label] = K(kind)
			l.longest = max(l.longest, strings.Count(label, " ")+1)
		}
	}
	for label, kind := range maps.Clone(l.meanings) {
		for _, tax := range taxes {
			if other := strings.ReplaceAll(" "+label+" ", " mwst ", " "+tax+" "); l.meanings[strings.TrimSpace(other)] == "" {
				l.meanings[strings.TrimSpace(other)] = kind
			}
		}
	}
	for _, label := range slices.Sorted(maps.Keys(l.meanings)) { // Tot. documento
		first, rest, _ := strings.Cut(label, " ")
		if totalWords[first] && rest != "" && l.meanings["tot "+rest] == "" {
			l.meanings["tot "+rest] = l.meanings[label]
		}
	}
	return l
}

// totalWords lists words that tot is short for.
var totalWords = wordSet("total totale totaal")

// taxes lists the other German words for mwst. A label with one of them has all.
var taxes = []string{"ust", "mehrwertsteuer", "umsatzsteuer"}

// Names makes a lexicon of the labels of each meaning, separated by commas.
func Names[K ~string](labels map[K]string) Lexicon[K] {
	var lines strings.Builder
	for kind, list := range labels {
		lines.WriteString(string(kind) + ":" + strings.Join(strings.Fields(list), " ") + "\n")
	}
	return lexicon[K](lines.String())
}

// Whole returns the meaning of a text that is a label from its first to its last word. Letters with
// dots between them are a word too: T.V.A. A hyphen may part a compound: Beleg-Datum.
func (l Lexicon[K]) Whole(text string) (K, bool) {
	compound := Fold(strings.ReplaceAll(text, "-", ""))
	text = Fold(text)
	for _, form := range []string{text, joined(text), compound} {
		if kind, ok := l.meanings[form]; ok {
			return kind, true
		}
	}
	if !strings.Contains(text, " ") {
		for ending, kind := range l.endings {
			if len(text) > len(ending)+2 && strings.HasSuffix(text, ending) {
				return kind, true
			}
		}
	}
	kind, ok := l.glued[text]
	return kind, ok
}

// goesOn reports a word in small letters, which belongs to the label before it: Date de la
// facture/Date de la livraison.
func goesOn(word string) bool { return word != "" && word[0] >= 'a' && word[0] <= 'z' }

// twice returns the meaning of a label that says the same in two languages: Data doc./Date.
func (l Lexicon[K]) twice(text string) (K, bool) {
	first, second, parted := strings.Cut(text, "/")
	kind, ok := l.Whole(first)
	if other, known := l.Whole(second); parted && ok && known && kind == other {
		return kind, true
	}
	var none K
	return none, false
}

// leastGlued counts the letters of the shortest label without spaces.
const leastGlued = 8

// glue reads labels without their spaces too.
func (l Lexicon[K]) glue() Lexicon[K] {
	l.glued = map[string]K{}
	for words, kind := range l.meanings {
		if text := strings.ReplaceAll(words, " ", ""); text != words && len(text) >= leastGlued {
			l.glued[text] = kind
		}
	}
	return l
}

// joined makes a word of single letters that follow each other in a folded text.
func joined(text string) string {
	var b strings.Builder
	before := 0
	for i, word := range strings.Split(text, " ") {
		if single := len(word) == 1; i > 0 && (!single || before != 1) {
			b.WriteByte(' ')
		}
		before = len(word)
		b.WriteString(word)
	}
	return b.String()
}

// At returns the meaning of the label that the words begin with, and its length in words. The
// longest label wins; the length is 0 without a label. A sign before a label is skipped.
func (l Lexicon[K]) At(words []string) (K, int) {
	for n := min(l.longest, len(words)); n > 0 && Fold(words[0]) != ""; n-- {
		text := strings.Join(words[:n], " ")
		kind, ok := l.Whole(text)
		if !ok && strings.Count(text, "/") == 1 && (n == len(words) || !goesOn(words[n])) {
			kind, ok = l.twice(text)
		}
		if ok && Fold(words[n-1]) != "" {
			return kind, n
		}
	}
	var none K
	return none, 0
}

// In returns the first label inside a text, and the words after it.
func (l Lexicon[K]) In(words []string) (kind K, rest []string, ok bool) {
	for i := range words {
		if kind, n := l.At(words[i:]); n > 0 {
			return kind, words[i+n:], true
		}
	}
	return kind, nil, false
}

func onlyOf(words []string, sets ...map[string]bool) bool {
	for _, w := range words {
		if !slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[w] }) {
			return false
		}
	}
	return true
}

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// Fold writes a text in small letters without accents, with a space for each run
// of anything else than letters, digits and %. Signs without a width are left out.
func Fold(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		r = unicode.ToLower(r)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '%' || r == 'º' || r == 'ª' {
			gap = gap || !unicode.In(r, unicode.Mn, unicode.Cf)
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		if plain, ok := accents[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// accents maps the accented letters of the languages to plain letters.
var accents = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l"}
	for plain, list := range map[string]string{
		"a": "áàâäãåąă", "c": "çćč", "d": "ďđ", "e": "éèêëęě", "g": "ğ", "i": "íìîïı", "l": "ĺľ", "n": "ñńň", "o": "óòôöõő",
		"r": "řŕ", "s": "śšşș", "t": "ťţț", "u": "úùûüůű", "y": "ýÿ", "z": "źżž",
	} {
		for _, r := range list {
			m[r] = plain
		}
	}
	return m
}()
