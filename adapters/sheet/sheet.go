package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/table"
	ports "sellingassistant/ports/document"
)

// Reader reads tables.
type Reader struct{}

var _ ports.Sheets = Reader{}

// zipMagic begins a zip archive.
const zipMagic = "PK\x03\x04"

// Read reads content that begins like a zip archive as a workbook, and everything else as text.
func (Reader) Read(ctx context.Context, r io.ReaderAt, size int64, lim ports.SheetLimits, row func(string, int, []table.Cell) error) error {
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	out := &rows{ended: ctx.Err, lim: lim, row: row}
	magic := make([]byte, 4)
	n, err := r.ReadAt(magic, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case n == 4 && string(magic) == zipMagic:
		return readWorkbook(r, size, out)
	}
	return readText(r, size, out)
}

// Text decodes a text and replaces what is no character.
func (Reader) Text(_ context.Context, r io.ReaderAt, size int64, lim ports.SheetLimits) (string, error) {
	decoded, err := decode(r, size)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(&lines{in: decoded, most: lim.Line})
	if err != nil {
		return "", err
	}
	if bytes.Count(text, []byte("\n")) >= lim.Rows {
		return "", over("more than %d rows", lim.Rows)
	}
	return strings.ToValidUTF8(string(text), "\uFFFD"), nil
}

// rows hands rows on and keeps count of them.
type rows struct {
	// ended is the error of the context.
	ended       func() error
	lim         ports.SheetLimits
	row         func(string, int, []table.Cell) error
	rows, cells int
	looked      int
}

// add hands a row on unless it is empty.
func (o *rows) add(sheet string, n int, cells []table.Cell) error {
	filled := 0
	for _, c := range cells {
		if c.Text != "" {
			filled++
		}
	}
	if filled == 0 {
		return nil
	}
	o.rows++
	o.cells += filled
	switch {
	case o.rows > o.lim.Rows:
		return over("more than %d rows", o.lim.Rows)
	case o.cells > o.lim.Cells:
		return over("more than %d cells", o.lim.Cells)
	}
	return o.row(sheet, n, cells)
}

// alive asks for the deadline now and then; it is called for each row and part of a row.
func (o *rows) alive() error {
	if o.looked++; o.looked%256 != 0 {
		return nil
	}
	return ports.Ended(o.ended(), o.lim.Time)
}

func over(format string, args ...any) error {
	return &ports.ReadError{Code: document.OverLimits, Reason: fmt.Sprintf(format, args...)}
}

func unreadable(format string, args ...any) error {
	return &ports.ReadError{Code: document.Unreadable, Reason: fmt.Sprintf(format, args...)}
}
