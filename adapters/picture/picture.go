// Package picture decodes pictures of documents, within limits that are checked before anything is
// decoded.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// Reader decodes PNG, JPEG, TIFF and WEBP.
type Reader struct{}

var _ ports.Pictures = Reader{}

// mostPages bounds the pages of a TIFF.
const mostPages = 1_000

func (Reader) Look(media document.Media, file []byte, lim ports.ScanLimits) (pages, width int, err error) {
	f, err := open(media, file, 0, lim)
	if err != nil {
		return 0, 0, err
	}
	return f.pages, f.width(), nil
}

func (Reader) Decode(
	ctx context.Context, media document.Media, file []byte, page int, lim ports.ScanLimits,
) (p ports.Picture, err error) {
	f, err := open(media, file, page, lim)
	if err != nil {
		return p, err
	}
	defer func() {
		if found := recover(); found != nil {
			err = unreadable(fmt.Errorf("the decoder panicked: %v", found))
		}
	}()
	decoded, err := f.format.decode(&source{ctx: ctx, file: file, first: f.first})
	switch {
	case ctx.Err() != nil:
		return p, ctx.Err()
	case err != nil:
		return p, unreadable(err)
	}
	return fitted(turned(grey(decoded), f.turn)), nil
}

// format has the decoders of a media type.
type format struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = map[document.Media]format{
	document.PNG:  {png.DecodeConfig, png.Decode},
	document.JPEG: {jpeg.DecodeConfig, jpeg.Decode},
	document.TIFF: {tiff.DecodeConfig, tiff.Decode},
	document.WEBP: {webp.DecodeConfig, webp.Decode},
}

// opened describes a page of a file by its header.
type opened struct {
	format format
	config image.Config
	// first places the page's directory in a TIFF; 0 for others.
	first uint32
	pages int
	// turn numbers the orientation as EXIF does, 1 for upright.
	turn int
}

// width measures across the page as people see it.
func (f *opened) width() int {
	if sideways(f.turn) {
		return f.config.Height
	}
	return f.config.Width
}

func open(media document.Media, file []byte, page int, lim ports.ScanLimits) (*opened, error) {
	f := &opened{pages: 1, turn: upright}
	var known bool
	if f.format, known = formats[media]; !known {
		return nil, &ports.ReadError{Code: document.UnsupportedContent, Reason: "no picture is " + string(media)}
	}
	var frame jpegFrame
	switch media {
	case document.TIFF:
		list, err := directories(file, mostPages)
		if err != nil {
			return nil, err
		}
		if page >= len(list) {
			return nil, unreadable(errors.New("the page is missing"))
		}
		f.pages, f.first, f.turn = len(list), list[page].at, list[page].turn
	case document.JPEG:
		frame, f.turn = lookJPEG(file)
	}
	var err error
	if f.config, err = f.format.config(&source{ctx: context.Background(), file: file, first: f.first}); err != nil {
		return nil, unreadable(err)
	}
	pixels := int64(f.config.Width) * int64(f.config.Height)
	switch memory := pixels * bytesOf(media, f.config.ColorModel, frame); {
	case pixels <= 0:
		return nil, unreadable(errors.New("the picture has no pixels"))
	case pixels > lim.Pixels || f.config.Width > 1<<20 || f.config.Height > 1<<20:
		return nil, over("a picture of %d by %d pixels", f.config.Width, f.config.Height)
	case memory > lim.Memory:
		return nil, over("a picture that takes %d bytes of memory", memory)
	}
	return f, nil
}

// bytesOf counts the bytes that a decoder takes for a pixel, at most.
func bytesOf(media document.Media, model color.Model, frame jpegFrame) int64 {
	if media == document.JPEG {
		return frame.bytes()
	}
	var each int64
	switch model {
	case color.GrayModel:
		each = 1
	case color.Gray16Model:
		each = 2
	case color.YCbCrModel, color.NYCbCrAModel:
		each = 3
	case color.RGBA64Model, color.NRGBA64Model:
		each = 8
	default:
		if each = 4; media == document.PNG && isPalette(model) {
			each = 1
		}
	}
	// Passes of interlaced pictures, strips and transforms are beside the picture.
	return 2 * each
}

func isPalette(m color.Model) bool {
	_, ok := m.(color.Palette)
	return ok
}

// source reads a file until ctx ends. A decoder of a TIFF finds the directory at first in its
// header.
type source struct {
	ctx   context.Context //nolint:containedctx // decoders take no context
	file  []byte
	at    int64
	first uint32
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.ReadAt(b, s.at)
	s.at += int64(n)
	if n > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (s *source) ReadAt(b []byte, at int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if at < 0 || at >= int64(len(s.file)) {
		return 0, io.EOF
	}
	n := copy(b, s.file[at:])
	if s.first > 0 && at < headerSize {
		header := bytes.Clone(s.file[:headerSize])
		orderOf(header).PutUint32(header[4:], s.first)
		copy(b[:n], header[at:])
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func unreadable(err error) error {
	return &ports.ReadError{Code: document.Unreadable, Reason: err.Error()}
}

func over(format string, args ...any) error {
	return &ports.ReadError{Code: document.OverLimits, Reason: fmt.Sprintf(format, args...)}
}
