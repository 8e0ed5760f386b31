package number

import (
	"strings"
	"unicode"
)

// units maps each normalised unit to its words.
var units = table(`
piece: pc pcs piece pieces ea each unit units unit(s) st stk stck stück stueck stuck pce pièce pièces pièce(s) u un ud uds unidad unidades pz pza pezzo pezzi nr stuk stuks psch
piece: nos num nums no's nos' adet ks kus kusy szt db darab kpl btl btls bottle bottles split single
pair: pr pair pairs paar paire paires par pares paio paia
set: set sets satz kit kits jeu
pack: pk pkg pack packs packung pkt paket paquet paquete pacco confezione conf verpakking pak
case: cs case cases ctn carton cartons karton kart box boxes boîte caja cajas cartone cartoni doos kiste caisse
dozen: dozen dozens dz dzn doz dutzend dtzd dutz dtz dzd douzaine douzaines douz docena docenas dozzina dozzine dozijn
dozen: tuzin tuziny tucet tucty dussin
score: score
hundred: hundred hundreds hundert
gross: gross gro grs grosse gros
thousand: thousand thousands tausend
kg: kg kgs kilo kilogramm kilogramme
g: g gr gramm gram grams
m: m mtr meter metre mètre metro
m2: m2 m² qm sqm
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

// containerWords lists words of containers, of labels and of cells of units. The units in one are
// printed apart or asked for.
const containerWords = `case cases cs cse ctn ctns ktn crt krt kt kst ki cart carton cartons karton kartons cartone
	cartoni box boxes ve vpe gebinde kiste kisten verpackungseinheit verpackungseinheiten crate crates colis
	colisage caisse caisses caja cajas cj bulto bultos collo colli kolli scatola scatole doos krat kratten
	outer outers inner ds tray trays`

// Containers returns the set of words of containers and of further words.
func Containers(more string) map[string]bool { return setOf(containerWords + " " + more) }

var (
	contained = Containers(`bx kasten kästen boîtes geb umkarton display displays bac bacs bak bakken omdoos omdozen
		scat kol col zgrz zgrzewka skrzynka skrzynki krabice bedna caixa caixas inners`)
	// single lists units without others inside: measures, services, and goods that are sold as one.
	single = setOf(`cad cadauno item items art artikel article articolo und unid unids unité unités unità einheit
		einheiten stc sztuk sztuka sztuki szt kom buc vnt tk gab шт бр stykke styck p n x nr ex expl exemplar
		exemplaire ejemplar copy copies book books lot lots job roll rolls rolle rollen rol rl ro rouleau rouleaux
		rollo rollos rotolo rotoli rolka reel spool spule bag bags beutel sack säcke sac sacs sachet bolsa bolsas
		saco sacos sacchetto zak zakken worek can cans dose dosen lata latas lattina blik blikken puszka jar jars
		glas gläser glass pot pots bocal tarro vaso tube tubes tuben tubo tubi fl flasche flaschen bouteille
		bouteilles bout botella botellas bot bottiglia bottiglie bt fles flessen but butelka butelki eimer bucket
		seau cubo secchio emmer wiadro tub tubs fass keg kegs drum kanister sheet sheets blatt bogen bg feuille
		feuilles hoja hojas foglio fogli vel arkusz ream ries block blocks pad pads stange strip bund bunch
		portion opak opakowanie balení bal lizenz licence license licencia licenza user month months mon monat
		monate mois mes meses mese mesi maand maanden year years ann an jahr jahre année ans año años anno anni
		jaar week weeks wee woche wochen semaine noche night nacht nuit min minute minuten km ft fot in inh inch
		yd yrd yard cm cmt mm mmt dm lfm lm rm lb lbs lbr pound oz onz ml mlt cl clt dl dlt mg mgm mc gal gll ga
		gallon qt pt hl hlt ton tonne tonnen to tne mt m3 m³ mtq cbm ccm sf lf sqft kwh kw wh flat pauschal pausch
		pauschale forfait ff forf service services servicio servizio ls e48 e51 act zz pa`)
)

// UnitOf returns the unit of a cell of units or of a code: case for a container, and the text
// itself for units without others inside. It returns false for unknown units.
func UnitOf(text string) (string, bool) {
	if text = strings.TrimSpace(text); text == "" {
		return "", true
	}
	if unit, ok := Unit(text); ok {
		return unit, true
	}
	word := strings.ToLower(text)
	for _, per := range []string{"per ", "pro ", "je ", "par ", "por ", "al ", "1 ", "/"} {
		word = strings.TrimSpace(strings.TrimPrefix(word, per))
	}
	word = strings.TrimSuffix(word, ".")
	if unit, ok := Unit(word); ok && text != decibels {
		return unit, true
	}
	if contained[word] {
		return "case", true
	}
	_, packed := PackOf(word)
	return text, single[word] || packed || !strings.ContainsFunc(word, unicode.IsLetter)
}

// measures lists units of sizes and weights that no amount of money has. Single capital letters
// may be codes of taxes.
var measures = setOf(`kg kgs g gr m mm cm dm km m2 m² m3 m³ cbm l ml cl dl hl lb lbs oz`)

// Measured reports a unit of sizes and weights.
func Measured(word string) bool {
	word = strings.TrimRight(word, ".,;)")
	return measures[word] || len(word) > 1 && measures[strings.ToLower(word)]
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
