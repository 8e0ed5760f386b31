package number

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/money"
)

// units are the words for each normalised unit.
var units = table(`
piece: pc pcs piece pieces ea each unit units unit(s) st stk stck stück stueck stuck pce pièce pièces pièce(s) u un ud uds unidad unidades pz pza pezzo pezzi nr stuk stuks psch
piece: ks kus kusy szt db btl btls bottle bottles split single
pair: pr pair pairs paar paire paires par pares paio paia
set: set sets satz kit kits jeu
pack: pk pkg pack packs packung pkt paket paquet paquete pacco confezione conf verpakking pak
case: cs case cases ctn carton cartons karton kart box boxes boîte caja cajas cartone cartoni doos dozen kiste caisse
dozen: dz doz dutzend douzaine docena dozzina dozijn
kg: kg kgs kilo kilogramm kilogramme
g: g gr gramm gram grams
m: m mtr meter metre mètre metro
m2: m² qm sqm
l: l ltr liter litre litro
hour: h hr hrs std stunde stunden hour hours heure heures hora horas ora ore uur
day: day days tag tage jour jours día días giorno giorni dag dagen
`)

// Unit is the normalised unit of a printed word, such as piece for Stk or pcs.
func Unit(word string) (string, bool) {
	unit, ok := units[strings.TrimSuffix(strings.ToLower(strings.TrimSpace(word)), ".")]
	return unit, ok
}

// signs are the signs of currencies and their codes; shared ones have no code.
var signs = table(`
EUR: € eur euro euros
USD: $ us$ usd
GBP: £ gbp
JPY: ¥ jpy
CHF: chf fr. sfr.
CAD: ca$ c$ cad
AUD: a$ au$ aud
BRL: r$ brl
PLN: zł pln
CZK: kč czk
HUF: ft huf
RON: lei ron
INR: ₹ inr
TRY: ₺ try
KRW: ₩ krw
ILS: ₪ ils
SEK: sek
NOK: nok
DKK: dkk
MXN: mxn
CNY: cny rmb
HKD: hkd hk$
SGD: sgd s$
NZD: nzd nz$
AED: aed
SAR: sar
ZAR: zar
THB: thb ฿
TWD: twd nt$
BGN: bgn лв
: kr kr.
`)

// Currency is the currency of a sign or a code; it is empty for signs that
// several currencies have.
func Currency(sign string) (money.Currency, bool) {
	c, ok := signs[strings.ToLower(strings.TrimSpace(sign))]
	return money.Currency(c), ok
}

// shared lists the currencies of signs that several have, after the usual one.
var shared = map[string][]money.Currency{
	"$": {"USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "TWD"}, "¥": {"JPY", "CNY"},
	"kr": {"", "SEK", "NOK", "DKK"}, "kr.": {"", "SEK", "NOK", "DKK"},
}

// Currencies lists the currencies of a sign or a code, the usual currency first. It begins with ""
// for a sign without a usual currency.
func Currencies(mark string) []money.Currency {
	mark = strings.ToLower(strings.TrimSpace(mark))
	if all, ok := shared[mark]; ok {
		return slices.Clone(all)
	}
	if c, ok := Currency(mark); ok && c != "" {
		return []money.Currency{c}
	}
	return nil
}

// table reads lines of a value and its words.
func table(lines string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(lines) {
		value, list, _ := strings.Cut(line, ":")
		for _, w := range strings.Fields(list) {
			words[w] = value
		}
	}
	return words
}
