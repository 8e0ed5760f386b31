package document

import (
	"context"
	"image"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/grid"
)

// Picture has a page in grey.
type Picture struct {
	*image.Gray
	// DPI counts its dots per inch. It turns places of words into points.
	DPI int
}

// ScanLimits bound the reading of pictures.
type ScanLimits struct {
	// Pixels bounds a picture, and Memory the bytes of its decoder. Both are known before it is
	// decoded.
	Pixels, Memory int64
	// Width requires so many pixels across a picture.
	Width int
	// Pages bounds the pages of a file.
	Pages int
	// Page bounds the time of a page, and Time the time of all pages.
	Page, Time time.Duration
}

// PictureLimits bound a document.
var PictureLimits = ScanLimits{
	Pixels: 40_000_000, Memory: 256 << 20, Width: 1_700, Pages: 20, Page: 30 * time.Second, Time: 3 * time.Minute,
}

// Drawer draws a page of a PDF, which counts from 0. A page that cannot be drawn is a *ReadError.
type Drawer func(ctx context.Context, file []byte, page int, lim ScanLimits) (Picture, error)

// Pictures decodes PNG, JPEG, TIFF and WEBP.
type Pictures interface {
	// Look counts the pages of a file, and returns the width of the first page as people see it. It
	// decodes nothing.
	Look(media document.Media, file []byte, lim ScanLimits) (pages, width int, err error)
	// Decode decodes a page, which counts from 0. A page that cannot be decoded is a *ReadError.
	Decode(ctx context.Context, media document.Media, file []byte, page int, lim ScanLimits) (Picture, error)
}

// OCR reads words of pictures.
type OCR interface {
	// Ready reports whether pictures can be read now.
	Ready() bool
	// Words reads a picture. A picture that cannot be read is a *ReadError.
	Words(ctx context.Context, p Picture) (grid.Page, error)
	// Turns counts the clockwise quarter turns that bring a picture upright, 0 if that is unknown. A
	// picture that cannot be read is a *ReadError.
	Turns(ctx context.Context, p Picture) (int, error)
}
