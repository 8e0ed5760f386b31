package parse_test

import (
	"context"
	"errors"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/dots"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	ports "sellingassistant/ports/document"
)

// scans draws pages with their number as resolution, and reads the text of that number. A text that
// begins with ! is an error.
type scans struct {
	ready bool
	texts []string
	width int
	// asked has the pages that were read, left the time that each had.
	asked []int
	left  time.Duration
}

var errs = map[string]error{
	"!large": &ports.ReadError{Code: document.OverLimits}, "!late": context.DeadlineExceeded, "!gone": errors.New("the disk is gone"),
}

func (s *scans) Draw(_ context.Context, _ []byte, page int, _ ports.ScanLimits) (ports.Picture, error) {
	return ports.Picture{Gray: image.NewGray(image.Rect(0, 0, 1, 1)), DPI: page}, nil
}

func (s *scans) Look(document.Media, []byte, ports.ScanLimits) (pages, width int, err error) {
	return len(s.texts), s.width, nil
}

func (s *scans) Decode(ctx context.Context, _ document.Media, _ []byte, page int, lim ports.ScanLimits) (ports.Picture, error) {
	return s.Draw(ctx, nil, page, lim)
}

func (s *scans) Ready() bool { return s.ready }

func (s *scans) Words(ctx context.Context, p ports.Picture) (grid.Page, error) {
	s.asked = append(s.asked, p.DPI)
	if until, ok := ctx.Deadline(); ok {
		s.left = time.Until(until)
	}
	if err := errs[s.texts[p.DPI]]; err != nil {
		return nil, err
	}
	return grid.FromText(s.texts[p.DPI])[0], nil
}

func (s *scans) Turns(context.Context, ports.Picture) (int, error) { return 0, nil }

func (s *scans) read(t *testing.T, media document.Media, text string) (parse.Result, error) {
	t.Helper()
	return (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{text, ""}.Read, Scans: parse.Scans{OCR: s, Drawer: s.Draw, Pictures: s}}).Read(t.Context(),
		parse.File{Media: media, Content: strings.NewReader("file"), Size: 4})
}

func problems(r parse.Result) (codes []reading.Code) {
	for _, p := range r.Problems {
		codes = append(codes, p.Code)
	}
	return codes
}

const letter = "Dear customer, we look forward to seeing you in spring."

func TestScansInPDFs(t *testing.T) {
	many := slices.Repeat([]string{invoice}, 21)
	for name, c := range map[string]struct {
		ready    bool
		text     string
		texts    []string
		asked    []int
		method   reading.Method
		pages    []int
		problems []reading.Code
	}{
		"text":              {true, invoice, nil, nil, reading.PDF, []int{1}, nil},
		"scan":              {true, "", []string{invoice}, []int{0}, reading.OCR, []int{1}, nil},
		"scan with a stamp": {true, "scanned by me 12345", []string{invoice}, []int{0}, reading.OCR, []int{1}, nil},
		"text, then a scan": {true, letter + "\f", []string{"", invoice}, []int{1}, reading.OCR, []int{2}, nil},
		"scan, then text":   {true, "\f" + invoice, []string{letter, ""}, []int{0}, reading.OCR, []int{2}, nil},
		"no meaning": {true, strings.Repeat("\ue000\ue001 ", 20), nil, nil, reading.PDF, nil,
			[]reading.Code{reading.TextUnusable}},
		"blank":                  {true, "", []string{""}, []int{0}, reading.None, nil, []reading.Code{reading.NoTextLayer}},
		"blank back":             {true, "\f", []string{invoice, ""}, []int{0, 1}, reading.OCR, []int{1}, nil},
		"too large":              {true, "\f", []string{"!large", invoice}, []int{0, 1}, reading.OCR, []int{2}, []reading.Code{reading.PagesNotRead}},
		"too slow":               {true, "\f", []string{invoice, "!late"}, []int{0, 1}, reading.OCR, []int{1}, []reading.Code{reading.PagesNotRead}},
		"no picture can be read": {true, "", []string{"!large"}, []int{0}, reading.None, nil, []reading.Code{reading.PagesNotRead}},
		"off":                    {false, invoice + "\f", nil, nil, reading.PDF, []int{1}, []reading.Code{reading.NoTextLayer}},
		"missing":                {false, "", nil, nil, reading.None, nil, []reading.Code{reading.NoTextLayer}},
		"missing, no meaning": {false, strings.Repeat("\ue000\ue001 ", 20), nil, nil, reading.PDF, nil,
			[]reading.Code{reading.TextUnusable}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scans{ready: c.ready, texts: c.texts}
			r, err := s.read(t, document.PDF, c.text)
			require.NoError(t, err)
			require.Equal(t, c.method, r.Method)
			require.Equal(t, c.asked, s.asked)
			require.Equal(t, c.problems, problems(r))
			var pages []int
			for _, l := range r.Lines {
				pages = append(pages, l.Page)
			}
			require.Equal(t, c.pages, pages)
		})
	}
	s := &scans{ready: true, texts: many}
	r, err := s.read(t, document.PDF, strings.Repeat("\f", 20))
	require.NoError(t, err)
	require.Len(t, s.asked, 20)
	require.Len(t, r.Lines, 20)
	require.Equal(t, []reading.Code{reading.PagesNotRead}, problems(r)[len(r.Problems)-1:])
	require.Greater(t, 30*time.Second, s.left)
}

