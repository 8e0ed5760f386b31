package pricelist_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// list reads a list of one row below its header, and returns the header of its cost and the headers
// that could be it.
func list(t *testing.T, header, row string) (cost string, candidates []string, in pricelist.Input) {
	t.Helper()
	return listIn(t, "USD", header, row)
}

func listIn(t *testing.T, currency money.Currency, header, row string) (cost string, candidates []string, in pricelist.Input) {
	t.Helper()
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	content := []byte(header + "\n" + row + "\n")
	table, err := tables.Survey(t.Context(), content, pricelist.Wanted{})
	require.NoError(t, err)
	for _, at := range table.Candidates[pricelist.FieldCost] {
		candidates = append(candidates, table.Headers[at])
	}
	if len(candidates) > 0 {
		return "", candidates, in
	}
	m, err := table.Map(pricelist.Wanted{}, nil)
	require.NoError(t, err)
	for _, c := range m.Of(pricelist.FieldCost) {
		cost = c.Header
	}
	require.NoError(t, tables.Rows(t.Context(), content, m, currency, func(read pricelist.Input) error { in = read; return nil }))
	return cost, nil, in
}

func TestThePriceOfAnotherColumnCanBeTheCost(t *testing.T) {
	for columns, c := range map[string]struct {
		cost string
		asks []string
	}{
		"Price;MSRP":                       {cost: "Price"},
		"Price;Price incl. VAT":            {cost: "Price"},
		"Price;Amazon price":               {cost: "Price"},
		"Price per kg;Price":               {cost: "Price"},
		"Buy price;Price":                  {cost: "Buy price"},
		"Your price;List price":            {cost: "Your price"},
		"Our price;Price":                  {asks: []string{"Our price", "Price"}},
		"Price;Special price":              {asks: []string{"Price", "Special price"}},
		"Preis;Aktionspreis":               {asks: []string{"Preis", "Aktionspreis"}},
		"Price;Promo cost":                 {asks: []string{"Price", "Promo cost"}},
		"Price;Discount %;Net":             {asks: []string{"Price", "Net"}},
		"Preis;Rabatt %;Netto;Bestand":     {asks: []string{"Preis", "Netto"}},
		"Price;Discount %;Net price":       {cost: "Net price"},
		"Price;Discount %;Amount;Quantity": {cost: "Price"},
	} {
		figures := strings.Repeat(";8.10", strings.Count(columns, ";"))
		figures = strings.Replace("4.00"+figures, ";8.10", ";10", strings.Count(columns, "%"))
		if strings.HasSuffix(columns, "y") || strings.HasSuffix(columns, "d") {
			figures = strings.TrimSuffix(figures, "8.10") + "3"
		}
		cost, asks, _ := list(t, "EAN;Title;"+columns, "4006381333931;Pen;"+figures)
		require.Equal(t, c.asks, asks, columns)
		require.Equal(t, c.cost, cost, columns)
	}
}

// Prices of consumers, of earlier days and by weight have the same endings as costs.
func TestAPriceThatMayBeAnotherIsAskedFor(t *testing.T) {
	for _, header := range []string{
		"Verkaufspreis", "VK", "VK netto", "Verkoopprijs", "Selling Price", "Sale Price", "Gross price", "Prix brut", "Kilopreis",
		"Literpreis", "Grundpreis", "Marktpreis", "Mindestverkaufspreis", "Vorjahrespreis", "Transportprijs", "Aktionspreis",
		"Net",
	} {
		_, asks, _ := list(t, "EAN;Title;"+header, "4006381333931;Pen;4.10")
		require.Equal(t, []string{header}, asks)
	}
	for _, header := range []string{"Streichpreis", "Endkundenpreis", "Consumentenprijs", "Adviesverkoopprijs"} {
		cost, asks, _ := list(t, "EAN;Title;"+header, "4006381333931;Pen;4.10")
		require.Empty(t, asks, header)
		require.Empty(t, cost, header)
	}
	for _, header := range []string{
		"Einkaufspreis", "Großhandelspreis", "Händler-EK", "Stückpreis", "Einzelpreis", "Nettopreis", "Dealerprijs",
		"Our selling price",
	} {
		cost, asks, _ := list(t, "EAN;Title;"+header, "4006381333931;Pen;4.10")
		require.Empty(t, asks, header)
		require.Equal(t, header, cost)
	}
}

