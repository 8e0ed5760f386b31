package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/pdf"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
	"sellingassistant/tools/papers/draw"
)

// TestWhatChangesNoLine reads known documents of plain tables again: with their words in another
// order, larger and smaller, with a head on each page, and with the other decimal sign.
func TestWhatChangesNoLine(t *testing.T) {
	reader := pdf.New(pdf.UserFolder(), 1)
	defer func() { require.NoError(t, reader.Close()) }()
	random := rand.New(rand.NewPCG(13, 1))
	for _, l := range draw.Layouts() {
		if l.HeldOut {
			continue
		}
		p, err := draw.Draw(l, 13, 0)
		require.NoError(t, err)
		paper, err := reader.Read(context.Background(), p.PDF, ports.PDFLimits)
		require.NoError(t, err)
		want := linesOf(t, paper.Pages)
		require.Len(t, want, len(p.Truth.Lines), l.Name)
		for what, change := range map[string]func(grid.Page) grid.Page{
			"order": func(page grid.Page) grid.Page {
				random.Shuffle(len(page), func(i, j int) { page[i], page[j] = page[j], page[i] })
				return page
			},
			"half the size":  func(page grid.Page) grid.Page { return scaled(page, 0.5) },
			"twice the size": func(page grid.Page) grid.Page { return scaled(page, 2) },
			"a head": func(page grid.Page) grid.Page {
				for i, text := range []string{"Warehouse", "12", "North"} {
					left := 20 + 60*float64(i)
					page = append(page, grid.Word{Text: text, Box: reading.Box{Left: left, Right: left + 50, Top: 5, Bottom: 15}})
				}
				return page
			},
			"decimal signs": swapped,
		} {
			pages := make([]grid.Page, len(paper.Pages))
			for i, page := range paper.Pages {
				pages[i] = change(append(grid.Page{}, page...))
			}
			require.Equal(t, want, linesOf(t, pages), "%s: %s", l.Name, what)
		}
	}
}

func scaled(page grid.Page, number float64) grid.Page {
	for i := range page {
		b := &page[i].Box
		b.Left, b.Top, b.Right, b.Bottom = b.Left*number, b.Top*number, b.Right*number, b.Bottom*number
	}
	return page
}

func swapped(page grid.Page) grid.Page {
	swap := strings.NewReplacer(".", ",", ",", ".")
	for i := range page {
		if _, ok := number.Parse(page[i].Text, number.Undecided); ok {
			page[i].Text = swap.Replace(page[i].Text)
		}
	}
	return page
}

// linesOf writes the figures of lines. Descriptions are left out: they depend on positions.
func linesOf(t *testing.T, pages []grid.Page) []string {
	t.Helper()
	r, err := words.Read(context.Background(), pages, words.Hints{})
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	var list []string
	for _, l := range r.Lines {
		text := ""
		for _, f := range []reading.Figure{l.Quantity, l.UnitPrice, optional.Some(l.PriceBase), l.LineTotal} {
			if d, ok := f.Get(); ok {
				text += d.Trim(0).String()
			}
			text += "|"
		}
		list = append(list, text+string(l.Evidence))
	}
	return list
}
