package label

import (
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// lower lists the codes that labels write in lower case too. Other codes are words of some
// language: all, try, ron.
var lower = wordSet("eur euro euros usd gbp chf pln sek nok dkk cad aud jpy czk huf")

// CurrencyIn returns the currency of a label: Cost (GBP), price_eur, Preis € / Stk, USD cost.
// It is empty without a currency, and with several.
func CurrencyIn(text string) money.Currency {
	c, _ := number.Currency(MarkIn(text))
	return c
}

// MarkIn returns the sign or the code of the currency in a label, as CurrencyIn finds it.
func MarkIn(text string) (mark string) {
	var found money.Currency
	for _, w := range strings.FieldsFunc(text, splits) {
		code, ok := number.Currency(w)
		isCode := !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		if !ok || isCode && !number.Letters(w) && w != strings.ToUpper(w) && !lower[strings.ToLower(w)] && code != "" {
			continue
		}
		if mark != "" && found != code {
			return ""
		}
		mark, found = w, code
	}
	return mark
}

func splits(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()[]{}/_:;,-|", r) }

// Words of prices that are no cost, also before preis and prijs in compounds.
var (
	// noCost has words of prices by weight, of other sellers, of catalogues, or of earlier days.
	noCost = wordSet(`kg kilo g gram gramm l litre liter meter amazon ebay shop market markt consumenten winkel kassen
		laden old was alt vorjahres shipping delivery freight versand fracht transport pfand miet min max minimum
		maximum mindest hochst list listino listen katalog catalog catalogue catalogo catalogus`)
	// taxed has words of prices with tax or before a discount.
	taxed = wordSet(`inc incl including inclusive inkl inklusive inclus incluse comprise incluido incluida inclusa
		incluso inclusief gross brutto bruto brut lordo ttc ivato`)
	withWords = wordSet("with mit avec con met z s")
	notWords  = wordSet("not no non nicht niet")
	// selling has words of prices to the buyer of the list, or to consumers.
	selling = wordSet("sell selling sale sales vk verkauf verkaufs vente venta vendita verkoop sprzedazy")
)

// compounds lists the endings of compound words for prices.
var compounds = []string{"preis", "prijs"}

// front returns the part of a compound word before its price, else the word.
func front(w string) string {
	for _, ending := range compounds {
		if first, ok := strings.CutSuffix(w, ending); ok && first != "" {
			return first
		}
	}
	return w
}

// NoCost reports a label of a price that is no cost beside another price: with tax, for consumers,
// by weight, of a catalogue.
func NoCost(text string) bool {
	words := strings.Fields(Fold(text))
	not := slices.ContainsFunc(words, func(w string) bool { return notWords[w] })
	for i, w := range words {
		first := front(w)
		if noCost[w] || noCost[first] || retailWords[w] || !not && (taxed[w] || taxed[first]) ||
			i > 0 && withWords[words[i-1]] && taxNames[w] {
			return true
		}
	}
	return false
}

// Doubtful reports a label of a price that can be another one than the cost: prices of NoCost,
// selling prices, and compounds that no table lists. Our selling price is the cost.
func Doubtful(text string) bool {
	words := strings.Fields(Fold(text))
	if slices.ContainsFunc(words, func(w string) bool { return ourWords[w] || supplierWords[w] }) {
		return false
	}
	return NoCost(text) || slices.ContainsFunc(words, func(w string) bool {
		first := front(w)
		_, known := Columns.meanings[w]
		return selling[w] || selling[first] || first != w && !known
	})
}

// Priced reports a label of a price that can be the cost: Our Price, Special price, Angebotspreis.
func Priced(text string) bool {
	words := strings.Fields(Fold(text))
	return !NoCost(text) && !slices.ContainsFunc(words, func(w string) bool { return selling[w] }) &&
		slices.ContainsFunc(words, func(w string) bool { return priceWords[w] || front(w) != w })
}

// Amount reports a label with a word of prices or with a currency: List price, UVP, Fee (EUR).
func Amount(text string) bool {
	for _, w := range strings.Fields(Fold(text)) {
		if priceWords[w] || retailWords[w] || front(w) != w {
			return !strings.Contains(text, "%")
		}
	}
	return MarkIn(text) != ""
}

// Words of prices for one item.
var eachWords = wordSet(`each ea unit piece pc stuck stk einzelpreis stuckpreis unitaire unitario unita stuk
	stukprijs ud`)

// Each reports a label of a price for one item: Unit cost, Price each, Stückpreis.
func Each(text string) bool {
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool { return eachWords[w] })
}

// Dozen reports a label of a price for twelve items: Price per dozen, Cost/DZ.
func Dozen(text string) bool {
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool {
		unit, _ := number.Unit(w)
		return unit == "dozen"
	})
}

// Measured reports a label of a price by weight, length, volume or time: Cost/kg.
func Measured(text string) bool {
	words := strings.Fields(Fold(text))
	if len(words) < 2 {
		return false
	}
	unit, _ := number.Unit(words[len(words)-1])
	return slices.Contains([]string{"kg", "g", "m", "m2", "l", "hour", "day"}, unit)
}

// Listing reports a label in reports of a marketplace, where prices are the selling prices.
func Listing(text string) bool { return listing[strings.ReplaceAll(Fold(text), " ", "")] }

var listing = setOf("fnsku sellersku merchantsku msku listingid")

// Bought reports a label with a word of costs: Buy cost, Purchase price.
func Bought(text string) bool {
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool { return costWords[w] })
}

// Taxed reports the label of amounts with their tax: Total TTC. English gross amounts may be those
// before a discount.
func Taxed(text string) bool {
	kind, _, _ := Printed(text)
	return kind == Gross && !strings.HasPrefix(Fold(text), "gross")
}
