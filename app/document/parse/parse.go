package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/document/table"
	ports "sellingassistant/ports/document"
)

const (
	// mostLines bounds the lines of a document, except of a price list.
	mostLines = 5_000
	// titleRows bounds the rows that are searched for the title of a table, titledSheets the
	// sheets.
	titleRows, titledSheets = 12, 200
	// mostText bounds the characters that are kept for the search.
	mostText = 20_000
)

// Parser reads files with the readers of their kinds.
type Parser struct {
	Sheets   ports.Sheets
	Invoices ports.Invoices
	EDI      ports.Interchanges
	Pages    ports.Pages
	Scans    Scans
}

// File has a file to read. Type has the type that a user gave, nil without a type.
type File struct {
	Media   document.Media
	Type    *document.Type
	Content io.ReaderAt
	Size    int64
	// Layouts returns the layouts that imports confirmed for an issuer; nil if there are no
	// layouts.
	Layouts func(ctx context.Context, issuer reading.Issuer) ([]reading.Layout, error)
	// Mapping has the columns of a table file as a user named them, nil without names.
	Mapping *mapping.Mapping
}

// Result has the reading of a file, concluded for its type.
type Result struct {
	reading.Reading
	// Type has the user's type, else the guess if it is sure enough, else other.
	Type document.Type
	// Guess stays nil if neither the words nor the structure show the type.
	Guess *document.Guess
	By    document.Method
	// Words has the words of all pages; it is empty for tables and messages.
	Words []grid.Page
	// Text has the beginning of the text, at most 20,000 characters.
	Text string
}

// saysWhy reports a problem that explains a document without lines: nothing could be read. Pages
// that were not read explain it where no other page has words.
func (r *Result) saysWhy() bool {
	return slices.ContainsFunc(r.Problems, func(p reading.Problem) bool {
		switch p.Code {
		case reading.NoTextLayer, reading.PagesNotRead, reading.ResolutionTooLow:
			return !slices.ContainsFunc(r.Words, written)
		case reading.TextUnusable, reading.EDINotRead, reading.EnvelopeIncomplete:
			return true
		}
		return false
	})
}

func (r *Result) guessed(g document.Guess, by document.Method, ok bool) {
	if r.By = document.ByNone; ok {
		r.Guess, r.By = &g, by
	}
}

// Read reads a file. A file that cannot be read is a *ports.ReadError. Errors of the content and
// the end of ctx come back as they are.
func (p *Parser) Read(ctx context.Context, f File) (Result, error) {
	read, ok := map[document.Media]func(context.Context, File) (Result, error){
		document.CSV: p.table, document.TSV: p.table, document.XLSX: p.table, document.XML: p.message, document.P7M: p.message, document.TXT: p.text,
		document.PDF: p.pdf,
		document.PNG: p.picture, document.JPEG: p.picture, document.TIFF: p.picture, document.WEBP: p.picture,
	}[f.Media]
	if !ok {
		return Result{}, &ports.ReadError{Code: document.UnsupportedContent, Reason: "there is no reader of " + string(f.Media)}
	}
	switch f.Media {
	case document.TXT, document.CSV, document.TSV:
		if edi, err := f.interchange(); err != nil {
			return Result{}, err
		} else if edi {
			read = p.interchange
		}
	}
	r, err := read(ctx, f)
	if err != nil {
		return Result{}, err
	}
	r.Type = document.Settled(f.Type, r.Guess)
	if len(r.Lines) > mostLines && r.Type != document.PriceList {
		return Result{}, &ports.ReadError{Code: document.OverLimits, Reason: "more than 5000 lines, and no price list"}
	}
	r.Conclude(r.Type)
	if len(r.Lines) == 0 && !r.saysWhy() {
		r.Note(reading.NoLines)
	}
	if r.Text = said(r.Words); r.Text == "" {
		r.Text = printed(r.Reading)
	}
	return r, nil
}

