package field

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// forms lists the forms of companies that end their names.
var forms = setOf(`ltd limited inc incorporated llc llp plc corp corporation pty pte
	gmbh ag kg ug ohg kgaa gbr mbh
	sarl sas sa sl slu srl spa sasu eurl snc lda
	bv nv vof aps oy sro doo kft wll fze fzc zrt nyrt оод еоод ад еад`)

// longForms lists forms of several words.
var longForms = []string{
	" sp z o o", " sp j", " sp k", " s a r l", " ug haftungsbeschrankt", " gmbh co kg", " pty ltd", " pte ltd", " d o o",
}

// longest counts the words of the longest form.
const longest = 4

// dotted lists forms that are other words without their dots.
var dotted = map[string]bool{
	"a.s.": true, "v.o.s.": true, "e.K.": true, "e.U.": true, "e.K": true, "e.U": true, "e.Kfm.": true, "e.Kfr.": true,
}

// capitals lists forms that are words too: they are written with a capital letter or in capitals.
var capitals = map[string]bool{"co": true, "company": true, "ab": false, "as": false, "se": false, "ek": false}

// weights lists words before the unit of a weight: Net weight kg.
var weights = setOf(`weight gewicht poids peso massa netto brutto net gross nett total per`)

// Form reports a word that is the form of a company, such as SAS.
func Form(word string) bool { return forms[label.Fold(word)] }

// Company counts the words of a name that ends with the form of a company, 0 for other texts.
func Company(words []string) int {
	for n := len(words); n > 1; n-- {
		text := " " + label.Fold(strings.Join(words[max(1, n-longest):n], " "))
		endsWith := func(form string) bool { return strings.HasSuffix(text, form) }
		if label.Fold(words[n-1]) != "" && slices.ContainsFunc(longForms, endsWith) {
			return n
		}
		form := strings.ReplaceAll(label.Fold(words[n-1]), " ", "")
		if last := words[n-1][strings.LastIndexByte(words[n-1], '-')+1:]; len(last) > 2 && forms[label.Fold(last)] {
			return n // Handels-GmbH
		}
		if dotted[strings.TrimRight(words[n-1], ",;")] {
			return n
		}
		if form == "nv" && strings.HasSuffix(words[n-2], ",") && n < len(words) && startsWithDigit(words[n]) {
			continue // Nevada
		}
		if forms[form] && !(form == "kg" && (startsWithDigit(words[n-2]) || weights[label.Fold(words[n-2])])) {
			return n // no weight, as in 5 kg
		}
		capital, known := capitals[form]
		plain := strings.Trim(words[n-1], ".,")
		if form == "co" && (n < len(words) && startsWithDigit(words[n]) || strings.HasSuffix(words[n-2], ",")) {
			continue // Colorado
		}
		if known && (capital && unicode.IsUpper([]rune(plain)[0]) || plain == strings.ToUpper(plain)) {
			return n
		}
	}
	return 0
}

// Party names a side of the document.
type Party string

// The parties. The payee of an invoice issued it.
const (
	Issuer Party = "issuer"
	Payee  Party = "payee"
	Buyer  Party = "buyer"
)

// Parties has the labels of names and addresses.
var Parties = label.Names(map[Party]string{
	Issuer: `from, von, de la part de, vendor, supplier, seller, sold by, issued by, lieferant, verkäufer,
		vendor address, vendor name, vendor information, vendor details, vendor ordering address, supplier address,
		supplier name, supplier information, supplier details, seller name, ordered from, purchased from,
		details of supplier, details of vendor, details of seller, seller details, supplier bill from, vendor bill from,
		seller bill from, bill from, name of supplier, name of vendor, name and address of supplier, vendor name and
		address, supplier name and address, name and address of vendor,
		verkauft durch, verkauft von, bestellt bei, vendu par, vendido por, venduto da, verkocht door, szállító, eladó,
		rechnungssteller, rechnungsersteller, absender,
		fournisseur, vendeur, émetteur, proveedor, vendedor, emisor, fornitore, venditore, cedente prestatore,
		leverancier, verkoper, afzender, sprzedawca, wystawca, dostawca, dodavatel, prodávající, säljare, leverantör,
		leverandør, sælger, selger, fornecedor, emitente, furnizor, vânzător, satıcı, tedarikçi, 卖方, 供应商, 销售方,
		販売元, 発行元, 仕入先, 공급자, 판매자, доставчик, продавач, издател, kibocsátó, számlakibocsátó, dodávateľ,
		predávajúci, dobavljač, prodavatelj, dobavitelj, prodajalec, myyjä, toimittaja`,
	Payee: `beneficiary, beneficiary name, remit to, remit payment to, remittance address, please remit to, make
		checks payable to, make all checks payable to, please make checks payable to, make cheques payable to,
		make all cheques payable to, please make cheques payable to, checks payable to, cheques payable to,
		payable to, pay to, account name, account holder, kontoinhaber, zahlungsempfänger, titulaire du compte,
		titular de la cuenta, intestatario, begunstigde, ten name van`,
	Buyer: `bill to, billed to, bill to address, ship to, shipped to, ship to address, sold to, invoice to, invoiced
		to, deliver to, delivered to, delivery to, delivery address, invoice address, billing address, shipping
		address, customer, customer name, client, buyer, purchaser, consignee, consign to, attn, attention,
		account of, rechnungsadresse, lieferadresse, lieferanschrift, rechnungsanschrift, rechnungsempfänger,
		dirección entrega, dirección de entrega, domicilio de entrega, lugar de entrega, razón social, shipping to,
		ship to location, delivery location, deliver to location, vevő, szállítási cím,
		warenempfänger, empfänger, rechnung an, lieferung an, kunde, käufer, käufer leistungsempfänger, an, facturé à,
		adresse de
		facturation, adresse de livraison, livré à, livrer à, destinataire, acheteur, facturar a, enviar a,
		cliente, comprador, dirección de envío, dirección de facturación, datos del cliente, destinatario,
		fatturare a, spedire a, spett le, spett le messrs, spettabile, indirizzo corrispondenza, indirizzo di
		corrispondenza, destinatario della merce, adresát, cessionario committente, luogo di consegna, indirizzo di
		fatturazione, factuuradres, afleveradres, klant, koper, aan, factuur aan, nabywca, odbiorca, kupujący,
		odběratel, příjemce, kund, köpare, fakturaadress, leveransadress, kunde, køber, kjøper, leveringsadresse,
		fakturaadresse, destinatário, tomador, morada de entrega, cumpărător, alıcı, müşteri, sayın,
		клиент, получател, купувач, teslimat adresi, 买方, 购买方, 收货人, お客様, 納品先, 구매자, 공급받는자, vásárló,
		megrendelő, számlázási cím, odberateľ, kupujúci, kupac, kupec, naročnik, ostaja, asiakas, laskutusosoite,
		toimitusosoite`,
})

