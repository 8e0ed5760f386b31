package reading_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

func TestWhatALineIsAbout(t *testing.T) {
	for _, c := range []struct {
		description, sku, quantity, price, total string
		want                                     reading.Kind
	}{
		{"Loyalty discount", "", "1", "-10.00", "-10.00", reading.Discount},
		{"Promo campaign autumn", "DISC10", "-1", "10.00", "-10.00", reading.Discount},
		{"Treuerabatt Mai", "", "", "", "-4.00", reading.Discount},
		{"Remise fidélité 5 %", "", "1", "", "-4.00", reading.Discount},
		{"Sconto fedeltà", "", "", "", "-10.00", reading.Discount},
		{"Descuento por volumen", "D-1", "-1", "3.00", "-3.00", reading.Discount},
		{"Actiekorting", "", "1", "-2.00", "", reading.Discount},
		{"Discount store sign", "S-1", "1", "10.00", "10.00", reading.Product},
		{"/SPRING10", "", "1", "-5.00", "-5.00", reading.Discount},
		{"Spring sale", "/SPRING10", "-1", "5.00", "-5.00", reading.Discount},
		{"/SPRING10", "SPRING10", "", "", "-5.00", reading.Discount},
		{"Code SPRING10", "", "1", "-5.00", "-5.00", reading.Discount},
		{"Loyalty points", "", "1", "-5.00", "-5.00", reading.Discount},
		{"Promo code WELCOME", "", "-1", "5.00", "-5.00", reading.Discount},
		{"/4 inch pipe", "P-4", "2", "5.00", "10.00", reading.Product},
		{"Code lock, returned", "CL-1", "-1", "9.00", "-9.00", reading.Product},
		{"Round Off", "", "", "", "0.36", reading.Fee},
		{"Round off adj.", "", "", "", "-0.36", reading.Fee},
		{"Less: Round off", "", "", "", "-0.36", reading.Fee},
		{"Rounded off", "", "", "", "0.36", reading.Fee},
		{"Lantern iron, returned", "LA-9", "-3", "15.00", "-45.00", reading.Product},
		{"Pfand", "", "10", "0.25", "2.50", reading.Deposit},
		{"Leergut", "", "-5", "3.00", "-15.00", reading.Deposit},
		{"Pfand Kasten", "", "35", "3.10", "108.50", reading.Deposit},
		{"Flaschenpfand 24 x 0,08", "PF24", "10", "1.92", "19.20", reading.Deposit},
		{"Kiste Pfand", "", "2", "1.50", "3.00", reading.Deposit},
		{"Consigne fût 30 l", "", "2", "30.00", "60.00", reading.Deposit},
		{"Statiegeld krat", "", "6", "3.90", "23.40", reading.Deposit},
		{"Keg deposit", "KD", "2", "40.00", "80.00", reading.Deposit},
		{"Crate deposit 24 bottles", "", "2", "4.00", "8.00", reading.Deposit},
		{"Borg fust", "", "1", "35.00", "35.00", reading.Deposit},
		{"Cauzione fusto 20 l", "", "1", "25.00", "25.00", reading.Deposit},
		{"Depósito envase retornable", "", "4", "0.50", "2.00", reading.Deposit},
		{"Mineral water 12 x 1 l incl. Pfand", "W-1", "4", "6.00", "24.00", reading.Product},
		{"Safety deposit box", "SB-1", "1", "60.00", "60.00", reading.Product},
		{"Freight", "", "1", "12.90", "12.90", reading.Freight},
		{"Sea freight", "", "", "", "310.00", reading.Freight},
		{"Seefracht Hamburg", "", "1", "310.00", "310.00", reading.Freight},
		{"Versandkosten DHL", "", "1", "5.90", "5.90", reading.Freight},
		{"Trasporto (totale Euro 6,50)", "", "", "6.50", "6.50", reading.Freight},
		{"Box for transport", "", "12", "2.00", "24.00", reading.Product},
		{"Shipping box 40 cm", "B-40", "10", "1.00", "10.00", reading.Product},
		{"Rundung", "", "", "", "0.01", reading.Fee},
		{"Fuel surcharge week 45", "", "1", "2.00", "2.00", reading.Fee},
		{"Frachtkostenanteil Spedition", "SPED", "1", "38.00", "38.00", reading.Freight},
		{"Versandkosten DHL Paket bis 31 kg", "", "3", "5.90", "17.70", reading.Freight},
		{"Vrachtkosten pallet", "VRACHT", "1", "24.50", "24.50", reading.Freight},
		{"Freight LTL prepaid", "FRT", "1", "45.00", "45.00", reading.Freight},
		{"Carriage & packing", "CARR", "1", "14.95", "14.95", reading.Freight},
		{"Delivery (next day)", "DEL", "1", "9.00", "9.00", reading.Freight},
		{"Fracht und Palettentausch", "9900", "1", "38.00", "38.00", reading.Freight},
		{"Portes agencia", "PORT", "1", "8.50", "8.50", reading.Freight},
		{"Spese di trasporto corriere", "T1", "1", "11.00", "11.00", reading.Freight},
		{"Trasporto a mezzo vettore", "TRASP", "1", "11.00", "11.00", reading.Freight},
		{"Transport messagerie", "TR", "1", "46.00", "46.00", reading.Freight},
		{"Frais d'expédition Colissimo", "FX", "1", "7.00", "7.00", reading.Freight},
		{"Koszt dostawy", "", "1", "45.00", "45.00", reading.Freight},
		{"Usługa transportowa", "U1", "1", "45.00", "45.00", reading.Freight},
		{"Delivery to Leeds depot", "", "1", "12.00", "12.00", reading.Freight},
		{"Transport Trolley klappbar", "", "1", "39.00", "39.00", reading.Product},
		{"Porto Tawny 10 Jahre 0,75 l", "", "1", "18.00", "18.00", reading.Product},
		{"Porto 2015 LBV 0,75 l", "", "1", "18.00", "18.00", reading.Product},
		{"Freight trolley 300 kg", "RT-55", "1", "90.00", "90.00", reading.Product},
		{"iExpress licentiekosten", "", "3", "49.00", "147.00", reading.Fee},
		{"Expresszuschlag", "", "1", "9.00", "9.00", reading.Freight},
		{"Express delivery trolley", "ED", "", "90.00", "", reading.Product},
		{"Box for transport", "", "1", "2.00", "2.00", reading.Product},
		{"Fromage frais 500 g", "FF-5", "1", "2.00", "2.00", reading.Product},
		{"Energiekostenzuschlag 3 %", "EKZ", "1", "2.70", "2.70", reading.Fee},
		{"Maut- und Dieselzuschlag", "", "1", "2.70", "2.70", reading.Fee},
		{"Tariff surcharge", "TS", "1", "2.70", "2.70", reading.Fee},
		{"Imposta di bollo", "", "", "", "2.00", reading.Fee},
		{"Vase inkl. Versandkosten", "V-1", "1", "9.00", "9.00", reading.Product},
		{"Pfandkasten Bier 20er", "9001", "30", "3.10", "93.00", reading.Deposit},
		{"Statiegeld krat 24 fl.", "D-11", "16", "3.90", "62.40", reading.Deposit},
		{"Consigne caisse bière", "C-1", "20", "4.20", "84.00", reading.Deposit},
		{"Cauzione vuoti 24x1 l", "CAUZ", "12", "4.80", "57.60", reading.Deposit},
		{"Refundable deposit 30L keg", "DEP30", "4", "30.00", "120.00", reading.Deposit},
		{"CHEP pallet deposit", "CH", "4", "30.00", "120.00", reading.Deposit},
		{"Kaucja za keg", "K1", "4", "30.00", "120.00", reading.Deposit},
		{"Opakowanie zwrotne skrzynka", "", "4", "3.00", "12.00", reading.Deposit},
		{"Beer keg 30 l incl. deposit", "BK", "4", "82.00", "328.00", reading.Product},
		{"Consigne bouteille verre", "", "24", "0.25", "6.00", reading.Deposit},
		{"Returnable glass bottle 1 l", "CP-1", "200", "0.80", "160.00", reading.Product},
		{"Butelka zwrotna 0,5 l", "BZ", "200", "0.80", "160.00", reading.Product},
		{"Pfandflaschen Sammelbehälter", "PS", "1", "60.00", "60.00", reading.Product},
		{"Rabat za przedpłatę", "", "1", "-27.60", "-27.60", reading.Discount},
		{"Credit for short delivery", "", "1", "-5.00", "-5.00", reading.Product},
		{"Section: garden", "", "0", "0.00", "0.00", reading.Comment},
		{"Delivery in the middle of November", "", "", "0.00", "0.00", reading.Comment},
		{"Sample, free of charge", "S-2", "2", "0.00", "0.00", reading.Product},
	} {
		l := reading.Line{
			Kind: reading.Product, Description: c.description, SupplierSKU: c.sku,
			Quantity: figure(c.quantity), UnitPrice: figure(c.price), LineTotal: figure(c.total),
		}
		l.Sort()
		require.Equal(t, c.want, l.Kind, c.description)
	}
}

