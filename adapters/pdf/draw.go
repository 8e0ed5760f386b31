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

var _ ports.Drawer = (*Reader)(nil)

// Draw draws a page in its own sandbox. It decodes the picture of a scanned page instead.
func (r *Reader) Draw(ctx context.Context, file []byte, page int, lim ports.ScanLimits) (p ports.Picture, err error) {
	err = r.inside(ctx, lim.Page, func(sandbox pdfium.Pdfium) (err error) {
		p, err = (&opened{Pdfium: sandbox, pictures: r.pictures}).draw(ctx, file, page, lim)
		return err
	})
	return p, err
}

func (o *opened) draw(ctx context.Context, file []byte, page int, lim ports.ScanLimits) (ports.Picture, error) {
	if err := o.open(file); err != nil {
		return ports.Picture{}, err
	}
	at := requests.Page{ByIndex: &requests.PageByIndex{Document: o.doc, Index: page}}
	size, err := o.GetPageSize(&requests.GetPageSize{Page: at})
	if err != nil {
		return ports.Picture{}, err
	}
	if p, ok := o.scanned(ctx, at, size, lim); ok {
		return p, nil
	}
	dpi := drawnDPI
	if long := max(size.Width, size.Height); long*drawnDPI/72 > longest {
		dpi = int(longest * 72 / long)
	}
	if dots := float64(dpi) / 72; dpi < 1 || size.Width*dots*size.Height*dots > float64(lim.Pixels) {
		return ports.Picture{}, over("a page of %.0f by %.0f points", size.Width, size.Height)
	}
	drawn, err := o.RenderPageInDPI(&requests.RenderPageInDPI{
		Page: at, DPI: dpi, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT, ImageFormat: requests.RenderImageFormatGrayscale,
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
