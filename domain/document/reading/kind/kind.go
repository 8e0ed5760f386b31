// Package kind guesses the type of a document by its structure and by the words of its titles and
// labels.
package kind

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// How often the rules are right, and the least lines that are a price list.
const (
	certainTitle document.Confidence = 9_500
	laterTitle   document.Confidence = 8_000
	structured   document.Confidence = 9_000
	priceRows                        = 20
	// listRows counts the least lines of a table of prices.
	listRows = 5
	// titleLines bounds the rows searched for titles from the top. headRows does for rows with a
	// title alone.
	titleLines, headRows = 12, 30
)

// unpriced lists documents that usually have no sums. An invoice may name them.
var unpriced = map[document.Type]bool{document.PackingSlip: true, document.ShippingDocument: true}

// summed reports amounts of lines, or a printed total.
func summed(r reading.Reading) bool {
	return r.Header.Total.Known() || slices.ContainsFunc(r.Lines, func(l reading.Line) bool { return l.LineTotal.Known() })
}

// labelled reports a title beside labels: in Order no, Delivery note, Due date it names another
// document.
func labelled(row []string, at int) bool {
	for k, run := range row {
		if name, ok := label.Fields.Whole(run); ok && k != at && labels[name] {
			return true
		}
	}
	return false
}

// labels lists labels beside the numbers of other documents.
var labels = map[label.Field]bool{
	label.InvoiceNumber: true, label.PONumber: true, label.IssueDate: true, label.OtherDate: true, label.DueDate: true,
	label.DeliveryDate: true,
	label.Terms:        true, label.TaxID: true,
}

// party reports the label of an address, such as Invoice address.
func party(run string) bool {
	_, n := field.Parties.At(strings.Fields(run))
	return n > 1
}

// valued reports a number as the only text after a title: the title is its label.
func valued(after []string) bool {
	return len(after) == 1 && len(strings.Fields(after[0])) < 3 && number.HasDigit(after[0])
}

// numberAlone matches a title that is a whole row, with its number and date.
var numberAlone = regexp.MustCompile(`^(?: (?:nr|no|n|num|number|nummer|numero))?(?: [a-z]{0,4} ?\d[\da-z ]*)?$`)

// onlyTitle reports a row that has a title, its number, and nothing else.
func onlyTitle(row []string) bool {
	if len(row) != 1 {
		return false
	}
	text := label.Fold(row[0])
	for _, t := range titles {
		if found := t.words.FindString(text); found != "" {
			return numberAlone.MatchString(strings.TrimRight(text[len(strings.TrimRight(found, " ")):], " "))
		}
	}
	return false
}

