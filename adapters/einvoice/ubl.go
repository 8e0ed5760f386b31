package einvoice

import (
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

func ublLine(n *node) reading.Line {
	if item := n.at("LineItem"); item != nil { // lines of orders
		n = item
	}
	const quantity = "InvoicedQuantity|CreditedQuantity|DeliveredQuantity|Quantity"
	item := n.at("Item")
	l := message.Begin(item.words("Name", "Description"), item.word("SellersItemIdentification/ID"), item.word("ManufacturersItemIdentification/ID"))
	l.BuyerSKU = item.word("BuyersItemIdentification/ID")
	global(&l, item.at("StandardItemIdentification/ID"), "0160", "0088", "GTIN")
	code := ""
	if q := n.at(quantity); q != nil {
		code = q.attrs["unitCode"]
		l.Quantity, l.Unit = n.figure(quantity), message.Unit(code)
	}
	price := n.at("Price")
	if price == nil { // lines of catalogues
		price = n.at("RequiredItemLocationQuantity/Price")
	}
	l.UnitPrice = price.figure("PriceAmount")
	message.Base(&l, price.figure("BaseQuantity"))
	if pack, ok := item.figure("PackSizeNumeric").Get(); ok && pack.IsInt() {
		l.UnitsPerCase, _, _ = pack.Int64(0)
	}
	l.TaxRate = item.figure("ClassifiedTaxCategory/Percent")
	l.LineTotal = n.figure("LineExtensionAmount")
	allowances(&l, n.all("AllowanceCharge"), "ChargeIndicator", "Amount")
	message.Settle(&l, price.unitOf("BaseQuantity"), code)
	if message.Rejected(n.word("LineStatusCode")) {
		l.Kind = reading.Comment
	}
	return l
}

func ublHead(root *node) reading.Header {
	seller := root.at("AccountingSupplierParty|SellerSupplierParty|DespatchSupplierParty/Party")
	if seller == nil {
		seller = root.at("ProviderParty|SellerSupplierParty")
	}
	currency := root.word("DocumentCurrencyCode")
	sums := root.at("LegalMonetaryTotal|AnticipatedMonetaryTotal")
	h := reading.Header{
		Issuer:        reading.Issuer{Name: message.Name(seller.words("PartyLegalEntity/RegistrationName", "PartyName/Name")), TaxID: seller.word("PartyTaxScheme/CompanyID")},
		InvoiceNumber: root.word("ID"), PONumber: root.word("OrderReference/ID"), IssueDate: root.day("IssueDate"), DueDate: root.day("DueDate|PaymentDueDate"),
		Currency: message.CurrencyOf(currency), PaymentTerms: root.word("PaymentTerms/Note"),
		Subtotal: sums.figure("LineExtensionAmount"), Shipping: sums.figure("ChargeTotalAmount"), Discount: sums.figure("AllowanceTotalAmount"),
		Tax: inCurrency(root, "TaxTotal/TaxAmount", currency), Total: sums.figure("TaxInclusiveAmount"),
	}
	if !h.Total.Known() {
		h.Total = sums.figure("PayableAmount")
	}
	if !h.DueDate.Known() {
		h.DueDate = root.day("PaymentMeans/PaymentDueDate")
	}
	if h.PONumber == "NA" { // the rules of some countries ask for a reference where there is no order
		h.PONumber = ""
	}
	return h
}

func ublInvoice(root *node) (reading.Header, document.Type) {
	code := root.word("InvoiceTypeCode")
	if code == "" {
		code = "380"
	}
	return ublHead(root), message.TypeOf(code)
}

func ublOrder(root *node) (reading.Header, document.Type) {
	h := ublHead(root)
	h.PONumber, h.InvoiceNumber = h.InvoiceNumber, ""
	return h, document.PurchaseOrder
}

// ublChange reads the change of an order, which has its own number and names the order.
func ublChange(root *node) (reading.Header, document.Type) {
	h := ublHead(root)
	if h.PONumber == "" {
		h.PONumber = h.InvoiceNumber
	}
	h.InvoiceNumber = ""
	return h, document.PurchaseOrder
}

// ublOther reads messages with a root that names their kind. Only credit notes keep the number of
// an invoice.
func ublOther(kind document.Type) func(*node) (reading.Header, document.Type) {
	return func(root *node) (reading.Header, document.Type) {
		h := ublHead(root)
		if kind != document.CreditNote {
			h.InvoiceNumber = ""
		}
		return h, kind
	}
}
