package label

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading/number"
)

// Column is the meaning of the cells below a label.
type Column string

// The kinds of columns. Price is for one unit, or for as many as the label says. Cases counts
// cases, Pack the units of a case. Own has the buyer's codes, Weight the weight that a price by
// weight is for.
const (
	Position  Column = "pos"
	SKU       Column = "sku"
	Own       Column = "own"
	GTIN      Column = "gtin"
	ASIN      Column = "asin"
	MPN       Column = "mpn"
	Text      Column = "desc"
	Brand     Column = "brand"
	Quantity  Column = "qty"
	Cases     Column = "cases"
	Weight    Column = "weight"
	Ordered   Column = "ordered"
	Open      Column = "open"
	Minimum   Column = "moq"
	Stock     Column = "stock"
	Unit      Column = "unit"
	Pack      Column = "pack"
	CasePrice Column = "case_price"
	Price     Column = "price"
	Cost      Column = "cost"
	Retail    Column = "rrp"
	MAP       Column = "map"
	Base      Column = "base"
	Discount  Column = "disc"
	TaxRate   Column = "tax"
	TaxAmount Column = "tax_amount"
	TaxBase   Column = "taxbase"
	Total     Column = "total"
	Gross     Column = "gross"
	Currency  Column = "currency"
	Day       Column = "date"
)

