package draw

import "sellingassistant/domain/document"

var (
	dots      = Figures{Decimal: ".", Thousands: ","}
	plainDots = Figures{Decimal: "."}
	commas    = Figures{Decimal: ",", Thousands: "."}
	plain     = Figures{Decimal: ","}
	spaced    = Figures{Decimal: ",", Thousands: " "}
	swiss     = Figures{Decimal: ".", Thousands: "'"}
)

func (f Figures) with(change func(*Figures)) Figures {
	change(&f)
	return f
}

var english = []Layout{
	{
		Name: "northgate", Language: "en", Renderer: Helvetica, Type: document.Invoice, Title: "INVOICE", Day: "2 January 2006", Currency: "GBP",
		Facts: "number=Invoice No.;date=Invoice date;due=Due date;order=Your order;taxid=VAT No.", Sums: "subtotal=Subtotal;tax=VAT {rate}%;total=Total GBP",
		Columns: "sku|Item code|25L;desc|Description|80L;qty|Qty|15R;price|Unit price|25R;total|Amount|30R", Figures: dots, Rows: [2]int{3, 12}, Rates: []int{20}, Below: []string{"more"},
	},
	{
		Name: "harbour", Language: "en", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Invoice {number}", Day: "01/02/2006", Currency: "USD", Place: Left,
		Facts: "date=Date;due=Due;order=PO number;terms=Terms", Sums: "subtotal=Sub total;freight=Shipping;tax=Sales tax;total=Total due",
		Columns: "qty|Quantity|20R;sku|Item #|30L;desc|Description|70L;price|Rate|28R;total|Amount|30R",
		Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{2, 20}, Rates: []int{8}, Every: true, Figure: Middle, Spread: 0.6, Below: []string{"more", "origin"},
	},
	{
		Name: "pinewood", Language: "en", Renderer: TrueType, Type: document.Invoice, Title: "TAX INVOICE", Day: "02-Jan-2006", Currency: "USD", Place: Grid,
		Facts: "number=Invoice number;date=Date of issue;due=Payment due;order=Order no", Sums: "subtotal=Net total;discount=Discount;tax=Tax;total=Amount due (USD)",
		Columns: "pos|#|8R;desc|Product|72L;pack|Pack|15R;qty|Units|18R;price|Price each|27R;disc|Disc.|15R;total|Line total|25R",
		Figures: plainDots, Rows: [2]int{5, 30}, Rates: []int{7}, Less: InColumn, Packs: true, Every: true, Below: []string{"sku", "more"}, Foot: "Pinewood Trading LLC   Page   Bank 021000021   Account 483920012",
	},
	{
		Name: "calder", Language: "en", Renderer: Helvetica, Type: document.CreditNote, Title: "CREDIT NOTE", Day: "02/01/2006", Currency: "GBP",
		Facts: "number=Credit note no;date=Date;order=Order no", Sums: "subtotal=Net total;tax=VAT @ {rate}%;total=Total credit",
		Columns: "sku|Code|25L;desc|Details|75L;qty|Quantity|20R;price|Price|25R;total|Value|30R", Figures: dots, Rows: [2]int{1, 5}, Rates: []int{20}, Minus: Totals,
	},
	{
		Name: "dockside", Language: "en", Renderer: Courier, Size: 8, Type: document.Invoice, Title: "INVOICE  {number}   DATE {date}", Day: "2006-01-02", Currency: "GBP", Place: Left,
		Facts: "order=Customer PO;taxid=VAT reg no", Sums: "subtotal=Goods total;freight=Carriage;tax=VAT;total=Invoice total",
		Columns: "sku|PART NO|22L;desc|DESCRIPTION|68L;ordered|QTY ORDERED|26R;qty|QTY SHIPPED|26R;price|PRICE|16R;total|EXTENSION|22R",
		Figures: plainDots, Rows: [2]int{8, 40}, Rates: []int{20}, Every: true, Carried: [2]string{"Carried forward", "Brought forward"},
	},
	{
		Name: "orchard", Language: "en", Renderer: Order, Type: document.OrderConfirmation, Title: "Order confirmation", Day: "2006-01-02", Currency: "GBP",
		Facts: "order=Order number;date=Date;terms=Terms", Sums: "subtotal=Net total;freight=Delivery;tax=VAT {rate}%;total=Total GBP",
		Columns: "pos|No.|6R;sku|Article|18L;desc|Description|50L;qty|Units|12R;price|Unit price|16R;total|Total|18R", Figures: plainDots, Rows: [2]int{3, 25}, Rates: []int{20}, Below: []string{"gtin"},
	},
	{
		Name: "pallet", Language: "en", Renderer: TrueType, Type: document.PackingSlip, Title: "Delivery Note", Day: "02/01/2006", Currency: "",
		Facts:   "order=Your order;date=Despatch date",
		Columns: "sku|Product code|32L;desc|Description|92L;ordered|Ordered|26R;qty|Shipped|26R", Figures: dots, Rows: [2]int{3, 15},
	},
	{
		Name: "quayside", Language: "en", Renderer: Helvetica, Type: document.Invoice, Title: "Sales Invoice", Day: "2 Jan 2006", Currency: "EUR",
		Facts: "number=Invoice;date=Tax point;due=Pay by", Sums: "subtotal=Total excl VAT;tax=VAT {rate}%;total=Total incl VAT",
		Columns: "gtin|EAN|32L;desc|Item|62L;qty|Qty|15R;unit|UOM|12C;price|Net price|22R;rate|VAT|14R;total|Net amount|23R",
		Figures: dots.with(func(f *Figures) { f.After, f.Unit = " €", "ea" }), Rows: [2]int{3, 14}, Rates: []int{20, 5}, Rule: true, Freight: "Carriage", Fee: "Small order fee", TaxTable: "VAT rate|Taxable amount|VAT amount",
	},
}
