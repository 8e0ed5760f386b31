package einvoice

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
)

// fatturaBody names the element of a document. A file may have several with one head.
const fatturaBody = "FatturaElettronicaBody"

// fatturaTypes maps the document types of FatturaPA.
var fatturaTypes = map[string]document.Type{
	"TD01": document.Invoice, "TD02": document.Invoice, "TD03": document.Invoice, "TD05": document.Invoice, "TD06": document.Invoice,
	"TD07": document.Invoice, "TD09": document.Invoice, "TD16": document.Invoice, "TD17": document.Invoice, "TD18": document.Invoice,
	"TD19": document.Invoice, "TD20": document.Invoice, "TD27": document.Invoice, "TD28": document.Invoice,
	"TD24": document.Invoice, "TD25": document.Invoice, "TD26": document.Invoice, "TD04": document.CreditNote, "TD08": document.CreditNote,
}

func fatturaLine(n *node) reading.Line {
	l := message.Begin(n.word("Descrizione"), "", "")
	for _, c := range n.all("CodiceArticolo") {
		kind, value := strings.ToUpper(c.word("CodiceTipo")), c.word("CodiceValore")
		switch code, err := gtin.Parse(value); {
		case err == nil && (kind == "EAN" || kind == "GTIN" || kind == "UPC"):
			l.GTIN = code
		case kind == "EAN" || kind == "GTIN" || kind == "UPC":
			l.Note(reading.InvalidIdentifier)
		case strings.Contains(kind, "CLIENTE") || strings.Contains(kind, "COMMITTENTE") || kind == "BUYER":
			l.BuyerSKU = value
		case l.SupplierSKU == "":
			l.SupplierSKU = value
		}
	}
	l.Quantity, l.UnitPrice, l.LineTotal, l.TaxRate = n.figure("Quantita"), n.figure("PrezzoUnitario"), n.figure("PrezzoTotale"), n.figure("AliquotaIVA")
	if u := n.word("UnitaMisura"); u != "" {
		l.Unit = message.Unit(u)
	}
	reductions(&l, n.all("ScontoMaggiorazione"))
	message.Settle(&l, "", "")
	switch l.Sort(); n.word("TipoCessionePrestazione") {
	case "SC", "PR", "AB":
		if l.Kind != reading.Comment {
			l.Kind = reading.Discount
		}
	case "AC":
		if l.Kind == reading.Product {
			l.Kind = reading.Fee
		}
	}
	return l
}

// reductions reads discounts of FatturaPA. They are percentages or amounts of the unit price,
// applied in sequence. A single percentage becomes DiscountPercent. Otherwise their total becomes
// the DiscountAmount of the line.
func reductions(l *reading.Line, all []*node) {
	if len(all) == 1 && all[0].word("Tipo") == "SC" && all[0].figure("Percentuale").Known() {
		l.DiscountPercent = all[0].figure("Percentuale")
		return
	}
	price, ok := l.UnitPrice.Get()
	if len(all) == 0 || !ok {
		return
	}
	left, err := price, error(nil)
	for _, a := range all {
		by := a.figure("Importo").Or(decimal.Zero)
		if percent, ok := a.figure("Percentuale").Get(); ok {
			if by, err = left.Mul(percent); err == nil {
				by, err = by.Quo(decimal.Hundred)
			}
		}
		if a.word("Tipo") == "MG" { // a charge
			by = by.Neg()
		}
		if err == nil {
			left, err = left.Sub(by)
		}
		if err != nil {
			return
		}
	}
	if off, err := price.Sub(left); err == nil {
		if off, err = off.Mul(l.Quantity.Or(decimal.One)); err == nil {
			l.DiscountAmount = optional.Some(off)
		}
	}
}

func fatturaHead(root *node) (reading.Header, document.Type) {
	seller := root.at("FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici")
	body := root.at(fatturaBody)
	paper := body.at("DatiGenerali/DatiGeneraliDocumento")
	name := seller.word("Anagrafica/Denominazione")
	if name == "" {
		name = strings.TrimSpace(seller.word("Anagrafica/Nome") + " " + seller.word("Anagrafica/Cognome"))
	}
	return reading.Header{
		Issuer:        reading.Issuer{Name: name, TaxID: seller.word("IdFiscaleIVA/IdPaese") + seller.word("IdFiscaleIVA/IdCodice")},
		InvoiceNumber: paper.word("Numero"), PONumber: body.word("DatiGenerali/DatiOrdineAcquisto/IdDocumento"), IssueDate: paper.day("Data"),
		DueDate:  body.day("DatiPagamento/DettaglioPagamento/DataScadenzaPagamento"),
		Currency: message.CurrencyOf(paper.word("Divisa")), Subtotal: body.sum("DatiBeniServizi/DatiRiepilogo/ImponibileImporto"),
		Tax: body.sum("DatiBeniServizi/DatiRiepilogo/Imposta"), Total: paper.figure("ImportoTotaleDocumento"),
	}, fatturaTypes[paper.word("TipoDocumento")]
}
