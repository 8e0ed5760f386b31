package parse_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
)

// paper has a PDF with the text, and with XML inside unless it is empty.
type paper struct{ text, inside string }

func (p paper) Read(context.Context, []byte, ports.PageLimits) (ports.Paper, error) {
	out := ports.Paper{Pages: grid.FromText(p.text)}
	if p.inside != "" {
		out.Files = []ports.EmbeddedFile{{Name: "factur-x.xml", Content: []byte(p.inside)}}
	}
	return out, nil
}

// invoices reads a message as a line with that total; "-" is a message without lines.
type invoices struct{}

func (invoices) Read(_ context.Context, r io.Reader, _ ports.XMLLimits) (reading.Reading, document.Guess, error) {
	text, _ := io.ReadAll(r)
	out := reading.Reading{Method: reading.XML}
	switch string(text) {
	case "other":
		return out, document.Guess{}, &ports.ReadError{Code: document.UnsupportedContent}
	case "torn":
		return out, document.Guess{}, &ports.ReadError{Code: document.Unreadable}
	case "broken":
		return out, document.Guess{}, errors.New("the disk is gone")
	case "-":
	case "untotalled":
		out.Lines = []reading.Line{{Evidence: reading.Marked}}
	default:
		out.Lines = []reading.Line{{Evidence: reading.Marked, LineTotal: optional.Some(decimal.MustParse(string(text)))}}
	}
	return out, document.Guess{Type: document.CreditNote, Confidence: 9_900}, nil
}

const invoice = "Invoice 7\n\nCode   Item      Qty   Price   Amount\nA-1    Mug        10    3.00    30.00\n"

func TestInvoicesInsidePDFs(t *testing.T) {
	for _, c := range []struct {
		text, inside string
		method       reading.Method
		by           document.Method
		kind         document.Type
		problems     []reading.Code
	}{
		{invoice, "", reading.PDF, document.ByRules, document.Invoice, nil},
		{invoice, "30", reading.XML, document.ByXML, document.CreditNote, nil},
		{invoice, "-30.00", reading.XML, document.ByXML, document.CreditNote, nil},
		{invoice, "31.00", reading.XML, document.ByXML, document.CreditNote, []reading.Code{reading.EmbeddedDataDiffers}},
		{invoice, "untotalled", reading.XML, document.ByXML, document.CreditNote, nil},
		{invoice, "-", reading.PDF, document.ByRules, document.Invoice, nil},
		{invoice, "other", reading.PDF, document.ByRules, document.Invoice, nil},
		{invoice, "torn", reading.PDF, document.ByRules, document.Invoice, []reading.Code{reading.EmbeddedDataUnreadable}},
		{"", "", reading.None, document.ByNone, document.Other, []reading.Code{reading.NoTextLayer}},
		{"scanned by me 12345", "", reading.None, document.ByNone, document.Other, []reading.Code{reading.NoTextLayer}},
		{"Dear customer, we look forward to seeing you in spring.", "", reading.PDF, document.ByNone, document.Other, []reading.Code{reading.NoLines}},
		{"Weekly groceries of the house in spring\n\nSubtotal   €10.00\nTax   €2.00\nTotal   €15.00", "", reading.PDF, document.ByNone, document.Other,
			[]reading.Code{reading.TotalMismatch, reading.NoLines}},
		{invoice + "\f", "", reading.PDF, document.ByRules, document.Invoice, []reading.Code{reading.NoTextLayer}},
		{strings.Repeat("\ue001\ue002\ue003\ue004 ", 100), "", reading.PDF, document.ByNone, document.Other, []reading.Code{reading.TextUnusable}},
	} {
		r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{c.text, c.inside}.Read}).Read(context.Background(),
			parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 4})
		require.NoError(t, err)
		require.Equal(t, c.method, r.Method, "%+v", c)
		require.Equal(t, c.by, r.By, "%+v", c)
		require.Equal(t, c.kind, r.Type, "%+v", c)
		require.Equal(t, 1+strings.Count(c.text, "\f"), r.Pages)
		var codes []reading.Code
		for _, p := range r.Problems {
			codes = append(codes, p.Code)
		}
		require.Equal(t, c.problems, codes, "%+v", c)
	}
	_, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{invoice, "broken"}.Read}).Read(context.Background(), parse.File{Media: document.PDF, Content: strings.NewReader(""), Size: 0})
	require.EqualError(t, err, "the disk is gone")
}

