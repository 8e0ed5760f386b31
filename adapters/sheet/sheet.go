package sheet

import (
	"bufio"
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

// Read reads content that begins like a zip archive as a workbook, and other content as text.
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

// Text decodes a text line by line and replaces invalid bytes.
func (Reader) Text(
	ctx context.Context, r io.ReaderAt, size int64, lim ports.SheetLimits, line func(string) error,
) error {
	ctx, cancel := context.WithTimeout(ctx, lim.Time)
	defer cancel()
	decoded, err := decode(r, size)
	if err != nil {
		return err
	}
	out := &rows{ended: ctx.Err, lim: lim}
	in := bufio.NewReaderSize(&lines{in: decoded, most: lim.Line}, window)
	for n := 1; ; n++ {
		text, err := in.ReadString('\n')
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case n > lim.Rows:
			return over("more than %d rows", lim.Rows)
		case text != "":
			if err := line(strings.ToValidUTF8(text, "\uFFFD")); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
		if err := out.alive(); err != nil {
			return err
		}
	}
}

// rows passes rows on and counts them.
type rows struct {
	// ended returns the error of the context.
	ended       func() error
	lim         ports.SheetLimits
	row         func(string, int, []table.Cell) error
	rows, cells int
	text        int64
	elements    int
	looked      int
}

// shows counts the text of a cell before it is part of a row.
func (o *rows) shows(text string) error {
	o.text += int64(len(text))
	switch {
	case int64(len(text)) > o.lim.Cell:
		return over("a cell of more than %d bytes", o.lim.Cell)
	case o.text > o.lim.Text:
		return over("cells of more than %d bytes together", o.lim.Text)
	}
	return nil
}

// add passes a row on unless it is empty.
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

// alive checks the deadline at every 256th call. Each row and part of a row calls it.
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