func (p *Parser) table(ctx context.Context, f File) (Result, error) {
	lim := ports.TextLimits
	if f.Media == document.XLSX {
		lim = ports.WorkbookLimits
	}
	ctx, cancel := context.WithTimeout(ctx, lim.Time) // both readings together
	defer cancel()
	titles, first := map[string][][]string{}, ""
	choice := table.Choice{Mapping: f.Mapping}
	if f.Layouts != nil {
		choice.Layouts = func(issuer reading.Issuer) ([]reading.Layout, error) { return f.Layouts(ctx, issuer) }
	}
	r, m, err := table.ReadAs(func(row func(string, int, []table.Cell) error) error {
		return p.Sheets.Read(ctx, f.Content, f.Size, lim, func(sheet string, n int, cells []table.Cell) error {
			if len(titles) == 0 {
				first = sheet
			}
			if len(titles[sheet]) < titleRows && len(titles) <= titledSheets {
				var texts []string
				for _, c := range cells {
					texts = append(texts, c.Text)
				}
				titles[sheet] = append(titles[sheet], texts)
			}
			return row(sheet, n, cells)
		})
	}, func() (rune, error) { return p.Sheets.Delimiter(f.Content, f.Size) }, choice)
	out := Result{Reading: r}
	if err == nil {
		out.guessed(kind.Of(r, titles[m.Sheet]))
		if out.By == document.ByNone && first != m.Sheet { // the title may be on a cover
			out.guessed(kind.Of(r, titles[first]))
		}
		if out.By == document.ByNone && m.Lists() {
			out.guessed(kind.Listed(r))
		}
	}
	return out, err
}

func (p *Parser) message(ctx context.Context, f File) (Result, error) {
	return p.invoice(ctx, io.NewSectionReader(f.Content, 0, f.Size))
}

func (p *Parser) invoice(ctx context.Context, content io.Reader) (Result, error) {
	r, guess, err := p.Invoices(ctx, content, ports.XMLFileLimits)
	out := Result{Reading: r}
	out.guessed(guess, document.ByXML, guess.Type != "")
	return out, err
}

// interchange reports whether a text is EDI, whatever its media type.
func (f File) interchange() (bool, error) {
	head := make([]byte, document.EncodingHead)
	n, err := f.Content.ReadAt(head, 0)
	if err != nil && n == 0 {
		return false, err
	}
	return document.Interchange(document.Unicode(head[:n])), nil
}

func (p *Parser) interchange(ctx context.Context, f File) (Result, error) {
	r, guess, err := p.EDI(ctx, io.NewSectionReader(f.Content, 0, f.Size), ports.InterchangeFileLimits)
	out := Result{Reading: r}
	out.guessed(guess, document.ByEDI, guess.Type != "")
	return out, err
}

func (p *Parser) text(ctx context.Context, f File) (Result, error) {
	lim, ink := ports.PDFLimits, 0
	lines := func(line func(string) error) error {
		return p.Sheets.Text(ctx, f.Content, f.Size, ports.TextLimits, line)
	}
	// A text that is too long is refused before its words are kept.
	err := lines(func(line string) error {
		for _, c := range line {
			if !unicode.IsSpace(c) {
				ink++
			}
		}
		return exceeded(ink, lim.Characters, "characters")
	})
	if err != nil {
		return Result{}, err
	}
	var laid grid.Text
	err = lines(func(line string) error {
		laid.Add(line)
		return exceeded(laid.Words, lim.Words, "words")
	})
	if err != nil {
		return Result{}, err
	}
	return f.pages(ctx, laid.Pages(), ports.TextLimits.Time)
}

func (f File) whole() ([]byte, error) {
	content := make([]byte, f.Size)
	if n, err := f.Content.ReadAt(content, 0); n < len(content) {
		return nil, err
	}
	return content, nil
}

func exceeded(n, most int, unit string) error {
	if n <= most {
		return nil
	}
	return &ports.ReadError{Code: document.OverLimits, Reason: fmt.Sprintf("more than %d %s", most, unit)}
}

