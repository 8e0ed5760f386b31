package reading

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
)

// chargeWord classifies words of charges.
type chargeWord int

const (
	// cost names money, and hardly goods.
	cost chargeWord = iota + 1
	// carriage names freight, and hardly goods.
	carriage
	// freightOrGoods and feeOrGoods also begin names of goods: Porto Tawny, transport trolley.
	freightOrGoods
	feeOrGoods
	// withCharge accompanies the others: carriers, ways, zones.
	withCharge
)

// chargeWords lists words of freight and fees.
var chargeWords = wordsOf(map[chargeWord]string{
	cost: `surcharge surcharges haulage fracht rollgeld zuschlag pauschale gebuhr gebuhren spesen
		transportversicherung affretement gastos flete spese vracht kosten toeslag koszt koszty oplata oplaty doplata`,
	carriage: `freight postage versand zustellung anlieferung lieferung envoi expedition livraison acheminement fret
		envio entrega spedizione consegna verzending bezorging levering dostawa dostawy wysylka wysylki
		transportu przesylka przesylki transportowa kurierska`,
	freightOrGoods: `shipping delivery carriage courier transport porto port portes porte transporte trasporto corriere`,
	feeOrGoods:     `fee fees frais handling insurance levy supplement verpackung versicherung maut`,
	withCharge: `dhl ups dpd gls fedex tnt hermes postnl bpost usps evri yodel brt sda seur mrw correos colissimo
		chronopost geodis inpost poczta royal mail post spedition spediteur messagerie messageries transporteur
		vettore agencia agenzia bezorger kurier przewoznik ltl ftl ground standard economy express
		espresso next day home 24h 48h zone mainland uk eu inland binnenland peninsula national international
		inbound outbound sea air ocean road prepaid collect paid avance pagados pagado prepagado transit
		anteilig anteilige anteil participation contributo contribucion forfait forfaitaire usluga packing
		packaging verpakking imballo embalaje emballage frei frachtfrei diesel fuel treibstoff gestion
		totale total eur euro gbp kg bis pro je per pour par for to from via within and und et y e i en nach
		von vom ab in a mezzo de del des du d di la le les voor naar na za do service charge charges costs cost`,
})

// chargeEnds lists the last parts of compounds that name money or freight, and never goods.
var chargeEnds = []string{
	"kosten", "kostenanteil", "frachtanteil", "pauschale", "zuschlag", "gebuhr", "gebuhren", "fracht", "spesen",
	"toeslag", "heffing", "surcharge",
}

// freightParts lists parts of words of freight.
var freightParts = []string{
	"fracht", "versand", "liefer", "transport", "sped", "zustell", "anfahrt", "porto", "kurier", "verzend", "vracht",
	"bezorg", "rollgeld", "haulage", "affretement", "flete",
}

// chargeCodes lists codes of freight in the place of an article number.
var chargeCodes = setOf(`frt freight fracht vracht ship shipping shp carr carriage trasp transp sped
	vers versand del dlv delivery`)

// setOf returns the set of words, parted by spaces.
func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// wordsOf maps the words of each role, parted by spaces.
func wordsOf[R ~int](lists map[R]string) map[string]R {
	m := map[string]R{}
	for role, list := range lists {
		for w := range strings.FieldsSeq(list) {
			m[w] = role
		}
	}
	return m
}

func figured(word string) bool { return strings.ContainsAny(word, "0123456789") }

// costly reports a word that names money and never goods.
func costly(word string) bool {
	const leastStem = 3
	return word == "surcharge" || slices.ContainsFunc(chargeEnds, func(end string) bool {
		return len(word) >= len(end)+leastStem && strings.HasSuffix(word, end)
	})
}

// costs reports a text that begins with a word of money, or is short and ends with one. Words that
// may be goods count if they are sold singly.
func costs(words []string, single bool) bool {
	const short = 4
	if n := len(words); n > 0 && n <= short && costly(words[n-1]) && !slices.ContainsFunc(words, including) {
		return true
	}
	for _, w := range words {
		if costly(w) || single && chargeWords[w] == cost {
			return true
		}
		if chargeWords[w] == 0 && !figured(w) {
			break
		}
	}
	return false
}

// charges reports a text of freight and fees, and words beside them.
func charges(words []string) bool {
	named := false
	for _, w := range words {
		role := chargeWords[w]
		if role == 0 && !figured(w) {
			return false
		}
		named = named || role != 0 && role != withCharge
	}
	return named
}

// chargeOf returns Freight for words of freight, else Fee.
func chargeOf(words []string) Kind {
	if slices.ContainsFunc(words, func(w string) bool {
		return chargeWords[w] == carriage || chargeWords[w] == freightOrGoods || strings.HasPrefix(w, "express") ||
			slices.ContainsFunc(freightParts, func(part string) bool { return strings.Contains(w, part) })
	}) {
		return Freight
	}
	return Fee
}

// goodsToo returns the role of a word that names goods too, or 0.
func goodsToo(word string) chargeWord {
	if role := chargeWords[word]; role == freightOrGoods || role == feeOrGoods {
		return role
	}
	return 0
}

// leads reports a first word that names no goods, or has a word of charges after it.
func leads(words []string) bool {
	return goodsToo(words[0]) == 0 || len(words) > 1 && chargeWords[words[1]] == withCharge
}

