package picture

import (
	"image"
	"image/color"
	"math"

	"sellingassistant/domain/document/dots"
	ports "sellingassistant/ports/document"
)

const (
	// A picture counts as a page of A4 that it fits into, in inches.
	pageWidth, pageHeight = 8.27, 11.69
	// Shrinks pictures finer than finest to usual, which reads as well in a part of the time.
	finest, usual = 400, 300
)

// grey puts the picture on white.
func grey(m image.Image) *image.Gray {
	b := m.Bounds()
	switch m := m.(type) {
	case *image.Gray:
		return m
	case *image.YCbCr:
		return &image.Gray{Pix: m.Y[m.YOffset(b.Min.X, b.Min.Y):], Stride: m.YStride, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}
	}
	direct, ok := m.(image.RGBA64Image)
	at := func(x, y int) color.RGBA64 { return direct.RGBA64At(x, y) }
	if !ok {
		at = func(x, y int) color.RGBA64 { return color.RGBA64Model.Convert(m.At(x, y)).(color.RGBA64) }
	}
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		row := out.Pix[y*out.Stride:]
		for x := range b.Dx() {
			row[x] = shade(at(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}

func shade(c color.RGBA64) uint8 {
	light := (19_595*uint32(c.R) + 38_470*uint32(c.G) + 7_471*uint32(c.B) + 1<<15) >> 16
	return uint8(min(light+0xFFFF-uint32(c.A), 0xFFFF) >> 8)
}

// sideways reports an orientation that swaps width and height.
func sideways(turn int) bool { return turn >= 5 }

// turned brings a picture upright by its orientation, as EXIF numbers them.
func turned(m *image.Gray, turn int) *image.Gray {
	if turn <= upright || turn > 8 {
		return m
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if sideways(turn) {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewGray(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			var from image.Point
			switch turn {
			case 2:
				from = image.Pt(w-1-x, y)
			case 3:
				from = image.Pt(w-1-x, h-1-y)
			case 4:
				from = image.Pt(x, h-1-y)
			case 5:
				from = image.Pt(y, x)
			case 6:
				from = image.Pt(y, h-1-x)
			case 7:
				from = image.Pt(w-1-y, h-1-x)
			case 8:
				from = image.Pt(w-1-y, x)
			}
			out.Pix[y*out.Stride+x] = m.Pix[from.Y*m.Stride+from.X]
		}
	}
	return out
}

// fitted calculates the resolution on a page, and shrinks fine pictures.
func fitted(m *image.Gray) ports.Picture {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	dpi := max(float64(max(w, h))/pageHeight, float64(min(w, h))/pageWidth)
	if dpi > finest {
		length := func(n int) int { return max(1, int(math.Round(float64(n)*usual/dpi))) }
		return ports.Picture{Gray: dots.Scaled(m, length(w), length(h)), DPI: usual}
	}
	return ports.Picture{Gray: m, DPI: max(1, int(math.Round(dpi)))}
}
