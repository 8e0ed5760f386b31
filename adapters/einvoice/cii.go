package einvoice

import (
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// codes are the types of documents by their code in UNTDID 1001. Others are left to the later stages.
var codes = func() map[string]document.Type {
	m := map[string]document.Type{}
	for kind, list := range map[document.Type]string{
		document.Invoice: "71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 " +
			"387 388 389 390 393 394 395 456 457 527 553 575 623 633 751 780 817 870 875 876 877 935",
		document.CreditNote:        "81 83 261 262 296 308 381 396 420 458 502 503 532",
		document.PurchaseOrder:     "220 221 224 226 227 228 230",
		document.OrderConfirmation: "231",
	} {
		for code := range strings.FieldsSeq(list) {
			m[code] = kind
		}
	}
	return m
}()

func ciiLine(n *node) reading.Line {
	const (
		agreement  = "SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement/"
		delivery   = "SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/"
		settlement = "SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement/"
	)
	product := n.at("SpecifiedTradeProduct")
	l := begin(product.words("Name", "Description"), product.word("SellerAssignedID"), product.word("ManufacturerAssignedID"))
	l.BuyerSKU = product.word("BuyerAssignedID")
	global(&l, product.at("GlobalID"), "0160", "0088")
	l.UnitPrice = n.figure(agreement + "NetPriceProductTradePrice/ChargeAmount")
	base(&l, n.figure(agreement+"NetPriceProductTradePrice/BasisQuantity"))
	const counted = delivery + "BilledQuantity|AgreedQuantity|RequestedQuantity"
	code := ""
	if quantity := n.at(counted); quantity != nil {
		code = quantity.attrs["unitCode"]
		l.Quantity, l.Unit = n.figure(counted), unit(code)
	}
	l.TaxRate = n.figure(settlement + "ApplicableTradeTax/RateApplicablePercent|ApplicablePercent")
	l.LineTotal = n.figure(settlement + "SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount")
	allowances(&l, n.all(settlement+"SpecifiedTradeAllowanceCharge"), "ChargeIndicator/Indicator", "ActualAmount")
	// Groups repeat the totals of their lines.
	status := n.word("AssociatedDocumentLineDocument/LineStatusReasonCode")
	if status == "GROUP" || status == "INFORMATION" || !l.Quantity.Known() && !l.LineTotal.Known() {
		l.Kind, l.LineTotal = reading.Comment, reading.Figure{}
	}
	if l.Kind != reading.Comment {
		settle(&l, n.unitOf(agreement+"NetPriceProductTradePrice/BasisQuantity"), code)
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
		Issuer:        reading.Issuer{Name: agreement.word("SellerTradeParty/Name"), TaxID: taxID(agreement.all("SellerTradeParty/SpecifiedTaxRegistration/ID"))},
		InvoiceNumber: paper.word("ID"), PONumber: agreement.word("BuyerOrderReferencedDocument/IssuerAssignedID|ID"),
		IssueDate: paper.day("IssueDateTime/DateTimeString"), DueDate: settlement.day("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
		Currency: currencyOf(currency), PaymentTerms: settlement.word("SpecifiedTradePaymentTerms/Description"),
		Subtotal: sums.figure("LineTotalAmount"), Shipping: sums.figure("ChargeTotalAmount"), Discount: sums.figure("AllowanceTotalAmount"),
		Tax: inCurrency(sums, "TaxTotalAmount", currency), Total: sums.figure("GrandTotalAmount"),
	}
	return h, codes[paper.word("TypeCode")]
}

// orderX reads the elements of an invoice below another root.
func orderX(root *node) (reading.Header, document.Type) {
	h, kind := ciiHead(root)
	if kind == document.PurchaseOrder || h.PONumber == "" {
		h.PONumber = h.InvoiceNumber
	}
	h.InvoiceNumber = ""
	return h, kind
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
