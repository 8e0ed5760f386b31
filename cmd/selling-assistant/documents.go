package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/pdf"
	"sellingassistant/adapters/picture"
	"sellingassistant/adapters/sniff"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/document/parse"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
)

func documentsRead(s *session) *cobra.Command {
	c := s.verb("read", "Read one file and print what it says as JSON. Needs no database.")
	name := c.text("file", "The file: PDF, CSV, TSV, XLSX, XML, P7M, EDI, TXT or a picture, at most 25 MiB.")
	return c.runs(func(ctx context.Context) error {
		file, err := os.Open(*name)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		ocr, err := config.LoadOCR(s.environ)
		if err != nil {
			return err
		}
		r, err := readFile(ctx, filepath.Base(*name), file, ocr)
		if err != nil {
			return fmt.Errorf("%s: %w", *name, err)
		}
		out := json.NewEncoder(s.io.out)
		out.SetIndent("", " ")
		return out.Encode(readingOf(r))
	})
}

// readFile reads a file in the same way as an uploaded one.
func readFile(ctx context.Context, name string, file io.Reader, ocr config.OCR) (parse.Result, error) {
	content, err := io.ReadAll(io.LimitReader(file, document.MaxFileSize+1))
	switch {
	case err != nil:
		return parse.Result{}, err
	case len(content) == 0:
		return parse.Result{}, document.EmptyFile()
	case int64(len(content)) > document.MaxFileSize:
		return parse.Result{}, document.FileTooLarge()
	}
	pages := pdf.New(pdf.UserFolder(), 1, picture.Reader{})
	defer func() { _ = pages.Close() }()
	return readContent(ctx, compose.Parser(pages, ocr, pages), name, content)
}

func readContent(ctx context.Context, reader *parse.Parser, name string, content []byte) (parse.Result, error) {
	look := sniff.New().Sniff(content[:min(len(content), ports.SniffHead)], content[max(0, len(content)-ports.SniffTail):])
	media, err := document.Decide(look, name, "")
	if err != nil {
		return parse.Result{}, err
	}
	return reader.Read(ctx, parse.File{Media: media, Content: bytes.NewReader(content), Size: int64(len(content))})
}

// members collects a JSON object and leaves out missing values and empty texts.
type members map[string]any

func (m members) figure(name string, f reading.Figure) {
	if v, ok := f.Get(); ok {
		m[name] = json.Number(v.Trim(0).String())
	}
}

func (m members) text(name, value string) {
	if value != "" {
		m[name] = value
	}
}

func (m members) day(name string, d optional.Maybe[date.Date]) {
	if v, ok := d.Get(); ok {
		m[name] = v.String()
	}
}

func readingOf(r parse.Result) members {
	lines := []members{}
	for _, l := range r.Lines {
		lines = append(lines, lineOf(l))
	}
	checks := []members{}
	for _, c := range r.Checks {
		m := members{"code": c.Code, "result": c.Result}
		m.figure("difference", c.Difference)
		checks = append(checks, m)
	}
	h, header := r.Header, members{}
	header.text("issuer", h.Issuer.Name)
	header.text("tax_id", h.Issuer.TaxID)
	header.text("invoice_number", h.InvoiceNumber)
	header.text("po_number", h.PONumber)
	header.text("currency", string(h.Currency))
	header.text("payment_terms", h.PaymentTerms)
	header.day("issue_date", h.IssueDate)
	header.day("due_date", h.DueDate)
	header.figure("subtotal", h.Subtotal)
	header.figure("shipping", h.Shipping)
	header.figure("discount", h.Discount)
	header.figure("tax", h.Tax)
	header.figure("total", h.Total)
	m := members{
		"type": r.Type, "classifier": r.By, "method": r.Method, "pages": r.Pages,
		"header": header, "lines": lines, "checks": checks, "problems": codesOf(r.Problems),
	}
	if r.Guess != nil {
		m["confidence"] = r.Guess.Confidence.Fraction()
	}
	return m
}

func lineOf(l reading.Line) members {
	m := members{"line_no": l.No, "kind": l.Kind, "evidence": l.Evidence, "confidence": l.Confidence.Fraction(), "problems": codesOf(l.Problems)}
	m.text("description", l.Description)
	m.text("supplier_sku", l.SupplierSKU)
	m.text("buyer_sku", l.BuyerSKU)
	m.text("gtin", l.GTIN.String())
	m.text("asin", l.ASIN.String())
	m.text("mpn", l.MPN)
	m.text("unit", l.Unit)
	m.text("currency", string(l.Currency))
	m.text("raw_text", l.RawText)
	m.figure("quantity", l.Quantity)
	m.figure("case_price", l.CasePrice)
	m.figure("unit_price", l.UnitPrice)
	m.figure("price_base_quantity", optional.Some(l.PriceBase))
	m.figure("discount_percent", l.DiscountPercent)
	m.figure("discount_amount", l.DiscountAmount)
	m.figure("tax_rate", l.TaxRate)
	m.figure("line_total", l.LineTotal)
	if l.Page > 0 {
		m["page"] = l.Page
	}
	if l.UnitsPerCase > 0 {
		m["units_per_case"] = l.UnitsPerCase
	}
	return m
}

