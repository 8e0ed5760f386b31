package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// heldOut has unseen layouts: nobody looks at them while changing the reader.
var heldOut = map[string][]draw.Layout{
	"cards": {
		{
			Name: "held-astoria", Language: "en", HeldOut: true, Renderer: draw.Helvetica,
			Type: document.OrderConfirmation, Title: "Your order", Day: "Jan 2, 2006", Currency: "USD",
			Place: draw.Left, Facts: "order=Order No.;date=Ordered", Figures: dollars, Rows: [2]int{2, 10},
			Sums: "subtotal=Merchandise;freight=Delivery;tax=Tax;total=Amount charged", Rates: []int{7}, Trade: "food",
			Card: []string{"*{name}|>{total}", "Item no. {sku}", "{count} ea. at {price}"},
		},
		{
			Name: "held-nyon", Language: "fr", HeldOut: true, Renderer: draw.TrueType, Type: document.Invoice,
			Title: "Facture {number}", Rates: []int{8}, Day: "02.01.2006", Currency: "CHF",
			Facts: "date=Date;order=Commande", Figures: swiss, Rows: [2]int{2, 12}, Trade: "electronics",
			Sums: "subtotal=Total hors TVA;tax=TVA {rate} %;total=Total CHF",
			Card: []string{"{pos}  *{name}", "N° art. {sku}|+70 {count} pce à {price}|>{total}"},
		},
	},
	"header grids": {
		{
			Name: "held-imola", Language: "it", HeldOut: true, Renderer: draw.Helvetica, Type: document.Invoice,
			Title: "Fattura", Day: "02/01/2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 3, Deep: 1.1,
			Facts: "number=N. fattura;date=Data fattura;customer=Cliente;order=Ordine;via=Vettore;due=Scade il",
			Sums:  "subtotal=Imponibile;tax=Imposta {rate}%;total=Da pagare EUR", Figures: commas, Rows: [2]int{3, 18},
			Rates: []int{22}, Trade: "food",
			Columns: "sku|Articolo|26L;desc|Descrizione|78L;qty|Quantità|20R;price|Prezzo|26R;total|Importo|28R",
		},
	},
	"codes": {
		{
			Name: "held-yuma", Language: "en", HeldOut: true, Renderer: draw.TrueType, Type: document.Invoice,
			Title: "Invoice {number}", Day: "01/02/2006", Currency: "USD", Facts: "date=Date;order=PO",
			Sums: "subtotal=Subtotal;tax=Tax;total=Total", Figures: dollars, Rows: [2]int{3, 16}, Rates: []int{5},
			Columns: "pos|#|8R;sku|Stock No.|20L;desc|Description|74L;qty|Qty|16R;price|Price|28R;total|Amount|32R",
			Codes:   []string{"MES-###-####-?", "M/####.##-???"}, Trade: "electronics",
		},
		{
			Name: "held-pirna", Language: "de", HeldOut: true, Renderer: draw.Helvetica, Type: document.Invoice,
			Title: "Rechnung", Day: "02.01.2006", Currency: "EUR", Facts: "number=Rechnung Nr.;date=vom",
			Sums: "subtotal=Nettowert;tax=MwSt {rate} %;total=Summe EUR", Figures: commas,
			Columns: "sku|Art.-Nr.|28L;desc|Artikel|74L;qty|Menge|18R;price|Preis|28R;total|Wert|30R",
			Rows:    [2]int{3, 18}, Rates: []int{19}, Under: true, Codes: []string{"#?-###", "##.#.##"},
			Seconds: []string{"EAN-frei ##", "ALT ####"}, Trade: "textiles",
		},
	},
	"cases": {
		{
			Name: "held-rugby", Language: "en", HeldOut: true, Renderer: draw.Courier, Size: 8, Type: document.Invoice,
			Title: "INVOICE {number}", Day: "02/01/2006", Currency: "GBP", Facts: "date=DATE;customer=A/C",
			Sums: "subtotal=GOODS;tax=VAT;total=TOTAL GBP", Figures: dots,
			Columns: "qty|QTY|12R;sku|CODE|20L;desc|PRODUCT|62L;case|PACK|24L;price|COST|22R;total|GOODS|26R;" +
				"retail|RRP|14R",
			Rows: [2]int{5, 30}, Rates: []int{20}, Cased: draw.CasePriced, Pack: "{n}x{size}",
			Sizes: []string{"70cl", "1l", "250ml"}, Trade: "drinks",
		},
		{
			Name: "held-sitges", Language: "es", HeldOut: true, Renderer: draw.Helvetica, Type: document.Invoice,
			Title: "Factura {number}", Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha;order=Pedido",
			Sums: "subtotal=Base;tax=IVA {rate}%;total=Total", Figures: euros,
			Columns: "sku|Ref.|20L;desc|Producto|60L;cases|Bultos|16R;case|Uds/bulto|20R;qty|Unidades|18R;" +
				"price|Precio|22R;total|Importe|24R",
			Rows: [2]int{3, 20}, Rates: []int{10}, Cased: draw.InUnits, Pack: "{n}", Trade: "food",
		},
	},
	"price lists": {
		{
			Name: "held-biella", Language: "it", HeldOut: true, Renderer: draw.TrueType, Size: 8,
			Type: document.PriceList, Title: "Listino rivenditori", Day: "02/01/2006", Currency: "EUR",
			Place: draw.Left, Facts: "valid=Valido dal", Figures: euros, Rows: [2]int{30, 70}, Across: 2, Trade: "parts",
			Columns: "sku|Codice|18L;desc|Descrizione|46L;price|Prezzo|22R",
		},
	},
	"sums": {
		{
			Name: "held-meppel", Language: "nl", HeldOut: true, Renderer: draw.TrueType, Type: document.Invoice,
			Title: "Factuur {number}", Day: "2 January 2006", Currency: "EUR", Facts: "date=Datum;order=Referentie",
			Sums:    "subtotal=Totaal goederen;tax=Omzetbelasting {rate}%;total=Totaal te betalen EUR",
			Columns: "sku|Nummer|26L;desc|Artikel|74L;qty|Aantal|18R;price|Prijs|28R;total|Netto|32R", Figures: commas,
			Rows: [2]int{2, 12}, Rates: []int{21}, Allowances: []string{"Korting", "Actie"}, Trade: "drinks",
		},
	},
}
