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