func codesOf(problems []reading.Problem) []reading.Code {
	list := []reading.Code{}
	for _, p := range problems {
		list = append(list, p.Code)
	}
	return list
}

// truthOf ends the name of a file with the true content of another one.
const truthOf = ".truth.json"

func documentsEvaluate(s *session) *cobra.Command {
	c := s.verb("evaluate", "Read the files of a folder and print how much of them is read right. Needs no database.")
	folder := c.String("set", "", "The folder, with those below it.")
	misses := c.Bool("misses", false, "Print the lines that were missed or are wrong.")
	c.need("set")
	c.command.Long = `What FILE says stands in FILE.truth.json: set, layout, renderer, held_out, type, header and lines. A PDF without it that has
an electronic invoice inside is read without that, and compared with it; its set is public, its layout the folder it is in. Other files are left
out. Sets are not counted together. A line is right if its quantity, price and total are.`
	return c.runs(func(ctx context.Context) error {
		ocr, err := config.LoadOCR(s.environ)
		if err != nil {
			return err
		}
		reader := pdf.New(pdf.UserFolder(), runtime.NumCPU(), picture.Reader{})
		defer func() { _ = reader.Close() }()
		e := evaluation{open: compose.Parser(withoutFiles{reader}, ocr, reader), pages: reader}
		files, left, err := e.folder(ctx, os.DirFS(*folder))
		if err != nil {
			return err
		}
		if err := evaluate.Print(s.io.out, evaluate.Sets(files)); err != nil {
			return err
		}
		if left > 0 {
			_, _ = fmt.Fprintf(s.io.out, "left out: %d files that nothing is known of\n", left)
		}
		if *misses {
			for i := range files {
				evaluate.PrintMisses(s.io.out, &files[i])
			}
		}
		return nil
	})
}

// withoutFiles hides the files inside PDFs, so that the pages are read.
type withoutFiles struct{ ports.Pages }

func (p withoutFiles) Read(ctx context.Context, file []byte, lim ports.PageLimits) (ports.Paper, error) {
	paper, err := p.Pages.Read(ctx, file, lim)
	paper.Files = nil
	return paper, err
}

// evaluation reads files as uploads are read, except for electronic invoices inside PDFs.
type evaluation struct {
	open  *parse.Parser
	pages ports.Pages
}

// folder reads all files with a known content in a folder, and counts the others.
func (e evaluation) folder(ctx context.Context, folder fs.FS) ([]evaluate.File, int, error) {
	var names []string
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(name, truthOf) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	slices.Sort(names)
	files := make([]*evaluate.File, len(names))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.NumCPU())
	for i, name := range names {
		work.Go(func() error {
			var err error
			files[i], err = e.file(ctx, folder, name)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return nil, 0, err
	}
	var known []evaluate.File
	for _, f := range files {
		if f != nil {
			known = append(known, *f)
		}
	}
	return known, len(files) - len(known), nil
}

// file returns nil if the content of the file is unknown.
func (e evaluation) file(ctx context.Context, folder fs.FS, name string) (*evaluate.File, error) {
	content, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	raw, err := fs.ReadFile(folder, name+truthOf)
	var truth evaluate.Truth
	switch {
	case err == nil:
		if truth, err = evaluate.ParseTruth(raw); err != nil {
			return nil, fmt.Errorf("%s: %w", name+truthOf, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	default:
		known := false
		if truth, known, err = e.inside(ctx, path.Dir(name), content); err != nil || !known {
			return nil, err
		}
	}
	read, err := readContent(ctx, e.open, path.Base(name), content)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := evaluate.Compare(name, truth, read)
	if err != nil {
		out.Failed = err.Error()
	}
	return &out, nil
}

// inside returns the content of the electronic invoice inside a PDF; false without an invoice with
// lines, and for the invoice of another document.
func (e evaluation) inside(ctx context.Context, layout string, content []byte) (truth evaluate.Truth, known bool, err error) {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return truth, false, nil
	}
	paper, err := e.pages.Read(ctx, content, ports.PDFLimits)
	if err != nil {
		return truth, false, ctx.Err() // a PDF that cannot be opened is left out
	}
	for _, f := range paper.Files {
		r, guess, err := einvoice.Reader{}.Read(ctx, bytes.NewReader(f.Content), ports.XMLFileLimits)
		if err != nil || len(r.Lines) == 0 {
			continue
		}
		kind := guess.Type
		if kind == "" {
			kind = document.Other
		}
		r.Conclude(kind)
		truth = evaluate.TruthOf("public", layout, guess.Type, r)
		return truth, !truth.Elsewhere(paper.Pages), nil
	}
	return truth, false, ctx.Err()
}