// titles lists the words that name a type, the special before the general.
var titles = []struct {
	kind  document.Type
	words *regexp.Regexp
}{
	{document.Invoice, title("albaran factura|factura albaran|lieferschein rechnung|delivery note invoice" +
		"|bon de livraison facture")},
	{document.CreditNote, title("credit note|credit memo|gutschrift|stornorechnung|avoir|nota de credito|abono|factura rectificativa|nota di credito|nota credito|creditnota|creditfactuur|credit advice|adjustment note|credit invoice|note de credit|facture d avoir|rechnungs ?korrektur|korrekturrechnung|gutschriftsrechnung|nota de abono|factura de abono|nota d accredito|nota accredito|kreditnota|creditnote|кредитно известие")},
	{document.PackingSlip, title("packing slip|packing list|delivery note|lieferschein|packliste|bon de livraison|bordereau de livraison|albaran|documento di trasporto|ddt|bolla di consegna|pakbon|leverbon|vrachtbrief|despatch note|dispatch note|goods delivery note|delivery docket|warenbegleitschein|lieferavis|bordereau d expedition|bordereau d envoi|bon d expedition|bl n|nota de entrega|documento trasporto|documento di consegna|afleverbon|paklijst|verzendbon|leveringsbon")},
	{document.OrderConfirmation, title("order confirmation|order acknowledgement|auftragsbestatigung|confirmation de commande|accuse de reception de commande|confirmacion de pedido|conferma d ordine|conferma ordine|orderbevestiging|potwierdzenie zamowienia|sales order confirmation|order acknowledgment|sales order acknowledgement|bestellbestatigung|confirmation de votre commande|ar de commande|confirmacion del pedido|conferma dell ordine|opdrachtbevestiging|bestelbevestiging")},
	{document.OrderConfirmation, whole(`order (?:summary|details|overview|receipt)|thanks? (?:you )?for your order` +
		`|vielen dank fur (?:ihre|deine) bestellung` +
		`|recapitulatif de (?:la |votre )?commande|merci (?:pour|de) votre commande|riepilogo (?:dell )?ordine` +
		`|grazie per il (?:tuo|suo|vostro) ordine|bestell ?ubersicht|danke fur (?:ihre|deine) bestellung` +
		`|besteloverzicht|bedankt voor (?:je|uw) bestelling|resumen (?:del |de )?pedido|gracias por (?:tu|su) pedido`)},
	{document.OrderConfirmation, title("sales order")},
	{document.PurchaseOrder, title("purchase order|bestellung|bon de commande|orden de compra|pedido de compra|pedido a proveedor|detalle del pedido|nota de pedido|pedido|ordine di acquisto|ordine d acquisto|inkooporder|bestelling|zamowienie")},
	{document.Statement, title("statement of account|account statement|kontoauszug|releve de compte|estado de cuenta|estratto conto|rekeningoverzicht")},
	{document.PriceList, title("price list|pricelist|(?:wholesale|trade|dealer|export|retailer|net) price ?list|haendlerpreisliste|handlerpreisliste|grosshandelspreisliste|liste des prix|cennik|prisliste|prislista|cenik|lista prezzi|preisliste|liste de prix|tarif general|lista de precios|tarifa de precios|listino prezzi|listino|prijslijst")},
	{document.AuthorizationLetter, title("letter of authorization|letter of authorisation|authorization letter|authorisation letter|autorisierungsschreiben|lettre d autorisation|carta de autorizacion|lettera di autorizzazione|autorisatiebrief")},
	{document.ShippingDocument, title("bill of lading|waybill|air waybill|cmr|commercial manifest|frachtbrief|lettre de voiture|carta de porte|lettera di vettura")},
	{document.Receipt, title("receipt|sales receipt|final details for order|quittung|kassenbon|kassenbeleg|recu|ticket de caisse|recibo|ticket|ricevuta|scontrino|kassabon|bon")},
	{document.Invoice, title("invoice|tax invoice|commercial invoice|sales invoice|rechnung|facture|factura|fattura|factuur|proforma invoice|vat invoice|faktura|фактура|szamla|sammelrechnung|teilrechnung|schlussrechnung|verkaufsrechnung|facture de vente|facture client|factura de venta|factura comercial|fattura accompagnatoria|fattura immediata|fattura differita|fattura di vendita|verkoopfactuur")},
}

func title(words string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + words + `)(?: |$)`) }

// whole matches words that are a title only alone. With more words they begin a sentence.
func whole(words string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + words + `)$`) }

