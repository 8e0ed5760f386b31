package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// truthOf ends the name of the file that says what another one says.
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
		reader := pageReader(runtime.NumCPU())
		defer func() { _ = reader.Close() }()
		e := evaluation{open: parse.New(sheet.Reader{}, einvoice.Reader{}, withoutFiles{reader}), pages: reader}
		files, left, err := e.folder(ctx, *folder)
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

// evaluation reads files as if they were uploaded, but for electronic invoices inside of PDFs.
type evaluation struct {
	open  *parse.Parser
	pages ports.Pages
}

// folder reads all files of a folder that something is known of, and counts the others.
func (e evaluation) folder(ctx context.Context, folder string) ([]evaluate.File, int, error) {
	var names []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, truthOf) {
			names = append(names, path)
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

// file is nil where nothing is known of it.
func (e evaluation) file(ctx context.Context, folder, name string) (*evaluate.File, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	short, err := filepath.Rel(folder, name)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(name + truthOf)
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
		if truth, known, err = e.inside(ctx, filepath.Dir(short), content); err != nil || !known {
			return nil, err
		}
	}
	read, err := readContent(ctx, e.open, filepath.Base(name), content)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := evaluate.Compare(short, truth, read)
	if err != nil {
		out.Failed = err.Error()
	}
	return &out, nil
}

// inside is what the electronic invoice inside a PDF says, false where there is none with lines.
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
		return evaluate.TruthOf("public", layout, guess.Type, r), true, nil
	}
	return truth, false, ctx.Err()
}