// Columns maps labels of columns to meanings.
var Columns = lexicon[Column](columns + `
pos: pos, position, no, nr, line, line no, lfd nr, ligne, linea, línea, riga, regel, lp, pos nr, num, item nr, seq, sr no, s no, n ligne, posición, posizione, pos no, regelnr, volgnr, rang
sku: sku, item no, item number, item code, item id, code, product code, product no, product id, part no, part number, part, article no, article number, art no, art nr, artnr, artikelnr, artikelnummer, artikel nr, artikelcode, art, bestellnr, bestellnummer, sachnummer, référence, ref, réf, code article, n article, référence article, code produit, referencia, código, codigo articulo, código de producto, ref artículo, codice, codice articolo, cod articolo, cod, riferimento, cod art, productcode, productnummer, supplier sku, vendor sku, vendor code, catalog no, catalogue no, materialnummer, material, stock code, stock no, stock number, style no, style, model, model no, ref no, our ref, part code, catalog number, cat no, order code, supplier code, item ref, product ref, art code, artikel no, bestell nr, best nr, best no, warennummer, produktnr, produktnummer, typ, ref produit, réf produit, réf article, n art, no article, code art, réf fournisseur, référence fournisseur, ref prod, cód artículo, cód producto, ref proveedor, nº artículo, modelo, codice prodotto, cod prodotto, cod prod, cod fornitore, rif, articolo n, art n, artikelnr leverancier, bestelcode, productnr, ref nr
sku: modèle, n modèle, modell, modell nr, modellnr, modello, modelnr, mat nr, matnr, materialnr, teilenr, teile nr
sku: teilenummer, sachnr, ersatzteilnr, identnr, ident nr, prod code, prod no, catalog, catalogue number, codice interno
own: kundenartikelnr, kundenartikelnummer, kundenmaterial, kundenmaterialnummer, klantartikel, klantartikelnr
gtin: gtin, ean, upc, ean code, upc code, barcode, bar code, isbn, isbn 10, isbn10, isbn 13, isbn13, gtin ean, ean gtin, ean upc, upc ean, code barre, code barres, código de barras, codice a barre, streepjescode, ean13, ean 13, strichcode, ean nr, ean code nr, cod ean, codice ean, código ean, code ean, upc no, ean nummer, gencod, gencode
asin: asin, asin code, code asin, código asin, codice asin, amazon asin
mpn: manufacturer part no, manufacturer part nr, manufacturer part, manufacture part number, manufacture part no
mpn: mfr part number, mfr part, mfg part number, mfg part, mfg no, mfr number, mfg number, maker part no
mpn: maker part number, hersteller teilenummer, hersteller artikelnummer, herstellerteilenummer
mpn: manufacturer code, manufacturer no, manufacturer number, mfr code
mpn: mpn, manufacturer part number, mfr part no, mfg part no, mfr no, herstellernummer, hersteller nr
brand: brand, marke, marque, marca, merk, manufacturer, hersteller
desc: sales description, purchase description, titolo, título, titre, titel, line description
desc: description, desc, item, article, product, product name, title, item description, item name, name, details, goods, service, services, artikel, bezeichnung, artikelbezeichnung, beschreibung, produkt, leistung, text, warenbezeichnung, produktbezeichnung, désignation, libellé, produit, article désignation, descripción, descripcion, concepto, producto, artículo, detalle, descrizione, prodotto, articolo, denominazione, omschrijving, beschrijving, productomschrijving, item and description, description of goods, particulars, dienstleistung, artikel bezeichnung, naam, product description, goods description, item details, item product, service description, product details, description of services, artikeltext, warentext, artikelname, bezeichnung der ware, beschreibung der leistung, position und bezeichnung, désignation des articles, désignation article, nature, intitulé, descripción del artículo, descripción artículo, descripción producto, denominación, detalle artículo, descrizione articolo, descrizione merce, descrizione prodotto, descrizione dei beni, merce, omschrijving artikel, artikelomschrijving, benaming, product omschrijving
qty: qty, supplied, despatched, dispatched, qty supplied, qty despatched, qty dispatched, quantity supplied, servido, servida, uds servidas, fornito, consegnata, expédié, qté expédiée, geliefert stk, verzonden, quantity, quant, units, pcs, pieces, qty shipped, shipped, quantity shipped, shipped qty, delivered, invoiced, qty invoiced, billed, hours, menge, anzahl, stück, stk, stückzahl, geliefert, liefermenge, quantité, qté, qte, quantité livrée, livré, nombre, cantidad, cant, unidades, uds, enviado, entregado, quantità, qtà, qta, qtà consegnata, q ta, consegnato, aantal, hoeveelheid, geleverd, qty delivered, *menge, shp, ship, qty ship, qty invd, no of units, count, hrs qty, gel, gelief, gelief menge, liefermge, mge, anz, st, anzahl stück, qtt, qté livrée, qté fact, qté facturée, cant entregada, ctd, núm uds, n uds, uds entregadas, cdad, quant tà, qtà cons, n pezzi, pezzi, qtà spedita, qtà fatturata, aant, stuks, gel aantal, st geleverd, aantal geleverd
qty: unités, nb unités, nombre d unités, total unités, total units, units total, total uds, total unidades
qty: total pcs, total pieces, pcs total, total qty, eaches, singles
qty: total pezzi, tot pezzi, totaal stuks, stück gesamt, stück ges, gesamtstück, qté totale, uvc, nb uvc, nombre uvc
cases: cases, cs, ctn, ctns, cartons, boxes, no of cases, no of cartons, total cases, kartons, anzahl kartons
cases: anzahl karton, anzahl ve, kisten, colis, nb colis, nombre de colis, nb de colis, cartoni, colli, kolli
cases: koli, kart, caisses, nb caisses, nb cartons, outers, no of outers, n cartoni, kratten
cases: n colli, nr colli, aantal colli, num colli, casse, cajas, bultos, n cajas, num cajas
ordered: ordered, qty ordered, quantity ordered, order qty, ordered qty, bestellt, bestellmenge, quantité commandée, commandé, cantidad pedida, pedido, ordinato, qtà ordinata, besteld, ord, qty ord, order quantity, best, best menge, bestellte menge, qté cdée, cdé, qté commandée, cant pedida, uds pedidas, qtà ord, aantal besteld, best aantal
open: backordered, back ordered, backorder, b o, outstanding, offen, rückstand, reliquat, pendiente, arretrato, openstaand
moq: moq, min qty, min order, minimum order, minimum quantity, minimum order quantity, mindestmenge, mindestbestellmenge, quantité minimum, cantidad mínima, quantità minima, minimale afname
stock: stock, in stock, available, availability, inventory, qty available, quantity available, on hand, bestand, verfügbar, lagerbestand, disponible, disponibile, giacenza, voorraad
unit: unit, uom, u m, um, unit of measure, einheit, eh, me, mengeneinheit, unité, u, unidad, ud, unità, unità di misura, eenheid, vpe einheit, uom code, units of measure, einh, mengeneinh, unité de vente, uv, u v, und, unid, ud medida, u mis, eenh, ehd
unit: price uom, pricing uom, pricing unit, cost unit, cost uom, unit of sale, sales unit, selling unit, sell unit
unit: sold by, verkaufseinheit
pack: opak zb, opakowanie zbiorcze, w opakowaniu, szt w opak
pack: package size, outer, tray size, tray qty, sold as, config, configuration, pack config, packaging, packung
pack: packungsgröße, packungsinhalt, pz ct, pk ct, pack ct, pack count, units in case, units in carton, units per outer, units per tray
cases: trays, no of trays
pack: pack, pack size, case pack, case qty, units per case, pcs per case, inner, carton qty, pack qty, packs, case size, ve, vpe, verpackungseinheit, stück pro karton, conditionnement, colisage, pcb, unidades por caja, pezzi per cartone, per doos, stuks per doos, gebinde, gebindegröße, inhalt, packing, pack format, case count, outer size, verpakkingseenheid, inhoud, pack size units, uc, inner pack, units case, uds caja, caja, cartone, conf, confezione, collo, doos, verpakking, cond
case_price: case price, case cost, price per case, carton price, cost per case, kartonpreis, preis pro karton, prix carton, prix par carton, precio por caja, precio caja, prezzo cartone, prijs per doos
cost: cost, unit cost, net cost, net price, net unit price, wholesale, wholesale price, your price, your cost, dealer, dealer price, trade price, ek, ek preis, einkaufspreis, netto ek, händlerpreis, prix d achat, prix achat, prix net, pu net, precio neto, precio coste, coste, costo, prezzo netto, inkoopprijs, nettoprijs
price: price, unit price, price each, each, rate, unit rate, u price, price unit, price per unit, unit net, price ea, cost each, item price, preis, einzelpreis, e preis, ep, stückpreis, vk, vk preis, nettopreis, einzelpreis netto, netto preis, preis einheit, preis pro einheit, preis stück, prix unitaire, prix, pu, p u, prix unit, pu ht, p u ht, prix unitaire ht, prix u, prix unitaire net, tarif, precio, precio unitario, precio unit, p unit, precio ud, p unitario, importe unitario, prezzo, prezzo unitario, prezzo unit, pr unitario, prezzo un, prijs, eenheidsprijs, stukprijs, prijs per eenheid, prijs per stuk, per stuk, stuksprijs, price €, price $, price usd, price eur, price gbp, *preis, *prijs, unit cost gbp, price net, net unit, unit price gbp, unit price usd, unit price eur, price excl vat, price ex vat, unit price excl vat, list unit price, preis netto, e preis netto, ep netto, einzelpr, stückpreis netto, preis st, preis pro stück, prix unit ht, prix net ht, pu net ht, p unit ht, prix ht, prix unitaire hors taxes, prix u ht, precio neto ud, precio sin iva, pvu, precio uni, prezzo cad, prezzo un netto, prezzo netto unitario, prezzo unità, prijs excl btw, prijs p st, netto prijs, prijs eenheid, ansatz, stückansatz, tarif ht, prix de base, unit amount, unit value, sales price, sale price, selling price, price ea net, prijs st, valor unitario, importe ud, prezzo listino, price ex gst, price excl gst, price ex tax, price excl tax, unit price ex gst, unit price ex vat, unit price ex tax, price exc vat, price exc gst, preis ohne mwst, preis exkl mwst, preis zzgl mwst, prix hors tva, prix htva, precio unitario sin iva, prezzo senza iva, prezzo iva esclusa, prijs ex btw, prijs exclusief btw
price: gross price, gross unit price, prix brut, pu brut, pu brut ht, prix unitaire brut, precio bruto, prezzo lordo
price: brutoprijs, bruto prijs
cost: final rate, final price, rate after discount, price after discount, discounted price, discounted rate, net rate
cost: preis nach rabatt, rabattierter preis, prix après remise, prix remisé, precio con descuento, prezzo scontato
cost: prijs na korting, cena po rabacie, cena po slevě, precio costo, prezzo costo
cost: nett price, nett cost, your net, ihr preis, votre prix, su precio, vostro prezzo, uw prijs, grosshandelspreis
cost: fachhandelspreis, fachhändlerpreis, händlereinkaufspreis, nettoeinkaufspreis, einstandspreis, partnerpreis
cost: wiederverkäuferpreis, dealerprijs, groothandelsprijs, nettoinkoopprijs, inkoopsprijs
price: einheitspreis, artikelpreis
price: ns vendita, nostra vendita, our selling price, we sell, wir verkaufen, unser verkauf, unser verkaufspreis
price: nous vendons, notre vente, vendemos, nuestra venta, wij verkopen, onze verkoop
price: prijs incl heffingen, prijs inclusief heffingen
rrp: liste fiyatı
rrp: streichpreis, endkundenpreis, endverbraucherpreis, verbraucherpreis, konsumentenpreis, ladenverkaufspreis
rrp: consumentenprijs, consumentenadviesprijs, adviesverkoopprijs, winkelprijs
map: map, map price, minimum advertised price, umap
rrp: rrp, srp, msrp, retail, retail price, uvp, uvp brutto, list price, listenpreis, ladenpreis, suggested retail price, recommended retail price, pvp, pvpr, ppc, prix public, prix conseillé, prix de vente conseillé, precio recomendado, prezzo al pubblico, prezzo consigliato, adviesprijs, verkoopadviesprijs
base: price unit qty, price base, per, pe, preiseinheit, preisbasis, preismenge, basismenge
disc: discount, disc, disc %, discount %, rebate, rabatt, rab, rabatt %, nachlass, remise, rem, remise %, rabais, descuento, dto, dto %, desc %, sconto, sconto %, sc, sc %, korting, korting %, *rabatt, disc pct, trade discount, line discount, discount pct, less, rab %, rabattsatz, nachlass %, remise en %, rem %, taux remise, dto en %, bonif, bonif %, % dto, sconti, % sconto, sc to, kort, kort %, % korting, % rabatt, % disc, % remise
tax: tax, vat, tax %, vat %, vat rate, tax rate, gst, gst %, mwst, mwst %, ust, ust %, ust satz, mwst satz, steuersatz, steuer, steuer %, tva, tva %, taux, taux tva, taxe, iva, iva %, tipo iva, aliquota, aliquota iva, aliq, btw, btw %, btw tarief, % vat, % mwst, % iva, % tva, % btw, tax code, steuercode, vat code, st satz, mwst satz %, ust satz %, steuer satz, tva taux, taux de tva, % de iva, cod iva, al iva, btw perc, gst rate
tax_amount: cgst amt, cgst amount, sgst amt, sgst amount, igst amt, igst amount, cess amt, tax amt, gst amt
tax_amount: vat amt, cgst, sgst, igst
tax: cgst %, sgst %, igst %, cgst rate, sgst rate, igst rate, cess %
tax_amount: tax amount, vat amount, tax value, steuerbetrag, mwst betrag, ust betrag, mehrwertsteuerbetrag, montant tva, montant de tva, cuota, cuota iva, importe iva, imposta, importo iva, btw bedrag
taxbase: taxable, taxable amount, tax base, net taxable, basisbetrag, steuerbasis, bemessungsgrundlage, nettoumsatz, base ht, base tva, base imponible, base, imponibile, grondslag, maatstaf, maatstaf van heffing, netto basis
total: entgelt, ext cost, extended cost, line cost, ext net, net ext
total: total, amount, line total, total price, extended, extension, ext price, extended price, ext, net amount, total amount, line amount, sum, value, net, net total, total net, line value, subtotal, sub total, gesamt, betrag, gesamtpreis, gesamtbetrag, summe, nettobetrag, wert, netto, netto betrag, gesamt netto, netto gesamt, g preis, gp, gesamtpreis netto, positionssumme, positionswert, montant, montant ht, total ht, prix total, total net ht, prix total ht, mt ht, m ht, total ligne, importe, importe total, importe neto, precio total, total línea, totale, importo, prezzo totale, importo netto, totale netto, tot, totaal, bedrag, totaalprijs, regeltotaal, totaal netto, totaalbedrag, nettobedrag, amount usd, amount eur, amount gbp, *betrag, *wert, *bedrag, line net, net line total, net value, line price, ext amount, ext total, extended amount, net line, total excl vat, amount excl vat, total ex vat, amount ex vat, nettowert, netto wert, betrag netto, gesamtpr, zeilensumme, zeilenbetrag, summe netto, betrag in eur, montant net, montant hors taxes, total hors taxes, montant h t, total hors taxe, importe línea, total neto, neto, importe sin iva, valor, importo riga, imponibile riga, totale riga, tot riga, importo totale, regelbedrag, bedrag excl btw, totaal excl btw, netto totaal, subtotaal, total ex gst, total excl gst, amount ex gst, amount excl gst, amount ex tax, total ex tax, line total ex vat, total exc vat, total htva, betrag ohne mwst, betrag exkl mwst, total sin iva, importo senza iva, bedrag ex btw, bedrag exclusief btw
gross: gross, gross amount, gross total, amount incl vat, total incl vat, incl tax, total inc vat, brutto, bruttobetrag, bruttopreis, gesamt brutto, brutto gesamt, ttc, total ttc, montant ttc, importe con iva, total con iva, totale ivato, lordo, incl btw, totaal incl btw
currency: currency, curr, cur, ccy, währung, devise, moneda, divisa, valuta
date: date, datum, fecha, data, delivery date, lieferdatum, due date, ship date, leverdatum
`)

