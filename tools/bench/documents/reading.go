package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/xuri/excelize/v2"

	"sellingassistant/adapters/edi"
	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/pdf"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/table"
	ports "sellingassistant/ports/document"
	"sellingassistant/tools/bench/stage"
)

// reading measures files without a database.
func reading(ctx context.Context) error {
	pages := pdf.New(pdf.UserFolder(), 1)
	defer func() { _ = pages.Close() }()
	reader := &parse.Parser{
		Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read, Pages: pages.Read,
	}
	read := func(media document.Media, content []byte) (parse.Result, float64, float64, error) {
		before := stage.Settled()
		begun := time.Now()
		r, err := reader.Read(ctx, parse.File{Media: media, Type: new(document.PriceList), Content: bytes.NewReader(content), Size: int64(len(content))})
		return r, time.Since(begun).Seconds(), float64(stage.Peak()-before) / (1 << 20), err
	}
	// The first document compiles the PDF parser.
	small, err := dense(1)
	if err != nil {
		return err
	}
	if _, _, _, err := read(document.PDF, small); err != nil {
		return err
	}
	for _, n := range []int{100, 1_000} {
		content, err := dense(n)
		if err != nil {
			return err
		}
		r, seconds, memory, err := read(document.PDF, content)
		if err != nil {
			return err
		}
		if len(r.Lines) != n*linesOnPage {
			return fmt.Errorf("%d lines of %d pages were read", len(r.Lines), n)
		}
		figure(fmt.Sprintf("PDF of %d dense pages, pages a second", n), float64(n)/seconds, 15, "1/s", true)
		if n == 1_000 {
			figure("the same, time", seconds, 90, "s", false)
			figure("the same, memory", memory, 320, "MiB", false)
		}
	}
	for _, c := range []struct {
		rows   int
		target float64
	}{{100_000, 1.5}, {249_999, 4}} {
		content := rows(c.rows)
		if err := decoded(ctx, fmt.Sprintf("CSV of %d rows, its cells", c.rows), content, ports.TextLimits, c.target, 64); err != nil {
			return err
		}
		r, seconds, _, err := read(document.CSV, content)
		if err != nil {
			return err
		}
		if len(r.Lines) != c.rows {
			return fmt.Errorf("%d lines of %d rows were read", len(r.Lines), c.rows)
		}
		figure("the same, as lines with their columns found", seconds, c.target, "s", false)
	}
	content, err := workbook(100_000)
	if err != nil {
		return err
	}
	if err := decoded(ctx, "XLSX of 100000 rows of 8 cells, its cells", content, ports.WorkbookLimits, 10, 96); err != nil {
		return err
	}
	_, seconds, _, err := read(document.XLSX, content)
	if err == nil {
		figure("the same, as lines with their columns found", seconds, 10, "s", false)
	}
	return err
}

// decoded measures reading the cells of a table without storing them.
func decoded(ctx context.Context, what string, content []byte, lim ports.SheetLimits, target, memory float64) error {
	before := stage.Settled()
	begun := time.Now()
	err := sheet.Reader{}.Read(ctx, bytes.NewReader(content), int64(len(content)), lim, func(string, int, []table.Cell) error { return nil })
	figure(what, time.Since(begun).Seconds(), target, "s", false)
	figure("the same, memory", float64(stage.Peak()-before)/(1<<20), memory, "MiB", false)
	return err
}

// linesOnPage fill a page.
const linesOnPage = 50

// dense returns a PDF with this many pages full of lines.
func dense(pages int) ([]byte, error) {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetFont("Helvetica", "", 9)
	f.SetAutoPageBreak(false, 0)
	row := func(y float64, cells ...string) {
		x := 10.0
		for i, w := range []float64{25, 90, 20, 25, 30} {
			align := "L"
			if i > 1 {
				align = "R"
			}
			f.SetXY(x, y)
			f.CellFormat(w, 4, cells[i], "", 0, align, false, 0, "")
			x += w
		}
	}
	for n := range pages {
		f.AddPage()
		row(15, "Code", "Description", "Qty", "Price", "Amount")
		for i := range linesOnPage {
			q, p := 1+(n+i)%90, 100+(n*37+i*101)%9_000
			row(22+5*float64(i), fmt.Sprintf("A-%d", n*linesOnPage+i), fmt.Sprintf("Steel bottle, bamboo lid, %d ml", 100+i), strconv.Itoa(q),
				fmt.Sprintf("%d.%02d", p/100, p%100), fmt.Sprintf("%d.%02d", q*p/100, q*p%100))
		}
	}
	var b bytes.Buffer
	err := f.Output(&b)
	return b.Bytes(), err
}

// ean returns the n-th EAN.
func ean(n int) string {
	digits := fmt.Sprintf("400%09d", n)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return fmt.Sprint(digits, (10-sum%10)%10)
}

// rows returns a price list as CSV.
func rows(n int) []byte {
	var b bytes.Buffer
	b.WriteString("EAN,Article,Brand,Net price,RRP,MOQ,Article no\n")
	for i := range n {
		fmt.Fprintf(&b, "%s,Steel bottle %d ml,Brand %d,%d.%02d,%d.99,%d,NW-%d\n", ean(i), 100+i%900, i%300, 1+i%40, i%100, 45+i%40, 6*(1+i%4), i)
	}
	return b.Bytes()
}

// workbook returns a price list with eight columns as XLSX.
func workbook(n int) ([]byte, error) {
	f := excelize.NewFile()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return nil, err
	}
	if err := w.SetRow("A1", []any{"EAN", "Article", "Brand", "Net price", "RRP", "MOQ", "Article no", "Stock"}); err != nil {
		return nil, err
	}
	for i := range n {
		row := []any{ean(i), fmt.Sprintf("Steel bottle %d ml", 100+i%900), fmt.Sprintf("Brand %d", i%300), float64(100+i%4000) / 100, float64(4_599+i%4000) / 100, 6 * (1 + i%4), fmt.Sprintf("NW-%d", i), i % 500}
		if err := w.SetRow(fmt.Sprintf("A%d", i+2), row); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = f.Write(&b)
	return b.Bytes(), err
}
