package draw

import "sellingassistant/domain/document"

// more lists layouts that were unseen at first. Since somebody looked at their misses, the reader
// knows their labels.
var more = []Layout{
	{
		Name: "harrogate", Language: "en", Renderer: TrueType, Type: document.Invoice, Title: "INVOICE", Day: "02-Jan-2006", Currency: "GBP",
		Facts: "number=Invoice No;date=Date / Tax Point;customer=Account No;order=Your Order Ref;due=Payment Due By;taxid=VAT Reg No", Place: Right,
		Sums:    "subtotal=Goods Total;freight=Carriage;tax=VAT @ {rate}%;total=Invoice Total",
		Columns: "sku|Stock Code|28L;desc|Description|68L;qty|Qty|14R;unit|UOM|12C;price|Unit Price|24R;total|Nett Amount|28R",
		Figures: dots.with(func(f *Figures) { f.Before = "£" }), Rows: [2]int{4, 32}, Every: true, Rates: []int{20}, Rule: true,
		Foot: "Title to the goods remains with the seller until paid for in full. Registered in England No. 03418827",
	},
	{
		Name: "lansing", Language: "en", Renderer: Courier, Size: 8, Type: document.Invoice, Title: "INVOICE", Day: "01/02/2006", Currency: "USD",
		Facts: "number=Invoice #;date=Invoice Date;customer=Customer #;order=Customer P.O.;terms=Terms", Place: Grid,
		Sums:    "subtotal=Merchandise Total;freight=Shipping & Handling;tax=Sales Tax {rate}%;total=Amount Due USD",
		Columns: "ordered|Qty~Ordered|16R;qty|Qty~Shipped|16R;unit|U/M|10C;sku|Item Number|28L;desc|Description|58L;price|Unit Price|22R;total|Extension|26R",
		Figures: dots, Rows: [2]int{2, 20}, Loose: true, Rates: []int{6},
		Head: "Remit to: P.O. Box 4471, Lansing, MI 48901",
	},
	{
		Name: "ballarat", Language: "en", Renderer: Helvetica, Type: document.Invoice, Title: "TAX INVOICE {number}", Day: "2/01/2006", Currency: "AUD",
		Facts: "date=Issue Date;due=Due Date;order=Purchase Order;taxid=ABN", Place: Left,
		Sums:    "subtotal=Total ex GST;tax=GST {rate}%;total=Total AUD inc GST",
		Columns: "qty|Qty|14R;sku|Code|28L;desc|Item|76L;price|Price ex GST|28R;total|Amount|28R",
		Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{1, 14}, Freight: "Freight & Packaging", Fee: "Fuel Levy", Rates: []int{10}, Spread: 0.5,
	},
	{
		Name: "ulm", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "Rechnung", Day: "02.01.2006", Currency: "EUR",
		Facts: "number=Beleg-Nr.;date=Belegdatum;customer=Kd.-Nr.;order=Ihr Auftrag;due=Zahlbar bis", Place: Right,
		Sums:    "subtotal=Summe netto;tax=Mehrwertsteuer;total=Endbetrag EUR",
		Columns: "sku|Art.-Nr.|24L;desc|Artikelbezeichnung|62L;pack|Kolli|14R;qty|Stück|16R;price|Preis|20R;rate|MwSt. %|16R;total|Nettobetrag|24R",
		Figures: commas, Rows: [2]int{3, 24}, Packs: true, Deposit: "Pfand Mehrweg", Rates: []int{19, 7}, TaxTable: "Steuersatz|Nettowert|Steuerbetrag",
		Foot: "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.",
	},
	{
		Name: "winterthur", Language: "de", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Rechnung {number}", Day: "2. January 2006", Currency: "CHF",
		Facts: "date=Rechnungsdatum;order=Ihre Referenz;customer=Kundennummer;terms=Zahlungskonditionen;taxid=MWST-Nr.", Place: Left,
		Sums:    "subtotal=Total exkl. MWST;tax=MWST {rate}%;total=Rechnungstotal CHF",
		Columns: "pos|Pos.|12L;desc|Bezeichnung|78L;qty|Anzahl|16R;unit|Einh.|14L;price|Ansatz|26R;total|Betrag CHF|30R",
		Figures: swiss, Rows: [2]int{3, 25}, Carried: [2]string{"Übertrag", "Übertrag"}, Below: []string{"sku", "origin"}, Figure: Last, Less: BeneathPercent, Reduction: "Mengenrabatt",
		Rates: []int{8}, Spread: 0.5,
	},
	{
		Name: "niort", Language: "fr", Renderer: Helvetica, Type: document.PackingSlip, Title: "BON DE LIVRAISON N° {number}", Day: "02/01/2006", Currency: "",
		Facts: "date=Date d'expédition;order=Votre commande;customer=Code client", Place: Sentence,
		Columns: "sku|Référence|26L;gtin|Gencod|28L;desc|Désignation|66L;unit|U.V.|12C;ordered|Qté~commandée|22R;qty|Qté~livrée|20R",
		Figures: plain, Rows: [2]int{2, 35}, Every: true, Rates: []int{20},
	},
	{
		Name: "limoges", Language: "fr", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Facture", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=N° de pièce;date=Date;customer=N° client;order=V/Réf.;due=Échéance", Place: Grid,
		Sums:    "subtotal=Total H.T.;freight=Frais de port;tax=T.V.A. {rate} %;total=Net à payer",
		Columns: "sku|Code article|28L;desc|Libellé|68L;qty|Qté|14R;price|P.U. H.T.|26R;rate|TVA|12R;total|Montant H.T.|28R",
		Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{8, 40}, Carried: [2]string{"À reporter", "Report"}, Fee: "Éco-participation", Rates: []int{20},
	},
	{
		Name: "murcia", Language: "es", Renderer: Courier, Size: 8, Type: document.Invoice, Title: "FACTURA", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Núm. factura;date=Fecha;customer=Cód. cliente;taxid=N.I.F.;terms=Forma de pago;due=Vencimiento", Place: Right,
		Sums:    "subtotal=Importe bruto;discount=Dto. P.P.;tax=I.V.A. {rate}%;total=Total factura EUR",
		Columns: "sku|Código|26L;desc|Concepto|66L;qty|Cant.|18R;price|Precio|22R;disc|% Dto|14R;total|Importe|28R",
		Figures: commas.with(func(f *Figures) { f.Whole = 2 }), Rows: [2]int{4, 28}, Groups: "Total albarán", Less: InColumn, Decimals: 4, Rates: []int{21},
	},
	{
		Name: "vicenza", Language: "it", Renderer: Helvetica, Type: document.Invoice, Title: "FATTURA N. {number} DEL {date}", Day: "02/01/2006", Currency: "EUR",
		Facts: "customer=Cod. cliente;taxid=Partita IVA;order=Vs. ordine;terms=Pagamento;due=Scadenza", Place: Grid,
		Sums:    "subtotal=Totale imponibile;tax=Totale imposta;total=Totale documento EUR",
		Columns: "sku|Articolo|26L;desc|Descrizione|60L;unit|U.M.|12C;qty|Q.tà|14R;price|Prezzo un.|24R;rate|% IVA|14R;total|Importo|26R",
		Figures: commas, Rows: [2]int{2, 16}, Below: []string{"gtin"}, Freight: "Spese di trasporto", Rates: []int{22, 10}, TaxTable: "Aliquota|Imponibile|Imposta", Rule: true,
	},
	{
		Name: "zwolle", Language: "nl", Renderer: TrueType, Type: document.CreditNote, Title: "CREDITNOTA", Day: "02-01-2006", Currency: "EUR",
		Facts: "number=Creditnr.;date=Datum;customer=Debiteurnr.;order=Uw referentie;taxid=Btw-nr.", Place: Left,
		Sums:    "subtotal=Totaal excl. btw;tax=Btw {rate}%;total=Totaal incl. btw EUR",
		Columns: "qty|Aantal|16R;unit|Eenh.|14L;sku|Artikelnr.|28L;desc|Omschrijving|66L;price|Prijs|22R;total|Bedrag|28R",
		Figures: commas.with(func(f *Figures) { f.Behind = true }), Rows: [2]int{1, 8}, Minus: Totals, Rates: []int{21},
	},
	{
		Name: "selby", Language: "en", Renderer: TrueType, Type: document.Invoice, Title: "VAT Invoice", Day: "02/01/2006", Currency: "GBP",
		Facts: "number=Document No;date=Date / Tax Point;customer=Account Ref;order=Cust. Order No;due=Payment Due", Sums: "subtotal=Goods Total;tax=VAT Total;total=Invoice Total £",
		Columns: "sku|Code|20L;desc|Product|63L;pack|Pack Size|20L;qty|Cases|14R;price|Price £|20R;rate|VAT %|14R;total|Value £|24R", Figures: dots, Rows: [2]int{4, 26}, Rates: []int{20, 0}, Packs: true,
		TaxTable: "VAT Rate|Goods|VAT", Foot: "Shortages and damages must be notified within 24 hours of delivery. Goods remain our property until paid for in full.",
	},
	{
		Name: "fresno", Language: "en", Renderer: Courier, Size: 8, Type: document.Invoice, Title: "INVOICE", Day: "01/02/2006", Currency: "USD",
		Facts: "number=INVOICE NO.;date=INV DATE;customer=CUST NO.;order=P.O. NUMBER;terms=TERMS", Place: Grid, Sums: "subtotal=MERCHANDISE;freight=SHIPPING;tax=SALES TAX {rate} %;total=PAY THIS AMOUNT USD",
		Columns: "ordered|ORD|12R;qty|SHIP|12R;unit|U/M|10C;sku|ITEM|24L;desc|DESCRIPTION|62L;price|UNIT PRICE|25R;total|EXTENSION|30R", Figures: dots, Rows: [2]int{5, 40}, Rates: []int{8}, Every: true, Decimals: 3,
		Foot: "PAST DUE BALANCES ARE SUBJECT TO A SERVICE CHARGE OF 1.5% PER MONTH. NO RETURNS WITHOUT AUTHORIZATION.",
	},
	{
		Name: "nelson", Language: "en", Renderer: Helvetica, Type: document.Invoice, Title: "Tax Invoice {number}", Day: "2 January 2006", Currency: "NZD",
		Facts: "date=Issued;due=Payment due;order=Your PO;taxid=GST No.", Sums: "subtotal=Total excl. GST;tax=GST {rate} %;total=Amount due NZD",
		Columns: "desc|Item|80L;qty|Supplied|20R;unit|UOM|13C;price|Unit price|28R;total|Amount NZD|34R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{1, 12}, Rates: []int{15},
		Below: []string{"sku", "gtin"}, Figure: Middle, Freight: "Freight & handling", Rule: true,
	},
	{
		Name: "linz", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "Rechnung {number}", Day: "2. January 2006", Currency: "EUR",
		Facts: "date=Belegdatum;customer=Kd.-Nr.;order=Ihr Auftrag;taxid=UID-Nr.;terms=Zahlungskonditionen", Place: Left, Sums: "subtotal=Summe netto;tax={rate} % Umsatzsteuer;total=Rechnungsbetrag EUR",
		Columns: "pos|Zl.|9R;sku|Art.-Nr.|22L;desc|Artikel|62L;qty|Anzahl|18R;price|Stückpreis|22R;rate|USt %|14R;total|Netto EUR|28R", Figures: commas.with(func(f *Figures) { f.Unit = " Stk" }), Rows: [2]int{3, 22}, Rates: []int{20, 10},
		Less: Beneath, Reduction: "Aktionsrabatt", Deposit: "Pfand Mehrwegkiste",
	},
	{
		Name: "frauenfeld", Language: "de", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Faktura", Day: "02.01.2006", Currency: "CHF",
		Facts: "number=Faktura-Nr.;date=Fakturadatum;due=Zahlbar bis;order=Ihre Referenz;taxid=MWST-Nr.", Sums: "subtotal=Warentotal exkl. MWST;tax=MWST {rate} %;total=Rechnungstotal CHF",
		Columns: "pos|Pos.|10R;sku|Artikel|24L;desc|Bezeichnung|59L;qty|Menge|16R;unit|Einh.|12L;price|Preis|20R;base|per|10R;total|Betrag CHF|24R", Figures: swiss, Rows: [2]int{10, 38}, Rates: []int{8}, Hundred: true,
		Carried: [2]string{"Übertrag auf nächste Seite", "Übertrag"}, Every: true, Head: "Befestigungstechnik und Werkzeuge · 8404 Winterthur",
	},
	{
		Name: "rennes", Language: "fr", Renderer: TrueType, Type: document.Invoice, Title: "Facture N° {number}", Day: "02/01/2006", Currency: "EUR",
		Facts: "date=Date d'émission;customer=Code client;order=Votre commande;due=Échéance", Place: Grid, Sums: "subtotal=Total H.T.;freight=Frais de port;tax=T.V.A. {rate} %;total=Net à payer",
		Columns: "sku|Référence|24L;desc|Libellé|69L;qty|Qté~livrée|16R;price|P.U. HT|24R;rate|% TVA|14R;total|Montant HT|28R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{2, 30}, Rates: []int{20},
		Carried: [2]string{"À reporter", "Report"}, Loose: true, Fee: "Éco-participation DEEE", Spread: 1.5,
	},
	{
		Name: "zaragoza", Language: "es", Renderer: Times, Size: 10, Type: document.Invoice, Title: "FACTURA", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Nº factura;date=Fecha;customer=Cód. cliente;taxid=N.I.F.;terms=Forma de pago", Place: Grid, Sums: "subtotal=Importe bruto;discount=Dto. pronto pago;tax=I.V.A. {rate} %;total=TOTAL FACTURA EUR",
		Columns: "gtin|Código EAN|30L;desc|Descripción|63L;qty|Uds.|14R;price|Precio|20R;disc|% Dto.|16R;total|Importe|32R", Figures: commas, Rows: [2]int{4, 24}, Rates: []int{21},
		Groups: "Suma albarán", Less: InColumn,
	},
	{
		Name: "bologna", Language: "it", Renderer: Helvetica, Type: document.Invoice, Title: "Fattura n. {number} del {date}", Day: "02/01/2006", Currency: "EUR",
		Facts: "customer=Cod. cliente;order=Vs. ordine;taxid=P. IVA;terms=Pagamento;due=Scadenza", Sums: "subtotal=Totale imponibile;tax=Totale imposta;total=Totale documento EUR",
		Columns: "sku|Cod. articolo|24L;desc|Descrizione dei beni|66L;unit|U.M.|11C;qty|Q.tà|17R;price|Prezzo|20R;rate|IVA|11R;total|Importo|26R", Figures: commas.with(func(f *Figures) { f.Whole = 2 }), Rows: [2]int{2, 20}, Rates: []int{22, 10},
		Below: []string{"origin"}, Figure: Last, Rule: true, TaxTable: "Aliquota|Imponibile|Imposta",
	},
	{
		Name: "groningen", Language: "nl", Renderer: Courier, Size: 8, Type: document.CreditNote, Title: "CREDITNOTA", Day: "02-01-2006", Currency: "EUR",
		Facts: "number=Creditnota nr.;date=Datum;customer=Debiteurnr.;order=Uw referentie", Place: Sentence, Sums: "subtotal=Goederenbedrag;tax=BTW {rate} %;total=Totaal te crediteren EUR",
		Columns: "qty|Aantal|14R;sku|Art.nr.|24L;desc|Omschrijving|66L;price|Prijs p/st|25R;rate|BTW%|12R;total|Nettobedrag EUR|34R", Figures: commas.with(func(f *Figures) { f.Behind = true }), Rows: [2]int{1, 8}, Rates: []int{9, 21},
		Deposit: "Statiegeld", Minus: Totals,
	},
	{
		Name: "lille", Language: "fr", Renderer: Helvetica, Type: document.PackingSlip, Title: "Bon de livraison", Day: "02/01/2006",
		Facts: "number=BL n°;date=Expédié le;customer=N° client;order=Commande n°", Place: Left,
		Columns: "sku|Réf. article|28L;gtin|Gencod|30L;desc|Désignation|63L;pack|Colisage|18L;ordered|Cdé|18R;qty|Livré|18R", Figures: plain, Rows: [2]int{3, 28},
		Packs: true, Head: "Document à conserver - réserves à formuler auprès du transporteur à réception",
	},
}
