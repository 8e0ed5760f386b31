package document

import (
	"context"
	"errors"
	"io"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/table"
)

// ReadError says why the content of a file was not read.
type ReadError struct {
	Code document.FailureCode
	// Reason gives operators the cause in a few words.
	Reason string
}

func (e *ReadError) Error() string { return string(e.Code) + ": " + e.Reason }

// Ended turns an expired deadline into a ReadError parser_timeout that names the limit. It returns
// other errors as they are.
func Ended(err error, limit time.Duration) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &ReadError{Code: document.ParserTimeout, Reason: "reading took longer than " + limit.String()}
	}
	return err
}

// SheetLimits bound the reading of a table file. Crossing them is a ReadError over_limits, and
// parser_timeout for Time.
type SheetLimits struct {
	// Rows and Cells count rows and cells with content, over all sheets. Columns bounds the width
	// of each row.
	Rows, Columns, Cells int
	// Line bounds the bytes of one record of a text.
	Line int
	// Unpacked bounds the bytes of all parts of a workbook together. Ratio bounds them by the size
	// of the file times a factor. Parts bounds the number of parts.
	Unpacked     int64
	Ratio, Parts int64
	// Text bounds the bytes that all cells yield, Cell the bytes of each. A workbook stores a text
	// once, however many cells show it.
	Text, Cell int64
	// Sheets bounds the sheets of a workbook, Elements the elements of all parts that are read.
	Sheets, Elements int
	Time             time.Duration
}

// sheetRows allows 250,000 rows, and a hundred for heads, totals and remarks around them.
const sheetRows = 250_100

// The limits of the kinds of table.
var (
	TextLimits = SheetLimits{
		Rows: sheetRows, Columns: 500, Cells: 125_000_000, Line: 1 << 20, Text: 96 << 20, Cell: 1 << 20,
		Time: 30 * time.Second,
	}
	WorkbookLimits = SheetLimits{
		Rows: sheetRows, Columns: 500, Cells: 2_000_000, Line: 1 << 20,
		Unpacked: 200 << 20, Ratio: 100, Parts: 10_000, Text: 96 << 20, Cell: 128 << 10,
		Sheets: 255, Elements: 12_000_000, Time: 120 * time.Second,
	}
)

// Sheets reads the tables of a file: CSV and TSV in any encoding, and workbooks (XLSX).
type Sheets interface {
	// Read calls row for each row that has content, in the order of the file. Rows count from 1 in
	// their sheet; the single sheet of a text is called "". The cells belong to row until it
	// returns. An error of row ends the reading and comes back as it is; a file that cannot be read
	// is a *ReadError.
	Read(ctx context.Context, r io.ReaderAt, size int64, lim SheetLimits, row func(sheet string, n int, cells []table.Cell) error) error
	// Delimiter finds the character between the cells of a text; 0 for a workbook.
	Delimiter(r io.ReaderAt, size int64) (rune, error)
	// Text calls line for each line of a text in any encoding, as UTF-8 and with its end. Rows and
	// Line of the limits bound it. An error of line ends the reading and comes back as it is.
	Text(ctx context.Context, r io.ReaderAt, size int64, lim SheetLimits, line func(string) error) error
}

// PageLimits bound the reading of a PDF. Crossing them is a ReadError over_limits, and
// parser_timeout for Time.
type PageLimits struct {
	// Characters and Words count over all pages.
	Pages, Characters, Words int
	// Files bounds the embedded files, File the bytes of each XML file among them.
	Files int
	File  int64
	Time  time.Duration
}

// PDFLimits bound a document.
var PDFLimits = PageLimits{
	Pages: 1_000, Characters: 3_000_000, Words: 600_000, Files: 20, File: 10 << 20, Time: 120 * time.Second,
}

// EmbeddedFile has a file inside a PDF.
type EmbeddedFile struct {
	Name    string
	Content []byte
}

// Paper has the content of a PDF.
type Paper struct {
	// Pages has all pages in order; a page without text has no words.
	Pages []grid.Page
	// Files has the embedded files with names like XML.
	Files []EmbeddedFile
}

// Pages reads all pages of a PDF. A file that cannot be read is a *ReadError: encrypted if it needs
// a password.
type Pages func(ctx context.Context, file []byte, lim PageLimits) (Paper, error)

// XMLLimits bound the reading of an XML file. Crossing them is a ReadError over_limits, and
// parser_timeout for Time.
type XMLLimits struct {
	Elements, Depth int
	Time            time.Duration
}

// XMLFileLimits bound a document.
var XMLFileLimits = XMLLimits{Elements: 1_000_000, Depth: 64, Time: 30 * time.Second}

// Invoices reads an electronic invoice or another trade message in XML, and guesses its document
// type from its root and type code. The reading is not concluded. XML without a known message is a
// ReadError unsupported_content. A document type or an entity of its own is over_limits.
type Invoices func(ctx context.Context, r io.Reader, lim XMLLimits) (reading.Reading, document.Guess, error)

// InterchangeLimits bound the reading of an EDI file. Crossing them is a ReadError over_limits, and
// parser_timeout for Time.
type InterchangeLimits struct {
	// Segments counts all segments, Segment the bytes of each.
	Segments, Segment int
	Time              time.Duration
}

// InterchangeFileLimits bound a document.
var InterchangeFileLimits = InterchangeLimits{Segments: 1_000_000, Segment: 64 << 10, Time: 30 * time.Second}

// Interchanges reads the first message of a known kind from EDI: EDIFACT and X12. It guesses the
// type by the message's kind and type code. The reading is not concluded. It has the problem
// edi_not_read if there is no such message. A file that is no interchange is a ReadError
// unreadable.
type Interchanges func(ctx context.Context, r io.Reader, lim InterchangeLimits) (reading.Reading, document.Guess, error)
