package sums_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSumsThatOtherWordsFollow(t *testing.T) {
	const head = "PURCHASE ORDER 5\n" + twoLines
	for name, c := range map[string]struct{ text, want string }{
		"an amount above its label": {
			"                    Subtotal   220.00\n                    Total Ivu     8.80\n                               228.80\n" +
				"                    Total General / USD\n", "220 - - 8.8 228.8",
		},
		"a count of lines":           {"                    Total In US $   220.00\n                    Total line items:  2\n", "- - - - 220"},
		"the number of a party":      {"Shipping From:   DEPOT USA - 104805\n                    Total   220.00\n", "- - - - 220"},
		"a code on a row of freight": {"Freight terms..:   SUPPLIER CODE : 3191\n                    Total   220.00\n", "- - - - 220"},
		"a dash after the label":     {"Subtotal - $220.00\nTax - $22.00\nTotal - $242.00\n", "220 - - 22 242"},
		"two equal taxes of India":   {"Subtotal   220.00\nCGST   19.80\nSGST   19.80\n", "220 - - 39.6 -"},
		"taxes that a buyer reclaims": {
			"Subtotal   220.00\nInput CGST @ 9%   19.80\nInput SGST @ 9%   19.80\nTotal   259.60\n", "220 - - 39.6 259.6",
		},
		"totals of taxes below those of a line": {
			"Total CGST:   7.74\nTotal SGST:   7.74\nTotal IGST:   2.27\nGrand total:   237.75\n", "- - - 17.75 237.75",
		},
		"the total in a row of its own": {
			"CGST   19.80\nSGST   19.80\nTotal      7.00 no\n                      259.60\n", "- - - 39.6 259.6",
		},
		"a tax of India without the other": {"Subtotal   220.00\nCGST   19.80\nIGST   19.80\n", "220 - - 19.8 -"},
		"a table of both taxes":            {"8501   220.00    9 %     19.80    9 %    19.80    39.60\n", "- - - 39.6 -"},
		"a table of two rates":             {"8501   220.00    9 %     19.80    5 %    11.00    30.80\n", "- - - 19.8 -"},
		"taxes in parentheses": {
			"Subtotal (exclusive VAT):   220.00\nVAT 0% from 220.00:   0.00\nShipping costs (excl. VAT):   15.00\n" +
				"Order total (incl. VAT):   235.00\n", "220 15 - 0 235",
		},
		"a wide space of thousands":         {"Subtotal   220.00\nFreight   1 000.00\nTotal   1 220.00\n", "220 1000 - - 1220"},
		"a wide space that adds nothing up": {"Total   1 999.00\n", "- - - - -"},
		"two taxes":                         {"Subtotal   220.00\nTPS/GST   11.00\nTVQ/QST   21.95\nTotal dû   252.95\n", "220 - - 32.95 252.95"},
		"the total of an unknown tax": {
			"Subtotal   220.00\nTotal local supply of goods 8%   17.60\nInvoice total   237.60\n", "220 - - 17.6 237.6",
		},
		"a row of totals of columns": {"Subtotal   220.00\nTotal   220.00    44.00    264.00\n", "220 - - 44 264"},
		"a row for each rate of tax, and their sum": {
			"    Net amount    Discount    Freight    VAT amount    VAT %    Grand total\n" +
				"        120.00       -6.00       3.00         22.23       19         139.23\n" +
				"        100.00       -5.00                     6.65        7         101.65\n" +
				"        220.00      -11.00       3.00         28.88      EUR         240.88\n", "220 3 -11 28.88 240.88",
		},
		"a row of sums below a rule": {
			"    Goods value    Net amount    VAT amount    VAT %    Grand total\n" +
				"        120.00        120.00         22.80       19         142.80\n" +
				"        100.00        100.00          7.00        7         107.00\n\n\n" +
				"        220.00        220.00         29.80      EUR         249.80\n", "220 - - 29.8 249.8",
		},
		"a row below a rule that adds nothing up": {
			"    Goods value    Net amount    VAT amount    VAT %    Grand total\n" +
				"        220.00        220.00         22.00       10         242.00\n\n\n" +
				"        300.00        300.00         30.00       10         330.00\n", "220 - - 22 242",
		},
		"charges and allowances in one amount each": {
			"Positionssumme   220.00\nGesamtbetrag der Zuschläge   5.80\nGesamtbetrag der Abschläge   -9.00\n" +
				"Rechnungssumme ohne USt.   216.80\nSteuerbetrag   20.00\nBruttosumme   236.80\n", "220 5.8 -9 20 236.8",
		},
		"charges that the total has no part in": {
			"Positionssumme   220.00\nGesamtbetrag der Zuschläge   5.80\nSteuerbetrag   20.00\nBruttosumme   240.00\n",
			"220 - - 20 240",
		},
		"words for plus and less": {
			"Zwischensumme   220.00\nabzgl. Sondernachlass   -20.00\nzzgl. Versandkosten   5.80\n" +
				"zzgl. 10 % USt   20.58\nEndbetrag   226.38\n", "220 5.8 -20 20.58 226.38",
		},
		"a net amount without other sums before it": {
			"Rechnungssumme Netto (excl. USt.)   220.00\nUSt 10 %   22.00\nRechnungssumme Brutto (inkl. USt.)   242.00\n",
			"220 - - 22 242",
		},
		"an open claim of earlier days": {
			"Positionssumme   220.00\nSteuerbetrag   0.00\nBruttosumme   220.00\nOffene Zahlungen   220.00\nZahlbetrag   440.00\n",
			"220 - - 0 220",
		},
		"savings":                           {"Subtotal   220.00\nSavings   -1.20\nTotal   218.80\n", "220 - -1.2 - 218.8"},
		"savings of other days":             {"Subtotal   220.00\nSavings   -1.20\nTotal   220.00\n", "220 - - - 220"},
		"a reduction without a known label": {"Subtotal   220.00\nOpening order promo (5%)   -11.00\nTotal   209.00\n", "220 - -11 - 209"},
		"sections": {"                    Subtotal   20.00\nSKU      Description             Qty    Unit price      Amount\n" +
			"C-1      Wick                      3          5.00       15.00\n                    Subtotal   15.00\n" +
			"                    Total due  235.00\n", "- - - - 235"},
	} {
		got, _ := settled(head + c.text)
		require.Equal(t, c.want, got, name)
	}
}

