package label

import (
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/number"
)

// Printed reads a label of a printed table, where goods may be paid by weight and a container
// alone names a column.
func Printed(text string) (kind Column, base int64, ok bool) {
	if kind, base, ok = ColumnOf(text); ok {
		return kind, base, true
	}
	if kind, ok = printed.Whole(text); ok {
		if kind == Weight && MarkIn(text) != "" {
			kind = Price // £/kg
		}
		return kind, 1, true
	}
	words := strings.Fields(Fold(text))
	last := len(words) - 1
	if last < 1 || Measure(text) == "" {
		return "", 0, false
	}
	for last > 1 && betweenWords[words[last-1]] {
		last--
	}
	if kind, ok = printed.Whole(strings.Join(words[:last], " ")); ok && kind == Weight {
		return kind, 1, true
	}
	kind, ok = Columns.Whole(strings.Join(words[:last], " "))
	return kind, 1, ok && (kind == Price || kind == Cost)
}

// printed lists labels that have their meaning in printed tables alone.
var printed = lexicon[Column](nearbyColumns + `
weight: weight, net weight, nett weight, wt, net wt, catch weight, kg, kgs, kilos, lbs, total weight, total kg
weight: gewicht, nettogewicht, gewicht netto, netto gewicht, poids, poids net, peso, peso neto, peso netto
price: per kg, per kilo, kilopreis, kg preis, kiloprijs, prix au kilo, per lb, per lbs
pack: karton, krt, kt, pk, pck, inh, geb, verp, content, contents, contenido, contenuto
pack: per case, in case, per carton, in carton, per ctn, per box, per outer, je karton, par carton
desc: material description, material details, material name, description of material, description of materials
desc: materialbezeichnung, materialbeschreibung, product service description
desc: and description, und bezeichnung, und beschreibung, et désignation
desc: y descripción, e descrizione, en omschrijving
`)

// Measure returns the unit of weight, length or volume that ends a label: kg of Weight kg and of
// Price per kg.
func Measure(text string) string {
	words := strings.Fields(Fold(text))
	if len(words) == 0 {
		return ""
	}
	unit, _ := number.Unit(words[len(words)-1])
	switch last := words[len(words)-1]; {
	case last == "lb", last == "lbs":
		return "lb"
	case slices.Contains([]string{"kg", "g", "m", "m2", "l"}, unit):
		return unit
	}
	return ""
}

// Container reports the label of a container and nothing else, such as Karton or Caja. It heads
// cases or units per case.
func Container(text string) bool {
	const never = " ve vpe gebinde colisage inner conf verpakking confezione confezioni dozen "
	text = Fold(text)
	return caseWords[text] && !strings.Contains(never, " "+text+" ")
}

// NamesCase reports the label of a content that names the case: units per case, case size.
func NamesCase(text string) bool {
	const weak = " ve vpe gebinde colisage inner conf verpakking confezione "
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool {
		return caseWords[w] && !strings.Contains(weak, " "+w+" ")
	})
}

// Content reports the label of the contents of a pack, in units or millilitres: Inhalt, Inhoud.
func Content(text string) bool { return onlyOf(strings.Fields(Fold(text)), contentWords) }

// CaseCode reports the label of a code of cases: EAN Karton, Case UPC.
func CaseCode(text string) bool {
	return slices.ContainsFunc(strings.Fields(Fold(text)), func(w string) bool { return caseWords[w] || w == "master" })
}

// Counted reports the label of a container and a count, such as Box qty. It heads cases or units
// per case.
func Counted(text string) bool {
	words := strings.Fields(Fold(text))
	return len(words) == 2 && boxWords[words[0]] && words[1] != "of" && boxCounts[words[1]]
}

// Inner reports a label of the units in an inner pack.
func Inner(text string) bool { return slices.Contains(strings.Fields(Fold(text)), "inner") }