// Words that leave a doubt between goods and charges are a warning.
func TestDoubtsOfKinds(t *testing.T) {
	for _, c := range []struct {
		description, sku, quantity string
		want                       bool
	}{
		{"Transport Trolley klappbar", "", "1", true},
		{"Porto Tawny 10 Jahre", "PT", "1", true},
		{"Versand Hamburg", "", "1", true},
		{"Security deposit", "SD", "1", true},
		{"Pfandflaschen Sammelbehälter", "PS", "2", true},
		{"Shipping box 40 cm", "B-40", "10", false},
		{"Versandkosten DHL", "VK", "1", false},
		{"Mineral water incl. Pfand", "W-1", "4", false},
		{"Mug blue", "M-1", "1", false},
	} {
		l := reading.Line{
			Kind: reading.Product, Description: c.description, SupplierSKU: c.sku, Quantity: figure(c.quantity), UnitPrice: figure("5"),
		}
		l.Sort()
		require.Equal(t, c.want, len(l.Problems) == 1 && l.Problems[0].Code == reading.KindUnsure, c.description)
	}
}

// A doubtful line without a code is a charge among lines that all have one.
func TestChargesAmongCodedLines(t *testing.T) {
	for _, c := range []struct {
		sku  string
		want reading.Kind
	}{{"OL-5", reading.Freight}, {"", reading.Product}} {
		r := reading.Reading{}
		for _, l := range []reading.Line{{Description: "Olio", SupplierSKU: c.sku}, {Description: "Trasporto isotermico"}} {
			l.Kind, l.Quantity, l.UnitPrice = reading.Product, figure("1"), figure("12")
			l.Sort()
			r.Lines = append(r.Lines, l)
		}
		r.Conclude(document.Invoice)
		require.Equal(t, c.want, r.Lines[1].Kind)
	}
}

