// Command papers writes documents of invented suppliers into a folder. A file beside each document
// has its true content, for documents evaluate.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sellingassistant/adapters/pdf"
	ports "sellingassistant/ports/document"
	"sellingassistant/tools/papers/draw"
	"sellingassistant/tools/papers/draw/kinds"
	"sellingassistant/tools/papers/foreign"
	"sellingassistant/tools/papers/scan"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "papers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f := flag.NewFlagSet("papers", flag.ContinueOnError)
	out := f.String("out", "", "the folder, which is made")
	seed := f.Uint64("seed", 1, "the same seed draws the same papers")
	each := f.Int("each", 10, "papers of each layout")
	scans := f.Bool("scan", false, "make scans of them: pages that are pictures")
	which := f.String("which", "all", "all; known: the layouts that the reader is made for; held: the layouts that are held out; "+
		"the name of a layout or of a kind; or foreign: layouts by somebody who did not know the reader")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *out == "" || *each < 1 {
		return errors.New("a folder and at least one paper are needed: papers -out FOLDER")
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	pages := pdf.New(pdf.UserFolder(), runtime.NumCPU())
	defer func() { _ = pages.Close() }()
	n := 0
	save := func(p draw.Paper, err error) error {
		if err == nil && *scans {
			p, err = scanOf(pages, p, uint64(n))
		}
		if err == nil {
			err = write(*out, p)
		}
		n++
		return err
	}
	if *which == foreign.Set {
		if err := saveForeign(*out, *seed, *each, save); err != nil {
			return err
		}
	}
	for _, l := range layouts() {
		group := "known"
		if l.HeldOut {
			group = "held"
		}
		if !slices.Contains([]string{"all", group, l.Name, l.Set}, *which) {
			continue
		}
		for i := range *each {
			if err := save(draw.Draw(l, *seed, i)); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%d papers in %s\n", n, *out)
	return nil
}

// layouts returns plain tables first, then the other kinds.
func layouts() []draw.Layout { return slices.Concat(draw.Layouts(), kinds.Layouts()) }

// scanOf makes a scan of a document, which belongs to a set of its own.
func scanOf(pages *pdf.Reader, p draw.Paper, n uint64) (draw.Paper, error) {
	ctx := context.Background()
	read, err := pages.Read(ctx, p.PDF, ports.PDFLimits)
	if err != nil {
		return p, err
	}
	p.Truth.Set = "scans"
	p.PDF, err = scan.Of(ctx, pages.Draw, p.PDF, len(read.Pages), scan.Usual(n))
	return p, err
}

// saveForeign also writes FILE.lines.truth.json, with descriptions and units per case.
func saveForeign(folder string, seed uint64, each int, save func(draw.Paper, error) error) error {
	list, err := foreign.Papers(seed, each)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := save(p.Paper, nil); err != nil {
			return err
		}
		if err := writeJSON(filepath.Join(folder, p.Name+".pdf.lines.truth.json"), p.Lines); err != nil {
			return err
		}
	}
	return nil
}

func write(folder string, p draw.Paper) error {
	name := filepath.Join(folder, p.Name+".pdf")
	if err := os.WriteFile(name, p.PDF, 0o600); err != nil {
		return err
	}
	return writeJSON(name+".truth.json", p.Truth)
}

func writeJSON(name string, content any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(content); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o600)
}