// Lines of pictures are a little less sure than lines of text, and keep their places.
func TestScansAreLessSure(t *testing.T) {
	s := &scans{ready: true, texts: []string{invoice}}
	scan, err := s.read(t, document.PDF, "")
	require.NoError(t, err)
	text, err := s.read(t, document.PDF, invoice)
	require.NoError(t, err)
	require.Equal(t, []document.Confidence{9_603, 9_900}, []document.Confidence{scan.Lines[0].Confidence, text.Lines[0].Confidence})
	require.True(t, scan.Lines[0].Box.Known())
	require.Equal(t, text.Lines[0].Box, scan.Lines[0].Box)
	require.Equal(t, text.Lines[0].Evidence, scan.Lines[0].Evidence)
}

// lying has a page of 200 by 100 points that reads as an invoice after so many quarter turns.
type lying struct {
	scans
	guess, turns int
	fails        error
}

func (l *lying) Draw(context.Context, []byte, int, ports.ScanLimits) (ports.Picture, error) {
	m := image.NewGray(image.Rect(0, 0, 200, 100))
	m.Pix[0] = 9
	return ports.Picture{Gray: m, DPI: 72}, nil
}

func (l *lying) Turns(context.Context, ports.Picture) (int, error) { return l.guess, l.fails }

func (l *lying) Words(_ context.Context, p ports.Picture) (grid.Page, error) {
	corner := map[int]image.Point{0: {}, 1: {X: 99}, 2: {X: 199, Y: 99}, 3: {Y: 199}}[l.turns]
	if p.GrayAt(corner.X, corner.Y).Y == 9 {
		return grid.FromText(invoice)[0], nil
	}
	return grid.FromText("LNNOWY WLOL ALO NGISNAD v0 vce")[0], nil
}

// TestPagesThatLieAreTurned turns a page by the guess of the program, and puts the boxes of its
// lines where the page shows them. A wrong guess changes nothing.
func TestPagesThatLieAreTurned(t *testing.T) {
	read := func(l *lying) parse.Result {
		scan := parse.Scans{OCR: l, Drawer: l.Draw}
		l.ready = true
		r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{}.Read, Scans: scan}).Read(t.Context(),
			parse.File{Media: document.PDF, Content: strings.NewReader("file"), Size: 4})
		require.NoError(t, err)
		return r
	}
	upright := read(&lying{guess: 2})
	require.Len(t, upright.Lines, 1)
	b, ok := upright.Lines[0].Box.Get()
	require.True(t, ok)
	for turns, want := range map[int]reading.Box{
		1: {Left: b.Top, Top: 100 - b.Right, Right: b.Bottom, Bottom: 100 - b.Left},
		2: {Left: 200 - b.Right, Top: 100 - b.Bottom, Right: 200 - b.Left, Bottom: 100 - b.Top},
		3: {Left: 200 - b.Bottom, Top: b.Left, Right: 200 - b.Top, Bottom: b.Right},
	} {
		r := read(&lying{guess: turns, turns: turns})
		require.Len(t, r.Lines, 1, turns)
		got, ok := r.Lines[0].Box.Get()
		require.True(t, ok)
		require.Equal(t, want, got, turns)
	}
	for name, l := range map[string]*lying{
		"wrong guess": {guess: 1, turns: 2}, "no guess": {turns: 2}, "failure": {guess: 2, turns: 2, fails: context.DeadlineExceeded},
	} {
		require.Empty(t, read(l).Lines, name)
	}
}

