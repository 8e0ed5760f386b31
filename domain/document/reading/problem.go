package reading

import (
	"maps"
	"slices"

	"sellingassistant/domain/document"
)

// Severity grades the consequence of a problem.
type Severity string

// The severities. An error stops its line from being imported.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Code names a problem of a line or a document.
type Code string

// The problems that reading finds.
const (
	MissingQuantity        Code = "missing_quantity"
	MissingPrice           Code = "missing_price"
	InvalidIdentifier      Code = "invalid_identifier"
	IdentifierRepaired     Code = "identifier_repaired"
	ArithmeticMismatch     Code = "arithmetic_mismatch"
	TotalMismatch          Code = "total_mismatch"
	LowConfidence          Code = "low_confidence"
	SumResolved            Code = "sum_resolved"
	DuplicateLine          Code = "duplicate_line"
	ColumnsUnsure          Code = "columns_unsure"
	EmbeddedDataDiffers    Code = "embedded_data_differs"
	EmbeddedDataUnreadable Code = "embedded_data_unreadable"
	NoTextLayer            Code = "no_text_layer"
	ResolutionTooLow       Code = "resolution_too_low"
	PagesNotRead           Code = "pages_not_read"
	EDINotRead             Code = "edi_not_read"
	PricesIncludeTax       Code = "prices_include_tax"
	TextUnusable           Code = "text_unusable"
	NoLines                Code = "no_lines"
	TotalsNotFound         Code = "totals_not_found"
	DateUnsure             Code = "date_unsure"
	SeveralDocuments       Code = "several_documents"
	CountDiffers           Code = "count_differs"
	ControlNumberDiffers   Code = "control_number_differs"
	EnvelopeIncomplete     Code = "envelope_incomplete"
	FigureUnreadable       Code = "figure_unreadable"
	DocumentCancelled      Code = "document_cancelled"
	CurrencyUnknown        Code = "currency_unknown"
	RowsNotRead            Code = "rows_not_read"
	MappingUnfit           Code = "mapping_unfit"
	KindUnsure             Code = "kind_unsure"
)

var problems = map[Code]Problem{
	MissingQuantity:        {MissingQuantity, Error, "The line has no quantity."},
	MissingPrice:           {MissingPrice, Error, "The line has no price."},
	InvalidIdentifier:      {InvalidIdentifier, Error, "The product code is damaged or has a wrong check digit."},
	IdentifierRepaired:     {IdentifierRepaired, Warning, "The product code had lost zeros in front, which its check digit confirms."},
	ArithmeticMismatch:     {ArithmeticMismatch, Warning, "Quantity times price is not the printed total."},
	TotalMismatch:          {TotalMismatch, Warning, "The lines or the parts of the total do not add up to the printed sums."},
	LowConfidence:          {LowConfidence, Warning, "The figures may be wrong: compare them with the document."},
	SumResolved:            {SumResolved, Warning, "A line was chosen or left out so that the lines add up to the printed sum."},
	DuplicateLine:          {DuplicateLine, Warning, "Another line says the same."},
	ColumnsUnsure:          {ColumnsUnsure, Warning, "Several columns could be the same figure, so no column was taken."},
	EmbeddedDataDiffers:    {EmbeddedDataDiffers, Warning, "The electronic invoice inside the file differs from the printed page."},
	EmbeddedDataUnreadable: {EmbeddedDataUnreadable, Warning, "The electronic invoice inside the file cannot be read, so the printed page was."},
	NoTextLayer: {NoTextLayer, Warning, "Pages are pictures, and no text was read from them: OCR is not installed " +
		"(Debian package tesseract-ocr), is off, or found none. Upload the file that they were printed from."},
	ResolutionTooLow: {ResolutionTooLow, Warning,
		"The picture is too small to be read without mistakes: scan it at 300 dpi, at least 1,700 pixels wide."},
	PagesNotRead: {PagesNotRead, Warning,
		"Some pages are pictures that were not read: they come after 20 others, are damaged, too large or took too long."},
	EDINotRead: {EDINotRead, Info,
		"The interchange has no message that is read: EDIFACT INVOIC, ORDERS, ORDCHG, ORDRSP, DESADV, " +
			"X12 810, 850, 855, 856, 860, 865."},
	PricesIncludeTax: {
		PricesIncludeTax, Warning,
		"The lines add up to the total with its tax: set prices_include_tax, their prices include it.",
	},
	DateUnsure: {DateUnsure, Warning,
		"Day and month of the date could be swapped, so it was not taken: give issue_date."},
	NoLines: {NoLines, Warning, "No lines of goods were found."},
	TotalsNotFound: {TotalsNotFound, Warning,
		"No printed figures add up, neither in a line nor to a total: compare all of them with the document."},
	SeveralDocuments: {SeveralDocuments, Warning, "The file has several documents, and only the first was read."},
	CountDiffers: {CountDiffers, Warning,
		"The message names another number of segments, lines or messages than it has: something may be missing."},
	ControlNumberDiffers: {ControlNumberDiffers, Warning,
		"The number at the end of a message or interchange is not the number at its beginning."},
	EnvelopeIncomplete: {EnvelopeIncomplete, Warning,
		"The beginning or the end of the message or interchange is missing: lines may be missing too."},
	FigureUnreadable:  {FigureUnreadable, Error, "A figure is not a number: compare it with the document."},
	DocumentCancelled: {DocumentCancelled, Error, "The message cancels a document that was sent before."},
	TextUnusable:      {TextUnusable, Warning, "The letters of the pages have no meaning that a program can read."},
	RowsNotRead: {RowsNotRead, Warning,
		"Rows of the table look like lines and were not read: compare the lines with the document."},
	MappingUnfit: {MappingUnfit, Error,
		"The file lacks the sheet, the header row or a column that mapping names, or it names a column twice."},
	KindUnsure: {KindUnsure, Warning,
		"The line may be goods, a charge or a deposit: compare it with the document, and give its kind."},
	CurrencyUnknown: {CurrencyUnknown, Error,
		"The sign beside the amounts names no currency for sure: give header.currency."},
}

