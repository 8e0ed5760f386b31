package draw

import "sellingassistant/domain/document"

var others = []Layout{
	{
		Name: "comptoir", Language: "fr", Renderer: Helvetica, Type: document.Invoice, Title: "FACTURE N° {number}", Day: "02/01/2006", Currency: "EUR",
		Facts: "date=Date;due=Échéance;order=Votre commande;taxid=N° TVA", Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC",
		Columns: "sku|Référence|28L;desc|Désignation|70L;qty|Qté|16R;price|P.U. HT|28R;total|Montant HT|34R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 14}, Rates: []int{20}, Below: []string{"more"},
	},
	{
		Name: "lavigne", Language: "fr", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Facture", Day: "2 January 2006", Currency: "EUR", Place: Grid,
		Facts: "number=Facture n°;date=Date de facture;due=Date d'échéance", Sums: "subtotal=Total HT;freight=Frais de port;tax=Total TVA;total=Net à payer",
		Columns: "desc|Description|66L;qty|Quantité|22R;price|Prix unitaire|28R;disc|Remise|22R;total|Montant HT|32R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 12},
		Rates: []int{20}, Less: InColumn, Below: []string{"sku", "gtin"},
	},
	{
		Name: "delorme", Language: "fr", Renderer: TrueType, Size: 8, Type: document.Invoice, Title: "Facture {number} du {date}", Day: "02/01/2006", Currency: "EUR", Place: Left,
		Facts: "order=N° commande", Sums: "subtotal=Total net HT;tax=TVA {rate} %;total=Montant TTC",
		Columns: "sku|Code article|24L;desc|Libellé|60L;pack|Colisage|16R;qty|Qté|14R;price|PU net|20R;rate|TVA|14R;total|Total HT|32R", Figures: spaced, Rows: [2]int{12, 40}, Rates: []int{20, 6}, Packs: true,
		Every: true, Carried: [2]string{"À reporter", "Report"}, Foot: "Fournitures Delorme SA au capital de 100 000 €   RCS Lille B 123 456 789",
	},
	{
		Name: "bordeaux", Language: "fr", Renderer: Order, Type: document.Invoice, Title: "Facture {number}", Day: "02/01/2006", Currency: "EUR", Facts: "date=Date;due=Échéance",
		Sums:    "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC",
		Columns: "sku|Réf.|16L;desc|Désignation|50L;qty|Qté|12R;price|Prix unit.|18R;total|Montant|20R", Figures: plain, Rows: [2]int{3, 30}, Rates: []int{20},
	},
	{
		Name: "puerto", Language: "es", Renderer: Helvetica, Type: document.Invoice, Title: "FACTURA", Day: "02/01/2006", Currency: "EUR", Place: Sentence,
		Facts: "number=Factura nº;date=Fecha;due=Vencimiento;order=Su pedido;taxid=NIF", Sums: "subtotal=Base imponible;tax=IVA {rate} %;total=Total factura",
		Columns: "sku|Referencia|26L;desc|Descripción|72L;qty|Cantidad|20R;price|Precio|26R;total|Importe|32R", Figures: commas.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 14}, Rates: []int{21}, Below: []string{"more"},
	},
	{
		Name: "hogar", Language: "es", Renderer: TrueType, Type: document.Invoice, Title: "Factura {number}", Day: "02-01-2006", Currency: "EUR", Place: Left,
		Facts: "date=Fecha de emisión;order=Pedido", Sums: "subtotal=Suma;discount=Descuento;tax=Cuota IVA;total=Total a pagar",
		Columns: "desc|Concepto|66L;qty|Uds.|16R;price|Precio unitario|28R;disc|Dto.|16R;rate|IVA|14R;total|Importe neto|30R", Figures: commas, Rows: [2]int{4, 28}, Rates: []int{21}, Less: InColumn, Every: true,
		Carried: [2]string{"Suma y sigue", "Suma anterior"}, Below: []string{"gtin"},
	},
	{
		Name: "abono", Language: "es", Renderer: Times, Size: 10, Type: document.CreditNote, Title: "FACTURA RECTIFICATIVA {number}", Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha",
		Sums: "subtotal=Base imponible;tax=IVA {rate}%;total=Total", Columns: "sku|Código|26L;desc|Artículo|70L;qty|Cant.|20R;price|Precio unit.|28R;total|Total|30R", Figures: commas.with(func(f *Figures) { f.Behind = true }), Rows: [2]int{1, 6}, Rates: []int{21}, Minus: Quantities,
	},
	{
		Name: "forniture", Language: "it", Renderer: Helvetica, Type: document.Invoice, Title: "FATTURA N. {number} del {date}", Day: "02/01/2006", Currency: "EUR", Place: Left,
		Facts: "due=Scadenza;taxid=P. IVA", Sums: "subtotal=Totale imponibile;tax=IVA {rate}%;total=Totale fattura",
		Columns: "sku|Cod. articolo|26L;desc|Descrizione|62L;unit|UM|12C;qty|Quantità|18R;price|Prezzo unit.|24R;disc|Sc. %|14R;total|Importo|24R", Figures: commas.with(func(f *Figures) { f.Unit = "PZ" }),
		Rows: [2]int{3, 14}, Rates: []int{22}, Less: InColumn,
	},
	{
		Name: "tavola", Language: "it", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Fattura", Day: "2 January 2006", Currency: "EUR", Place: Grid,
		Facts: "number=Numero fattura;date=Data;order=Vostro ordine", Sums: "subtotal=Imponibile;freight=Spese di trasporto;tax=Imposta;total=Totale documento",
		Columns: "pos|Riga|14R;desc|Descrizione|76L;qty|Q.tà|18R;price|Prezzo|32R;total|Importo|36R", Figures: commas.with(func(f *Figures) { f.Before = "€ " }), Rows: [2]int{3, 20}, Rates: []int{22},
		Figure: Last, Below: []string{"origin"}, Every: true,
	},
	{
		Name: "ferrari", Language: "it", Renderer: TrueType, Type: document.Invoice, Title: "FATTURA", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=Fattura n.;date=Data documento", Sums: "subtotal=Totale netto;tax=IVA {rate}%;total=Totale da pagare",
		Columns: "sku|Articolo~codice|28L;desc|Denominazione|64L;qty|Quantità|20R;price|Prezzo~unitario|28R;rate|Aliq.~IVA|14R;total|Importo~netto|26R", Figures: commas, Rows: [2]int{4, 16}, Rates: []int{22, 10}, Loose: true,
		TaxTable: "Aliquota|Imponibile|Imposta",
	},
	{
		Name: "haven", Language: "nl", Renderer: Helvetica, Type: document.Invoice, Title: "FACTUUR", Day: "02-01-2006", Currency: "EUR",
		Facts: "number=Factuurnummer;date=Factuurdatum;due=Vervaldatum;taxid=BTW-nr.", Sums: "subtotal=Subtotaal;tax=BTW {rate}%;total=Totaal te betalen",
		Columns: "qty|Aantal|18R;sku|Artikelnr.|28L;desc|Omschrijving|72L;price|Prijs|28R;total|Bedrag|32R", Figures: commas.with(func(f *Figures) { f.Before = "€ " }), Rows: [2]int{3, 14}, Rates: []int{21}, Below: []string{"more"},
	},
	{
		Name: "vdberg", Language: "nl", Renderer: TrueType, Type: document.Invoice, Title: "Factuur {number}", Day: "2 January 2006", Currency: "EUR", Place: Grid,
		Facts: "date=Datum;order=Bestelnummer", Sums: "subtotal=Totaal excl. BTW;tax=BTW {rate}%;total=Totaal incl. BTW",
		Columns: "desc|Artikel|70L;qty|Aantal|20R;price|Stukprijs|30R;rate|BTW|20R;total|Totaal|36R", Figures: commas, Rows: [2]int{3, 24}, Rates: []int{21}, Less: Beneath, Reduction: "Korting", Every: true, Below: []string{"sku"},
	},
	{
		Name: "tafel", Language: "nl", Renderer: Times, Size: 10, Type: document.OrderConfirmation, Title: "Orderbevestiging", Day: "02-01-2006", Currency: "EUR", Facts: "order=Ordernummer;date=Datum",
		Sums: "subtotal=Totaal netto;freight=Verzendkosten;tax=BTW;total=Totaalbedrag", Columns: "sku|Artikelcode|30L;desc|Omschrijving|70L;qty|Hoeveelheid|24R;price|Eenheidsprijs|28R;total|Regeltotaal|28R",
		Figures: commas.with(func(f *Figures) { f.Unit, f.Whole = "stuks", 2 }), Rows: [2]int{2, 16}, Rates: []int{21},
	},
	{
		Name: "bristol", Language: "en", Renderer: TrueType, Size: 8, Type: document.Invoice, Title: "Invoice", Day: "2 January 2006", Currency: "GBP", Place: Grid,
		Facts: "number=Document no;date=Invoice date;order=Customer reference;due=Payment due date", Sums: "subtotal=Total net;discount=Settlement discount;tax=VAT {rate}%;total=Total payable",
		Columns: "pos|Line|10R;sku|Stock code|26L;desc|Description of goods|66L;qty|Qty|16R;price|Unit net|24R;disc|Disc %|14R;total|Line net|24R", Figures: dots, Rows: [2]int{8, 35}, Rates: []int{20}, Less: InColumn,
		Every: true, Carried: [2]string{"Carried forward", "Brought forward"}, Below: []string{"origin"}, Head: "Continued", Foot: "Registered in England 01234567   Sort code 20-00-00   Account 55779911",
	},
	{
		Name: "denver", Language: "en", Renderer: Times, Size: 10, Type: document.Invoice, Title: "INVOICE #{number}", Day: "Jan 2, 2006", Currency: "USD",
		Facts: "date=Issued;order=P.O. No.", Sums: "subtotal=Subtotal;freight=Freight;tax=Sales Tax;total=Balance Due",
		Columns: "desc|Item|86L;qty|Hrs/Qty|22R;price|Price|30R;total|Total|34R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{3, 14}, Rates: []int{8}, Figure: Middle, Below: []string{"sku", "more"}, Spread: 0.8,
		Fee: "Handling fee",
	},
	{
		Name: "hamburg", Language: "de", Renderer: Helvetica, Type: document.Invoice, Title: "Rechnung", Day: "02.01.2006", Currency: "EUR", Place: Sentence,
		Facts: "number=Rechnungsnr.;date=Datum;customer=Kundennr.", Sums: "subtotal=Zwischensumme netto;freight=Fracht;tax=Mehrwertsteuer {rate} %;total=Rechnungssumme",
		Columns: "pos|Lfd. Nr.|16L;qty|Stück|18R;sku|Best.-Nr.|26L;desc|Warenbezeichnung|60L;price|EP netto|28R;total|Summe|30R", Figures: commas, Rows: [2]int{3, 22}, Rates: []int{19}, Less: BeneathPercent, Reduction: "abzgl. Rabatt",
		Every: true, Below: []string{"gtin"},
	},
	{
		Name: "basel", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "RECHNUNG NR. {number}", Day: "2. January 2006", Currency: "CHF", Place: Left,
		Facts: "date=Datum;taxid=UID", Sums: "subtotal=Total netto;tax=MwSt {rate}%;total=Rechnungsbetrag CHF",
		Columns: "desc|Artikel|74L;unit|Einheit|18L;qty|Anz.|16R;price|Preis/Einheit|32R;total|Betrag CHF|36R", Figures: swiss.with(func(f *Figures) { f.Unit = "Stk" }), Rows: [2]int{3, 16}, Rates: []int{8}, Packs: true, Below: []string{"sku", "pack"},
		Deposit: "Pfand Mehrwegkiste",
	},
	{
		Name: "lyon", Language: "fr", Renderer: Helvetica, Type: document.Invoice, Title: "FACTURE", Day: "02/01/2006", Currency: "EUR",
		Facts: "number=N° de facture;date=Date d'émission;due=À régler avant le", Sums: "subtotal=Montant total HT;freight=Port;tax=T.V.A. {rate} %;total=Net à payer TTC",
		Columns: "sku|Réf. produit|26L;desc|Désignation des articles|64L;qty|Quantité|20R;price|Prix unit. HT|26R;rate|Taux TVA|18R;total|Total HT|26R", Figures: spaced, Rows: [2]int{4, 24}, Rates: []int{20}, Every: true,
		Carried: [2]string{"Total à reporter", "Report page précédente"}, Below: []string{"more"},
	},
	{
		Name: "avoir", Language: "fr", Renderer: Times, Size: 10, Type: document.CreditNote, Title: "AVOIR N° {number}", Day: "02/01/2006", Currency: "EUR", Facts: "date=Date;order=Commande",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC", Columns: "desc|Produit|80L;qty|Qté|20R;price|P.U.|30R;total|Montant|36R", Figures: spaced.with(func(f *Figures) { f.After, f.Behind = " €", true }), Rows: [2]int{1, 6}, Rates: []int{20},
		Minus: Totals, Below: []string{"sku"},
	},
	{
		Name: "sevilla", Language: "es", Renderer: TrueType, Type: document.Invoice, Title: "Factura", Day: "02/01/2006", Currency: "EUR", Place: Grid,
		Facts: "number=Nº factura;date=Fecha factura;due=Fecha vencimiento", Sums: "subtotal=Total bruto;tax=I.V.A. {rate}%;total=TOTAL EUR",
		Columns: "sku|Cód.|24L;desc|Descripción del artículo|68L;qty|Cant.|16R;price|P. Unitario|26R;base|Por|14R;total|Importe|30R", Figures: commas, Rows: [2]int{3, 18}, Rates: []int{21}, Hundred: true, Freight: "Portes", Rule: true,
	},
	{
		Name: "torino", Language: "it", Renderer: Helvetica, Type: document.Invoice, Title: "Fattura {number}", Day: "02.01.2006", Currency: "EUR",
		Facts: "date=Data fattura;due=Data scadenza;taxid=Partita IVA", Sums: "subtotal=Totale merce;tax=IVA {rate} %;total=TOTALE EURO",
		Columns: "pos|N.|10R;gtin|Cod. EAN|32L;desc|Descrizione merce|56L;qty|Q.ta|16R;price|Prezzo|24R;total|Totale|26R", Figures: commas.with(func(f *Figures) { f.Whole = 2 }), Rows: [2]int{3, 24}, Rates: []int{22}, Groups: "Subtotale",
		Decimals: 3, Loose: true, Every: true, Below: []string{"more"},
	},
	{
		Name: "utrecht", Language: "nl", Renderer: Order, Type: document.Invoice, Title: "Factuur", Day: "2-1-2006", Currency: "EUR", Facts: "number=Factuur nr.;date=Datum;due=Te betalen voor",
		Sums:    "subtotal=Totaal exclusief BTW;tax=BTW {rate}%;total=Te betalen",
		Columns: "sku|Artikel|16L;desc|Omschrijving|46L;qty|Aantal|12R;unit|Eenheid|14L;price|Prijs per stuk|20R;total|Bedrag|20R", Figures: plain.with(func(f *Figures) { f.Unit = "st" }), Rows: [2]int{3, 30}, Rates: []int{21}, Below: []string{"gtin", "more"},
	},
	{
		Name: "pakbon", Language: "nl", Renderer: Courier, Size: 8, Type: document.PackingSlip, Title: "PAKBON {number}", Day: "02-01-2006", Currency: "", Facts: "date=Datum;order=Uw order",
		Columns: "sku|ARTIKEL|30L;desc|OMSCHRIJVING|84L;ordered|BESTELD|26R;qty|GELEVERD|26R", Figures: commas, Rows: [2]int{3, 30}, Every: true,
	},
	{
		Name: "leeds", Language: "en", Renderer: Helvetica, Type: document.Invoice, Title: "TAX INVOICE", Day: "02/01/2006", Currency: "GBP", Place: Left,
		Facts: "number=Inv No;date=Tax point;order=Your ref;due=Due by", Sums: "subtotal=Goods total;freight=Carriage;tax=VAT @ {rate}%;total=Amount due",
		Columns: "sku|Part no.|26L;desc|Product description|72L;qty|Quantity|20R;price|Price each|28R;total|Net amount|30R", Figures: dots.with(func(f *Figures) { f.Before = "£" }), Rows: [2]int{3, 26},
		Rates: []int{20}, Every: true, Carried: [2]string{"Carried over", "Brought forward"}, Below: []string{"gtin"},
	},
	{
		Name: "austin", Language: "en", Renderer: Courier, Size: 8, Type: document.Invoice, Title: "INVOICE {number}", Day: "01/02/2006", Currency: "USD", Place: Grid,
		Facts: "date=Invoice dt;order=Cust PO;due=Due", Sums: "subtotal=Merchandise total;freight=Shipping & handling;tax=Tax;total=Pay this amount",
		Columns: "sku|Item #|26L;desc|Description|66L;ordered|Ord|14R;qty|Shp|14R;price|Unit price|28R;total|Ext. price|30R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{4, 40}, Rates: []int{8},
		Every: true, Head: "Please remit to the address above",
	},
	{
		Name: "koeln", Language: "de", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Rechnung Nr. {number} vom {date}", Day: "02.01.2006", Currency: "EUR",
		Facts: "customer=Kunde;order=Ihre Bestellung", Sums: "subtotal=Warenwert;freight=Versandkosten;tax=zzgl. {rate} % USt;total=Gesamtbetrag",
		Columns: "pos|Pos|12R;desc|Bezeichnung|74L;qty|Menge|18R;unit|ME|12L;price|Einzelpreis EUR|30R;total|Gesamt EUR|30R", Figures: commas, Rows: [2]int{3, 18}, Rates: []int{19}, Less: Beneath, Reduction: "Rabatt",
		Below: []string{"sku", "more"}, Figure: Last,
	},
	{
		Name: "graz", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "RECHNUNG", Day: "2.1.2006", Currency: "EUR", Place: Right,
		Facts: "number=Beleg-Nr.;date=Belegdatum;due=Zahlbar bis;taxid=UID-Nr.", Sums: "subtotal=Nettobetrag;tax=MwSt. {rate}%;total=Zahlbetrag",
		Columns: "sku|Art.-Nr.|26L;desc|Artikelbezeichnung|64L;qty|Anzahl|18R;price|Preis netto|26R;disc|Rab. %|16R;total|Betrag|28R", Figures: commas.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{5, 32}, Rates: []int{20}, Less: InColumn,
		Every: true, Deposit: "Pfand", Rule: true,
	},
	{
		Name: "nantes", Language: "fr", Renderer: Helvetica, Type: document.Invoice, Title: "Facture N° {number}", Day: "02/01/2006", Currency: "EUR", Place: Left,
		Facts: "date=Le;due=Échéance le;order=Réf. commande", Sums: "subtotal=Total H.T.;tax=T.V.A. {rate} %;total=TOTAL T.T.C.",
		Columns: "desc|Désignation|74L;sku|Code|24L;qty|Qté|16R;price|PU HT|28R;total|Montant|34R", Figures: spaced.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 24}, Rates: []int{20}, Packs: true, Every: true, Below: []string{"pack"},
	},
	{
		Name: "cadiz", Language: "es", Renderer: Times, Size: 10, Type: document.Invoice, Title: "FACTURA Nº {number}", Day: "02/01/2006", Currency: "EUR", Place: Grid,
		Facts: "date=Fecha de factura;due=Fecha de vto.;taxid=CIF", Sums: "subtotal=Base;freight=Transporte;tax=IVA {rate} %;total=Total a abonar",
		Columns: "qty|Unidades|20R;sku|Ref.|26L;desc|Detalle|72L;price|Precio ud.|28R;total|Subtotal|30R", Figures: commas.with(func(f *Figures) { f.After = " €" }), Rows: [2]int{3, 16}, Rates: []int{21}, Below: []string{"more"}, Spread: 0.5,
	},
	{
		Name: "genova", Language: "it", Renderer: Helvetica, Type: document.Invoice, Title: "FATTURA", Day: "02/01/2006", Currency: "EUR", Place: Right,
		Facts: "number=N. documento;date=Data doc.;due=Scad. pagamento;taxid=P.IVA", Sums: "subtotal=Imponibile;tax=I.V.A. {rate}%;total=Totale a pagare €",
		Columns: "sku|Codice|26L;desc|Descrizione articolo|68L;unit|U.M.|12C;qty|Qtà|16R;price|Prezzo un.|26R;total|Importo €|28R", Figures: commas.with(func(f *Figures) { f.Unit = "PZ" }), Rows: [2]int{3, 30}, Rates: []int{22},
		Decimals: 4, Every: true, Carried: [2]string{"A riportare", "Riporto"},
	},
	{
		Name: "breda", Language: "nl", Renderer: TrueType, Type: document.Invoice, Title: "FACTUUR {number}", Day: "02-01-2006", Currency: "EUR", Place: Sentence,
		Facts: "date=Factuurdatum;order=Uw referentie", Sums: "subtotal=Goederenbedrag;tax=Btw {rate}%;total=Te voldoen",
		Columns: "pos|Nr|10R;sku|Art.code|28L;desc|Product|70L;qty|Aantal|16R;price|Stuksprijs|28R;total|Totaal|28R", Figures: commas.with(func(f *Figures) { f.Before = "€ " }), Rows: [2]int{3, 22}, Rates: []int{21}, Freight: "Vracht", Groups: "Tussentotaal",
	},
	{
		Name: "boston", Language: "en", Renderer: Times, Size: 10, Type: document.CreditNote, Title: "CREDIT MEMO {number}", Day: "January 2, 2006", Currency: "USD", Facts: "date=Date",
		Sums: "subtotal=Subtotal;tax=Sales tax;total=Total credit", Columns: "desc|Description|82L;qty|Qty|18R;price|Rate|30R;total|Amount|34R", Figures: dots.with(func(f *Figures) { f.Before = "$" }), Rows: [2]int{1, 6}, Rates: []int{8},
		Minus: Totals, Below: []string{"sku"},
	},
	{
		Name: "jena", Language: "de", Renderer: Courier, Size: 8, Type: document.PackingSlip, Title: "LIEFERSCHEIN {number}", Day: "02.01.2006", Currency: "", Facts: "date=Lieferdatum;order=Auftrag",
		Columns: "pos|Pos.|10R;sku|Artikel-Nr.|30L;desc|Bezeichnung|84L;ordered|Best.|20R;qty|Gel.|20R", Figures: commas, Rows: [2]int{3, 30}, Every: true, Below: []string{"gtin"},
	},
}
