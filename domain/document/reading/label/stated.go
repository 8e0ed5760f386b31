package label

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// Words of sentences beside a table that say the currency of its amounts.
var statedWords = wordSet(`prices pricing pricelist tarif tarifs prezzi listino precios prijzen ceny cennik costs kosten
	currency wahrung devise valuta moneda waluta values werte betrage amounts montants importi importes bedragen kwoty`)

// Stated returns the currency of the amounts of a table that a text beside it names, as it is
// written there: All prices in EUR, Currency: GBP. Several currencies are joined by a slash. A
// currency beside a figure belongs to that figure: minimum order 250 EUR.
func Stated(text string) string {
	if !slices.ContainsFunc(strings.Fields(Fold(text)), states) {
		return ""
	}
	var found []string
	words := strings.FieldsFunc(text, splits)
	for i, w := range words {
		w = strings.TrimRight(w, ".*!")
		before, after := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if i+1 < len(words) {
			after = words[i+1]
		}
		if MarkIn(w) == "" || number.HasDigit(before) || number.HasDigit(after) && !strings.HasPrefix(after, "20") {
			continue
		}
		if word := strings.ToLower(w); strings.HasPrefix(word, "euro") && !inWords[strings.ToLower(before)] && after != "" {
			continue // such as Euro pallets
		}
		found = joinMark(found, w)
	}
	return strings.Join(found, "/")
}

// SheetStates returns the currency that the name of a sheet states: EUR, Prices GBP.
func SheetStates(name string) string {
	if _, code := number.Currency(name); code {
		return name
	}
	return Stated(name)
}

func states(word string) bool {
	return statedWords[word] || priceWords[word] || strings.HasPrefix(word, "preis") ||
		strings.HasSuffix(word, "preise") || strings.HasSuffix(word, "liste")
}

// joinMark adds a mark. Of two marks that can mean the same currency, the more exact one is kept.
func joinMark(found []string, mark string) []string {
	means := number.Currencies(mark)
	for i, f := range found {
		others := number.Currencies(f)
		if slices.ContainsFunc(others, func(c money.Currency) bool { return slices.Contains(means, c) }) {
			if len(means) < len(others) {
				found[i] = mark
			}
			return found
		}
	}
	return append(found, mark)
}

// JoinStated joins the results of Stated.
func JoinStated(texts ...string) string {
	var found []string
	for _, text := range texts {
		for mark := range strings.SplitSeq(text, "/") {
			if mark != "" {
				found = joinMark(found, mark)
			}
		}
	}
	return strings.Join(found, "/")
}
