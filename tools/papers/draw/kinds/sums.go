package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// sums have totals in other words, allowances below lines, or columns in another order.
var sums = []draw.Layout{
	{
		Name: "passau", Language: "de", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Rechnung {number}", Day: "02.01.2006", Currency: "EUR", Facts: "date=Datum;customer=Kunde",
		Sums: "subtotal=Entgelt;tax={rate} % Umsatzsteuer;total=Zu zahlender Betrag", Figures: euros,
		Rows:    [2]int{3, 18},
		Columns: "sku|Artikel|28L;desc|Bezeichnung|72L;price|Preis|26R;qty|Menge|20R;total|Entgelt|32R",
		Rates:   []int{19}, Trade: "food",
	},
	{
		Name: "zwickau", Language: "de", Renderer: draw.TrueType, Type: document.Invoice, Title: "Rechnung",
		Day: "02.01.2006", Currency: "EUR", Facts: "number=Nummer;date=Datum",
		Sums: "subtotal=Summe der Entgelte;tax=Steuer {rate} %;total=Rechnungssumme EUR", Figures: commas,
		Columns: "sku|Art.-Nr.|26L;desc|Bezeichnung|74L;qty|Menge|18R;price|Preis|28R;total|Betrag|32R",
		Rows:    [2]int{2, 12}, Rates: []int{19}, Allowances: []string{"Mengenrabatt", "Aktionsrabatt"},
		Trade: "parts",
	},
	{
		Name: "stamford", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Invoice {number}", Day: "02/01/2006", Currency: "GBP", Facts: "date=Date;order=Order",
		Sums: "subtotal=Value of goods;tax=Value added tax;total=Balance payable", Figures: pounds,
		Rows:    [2]int{2, 12},
		Columns: "sku|Code|26L;desc|Description|74L;qty|Qty|18R;price|Gross price|28R;total|Net|32R",
		Rates:   []int{20}, NetLast: true, Allowances: []string{"Trade discount", "Promotion"}, Trade: "drinks",
	},
	{
		Name: "pau", Language: "fr", Renderer: draw.TrueType, Type: document.Invoice, Title: "Facture",
		Day: "02/01/2006", Currency: "EUR", SumsAcross: true, Facts: "number=Facture n°;date=Date;order=Commande",
		Sums:    "subtotal=Montant brut HT;freight=Port HT;base=Montant net HT;tax=Montant TVA;total=Net à régler",
		Columns: "sku|Réf.|26L;desc|Désignation|76L;qty|Qté|18R;price|Prix net|28R;total|Montant|30R",
		Figures: spaced, Rows: [2]int{3, 18}, Rates: []int{20}, Trade: "drinks",
	},
	{
		Name: "venlo", Language: "nl", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factuur {number}",
		Day: "02-01-2006", Currency: "EUR", Facts: "date=Datum;order=Uw kenmerk",
		Sums:    "subtotal=Goederenbedrag;discount=Korting;base=Grondslag;tax=BTW-bedrag;total=Te voldoen EUR",
		Columns: "sku|Artikel|26L;desc|Omschrijving|76L;price|Prijs|26R;qty|Aantal|20R;total|Bedrag|30R",
		Figures: commas, Rows: [2]int{3, 18}, Rates: []int{21}, Trade: "parts", SumsAcross: true,
	},
	{
		Name: "alkmaar", Language: "nl", Renderer: draw.Courier, Size: 8, Type: document.Invoice,
		Title: "FACTUUR {number}", Day: "02-01-2006", Currency: "EUR", Facts: "date=DATUM;customer=DEBITEUR",
		Sums: "subtotal=TOTAAL EXCL;tax=BTW;total=FACTUURBEDRAG EUR", Figures: commas,
		Columns: "sku|ARTIKEL|26L;desc|OMSCHRIJVING|94L;qty|AANTAL|24R;total|BEDRAG|36R", Rows: [2]int{3, 20},
		Rates: []int{9}, Trade: "food",
	},
	{
		Name: "teruel", Language: "es", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factura {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha;customer=Cliente",
		Sums: "subtotal=Importe neto;tax=Cuota {rate}%;total=Líquido a pagar", Figures: euros, Rows: [2]int{3, 18},
		Columns: "sku|Código|26L;desc|Descripción|76L;price|Precio|28R;qty|Cantidad|20R;total|Importe|30R",
		Rates:   []int{21}, Trade: "food",
	},
}
