package table

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// signs gives each column the decimal sign that its own figures show, else the sign that all other
// columns show. A column without a sign stays open where a figure has two readings.
func (m *Mapping) signs(votes []number.Votes) {
	all, mixed := number.Undecided, false
	for _, v := range votes {
		switch sign := v.Clear(); {
		case v.Sign() != sign:
			mixed = true
		case all == number.Undecided:
			all = sign
		case sign != number.Undecided && sign != all:
			mixed = true
		}
	}
	if mixed {
		all = number.Undecided
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		c.Base, c.Sign = 1, all
		if i >= len(votes) {
			continue
		}
		switch own := votes[i]; {
		case own.Clear() != number.Undecided:
			c.Sign = own.Clear()
		case own.Open() == "" && own.Sign() != number.Undecided:
			c.Sign = own.Sign()
		case own.Shown():
			c.Sign, c.Open = number.Undecided, own.Open()
		case all == number.Undecided:
			c.Open = own.Open()
		}
	}
}

// Undecided reports whether any column is open.
func (m *Mapping) Undecided() bool {
	for _, c := range m.Columns {
		if c.Open != "" {
			return true
		}
	}
	return false
}

// unread reports whether a column of amounts or quantities is open.
func (m *Mapping) unread() bool {
	for _, c := range m.Columns {
		if c.Open != "" && slices.Contains(numeric, c.Kind) {
			return true
		}
	}
	return false
}

// figure reads a cell of the column. In an open column a cell with two readings is no figure.
func (c Column) figure(cell Cell) (number.Number, bool) {
	n, ok := cell.Figure(c.Sign)
	if ok && c.Open != "" && cell.Kind == Text {
		point, comma := number.Readings(cell.Text)
		ok = point == comma
	}
	return n, ok
}

// Decide closes open columns by the language of the header, the delimiter between the cells
// (0 for a workbook) and the currency that a label names. German with semicolons writes a
// comma, English with commas a point. Where language and delimiter contradict each other,
// columns stay open. In a workbook the language only confirms decimals, because everybody
// uses English headers.
func (m *Mapping) Decide(delimiter rune) {
	speaks := m.language()
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Open == "" {
			continue
		}
		at := number.Sign(c.Open[strings.LastIndexAny(c.Open, ".,")])
		sign := number.Undecided
		switch {
		case withoutDecimals(c.Label):
			sign = '.' + ',' - at
		case speaks == '.' && delimiter == ',', speaks == ',' && delimiter == ';':
			sign = speaks
		case speaks == '.' && delimiter == ';', speaks == ',' && delimiter == ',':
		case speaks == at:
			sign = at
		}
		if sign != number.Undecided {
			c.Sign, c.Open = sign, ""
		}
	}
}

// withoutDecimals reports a label with a currency that has no decimals: Price (JPY).
func withoutDecimals(text string) bool {
	for _, w := range strings.Fields(label.Fold(text)) {
		if w == "jpy" || w == "yen" || w == "krw" {
			return true
		}
	}
	return strings.ContainsAny(text, "¥₩")
}

// language returns the decimal sign of the header's language. A word of a language with a
// decimal comma wins over English words, because such lists have both. Swiss and Mexican
// lists name their currency.
func (m *Mapping) language() number.Sign {
	english, comma := false, false
	for _, c := range m.Columns {
		for _, w := range strings.Fields(label.Fold(c.Label)) {
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
		preco descricao quantidade fornecedor custo`)
	commaEndings = []string{"preis", "prijs", "menge", "bezeichnung", "nummer", "kosten", "bestand"}
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
