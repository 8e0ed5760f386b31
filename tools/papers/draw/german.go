package draw

import "sellingassistant/domain/document"

var german = []Layout{
	{
		Name: "nordhafen", Language: "de", Renderer: Helvetica, Type: document.Invoice, Title: "Rechnung {number}", Day: "02.01.2006", Currency: "EUR",
		Facts: "date=Rechnungsdatum;due=Zahlbar bis;order=Ihre Bestellung;taxid=USt-IdNr.", Sums: "subtotal=Nettosumme;tax=MwSt {rate} %;total=Gesamtbetrag",
		Columns: "pos|Pos.|10R;sku|Art.-Nr.|24L;desc|Bezeichnung|66L;qty|Menge|20R;price|Einzelpreis|28R;total|Gesamtpreis|30R",
		Figures: commas.with(func(f *Figures) { f.Unit, f.After = "Stk", " €" }), Rows: [2]int{3, 14}, Rates: []int{19}, Below: []string{"more"},
		Less: BeneathPercent, Reduction: "Rabatt",
	},
	{
		Name: "baumann", Language: "de", Renderer: TrueType, Size: 8, Type: document.Invoice, Title: "RECHNUNG", Day: "02.01.2006", Currency: "EUR", Place: Grid,
		Facts: "number=Rechnungs-Nr.;date=Datum;customer=Kunden-Nr.;order=Bestell-Nr.", Sums: "subtotal=Warenwert;freight=Versandkosten;tax=USt {rate} %;total=Rechnungsbetrag EUR",
		Columns: "pos10|Pos|10L;sku|Artikel|22L;desc|Beschreibung|58L;qty|Menge|14R;unit|ME|12C;price|Preis|20R;disc|Rabatt|16R;total|Betrag|28R",
		Figures: commas.with(func(f *Figures) { f.Unit = "Stück" }), Rows: [2]int{10, 45}, Rates: []int{19}, Less: InColumn, Every: true, Carried: [2]string{"Übertrag", "Übertrag"},
		Head: "Rechnung Fortsetzung", Foot: "Werkzeug Baumann KG   Amtsgericht Stuttgart HRA 12345   IBAN DE02 1203 0000 0000 2020 51",
	},
	{
		Name: "kroeger", Language: "de", Renderer: Times, Size: 10, Type: document.Invoice, Title: "Rechnung Nr. {number}", Day: "2. January 2006", Currency: "EUR", Place: Left,
		Facts: "date=Belegdatum;taxid=USt-ID", Sums: "subtotal=Summe netto;tax=zzgl. {rate} % MwSt;total=Gesamtsumme",
		Columns: "qty|Anzahl|22R;desc|Artikel|78L;pack|VPE|14R;price|E-Preis|26R;total|G-Preis|32R", Figures: commas.with(func(f *Figures) { f.Unit = "Stk." }), Rows: [2]int{4, 18},
		Rates: []int{7, 19}, Packs: true, Deposit: "Pfand", Below: []string{"gtin"},
	},
	{
		Name: "lichtblick", Language: "de", Renderer: Helvetica, Type: document.Invoice, Title: "Rechnung", Day: "02.01.06", Currency: "EUR",
		Facts: "number=Rechnungsnummer;date=Rechnungsdatum;due=Fällig am", Sums: "subtotal=Positionssumme;tax=Umsatzsteuer {rate} %;total=Endbetrag",
		Columns: "pos|Pos|10L;sku|Art-Nr|26L;desc|Beschreibung|52L;price|Nettopreis|26R;qty|Menge|24R;rate|Steuersatz|20R;total|Nettobetrag|22R",
		Figures: plain.with(func(f *Figures) { f.Unit = "Stk" }), Rows: [2]int{3, 12}, Rates: []int{19}, Figure: Split, Decimals: 4, Below: []string{"code"},
	},
	{
		Name: "schraube", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "Rechnung", Day: "02.01.2006", Currency: "EUR",
		Facts: "number=Beleg-Nr.;date=Datum;order=Auftrag Nr.", Sums: "subtotal=Netto;tax=MwSt. {rate}%;total=Zu zahlen",
		Columns: "pos|Pos|10L;sku|Sachnummer|28L;desc|Artikelbezeichnung|56L;qty|Menge|20R;price|Preis|20R;base|PE|14R;total|Wert|28R", Figures: commas, Rows: [2]int{3, 16}, Rates: []int{19}, Hundred: true,
	},
	{
		Name: "hundert", Language: "de", Renderer: Helvetica, Type: document.Invoice, Title: "RECHNUNG {number}", Day: "02.01.2006", Currency: "EUR",
		Facts: "date=Datum", Sums: "subtotal=Nettosumme;tax=MwSt {rate} %;total=Bruttosumme", Columns: "sku|Artikelnr.|28L;desc|Bezeichnung|72L;qty|Menge|20R;price|Preis per 100|30R;total|Betrag|30R",
		Figures: commas, Rows: [2]int{2, 8}, Rates: []int{19}, Hundred: true,
	},
	{
		Name: "zuerich", Language: "de", Renderer: Helvetica, Type: document.Invoice, Title: "Rechnung", Day: "02.01.2006", Currency: "CHF",
		Facts: "number=Rechnung Nr.;date=Datum;due=Zahlbar bis", Sums: "subtotal=Zwischensumme;discount=Rabatt;tax=MWST {rate}%;total=Total CHF",
		Columns: "sku|Artikel-Nr.|28L;desc|Bezeichnung|70L;qty|Anzahl|20R;price|Preis|28R;total|Total|34R", Figures: swiss, Rows: [2]int{3, 15}, Rates: []int{8}, Below: []string{"more"}, Rule: true,
	},
	{
		Name: "gruppen", Language: "de", Renderer: TrueType, Type: document.Invoice, Title: "Rechnung {number} vom {date}", Day: "02.01.2006", Currency: "EUR", Place: Left,
		Facts: "order=Bestellnummer;taxid=Umsatzsteuer-ID", Sums: "subtotal=Gesamt netto;tax=USt {rate}%;total=Gesamt brutto",
		Columns: "pos|Nr.|10L;desc|Leistung|90L;qty|Menge|22R;price|Einzelpreis|28R;total|Gesamt|30R", Figures: commas.with(func(f *Figures) { f.After = " EUR" }), Rows: [2]int{6, 20},
		Rates: []int{19}, Groups: "Zwischensumme", Below: []string{"sku", "more"}, Every: true,
	},
	{
		Name: "lager", Language: "de", Renderer: Helvetica, Type: document.PackingSlip, Title: "Lieferschein {number}", Day: "02.01.2006", Currency: "", Facts: "date=Datum;order=Ihre Bestellung",
		Columns: "pos|Pos|12L;sku|Artikelnummer|36L;desc|Bezeichnung|92L;qty|Menge|36R", Figures: commas.with(func(f *Figures) { f.Unit = "Stück" }), Rows: [2]int{2, 25}, Every: true, Below: []string{"gtin"},
	},
}
