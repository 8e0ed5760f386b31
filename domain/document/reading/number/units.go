package number

import "strings"

// units maps each normalised unit to its words.
var units = table(`
piece: pc pcs piece pieces ea each unit units unit(s) st stk stck stück stueck stuck pce pièce pièces pièce(s) u un ud uds unidad unidades pz pza pezzo pezzi nr stuk stuks psch
piece: nos num nums no's nos' adet ks kus kusy szt db darab kpl btl btls bottle bottles split single
pair: pr pair pairs paar paire paires par pares paio paia
set: set sets satz kit kits jeu
pack: pk pkg pack packs packung pkt paket paquet paquete pacco confezione conf verpakking pak
case: cs case cases ctn carton cartons karton kart box boxes boîte caja cajas cartone cartoni doos kiste caisse
dozen: dozen dozens dz dzn doz dutzend douzaine docena dozzina dozijn
score: score
hundred: hundred hundreds hundert
gross: gross gro grs
thousand: thousand thousands tausend
kg: kg kgs kilo kilogramm kilogramme
g: g gr gramm gram grams
m: m mtr meter metre mètre metro
m2: m² qm sqm
l: l ltr liter litre litro
hour: h hr hrs std stunde stunden hour hours heure heures hora horas ora ore uur
day: day days tag tage jour jours día días giorno giorni dag dagen
`)

// decibels measure no goods. In small letters it is the Hungarian word for a piece.
const decibels = "dB"

// Unit returns the normalised unit of a printed word, such as piece for Stk or pcs.
func Unit(word string) (string, bool) {
	if word == decibels {
		return "", false
	}
	unit, ok := units[strings.TrimSuffix(strings.ToLower(strings.TrimSpace(word)), ".")]
	return unit, ok
}

// piecesOf maps units of several pieces to their number of pieces. A pair counts as a single piece.
var piecesOf = map[string]int64{
	"half dozen": 6, "dozen": 12, "score": 20, "hundred": 100, "gross": 144, "thousand": 1000,
}

// Pieces counts the pieces of a normalised unit such as dozen; false for piece, pair, case and kg.
func Pieces(unit string) (int64, bool) {
	n, ok := piecesOf[unit]
	return n, ok
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