// side has a page of lines of letters, turned by quarters. Its corner tells upright.
type side struct {
	lying
	asked int
}

func (s *side) Draw(context.Context, []byte, int, ports.ScanLimits) (ports.Picture, error) {
	m := image.NewGray(image.Rect(0, 0, 600, 800))
	for i := range m.Pix {
		x, y := i%600+7*(i/600/30), i/600%30
		if m.Pix[i] = 240; y >= 20 && x%10 > 2 {
			m.Pix[i] = 30
		}
	}
	m.Pix[0] = 9
	return ports.Picture{Gray: dots.Turned(m, s.turns), DPI: 72}, nil
}

func (s *side) Turns(_ context.Context, p ports.Picture) (int, error) {
	if p.DPI != 36 || p.Rect.Dx() != 400 || p.Rect.Dy() != 300 {
		return 0, errors.New("the drawing is not small")
	}
	return s.guess, nil
}

func (s *side) Words(_ context.Context, p ports.Picture) (grid.Page, error) {
	if s.asked++; p.GrayAt(0, 0).Y == 9 {
		return grid.FromText(invoice)[0], nil
	}
	return grid.FromText("LNNOWY WLOL ALO NGISNAD v0 vce")[0], nil
}

// TestPagesOnTheirSideAreReadOnce asks the program for the way up of a small drawing first. If it
// is wrong, the page is also read as it is.
func TestPagesOnTheirSideAreReadOnce(t *testing.T) {
	for _, c := range []struct{ turned, guess, asked, lines int }{
		{0, 2, 1, 1}, {1, 3, 1, 1}, {3, 1, 1, 1}, {1, 1, 2, 0}, {1, 0, 1, 0},
	} {
		s := &side{lying: lying{turns: c.turned, guess: c.guess}}
		s.ready = true
		r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{}.Read, Scans: parse.Scans{OCR: s, Drawer: s.Draw}}).Read(t.Context(),
			parse.File{Media: document.PDF, Content: strings.NewReader("file"), Size: 4})
		require.NoError(t, err)
		require.Len(t, r.Lines, c.lines, c)
		require.Equal(t, c.asked, s.asked, c)
	}
}

// askew has a page of 900 by 1,200 points with lines that fall by three degrees.
type askew struct{ lying }

func (a *askew) Draw(context.Context, []byte, int, ports.ScanLimits) (ports.Picture, error) {
	m := image.NewGray(image.Rect(0, 0, 900, 1200))
	sin, cos := math.Sincos(3 * math.Pi / 180)
	for i := range m.Pix {
		x, y := float64(i%900), float64(i/900)
		if m.Pix[i] = 255; int(y*cos-x*sin+2_000)%40 < 14 && int(x*cos+y*sin)%90 < 70 {
			m.Pix[i] = 0
		}
	}
	return ports.Picture{Gray: m, DPI: 72}, nil
}

func (a *askew) Words(_ context.Context, p ports.Picture) (grid.Page, error) {
	if p.Rect.Dx() != 900 {
		return nil, errors.New("the page was not drawn")
	}
	return grid.FromText(invoice)[0], nil
}

