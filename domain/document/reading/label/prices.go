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

// Words of prices that are no cost: with tax, by weight, of other sellers, or of earlier days.
var noCost = wordSet(`inc incl including inclusive gross brutto ttc kg kilo g gram gramm l litre liter
	amazon ebay shop market sell selling sale consumer old was alt shipping delivery freight versand
	list min max`)

// Priced reports a label of a price that can be the cost: Our Price, Special price, Angebotspreis.
func Priced(text string) bool {
	priced := false
	for _, w := range strings.Fields(Fold(text)) {
		if noCost[w] || retailWords[w] {
			return false
		}
		priced = priced || priceWords[w] || strings.HasSuffix(w, "preis") || strings.HasSuffix(w, "prijs")
	}
	return priced
}

// Amount reports a label with a word of prices or with a currency: List price, UVP, Fee (EUR).
func Amount(text string) bool {
	for _, w := range strings.Fields(Fold(text)) {
		if priceWords[w] || retailWords[w] || strings.HasSuffix(w, "preis") || strings.HasSuffix(w, "prijs") {
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