func TestAPriceBesideItsDiscount(t *testing.T) {
	for _, c := range []struct {
		columns, row, cost string
		asks               []string
	}{
		{columns: "Price;Discount %", row: "10.00;40", asks: []string{"Price"}},
		{columns: "Prezzo listino;Sconto %", row: "10,00;40", asks: []string{"Prezzo listino"}},
		{columns: "Tarif HT;Remise", row: "10,00;40 %", asks: []string{"Tarif HT"}},
		{columns: "Price;Discount %", row: "10.00;0", cost: "Price"},
		{columns: "Price;Discount %", row: "10.00;", cost: "Price"},
		{columns: "Prix catalogue;Remise;Prix net HT", row: "10,00;40 %;6,00", cost: "Prix net HT"},
		{columns: "RRP;Discount %;Price", row: "10.00;40;6.00", cost: "Price"},
		{columns: "RRP;Discount %;Price", row: "10.00;40;8.00", asks: []string{"Price"}},
		{columns: "Price;Discount %;Net", row: "10.00;40;6.00", cost: "Net"},
		{columns: "Price;Discount %;Net", row: "10.00;40;8.00", asks: []string{"Price", "Net"}},
		{columns: "Your price;Discount %", row: "6.00;40", cost: "Your price"},
		{columns: "Cena;Rabat %", row: "10,00;40", asks: []string{"Cena"}},
		{columns: "Cena katalogowa;Upust %;Cena po rabacie", row: "10,00;40;6,00", cost: "Cena po rabacie"},
		{columns: "Cena;Sleva %", row: "10,00;40", asks: []string{"Cena"}},
		{columns: "Pris;Rabat", row: "10,00;40 %", asks: []string{"Pris"}},
	} {
		cost, asks, _ := list(t, "EAN;Title;"+c.columns, "4006381333931;Pen;"+c.row)
		require.Equal(t, c.asks, asks, c)
		require.Equal(t, c.cost, cost, c)
	}
}

func TestThePackIsThatOfTheCase(t *testing.T) {
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	for content, want := range map[string]struct {
		at    int
		asked []int
	}{
		"EAN;Inhalt;VE;Kartonpreis\n4006381333931;750;6;45,00\n":        {at: 2},
		"EAN;Inhalt;Kartonpreis\n4006381333931;750;45,00\n":             {at: -1},
		"EAN;Inhalt;Kartonpreis\n4006381333931;24;45,00\n":              {at: 1},
		"EAN;Inner;Case pack;Case price\n4006381333931;6;24;45.00\n":    {at: 2},
		"EAN;Pack;Pack size;Case price\n4006381333931;6;24;45.00\n":     {at: -1, asked: []int{1, 2}},
		"EAN;Pack;Pack size;Price\n4006381333931;6;24;45.00\n":          {at: 1},
		"EAN;Verpackungseinheit;Kartonpreis\n4006381333931;500;45,00\n": {at: 1},
	} {
		table, err := tables.Survey(t.Context(), []byte(content), pricelist.Wanted{})
		require.NoError(t, err)
		require.Equal(t, want.at, slices.Index(table.Fields, pricelist.FieldPackSize), content)
		require.Equal(t, want.asked, table.Candidates[pricelist.FieldPackSize], content)
	}
}

