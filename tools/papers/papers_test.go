package main

import (
	"bytes"
	"context"
	"maps"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/edi"
	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/pdf"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/evaluate"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

func TestLayouts(t *testing.T) {
	languages, names, held := map[string]bool{}, map[string]bool{}, 0
	for _, l := range layouts() {
		languages[l.Language], names[l.Name] = true, true
		if l.HeldOut {
			held++
		}
	}
	require.Len(t, names, 180)
	require.Equal(t, 29, held)
	require.Equal(t, []string{"de", "en", "es", "fr", "it", "nl"}, slices.Sorted(maps.Keys(languages)))
}

func TestTheSameSeedIsTheSamePaper(t *testing.T) {
	for _, l := range draw.Layouts()[:3] {
		first, err := draw.Draw(l, 7, 1)
		require.NoError(t, err)
		again, err := draw.Draw(l, 7, 1)
		require.NoError(t, err)
		require.Equal(t, first, again)
		other, err := draw.Draw(l, 8, 1)
		require.NoError(t, err)
		require.NotEqual(t, first.PDF, other.PDF)
	}
}

// Reads a document of each layout, without its file of true content.
func TestPapersAreReadRight(t *testing.T) {
	pages := pdf.New(pdf.UserFolder(), runtime.NumCPU())
	defer func() { require.NoError(t, pages.Close()) }()
	reader := &parse.Parser{Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read, Pages: pages.Read}
	files := make([]evaluate.File, len(layouts()))
	work, ctx := errgroup.WithContext(context.Background())
	work.SetLimit(runtime.NumCPU())
	for i, l := range layouts() {
		work.Go(func() error {
			p, err := draw.Draw(l, 2026, 0)
			if err != nil {
				return err
			}
			read, err := reader.Read(ctx, parse.File{
				Media: document.PDF, Content: bytes.NewReader(p.PDF), Size: int64(len(p.PDF)),
			})
			files[i] = evaluate.Compare(p.Name, p.Truth, read)
			return err
		})
	}
	require.NoError(t, work.Wait())
	sets := evaluate.Sets(files)
	var table bytes.Buffer
	require.NoError(t, evaluate.Print(&table, sets))
	// Layouts kept from the development have to give their lines. documents evaluate prints the
	// results of their headers.
	for name, texts := range map[string][]string{
		"synthetic": nil, "synthetic held out": {"recall of lines", "precision of lines"}, "cases": {"case sizes"},
	} {
		judged := 0
		for _, f := range sets[name].Figures(name) {
			if texts == nil || slices.Contains(texts, f.Name) {
				require.True(t, f.Holds(), "%s: %s is %.3f, %.3f is the target\n%s", name, f.Name, f.Reached, f.Target, &table)
				judged++
			}
		}
		if texts == nil {
			require.GreaterOrEqual(t, judged, 2)
		}
		require.GreaterOrEqual(t, judged, len(texts))
	}
	// Lines of other kinds are missed, but the read lines have to be right.
	whole := []string{"cases", "codes", "sums", "trades"}
	for i := range files {
		f := &files[i]
		if f.Set == "synthetic" || f.HeldOut {
			continue
		}
		t.Logf("%s, %s: %d of %d lines, %d of %d sizes of cases, %d wrong",
			f.Set, f.Layout, f.Recall.Right, f.Recall.Of, f.Packs.Right, f.Packs.Of, len(f.Wrong))
		if !slices.Contains(readWrong, f.Layout) {
			require.Empty(t, f.Wrong, f.Layout)
		}
		if slices.Contains(whole, f.Set) {
			require.Empty(t, f.Missed, f.Layout)
			require.Equal(t, f.SKUs.Of, f.SKUs.Right, f.Layout)
			require.Equal(t, f.Packs.Of, f.Packs.Right, f.Layout)
		}
	}
}

// readWrong lists layouts with an invented line. Remove a name once the reader reads it right.
var readWrong = []string{
	"annecy", // 1 of the quantity 1 200, which is two words
}
