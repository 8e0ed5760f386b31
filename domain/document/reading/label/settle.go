package label

import (
	"slices"
	"strings"
)

// Settle decides labels that depend on others. With two columns of text and no codes, the first has
// codes (Item, Description), unless its label says that it has names (Product name, Titolo). After
// such a label a single word for goods heads codes (Omschrijving, Artikel). Beside the codes of a
// vendor our codes are the buyer's (Our Item, Vendor Item). Goods after the price head totals.
func Settle(kinds []Column, labels []string) {
	if last := len(kinds) - 1; last > 0 && kinds[last] == Text && lineWords[Fold(labels[last])] &&
		slices.Contains(kinds[:last], Price) && slices.Contains(kinds[:last], Text) && !slices.Contains(kinds, Total) {
		kinds[last] = Total
	}
	if slices.Contains(kinds, SKU) {
		coded := func(words map[string]bool) int {
			return slices.IndexFunc(labels, func(text string) bool {
				return kinds[slices.Index(labels, text)] == SKU && has(text, words)
			})
		}
		if ours := coded(ourWords); ours >= 0 && coded(supplierWords) >= 0 {
			kinds[ours] = Own
		}
		return
	}
	first := slices.Index(kinds, Text)
	if first < 0 || !slices.Contains(kinds[first+1:], Text) {
		return
	}
	if !names(labels[first]) {
		kinds[first] = SKU
		return
	}
	for i := first + 1; i < len(kinds); i++ {
		if kinds[i] == Text && goodsWords[Fold(labels[i])] {
			kinds[i] = SKU
			return
		}
	}
}

// goodsWords lists labels that head codes or names.
var goodsWords = wordSet("item article articulo articolo artikel product produkt produit producto prodotto")

// nameWords lists words of labels above names.
var nameWords = wordSet(`name names naam nom nome nombre nazwa nazev title titolo titulo titre titel description
	bezeichnung artikelbezeichnung produktbezeichnung artikelname designation libelle denominazione denominacion
	descrizione descripcion omschrijving benaming наименование название номенклатура назва найменування`)

func names(text string) bool { return has(text, nameWords) }

func has(text string, words map[string]bool) bool {
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool { return words[w] })
}
