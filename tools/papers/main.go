// Command papers writes papers of suppliers that never were into a folder, each with what it says beside it, for documents evaluate.
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
	"sellingassistant/app/document/evaluate"
	ports "sellingassistant/ports/document"
	"sellingassistant/tools/papers/draw"
	"sellingassistant/tools/papers/draw/kinds"
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
		"or the name of a layout or of a kind")
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
	for _, l := range layouts() {
		group := "known"
		if l.HeldOut {
			group = "held"
		}
		if !slices.Contains([]string{"all", group, l.Name, l.Set}, *which) {
			continue
		}
		for i := range *each {
			p, err := draw.Draw(l, *seed, i)
			if err == nil && *scans {
				p, err = scanOf(pages, p, uint64(n)) //nolint:gosec // a count
			}
			if err == nil {
				err = write(*out, p)
			}
			if err != nil {
				return err
			}
			n++
		}
	}
	fmt.Printf("%d papers in %s\n", n, *out)
	return nil
}

// layouts returns plain tables first, then the other kinds.
func layouts() []draw.Layout { return slices.Concat(draw.Layouts(), kinds.Layouts()) }

// scanOf makes a scan of a paper, which belongs to a set of its own.
func scanOf(pages *pdf.Reader, p draw.Paper, n uint64) (draw.Paper, error) {
	ctx := context.Background()
	read, err := pages.Read(ctx, p.PDF, ports.PDFLimits)
	if err != nil {
		return p, err
	}
	p.Truth.Set = "scans"
	p.PDF, err = scan.Of(ctx, pages, p.PDF, len(read.Pages), scan.Usual(n))
	return p, err
}

// truth adds units of a case to a truth; documents evaluate does not compare them.
type truth struct {
	evaluate.Truth
	Lines []line `json:"lines"`
}

type line struct {
	evaluate.Line
	UnitsPerCase int `json:"units_per_case,omitempty"`
}

func write(folder string, p draw.Paper) error {
	name := filepath.Join(folder, p.Name+".pdf")
	if err := os.WriteFile(name, p.PDF, 0o600); err != nil {
		return err
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	t := truth{Truth: p.Truth}
	for n, l := range p.Truth.Lines {
		t.Lines = append(t.Lines, line{l, p.Packs[n]})
	}
	if err := e.Encode(t); err != nil {
		return err
	}
	return os.WriteFile(name+".truth.json", []byte(b.String()), 0o600)
}
