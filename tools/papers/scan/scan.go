// Package scan makes scans of documents: pages without text, a little turned, with noise.
package scan

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"codeberg.org/go-pdf/fpdf"

	ports "sellingassistant/ports/document"
)

// Look describes the differences between a scan and its document.
type Look struct {
	// Turn counts degrees, clockwise.
	Turn float64
	// Noise limits how far a dot may be off, of 255.
	Noise int
	// Quality sets the quality of the JPEGs, 1 to 100.
	Quality int
	Seed    uint64
}

// Usual gives scan number n a look: at most a degree askew, both ways in turns.
func Usual(n uint64) Look {
	return Look{Turn: float64(int(n%5)-2) * 0.4, Noise: 40, Quality: 75, Seed: n}
}

// Page makes a JPEG of a page, and returns its pixels too.
func Page(ctx context.Context, draw ports.Drawer, file []byte, page int, look Look) ([]byte, ports.Picture, error) {
	drawn, err := draw(ctx, file, page, ports.PictureLimits)
	if err != nil {
		return nil, drawn, err
	}
	drawn.Gray = noisy(turned(drawn.Gray, look.Turn), look)
	var b bytes.Buffer
	err = jpeg.Encode(&b, drawn.Gray, &jpeg.Options{Quality: look.Quality})
	return b.Bytes(), drawn, err
}

// Of makes a PDF of pictures from so many pages of a file.
func Of(ctx context.Context, draw ports.Drawer, file []byte, pages int, look Look) ([]byte, error) {
	out := fpdf.New("P", "pt", "A4", "")
	for i := range pages {
		content, drawn, err := Page(ctx, draw, file, i, look)
		if err != nil {
			return nil, err
		}
		size := fpdf.SizeType{
			Wd: float64(drawn.Rect.Dx()) * 72 / float64(drawn.DPI), Ht: float64(drawn.Rect.Dy()) * 72 / float64(drawn.DPI),
		}
		name := fmt.Sprint(i)
		out.AddPageFormat("P", size)
		out.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPG"}, bytes.NewReader(content))
		out.ImageOptions(name, 0, 0, size.Wd, size.Ht, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
	}
	var b bytes.Buffer
	err := out.Output(&b)
	return b.Bytes(), err
}

// turned turns a picture around its middle, on white.
func turned(m *image.Gray, degrees float64) *image.Gray {
	if degrees == 0 {
		return m
	}
	size := m.Rect.Size()
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	middleX, middleY := float64(size.X)/2, float64(size.Y)/2
	out := image.NewGray(m.Rect)
	for y := range size.Y {
		for x := range size.X {
			dx, dy := float64(x)-middleX, float64(y)-middleY
			out.Pix[y*out.Stride+x] = between(m, middleX+dx*cos+dy*sin, middleY-dx*sin+dy*cos)
		}
	}
	return out
}

// between weighs the four dots around a place.
func between(m *image.Gray, x, y float64) uint8 {
	left, top := math.Floor(x), math.Floor(y)
	right, below := x-left, y-top
	at := func(x, y float64) float64 {
		p := image.Pt(int(x), int(y))
		if !p.In(m.Rect) {
			return 255
		}
		return float64(m.Pix[p.Y*m.Stride+p.X])
	}
	upper := at(left, top)*(1-right) + at(left+1, top)*right
	lower := at(left, top+1)*(1-right) + at(left+1, top+1)*right
	return uint8(upper*(1-below) + lower*below)
}

func noisy(m *image.Gray, look Look) *image.Gray {
	if look.Noise == 0 {
		return m
	}
	random := rand.New(rand.NewPCG(look.Seed, 1))
	out := image.NewGray(m.Rect)
	size := m.Rect.Size()
	for y := range size.Y {
		for x := range size.X {
			off := random.IntN(2*look.Noise+1) - look.Noise
			out.Pix[y*out.Stride+x] = uint8(min(max(int(m.Pix[y*m.Stride+x])+off, 0), 255))
		}
	}
	return out
}
