package pdf_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/pdf"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/grid"
	ports "sellingassistant/ports/document"
)

// reader keeps its compiled code over runs of the tests, where the command line does: compiling
// takes most of their time.
var reader = pdf.New(pdf.UserFolder(), 1)

// file writes a PDF of objects. The first object is the catalogue.
func file(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, p := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", p)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, at)
	return b.Bytes()
}

func stream(dictionary, content string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(content), dictionary, content)
}

func packed(dictionary string, content []byte) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(content)
	_ = z.Close()
	return stream("/Filter /FlateDecode "+dictionary, b.String())
}

const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"

// printed draws rows in Courier 10: a character is 6 points wide, a row 12 high.
func printed(rows ...string) string {
	var b strings.Builder
	b.WriteString("BT /F1 10 Tf 12 TL 40 780 Td\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "(%s) Tj T*\n", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(r))
	}
	return b.String() + "ET\n"
}

// onePage writes a PDF of a page with the content, a page's own entries, and more objects from the
// sixth on.
func onePage(content, entries string, more ...string) []byte {
	return file("", append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> " + entries + " >>",
		content, font,
	}, more...)...)
}

func read(t *testing.T, content []byte) ports.Paper {
	t.Helper()
	paper, err := reader.Read(context.Background(), content, ports.PDFLimits)
	require.NoError(t, err)
	return paper
}

func code(t *testing.T, content []byte, lim ports.PageLimits) document.FailureCode {
	t.Helper()
	_, err := reader.Read(context.Background(), content, lim)
	var read *ports.ReadError
	require.True(t, errors.As(err, &read), "%v", err)
	return read.Code
}

func TestWords(t *testing.T) {
	paper := read(t, onePage(stream("", printed("Qty  Item", "  2  Mug (blue)")), ""))
	require.Len(t, paper.Pages, 1)
	var got []string
	for _, w := range paper.Pages[0] {
		require.InDelta(t, 10, w.Bottom-w.Top, 3, w.Text)
		got = append(got, fmt.Sprintf("%s %.0f-%.0f", w.Text, w.Left, w.Right))
	}
	require.Equal(t, []string{"Qty 40-58", "Item 70-94", "2 52-58", "Mug 70-88", "(blue) 94-130"}, got)
	first, last := paper.Pages[0][0], paper.Pages[0][4]
	require.InDelta(t, 842-780, first.Bottom, 4)
	require.InDelta(t, 12, last.Bottom-first.Bottom, 0.5)
}

// Kerning widens gaps inside words. Gaps far narrower than a space do not end words.
func TestKernedWords(t *testing.T) {
	content := "BT /F1 10 Tf 40 780 Td [(Taxiunter) -110 (nehmen) -300 (TX) -600 (GmbH)] TJ ET\n"
	var got []string
	for _, w := range read(t, onePage(stream("", content), "")).Pages[0] {
		got = append(got, w.Text)
	}
	require.Equal(t, []string{"Taxiunternehmen", "TX", "GmbH"}, got)
}

// A page that is shown turned has its text drawn turned the other way.
func TestTurnedPages(t *testing.T) {
	upright := read(t, onePage(stream("", printed("Qty 2")), "")).Pages[0]
	for turn, matrix := range map[int]string{90: "0 1 -1 0 595 0 cm", 180: "-1 0 0 -1 595 842 cm", 270: "0 -1 1 0 0 842 cm"} {
		// The rows begin 40 points from the left and 62 from the top of the visible page.
		content := "q " + matrix + " " + strings.Replace(printed("Qty 2"), "40 780", map[bool]string{true: "40 533", false: "40 780"}[turn != 180], 1) + " Q"
		page := read(t, onePage(stream("", content), fmt.Sprintf("/Rotate %d", turn))).Pages[0]
		require.Len(t, page, 2, turn)
		for i, w := range page {
			require.Equal(t, upright[i].Text, w.Text, turn)
			require.InDelta(t, upright[i].Left, w.Left, 0.1, turn)
			require.InDelta(t, upright[i].Bottom, w.Bottom, 0.1, turn)
		}
	}
	require.Empty(t, read(t, onePage(stream("", "q 0 1 -1 0 595 0 cm "+printed("draft")+" Q"), "")).Pages[0], "turned text is no row")
}

func TestEmbeddedFiles(t *testing.T) {
	paper := read(t, file("",
		"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 4 0 R (b) 6 0 R] >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
		"<< /Type /Filespec /F (factur-x.xml) /UF (Factur-X.XML) /EF << /F 5 0 R >> >>", packed("/Type /EmbeddedFile", []byte("<Invoice/>")),
		"<< /Type /Filespec /F (photo.jpg) /EF << /F 7 0 R >> >>", stream("/Type /EmbeddedFile", "jpeg"),
	))
	require.Equal(t, []ports.EmbeddedFile{{Name: "Factur-X.XML", Content: []byte("<Invoice/>")}}, paper.Files)
	require.Equal(t, []grid.Page{nil}, paper.Pages)
}

func TestRefused(t *testing.T) {
	whole := onePage(stream("", printed("Qty 2")), "")
	locked := bytes.Replace(whole, []byte("/Root"), []byte("/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <"+strings.Repeat("00", 32)+"> /U <"+strings.Repeat("11", 32)+"> >> /Root"), 1)
	require.Equal(t, document.Encrypted, code(t, locked, ports.PDFLimits))
	require.Equal(t, document.Unreadable, code(t, whole[:60], ports.PDFLimits))
	require.Equal(t, document.Unreadable, code(t, []byte("%PDF-1.7\n"), ports.PDFLimits))
	require.Equal(t, document.Unreadable, code(t, file("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"), ports.PDFLimits))
	few := ports.PDFLimits
	few.Characters = 4
	require.Equal(t, document.OverLimits, code(t, whole, few))
	few = ports.PDFLimits
	few.Pages = 0
	require.Equal(t, document.OverLimits, code(t, whole, few))
	slow := ports.PDFLimits
	slow.Time = time.Nanosecond
	require.Equal(t, document.ParserTimeout, code(t, whole, slow))
	require.Len(t, read(t, whole).Pages[0], 2, "the next document is unharmed")
}

