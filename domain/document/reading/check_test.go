package reading_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/optional"
)

func figure(s string) reading.Figure {
	if s == "" {
		return reading.Figure{}
	}
	return optional.Some(decimal.MustParse(s))
}

func TestArithmeticOfALine(t *testing.T) {
	for _, c := range []struct {
		name                                        string
		quantity, price, base, percent, less, total string
		want                                        reading.Result
		difference                                  string
	}{
		{"exact", "24", "12.50", "1", "", "", "300.00", "pass", "0"},
		{"a cent", "3", "3.330", "1", "", "", "10.00", "pass", "0.01"},
		{"per hundred", "3000", "12.50", "100", "", "", "375.00", "pass", "0"},
		{"no base is one", "2", "1.50", "0", "", "", "3.00", "pass", "0"},
		{"percent off", "5", "4.55", "1", "10", "", "20.48", "pass", "0.005"},
		{"amount off", "10", "10.00", "1", "", "10.00", "90.00", "pass", "0"},
		{"credit note", "-2", "12.50", "1", "", "", "-25.00", "pass", "0"},
		{"rounded price", "20", "2.77", "1", "", "", "55.46", "pass", "0.06"},
		{"rounding explains at most 2 %", "100", "0.01", "1", "", "", "1.40", "fail", "0.4"},
		{"rounding explains half a cent a unit", "20", "2.77", "1", "", "", "55.51", "fail", "0.11"},
		{"wrong", "10", "5.00", "1", "", "", "55.00", "fail", "5"},
		{"no total", "10", "5.00", "1", "", "", "", "unknown", ""},
		{"no price", "10", "", "1", "", "", "50.00", "unknown", ""},
		{"a difference too large", "1", "0.00", "1", "", "9999999999999999999", "9999999999999999999", "unknown", ""},
		{"too large", "9999999999999999999", "9999999999999999999", "1", "", "", "1", "unknown", ""},
	} {
		l := reading.Line{
			Quantity: figure(c.quantity), UnitPrice: figure(c.price), PriceBase: decimal.MustParse(c.base),
			DiscountPercent: figure(c.percent), DiscountAmount: figure(c.less), LineTotal: figure(c.total),
		}
		got := l.Arithmetic()
		require.Equal(t, c.want, got.Result, c.name)
		difference, known := got.Difference.Get()
		require.Equal(t, c.difference != "", known, c.name)
		if known {
			require.Equal(t, c.difference, difference.Trim(0).String(), c.name)
		}
	}
}

func TestFiguresThatAgree(t *testing.T) {
	for _, c := range []struct {
		quantity, price, base, total string
		want                         bool
	}{
		{"24", "12.50", "1", "300.00", true},
		{"24", "12.50", "1", "-300.00", true},
		{"24", "12.50", "0", "300.00", false},
		{"9999999999999999999", "9999999999999999999", "1", "1", false},
	} {
		agree := reading.Agree(decimal.MustParse(c.quantity), decimal.MustParse(c.price), decimal.MustParse(c.base), decimal.MustParse(c.total))
		require.Equal(t, c.want, agree, c)
	}
}

func TestAProblemIsNotedOnce(t *testing.T) {
	var r reading.Reading
	r.Note(reading.ColumnsUnsure)
	r.Note(reading.DateUnsure)
	r.Note(reading.ColumnsUnsure)
	require.Equal(t, []reading.Code{"columns_unsure", "date_unsure"}, codes(r.Problems))
}

func line(evidence reading.Evidence, quantity, price, total string) reading.Line {
	return reading.Line{
		Kind: reading.Product, Evidence: evidence, Description: total,
		Quantity: figure(quantity), UnitPrice: figure(price), LineTotal: figure(total),
	}
}

func codes(problems []reading.Problem) []reading.Code {
	list := []reading.Code{}
	for _, p := range problems {
		list = append(list, p.Code)
	}
	return list
}