// A line that is known to be a comment stays a comment with any words.
func TestCommentsStayComments(t *testing.T) {
	l := reading.Line{Kind: reading.Comment, Description: "Freight"}
	l.Sort()
	require.Equal(t, reading.Comment, l.Kind)
}

func TestSignsOfALine(t *testing.T) {
	for _, c := range []struct {
		quantity, price, less, total string
		want                         reading.Result
	}{
		{"-4", "200.00", "100.00", "-900.00", "pass"}, // a discount lowers a negative sum
		{"-4", "200.00", "100.00", "-700.00", "pass"}, // and as some write it
		{"-4", "200.00", "100.00", "-800.00", "fail"},
		{"1", "-10.00", "", "-10.00", "pass"},
		{"2", "20.00", "", "40.00", "pass"},
	} {
		l := reading.Line{Quantity: figure(c.quantity), UnitPrice: figure(c.price), DiscountAmount: figure(c.less), LineTotal: figure(c.total)}
		require.Equal(t, c.want, l.Arithmetic().Result, c)
	}
}

func TestSumsWithOtherLines(t *testing.T) {
	kinds := func(pairs ...string) []reading.Line {
		lines := make([]reading.Line, 0, len(pairs)/2)
		for i := 0; i < len(pairs); i += 2 {
			l := line(reading.Columns, "1", pairs[i+1], pairs[i+1])
			l.Kind = reading.Kind(pairs[i])
			lines = append(lines, l)
		}
		return lines
	}
	for _, c := range []struct {
		name    string
		header  reading.Header
		lines   []reading.Line
		results []reading.Result
		notes   []reading.Code
	}{
		{
			"a discount below the subtotal", reading.Header{Subtotal: figure("200.00"), Total: figure("190.00"), Tax: figure("0")},
			kinds("product", "200.00", "discount", "-10.00"), []reading.Result{"pass", "pass", "pass"}, []reading.Code{},
		},
		{
			"a discount within the subtotal", reading.Header{Subtotal: figure("190.00"), Total: figure("228.00"), Tax: figure("38.00")},
			kinds("product", "200.00", "discount", "-10.00"), []reading.Result{"pass", "pass", "pass"}, []reading.Code{},
		},
		{
			"a returned article", reading.Header{Subtotal: figure("155.00"), Total: figure("155.00")},
			kinds("product", "200.00", "product", "-45.00"), []reading.Result{"pass", "pass", "pass"}, []reading.Code{},
		},
		{
			"prices with tax, no subtotal", reading.Header{Total: figure("108.90"), Tax: figure("18.90")},
			kinds("product", "48.40", "product", "60.50"), []reading.Result{"pass", "pass", "unknown"}, []reading.Code{"prices_include_tax"},
		},
		{
			"prices with tax below a net subtotal", reading.Header{Subtotal: figure("90.00"), Total: figure("108.90"), Tax: figure("18.90")},
			kinds("product", "48.40", "product", "60.50"), []reading.Result{"pass", "fail", "pass"}, []reading.Code{"total_mismatch", "prices_include_tax"},
		},
		{
			"prices with tax, also in the subtotal", reading.Header{Subtotal: figure("108.90"), Total: figure("108.90"), Tax: figure("18.90")},
			kinds("product", "48.40", "product", "60.50"), []reading.Result{"pass", "pass", "fail"}, []reading.Code{"total_mismatch", "prices_include_tax"},
		},
		{
			"a discount below the subtotal that misses the total", reading.Header{Subtotal: figure("200.00"), Total: figure("150.00"), Tax: figure("0")},
			kinds("product", "200.00", "discount", "-10.00"), []reading.Result{"pass", "pass", "fail"}, []reading.Code{"total_mismatch"},
		},
		{
			"lines out of range", reading.Header{Total: figure("60.00")},
			kinds("product", "9999999999999999999", "product", "9999999999999999999"), []reading.Result{"unknown", "unknown", "unknown"}, []reading.Code{},
		},
		{
			"sums out of range", reading.Header{Subtotal: figure("60.00"), Shipping: figure("9999999999999999999"), Tax: figure("9999999999999999999"), Total: figure("60.00")},
			kinds("product", "60.00"), []reading.Result{"pass", "pass", "unknown"}, []reading.Code{},
		},
		{
			"no tax", reading.Header{Subtotal: figure("60.00"), Total: figure("60.00"), Tax: figure("0.00")},
			kinds("product", "60.00"), []reading.Result{"pass", "pass", "pass"}, []reading.Code{},
		},
	} {
		r := reading.Reading{Header: c.header, Lines: c.lines}
		r.Conclude(document.Invoice)
		var results []reading.Result
		for _, check := range r.Checks {
			results = append(results, check.Result)
		}
		require.Equal(t, c.results, results, c.name)
		require.Equal(t, c.notes, codes(r.Problems), c.name)
	}
}
