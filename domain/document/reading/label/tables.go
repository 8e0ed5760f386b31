package label

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading/number"
)

// Column is what stands below a label.
type Column string

// The kinds of columns. Price is for one unit, or for as many as the label says.
const (
	Position  Column = "pos"
	SKU       Column = "sku"
	GTIN      Column = "gtin"
	ASIN      Column = "asin"
	MPN       Column = "mpn"
	Text      Column = "desc"
	Brand     Column = "brand"
	Quantity  Column = "qty"
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

// Columns are the labels of columns.
var Columns = lexicon[Column](`
pos: pos, position, no, nr, line, line no, lfd nr, ligne, linea, línea, riga, regel, lp, pos nr, num
sku: sku, item no, item number, item code, item id, code, product code, product no, product id, part no, part number, part, article no, article number, art no, art nr, artnr, artikelnr, artikelnummer, artikel nr, artikelcode, art, bestellnr, bestellnummer, sachnummer, référence, ref, réf, code article, n article, référence article, code produit, referencia, código, codigo articulo, código de producto, ref artículo, codice, codice articolo, cod articolo, cod, riferimento, cod art, productcode, productnummer, supplier sku, vendor sku, vendor code, catalog no, catalogue no, materialnummer, material, stock code
gtin: gtin, ean, upc, ean code, upc code, barcode, bar code, isbn, gtin ean, ean gtin, ean upc, upc ean, code barre, code barres, código de barras, codice a barre, streepjescode, ean13, ean 13, strichcode
asin: asin
mpn: mpn, manufacturer part number, mfr part no, mfg part no, mfr no, herstellernummer, hersteller nr
brand: brand, marke, marque, marca, merk, manufacturer, hersteller
desc: description, desc, item, article, product, product name, title, item description, item name, name, details, goods, service, services, artikel, bezeichnung, artikelbezeichnung, beschreibung, produkt, leistung, text, warenbezeichnung, produktbezeichnung, désignation, libellé, produit, article désignation, descripción, descripcion, concepto, producto, artículo, detalle, descrizione, prodotto, articolo, denominazione, omschrijving, beschrijving, productomschrijving, item and description, description of goods, particulars, dienstleistung, artikel bezeichnung, naam
qty: qty, quantity, quant, units, pcs, pieces, qty shipped, shipped, quantity shipped, shipped qty, delivered, invoiced, qty invoiced, billed, hours, menge, anzahl, stück, stk, stückzahl, geliefert, liefermenge, quantité, qté, qte, quantité livrée, livré, nombre, cantidad, cant, unidades, uds, enviado, entregado, quantità, qtà, qta, qtà consegnata, q ta, consegnato, aantal, hoeveelheid, geleverd, qty delivered, *menge
ordered: ordered, qty ordered, quantity ordered, order qty, ordered qty, bestellt, bestellmenge, quantité commandée, commandé, cantidad pedida, pedido, ordinato, qtà ordinata, besteld
open: backordered, back ordered, backorder, b o, outstanding, offen, rückstand, reliquat, pendiente, arretrato, openstaand
moq: moq, min qty, min order, minimum order, minimum quantity, minimum order quantity, mindestmenge, mindestbestellmenge, quantité minimum, cantidad mínima, quantità minima, minimale afname
stock: stock, in stock, available, availability, inventory, qty available, quantity available, on hand, bestand, verfügbar, lagerbestand, disponible, disponibile, giacenza, voorraad
unit: unit, uom, u m, um, unit of measure, einheit, eh, me, mengeneinheit, unité, u, unidad, ud, unità, unità di misura, eenheid, vpe einheit
pack: pack, pack size, case pack, case qty, units per case, pcs per case, inner, carton qty, pack qty, packs, case size, vpe, verpackungseinheit, stück pro karton, conditionnement, colisage, pcb, unidades por caja, pezzi per cartone, per doos, stuks per doos
case_price: case price, case cost, price per case, carton price, cost per case, kartonpreis, preis pro karton, prix carton, prix par carton, precio por caja, precio caja, prezzo cartone, prijs per doos
cost: cost, unit cost, net cost, net price, net unit price, wholesale, wholesale price, your price, your cost, dealer, dealer price, trade price, ek, ek preis, einkaufspreis, netto ek, händlerpreis, prix d achat, prix achat, prix net, pu net, precio neto, precio coste, coste, costo, prezzo netto, inkoopprijs, nettoprijs
price: price, unit price, price each, each, rate, unit rate, u price, price unit, price per unit, unit net, price ea, cost each, item price, preis, einzelpreis, e preis, ep, stückpreis, vk, vk preis, nettopreis, einzelpreis netto, netto preis, preis einheit, preis pro einheit, preis stück, prix unitaire, prix, pu, p u, prix unit, pu ht, p u ht, prix unitaire ht, prix u, prix unitaire net, tarif, precio, precio unitario, precio unit, p unit, precio ud, p unitario, importe unitario, prezzo, prezzo unitario, prezzo unit, pr unitario, prezzo un, prijs, eenheidsprijs, stukprijs, prijs per eenheid, prijs per stuk, per stuk, stuksprijs, price €, price $, price usd, price eur, price gbp, *preis, *prijs
rrp: rrp, srp, msrp, retail, retail price, map, map price, uvp, uvp brutto, list price, listenpreis, ladenpreis, suggested retail price, recommended retail price, pvp, pvpr, ppc, prix public, prix conseillé, prix de vente conseillé, precio recomendado, prezzo al pubblico, prezzo consigliato, adviesprijs, verkoopadviesprijs
base: price unit qty, price base, per, pe, preiseinheit, preisbasis, preismenge, basismenge
disc: discount, disc, disc %, discount %, rebate, rabatt, rab, rabatt %, nachlass, remise, rem, remise %, rabais, descuento, dto, dto %, desc %, sconto, sconto %, sc, sc %, korting, korting %, *rabatt
tax: tax, vat, tax %, vat %, vat rate, tax rate, gst, gst %, mwst, mwst %, ust, ust %, ust satz, mwst satz, steuersatz, steuer, steuer %, tva, tva %, taux, taux tva, taxe, iva, iva %, tipo iva, aliquota, aliquota iva, aliq, btw, btw %, btw tarief, % vat, % mwst, % iva, % tva, % btw, tax code, steuercode
tax_amount: tax amount, vat amount, tax value, steuerbetrag, mwst betrag, ust betrag, mehrwertsteuerbetrag, montant tva, montant de tva, cuota, cuota iva, importe iva, imposta, importo iva, btw bedrag
taxbase: taxable, taxable amount, tax base, net taxable, basisbetrag, steuerbasis, bemessungsgrundlage, nettoumsatz, base ht, base tva, base imponible, base, imponibile, grondslag, maatstaf, maatstaf van heffing, netto basis
total: total, amount, line total, total price, extended, extension, ext price, extended price, ext, net amount, total amount, line amount, sum, value, net, net total, total net, line value, subtotal, sub total, gesamt, betrag, gesamtpreis, gesamtbetrag, summe, nettobetrag, wert, netto, netto betrag, gesamt netto, netto gesamt, g preis, gp, gesamtpreis netto, positionssumme, positionswert, montant, montant ht, total ht, prix total, total net ht, prix total ht, mt ht, m ht, total ligne, importe, importe total, importe neto, precio total, total línea, totale, importo, prezzo totale, importo netto, totale netto, tot, totaal, bedrag, totaalprijs, regeltotaal, totaal netto, totaalbedrag, nettobedrag, amount usd, amount eur, amount gbp, *betrag, *wert, *bedrag
gross: gross, gross amount, gross total, amount incl vat, total incl vat, incl tax, total inc vat, brutto, bruttobetrag, bruttopreis, gesamt brutto, brutto gesamt, ttc, total ttc, montant ttc, importe con iva, total con iva, totale ivato, lordo, incl btw, totaal incl btw
currency: currency, curr, währung, devise, moneda, divisa, valuta
date: date, datum, fecha, data, delivery date, lieferdatum, due date, ship date, leverdatum
`)

// Settle decides about labels that depend on the others: of two columns of text
// and none of codes, the first one has codes (Item, Description).
func Settle(kinds []Column) {
	if slices.Contains(kinds, SKU) {
		return
	}
	first := slices.Index(kinds, Text)
	if first >= 0 && slices.Contains(kinds[first+1:], Text) {
		kinds[first] = SKU
	}
}

// per is a quantity behind the label of a price.
var per = regexp.MustCompile(`^(.+?) (?:(?:per|pro|je|par|por|cada|voor|for|fur|x) )?(10|100|1000)(?: [a-z]+)?$`)

// ColumnOf is what stands below a label, and for how many units a price is.
func ColumnOf(text string) (kind Column, base int64, ok bool) {
	if kind, ok = Columns.Whole(text); ok {
		return kind, 1, true
	}
	if kind, ok = measured(text); ok {
		return kind, 1, true
	}
	parts := per.FindStringSubmatch(Fold(text))
	if parts == nil {
		return "", 0, false
	}
	base, err := strconv.ParseInt(parts[2], 10, 64)
	kind, ok = Columns.Whole(parts[1])
	return kind, base, ok && err == nil && (kind == Price || kind == Cost)
}

// measured is a label of figures with their unit or currency behind it: Qty (pcs), Betrag in EUR.
func measured(text string) (kind Column, ok bool) {
	words := strings.Fields(Fold(text))
	last := len(words) - 1
	if last < 1 {
		return "", false
	}
	_, unit := number.Unit(words[last])
	if _, currency := number.Currency(words[last]); !unit && !currency {
		return "", false
	}
	if last > 1 && words[last-1] == "in" {
		last--
	}
	kind, ok = Columns.Whole(strings.Join(words[:last], " "))
	return kind, ok && (kind == Quantity || kind == Price || kind == Cost || kind == Total)
}

// Field is a member of the header, or a sum.
type Field string

// The fields. Carried is a sum of earlier pages or a subtotal of a group.
const (
	InvoiceNumber Field = "invoice_number"
	PONumber      Field = "po_number"
	IssueDate     Field = "issue_date"
	DueDate       Field = "due_date"
	TaxID         Field = "tax_id"
	Terms         Field = "payment_terms"
	Subtotal      Field = "subtotal"
	Shipping      Field = "shipping"
	Reduction     Field = "discount"
	Tax           Field = "tax"
	Sum           Field = "total"
	Carried       Field = "carried"
	Paid          Field = "paid"
)

// Fields are the labels beside the values of the header.
var Fields = lexicon[Field](`
invoice_number: invoice no, invoice number, invoice, invoice id, invoice #, inv no, bill no, rechnung, rechnung nr, rechnungsnummer, rechnungs nr, rechnungsnr, rechnung nummer, facture, facture n, facture no, n facture, numéro de facture, n de facture, factura, factura n, n factura, número de factura, nº factura, no factura, num factura, fattura, fattura n, n fattura, numero fattura, fattura nr, factuur, factuurnummer, factuur nr, factuurnr, credit note, credit note no, credit note number, credit memo, gutschrift, gutschrift nr, gutschriftsnummer, avoir, avoir n, numéro d avoir, nota de crédito, abono, factura rectificativa, nota di credito, nota credito, creditnota, creditnota nr, document no, belegnummer, beleg nr
po_number: po, po no, po number, purchase order, purchase order no, purchase order number, order no, order number, your order, your order no, customer po, bestellnummer, bestellung, bestell nr, ihre bestellung, auftragsnummer, auftrag nr, numéro de commande, n commande, commande, commande n, votre commande, pedido, pedido n, número de pedido, su pedido, ordine, ordine n, numero ordine, vostro ordine, ordernummer, bestelnummer, bestelling, uw order
issue_date: date, invoice date, date of issue, issue date, issued, tax point, datum, rechnungsdatum, belegdatum, date de facture, date facture, date d émission, date de facturation, fecha, fecha de factura, fecha factura, fecha de emisión, data, data fattura, data documento, data di emissione, factuurdatum, datum factuur, order date, bestelldatum
due_date: due date, due, payment due, pay by, fällig, fällig am, fälligkeit, fälligkeitsdatum, zahlbar bis, échéance, date d échéance, date échéance, vencimiento, fecha de vencimiento, scadenza, data scadenza, data di scadenza, vervaldatum, vervaldag, te betalen voor
tax_id: tax id, vat id, vat no, vat number, vat reg no, vat registration no, ust id, ust idnr, ust id nr, umsatzsteuer id, n tva, tva intracommunautaire, n tva intracommunautaire, numéro de tva, nif, cif, p iva, partita iva, btw nummer, btw nr, btw id
payment_terms: payment terms, terms, zahlungsbedingungen, zahlungsziel, conditions de paiement, condiciones de pago, forma de pago, condizioni di pagamento, termini di pagamento, betalingsvoorwaarden, betalingstermijn
subtotal: subtotal, sub total, net total, total net, net amount, total excl vat, total ex vat, total excluding vat, total before tax, goods total, items total, merchandise total, nettosumme, zwischensumme netto, summe netto, nettobetrag, netto, gesamt netto, gesamtnetto, nettogesamt, positionssumme, warenwert, summe positionen, netto gesamt, gesamtbetrag netto, gesamtsumme netto, rechnungsbetrag netto, total ht, sous total, montant ht, total net ht, total hors taxe, total hors taxes, base imponible, total neto, suma, total sin iva, importe neto, imponibile, totale imponibile, totale netto, subtotale, totale merce, subtotaal, totaal excl btw, totaal exclusief btw, nettobedrag, netto bedrag, totaal netto, zwischensumme
shipping: shipping, freight, delivery, carriage, postage, shipping and handling, shipping cost, shipping costs, delivery charge, freight charge, versand, versandkosten, fracht, frachtkosten, porto, versand und verpackung, lieferkosten, frais de port, port, livraison, frais de livraison, transport, envío, gastos de envío, portes, transporte, spedizione, spese di spedizione, trasporto, spese di trasporto, verzendkosten, verzending, vracht, transportkosten
discount: discount, total discount, less discount, rabatt, gesamtrabatt, nachlass, skonto, remise, remise totale, rabais, escompte, descuento, dto, descuento total, sconto, sconto totale, korting, totale korting
tax: vat, tax, sales tax, total tax, total vat, vat total, tax total, vat amount, tax amount, gst, hst, mwst, ust, umsatzsteuer, mehrwertsteuer, zzgl mwst, zzgl ust, zzgl umsatzsteuer, summe mwst, summe ust, steuer, steuerbetrag, mwst betrag, ust betrag, tva, total tva, montant tva, montant de la tva, taxe, iva, total iva, cuota iva, importe iva, imposta, totale iva, totale imposta, btw, totaal btw, btw bedrag
total: total, grand total, invoice total, total due, amount due, balance due, total amount, total payable, amount payable, total incl vat, total inc vat, total including vat, gross total, gesamtsumme, gesamtbetrag, rechnungsbetrag, endbetrag, gesamt, summe, bruttosumme, bruttobetrag, gesamtbetrag brutto, gesamt brutto, zu zahlen, zahlbetrag, zahlungsbetrag, rechnungssumme, summe brutto, rechnungsbetrag brutto, gesamtpreis, total ttc, net à payer, montant ttc, total général, montant total, total à payer, total toutes taxes comprises, total factura, importe total, total a pagar, total general, total con iva, totale, totale fattura, totale documento, totale da pagare, importo totale, totale generale, netto a pagare, totaal, totaalbedrag, te betalen, totaal incl btw, totaal inclusief btw, factuurbedrag, eindtotaal, totaal te betalen
carried: übertrag, carried forward, brought forward, carry forward, carried over, balance forward, page total, report, à reporter, suma y sigue, suma anterior, riporto, a riportare, transport page, overdracht, transporteren, seitensumme
paid: paid, payment, payments, amount paid, deposit paid, less deposit, prepaid, anzahlung, bezahlt, bereits bezahlt, acompte, déjà payé, payé, pagado, anticipo, acconto, pagato, betaald, aanbetaling
`)

// Sort is what a line is about when it is no product.
type Sort string

// The sorts of lines.
const (
	Freight  Sort = "freight"
	Returned Sort = "deposit"
	Fee      Sort = "fee"
)

// Sorts are the words of lines that are no products, as the line's only words or its first ones.
var Sorts = lexicon[Sort](`
freight: shipping, shipping cost, shipping costs, shipping and handling, freight, freight cost, freight charge, freight charges, delivery, delivery charge, delivery cost, carriage, postage, postage and packing, courier, versand, versandkosten, versandkostenpauschale, versandpauschale, fracht, frachtkosten, porto, lieferkosten, transportkosten, frais de port, port, frais de livraison, livraison, frais de transport, transport, envío, gastos de envío, portes, transporte, spedizione, spese di spedizione, trasporto, spese di trasporto, verzendkosten, verzending, vrachtkosten, vracht
deposit: deposit, bottle deposit, pfand, flaschenpfand, einwegpfand, mehrwegpfand, leergut, consigne, consigne bouteille, depósito, fianza, cauzione, deposito, statiegeld, emballage
fee: fee, handling, handling fee, handling charge, service fee, service charge, surcharge, fuel surcharge, packing charge, small order fee, minimum order fee, gebühr, bearbeitungsgebühr, mindermengenzuschlag, zuschlag, verpackungskosten, verpackung, versicherung, insurance, frais, frais de dossier, frais de gestion, supplément, eco participation, gastos, gastos de gestión, recargo, spese, spese di incasso, commissione, supplemento, administratiekosten, toeslag, behandelingskosten
`)
