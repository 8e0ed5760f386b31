package pdf

import (
	"context"
	"errors"
	"image"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"

	ports "sellingassistant/ports/document"
)

const (
	// drawnDPI sets the resolution of drawn pages.
	drawnDPI = 300
	// longest limits the sides of a drawn page, in pixels: A3 has 4,961. Some scanners make pages
	// with a point for each pixel, which would be far larger.
	longest = 5_000
)

// Draw draws a page. It decodes the picture of a scanned page instead, in a sandbox of its own, so
// that a picture that takes too much memory can still be drawn.
func (r *Reader) Draw(ctx context.Context, file []byte, page int, lim ports.ScanLimits) (p ports.Picture, err error) {
	scan := false
	err = r.inside(ctx, lim.Page, func(sandbox pdfium.Pdfium) (err error) {
		p, scan, err = (&opened{Pdfium: sandbox}).scanned(file, page, lim)
		return err
	})
	if err == nil && scan || ctx.Err() != nil {
		return p, err
	}
	err = r.inside(ctx, lim.Page, func(sandbox pdfium.Pdfium) error {
		o := &opened{Pdfium: sandbox}
		s, err := o.sheet(file, page)
		if err != nil {
			return err
		}
		dpi, err := s.dpi(lim)
		if err != nil {
			return err
		}
		p, err = o.drawn(s, dpi)
		return err
	})
	return p, err
}

// sheet describes a page with its size as shown, in points.
type sheet struct {
	at         requests.Page
	wide, high float64
}

func (o *opened) sheet(file []byte, page int) (*sheet, error) {
	if err := o.open(file); err != nil {
		return nil, err
	}
	at := requests.Page{ByIndex: &requests.PageByIndex{Document: o.doc, Index: page}}
	size, err := o.GetPageSize(&requests.GetPageSize{Page: at})
	if err != nil {
		return nil, err
	}
	return &sheet{at, size.Width, size.Height}, nil
}

// dpi returns the resolution for a page, and refuses a page that has too many pixels.
func (s *sheet) dpi(lim ports.ScanLimits) (int, error) {
	dpi := drawnDPI
	if long := max(s.wide, s.high); long*drawnDPI/72 > longest {
		dpi = int(longest * 72 / long)
	}
	if dots := float64(dpi) / 72; dpi < 1 || s.wide*dots*s.high*dots > float64(lim.Pixels) {
		return 0, over("a page of %.0f by %.0f points", s.wide, s.high)
	}
	return dpi, nil
}

func (o *opened) drawn(s *sheet, dpi int) (ports.Picture, error) {
	drawn, err := o.RenderPageInDPI(&requests.RenderPageInDPI{
		Page: s.at, DPI: dpi, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT, ImageFormat: requests.RenderImageFormatGrayscale,
	})
	if err != nil {
		return ports.Picture{}, err
	}
	defer drawn.Cleanup()
	grey, ok := drawn.Result.RenderedImage.(*image.Gray)
	if !ok {
		return ports.Picture{}, errors.New("the page was not drawn in grey")
	}
	// The pixels belong to the sandbox, so they are copied.
	return ports.Picture{
		Gray: &image.Gray{Pix: append([]byte(nil), grey.Pix...), Stride: grey.Stride, Rect: grey.Rect}, DPI: dpi,
	}, nil
}
