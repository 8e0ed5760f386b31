package label

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/number"
)

// DecimalOf returns the decimal sign of the language of labels. A word of a language with a
// decimal comma wins over English words, because such lists have both. Swiss and Mexican
// lists name their currency.
func DecimalOf(texts []string) number.Sign {
	english, comma := false, false
	for _, c := range texts {
		for _, w := range strings.Fields(Fold(c)) {
			if w == "chf" || w == "mxn" {
				return number.Undecided
			}
			english = english || pointWords[w]
			comma = comma || commaWords[w] || ends(w)
		}
	}
	switch {
	case comma:
		return ','
	case english:
		return '.'
	}
	return number.Undecided
}

// Pesos reports labels in Spanish or Portuguese. A dollar sign below them can mean the pesos of
// several countries too.
func Pesos(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool { return pesoWords[w] })
	})
}

var pesoWords = setOf(`precio precios codigo descripcion cantidad proveedor producto productos articulo articulos compra
	coste unidad unidades preco descricao quantidade fornecedor produto produtos custo`)

func ends(word string) bool {
	for _, e := range commaEndings {
		if len(word) > len(e) && strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}

// Words of headers, without accents: English, and languages with a decimal comma. Words that
// everybody uses, such as SKU, Brand, Min and Total, say nothing.
var (
	pointWords = setOf(`amount available buy cost costs description each item list name price pricing product qty quantity
		retail sell stock supplier title trade units vendor wholesale`)
	commaWords = setOf(`anzahl artikel beschreibung bestand bezeichnung einheit einkauf einkaufspreis ek hersteller
		kosten lieferant marke menge mindestpreis hochstpreis nettopreis preis produkt stuck uvp vk wahrung warengruppe
		prix designation libelle quantite fournisseur marque cout achat unitaire produit devise
		prezzo descrizione quantita fornitore marca costo prodotto unitario acquisto
		precio descripcion cantidad proveedor coste producto compra moneda
		prijs omschrijving aantal leverancier merk inkoop inkoopprijs
		cena nazwa ilosc dostawca zakupu
		pris antal benamning inkopspris artikelnummer beskrivning varenummer indkobspris
		preco descricao quantidade fornecedor custo
		cikkszam megnevezes mennyiseg mertekegyseg egysegar kiszereles nimike yksikkohinta`)
	commaEndings = []string{"preis", "prijs", "menge", "bezeichnung", "nummer", "kosten", "bestand"}
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