func TestACodeOfACaseIdentifiesNoUnit(t *testing.T) {
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	for content, want := range map[string]struct {
		at    int
		asked []int
	}{
		"EAN Karton;EAN Stück;Titel;EK\n14006381333938;4006381333931;Stift;2,15\n": {at: 1},
		"Case UPC;ASIN;Title;Cost\n14006381333938;B0SIM00003;Pen;2.15\n":           {at: 1},
		"Case UPC;Title;Cost\n14006381333938;Pen;2.15\n":                           {at: -1, asked: []int{0}},
	} {
		table, err := tables.Survey(t.Context(), []byte(content), pricelist.Wanted{})
		require.NoError(t, err)
		require.Equal(t, want.at, slices.Index(table.Fields, pricelist.FieldIdentifier), content)
		require.Equal(t, want.asked, table.Candidates[pricelist.FieldIdentifier], content)
	}
}

func TestTheCurrencyOfALabelIsThatOfItsCosts(t *testing.T) {
	for header, want := range map[string]money.Currency{
		"Cost": "", "Cost (GBP)": "GBP", "Cost £": "GBP", "Cost EUR": "EUR", "EUR cost": "EUR", "cost_eur": "EUR", "Cost in GBP": "GBP",
		"Net price €/unit": "EUR", "Preis [CHF]": "CHF", "Wholesale price CAD": "CAD", "Cost (kr)": "XXX", "Cost (USD)": "USD",
	} {
		_, asks, in := list(t, "EAN;Title;"+header, "4006381333931;Pen;4.10")
		require.Empty(t, asks, header)
		require.Equal(t, want, in.Currency, header)
	}
	_, _, in := list(t, "EAN;Title;Cost (GBP)", "4006381333931;Pen;€4.10")
	require.Equal(t, money.Currency("EUR"), in.Currency, "a cell says more than its label")
	for content, want := range map[string]money.Currency{
		"Trade price list (GBP)\nEAN;Title;Cost\n4006381333931;Pen;4.10":            "GBP",
		"EAN;Title;Cost\n4006381333931;Pen;4.10\n;All prices in EUR;":               "EUR",
		"EAN;Title;Cost;Weight\n;;EUR/pc;kg\n4006381333931;Pen;4.10;1.2":            "EUR",
		"Prices in EUR\nEAN;Title;Cost;Currency\n4006381333931;Pen;4.10;PLN":        "PLN",
		"Prices in EUR\nEAN;Title;Cost\n4006381333931;Pen;£4.10":                    "GBP",
		"Prices in EUR or GBP\nEAN;Title;Cost\n4006381333931;Pen;4.10":              "XXX",
		"Minimum order 250 EUR, prices net\nEAN;Title;Cost\n4006381333931;Pen;4.10": "",
		"EAN;Title;Cost\n4006381333931;Price tag EUR;4.10":                          "",
	} {
		header, row, _ := strings.Cut(content, "\n")
		_, asks, in := list(t, header, row)
		require.Empty(t, asks, content)
		require.Equal(t, want, in.Currency, content)
	}
	_, _, in = list(t, "EAN;Title;Cost;Currency", "4006381333931;Pen;4.10;PLN")
	require.Equal(t, money.Currency("PLN"), in.Currency)
}

// The reports of marketplaces have the price that the seller asks.
func TestThePriceOfTheSellerIsAskedFor(t *testing.T) {
	for columns, want := range map[string]string{
		"sku;fnsku;your-price": "", "seller-sku;listing-id;price": "", "Merchant SKU;Price": "", "MSKU;Buy Cost/Unit": "Buy Cost/Unit",
		"FNSKU;Cost": "Cost", "SKU;Your price": "Your price", "SKU;Rate;Purchase Rate": "Purchase Rate",
	} {
		cost, asks, _ := list(t, "ASIN;"+columns, "B000000001;A-1"+strings.Repeat(";4.10", strings.Count(columns, ";")))
		require.Equal(t, want, cost, columns)
		require.Equal(t, want == "", len(asks) > 0, columns)
	}
}

