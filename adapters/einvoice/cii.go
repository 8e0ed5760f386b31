package einvoice

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// codes are the types of documents by their code in UNTDID 1001. Others are left to the later stages.
var codes = map[string]document.Type{
	"380": document.Invoice, "384": document.Invoice, "389": document.Invoice, "751": document.Invoice, "877": document.Invoice, "381": document.CreditNote,
}

func ciiLine(n *node) reading.Line {
	const (
		agreement  = "SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement/"
		delivery   = "SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/"
		settlement = "SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement/"
	)
	product := n.at("SpecifiedTradeProduct")
	l := begin(product.words("Name", "Description"), product.word("SellerAssignedID"), product.word("ManufacturerAssignedID"))
	global(&l, product.at("GlobalID"), "0160", "0088")
	l.UnitPrice = n.figure(agreement + "NetPriceProductTradePrice/ChargeAmount")
	base(&l, n.figure(agreement+"NetPriceProductTradePrice/BasisQuantity"))
	if quantity := n.at(delivery + "BilledQuantity"); quantity != nil {
		l.Quantity, l.Unit = n.figure(delivery+"BilledQuantity"), unit(quantity.attrs["unitCode"])
	}
	allowances(&l, n.all(settlement+"SpecifiedTradeAllowanceCharge"), "ChargeIndicator/Indicator", "ActualAmount")
	l.TaxRate = n.figure(settlement + "ApplicableTradeTax/RateApplicablePercent|ApplicablePercent")
	l.LineTotal = n.figure(settlement + "SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount")
	// Groups repeat the totals of their lines.
	status := n.word("AssociatedDocumentLineDocument/LineStatusReasonCode")
	if status == "GROUP" || status == "INFORMATION" || !l.Quantity.Known() && !l.LineTotal.Known() {
		l.Kind, l.LineTotal = reading.Comment, reading.Figure{}
	}
	if l.Description == "" {
		l.Description = n.word("AssociatedDocumentLineDocument/IncludedNote/Content")
		l.RawText = l.Description
	}
	return l
}

func ciiHead(root *node) (reading.Header, document.Type) {
	paper := root.at("ExchangedDocument|HeaderExchangedDocument")
	trade := root.at("SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction")
	agreement := trade.at("ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement")
	settlement := trade.at("ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement")
	sums := settlement.at("SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation")
	h := reading.Header{
		Issuer:        reading.Issuer{Name: agreement.word("SellerTradeParty/Name"), TaxID: taxID(agreement.all("SellerTradeParty/SpecifiedTaxRegistration/ID"))},
		InvoiceNumber: paper.word("ID"), PONumber: agreement.word("BuyerOrderReferencedDocument/IssuerAssignedID|ID"),
		IssueDate: paper.day("IssueDateTime/DateTimeString"), DueDate: settlement.day("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
		Currency: currencyOf(settlement.word("InvoiceCurrencyCode")), PaymentTerms: settlement.word("SpecifiedTradePaymentTerms/Description"),
		Subtotal: sums.figure("LineTotalAmount"), Shipping: sums.figure("ChargeTotalAmount"), Discount: sums.figure("AllowanceTotalAmount"),
		Tax: inCurrency(sums, "TaxTotalAmount", settlement.word("InvoiceCurrencyCode")), Total: sums.figure("GrandTotalAmount"),
	}
	return h, codes[paper.word("TypeCode")]
}

// taxID prefers the number for value added tax to that of the tax office.
func taxID(all []*node) string {
	first := ""
	for _, n := range all {
		if n.attrs["schemeID"] == "VA" {
			return n.text
		}
		if first == "" {
			first = n.text
		}
	}
	return first
}

// inCurrency is the amount in the document's currency: taxes may be there in another one too.
func inCurrency(n *node, path, currency string) reading.Figure {
	for _, a := range n.all(path) {
		if c := a.attrs["currencyID"]; c == "" || c == currency {
			return (&node{nodes: []*node{{name: "a", text: a.text}}}).figure("a")
		}
	}
	return reading.Figure{}
}