// per finds a quantity after the label of a price.
var per = regexp.MustCompile(`^(.+?) (?:(?:per|pro|je|par|por|cada|voor|for|fur|x) )?(10|100|1000)(?: [a-z]+)?$`)

// ColumnOf returns the column that a label names, and the number of units that its price is for.
func ColumnOf(text string) (kind Column, base int64, ok bool) {
	if numbered := strings.ReplaceAll(text, "#", " no "); numbered != text {
		if kind, ok = Columns.Whole(numbered); ok {
			return kind, 1, true
		}
	}
	if kind, ok = marked(text); ok {
		return kind, 1, true
	}
	if kind, ok = Columns.Whole(text); ok {
		return kind, 1, true
	}
	if kind, ok = measured(text); ok {
		return kind, 1, true
	}
	if kind, ok = composed(text); ok {
		return kind, 1, true
	}
	if kind, ok = owned(text); ok {
		return kind, 1, true
	}
	if ofShop(text) {
		return SKU, 1, true
	}
	parts := per.FindStringSubmatch(Fold(text))
	if parts == nil {
		return "", 0, false
	}
	base, err := strconv.ParseInt(parts[2], 10, 64)
	kind, ok = Columns.Whole(parts[1])
	return kind, base, ok && err == nil && (kind == Price || kind == Cost)
}

