package parse

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
)

// Scans has the readers of pages that are pictures. Its zero value reads no pictures.
type Scans struct {
	OCR      ports.OCR
	Drawer   ports.Drawer
	Pictures ports.Pictures
}

// leastText counts the characters of a page that make it more than a picture with a stamp.
const leastText = 20

// faint reports whether a page is a picture, perhaps with a stamp on it.
func faint(page grid.Page) bool {
	characters := 0
	for _, w := range page {
		characters += utf8.RuneCountInString(w.Text)
	}
	return characters < leastText
}

// written reports whether a page has text.
func written(page grid.Page) bool { return !faint(page) }

// drawnPages lists pages that are pictures. Pages with meaningless letters stay as they are: the
// problem text_unusable asks for another file.
func drawnPages(all []grid.Page) []int {
	var list []int
	for i, page := range all {
		if faint(page) {
			list = append(list, i)
		}
	}
	return list
}

// drawPage makes a picture of a page, which counts from 0.
type drawPage func(ctx context.Context, page int) (ports.Picture, error)

// scanned counts the pictures that were read and that were given up.
type scanned struct {
	// read counts pages that OCR has read, left counts pages that were given up.
	read, left int
	// askew has the angles of pages, in radians; absent for level pages.
	askew map[int]float64
	// silent marks pages without text where OCR is missing, or found no text on any page.
	silent bool
	// first has the error of the first page that was given up.
	first error
}

// scan replaces pages by the words on their pictures. A page that cannot be read stays as it is.
func (p *Parser) scan(ctx context.Context, pages []grid.Page, list []int, draw drawPage) (scanned, error) {
	var found scanned
	switch {
	case len(list) == 0:
		return found, nil
	case !p.Scans.ready():
		found.silent = slices.ContainsFunc(pages, faint)
		return found, nil
	}
	lim := ports.PictureLimits
	all, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	for n, i := range list {
		if n == lim.Pages || all.Err() != nil {
			found.left += len(list) - n
			break
		}
		words, err := p.Scans.page(all, i, draw)
		var unread *ports.ReadError
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case err == nil:
			angle := words.Askew()
			found.turn(i, angle)
			pages[i] = words.Straightened(angle)
			found.read++
		case errors.As(err, &unread):
			found.left++
			if found.first == nil {
				found.first = err
			}
		default:
			return found, err
		}
	}
	found.silent = !slices.ContainsFunc(pages, written)
	return found, nil
}

func (s Scans) ready() bool { return s.OCR != nil && s.OCR.Ready() }

// page reads a page within its time.
func (s Scans) page(ctx context.Context, i int, draw drawPage) (grid.Page, error) {
	limit := ports.PictureLimits.Page
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	drawn, err := draw(ctx, i)
	if err != nil {
		return nil, ports.Ended(err, limit)
	}
	words, err := s.OCR.Words(ctx, drawn)
	return words, ports.Ended(err, limit)
}

func (s *scanned) turn(page int, angle float64) {
	if angle == 0 {
		return
	}
	if s.askew == nil {
		s.askew = map[int]float64{}
	}
	s.askew[page] = angle
}

// note adds the method and the problems of OCR to a result, and tilts the boxes of its lines.
func (s scanned) note(out *Result) {
	if s.read > 0 {
		out.Method = reading.OCR
	}
	for i := range out.Lines {
		l := &out.Lines[i]
		angle, askew := s.askew[l.Page-1]
		if box, ok := l.Box.Get(); ok && askew {
			l.Box = optional.Some(grid.Tilted(box, angle))
		}
	}
	switch {
	case s.left > 0:
		out.Note(reading.PagesNotRead)
	case s.silent:
		out.Note(reading.NoTextLayer)
	}
}

// picture reads a file of a picture or several.
func (p *Parser) picture(ctx context.Context, f File) (Result, error) {
	if !p.Scans.ready() {
		return unread(reading.NoTextLayer), nil
	}
	content, err := f.whole()
	if err != nil {
		return Result{}, err
	}
	lim := ports.PictureLimits
	count, width, err := p.Scans.Pictures.Look(f.Media, content, lim)
	switch {
	case err != nil:
		return Result{}, err
	case width < lim.Width:
		return unread(reading.ResolutionTooLow), nil
	}
	pages, list := make([]grid.Page, count), make([]int, count)
	for i := range list {
		list[i] = i
	}
	found, err := p.scan(ctx, pages, list, func(ctx context.Context, page int) (ports.Picture, error) {
		return p.Scans.Pictures.Decode(ctx, f.Media, content, page, lim)
	})
	switch {
	case err != nil:
		return Result{}, err
	case found.read == 0:
		return Result{}, found.first
	}
	out, err := f.pages(ctx, pages, ports.PDFLimits.Time)
	if err != nil {
		return Result{}, err
	}
	found.note(&out)
	return out, nil
}