// Reads sums in each arrangement.
func TestSumsInEveryArrangement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tax, shipping := rapid.IntRange(100, 8_000).Draw(t, "tax"), rapid.IntRange(100, 8_000).Draw(t, "shipping")
		names := []string{"Subtotal", "Shipping", "Sales tax", "Grand total"}
		var amounts []string
		for _, cents := range []int{22_000, shipping, tax, 22_000 + shipping + tax} {
			amounts = append(amounts, fmt.Sprintf("%d.%02d", cents/100, cents%100))
		}
		var text strings.Builder
		switch rapid.SampledFrom([]string{"beside", "below", "above", "row"}).Draw(t, "arrangement") {
		case "beside":
			for i, name := range names {
				fmt.Fprintf(&text, "%40s  %12s\n", name, amounts[i])
			}
		case "below":
			fmt.Fprintf(&text, "%16s%16s%16s%16s\n%16s%16s%16s%16s\n", names[0], names[1], names[2], names[3],
				amounts[0], amounts[1], amounts[2], amounts[3])
		case "above":
			for i, name := range names {
				fmt.Fprintf(&text, "%52s\n%40s\n\n\n", amounts[i], name)
			}
		case "row":
			for i, name := range names {
				fmt.Fprintf(&text, "%s: %s    ", name, amounts[i])
			}
		}
		short := func(s string) string { return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") }
		want := fmt.Sprintf("%s %s - %s %s", short(amounts[0]), short(amounts[1]), short(amounts[2]), short(amounts[3]))
		got, _ := settled("INVOICE 5\n" + twoLines + text.String())
		if got != want {
			t.Fatalf("%s\n%s, want %s", text.String(), got, want)
		}
	})
}

// Amounts that are not beside their labels and do not add up, even to a cent, are not claimed.
func TestAmountsThatFitNowhere(t *testing.T) {
	const sum = 22_000 + 1_100
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.IntRange(22_100, 99_000).Filter(func(n int) bool { return n < sum-1 || n > sum+1 }).Draw(t, "total")
		amount := fmt.Sprintf("%d.%02d", cents/100, cents%100)
		for _, text := range []string{
			fmt.Sprintf("%52s\n%40s\n", amount, "Grand total"), fmt.Sprintf("%40s\n%52s\n", "Grand total", amount),
			fmt.Sprintf("%40s  %12s\n", "Total of other orders here", amount),
		} {
			if got, _ := settled("INVOICE 5\n" + twoLines + "Sales tax   11.00\n" + text); got != "- - - 11 -" {
				t.Fatalf("%s\n%s", text, got)
			}
		}
	})
}
