package parse

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"sellingassistant/domain/document/dots"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
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
	// shown says how pages are shown that were turned or levelled to be read.
	shown map[int]shown
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
		words, turned, err := p.Scans.page(all, i, draw)
		var unread *ports.ReadError
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case err == nil:
			turned.rest = words.Askew()
			found.turn(i, turned)
			pages[i] = words.Straightened(turned.rest)
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
func (s Scans) page(ctx context.Context, i int, draw drawPage) (grid.Page, shown, error) {
	limit := ports.PictureLimits.Page
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	drawn, err := draw(ctx, i)
	if err != nil {
		return nil, shown{}, ports.Ended(err, limit)
	}
	words, turned, err := s.upright(ctx, drawn)
	return words, turned, ports.Ended(err, limit)
}

// leastKnown counts the labels that make a page readable.
const leastKnown = 3

// upright reads a picture, on its side as the program would turn it. A picture without labels is
// also read the other way: as the program would turn it, or as it is.
func (s Scans) upright(ctx context.Context, p ports.Picture) (grid.Page, shown, error) {
	guess := s.side(ctx, p)
	words, as, err := s.level(ctx, p, guess)
	known := label.Known(texts(words))
	if err != nil || known >= leastKnown {
		return words, as, err
	}
	turns := 0
	if guess == 0 {
		turns, err = s.OCR.Turns(ctx, p)
	}
	if err != nil || turns == guess {
		return words, as, nil //nolint:nilerr // the picture has been read
	}
	turned, turnedAs, err := s.level(ctx, p, turns)
	if err != nil || label.Known(texts(turned)) <= known {
		return words, as, nil //nolint:nilerr // the picture has been read
	}
	return turned, turnedAs, nil
}

// side returns the quarters that bring a picture on its side upright, 0 for all others. To ask the
// program about a small drawing takes a part of the time of reading.
func (s Scans) side(ctx context.Context, p ports.Picture) int {
	if !dots.Sideways(p.Gray) {
		return 0
	}
	small := ports.Picture{Gray: dots.Scaled(p.Gray, p.Rect.Dx()/2, p.Rect.Dy()/2), DPI: p.DPI / 2}
	turns, err := s.OCR.Turns(ctx, small)
	if err != nil || turns%2 == 0 {
		return 0
	}
	return turns
}

// level reads a picture after clockwise quarter turns, after its lines were brought level, and
// without rules.
func (s Scans) level(ctx context.Context, p ports.Picture, turns int) (grid.Page, shown, error) {
	as := shown{turns: turns}
	size := p.Rect.Size()
	p.Gray, as.angle = dots.Levelled(dots.Turned(p.Gray, turns))
	if as != (shown{}) {
		as.wide, as.high = float64(size.X)*72/float64(p.DPI), float64(size.Y)*72/float64(p.DPI)
	}
	p.Gray = dots.Unruled(p.Gray, p.DPI)
	words, err := s.OCR.Words(ctx, p)
	return words, as, err
}

func texts(p grid.Page) []string {
	list := make([]string, len(p))
	for i, w := range p {
		list[i] = w.Text
	}
	return list
}

// shown describes how a page is shown. In sequence, turns counts the clockwise quarters that bring
// it upright, its lines fall by angle around its middle, and its words by rest around its corner.
// Both angles are in radians. Its size as it is shown, in points, is there with turns and angle.
type shown struct {
	turns       int
	angle, rest float64
	wide, high  float64
}

// place returns where a box of the page as it was read is shown.
func (s shown) place(b reading.Box) reading.Box {
	if s.rest != 0 {
		b = grid.Tilted(b, s.rest)
	}
	if s.angle != 0 {
		x, y := s.wide/2, s.high/2
		if s.turns%2 != 0 {
			x, y = y, x
		}
		b = moved(grid.Tilted(moved(b, -x, -y), s.angle), x, y)
	}
	switch s.turns {
	case 1:
		return reading.Box{Left: b.Top, Top: s.high - b.Right, Right: b.Bottom, Bottom: s.high - b.Left}
	case 2:
		return reading.Box{Left: s.wide - b.Right, Top: s.high - b.Bottom, Right: s.wide - b.Left, Bottom: s.high - b.Top}
	case 3:
		return reading.Box{Left: s.wide - b.Bottom, Top: b.Left, Right: s.wide - b.Top, Bottom: b.Right}
	}
	return b
}

func moved(b reading.Box, x, y float64) reading.Box {
	return reading.Box{Left: b.Left + x, Top: b.Top + y, Right: b.Right + x, Bottom: b.Bottom + y}
}

func (s *scanned) turn(page int, as shown) {
	if as == (shown{}) {
		return
	}
	if s.shown == nil {
		s.shown = map[int]shown{}
	}
	s.shown[page] = as
}

// note adds the method and the problems of OCR to a result, and puts the boxes of its lines where
// they are shown.
func (s scanned) note(out *Result) {
	if s.read > 0 {
		out.Method = reading.OCR
	}
	for i := range out.Lines {
		l := &out.Lines[i]
		as, turned := s.shown[l.Page-1]
		if box, ok := l.Box.Get(); ok && turned {
			l.Box = optional.Some(as.place(box))
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