// Words of labels that name the owner of a code, and words for codes beside them.
var (
	ourWords      = wordSet(`our we unsere unser notre nos nuestro nuestra ns nostro nostra onze ons`)
	supplierWords = wordSet(`supplier vendor lieferant lieferanten lief fournisseur proveedor fornitore leverancier`)
	buyerWords    = wordSet(`your yr customer customers cust client clients buyer buyers ihre ihr ihrer kunden kunde kd
		votre vos su sus vs vostro vostra uw klant klanten cliente`)
	codeNouns = wordSet(`number nummer numero no nr n code codigo codice ref reference referencia referenz riferimento
		rif item artikel article articulo articolo product producto produit prodotto produkt part material sku`)
)

// owned reads the label of a code with its owner: our code, Ihre Nr., Vs. codice, Réf. client.
func owned(text string) (kind Column, ok bool) {
	words := strings.Fields(Fold(text))
	last := len(words) - 1
	if last < 1 {
		return "", false
	}
	for _, c := range []struct {
		owner string
		rest  []string
	}{{words[0], words[1:]}, {words[last], words[:last]}} {
		named, known := Columns.Whole(strings.Join(c.rest, " "))
		if !onlyOf(c.rest, codeNouns) && !(known && named == SKU) {
			continue
		}
		switch {
		case ourWords[c.owner], supplierWords[c.owner]:
			return SKU, true
		case buyerWords[c.owner]:
			return Own, true
		}
	}
	return "", false
}

// Words of labels of numbers that customs and tax offices give to goods, and words for numbers
// after them.
var (
	tariffWords = wordSet("hsn hs sac taric tariff commodity customs")
	tariffTails = wordSet("code codes no nr number")
)

// Tariff counts the words of a label of tariff numbers, such as HSN/SAC Code, 0 for others. They
// are no codes of products.
func Tariff(words []string) int {
	for n, w := range words {
		parts := strings.Fields(Fold(w))
		if n > 0 && onlyOf(parts, tariffTails) && len(parts) > 0 {
			return n + 1
		}
		if len(parts) == 0 || !onlyOf(parts, tariffWords) {
			break
		}
	}
	return 0
}

// noShops lists words before the number of a part that name no shop. The shops need no Part
// after their name: LCSC#.
var (
	noShops = wordSet(`manufacturer manufacture manufacturers mfr mfg maker oem hersteller old new alt alternate
		alternative substitute replacement parent sub cross competitor related drawing original serial lot batch
		order line po hs tariff invoice job project assembly spare no number total per`)
	shops = wordSet(`lcsc digikey digi mouser farnell newark arrow tme jlcpcb element14 rs grainger mcmaster`)
)

// ofShop reads the label of a code with the name of a shop before it: DigiKey Part #, LCSC#.
func ofShop(text string) bool {
	words := strings.Fields(Fold(strings.ReplaceAll(text, "#", " no ")))
	last := len(words) - 1
	if last < 1 || !slices.Contains([]string{"no", "nr", "number"}, words[last]) {
		return false
	}
	name := words[:last]
	if parted := name[last-1] == "part"; parted {
		name = name[:last-1]
	} else if !shops[name[0]] {
		return false
	}
	return len(name) > 0 && len(name) <= 2 && !slices.ContainsFunc(name, func(w string) bool {
		return noShops[w] || buyerWords[w] || !strings.ContainsFunc(w, unicode.IsLetter)
	})
}

// lineWords lists words that label totals if a currency is beside them.
var lineWords = wordSet("goods line ligne linea zeile regel")

// marked reads a label of a currency and one word that has another meaning without it: Unit £,
// €/Stk, Case $, Goods £.
func marked(text string) (kind Column, ok bool) {
	mark := MarkIn(text)
	if mark == "" {
		return "", false
	}
	word := Fold(strings.Replace(text, mark, " ", 1))
	switch unit, _ := number.Unit(word); {
	case strings.Contains(word, " "):
		return "", false
	case unit == "case", caseWords[word]:
		return CasePrice, true
	case unit == "piece":
		return Price, true
	}
	return Total, lineWords[word]
}