// titles lists words that begin texts which are no names.
var titles = setOf(`
	invoice bill statement receipt quote quotation order page original copy duplicate tax credit debit memo
	note packing list slip delivery date number no total rechnung gutschrift lieferschein angebot auftrag
	beleg kopie seite datum facture avoir devis bon copie factura albaran presupuesto pagina fattura nota
	ddt factuur pakbon leverbon creditnota kopie orderbevestiging bestelbevestiging opdrachtbevestiging bestelling
	auftragsbestatigung bestellbestatigung bestellung bestellubersicht confirmation confirmacion conferma ordine
	commande pedido potwierdzenie zamowienie faktura preisliste prijslijst listino cennik
	purchase commercial proforma pro sales customer account phone tel ordered
	fax email www http thank terms firma herr herrn frau address`)

// headings lists words of headings.
var headings = setOf(`headquarters description social details information summary overview contact angaben
	informationen informations datos dati gegevens qty quantity each shopped substitutions conditions`)

// joining lists small words inside of names.
var joining = setOf(`
	of and the for de la le du des der die das und y e et van den del di da en i & + - von zu zum zur im am
	at in`)

// Address reports a text that can be a line of an address: a street, a town with its code.
func Address(text string) bool {
	if at := strings.IndexAny(text, "|·•"); at > 0 {
		text = text[:at]
	}
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 12 || !number.HasDigit(text) {
		return false
	}
	if boxes.MatchString(text) {
		return true
	}
	for i := range words {
		if _, n := label.Fields.At(words[i:]); n > 0 {
			return false
		}
	}
	return strings.ContainsFunc(text, unicode.IsLetter)
}

// boxes matches boxes of a post office.
var boxes = regexp.MustCompile(`(?i)^(?:p\.? ?o\.? ?box|postfach|bp|apartado|casella postale|postbus) \d`)

// clauses has words of sentences and conditions, which no name has.
var clauses = setOf(`please agree agrees agreed shall must hereby signing refer refers subject accordance comply
	contact reference pursuant undersigned accept accepts accepted acceptance unless amended bitte
	gemass hiermit akzeptiert verpflichtet veuillez conformement acepta acuerdo accetta akkoord conditions below
	above payable invoices shipments`)

// Clause reports a line that is a sentence or a condition: it names a company by chance.
func Clause(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(strings.Fields(label.Fold(w)), func(part string) bool { return clauses[part] })
	})
}

var digitsInside = regexp.MustCompile(`\d{3,}`)

// Small reports a word in small letters that no name has inside.
func Small(word string) bool {
	runes := []rune(word)
	return len(runes) > 2 && unicode.IsLower(runes[0]) && !joining[label.Fold(word)] && !forms[label.Fold(word)]
}

// Name reports a text that can name a company without its form: a few words with capitals, and no
// title, number, address or label.
func Name(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 7 || len(text) > maxCode || strings.ContainsAny(text, "@:;%#|€$£=/") ||
		digitsInside.MatchString(text) {
		return false
	}
	first := label.Fold(words[0])
	if first == "" || titles[strings.Fields(first)[0]] || countryNames[label.Fold(text)] != "" {
		return false
	}
	letters, long := 0, false
	for _, w := range words {
		plain := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		runes := []rune(plain)
		switch {
		case len(runes) == 0:
			continue
		case headings[label.Fold(plain)]:
			return false
		case joining[label.Fold(plain)]:
		case unicode.IsLower(runes[0]):
			return false
		}
		for _, r := range runes {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		long = long || len(runes) > 1
	}
	if _, n := label.Fields.At(words); n > 0 {
		return false
	}
	if _, n := Parties.At(words); n > 0 {
		return false
	}
	return letters >= 3 && long
}