func TestAmountsInCents(t *testing.T) {
	for cells, want := range map[string]string{
		"Cost (c);45": "0.45", "Unit cost ¢;45": "0.45", "Cost (p);45": "0.45", "Cost [p];45": "0.45", "Cost, p;45.5": "0.455",
		"Cost (c);4.50": "", "Cost C;45": "45", "Cost;45": "45",
	} {
		header, cell, _ := strings.Cut(cells, ";")
		_, asks, in := list(t, "EAN;Title;"+header, "4006381333931;Pen;"+cell)
		require.Empty(t, asks, cells)
		cost, known := in.Cost.Get()
		require.Equal(t, want != "", known, cells)
		if known {
			require.Equal(t, want, cost.String(), cells)
		}
	}
}

func TestASignThatNamesNoCurrencyIsUnknown(t *testing.T) {
	for cells, want := range map[string]money.Currency{
		"Cost;RM 4.10": "MYR", "Cost;R$ 4,10": "BRL", "Cost;4,10 zł": "PLN", "Cost (zł);4.10": "PLN", "Cost (RM);4.10": "MYR", "Cost MYR;4.10": "MYR",
		"Cost;S$4.10": "SGD", "Cost;A$4.10": "AUD", "Cost;4,10 kn": "HRK", "Cost;410 Ft": "HUF", "Cost;₹4.10": "INR",
		"Cost;Rs. 4.10": "XXX", "Cost;Rs.4.10": "XXX", "Cost (Rs.);4.10": "XXX", "Cost;Q 4.10": "XXX", "Cost;¤4.10": "XXX", "Cost;4.10 PEN": "PEN",
	} {
		header, cell, _ := strings.Cut(cells, ";")
		_, asks, in := list(t, "EAN;Title;"+header, "4006381333931;Pen;"+cell)
		require.Empty(t, asks, cells)
		require.Equal(t, want, in.Currency, cells)
		require.True(t, in.Cost.Known(), cells)
	}
	for text, want := range map[string]money.Currency{"RM": "MYR", "XYZ": "XXX", "pen": "PEN", "-": "", "": "", "kr": "XXX"} {
		_, _, in := list(t, "EAN;Title;Cost;Currency", "4006381333931;Pen;4.10;"+text)
		require.Equal(t, want, in.Currency, text)
	}
	_, _, in := listIn(t, "INR", "EAN;Title;Cost", "4006381333931;Pen;Rs. 4.10")
	require.Equal(t, money.Currency("INR"), in.Currency)
}

func TestAnOddCellIsNoCost(t *testing.T) {
	for _, cell := range []string{"2/$5.00", "2/5.00", "2 for 5.00", "3x $5.00"} {
		_, asks, in := list(t, "EAN;Title;Cost", "4006381333931;Pen;"+cell)
		require.Empty(t, asks, cell)
		require.False(t, in.Cost.Known(), cell)
	}
}

func TestASignOfSeveralCurrenciesIsTheListsCurrency(t *testing.T) {
	for _, c := range []struct {
		list         money.Currency
		header, cell string
		want         money.Currency
	}{
		{"CAD", "Cost", "$4.10", "CAD"}, {"CAD", "Cost ($)", "4.10", "CAD"}, {"USD", "Cost", "$4.10", "USD"},
		{"CAD", "Cost", "US$4.10", "USD"}, {"CAD", "Cost (USD)", "4.10", "USD"}, {"EUR", "Cost", "$4.10", "USD"},
		{"SEK", "Cost", "kr 4.10", "SEK"}, {"DKK", "Price (kr)", "4.10", "DKK"}, {"EUR", "Cost", "4.10 kr", "XXX"},
		{"CNY", "Cost", "¥4.10", "CNY"}, {"JPY", "Cost", "¥410", "JPY"}, {"EUR", "Cost", "4.10", ""},
	} {
		_, asks, in := listIn(t, c.list, "EAN;Title;"+c.header, "4006381333931;Pen;"+c.cell)
		require.Empty(t, asks, c)
		require.Equal(t, c.want, in.Currency, c)
	}
	_, _, in := listIn(t, "AUD", "EAN;Title;Cost;Currency", "4006381333931;Pen;4.10;$")
	require.Equal(t, money.Currency("AUD"), in.Currency)
}

