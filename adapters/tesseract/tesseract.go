package tesseract

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	ports "sellingassistant/ports/document"
)

const (
	program = "tesseract"
	// tesseract guesses sizes of letters by dpi, and refuses low resolutions.
	dpi = 300
	// mostOutput bounds the output of the process, in bytes. A dense page takes 200 KiB.
	mostOutput = 16 << 20
)

// pageLimits bound the output of tesseract, which is a PDF of a page.
var pageLimits = ports.PageLimits{
	Pages: 1, Characters: 200_000, Words: 40_000, Time: ports.PictureLimits.Page,
}

// Reader reads pictures.
type Reader struct {
	off bool
	// The wanted languages, in order. Only installed languages are used.
	languages []string
	pages     ports.Pages

	mu        sync.Mutex
	installed []string
}

var _ ports.OCR = (*Reader)(nil)

// New finds the program in the path at each use, so that it may be installed while the service
// runs. Its output is read by pages.
func New(off bool, languages []string, pages ports.Pages) *Reader {
	return &Reader{off: off, languages: languages, pages: pages}
}

func (r *Reader) Ready() bool {
	_, err := exec.LookPath(program)
	return !r.off && err == nil
}

// Words reads a picture. The words come as a PDF with invisible text, because its boxes have the
// height of the font: boxes of the ink would tear words apart.
func (r *Reader) Words(ctx context.Context, p ports.Picture) (grid.Page, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, unreadable(err)
	}
	languages, err := r.available(ctx, path)
	if err != nil {
		return nil, err
	}
	file, err := run(ctx, path, pixels(p), "stdin", "stdout", "--psm", "4", "--dpi", strconv.Itoa(dpi),
		"-l", strings.Join(languages, "+"), "-c", "textonly_pdf=1", "pdf")
	if err != nil {
		return nil, err
	}
	paper, err := r.pages(ctx, file, pageLimits)
	if err != nil {
		return nil, err
	}
	if len(paper.Pages) != 1 {
		return nil, unreadable(errors.New("tesseract wrote no page"))
	}
	return placed(paper.Pages[0], dpi/float64(p.DPI)), nil
}

// Turns counts the quarters by the guess of tesseract. It needs the data osd, which comes with the
// program.
func (r *Reader) Turns(ctx context.Context, p ports.Picture) (int, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return 0, unreadable(err)
	}
	found, err := run(ctx, path, pixels(p), "stdin", "stdout", "--psm", "0", "--dpi", strconv.Itoa(p.DPI))
	var unread *ports.ReadError
	switch {
	case errors.As(err, &unread): // too few letters, or no data
		return 0, nil
	case err != nil:
		return 0, err
	}
	return turns(found), nil
}

// turns reads a row such as "Rotate: 90".
func turns(found []byte) int {
	for row := range strings.Lines(string(found)) {
		if degrees, ok := strings.CutPrefix(strings.TrimSpace(row), "Rotate: "); ok {
			n, _ := strconv.Atoi(degrees)
			return n / 90 & 3
		}
	}
	return 0
}

// available lists the wanted languages that are installed, or else all installed languages.
func (r *Reader) available(ctx context.Context, path string) ([]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.installed != nil {
		return r.installed, nil
	}
	out, err := run(ctx, path, nil, "--list-langs")
	if err != nil {
		return nil, err
	}
	found := installed(out)
	chosen := slices.DeleteFunc(slices.Clone(r.languages), func(l string) bool { return !slices.Contains(found, l) })
	if len(chosen) == 0 {
		chosen = found
	}
	if len(chosen) == 0 {
		return nil, unreadable(errors.New("tesseract has no languages"))
	}
	r.installed = chosen
	return chosen, nil
}

// installed reads a list of languages. Its first line is a sentence, and osd only finds out which
// way up a page is.
func installed(list []byte) []string {
	_, rest, _ := strings.Cut(string(list), "\n")
	return slices.DeleteFunc(strings.Fields(rest), func(l string) bool { return l == "osd" })
}

// pixels writes a portable grey map of the picture.
func pixels(p ports.Picture) io.Reader {
	size := p.Rect.Size()
	parts := []io.Reader{strings.NewReader(fmt.Sprintf("P5\n%d %d\n255\n", size.X, size.Y))}
	if p.Stride == size.X {
		return io.MultiReader(append(parts, bytes.NewReader(p.Pix[:size.X*size.Y]))...)
	}
	for y := range size.Y {
		parts = append(parts, bytes.NewReader(p.Pix[y*p.Stride:y*p.Stride+size.X]))
	}
	return bufio.NewReaderSize(io.MultiReader(parts...), 1<<16)
}

// placed puts words where the picture has them. tesseract stretches a word and the space after it
// over the place of the word alone.
func placed(page grid.Page, scale float64) grid.Page {
	for i := range page {
		b := page[i].Box
		b.Right += (b.Right - b.Left) / float64(max(1, utf8.RuneCountInString(page[i].Text)))
		page[i].Box = reading.Box{
			Left: b.Left * scale, Top: b.Top * scale, Right: b.Right * scale, Bottom: b.Bottom * scale,
		}
	}
	return page
}

func unreadable(err error) error {
	return &ports.ReadError{Code: document.Unreadable, Reason: err.Error()}
}
