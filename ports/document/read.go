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
	// Reason is for operators, in a few words.
	Reason string
}

func (e *ReadError) Error() string { return string(e.Code) + ": " + e.Reason }

// Ended is the error of a reading whose context ended: a ReadError parser_timeout where its own time was over, which limit
// is.
func Ended(err error, limit time.Duration) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &ReadError{Code: document.ParserTimeout, Reason: "reading took longer than " + limit.String()}
	}
	return err
}

// SheetLimits bound what is read of one table file. Crossing one is a ReadError over_limits, and
// parser_timeout for Time.
type SheetLimits struct {
	// Rows and Cells count those with content, over all sheets. Columns is the width of any row.
	Rows, Columns, Cells int
	// Line is the most bytes of one record of a text.
	Line int
	// Unpacked is the most bytes of all parts of a workbook, Ratio how many times its size they are at
	// most, Parts how many there are.
	Unpacked     int64
	Ratio, Parts int64
	// Text bounds the bytes that all cells yield, Cell the bytes of each: a workbook stores a text
	// once, however many cells show it.
	Text, Cell int64
	// Sheets bounds the sheets of a workbook, Elements the elements of all parts that are read.
	Sheets, Elements int
	Time             time.Duration
}

// sheetRows are 250,000 rows and a hundred above and below them: heads, totals, remarks.
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
	// Read calls row for each row that has content, in the order of the file. Rows are numbered from
	// 1 in their sheet; the one sheet of a text is called "". The cells belong to row until it
	// returns. An error of row ends the reading and comes back as it is; a file that cannot be read
	// is a *ReadError.
	Read(ctx context.Context, r io.ReaderAt, size int64, lim SheetLimits, row func(sheet string, n int, cells []table.Cell) error) error
	// Delimiter finds the character between the cells of a text; 0 for a workbook.
	Delimiter(r io.ReaderAt, size int64) (rune, error)
	// Text calls line for each line of a text in any encoding, as UTF-8 and with its end. Rows and
	// Line of the limits bound it. An error of line ends the reading and comes back as it is.
	Text(ctx context.Context, r io.ReaderAt, size int64, lim SheetLimits, line func(string) error) error
}

// PageLimits bound what is read of a PDF. Crossing one is a ReadError over_limits, and parser_timeout for
// Time.
type PageLimits struct {
	// Characters and Words count over all pages.
	Pages, Characters, Words int
	// Files are the embedded files that are looked at, File is the most bytes of one.
	Files int
	File  int64
	Time  time.Duration
}

// PDFLimits are those of a document.
var PDFLimits = PageLimits{
	Pages: 1_000, Characters: 3_000_000, Words: 600_000, Files: 20, File: 10 << 20, Time: 120 * time.Second,
}

// EmbeddedFile is a file inside a PDF.
type EmbeddedFile struct {
	Name    string
	Content []byte
}

// Paper is what a PDF holds.
type Paper struct {
	// Pages are in order; a page without text has no words.
	Pages []grid.Page
	// Files are the embedded ones that are named like XML.
	Files []EmbeddedFile
}

// Pages reads PDFs.
type Pages interface {
	// Read reads all pages. A file that cannot be read is a *ReadError: encrypted where it needs a password.
	Read(ctx context.Context, file []byte, lim PageLimits) (Paper, error)
}

// XMLLimits bound what is read of an XML file. Crossing one is a ReadError over_limits, and
// parser_timeout for Time.
type XMLLimits struct {
	Elements, Depth int
	Time            time.Duration
}

// XMLFileLimits are those of a document.
var XMLFileLimits = XMLLimits{Elements: 1_000_000, Depth: 64, Time: 30 * time.Second}

// Invoices reads electronic invoices and other trade messages in XML.
type Invoices interface {
	// Read reads a message and says by its root and type code what it is. The reading is not concluded.
	// XML that is no known message is a ReadError unsupported_content; a document type or an entity of its
	// own is over_limits.
	Read(ctx context.Context, r io.Reader, lim XMLLimits) (reading.Reading, document.Guess, error)
}

// InterchangeLimits bound the reading of an EDI file. Crossing one is a ReadError over_limits, and
// parser_timeout for Time.
type InterchangeLimits struct {
	// Segments counts all segments, Segment the bytes of each.
	Segments, Segment int
	Time              time.Duration
}

// InterchangeFileLimits bound a document.
var InterchangeFileLimits = InterchangeLimits{Segments: 1_000_000, Segment: 64 << 10, Time: 30 * time.Second}

// Interchanges reads EDI: EDIFACT and X12.
type Interchanges interface {
	// Read reads the first message of a known kind, and guesses the type by its kind and type code.
	// The reading is not concluded. It has the problem edi_not_read if there is no such message. A
	// file that is no interchange is a ReadError unreadable.
	Read(ctx context.Context, r io.Reader, lim InterchangeLimits) (reading.Reading, document.Guess, error)
}
