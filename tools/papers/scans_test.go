package main

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/pdf"
	"sellingassistant/adapters/picture"
	"sellingassistant/adapters/sheet"
	"sellingassistant/adapters/tesseract"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/test/tier"
	"sellingassistant/tools/papers/draw"
)

// TestScansAreReadRight reads scans of documents in English and German. scripts/test.sh installs
// tesseract; where it is missing, the reading has to name its package.
func TestScansAreReadRight(t *testing.T) {
	pages := pdf.New(pdf.UserFolder(), runtime.NumCPU())
	defer func() { require.NoError(t, pages.Close()) }()
	ocr := tesseract.New(false, []string{"eng", "deu"}, pages.Read)
	scans := parse.Scans{OCR: ocr, Drawer: pages.Draw, Pictures: picture.Reader{}}
	reader := &parse.Parser{Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, Pages: pages.Read, Scans: scans}
	var layouts []draw.Layout
	for i, l := range draw.Layouts() {
		if (l.Language == "en" || l.Language == "de") && i%tier.Of(8, 1) == 0 {
			layouts = append(layouts, l)
		}
	}
	files, results := make([]evaluate.File, len(layouts)), make([]parse.Result, len(layouts))
	work, ctx := errgroup.WithContext(t.Context())
	work.SetLimit(runtime.NumCPU())
	for i, l := range layouts {
		work.Go(func() error {
			p, err := draw.Draw(l, 2026, 0)
			if err == nil {
				p, err = scanOf(pages, p, uint64(i))
			}
			if err != nil {
				return err
			}
			results[i], err = reader.Read(ctx, parse.File{
				Media: document.PDF, Content: bytes.NewReader(p.PDF), Size: int64(len(p.PDF)),
			})
			files[i] = evaluate.Compare(p.Name, p.Truth, results[i])
			files[i].HeldOut = false // few files of one set
			return err
		})
	}
	require.NoError(t, work.Wait())
	if !ocr.Ready() {
		t.Log("tesseract is not installed: the scans were not read")
		for _, r := range results {
			require.Equal(t, reading.None, r.Method)
			require.Len(t, r.Problems, 1)
			require.Equal(t, reading.NoTextLayer, r.Problems[0].Code)
			require.Contains(t, r.Problems[0].Message, "tesseract-ocr")
		}
		return
	}
	sets := evaluate.Sets(files)
	var table bytes.Buffer
	require.NoError(t, evaluate.Print(&table, sets))
	for i := range files {
		evaluate.PrintMisses(&table, &files[i])
	}
	figures := sets["scans"].Figures("scans")
	require.Len(t, figures, 2)
	for _, f := range figures {
		require.True(t, f.Holds(), "%s is %.3f, %.3f is the target\n%s", f.Name, f.Reached, f.Target, &table)
	}
}