func TestACostIsForTheUnitBesideIt(t *testing.T) {
	for content, c := range map[string]struct{ cost, kase string }{
		"Cost|4.10 €/Stk":        {cost: "4.1"},
		"Cost|12.00 €/Karton":    {kase: "12"},
		"Case cost|12.00 €/case": {kase: "12"},
		"Cost|24.00 €/Dtzd.":     {cost: "2"},
		"Cost|24.00 €/dozen":     {cost: "2"},
		"Cost|3.20 €/kg":         {},
		"Cost|3.20 kg":           {},
		"Cost (p)|45":            {cost: "0.45"},
		"Cost (p)|45p":           {cost: "0.45"},
		"Cost (p)|£0.45":         {cost: "0.45"},
	} {
		header, cell, _ := strings.Cut(content, "|")
		_, asks, in := listIn(t, "GBP", "EAN;Title;"+header, "4006381333931;Pen;"+cell)
		require.Empty(t, asks, content)
		require.Equal(t, amount(c.cost), in.Cost, content)
		require.Equal(t, amount(c.kase), in.CaseCost, content)
	}
	_, _, in := list(t, "EAN;Title;Cost (p)", "4006381333931;Pen;45")
	require.Equal(t, money.Unknown, in.Currency)
	_, asks, _ := list(t, "EAN;Title;Cost;Stock", ";;EUR/kg;pcs\n4006381333931;Pen;3.20;5")
	require.Equal(t, []string{"Cost"}, asks)
}

func TestRowsThatAreLongerThanTheHeader(t *testing.T) {
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	long := []byte("EAN,Title,Cost\n4006381333931,Pen,4,20\n5000112637922,Cup,5,10\n")
	_, err := tables.Survey(t.Context(), long, pricelist.Wanted{})
	require.ErrorContains(t, err, "more cells than the header")
	_, asks, in := list(t, "EAN,Title,Cost", "5000112637922,Cup,5.10\n5000112637939,Mug,6.10\n4006381333931,Pen,4,20")
	require.Empty(t, asks)
	require.False(t, in.Cost.Known(), "a row of its own has no cost")
	_, asks, in = list(t, "EAN,Title,Cost", "5000112637922,Cup,5.10\n4006381333931,Pen,4.20,sold out")
	require.Empty(t, asks)
	require.Equal(t, amount("4.2"), in.Cost)
}

func TestARepeatedHeaderMovesItsColumns(t *testing.T) {
	for rows, want := range map[string]string{
		"5000112637922;Cup;5.10;9.00\nEAN;Title;Cost;RRP\n4006381333931;Pen;4.10;8.00":  "4.1",
		"5000112637922;Cup;5.10;9.00\nEAN;Title;RRP;Cost\n4006381333931;Pen;13.00;4.10": "4.1",
		"5000112637922;Cup;5.10;9.00\nEAN;Title;RRP\n4006381333931;Pen;13.00":           "",
		"5000112637922;Cost;5.10;9.00\n4006381333931;Pen;4.10;8.00":                     "4.1",
	} {
		_, asks, in := list(t, "EAN;Title;Cost;RRP", rows)
		require.Empty(t, asks, rows)
		require.Equal(t, "4006381333931", in.Identifier, rows)
		require.Equal(t, amount(want), in.Cost, rows)
	}
}