func TestConclude(t *testing.T) {
	freight := line(reading.Columns, "1", "12.00", "12.00")
	freight.Kind = reading.Freight
	for _, c := range []struct {
		name       string
		method     reading.Method
		kind       document.Type
		header     reading.Header
		lines      []reading.Line
		results    []reading.Result
		confidence []document.Confidence
		problems   []reading.Code
		first      []reading.Code
	}{
		{
			"a mismatch is not lifted by the sum", reading.PDF, document.Invoice, reading.Header{Total: figure("58.00")},
			[]reading.Line{line(reading.Placed, "10", "5.00", "55.00"), line(reading.Columns, "2", "1.50", "3.00")},
			[]reading.Result{"fail", "pass", "unknown"}, []document.Confidence{6100, 9900}, []reading.Code{},
			[]reading.Code{"arithmetic_mismatch", "low_confidence"},
		},
		{
			"the sum confirms lines without a product", reading.PDF, document.Receipt, reading.Header{Subtotal: figure("55.00"), Tax: figure("11.00"), Total: figure("66.00")},
			[]reading.Line{line(reading.Placed, "10", "", "55.00")},
			[]reading.Result{"unknown", "pass", "pass"}, []document.Confidence{9700}, []reading.Code{}, []reading.Code{},
		},
		{
			"the sum proves a total below quantity times price", reading.PDF, document.Invoice, reading.Header{Subtotal: figure("187.60")},
			[]reading.Line{line(reading.Placed, "60", "2.00", "102.60"), line(reading.Columns, "10", "8.50", "85.00")},
			[]reading.Result{"fail", "pass", "unknown"}, []document.Confidence{9500, 9900}, []reading.Code{}, []reading.Code{"arithmetic_mismatch"},
		},
		{
			"another quantity makes the total", reading.PDF, document.Invoice, reading.Header{Subtotal: figure("185.00")},
			[]reading.Line{line(reading.Placed, "60", "2.00", "100.00"), line(reading.Columns, "10", "8.50", "85.00")},
			[]reading.Result{"fail", "pass", "unknown"}, []document.Confidence{6100, 9900}, []reading.Code{},
			[]reading.Code{"arithmetic_mismatch", "low_confidence"},
		},
		{
			"the sum lifts no line of a picture without a price", reading.OCR, document.Receipt, reading.Header{Subtotal: figure("85.00")},
			[]reading.Line{line(reading.Placed, "10", "", "55.00"), line(reading.Placed, "10", "3.00", "30.00")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{5917, 9700}, []reading.Code{}, []reading.Code{"low_confidence"},
		},
		{
			"the total less tax and shipping, plus the discount", reading.PDF, document.Invoice,
			reading.Header{Total: figure("66.00"), Tax: figure("11.00"), Shipping: figure("5.00"), Discount: figure("2.00")},
			[]reading.Line{line(reading.Columns, "1", "52.00", "52.00")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{9900}, []reading.Code{}, []reading.Code{},
		},
		{
			"sums that differ", reading.OCR, document.Invoice, reading.Header{Subtotal: figure("40.00"), Tax: figure("5.00"), Total: figure("50.00")},
			[]reading.Line{line(reading.Joined, "1", "30.00", "30.00")},
			[]reading.Result{"pass", "fail", "fail"}, []document.Confidence{9215}, []reading.Code{"total_mismatch"}, []reading.Code{},
		},
		{
			"nothing proves a quantity on a picture", reading.OCR, document.PackingSlip, reading.Header{},
			[]reading.Line{line(reading.Columns, "120", "", "")},
			[]reading.Result{"unknown", "unknown", "unknown"}, []document.Confidence{5917}, []reading.Code{}, []reading.Code{"low_confidence"},
		},
		{
			"a picture may have lost all decimal points", reading.OCR, document.Invoice, reading.Header{Total: figure("6000")},
			[]reading.Line{line(reading.Columns, "2", "3000", "6000")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{8000}, []reading.Code{}, []reading.Code{"low_confidence"},
		},
		{
			"a total on a picture may have lost its decimal point", reading.OCR, document.Invoice, reading.Header{Total: figure("7140.00")},
			[]reading.Line{line(reading.Columns, "2", "3000", "6000")},
			[]reading.Result{"pass", "fail", "unknown"}, []document.Confidence{8000}, []reading.Code{"total_mismatch"}, []reading.Code{"low_confidence"},
		},
		{
			"thousands on a picture may be taken for units", reading.OCR, document.Invoice, reading.Header{Total: figure("150.000")},
			[]reading.Line{line(reading.Columns, "2", "75.000", "150.000")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{8000}, []reading.Code{}, []reading.Code{"low_confidence"},
		},
		{
			"a price on a picture needs no decimals", reading.OCR, document.Invoice, reading.Header{Total: figure("6000.00")},
			[]reading.Line{line(reading.Columns, "2", "3000", "6000.00")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{9700}, []reading.Code{}, []reading.Code{},
		},
		{
			"yen have no decimals", reading.OCR, document.Invoice, reading.Header{Total: figure("6000"), Currency: "JPY"},
			[]reading.Line{line(reading.Columns, "2", "3000", "6000")},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{9700}, []reading.Code{}, []reading.Code{},
		},
		{
			"a subtotal without the freight among the lines", reading.PDF, document.Invoice, reading.Header{Subtotal: figure("30.00")},
			[]reading.Line{line(reading.Columns, "1", "30.00", "30.00"), freight},
			[]reading.Result{"pass", "pass", "unknown"}, []document.Confidence{9900, 9900}, []reading.Code{}, []reading.Code{},
		},
		{
			"figures that a type needs", reading.PDF, document.Invoice, reading.Header{Total: figure("1.00")},
			[]reading.Line{line(reading.Columns, "", "", "")},
			[]reading.Result{"unknown", "unknown", "unknown"}, []document.Confidence{9900}, []reading.Code{"totals_not_found"},
			[]reading.Code{"missing_price", "missing_quantity"},
		},
		{
			"a packing slip needs no price", reading.PDF, document.PackingSlip, reading.Header{},
			[]reading.Line{line(reading.Columns, "2", "", "")},
			[]reading.Result{"unknown", "unknown", "unknown"}, []document.Confidence{9900}, []reading.Code{}, []reading.Code{},
		},
		{
			"an electronic invoice", reading.XML, document.Invoice, reading.Header{},
			[]reading.Line{line(reading.Marked, "2", "1.00", "2.00")},
			[]reading.Result{"pass", "unknown", "unknown"}, []document.Confidence{10000}, []reading.Code{}, []reading.Code{},
		},
	} {
		r := reading.Reading{Method: c.method, Header: c.header, Lines: c.lines}
		r.Conclude(c.kind)
		var results []reading.Result
		for _, check := range r.Checks {
			results = append(results, check.Result)
		}
		require.Equal(t, c.results, results, c.name)
		for i, l := range r.Lines {
			require.Equal(t, i+1, l.No, c.name)
			require.Equal(t, c.confidence[i], l.Confidence, c.name)
			require.Equal(t, decimal.One, l.PriceBase, c.name)
		}
		require.Equal(t, c.problems, codes(r.Problems), c.name)
		require.Equal(t, c.first, codes(r.Lines[0].Problems), c.name)
	}
}

func TestALineSaidTwice(t *testing.T) {
	r := reading.Reading{Lines: []reading.Line{
		line(reading.Columns, "2", "1.50", "3.00"), line(reading.Columns, "2", "1.5", "3.00"), line(reading.Columns, "3", "1.00", "3.00"),
	}}
	r.Conclude(document.Other)
	require.Empty(t, r.Lines[0].Problems)
	require.Equal(t, []reading.Code{"duplicate_line"}, codes(r.Lines[1].Problems))
	require.Empty(t, r.Lines[2].Problems)
	require.Equal(t, reading.Warning, r.Lines[1].Problems[0].Severity)
	require.NotEmpty(t, r.Lines[1].Problems[0].Message)
}

// A printed document without any passed check has a problem: its figures are unconfirmed.
func TestFiguresThatNothingConfirms(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   document.Type
		method reading.Method
		price  string
		total  string
		want   bool
	}{
		{"a quantity and a total alone", document.Invoice, reading.PDF, "", "", true},
		{"a scan", document.CreditNote, reading.OCR, "", "", true},
		{"a line that adds up", document.Invoice, reading.PDF, "5", "", false},
		{"a total that differs", document.Invoice, reading.PDF, "", "90", false},
		{"a table", document.Invoice, reading.Table, "", "", false},
		{"a packing slip", document.PackingSlip, reading.PDF, "", "", false},
	} {
		l := reading.Line{Kind: reading.Product, Quantity: figure("10"), UnitPrice: figure(c.price), LineTotal: figure("50")}
		r := reading.Reading{Method: c.method, Header: reading.Header{Total: figure(c.total)}, Lines: []reading.Line{l}}
		r.Conclude(c.kind)
		r.Conclude(c.kind)
		got := 0
		for _, p := range r.Problems {
			if p.Code == reading.TotalsNotFound {
				got++
			}
		}
		require.Equal(t, c.want, got == 1, c.name)
		r.Conclude(document.PriceList)
		require.NotContains(t, r.Problems, reading.ProblemOf(reading.TotalsNotFound), c.name)
	}
	empty := reading.Reading{Method: reading.PDF}
	empty.Conclude(document.Invoice)
	require.Empty(t, empty.Problems)
}

// A tax that was not read explains a total above the subtotal, never a total below it.
func TestATotalWithoutATax(t *testing.T) {
	for _, c := range []struct {
		subtotal, total string
		want            reading.Result
	}{
		{"228480.00", "9139.20", reading.Fail}, {"100.00", "119.00", reading.Unknown}, {"100.00", "135.00", reading.Unknown},
		{"100.00", "136.00", reading.Fail}, {"100.00", "99.00", reading.Fail}, {"100.00", "100.00", reading.Pass},
		{"-100.00", "-119.00", reading.Unknown},
	} {
		r := reading.Reading{Header: reading.Header{Subtotal: figure(c.subtotal), Total: figure(c.total)}}
		r.Conclude(document.Invoice)
		require.Equal(t, c.want, r.Checks[2].Result, c.subtotal+" "+c.total)
	}
}