// TestPagesAskewAreLevelled levels a page before it is read. Its lines are shown where they fall
// around its middle.
func TestPagesAskewAreLevelled(t *testing.T) {
	read := func(d ports.Drawer, o ports.OCR) reading.Box {
		r, err := (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{}.Read, Scans: parse.Scans{OCR: o, Drawer: d}}).Read(t.Context(),
			parse.File{Media: document.PDF, Content: strings.NewReader("file"), Size: 4})
		require.NoError(t, err)
		require.Len(t, r.Lines, 1)
		b, ok := r.Lines[0].Box.Get()
		require.True(t, ok)
		return b
	}
	level := &lying{}
	level.ready = true
	a := &askew{lying: *level}
	x, y := read(level.Draw, level).Middle()
	sin, cos := math.Sincos(3 * math.Pi / 180)
	shownX, shownY := read(a.Draw, a).Middle()
	require.InDelta(t, 450+(x-450)*cos-(y-600)*sin, shownX, 3)
	require.InDelta(t, 600+(x-450)*sin+(y-600)*cos, shownY, 3)
}

func TestAnEndedReadingIsNoProblemOfThePage(t *testing.T) {
	s := &scans{ready: true, texts: []string{"!gone"}}
	_, err := s.read(t, document.PDF, "")
	require.EqualError(t, err, "the disk is gone")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = &scans{ready: true, texts: []string{invoice}}
	_, err = (&parse.Parser{Invoices: invoices{}.Read, Pages: paper{}.Read, Scans: parse.Scans{OCR: s, Drawer: s.Draw, Pictures: s}}).Read(ctx,
		parse.File{Media: document.PDF, Content: strings.NewReader("file"), Size: 4})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPictures(t *testing.T) {
	for name, c := range map[string]struct {
		ready    bool
		width    int
		texts    []string
		method   reading.Method
		lines    int
		pages    int
		problems []reading.Code
		failure  document.FailureCode
	}{
		"read":           {true, 1_700, []string{invoice}, reading.OCR, 1, 1, nil, ""},
		"several":        {true, 1_700, []string{letter, invoice}, reading.OCR, 1, 2, nil, ""},
		"small":          {true, 1_699, []string{invoice}, reading.None, 0, 0, []reading.Code{reading.ResolutionTooLow}, ""},
		"nothing on it":  {true, 1_700, []string{""}, reading.OCR, 0, 1, []reading.Code{reading.NoTextLayer}, ""},
		"large":          {true, 1_700, []string{"!large"}, "", 0, 0, nil, document.OverLimits},
		"slow":           {true, 1_700, []string{"!late"}, "", 0, 0, nil, document.ParserTimeout},
		"a part is slow": {true, 1_700, []string{invoice, "!late"}, reading.OCR, 1, 2, []reading.Code{reading.PagesNotRead}, ""},
		"off":            {false, 1_700, nil, reading.None, 0, 0, []reading.Code{reading.NoTextLayer}, ""},
		"missing":        {false, 1_700, nil, reading.None, 0, 0, []reading.Code{reading.NoTextLayer}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scans{ready: c.ready, texts: c.texts, width: c.width}
			for _, media := range []document.Media{document.PNG, document.JPEG, document.TIFF, document.WEBP} {
				r, err := s.read(t, media, "")
				if c.failure != "" {
					var read *ports.ReadError
					require.ErrorAs(t, err, &read)
					require.Equal(t, c.failure, read.Code)
					continue
				}
				require.NoError(t, err)
				require.Equal(t, c.method, r.Method)
				require.Len(t, r.Lines, c.lines)
				require.Equal(t, c.pages, r.Pages)
				require.Equal(t, c.problems, problems(r))
			}
		})
	}
}

// The problem names the package, because whoever reads it may be able to install it.
func TestPicturesThatStayUnreadSayWhy(t *testing.T) {
	for _, ready := range []bool{false, true} {
		for _, media := range []document.Media{document.PDF, document.PNG} {
			s := &scans{ready: ready, texts: []string{""}, width: 1_700}
			r, err := s.read(t, media, "")
			require.NoError(t, err)
			require.Len(t, r.Problems, 1)
			require.Equal(t, reading.NoTextLayer, r.Problems[0].Code)
			require.Contains(t, r.Problems[0].Message, "package tesseract-ocr")
		}
	}
}
