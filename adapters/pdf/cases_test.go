package pdf_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
)

// typed sets a text in Courier 10 on A4: a character is 6 points wide, a row 12 high, and a form
// feed begins a page.
func typed(t *testing.T, text string) []byte {
	t.Helper()
	encoded, err := charmap.Windows1252.NewEncoder().String(text)
	require.NoError(t, err)
	sheets := strings.Split(encoded, "\f")
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", font}
	var kids []string
	for _, sheet := range sheets {
		n := len(objects) + 1
		kids = append(kids, fmt.Sprintf("%d 0 R", n))
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", n+1),
			stream("", printed(strings.Split(sheet, "\n")...)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return file("", objects...)
}

// A text on pages gives the same answers: PDFs of the cases have the literal answers of the texts.
func TestTextsSayTheSameAsPDFs(t *testing.T) {
	texts, err := filepath.Glob("../../domain/document/reading/words/testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, texts)
	for _, name := range texts {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			require.NoError(t, err)
			text := strings.TrimRight(string(raw), "\n")
			paper, err := reader.Read(context.Background(), typed(t, text), ports.PDFLimits)
			require.NoError(t, err)
			require.Equal(t, concluded(t, grid.FromText(text)), concluded(t, paper.Pages))
		})
	}
}

// TestACancelledReadingEnds cancels a reading of 1,000 pages when about half of them are read: it
// ends at once, and the next reading works.
func TestACancelledReadingEnds(t *testing.T) {
	sheet := strings.Repeat("A-77   Steel bottle   24   12.50   300.00\n", 2)
	content := typed(t, strings.Repeat(sheet+"\f", 999)+sheet)
	begun := time.Now()
	paper, err := reader.Read(context.Background(), content, ports.PDFLimits)
	require.NoError(t, err)
	require.Len(t, paper.Pages, 1_000)
	ctx, cancel := context.WithTimeout(context.Background(), time.Since(begun)/2)
	defer cancel()
	_, err = reader.Read(ctx, content, ports.PDFLimits)
	over, _ := ctx.Deadline()
	require.Error(t, err)
	require.Less(t, time.Since(over), 5*time.Second)
	_, err = reader.Read(context.Background(), typed(t, "Invoice 7"), ports.PDFLimits)
	require.NoError(t, err)
}

// concluded reads pages and drops the places of the lines, which differ between text and PDF.
func concluded(t *testing.T, pages []grid.Page) reading.Reading {
	t.Helper()
	r, err := words.Read(context.Background(), pages, words.Hints{})
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	for i := range r.Lines {
		r.Lines[i].Box = optional.None[reading.Box]()
	}
	return r
}
