package message_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func figure(text string) reading.Figure {
	if text == "" {
		return reading.Figure{}
	}
	return optional.Some(decimal.MustParse(text))
}

// Names of several rows are joined, without rows of numbers.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Lantern House Ltd": "Lantern House Ltd", "": "", "GLN 4399901000003": "GLN 4399901000003",
		"GLN 4399901000003 \nLief-Nr: 549910\nLANTERN GMBH":   "LANTERN GMBH",
		"MVN Nordwarte\n  Versicherungsverein Nordstadt a.G.": "MVN Nordwarte Versicherungsverein Nordstadt a.G.",
		"Lantern 2000\nHouse":                                 "Lantern 2000 House",
		"Lantern\nNo. 1 Lamps":                                "Lantern No. 1 Lamps",
	} {
		require.Equal(t, want, message.Name(text), text)
	}
}

func TestCodes(t *testing.T) {
	for code, want := range map[string]string{"H87": "piece", "XCS": "case", "XCR": "case", "XPX": "XPX", "XBO": "piece", "CR": "case", "DZN": "dozen", "Stk": "piece", "ZZ": "ZZ", "": ""} {
		require.Equal(t, want, message.Unit(code), code)
	}
	for code, want := range map[string]document.Type{
		"380": document.Invoice, "384": document.Invoice, "381": document.CreditNote, "220": document.PurchaseOrder,
		"231": document.OrderConfirmation, "351": "", "": "",
	} {
		require.Equal(t, want, message.TypeOf(code), code)
	}
	for code, want := range map[string]money.Currency{"EUR": "EUR", " eur": "EUR", "EURO": money.Unknown, "": ""} {
		require.Equal(t, want, message.CurrencyOf(code), code)
	}
	for units, want := range map[[2]string]int64{{"DZN", "PCE"}: 12, {"MIL", "CEN"}: 10, {"PCE", "PCE"}: 1, {"PCE", "DZN"}: 0, {"KGM", "PCE"}: 0} {
		n, ok := message.Pieces(units[0], units[1])
		require.Equal(t, want, n, units)
		require.Equal(t, want > 0, ok, units)
	}
}

// A price is for the number of units that makes the net of its line.
func TestSettle(t *testing.T) {
	for _, c := range []struct{ quantity, price, base, total, priceUnit, unit, wantQuantity, wantPrice, wantBase string }{
		{"10", "2", "1", "20", "", "", "10", "2", "1"},
		{"10", "2", "10", "20", "", "", "10", "2", "1"},
		{"24", "12", "1", "24", "DZN", "PCE", "24", "12", "12"},
		{"10", "0", "1", "20", "", "", "10", "", "1"},
		{"", "5", "1", "5", "", "", "1", "5", "1"},
		{"", "", "1", "5", "", "", "1", "", "1"},
		{"10", "3", "1", "20", "", "", "10", "3", "1"},
		{"10", "3", "1", "", "", "", "10", "3", "1"},
	} {
		l := message.Begin("Mug", "A", "")
		l.Quantity, l.UnitPrice, l.LineTotal, l.PriceBase = figure(c.quantity), figure(c.price), figure(c.total), decimal.MustParse(c.base)
		message.Settle(&l, c.priceUnit, c.unit)
		require.Equal(t, figure(c.wantQuantity), l.Quantity, c)
		require.Equal(t, figure(c.wantPrice), l.UnitPrice, c)
		require.Equal(t, c.wantBase, l.PriceBase.String(), c)
	}
}

// Allowances count by their sizes, unless only their signs make the total.
func TestReduce(t *testing.T) {
	for _, c := range []struct{ total, signed, sized, want string }{
		{"90", "10", "10", "10"}, {"90", "-10", "10", "10"}, {"110", "-10", "10", "-10"}, {"100", "0", "0", ""},
	} {
		l := message.Begin("Mug", "A", "")
		l.Quantity, l.UnitPrice, l.LineTotal = figure("10"), figure("10"), figure(c.total)
		message.Reduce(&l, decimal.MustParse(c.signed), decimal.MustParse(c.sized))
		require.Equal(t, figure(c.want), l.DiscountAmount, c)
	}
}

func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		text  string
		named bool
		want  string
		codes int
	}{
		{"4006381333931", true, "4006381333931", 0}, {"4006381333930", true, "", 1}, {"4006381333930", false, "", 0}, {"", true, "", 0},
	} {
		l := message.Begin("Mug", "A", "")
		message.Identify(&l, c.text, c.named)
		require.Equal(t, c.want, l.GTIN.String(), c)
		require.Len(t, l.Problems, c.codes, c)
	}
}

func TestFinish(t *testing.T) {
	r := reading.Reading{Header: reading.Header{Currency: "EUR", Total: figure("-5")}, Lines: []reading.Line{message.Begin("Mug", "A", "")}}
	require.Equal(t, document.Guess{Type: document.CreditNote, Confidence: 9_900}, message.Finish(&r, document.Invoice))
	require.Equal(t, money.Currency("EUR"), r.Lines[0].Currency)
	require.Equal(t, document.Guess{}, message.Finish(&reading.Reading{}, document.Invoice), "an invoice that says nothing")
	require.Equal(t, document.Guess{}, message.Finish(&r, ""))
}

// Items with the quantity 0 and no amount are neither delivered nor charged.
func TestUnsoldItemsAreComments(t *testing.T) {
	for _, c := range []struct {
		quantity, price, total string
		want                   reading.Kind
	}{
		{"0", "4", "0", reading.Comment}, {"0", "4", "", reading.Comment}, {"0", "4", "8", reading.Product},
		{"2", "0", "0", reading.Product}, {"", "4", "", reading.Product},
	} {
		l := message.Begin("Mug", "A", "")
		l.Quantity, l.UnitPrice, l.LineTotal = figure(c.quantity), figure(c.price), figure(c.total)
		r := reading.Reading{Lines: []reading.Line{l}}
		message.Finish(&r, document.Invoice)
		require.Equal(t, c.want, r.Lines[0].Kind, c)
	}
}