// Of guesses the type from the reading and the rows of the first page, each in runs of adjacent
// words. It returns false where neither decides.
func Of(r reading.Reading, rows [][]string) (document.Guess, document.Method, bool) {
	g, structured := structure(r)
	if structured && (g.Type != document.PackingSlip || !priced(r) && !billed(rows) && !ordered(rows)) {
		return g, document.ByStructure, true
	}
	var order, reference document.Guess
	for i, row := range rows[:min(headRows, len(rows))] {
		for k, run := range row {
			g, alone := titled(label.Fold(run))
			t, full := field.Titled(strings.Fields(run))
			if full && (g.Type == "" || g.Type == document.Invoice) {
				g, alone = document.Guess{Type: document.Invoice, Confidence: certainTitle}, true
				if t.Credit {
					g.Type = document.CreditNote
				}
			}
			switch {
			case g.Type == "", i >= titleLines && !onlyTitle(row), party(run):
				continue
			case i > 0 && !alone:
				g.Confidence = laterTitle
			}
			alone = alone && !valued(row[k+1:])
			if weak.MatchString(label.Fold(run)) {
				if alone && !labelled(row, k) {
					order = cmp.Or(order, g)
				}
				continue
			}
			if g.Type == document.PurchaseOrder && len(row) > 2 && labelsInvoice(rows) {
				reference = cmp.Or(reference, document.Guess{Type: document.Invoice, Confidence: laterTitle})
				continue
			}
			if g.Type == document.PurchaseOrder && !alone {
				// With words after it, it may be the order that an invoice is for.
				order = cmp.Or(order, g)
				continue
			}
			if labelled(row, k) || unpriced[g.Type] && summed(r) {
				g.Confidence = laterTitle
				reference = cmp.Or(reference, g)
				continue
			}
			if g.Type == document.Invoice && negative(r) {
				g.Type = document.CreditNote
			}
			return g, document.ByRules, true
		}
	}
	if unpriced[reference.Type] && summed(r) && named(rows) {
		reference = document.Guess{}
	}
	if reference.Type == document.Invoice && negative(r) {
		reference.Type = document.CreditNote
	}
	for _, g := range []document.Guess{reference, order} {
		if g.Type != "" {
			return g, document.ByRules, true
		}
	}
	if named(rows) || r.Header.InvoiceNumber != "" && r.Header.Tax.Known() {
		g := document.Guess{Type: document.Invoice, Confidence: laterTitle}
		if negative(r) {
			g.Type = document.CreditNote
		}
		return g, document.ByRules, true
	}
	return document.Guess{}, document.ByNone, false
}

// priced reports prices that were not read, because nothing shows their decimal sign or their
// currency.
func priced(r reading.Reading) bool {
	return slices.ContainsFunc(r.Problems, func(p reading.Problem) bool {
		return p.Code == reading.ColumnsUnsure || p.Code == reading.CurrencyUnknown
	})
}

// invoiced matches the title of an invoice, alone or before its number.
var invoiced = regexp.MustCompile(`^(?:tax |vat )?(?:invoice|rechnung|facture|factura|fattura|factuur)` +
	`(?: (?:nr|no|n|num|number|nummer|numero))?(?: [a-z]{0,4} ?\d.*)?$`)

// billed reports the title of an invoice and no title of a packing slip. Such a document has
// prices, even if no price was read.
func billed(rows [][]string) (found bool) {
	for _, row := range rows[:min(titleLines, len(rows))] {
		for _, run := range row {
			text := label.Fold(run)
			if g, _ := titled(text); g.Type == document.PackingSlip {
				return false
			}
			_, full := field.Titled(strings.Fields(run))
			found = found || full || invoiced.MatchString(text)
		}
	}
	return found
}

// weak matches titles that are labels of the order of an invoice on most documents.
var weak = regexp.MustCompile(`^(?:sales order|pedido)(?: (?:no|nr|n|num|numero)(?: .*)?| [a-z]{0,4} ?\d.*)?$`)

// Ordered reports rows of a purchase order with a title that is no label on other documents.
func Ordered(rows [][]string) bool {
	g, _, ok := Of(reading.Reading{}, rows)
	return ok && g.Type == document.PurchaseOrder && slices.ContainsFunc(rows, func(row []string) bool {
		return slices.ContainsFunc(row, func(run string) bool {
			text := label.Fold(run)
			g, _ := titled(text)
			return g.Type == document.PurchaseOrder && !weak.MatchString(text)
		})
	})
}

// noTitles matches words that begin like a title: a debit from an account.
var noTitles = regexp.MustCompile(`^(?:recibo (?:domiciliado|bancario)|bon de reduction|pedido minimo)(?: |$)`)