// pdf reads the pages, and an electronic invoice inside. The lines of the invoice replace the lines
// of the pages. If the pages print no total of its lines, that is a problem.
func (p *Parser) pdf(ctx context.Context, f File) (Result, error) {
	content, err := f.whole()
	if err != nil {
		return Result{}, err
	}
	paper, err := p.Pages(ctx, content, ports.PDFLimits)
	if err != nil {
		return Result{}, err
	}
	draw := func(ctx context.Context, page int) (ports.Picture, error) {
		return p.Scans.Drawer(ctx, content, page, ports.PictureLimits)
	}
	found, err := p.scan(ctx, paper.Pages, drawnPages(paper.Pages), draw)
	if err != nil {
		return Result{}, err
	}
	out, err := f.pages(ctx, paper.Pages, ports.PDFLimits.Time)
	if err != nil {
		return out, err
	}
	found.note(&out)
	if len(out.Lines) == 0 && !slices.ContainsFunc(paper.Pages, written) {
		out.Method = reading.None
	}
	if grid.Unusable(paper.Pages, len(out.Lines) > 0) {
		out.Lines, out.Layout = nil, reading.Layout{}
		out.Note(reading.TextUnusable)
	}
	for _, e := range paper.Files {
		inside, err := p.invoice(ctx, bytes.NewReader(e.Content))
		var unread *ports.ReadError
		switch {
		case errors.As(err, &unread) && unread.Code == document.UnsupportedContent: // no message
		case errors.As(err, &unread):
			out.Note(reading.EmbeddedDataUnreadable)
		case err != nil:
			return Result{}, err
		case len(inside.Lines) > 0: // the smallest profiles have no lines
			inside.Words, inside.Pages, inside.Layout = out.Words, out.Pages, out.Layout
			if !grid.Print(out.Words, inside.Lines) {
				inside.Note(reading.EmbeddedDataDiffers)
			}
			return inside, nil
		}
	}
	return out, nil
}

// pages reads the words of pages within limit, of several documents the first. If layouts of the
// issuer are known, it reads them again with these layouts.
func (f File) pages(ctx context.Context, all []grid.Page, limit time.Duration) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	first := all[:head.First(all)]
	r, err := words.Read(ctx, first, words.Hints{})
	if err == nil && len(r.Lines) == 0 && len(first) < len(all) {
		first = all // a second title without lines before it belongs to the same document
		r, err = words.Read(ctx, first, words.Hints{})
	}
	if err == nil && len(first) == len(all) {
		first, r, err = complete(ctx, all, r)
	}
	if err != nil {
		return Result{}, ports.Ended(err, limit)
	}
	if f.Layouts != nil && r.Header.Issuer != (reading.Issuer{}) {
		known, err := f.Layouts(ctx, r.Header.Issuer)
		if err != nil {
			return Result{}, ports.Ended(err, limit)
		}
		if hints := hintsOf(known); len(hints.Layouts) > 0 {
			if r, err = words.Read(ctx, first, hints); err != nil {
				return Result{}, ports.Ended(err, limit)
			}
		}
	}
	if r.Pages = len(all); len(first) < len(all) {
		r.Note(reading.SeveralDocuments)
	}
	out := Result{Reading: r, Words: all}
	if len(all) > 0 {
		out.guessed(kind.Of(r, grid.Runs(all[:1])))
	}
	return out, nil
}

func hintsOf(known []reading.Layout) words.Hints {
	h := words.Hints{Layouts: make(map[string][]label.Column, len(known))}
	for _, l := range known {
		h.Layouts[l.Fingerprint] = l.Columns
	}
	return h
}

// unread returns the result of a file that was not read, with the reason as its problem.
func unread(why reading.Code) Result {
	r := Result{Reading: reading.Reading{Method: reading.None}, By: document.ByNone}
	r.Note(why)
	return r
}

// said returns the text of pages.
func said(all []grid.Page) string {
	b := beginning{}
	for _, page := range all {
		for _, w := range page {
			b.add(w.Text)
		}
	}
	return b.String()
}

// printed returns the text of a reading without pages.
func printed(r reading.Reading) string {
	b := beginning{}
	b.add(r.Header.Issuer.Name, r.Header.InvoiceNumber, r.Header.PONumber)
	for _, l := range r.Lines {
		b.add(l.Description, l.SupplierSKU, l.GTIN.String(), l.ASIN.String(), l.MPN)
	}
	return b.String()
}

// beginning keeps the first characters of a text.
type beginning struct {
	strings.Builder
	length int
}

func (b *beginning) add(texts ...string) {
	for _, t := range texts {
		if t == "" || b.length >= mostText {
			continue
		}
		if b.length > 0 {
			t = " " + t
		}
		for _, c := range t {
			if b.length == mostText {
				return
			}
			b.WriteRune(c)
			b.length++
		}
	}
}