// Lines and totals of a second invoice do not belong to the first.
func TestSeveralInvoicesInAFile(t *testing.T) {
	r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{invoice + "\f" + strings.Replace(invoice, "7", "8", 1), ""}.Read}).Read(context.Background(),
		parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 4})
	require.NoError(t, err)
	require.Equal(t, "7", r.Header.InvoiceNumber)
	require.Len(t, r.Lines, 1)
	require.Equal(t, 2, r.Pages)
	require.Contains(t, r.Problems, reading.ProblemOf(reading.SeveralDocuments))
	require.Contains(t, r.Text, "Invoice 8", "the search finds all pages")
}

// Pages without a title belong to another document if the lines before them make the printed sums
// alone.
func TestPagesBehindADocumentThatAddsUp(t *testing.T) {
	const bill = "Electric charges of April\n\nCode   Item      Qty   Price   Amount\nE-1    Energy    800    0.10    80.00\n"
	for name, c := range map[string]struct {
		sums    string
		lines   int
		several bool
	}{
		"sums of the first page":  {"\nSubtotal   30.00\nVAT   6.00\nTotal   36.00\n\f" + bill, 1, true},
		"sums of both pages":      {"\f" + bill + "\nSubtotal   110.00\nVAT   22.00\nTotal   132.00\n", 2, false},
		"a total alone":           {"\nTotal   30.00\n\f" + bill, 2, false},
		"sums that differ":        {"\nSubtotal   31.00\nVAT   6.00\nTotal   37.00\n\f" + bill, 2, false},
		"a page of a text behind": {"\nSubtotal   30.00\nVAT   6.00\nTotal   36.00\n\fThank you for your order", 1, false},
	} {
		r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{invoice + c.sums, ""}.Read}).Read(t.Context(),
			parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 4})
		require.NoError(t, err)
		require.Len(t, r.Lines, c.lines, name)
		require.Equal(t, 2, r.Pages, name)
		require.Equal(t, c.several, slices.Contains(r.Problems, reading.ProblemOf(reading.SeveralDocuments)), name)
	}
}

// A page with a title and a number begins no other document if the pages before have no line.
func TestATitleAboveTheOnlyLines(t *testing.T) {
	first, rest, _ := strings.Cut(invoice, "\n")
	r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{first + "\nNet 10 days\n\fInvoice 8\n" + rest, ""}.Read}).Read(context.Background(),
		parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 4})
	require.NoError(t, err)
	require.Len(t, r.Lines, 1)
	require.NotContains(t, r.Problems, reading.ProblemOf(reading.SeveralDocuments))
}

func TestWhatAUserSaidStays(t *testing.T) {
	r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{invoice, ""}.Read}).Read(context.Background(),
		parse.File{Media: document.PDF, Type: new(document.Receipt), Content: strings.NewReader(""), Size: 0})
	require.NoError(t, err)
	require.Equal(t, document.Receipt, r.Type)
	require.Equal(t, &document.Guess{Type: document.Invoice, Confidence: 9_500}, r.Guess)
	require.Equal(t, "Invoice 7 Code Item Qty Price Amount A-1 Mug 10 3.00 30.00", r.Text)
}

// gone has bytes that cannot be read.
type gone struct{}

func (gone) ReadAt([]byte, int64) (int, error) { return 0, errors.New("the disk is gone") }

func TestFilesThatCannotBeRead(t *testing.T) {
	p := &parse.Parser{Sheets: sheet.Reader{}, Invoices: invoices{}.Read, Pages: paper{invoice, ""}.Read}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	refusal := func(ctx context.Context, media document.Media, content string) document.FailureCode {
		_, err := p.Read(ctx, parse.File{Media: media, Content: strings.NewReader(content), Size: int64(len(content))})
		var refused *ports.ReadError
		require.ErrorAs(t, err, &refused, content)
		return refused.Code
	}
	require.Equal(t, document.UnsupportedContent, refusal(t.Context(), "video/mp4", "m"))
	require.Equal(t, document.Unreadable, refusal(t.Context(), document.XLSX, "PK\x03\x04"))
	require.Equal(t, document.ParserTimeout, refusal(late, document.PDF, "%PDF"))
	_, err := p.Read(t.Context(), parse.File{Media: document.TXT, Content: gone{}, Size: 4})
	require.EqualError(t, err, "the disk is gone")
	_, err = p.Read(t.Context(), parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 5})
	require.ErrorIs(t, err, io.EOF, "a file that is shorter than it was")
}

