package card

import (
	"regexp"
	"strings"
)

// Parts of the forms of cards: 2 @ 23.88 / pack, Qty: 2 Price: 23.88, x10 $4,999.90. A ~ matches up
// to two spaces: textOf puts two between cells.
const (
	moneyForm = `(-?(?:(?:\p{Sc}|[A-Z]{1,3}\$|[A-Z]{3}|Rs\.?|kr\.?)~)?-?\d[\d.,']*(?: \d{3})*(?:[.,]\d+)?` +
		`(?:~(?:\p{Sc}|[A-Z]{3}|kr|zł|Kč)(?:[ ).,;=/]|$))?)`
	// countForm also matches groups of thousands: 1 200.
	countForm = `(\d{1,3}(?:[ \x{a0}\x{202f}.,'’]\d{3})+|\d{1,6}(?:[.,]\d{1,3})?)`
	// unitForm matches a unit between a quantity and its price.
	unitForm = `(?:~(?:pcs?|pieces?|units?|ea|st|stk|stück|pz|pce|pièces?|uds?|unidades|szt|ks|stuks?|cs|cases?|ctn|` +
		`cartons?|packs?|pk|boxes|box)\.?)?`
	perForm = `(?:~(?:/|per|pro|je|par|por)~(\pL+)\.?(?:[ )]|$))?`
	wordEnd = `(?:[^\pL]|$)`
)

var (
	factors = form(`(?i)(?:^|[ (:])` + countForm + unitForm +
		`~(@|x|×|\*|à|at|zu je|zu|je|a)~` + moneyForm + perForm)
	priceFirst = form(`(?i)(?:^|[ (:])` + moneyForm + `~(?:x|×|\*)~` + countForm + `(?:[ )=]|$)`)
	// shipped comes before counted: of several quantities the delivered one counts.
	shipped = form(`(?i)(?:^|[ (])(?:(?:qty|quantity)\.?~(?:shipped|delivered|invoiced)|` +
		`(?:shipped|delivered|invoiced)~(?:qty|quantity)|liefermenge|gelieferte menge|quantité livrée)\.?~[:#=]?~` +
		countForm + `(?:[ ),;]|$)`)
	counted = form(`(?i)(?:^|[ (])(?:(?:ordered |order )?(?:qty|quantity)(?:\.?~ordered)?|qté|quantité|` +
		`(?:bestell)?menge|anzahl|stückzahl|cantidad|cant|` +
		`quantità|qtà|q\.tà|aantal|antal|ilość|množství|mængde)\.?~[:#=]?~` + countForm + `(?:[ ),;]|$)`)
	times = form(`(?i)(?:^| )(?:[x×]~` + countForm + `|` + countForm + `~[x×])(?: |$)`)
	of    = form(`(?i)^` + countForm + ` of: `)
	each  = form(`(?i)` + moneyForm + `~(?:/~|per |pro |je |par |por |al |p\.~|l['’]|la |het )?` +
		`(?:each|ea|unit|piece|pc|pcs|stk|stück|pièce|unité|ud|unidad|c/u|cad|pezzo|pz|stuk|st)` + wordEnd)
	priced = form(`(?i)(?:^|[ (,;])(?:unit price|price each|price|einzelpreis|stückpreis|preis|` +
		`prix unitaire|prix|precio unitario|precio|prezzo unitario|prezzo|stuksprijs|prijs|pris|cena)\.?~[:=]?~` +
		moneyForm)
	summedUp = form(`(?i)(?:=~|(?:^|[ (,;])(?:line total|item total|(?:item |line )?subtotal|total|amount|gesamt|` +
		`summe|betrag|montant|importe|importo|totale|totaal|bedrag)\.?~[:=]?~)` + moneyForm)
)

// form compiles a form of a card.
func form(text string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(text, "~", " {0,2}"))
}