// measured reads a label of figures that ends with their unit or currency: Qty (pcs), Betrag in
// EUR. A price for a case or a dozen is a case price.
func measured(text string) (kind Column, ok bool) {
	words := strings.Fields(Fold(text))
	last := len(words) - 1
	if last < 1 {
		return "", false
	}
	unit, known := number.Unit(words[last])
	_, currency := number.Currency(strings.ToUpper(words[last]))
	currency = currency || Fold(MarkIn(text)) == words[last]
	if !known && !currency || unit == "gross" {
		return "", false
	}
	if last > 1 && inWords[words[last-1]] {
		last--
	}
	if kind, ok = Columns.Whole(strings.Join(words[:last], " ")); kind == Quantity && unit == "case" {
		if strings.Contains(text, "/") || last < len(words)-1 && (unitWords[words[0]] || boxWords[words[len(words)-1]]) {
			return Pack, true
		}
		return Cases, true
	}
	if ok && (kind == Price || kind == Cost) && (unit == "case" || unit == "dozen") {
		return CasePrice, true
	}
	return kind, ok && slices.Contains([]Column{Quantity, Price, Cost, Total, Retail, MAP}, kind)
}

// inWords lists words before the currency of a label: Betrag in EUR, Cena v EUR.
var inWords = wordSet("in v w en em i")

// netWords has words for prices without tax, vatWords names of taxes.
const (
	netWords = `net nett netto neto neta ex excl excluding exc exclusive exkl exklusive zzgl ohne o without before
		ht htva hors sin senza esclusa escl excluido exclusief zonder bez `
	vatWords = "vat tax taxes gst mwst ust tva taxe iva btw moms dph pdv kdv "
)

// Words of composed labels: they make a retail price, a cost or a code, or go with such words.
var (
	retailWords = wordSet(`rrp srp msrp retail uvp pvp pvpr ppc rsp consumer public publico pubblico conseille
		consigliato recomendado recommended suggested sugerowana detaliczna
		doporucena maloobchodni розничная розница роздрібна ррц`)
	costWords = wordSet(`wholesale dealer trade buy buying purchase cost costo coste ek einkaufspreis einkauf achat compra
		acquisto inkoop inkoopprijs опт оптовая оптова закупочная hurtowa zakupu reseller distributor stockist partner
		b2b fob exw landed handler handlerpreis fachhandler gh revendeur revendeurs distributeur grossiste gros distribuidor
		mayorista rivenditore rivenditori ingrosso distributore dealera dealerska nakupni velkoobchodni`)
	priceWords = wordSet(`price cost costo coste preis prix precio prezzo prijs ek einkaufspreis inkoopprijs handlerpreis
		rrp srp msrp uvp pvp tarif tarifa цена ціна стоимость вартість cena fiyat fiyati pris`)
	besideWords = wordSet(`unit item each per your our supplier price product base usd eur gbp cad aud jpy pln
		sek d de di stuck pro preis prix precio prezzo prijs unidad unita unitario unitaire fur pour para voor dla
		руб грн цена ціна стоимость cena ` + netWords + vatWords)
	untaxed   = wordSet(netWords)
	caseWords = number.Containers("dozen verpakking conf confezione confezioni")
	unitWords = wordSet(`fl flasche btl btls bot bt bott u un unid ea ute inh packs pks pk einh piezas pieza
		units unit pcs pc pces pieces st stk stuck einheiten flaschen bottles cans each unites uvc ud uds
		unidades pz pezzi stuks flessen bottiglie bouteilles botellas contents content inhalt inhoud`)
	countWords = wordSet(`anz nbr nbre n nr aant ctd
		no number total qty quantity count anzahl menge nb nombre quantite qte cantidad cant num aantal
		quantita qta ordered shipped delivered`)
	packWords    = wordSet("pk pack packs ct count content contents inhalt")
	contentWords = wordSet("content contents inhalt inhoud packungsinhalt")
	boxWords     = wordSet("case box carton ctn outer inner tray crate caja cartone scatola doos krat master")
	boxCounts    = wordSet("of qty quantity")
	ofWords      = wordSet("of de di van")
	betweenWords = wordSet("per pro je in im par por of de di van a je al alla au voor een un une una x 1")
	codeWords    = wordSet("ean gtin upc barcode isbn ean13")
	codeBeside   = wordSet(`product item unit single piece each retail consumer code no number nr artikel produkt stuck stk
		einzel verbraucher produit article unite uvc pezzo pz unita articolo prodotto unidad ud producto articulo
		stuk eenheid consument szt sztuka`)
)

// composed reads a label of several words that the table does not list: unit wholesale
// price, product ean, rrp inc vat, price per case, pieces per carton, number of cases.
func composed(text string) (kind Column, ok bool) {
	words := strings.Fields(Fold(text))
	if len(words) < 2 {
		return "", false
	}
	retail, cost, code, priced, net, others := false, false, false, false, false, 0
	for _, w := range words {
		priced, net = priced || priceWords[w], net || untaxed[w]
		switch {
		case retailWords[w]:
			retail = true
		case codeWords[w]:
			code = true
		case costWords[w]:
			cost = true
		case !besideWords[w] && len(w) > 1:
			others++
		}
	}
	switch {
	case code && onlyOf(words, codeWords, codeBeside):
		return GTIN, true
	case priced && onlyOf(words, priceWords, besideWords, betweenWords, caseWords) &&
		!onlyOf(words, priceWords, besideWords, betweenWords):
		return CasePrice, true
	case caseWords[words[len(words)-1]] && onlyOf(words[:1], unitWords, countWords) &&
		onlyOf(words[1:], betweenWords, caseWords, unitWords):
		if unitWords[words[0]] || strings.Contains(text, "/") || betweenWords[words[1]] && !ofWords[words[1]] {
			return Pack, true
		}
		return Cases, true
	case caseWords[words[0]] && onlyOf(words[1:], packWords), boxWords[words[0]] && onlyOf(words[1:], boxCounts):
		return Pack, true
	case caseWords[words[0]] && strings.HasSuffix(words[0], "s") && onlyOf(words[1:], countWords):
		return Cases, true
	case retail && priced:
		return Retail, true
	case cost && (priced || net) && !retail && others == 0:
		return Cost, true
	case priced && net && onlyOf(words, priceWords, besideWords):
		return Price, true
	}
	return "", false
}

