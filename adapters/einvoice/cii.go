package einvoice

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

func ciiLine(n *node) reading.Line {
	const (
		agreement  = "SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement/"
		delivery   = "SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/"
		settlement = "SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement/"
	)
	product := n.at("SpecifiedTradeProduct")
	l := message.Begin(product.words("Name", "Description"), product.word("SellerAssignedID"), product.word("ManufacturerAssignedID"))
	l.BuyerSKU = product.word("BuyerAssignedID")
	global(&l, product.at("GlobalID"), "0160", "0088")
	l.UnitPrice = n.figure(agreement + "NetPriceProductTradePrice/ChargeAmount")
	message.Base(&l, n.figure(agreement+"NetPriceProductTradePrice/BasisQuantity"))
	const counted = delivery + "BilledQuantity|AgreedQuantity|RequestedQuantity"
	code := ""
	if quantity := n.at(counted); quantity != nil {
		code = quantity.attrs["unitCode"]
		l.Quantity, l.Unit = n.figure(counted), message.Unit(code)
	}
	l.TaxRate = n.figure(settlement + "ApplicableTradeTax/RateApplicablePercent|ApplicablePercent")
	l.LineTotal = n.figure(settlement + "SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount")
	allowances(&l, n.all(settlement+"SpecifiedTradeAllowanceCharge"), "ChargeIndicator/Indicator", "ActualAmount")
	// Groups repeat the totals of their lines.
	status, accepted := n.word("AssociatedDocumentLineDocument/LineStatusReasonCode"),
		!message.Rejected(n.word("AssociatedDocumentLineDocument/LineStatusCode"))
	if status == "GROUP" || status == "INFORMATION" || !accepted || !l.Quantity.Known() && !l.LineTotal.Known() {
		l.Kind, l.LineTotal = reading.Comment, reading.Figure{}
	}
	if l.Kind != reading.Comment {
		message.Settle(&l, n.unitOf(agreement+"NetPriceProductTradePrice/BasisQuantity"), code)
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
	currency := settlement.words("InvoiceCurrencyCode", "OrderCurrencyCode")
	h := reading.Header{
		Issuer:        reading.Issuer{Name: message.Name(agreement.word("SellerTradeParty/Name")), TaxID: taxID(agreement.all("SellerTradeParty/SpecifiedTaxRegistration/ID"))},
		InvoiceNumber: paper.word("ID"), PONumber: agreement.word("BuyerOrderReferencedDocument/IssuerAssignedID|ID"),
		IssueDate: paper.day("IssueDateTime/DateTimeString"), DueDate: settlement.day("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
		Currency: message.CurrencyOf(currency), PaymentTerms: settlement.word("SpecifiedTradePaymentTerms/Description"),
		Subtotal: sums.figure("LineTotalAmount"), Shipping: sums.figure("ChargeTotalAmount"), Discount: sums.figure("AllowanceTotalAmount"),
		Tax: inCurrency(sums, "TaxTotalAmount", currency), Total: sums.figure("GrandTotalAmount"),
	}
	return h, message.TypeOf(paper.word("TypeCode"))
}

// orderX reads an order with the elements of an invoice below another root.
func orderX(root *node) (reading.Header, document.Type) {
	h, kind := ciiHead(root)
	if kind == document.PurchaseOrder || h.PONumber == "" {
		h.PONumber = h.InvoiceNumber
	}
	h.InvoiceNumber = ""
	return h, kind
}

// taxID prefers the VAT number to the number of the tax office.
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

// inCurrency returns the amount in the document's currency, because taxes may be given in another
// currency too.
func inCurrency(n *node, path, currency string) reading.Figure {
	for _, a := range n.all(path) {
		if c := a.attrs["currencyID"]; c == "" || c == currency {
			return (&node{nodes: []*node{{name: "a", text: a.text}}}).figure("a")
		}
	}
	return reading.Figure{}
}