// Small files that need much memory or time: each ends by a limit, and the next document is read.
func TestBombs(t *testing.T) {
	quick := ports.PDFLimits
	quick.Time = 20 * time.Second
	nested := []string{}
	for i := range 9 { // each form draws the next form ten times
		nested = append(nested, stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /N %d 0 R >> >>", 7+i), strings.Repeat("/N Do ", 10)))
	}
	nested = append(nested, stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >>", printed("x")))
	for name, c := range map[string]struct {
		file []byte
		want []document.FailureCode
	}{
		"a content stream of 300 MB": {onePage(packed("", bytes.Repeat([]byte(" "), 300<<20)), ""), []document.FailureCode{document.OverLimits}},
		"nested forms": {bytes.Replace(onePage(stream("", "/N Do"), "", nested...), []byte("/Font << /F1 5 0 R >> >>"),
			[]byte("/Font << /F1 5 0 R >> /XObject << /N 6 0 R >> >>"), 1), []document.FailureCode{document.OverLimits, document.ParserTimeout}},
	} {
		require.Less(t, len(c.file), 1<<20, name)
		require.Contains(t, c.want, code(t, c.file, quick), name)
	}
	require.Len(t, read(t, onePage(stream("", printed("Qty 2")), "")).Pages[0], 2)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := reader.Read(ctx, onePage(stream("", printed("Qty 2")), ""), ports.PDFLimits)
	require.ErrorIs(t, err, context.Canceled)
}

// FuzzRead mutates small PDFs. Reading always ends within its time, and refuses with one of its
// codes.
func FuzzRead(f *testing.F) {
	whole := onePage(stream("", printed("Qty 2")), "/Rotate 90")
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(bytes.Replace(whole, []byte("/Kids [3 0 R]"), []byte("/Kids [2 0 R]"), 1))
	f.Add(bytes.Replace(whole, []byte("/BaseFont /Courier"), []byte("/BaseFont 5 0 R"), 1))
	quick := ports.PDFLimits
	quick.Time = 10 * time.Second
	f.Fuzz(func(t *testing.T, content []byte) {
		paper, err := reader.Read(context.Background(), content, quick)
		var refused *ports.ReadError
		require.True(t, err == nil && len(paper.Pages) > 0 || errors.As(err, &refused) && refused.Code.Valid(), "%v", err)
	})
}

// TestDrawing draws a page with a black left half, as people see it.
func TestDrawing(t *testing.T) {
	half := stream("", "0 0 297.5 842 re f\n")
	for name, c := range map[string]struct {
		entries     string
		width, high int
		dpi         int
	}{
		"upright":         {"", 2480, 3509, 300},
		"turned":          {"/Rotate 90", 3509, 2480, 300},
		"a point a pixel": {"/MediaBox [0 0 2480 3508]", 3514, 4970, 102},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := reader.Draw(t.Context(), onePage(half, c.entries), 0, ports.PictureLimits)
			require.NoError(t, err)
			require.Equal(t, []int{c.width, c.high, c.dpi}, []int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
		})
	}
	p, err := reader.Draw(t.Context(), onePage(half, ""), 0, ports.PictureLimits)
	require.NoError(t, err)
	require.Equal(t, []uint8{0, 255}, []uint8{p.GrayAt(100, 100).Y, p.GrayAt(2300, 100).Y})
	p, err = reader.Draw(t.Context(), onePage(half, "/Rotate 90"), 0, ports.PictureLimits)
	require.NoError(t, err)
	require.Equal(t, []uint8{0, 255}, []uint8{p.GrayAt(100, 100).Y, p.GrayAt(100, 2300).Y})
}

// TestHostilePagesAreNotDrawn refuses pages that would take too much: the sandbox ends, and the
// next page is drawn.
func TestHostilePagesAreNotDrawn(t *testing.T) {
	bomb := packed("/Type /XObject /Subtype /Image /Width 20000 /Height 20000 /BitsPerComponent 8 /ColorSpace /DeviceRGB",
		make([]byte, 20_000*20_000*3/40))
	for name, c := range map[string]struct {
		file []byte
		page int
	}{
		"absent page": {onePage(stream("", ""), ""), 1},
		"no file":     {[]byte("%PDF-1.7\n"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reader.Draw(t.Context(), c.file, c.page, ports.PictureLimits)
			var read *ports.ReadError
			require.ErrorAs(t, err, &read)
			require.Equal(t, document.Unreadable, read.Code)
		})
	}
	lim := ports.PictureLimits
	lim.Pixels = 8_000_000
	_, err := reader.Draw(t.Context(), onePage(stream("", ""), ""), 0, lim)
	var read *ports.ReadError
	require.ErrorAs(t, err, &read)
	require.Equal(t, document.OverLimits, read.Code)
	// A picture of 1.2 GB is left out of the page, or ends the sandbox.
	_, err = reader.Draw(t.Context(), onePage(stream("", "q 595 0 0 842 0 0 cm /X Do Q"), "/Resources << /XObject << /X 6 0 R >> >>", bomb), 0, ports.PictureLimits)
	if err != nil {
		require.ErrorAs(t, err, &read)
	}
	_, err = reader.Draw(t.Context(), onePage(stream("", ""), ""), 0, ports.PictureLimits)
	require.NoError(t, err)
}