// Field is a member of the header, or a sum.
type Field string

// Carried is a sum of earlier pages or a subtotal of a group. OtherDate is the day of an order,
// which dates a document without a day of its own. DeliveryDate is the day of a delivery, a need, a
// promise or a shipment, which dates packing slips only.
const (
	InvoiceNumber Field = "invoice_number"
	PONumber      Field = "po_number"
	IssueDate     Field = "issue_date"
	DueDate       Field = "due_date"
	OtherDate     Field = "other_date"
	DeliveryDate  Field = "delivery_date"
	TaxID         Field = "tax_id"
	Terms         Field = "payment_terms"
	Subtotal      Field = "subtotal"
	Shipping      Field = "shipping"
	Reduction     Field = "discount"
	Tax           Field = "tax"
	Sum           Field = "total"
	Carried       Field = "carried"
	Paid          Field = "paid"
	Rounding      Field = "rounding"
)

// Fields maps labels beside values of the header to their fields.
var Fields = lexicon[Field](fields + further + nearbyFields + `
invoice_number: invoice no, invoice number, invoice, invoice id, invoice #, inv no, bill no, rechnung, rechnung nr, rechnungsnummer, rechnungs nr, rechnungsnr, rechnung nummer, facture, facture n, facture no, n facture, numéro de facture, n de facture, factura, factura n, n factura, número de factura, nº factura, no factura, num factura, fattura, fattura n, n fattura, numero fattura, fattura nr, factuur, factuurnummer, factuur nr, factuurnr, credit note, credit note no, credit note number, credit memo, gutschrift, gutschrift nr, gutschriftsnummer, avoir, avoir n, numéro d avoir, nota de crédito, abono, factura rectificativa, nota di credito, nota credito, creditnota, creditnota nr, document no, belegnummer, beleg nr, inv, inv number, inv nr, invoice nr, invoice ref, invoice reference, tax invoice, tax invoice no, tax invoice number, sales invoice, sales invoice no, commercial invoice, document number, doc no, doc number, credit no, credit memo no, credit memo number, beleg nummer, beleg, dokumentnummer, dokument nr, re nr, rg nr, rechnung no, rechnungs nummer, facture numéro, n° document, n document, numéro de document, pièce n, n pièce, facture nr, factura número, factura núm, núm de factura, nº de factura, n de factura, nº documento, n documento, documento n, documento nº, numero documento, fattura numero, numero di fattura, factuur nummer, documentnummer, document nr, note de crédit, nota de abono, creditnr, credit nr, creditnota nummer, creditfactuur, creditfactuurnr, creditfactuurnummer, n de pièce, numéro de pièce, n pièce comptable, n avoir, no avoir, avoir numéro, gutschriftnr, gutschriftsnr, gutschrift nummer, storno nr, nº abono, abono n, nota credito n, nota di credito n, credit ref, credit note ref, our invoice no, vat invoice, vat invoice no, faktura, faktura nr, fakturanummer, fakturanr, faktur nr, rechnungsnummer nr, rechnungs no, facture de vente, n facture client, factura de venta, factura num, serie y número, nº fra, n fra, fra nº, fattura numero documento, n doc, nr documento, verkoopfactuur, factuur no, nota nr, korrekturrechnung nr, rechnungskorrektur nr
po_number: po, po no, po number, purchase order, purchase order no, purchase order number, order no, order number, your order, your order no, customer po, bestellnummer, bestellung, bestell nr, ihre bestellung, auftragsnummer, auftrag nr, numéro de commande, n commande, commande, commande n, votre commande, pedido, pedido n, número de pedido, su pedido, ordine, ordine n, numero ordine, vostro ordine, ordernummer, bestelnummer, bestelling, uw order, p o, p o no, p o number, p o #, po #, cust po, cust po no, customer p o, customer order, customer order no, customer reference, cust ref, customer ref, your ref, your reference, your po, order ref, order reference, order, sales order, auftrag, auftragsnr, ihre bestellnummer, ihre bestellnr, ihr auftrag, ihre referenz, ihr zeichen, bestellnr, kundenbestellung, réf commande, référence commande, n de commande, n bon de commande, bon de commande, votre référence, vos références, votre réf, ref cliente, referencia cliente, su referencia, n pedido, nº pedido, nº de pedido, pedido nº, ordine cliente, vs ordine, vs ordine n, rif ordine, rif cliente, ordine nr, n ordine, uw referentie, uw ordernummer, uw bestelling, referentie, order nr, bestelnr, opdracht, opdrachtnummer, your order ref, your order number, your po number, customer order ref, customer po number, customer p o no, customer po #, purchase order ref, po ref, v réf, v ref, votre n de commande, votre commande n, vos réf, réf client, réf cde, n cde, cde n, votre cde, su ref, s ref, ref pedido, pedido cliente, n pedido cliente, vs rif, vostro rif, vostro riferimento, v s ordine, uw ref, uw kenmerk, uw opdracht, kenmerk, ihre auftragsnr, ihre auftragsnummer, ihre order, ihr kommissionszeichen, kommission
issue_date: date, invoice date, date of issue, issue date, issued, tax point, datum, rechnungsdatum, belegdatum, date de facture, date facture, date d émission, date de facturation, fecha, fecha de factura, fecha factura, fecha de emisión, data, data fattura, data documento, data di emissione, factuurdatum, datum factuur, invoice dt, inv date, inv dt, document date, doc date, bill date, billing date, tax date, date issued, tax point date, ausstellungsdatum, rechnungs datum, re datum, rg datum, date du document, date document, date pièce, émise le, le, fecha documento, fecha doc, fecha expedición, fecha de expedición, f factura, data doc, data emissione, data del documento, del, documentdatum, datum document, date tax point, date of invoice, inv dated, dated, date d établissement, date avoir, date d avoir, gutschriftsdatum, creditdatum, datum creditnota, data nota, fecha abono, credit date, date of credit, fakturadatum, datum der rechnung, erstellt am, ausgestellt am, date édition, date d édition, éditée le, émis le, fecha fra, fecha expedición factura, data fatt, data di fatturazione, nota datum, opmaakdatum, inv dte, invoice issued
other_date: order date, bestelldatum, order placed, fecha pedido, data ordine, date de commande, orderdatum
due_date: due date, due, payment due, pay by, fällig, fällig am, fälligkeit, fälligkeitsdatum, zahlbar bis, échéance, date d échéance, date échéance, vencimiento, fecha de vencimiento, scadenza, data scadenza, data di scadenza, vervaldatum, vervaldag, te betalen voor, due by, due on, payable by, payment due date, payment due by, pay before, net due, please pay by, zahlungstermin, zahlungsfrist, zu zahlen bis, zahlbar am, fällig zum, fällig bis, échéance le, à régler avant le, à payer avant le, date limite de paiement, payable le, règlement le, fecha vencimiento, fecha de vto, fecha vto, vto, vence, vence el, pagar antes de, data scad, scad, scad pagamento, scadenza pagamento, scadenza il, pagamento entro, uiterste betaaldatum, betalen voor, te betalen vóór, vervalt op, uiterlijk te betalen op, fälligkeitstermin, zahlungsziel bis, zahlbar spätestens, paiement avant le, fecha límite de pago, entro il, da pagare entro, uiterste betaaldag, vervaldag factuur, terms due
tax_id: tax id, vat id, vat no, vat number, vat reg no, vat registration no, ust id, ust idnr, ust id nr, umsatzsteuer id, n tva, tva intracommunautaire, n tva intracommunautaire, numéro de tva, nif, cif, p iva, partita iva, btw nummer, btw nr, btw id, vat registration, vat reg, vat registration number, vat id no, tax number, tax no, abn, gst no, gst number, gst reg no, ein, uid, uid nr, uid nummer, ustid, ust idnummer, mwst nr, mwst nummer, umsatzsteuer identifikationsnummer, steuernummer, steuer nr, n tva intra, tva intra, id tva, n de tva, n d identification tva, n identification tva, siret, cif nif, nif cif, n i f, c i f, cod fiscale, codice fiscale, partita iva n, p i, btw identificatienummer, btw no, btwnr, ob nummer
payment_terms: payment terms, terms, zahlungsbedingungen, zahlungsziel, conditions de paiement, condiciones de pago, forma de pago, condizioni di pagamento, termini di pagamento, betalingsvoorwaarden, betalingstermijn
subtotal: summe entgelt, summe entgelte
subtotal: subtotal, sub total, net total, total net, net amount, total excl vat, total ex vat, total ex gst, total excl gst, total excluding gst, total excluding vat, total before tax, goods total, items total, merchandise total, nettosumme, zwischensumme netto, summe netto, nettobetrag, netto, gesamt netto, gesamtnetto, nettogesamt, positionssumme, warenwert, summe positionen, netto gesamt, gesamtbetrag netto, gesamtsumme netto, rechnungsbetrag netto, total ht, sous total, montant ht, total net ht, total hors taxe, total hors taxes, base imponible, total neto, suma, total sin iva, importe neto, imponibile, totale imponibile, totale netto, subtotale, totale merce, subtotaal, totaal excl btw, totaal exclusief btw, nettobedrag, netto bedrag, totaal netto, zwischensumme, total goods, goods value, net value, nett total, total nett, net goods, net invoice value, subtotal net, sub total net, total line items, total of items, product total, order subtotal, total excluding tax, total excl tax, total ex tax, amount excl vat, amount before tax, taxable total, total netto, summe net, warenwert netto, nettowarenwert, gesamtnettobetrag, nettorechnungsbetrag, gesamtsumme exkl mwst, total exkl mwst, summe exkl mwst, summe ohne mwst, total hors tva, montant total ht, montant net ht, net ht, sous total ht, total marchandises, montant hors taxes, montant hors taxe, total bruto, base, importe bruto, total base imponible, total importe, total artículos, total mercancía, suma importes, totale imponibile iva, totale merci, netto merce, totale esclusa iva, totale iva esclusa, imponibile totale, goederenbedrag, totaal goederen, subtotaal excl btw, bedrag excl btw, totaal exclusief, totaal ex btw, netto totaal, goederenwaarde, merchandise, merchandise subtotal, merchandise value, product subtotal, goods net, goods, warentotal, warentotal exkl mwst, warenbetrag, warensumme, nettowarenbetrag, zwischentotal, zwischentotal exkl mwst, total ohne mwst, total marchandise, montant marchandises, total articles, total lignes, total líneas, total productos, mercancía, importe mercancía, totale righe, totale articoli, totale netto merce, artikelen totaal, totaal artikelen, orderbedrag, waarde goederen, nettowaarde
shipping: sea freight, air freight, ocean freight, seefracht, luftfracht, fret maritime, zeevracht
shipping: shipping, freight, delivery, carriage, postage, shipping and handling, shipping cost, shipping costs, delivery charge, freight charge, versand, versandkosten, fracht, frachtkosten, porto, versand und verpackung, lieferkosten, frais de port, port, livraison, frais de livraison, transport, envío, gastos de envío, portes, transporte, spedizione, spese di spedizione, trasporto, spese di trasporto, verzendkosten, verzending, vracht, transportkosten, shipping & handling, shipping charges, freight and insurance, delivery costs, carriage and packing, carriage charge, p p, packing and carriage, transport charge, versand und porto, verpackung und versand, porto und verpackung, versandpauschale, frachtkostenanteil, lieferung, zustellung, frais de transport, frais d expédition, participation aux frais de port, port et emballage, frais de port ht, coste de envío, gastos de transporte, porte, spese trasporto, spese spedizione, contributo spese di trasporto, porto spese, verzend en administratiekosten, vrachtkosten, bezorgkosten, transport en verzekering
discount: discount, total discount, less discount, rabatt, gesamtrabatt, nachlass, skonto, remise, remise totale, rabais, escompte, descuento, dto, descuento total, sconto, sconto totale, korting, totale korting, settlement discount, trade discount, invoice discount, order discount, volume discount, customer discount, less trade discount, abzgl rabatt, abzüglich rabatt, abzgl skonto, kundenrabatt, mengenrabatt, rechnungsrabatt, treuerabatt, remise globale, remise commerciale, remise exceptionnelle, moins remise, dto comercial, descuento comercial, dto pronto pago, descuento global, sconto merce, sconto incondizionato, sconto finale, sconto commerciale, kortingsbedrag, orderkorting, betalingskorting, factuurkorting, dto p p, descuento pronto pago, descuento por volumen, prompt payment discount, early payment discount, special discount, promotional discount, sonderrabatt, aktionsrabatt, naturalrabatt, skontoabzug, remise quantitative, escompte commercial, ristourne, rappel, sconto cassa, abbuono, contantkorting, staffelkorting
tax: waarvan btw, of which vat, including vat of, davon mwst, davon ust, darin mwst, di cui iva, iva incluido
tax: versicherungsteuer, versicherungssteuer, recargo de equivalencia, recargo equivalencia, rec equivalencia
tax: rec de equivalencia, mwst anteil, steueranteil
tax: vat, tax, sales tax, total tax, total vat, vat total, tax total, vat amount, tax amount, gst, hst, mwst, ust, umsatzsteuer, mehrwertsteuer, zzgl mwst, zzgl umsatzsteuer, summe mwst, summe ust, steuer, steuerbetrag, mwst betrag, ust betrag, tva, total tva, montant tva, montant de la tva, taxe, iva, total iva, cuota iva, importe iva, imposta, totale iva, totale imposta, btw, totaal btw, btw bedrag, output vat, qst, pst, rst, tps, tvq, tvh, cgst, sgst, igst, utgst, ppn, total gst, gst amount, plus vat, add vat, taxes, total taxes, state tax, zuzüglich mwst, zuzügl mwst, zuzüglich umsatzsteuer, plus mwst, enthaltene mwst, mwst gesamt, umsatzsteuer gesamt, montant t v a, total de la tva, dont tva, impuesto, impuestos, total impuestos, i v a, importo iva, imposta iva, totale imposte, totaal btw bedrag, te betalen btw, omzetbelasting
total: rechnungsbeitrag, gesamtbeitrag
total: total, grand total, invoice total, total due, amount due, balance due, total amount, total payable, amount payable, total incl vat, total inc vat, total including vat, gross total, gesamtsumme, gesamtbetrag, rechnungsbetrag, endbetrag, gesamt, summe, bruttosumme, bruttobetrag, gesamtbetrag brutto, gesamt brutto, zu zahlen, zahlbetrag, zahlungsbetrag, rechnungssumme, summe brutto, rechnungsbetrag brutto, gesamtpreis, total ttc, net à payer, montant ttc, total général, montant total, total à payer, total toutes taxes comprises, total factura, importe total, total a pagar, total general, total con iva, totale, totale fattura, totale documento, totale da pagare, importo totale, totale generale, netto a pagare, totaal, totaalbedrag, te betalen, totaal incl btw, totaal inclusief btw, factuurbedrag, eindtotaal, totaal te betalen, pay this amount, please pay, balance, balance to pay, amount to pay, total amount due, total to pay, invoice amount, invoice value, total invoice value, total invoice, net payable, total incl gst, total inc gst, total including gst, total credit, credit total, total inc tax, total incl tax, total including tax, order total, gesamtrechnungsbetrag, gesamtbetrag inkl mwst, total inkl mwst, summe inkl mwst, endsumme, rechnungsendbetrag, rechnungs total, rechnungstotal, total brutto, zu zahlender betrag, gutschriftsbetrag, fälliger betrag, net à payer ttc, net à payer en euros, montant à payer, montant dû, montant total ttc, solde à payer, reste à payer, total facture, total de la facture, total à régler, total avoir, líquido a pagar, total a abonar, total a ingresar, importe a pagar, importe total factura, total importe factura, total eur, total euros, total abono, total iva incluido, totale a pagare, totale fattura eur, totale euro, netto da pagare, totale da versare, totale iva inclusa, totale dovuto, importo da pagare, te voldoen, totaal te voldoen, totaal factuur, factuurtotaal, totaal inclusief, eindbedrag, totaalbedrag incl btw, te betalen bedrag, te ontvangen, totaal credit, total amount payable, final total, net amount due, total balance due, total credited, amount credited, total credit note, total gutschrift, gutschriftbetrag, gutgeschriebener betrag, gutschrift total, rechnungssumme brutto, bruttorechnungsbetrag, zahlungsbetrag brutto, montant net à payer, somme à payer, total net à payer, montant avoir, net à déduire, net en votre faveur, montant crédité, importe líquido, líquido, total líquido, total documento, total a devolver, total fra, saldo a pagar, totale nota credito, totale accredito, totale documento netto, netto a vs dare, totaal te crediteren, te crediteren, creditbedrag, te vorderen, netto te betalen, totaal rekening
tax: ivu, total ivu, tps gst, gst tps, tvq qst, qst tvq, product tax, subtotal tax, sub total tax, áfa
discount: adjustment, adjustments, savings, volume discount, volume rebate
shipping: subtotal freight, subtotal shipping, subtotal handling, shipping est, estimated shipping
total: po total, purchase order total, po total amount, po total actual amount, brutto endsumme
subtotal: tot net item val excl tax, total net item value excl tax, invoice net total
carried: previous balance, previous unpaid balance, prior balance, unpaid balance, opening balance, past due balance
carried: previous amount due, balance from previous invoice, vorheriger saldo, alter saldo, saldovortrag
carried: offener saldo, solde précédent, solde antérieur, ancien solde, saldo anterior, saldo precedente, vorig saldo
carried: vorige saldo, openstaand saldo
carried: subtotal less discount, total less discount, subtotal after discount, total after discount
carried: zwischensumme nach rabatt, sous total après remise, subtotale al netto sconto, subtotaal na korting
carried: übertrag, carried forward, brought forward, carry forward, carried over, balance forward, page total, report, à reporter, suma y sigue, suma anterior, riporto, a riportare, transport page, overdracht, transporteren, seitensumme, total à reporter, report page précédente, zwischensumme übertrag, übertrag von seite, vortrag, a nuovo, suma anterior página, balance carried forward, balance brought forward, totaal transport, te transporteren
rounding: rounding, rounding difference, rounding adjustment, rounding adj, rounding amount, rounding off, round off
rounding: roundoff, rounded off, round off adj, round off adjustment, round off amount, less round off, less rounding
rounding: less rounding off, add round off, add less round off, add rounding, rundung, rundungsdifferenz
rounding: rundungsausgleich, rundungsbetrag, arrondi, arrondis, différence d arrondi, ajustement d arrondi, redondeo
rounding: arrotondamento, arrotondamenti, afronding, afrondingsverschil, avrunding, öresavrundning, øreafrunding
rounding: zaokrouhlení, zaokrąglenie, kerekítés, r off, less r off, add r off
paid: advance, advance received, advance payment, advance payments, advances received
paid: erhaltene anzahlungen, anzahlungen, abzüglich anzahlung, abzüglich anzahlungen, abzgl anzahlung, vorauszahlung
paid: bereits gezahlt, gezahlter betrag, geleistete anzahlungen, payments received, less payments, acomptes versés
paid: paid, payment, payments, amount paid, deposit paid, less deposit, prepaid, anzahlung, bezahlt, bereits bezahlt, acompte, déjà payé, payé, pagado, anticipo, acconto, pagato, betaald, aanbetaling
`).glue()