// Problem describes a doubt about a line or a document for a person to check.
type Problem struct {
	Code     Code
	Severity Severity
	Message  string
}

// ProblemOf returns the problem of a code.
func ProblemOf(c Code) Problem { return problems[c] }

// Codes lists the codes, sorted.
func Codes() []Code { return slices.Sorted(maps.Keys(problems)) }

// Note adds the problem to the line, once.
func (l *Line) Note(c Code) { l.Problems = note(l.Problems, c) }

// Note adds the problem to the document, once.
func (r *Reading) Note(c Code) { r.Problems = note(r.Problems, c) }

// NoteFirst adds the problem to the document, once, before all others.
func (r *Reading) NoteFirst(c Code) {
	r.Problems = append(note(nil, c), slices.DeleteFunc(r.Problems, func(p Problem) bool { return p.Code == c })...)
}

// NoteAs adds the problem to the document, once, with a message of its own.
func (r *Reading) NoteAs(c Code, message string) {
	had := len(r.Problems)
	if r.Note(c); len(r.Problems) > had {
		r.Problems[had].Message = message
	}
}

func note(list []Problem, c Code) []Problem {
	if slices.ContainsFunc(list, func(p Problem) bool { return p.Code == c }) {
		return list
	}
	return append(list, problems[c])
}

// Sure is the least confidence of a line without a warning.
const Sure document.Confidence = 9_000

// summed is the least confidence of lines that add up to the printed sum.
const summed document.Confidence = 9_700

// confidences maps each class of lines to its share of right lines, from trials with public
// invoices.
var confidences = map[Evidence]document.Confidence{
	Marked: document.Certain, Columns: 9_900, ByProduct: 9_500, Joined: 9_500, Allowance: 9_500, Placed: 6_100,
}

// unproven reports printed pages with lines and no check with a result.
func (r *Reading) unproven(kind document.Type) bool {
	owes := kind == document.Invoice || kind == document.CreditNote
	return owes && (r.Method == PDF || r.Method == OCR) && len(r.Lines) > 0 &&
		!slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Result != Unknown })
}
