package words_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/words"
)

// linesOf writes the lines of pages as text, without their positions.
func linesOf(pages []grid.Page) []map[string]string {
	r := readPages(pages, words.Hints{})
	r.Conclude(document.Invoice)
	list := []map[string]string{}
	for _, l := range r.Lines {
		list = append(list, lineOf(l))
	}
	return list
}

func names(t *testing.T) []string {
	var list []string
	for _, c := range cases(t) {
		list = append(list, c.File)
	}
	return list
}

func TestOrderAndScaleChangeNoLine(t *testing.T) {
	files := names(t)
	rapid.Check(t, func(t *rapid.T) {
		pages := grid.FromText(sample(t, rapid.SampledFrom(files).Draw(t, "file")))
		want := linesOf(pages)
		scale := rapid.Float64Range(0.5, 2).Draw(t, "scale")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for _, p := range pages {
			random.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
			for i := range p {
				b := &p[i].Box
				b.Left, b.Top, b.Right, b.Bottom = b.Left*scale, b.Top*scale, b.Right*scale, b.Bottom*scale
			}
		}
		require.Equal(t, want, linesOf(pages))
	})
}

func TestAHeadOnEachPageChangesNoLine(t *testing.T) {
	for _, file := range names(t) {
		text := sample(t, file)
		want := linesOf(grid.FromText(text))
		var pages []string
		for page := range strings.SplitSeq(text, "\f") {
			pages = append(pages, "Warehouse 12 North            tel 0201 55 66\n\n\n"+page)
		}
		require.Equal(t, want, linesOf(grid.FromText(strings.Join(pages, "\f"))), file)
	}
}

func TestSwappedDecimalSignsChangeNoLine(t *testing.T) {
	swap := strings.NewReplacer(".", ",", ",", ".")
	for _, file := range names(t) {
		pages := grid.FromText(sample(t, file))
		want := linesOf(pages)
		for _, p := range pages {
			for i := range p {
				if _, ok := number.Parse(p[i].Text, number.Undecided); ok {
					p[i].Text = swap.Replace(p[i].Text)
				}
			}
		}
		got := linesOf(pages)
		for i := range got { // figures in a text stay as they are printed
			got[i]["description"], want[i]["description"] = "", ""
		}
		require.Equal(t, want, got, file)
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range []string{"Item Qty Price Total\nA 1 2.00 2.00\n\fTotal 2.00", "", "\t1,5\r\n2 3 6.00", "Qty\n(1) €-5 9%"} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		pages := grid.FromText(text)
		r := readPages(pages, words.Hints{})
		r.Conclude(document.Invoice)
		for _, l := range r.Lines {
			if l.Page < 1 || l.Page > len(pages) || l.Confidence < 1 || l.Kind == "" || l.Evidence == "" || !l.PriceBase.IsPos() {
				t.Fatalf("%q: %+v", text, l)
			}
			if a := l.Arithmetic(); l.Evidence == reading.Columns && a.Result == reading.Fail {
				t.Fatalf("%q: columns that do not agree: %+v", text, l)
			}
		}
	})
}