// Sort is the subject of a line without a product.
type Sort string

// The sorts of lines.
const (
	Freight  Sort = "freight"
	Returned Sort = "deposit"
	Fee      Sort = "fee"
	Reduced  Sort = "discount"
)

// Sorts maps words to sorts of lines. They are the line's only words or its first words.
var Sorts = lexicon[Sort](`
freight: shipping, shipping cost, shipping costs, shipping and handling, freight, freight cost, freight charge, freight charges, delivery, delivery charge, delivery cost, carriage, postage, postage and packing, courier, versand, versandkosten, versandkostenpauschale, versandpauschale, fracht, frachtkosten, porto, lieferkosten, transportkosten, frais de port, port, frais de livraison, livraison, frais de transport, transport, envío, gastos de envío, portes, transporte, spedizione, spese di spedizione, trasporto, spese di trasporto, verzendkosten, verzending, vrachtkosten, vracht, freight and packaging, freight & packaging, freight packaging, freight and handling, freight handling, packing and delivery, packing & delivery, delivery and packaging, postage & packing, p & p, p p, express delivery, shipping handling, courier charge, transport charge, versand und verpackung, verpackung und versand, porto und verpackung, porto verpackung, expressversand, zustellung, anlieferung, frachtanteil, participation frais de port, participation aux frais de port, port et emballage, expédition, frais d expédition, gastos de transporte, transporte y embalaje, coste de envío, flete, imballo e trasporto, contributo trasporto, contributo spese trasporto, bezorgkosten, porto en verpakking, verzend en administratiekosten, freight charges prepaid, freight out, delivery fee, carriage outwards, road freight, freight surcharge
freight: koszt wysyłki, koszty wysyłki, koszt dostawy, koszty dostawy, koszt transportu, koszty transportu, dostawa
freight: wysyłka, przesyłka, przesyłka kurierska, usługa transportowa, haulage, rollgeld, bezorging, affrètement
freight: carriage charge, carriage paid, pallet delivery, parcel delivery, paketversand, lieferung frei
freight: delivery charges, shipping charge, shipping charges, shipping fee, delivery costs, postage costs
deposit: kaucja, kaucje, opakowanie zwrotne, opakowania zwrotne, consignation
deposit: vuoti a rendere, fustgeld, envases retornables, emballage consigné, emballages consignés, deconsigne
fee: opłata, opłata manipulacyjna, ubezpieczenie, import duty, customs duty, bollo, imposta di bollo, marca da bollo
deposit: deposit, borg, bottle deposit, pfand, flaschenpfand, einwegpfand, mehrwegpfand, leergut, consigne, consigne bouteille, depósito, fianza, cauzione, deposito, statiegeld, emballage, pallet deposit, crate deposit, container deposit, keg deposit, pfand mehrweg, palettenpfand, kistenpfand, leihgut, gebindepfand, depot, consigne palette, consigne casier, envase retornable, depósito envase, vuoto a rendere, cauzione vuoti, emballage statiegeld, kratten
fee: rounding, rounding difference, rounding adjustment, rounding adj, rounding amount, rounding off, round off
fee: roundoff, rounded off, round off adj, round off adjustment, round off amount, less round off, less rounding
fee: less rounding off, add round off, add less round off, add rounding, rundung, rundungsdifferenz, rundungsausgleich
fee: rundungsbetrag, arrondi, arrondis, différence d arrondi, ajustement d arrondi, redondeo, arrotondamento
fee: arrotondamenti, afronding, afrondingsverschil, avrunding, öresavrundning, øreafrunding, zaokrouhlení
fee: zaokrąglenie, kerekítés
fee: fee, handling, handling fee, handling charge, service fee, service charge, surcharge, fuel surcharge, packing charge, small order fee, minimum order fee, gebühr, bearbeitungsgebühr, mindermengenzuschlag, zuschlag, verpackungskosten, verpackung, versicherung, insurance, frais, frais de dossier, frais de gestion, supplément, eco participation, gastos, gastos de gestión, recargo, spese, spese di incasso, commissione, supplemento, administratiekosten, toeslag, behandelingskosten, fuel levy, levy, environmental levy, energy surcharge, minimum order charge, small order charge, admin fee, administration fee, palletisation, pallet charge, restocking fee, energiezuschlag, dieselzuschlag, kraftstoffzuschlag, kleinmengenzuschlag, mindestmengenzuschlag, entsorgungsgebühr, palettentausch, logistikpauschale, nebenkosten, frais administratifs, frais de facturation, frais fixes, éco contribution, écotaxe, taxe gasoil, surcharge carburant, deee, gastos de envío y gestión, gastos administrativos, recargo combustible, punto verde, ecotasa, spese di gestione, spese bancarie, spese imballo, contributo conai, contributo ambientale, raee, brandstoftoeslag, kleine order toeslag, orderkosten, milieubijdrage, verwijderingsbijdrage
discount: discount, loyalty discount, trade discount, volume discount, promotional discount, promotion, promo, rebate
discount: coupon, voucher, allowance, bonus, rabatt, treuerabatt, mengenrabatt, sonderrabatt, nachlass, preisnachlass
discount: skonto, gutschein, remise, rabais, ristourne, escompte, descuento, bonificación, rappel
discount: sconto, abbuono, korting, rabat, upust, bonifikata, sleva, rebaja, abattement
`)