// ordered reports the title of a purchase order, alone or before a dash, and no title of a packing
// slip.
func ordered(rows [][]string) (found bool) {
	for _, row := range rows[:min(titleLines, len(rows))] {
		for k, run := range row {
			g, alone := titled(label.Fold(run))
			if g.Type == document.PackingSlip {
				return false
			}
			found = found || g.Type == document.PurchaseOrder && (alone || dashed(run)) &&
				!weak.MatchString(label.Fold(run)) && !valued(row[k+1:]) && !labelled(row, k)
		}
	}
	return found
}

// dashes part the title of a document from words that say more about it.
var dashes = regexp.MustCompile(`\s+[-\x{2013}\x{2014}]\s+`)

// dashed reports a title before a dash and words without digits: PURCHASE ORDER - FAX TRANSMITTAL.
func dashed(run string) bool {
	at := dashes.FindStringIndex(run)
	if at == nil || number.HasDigit(run[at[1]:]) {
		return false
	}
	_, alone := titled(label.Fold(run[:at[0]]))
	return alone
}

// labelsInvoice reports the label of the number of an invoice and nothing else in a run. The title
// of an order among the other labels of a form is then a label too.
func labelsInvoice(rows [][]string) bool {
	for _, row := range rows[:min(titleLines, len(rows))] {
		for _, run := range row {
			if name, ok := label.Fields.Whole(run); ok && name == label.InvoiceNumber && strings.Contains(run, " ") {
				return true
			}
		}
	}
	return false
}

// numbered matches labels of the number of an invoice.
var numbered = regexp.MustCompile(`^(?:(?:die |ihre )?rechnungs ?(?:nummer|nr|no)|factuurnummer|factuurnr` +
	`|(?:numero|n) de (?:facture|factura)|numero fattura)(?: |$)`)

// named reports an invoice that has no title but the label of its number.
func named(rows [][]string) bool {
	for _, row := range rows[:min(titleLines, len(rows))] {
		for _, run := range row {
			if numbered.MatchString(label.Fold(run)) {
				return true
			}
		}
	}
	return false
}

// titled returns the type that a run of words begins with, and whether the run has no other words.
func titled(text string) (g document.Guess, alone bool) {
	if noTitles.MatchString(text) {
		return g, false
	}
	for _, t := range titles {
		if t.words.MatchString(text) {
			return document.Guess{Type: t.kind, Confidence: certainTitle}, text == strings.TrimSpace(t.words.FindString(text))
		}
	}
	return g, false
}

// structure knows a price list by many rows with a code and a cost and without
// totals, and a packing slip by quantities without prices.
func structure(r reading.Reading) (document.Guess, bool) {
	coded, counted, priced, summed := 0, 0, 0, 0
	for _, l := range r.Lines {
		if l.SupplierSKU != "" || l.GTIN.String() != "" || l.ASIN.String() != "" {
			coded++
		}
		if l.Quantity.Known() {
			counted++
		}
		if l.UnitPrice.Known() || l.CasePrice.Known() {
			priced++
		}
		if l.LineTotal.Known() {
			summed++
		}
	}
	n := len(r.Lines)
	switch {
	case summed > 0 || r.Header.Total.Known() || n == 0:
	case n >= priceRows && coded*10 >= n*9 && priced*10 >= n*9:
		return document.Guess{Type: document.PriceList, Confidence: structured}, true
	case counted == n && priced == 0:
		return document.Guess{Type: document.PackingSlip, Confidence: structured}, true
	}
	return document.Guess{}, false
}

// Listed guesses a price list from a table of goods and prices that has neither quantities nor
// totals. It returns false for few lines, and for a document with a number or a sum.
func Listed(r reading.Reading) (document.Guess, document.Method, bool) {
	h := r.Header
	numbered, summed := h.InvoiceNumber+h.PONumber != "", h.Total.Known() || h.Subtotal.Known() || h.Tax.Known()
	if len(r.Lines) < listRows || numbered || summed {
		return document.Guess{}, document.ByNone, false
	}
	return document.Guess{Type: document.PriceList, Confidence: laterTitle}, document.ByStructure, true
}

func negative(r reading.Reading) bool {
	total, ok := r.Header.Total.Get()
	return ok && total.IsNeg()
}