// mayCharge reports a text that begins or ends with a word of freight or fees.
func mayCharge(words []string) bool {
	return len(words) > 0 && slices.ContainsFunc([]string{words[0], words[len(words)-1]}, func(w string) bool {
		return costly(w) || chargeWords[w] != 0 && chargeWords[w] != withCharge
	})
}

// including reports a word before something that a price includes or that an article has.
func including(word string) bool { return includings[word] }

var includings = setOf(`incl inkl inklusive including includes inclus incluse incluido incluso inclusa inclusief
	compreso compresa mit ohne avec sans with without con sin met zonder excl exkl plus zzgl`)

// depositWord classifies words of deposits.
type depositWord int

const (
	// strong has no other meaning.
	strong depositWord = iota + 1
	// weak has others: a safety deposit box.
	weak
	vessel
	withDeposit
)

// depositWords lists words of deposits, and of containers, units and returns beside them.
var depositWords = wordsOf(map[depositWord]string{
	strong: `pfand pfandwert pfandbetrag pfandgeld pfandgebuhr pfandgut pfandkasten pfandkiste pfandkisten pfandpalette
		pfandpaletten leergut consigne consignes consignation deconsigne statiegeld fustgeld cauzione cauzioni
		empties kaucja kaucje kaucji zalohy`,
	weak: `deposit deposits depot borg emballage emballages fianza deposito depositos caution vuoto vuoti vuote crv
		pant zaloha`,
	vessel: `bottle bottles crate crates keg kegs barrel barrels cask casks pallet pallets container containers
		can cans kiste kisten kasten flasche flaschen fass fasser palette paletten europalette europaletten gebinde dose
		dosen bouteille bouteilles casier casiers fut futs palettes krat kratten fles flessen fust fusten vat vaten
		rolcontainer rolcontainers bottiglia bottiglie fusto fusti cassa casse envase envases botella botellas
		barril barriles butelka butelki butelke butelek skrzynka skrzynke skrzynki skrzynek kega palete paleta
		palety lahve lahev flaske`,
	withDeposit: `tray trays glass caisse caisses mehrweg einweg rucknahme ruckgabe retour reprise emmer teruggave
		ingeleverd reso resa rendere bancale caja cajas retornable retornables returnable refundable return returns
		returned refund charge fee scheme drs cds dpg reusable plastic wooden zwrot zwrotna zwrotne za na on euro eur l cl
		ml x je per pro pour par a de la le les des van voor di du d`,
})

// depositOf returns the role of a word. Compounds with pfand count too.
func depositOf(word string) depositWord {
	switch role := depositWords[word]; {
	case role != 0:
		return role
	case strings.HasSuffix(word, "pfand"):
		return strong
	case strings.HasPrefix(word, "pfand"):
		return weak
	case figured(word):
		return withDeposit
	}
	return 0
}

// deposits reports words that name a deposit. A word without another meaning begins the text, or
// only containers, units and returns are before it. The others need nothing else beside them, or a
// container.
func deposits(words []string) bool {
	known, named, held, first := true, false, false, 0
	if sort, n := label.Sorts.At(words); n > 1 && sort == label.Returned {
		named, first = true, n
	}
	for i, w := range words {
		role := depositOf(w)
		if known && role == strong {
			return true
		}
		known = known && (role != 0 || i < first)
		named = named || role == strong || role == weak
		held = held || role == vessel
	}
	return named && (known || held && besides(words) && !slices.ContainsFunc(words, including))
}

// besides reports the word deposit first, last or next to a container.
func besides(words []string) bool {
	for i, w := range words {
		if !strings.HasPrefix(w, "deposit") && w != "borg" && w != "fianza" && w != "zaloha" && w != "caution" {
			continue
		}
		if i == 0 || i == len(words)-1 || depositOf(words[i-1]) == vessel || depositOf(words[i+1]) == vessel {
			return true
		}
	}
	return false
}

// mayDeposit reports a word of a deposit that the price does not include.
func mayDeposit(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return depositOf(w) == strong || strings.HasPrefix(w, "deposit") || strings.HasPrefix(w, "pfand")
	}) && !slices.ContainsFunc(words, including)
}

// discountParts lists parts of words that name a discount.
var discountParts = []string{
	"discount", "rebate", "promo", "coupon", "voucher", "allowance", "bonus", "cashback", "loyalty", "rabatt",
	"nachlass", "skonto", "gutschein", "treuepunkte", "treuepramie", "remise", "rabais", "ristourne", "escompte",
	"abattement", "descuento", "bonificac", "cupon", "sconto", "abbuono", "korting",
}

// discountWords lists whole words, because they are parts of others.
var discountWords = []string{
	"rabat", "rabaty", "rabatu", "upust", "upustu", "bonifikata", "sleva", "dto", "rappel", "price reduction",
	"geste commercial", "riduzione prezzo", "riduzione", "rebaja", "savings", "saving", "preisvorteil", "abzug",
}

// Reduces reports a text that names a discount.
func Reduces(text string) bool {
	text = label.Fold(text)
	return slices.ContainsFunc(discountParts, func(part string) bool { return strings.Contains(text, part) }) ||
		slices.ContainsFunc(discountWords, func(w string) bool { return strings.Contains(" "+text+" ", " "+w+" ") })
}
