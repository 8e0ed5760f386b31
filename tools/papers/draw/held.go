package draw

import "sellingassistant/domain/document"

// heldOut lists layouts that measure the reader. Nobody looks at them while changing it; from then
// on, a layout that somebody looked at is a known layout.
var heldOut = []Layout{
	{
		Name: "held-ludlow", Language: "en", HeldOut: true, Renderer: TrueType, Type: document.Invoice, Title: "Sales Invoice {number}", Day: "02/01/2006", Currency: "GBP",
		Facts: "date=Tax Point;customer=Account;order=Your Ref;due=Payment Due", Sums: "subtotal=Goods Total;freight=Carriage;tax=VAT @ {rate}%;total=Invoice Total",
		Columns: "sku|Product Code|28L;desc|Product|72L;qty|Qty|16R;price|Unit Price|28R;total|Net Value|30R", Figures: dots.with(func(f *Figures) { f.Before = "£" }), Rows: [2]int{2, 14}, Rates: []int{20},
		Spread: 0.5,
	},
	{
		Name: "held-kendal", Language: "en", HeldOut: true, Renderer: Courier, Size: 8, Type: document.Invoice, Title: "INVOICE", Day: "02 Jan 2006", Currency: "GBP",
		Facts: "number=Invoice No;date=Invoice Date;order=Cust. Order No;customer=A/C No;taxid=VAT Reg No;terms=Terms", Place: Left, Sums: "subtotal=Total Goods;tax=Total VAT;total=Total Due GBP",
		Columns: "pos|Ln|10R;desc|Details|70L;qty|Quantity|18R;unit|UOM|14L;price|Price GBP|24R;rate|VAT %|14R;total|Goods GBP|26R", Figures: dots, Rows: [2]int{4, 22}, Rates: []int{20, 5},
		Below: []string{"sku", "origin"}, Fee: "Small Order Surcharge", Head: "Fellside Trade Supplies Ltd  Registered in England No. 04418823",
	},
	{
		Name: "held-elkhart", Language: "en", HeldOut: true, Renderer: Helvetica, Type: document.Invoice, Title: "INVOICE", Day: "01/02/2006", Currency: "USD",
		Facts: "number=Invoice #;date=Date;order=P.O. Number;terms=Terms;due=Due Date", Place: Grid, Sums: "subtotal=Subtotal;tax=Sales Tax ({rate}%);total=Total USD",
		Columns: "qty|Shipped|18R;unit|U/M|14C;sku|Item Code|30L;desc|Description|63L;price|Price Each|24R;total|Amount|26R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{1, 12}, Rates: []int{7},
		Loose: true, Rule: true,
	},
	{
		Name: "held-dubuque", Language: "en", HeldOut: true, Renderer: Times, Size: 10, Type: document.Invoice, Title: "Invoice No. {number}", Day: "January 2, 2006", Currency: "USD",
		Facts: "date=Invoice Date;customer=Customer ID;order=Customer PO;terms=Payment Terms", Sums: "subtotal=Merchandise Subtotal;tax=State Tax {rate}%;total=Pay This Amount USD",
		Columns: "pos|Line|12R;sku|Part No.|28L;desc|Item Description|55L;ordered|Qty Ord|18R;qty|Qty Ship|18R;price|Unit Price|22R;total|Ext. Price|24R", Figures: dots, Rows: [2]int{20, 40}, Rates: []int{6},
		Every: true, Freight: "Shipping & Handling",
	},
	{
		Name: "held-bendigo", Language: "en", HeldOut: true, Renderer: TrueType, Type: document.Invoice, Title: "Tax Invoice", Day: "2 Jan 2006", Currency: "AUD",
		Facts: "number=Invoice Number;date=Date of Issue;due=Due;order=Order Ref;taxid=ABN", Sums: "subtotal=Subtotal ex GST;tax=GST {rate}%;total=Total AUD inc GST",
		Columns: "sku|Code|24L;desc|Description|70L;pack|Ctns|14R;qty|Units|16R;price|Price~ex GST|24R;total|Amount~ex GST|27R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{5, 20}, Rates: []int{10},
		Groups: "Category Total", Packs: true,
	},
	{
		Name: "held-soest", Language: "de", HeldOut: true, Renderer: Helvetica, Type: document.Invoice, Title: "Rechnung", Day: "02.01.06", Currency: "EUR",
		Facts: "number=Beleg-Nr.;date=Belegdatum;customer=Kunden-Nr.;order=Ihre Bestell-Nr.;due=Fällig am", Sums: "subtotal=Summe netto;tax=MwSt. {rate},00 %;total=Rechnungsendbetrag",
		Columns: "pos|Pos.|11R;sku|Art.-Nr.|25L;desc|Artikelbezeichnung|66L;qty|Menge|16R;unit|Einh.|13L;price|E-Preis|21R;total|G-Preis EUR|24R", Figures: commas, Rows: [2]int{18, 40}, Rates: []int{19},
		Carried: [2]string{"Zwischensumme", "Übertrag"}, Every: true, Fee: "Mindermengenzuschlag",
	},
	{
		Name: "held-coburg", Language: "de", HeldOut: true, Renderer: Times, Size: 10, Type: document.CreditNote, Title: "Gutschrift Nr. {number}", Day: "02.01.2006", Currency: "EUR",
		Facts: "date=Datum;customer=Debitor;order=Ihr Auftrag", Sums: "subtotal=Nettobetrag;tax=Umsatzsteuer {rate} %;total=Gutschriftsbetrag",
		Columns: "sku|Artikel|28L;desc|Bezeichnung|72L;qty|Anzahl|20R;price|Stückpreis|26R;total|Betrag|28R", Rows: [2]int{1, 6}, Rates: []int{19}, Minus: Quantities,
		Figures: commas.with(func(f *Figures) { f.After = " €"; f.Unit = " Stk." }),
		Foot:    "Itzgrund Großhandel GmbH & Co. KG, Amtsgericht Coburg HRA 3127, USt-IdNr. DE132456789",
	},
	{
		Name: "held-langenthal", Language: "de", HeldOut: true, Renderer: TrueType, Type: document.Invoice, Title: "Rechnung {number}", Day: "2. January 2006", Currency: "CHF",
		Facts: "date=Datum;customer=Kundennummer;order=Ihre Referenz;taxid=MWST-Nr.;terms=Zahlungskondition", Sums: "subtotal=Total exkl. MWST;tax=MWST {rate} %;total=Total inkl. MWST CHF",
		Columns: "pos|Pos.|12L;sku|Artikelnummer|26L;desc|Beschreibung|60L;qty|Anz.|14R;unit|Einheit|15L;price|Preis CHF|23R;total|Betrag CHF|25R", Figures: swiss, Rows: [2]int{3, 16}, Rates: []int{8},
		Freight: "Porto und Verpackung", Rule: true,
	},
	{
		Name: "held-steyr", Language: "de", HeldOut: true, Renderer: Courier, Size: 8, Type: document.Invoice, Title: "RECHNUNG", Day: "02.01.2006", Currency: "EUR",
		Facts: "number=Rechnungsnummer;date=Rechnungsdatum;customer=Kundennr;order=Bestellung;taxid=UID-Nr", Sums: "subtotal=Nettosumme;tax=Mehrwertsteuer;total=Zu zahlen EUR",
		Columns: "sku|ArtNr|22L;desc|Bezeichnung|70L;qty|Menge|16R;unit|EH|12L;price|Preis/EH|22R;rate|USt|10R;total|Betrag EUR|25R", Figures: commas.with(func(f *Figures) { f.Behind = true }), Rows: [2]int{4, 20}, Rates: []int{20, 10},
		Below: []string{"gtin"}, Figure: Last, Deposit: "Leergebinde Einsatz",
	},
	{
		Name: "held-nordhorn", Language: "de", HeldOut: true, Renderer: Helvetica, Type: document.PackingSlip, Title: "Lieferschein {number}", Day: "02.01.2006", Currency: "",
		Facts:   "date=Lieferdatum;customer=Kundennummer;order=Auftrag",
		Columns: "pos|Pos|12R;sku|Artikel-Nr.|30L;gtin|EAN|30L;desc|Bezeichnung|66L;ordered|bestellt|18R;qty|geliefert|18R", Figures: commas, Rows: [2]int{3, 25},
	},
	{
		Name: "held-vierzon", Language: "fr", HeldOut: true, Renderer: TrueType, Type: document.Invoice, Title: "Facture n° {number} du {date}", Day: "02/01/2006", Currency: "EUR",
		Facts: "customer=Code client;order=V/Réf.;due=Échéance;taxid=TVA intracom.", Sums: "subtotal=Total HT;tax=Total TVA;total=Net à payer",
		Columns: "sku|Référence|26L;desc|Désignation|70L;qty|Qté|14R;price|P.U. HT|24R;rate|TVA|14R;total|Montant HT|28R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 18}, Rates: []int{20, 10},
		Decimals: 3, TaxTable: "Taux|Base HT|Montant TVA", Foot: "SARL au capital de 45 000 € - RCS Bourges 412 883 097 - APE 4690Z",
	},
	{
		Name: "held-cholet", Language: "fr", HeldOut: true, Renderer: Helvetica, Type: document.Invoice, Title: "FACTURE", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Numéro;date=Date de facture;customer=N° client;order=Commande;terms=Règlement", Place: Grid, Sums: "subtotal=Total marchandises HT;tax=TVA {rate} %;total=Total TTC EUR",
		Columns: "sku|Code article|25L;desc|Libellé|66L;pack|Colis|14R;qty|Quantité|18R;price|Prix unit. HT|26R;total|Total HT EUR|26R", Figures: plain, Rows: [2]int{6, 24}, Rates: []int{20},
		Groups: "Sous-total famille", Packs: true, Fee: "Éco-participation",
	},
	{
		Name: "held-aurillac", Language: "fr", HeldOut: true, Renderer: Times, Size: 10, Type: document.CreditNote, Title: "Avoir", Day: "2 January 2006", Currency: "EUR",
		Facts: "number=Avoir N°;date=Date d'émission;customer=Compte client;order=Votre commande", Sums: "subtotal=Montant HT;tax=T.V.A. à {rate} %;total=Net à votre crédit",
		Columns: "sku|Réf.|24L;desc|Désignation des articles|80L;qty|Quantité|20R;price|Prix net HT|24R;total|Montant|28R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{1, 8}, Rates: []int{20},
		Minus: Totals, Spread: 0.8,
	},
	{
		Name: "held-igualada", Language: "es", HeldOut: true, Renderer: Courier, Size: 8, Type: document.Invoice, Title: "FACTURA", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Factura;date=Fecha;customer=Cliente;order=Su pedido;taxid=N.I.F.;due=Vencimiento", Sums: "subtotal=Base imponible;tax=Cuota IVA;total=TOTAL EUR",
		Columns: "sku|Referencia|24L;desc|Concepto|62L;qty|Cantidad|18R;price|Precio|22R;disc|Dto.|14R;rate|IVA|10R;total|Importe|24R", Figures: commas.with(func(f *Figures) { f.Whole = 2 }), Rows: [2]int{20, 40}, Rates: []int{21, 10},
		Carried: [2]string{"Suma y sigue", "Suma anterior"}, Less: InColumn, TaxTable: "% IVA|Base|Cuota",
	},
	{
		Name: "held-elda", Language: "es", HeldOut: true, Renderer: Times, Size: 10, Type: document.Invoice, Title: "Factura núm. {number}", Day: "02-01-2006", Currency: "EUR",
		Facts: "date=Fecha factura;customer=Cód. cliente;order=Pedido n.º;terms=Forma de pago", Sums: "subtotal=Importe bruto;discount=Dto. pronto pago;tax=I.V.A. {rate} %;total=Total a pagar",
		Columns: "pos|Lín.|12R;sku|Modelo|26L;desc|Descripción|60L;qty|Uds.|16R;price|Precio/ud.|28R;total|Total línea|32R", Figures: commas.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{2, 15}, Rates: []int{21},
		Rule: true, Foot: "Inscrita en el Registro Mercantil de Alicante, tomo 2.314, folio 87, hoja A-61.208",
	},
	{
		Name: "held-lucena", Language: "es", HeldOut: true, Renderer: TrueType, Type: document.Invoice, Title: "Factura", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=N.º de factura;date=Fecha de expedición;order=Su referencia;customer=Cliente n.º", Place: Left, Sums: "subtotal=Suma neta;freight=Portes;tax=IVA {rate}%;total=Total factura EUR",
		Columns: "sku|Artículo|26L;desc|Denominación|68L;qty|Cant.|16R;unit|UM|12C;price|P. unitario|25R;total|Importe EUR|28R", Figures: commas, Rows: [2]int{1, 10}, Rates: []int{21},
		Loose: true,
	},
	{
		Name: "held-schio", Language: "it", HeldOut: true, Renderer: Courier, Size: 8, Type: document.Invoice, Title: "FATTURA", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Numero doc.;date=Data doc.;customer=Cod. cliente;taxid=Partita IVA;terms=Pagamento", Place: Grid, Sums: "subtotal=Totale imponibile;tax=Totale imposta;total=Totale documento EUR",
		Columns: "sku|Codice|22L;desc|Descrizione beni|60L;unit|UM|9C;qty|Quantità|17R;price|Prezzo un.|21R;disc|Sc.%|11R;total|Importo|24R;rate|IVA|10R", Figures: commas.with(func(f *Figures) { f.Whole = 2 }), Rows: [2]int{15, 38}, Rates: []int{22, 10},
		Carried: [2]string{"A riportare", "Riporto"}, Every: true, Less: InColumn, TaxTable: "Aliquota|Imponibile|Imposta", Head: "Forniture Alto Vicentino S.r.l. - Cap. Soc. 50.000 i.v. - REA VI 287411",
	},
	{
		Name: "held-faenza", Language: "it", HeldOut: true, Renderer: Helvetica, Type: document.Invoice, Title: "Fattura n. {number} del {date}", Day: "02/01/2006", Currency: "EUR",
		Facts: "customer=Cliente;order=Vs. ordine;due=Scadenza", Sums: "subtotal=Imponibile;freight=Spese di trasporto;tax=IVA {rate}%;total=Totale da pagare",
		Columns: "sku|Articolo|26L;desc|Descrizione|72L;qty|Q.tà|16R;price|Prezzo|28R;total|Totale|32R", Figures: commas.with(func(f *Figures) { f.Before = "€ " }), Rows: [2]int{2, 12}, Rates: []int{22},
		Decimals: 4,
	},
	{
		Name: "held-winterswijk", Language: "nl", HeldOut: true, Renderer: Courier, Size: 8, Type: document.Invoice, Title: "FACTUUR", Day: "02-01-2006", Currency: "EUR",
		Facts: "number=Factuurnr.;date=Factuurdatum;customer=Debiteurnr.;order=Uw kenmerk;due=Vervaldatum", Sums: "subtotal=Totaal excl. BTW;tax=BTW-bedrag;total=Te betalen EUR",
		Columns: "qty|Aantal|14R;unit|Ehd|10L;sku|Artikelnr.|24L;desc|Omschrijving|70L;price|Prijs|20R;rate|BTW|10R;total|Bedrag EUR|27R", Figures: commas, Rows: [2]int{4, 20}, Rates: []int{21, 9},
		Less: Beneath, Reduction: "Korting", Deposit: "Statiegeld",
	},
	{
		Name: "held-veghel", Language: "nl", HeldOut: true, Renderer: Times, Size: 10, Type: document.OrderConfirmation, Title: "Orderbevestiging {number}", Day: "2 January 2006", Currency: "EUR",
		Facts: "date=Orderdatum;customer=Klantnummer;order=Uw bestelnummer", Sums: "subtotal=Totaal exclusief btw;tax={rate}% btw;total=Totaal inclusief btw",
		Columns: "pos|Regel|13R;desc|Artikel|80L;qty|Aantal|18R;price|Stukprijs|28R;total|Regelbedrag|36R", Figures: commas.with(func(f *Figures) { f.Before = "€ " }), Rows: [2]int{2, 14}, Rates: []int{21},
		Below: []string{"sku", "gtin"}, Figure: Middle, Spread: 0.4,
	},
}