// Asks for layouts once the issuer is known, and reads the pages again with them.
func TestLayoutsOfTheIssuer(t *testing.T) {
	file := func(layouts func(context.Context, reading.Issuer) ([]reading.Layout, error)) parse.File {
		return parse.File{Media: document.PDF, Content: strings.NewReader("%PDF"), Size: 4, Layouts: layouts}
	}
	p := &parse.Parser{Invoices: invoices{}.Read, Pages: paper{"Muster Handel GmbH\n" + invoice, ""}.Read}
	_, err := p.Read(t.Context(), file(func(_ context.Context, issuer reading.Issuer) ([]reading.Layout, error) {
		require.Equal(t, "Muster Handel GmbH", issuer.Name)
		return nil, errors.New("the store is gone")
	}))
	require.EqualError(t, err, "the store is gone")

	first, err := p.Read(t.Context(), file(nil))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = p.Read(ctx, file(func(context.Context, reading.Issuer) ([]reading.Layout, error) {
		cancel()
		return []reading.Layout{first.Layout}, nil
	}))
	require.ErrorIs(t, err, context.Canceled, "the second reading ends with its context")
}

// The delimiter of a text table decides a decimal sign that its figures do not show.
func TestDelimitersOfTables(t *testing.T) {
	for text, problems := range map[string][]reading.Problem{
		"Item code,Description,Price\nA-1,Lantern,1.125\n": nil,
		"Item code;Description;Price\nA-1;Lantern;1.125\n": {reading.ProblemOf(reading.ColumnsUnsure)},
	} {
		r, err := (&parse.Parser{Sheets: sheet.Reader{}}).Read(t.Context(),
			parse.File{Media: document.CSV, Content: strings.NewReader(text), Size: int64(len(text))})
		require.NoError(t, err)
		require.Equal(t, problems, r.Problems, text)
		require.Equal(t, problems == nil, r.Lines[0].UnitPrice.Known(), text)
	}
}

// A table of goods and prices that has neither quantities nor totals is a price list, also where two
// columns may be its price.
func TestPriceListsByTheirColumns(t *testing.T) {
	goods := "A-1;Lamp;3,50\nA-2;Rope;4,25\nA-3;Tent;89,90\nA-4;Mug;2,10\n"
	for text, want := range map[string]document.Type{
		"Artikelnummer;Name;Preis\n" + goods + "A-5;Map;1,75\n":                                      document.PriceList,
		"Name;Preis\nLamp;3,50\nRope;4,25\nTent;89,90\nMug;2,10\nMap;1,75\n":                         document.PriceList,
		"Code;Cena netto A;Cena netto B\n1;3,50;4\n2;4,25;5\n3;8,90;9\n4;2,10;3\n5;1,75;2\n":         document.PriceList,
		"Artikelnummer;Name;Preis\n" + goods:                                                         document.Other,
		"Artikelnummer;Name;Preis\n" + goods + "A-5;Map;1,75\n;Gesamtbetrag;101,50\n":                document.Other,
		"Rechnungsnummer: R-7\n\nArtikelnummer;Name;Preis\n" + goods + "A-5;Map;1,75\n":              document.Invoice,
		"Code;Name;Menge;Preis\n1;Lamp;2;3,50\n2;Rope;1;4\n3;Tent;1;8,90\n4;Mug;6;2,10\n5;Map;1;2\n": document.Other,
	} {
		r, err := (&parse.Parser{Sheets: sheet.Reader{}}).Read(t.Context(),
			parse.File{Media: document.CSV, Content: strings.NewReader(text), Size: int64(len(text))})
		require.NoError(t, err)
		require.Equal(t, want, r.Type, text)
	}
}

func TestTextIsBounded(t *testing.T) {
	r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{strings.Repeat("é", 30_000), ""}.Read}).Read(context.Background(),
		parse.File{Media: document.PDF, Content: strings.NewReader(""), Size: 0})
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("é", 20_000), r.Text)
}

// printed generates a text of any length without keeping it in memory.
type printed struct{ line string }

func (p printed) ReadAt(b []byte, at int64) (int, error) {
	for n := range b {
		b[n] = p.line[(at+int64(n))%int64(len(p.line))]
	}
	return len(b), nil
}

// TestLongTextsAreNotHeld refuses a text of 24 MiB by its characters before it is in memory, and by
// its words.
func TestLongTextsAreNotHeld(t *testing.T) {
	for _, c := range []struct{ line, why string }{
		{"Invoice of many words, all of them long\n", "more than 3000000 characters"},
		{"a b c d e f g h" + strings.Repeat(" ", 285) + "\n", "more than 600000 words"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := (&parse.Parser{Sheets: sheet.Reader{}}).Read(t.Context(), parse.File{Media: document.TXT, Content: printed{c.line}, Size: 24 << 20})
		runtime.ReadMemStats(&after)
		var refused *ports.ReadError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, []string{string(document.OverLimits), c.why}, []string{string(refused.Code), refused.Reason})
		if c.why == "more than 3000000 characters" {
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20), "it reads three of 24 MiB")
		}
	}
}