// TestACostIsForWhatItsUnitSays divides costs of several items, also by a column with their number.
func TestACostIsForWhatItsUnitSays(t *testing.T) {
	for columns, c := range map[string]struct {
		row, cost, kase string
		size            int64
	}{
		"Price/DZ":               {row: "13.32", cost: "1.11"},
		"Cost (dozen)":           {row: "1.33", cost: "0.1108"},
		"Unit cost (per dozen)":  {row: "13.32", cost: "1.11"},
		"Price/case":             {row: "24.50", kase: "24.5"},
		"Cost/CS;Pack size":      {row: "24.50;12", kase: "24.5", size: 12},
		"Preis/Karton":           {row: "24.50", kase: "24.5"},
		"Price (box)":            {row: "24.50", kase: "24.5"},
		"Price/each":             {row: "24.50", cost: "24.5"},
		"Price;UOM":              {row: "1.33;DZ", cost: "0.1108"},
		"Cost;UOM":               {row: "0.12;EA", cost: "0.12"},
		"Net price;UOM":          {row: "6.00;Dozen", cost: "0.5"},
		"Cost;UOM ":              {row: "6.00;pack of 12", cost: "0.5"},
		"Cost;U.O.M.":            {row: "6.00;per 12", cost: "0.5"},
		"Cost; UOM":              {row: "6.00;12 pcs", cost: "0.5"},
		"Cost;UOM.":              {row: "6.00;CS24", kase: "6", size: 24},
		"Cost;UOM:":              {row: "6.00;PK12", cost: "0.5"},
		"Cost;Uom":               {row: "14.40;gross", cost: "0.1"},
		"Cost;uom":               {row: "5.00;per hundred", cost: "0.05"},
		"Cost;Units of measure":  {row: "5.00;1 dozen", cost: "0.4167"},
		"Cost;unit":              {row: "5.00;pair", cost: "5"},
		"Cost;Price Unit":        {row: "6.00;pack of 12", cost: "0.5"},
		"Cost;price unit":        {row: "6.00;case of 24", kase: "6", size: 24},
		"Cost;Price UOM":         {row: "6.00;12 pcs", cost: "0.5"},
		"Cost;Pricing unit":      {row: "6.00;per 12", cost: "0.5"},
		"Cost;Price unit":        {row: "6.00;12", cost: "0.5"},
		"Price Unit":             {row: "6.00", cost: "6"},
		"Price;Price/unit":       {row: "6.00;dozen", cost: "0.5"},
		"Cost;Unit of sale":      {row: "6.00;each", cost: "6"},
		"Cost;Unit":              {row: "0.12;m", cost: "0.12"},
		"Cost;Unit of measure":   {row: "12.50;C", cost: ""},
		"Cost;unit of measure":   {row: "12.50;M", cost: ""},
		"Cost;Per":               {row: "12.50;C", cost: "0.125"},
		"Cost;UOM;Case pack":     {row: "24.50;CS;12", kase: "24.5", size: 12},
		"Cost;Unit;Brand":        {row: "24.50;box of 100;Acme", kase: "24.5", size: 100},
		"Price each;UOM;Pack":    {row: "2.05;CS;12", cost: "2.05", size: 12},
		"Cost;UOM;Case cost":     {row: "2.05;CS;24.60", cost: "2.05", kase: "24.6"},
		"Preis;PE":               {row: "12.50;100", cost: "0.125"},
		"Netto-Preis EUR;PE":     {row: "41.00;1000", cost: "0.041"},
		"EK-Preis;Preiseinheit":  {row: "3.80;1", cost: "3.8"},
		"Net price;Per":          {row: "41.00;M", cost: "0.041"},
		"EK;PE;Einheit":          {row: "12.50;100;Karton", cost: "0.125"},
		"Price per 100;UOM":      {row: "12.50;DZ", cost: "0.125"},
		"Price;Unit;Description": {row: "12.50;100;Screw", cost: "12.5"},
	} {
		_, asks, in := list(t, "EAN;Title;"+columns, "4006381333931;Pen;"+c.row)
		require.Empty(t, asks, columns)
		require.Equal(t, amount(c.cost), in.Cost, columns)
		require.Equal(t, amount(c.kase), in.CaseCost, columns)
		require.Equal(t, c.size, in.PackSize.Or(0), columns)
	}
}

