package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/pdf"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/document/parse"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// TruthSuffix ends the name of a file with the true content of another one.
const TruthSuffix = ".truth.json"

// Evaluate reads all files with a known content in a folder, and counts the others.
func Evaluate(ctx context.Context, folder fs.FS, ocr config.OCR) ([]evaluate.File, int, error) {
	reader := pdf.New(pdf.UserFolder(), runtime.NumCPU())
	defer func() { _ = reader.Close() }()
	e := evaluation{open: compose.Parser(withoutFiles(reader.Read), ocr, reader), pages: reader.Read}
	return e.folder(ctx, folder)
}

// withoutFiles hides the files inside PDFs, so that the pages are read.
func withoutFiles(read ports.Pages) ports.Pages {
	return func(ctx context.Context, file []byte, lim ports.PageLimits) (ports.Paper, error) {
		paper, err := read(ctx, file, lim)
		paper.Files = nil
		return paper, err
	}
}

// evaluation reads files as uploads are read, except for electronic invoices inside PDFs.
type evaluation struct {
	open  *parse.Parser
	pages ports.Pages
}

// folder evaluates the files of a folder.
func (e evaluation) folder(ctx context.Context, folder fs.FS) ([]evaluate.File, int, error) {
	var names []string
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(name, TruthSuffix) {
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
	raw, err := fs.ReadFile(folder, name+TruthSuffix)
	var truth evaluate.Truth
	switch {
	case err == nil:
		if truth, err = evaluate.ParseTruth(raw); err != nil {
			return nil, fmt.Errorf("%s: %w", name+TruthSuffix, err)
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
	paper, err := e.pages(ctx, content, ports.PDFLimits)
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