func TestACodeOfAllRowsIdentifiesNoProduct(t *testing.T) {
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	for last, want := range map[string]bool{"4006381333931": false, "5000112637922": true} {
		content := "Reference Number;Item;Cost\n4006381333931;Pen;2.15\n4006381333931;Cap;3.40\n" + last + ";Tea;1.10\n"
		table, err := tables.Survey(t.Context(), []byte(content), pricelist.Wanted{})
		require.NoError(t, err)
		require.Equal(t, want, slices.Contains(table.Fields, pricelist.FieldIdentifier), last)
	}
}

func TestACostByWeightIsAskedFor(t *testing.T) {
	for _, column := range []string{"Cost/kg", "Price (m)", "Preis/l", "Cost/M"} {
		_, asks, _ := list(t, "EAN;Title;"+column, "4006381333931;Pen;4.10")
		require.Equal(t, []string{column}, asks)
	}
}

// amount parses text; "" is missing.
func amount(text string) pricelist.Maybe {
	if text == "" {
		return pricelist.Maybe{}
	}
	return optional.Some(money.MustParse(text))
}

// Codes of products below the label of a supplier's codes identify them.
func TestCodesOfProductsAreIdentifiers(t *testing.T) {
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	for content, want := range map[string]pricelist.Field{
		"code;description;price\n4006381333931;Pen;1.10\n5000112637922;Drink;1.20\n":             pricelist.FieldIdentifier,
		"Código;Descripción;Precio\n4006381333931;Pluma;1,10\n5000112637922;Bebida;1,20\n":       pricelist.FieldIdentifier,
		"Artikelnummer;Name;Preis\n4006381333932;Stift;1,10\n5000112637923;Getränk;1,20\n":       pricelist.FieldSupplierSKU,
		"code;ean;description;price\n4006381333931;5000112637922;Pen;1.10\n1;;Drink;1.20\n":      pricelist.FieldSupplierSKU,
		"code;description;price\n4006381333931;Pen;1.10\nP-2;Drink;1.20\nP-3;Drink large;1.40\n": pricelist.FieldSupplierSKU,
	} {
		table, err := tables.Survey(t.Context(), []byte(content), pricelist.Wanted{})
		require.NoError(t, err)
		require.Equal(t, want, table.Fields[0], content)
	}
}

func TestADollarSignOfASpanishListIsAskedFor(t *testing.T) {
	for header, want := range map[string]money.Currency{
		"Precio": money.Unknown, "Precio ($)": money.Unknown, "Precio (US$)": "USD", "Price": "USD", "Preço": money.Unknown,
	} {
		_, _, in := listIn(t, "", "EAN;Title;"+header, "4006381333931;Pen;$4.20")
		require.Equal(t, want, in.Currency, header)
		_, _, in = listIn(t, "USD", "EAN;Title;"+header, "4006381333931;Pen;$4.20")
		require.Equal(t, money.Currency("USD"), in.Currency, header)
	}
}

func TestACostOfZeroIsUnknown(t *testing.T) {
	for _, c := range []struct{ header, row string }{
		{"Cost;MAP", "0;0"}, {"Preis;Case cost", "0,00;0,00"}, {"Prix d'achat;MAP", "0,00 €;0,00 €"}, {"Cena zakupu;MAP", "0;0"},
	} {
		_, asks, in := list(t, "EAN;Title;"+c.header, "4006381333931;Pen;"+c.row)
		require.Empty(t, asks, c)
		require.Equal(t, pricelist.Maybe{}, in.Cost, c)
		require.Equal(t, pricelist.Maybe{}, in.CaseCost, c)
		require.Equal(t, pricelist.Maybe{}, in.MAP, c)
	}
}
