package document

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/money"
)

// Document shows a document to clients.
type Document struct {
	ID               int64         `json:"id" doc:"Identifier of the document."`
	Type             string        `json:"type" doc:"Type that the user or a confident classification decided: invoice, credit_note, receipt, purchase_order, order_confirmation, packing_slip, price_list, shipping_document, authorization_letter, statement or other. Words may be added."`
	Status           string        `json:"status" doc:"uploaded, processing, ready, failed, applied or dismissed."`
	OriginalName     string        `json:"original_name" doc:"File name as uploaded, cleaned for display."`
	MimeType         string        `json:"mime_type" doc:"Media type of the content, whatever the client declared."`
	FileSize         int64         `json:"file_size" doc:"Size of the file in bytes."`
	ReferenceNumber  *string       `json:"reference_number" doc:"Reference printed on the document."`
	Notes            *string       `json:"notes" doc:"Free text."`
	Targets          []Target      `json:"targets" doc:"The records the document belongs to."`
	AIClassifiedType *string       `json:"ai_classified_type" doc:"Type assigned by automatic classification; null when there is nothing to judge by."`
	AIConfidence     *float64      `json:"ai_confidence" minimum:"0" maximum:"1" doc:"The share of answers with this confidence that are right."`
	HasParsedData    bool          `json:"has_parsed_data" doc:"Whether lines were read from the file; the import preview serves them."`
	AppliedAt        *body.Time    `json:"applied_at" doc:"When the document was applied."`
	DismissedAt      *body.Time    `json:"dismissed_at" doc:"When the document was dismissed."`
	CreatedAt        body.Time     `json:"created_at" doc:"When the document was uploaded."`
	UpdatedAt        body.Time     `json:"updated_at" doc:"When the document last changed."`
	Version          int64         `json:"version" doc:"Counts the changes, for If-Match."`
	SHA256           string        `json:"sha256" doc:"SHA-256 of the bytes in hex digits."`
	PageCount        *int          `json:"page_count" doc:"Pages of a PDF or sheets of a workbook, once read."`
	Failure          *Failure      `json:"failure" doc:"Why the file could not be read."`
	Classifier       *Classifier   `json:"classifier" doc:"How the type was guessed."`
	Supplier         *Supplier     `json:"supplier" doc:"The issuer that was recognised."`
	NotesCount       int64         `json:"notes_count" doc:"Notes about it."`
	ParsedSummary    *ParsedResult `json:"parsed_summary" doc:"Summary of the reading."`
	LastReading      *LastReading  `json:"last_reading" doc:"How the file was read the last time; null before."`

	Mapping *DocumentMapping `json:"mapping" doc:"Meanings that a user gave to columns; null without them."`
}

// LiveMembers lists the members that change without updated_at.
func (Document) LiveMembers() []string {
	return []string{"targets", "notes_count"}
}

// Target names a record the document belongs to.
type Target struct {
	Type    string `json:"type" doc:"purchase_order, supplier, inventory_product, sku, listing or warehouse."`
	ID      int64  `json:"id" doc:"Identifier of the record."`
	Deleted bool   `json:"deleted" doc:"Whether the record has been deleted since."`
}

// Failure explains why a file could not be read.
type Failure struct {
	Code    string `json:"code" doc:"unreadable, encrypted, over_limits, unsupported_content, parser_timeout, worker_lost or storage_missing."`
	Message string `json:"message" doc:"A sentence for people."`
}

// Classifier explains how the type was guessed.
type Classifier struct {
	Method     string      `json:"method" doc:"The stage that was sure: xml, edi, structure, rules, model, team or none."`
	Version    string      `json:"version" doc:"Version of the classifier."`
	Candidates []Candidate `json:"candidates" doc:"The best guesses, best first, at most three."`
}

// Candidate has a possible type with its confidence.
type Candidate struct {
	Type       string  `json:"type" doc:"The type."`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1" doc:"The confidence of the guess."`
}

// Supplier names the recognised issuer.
type Supplier struct {
	ID         int64   `json:"id" doc:"Identifier of the supplier."`
	Name       string  `json:"name" doc:"Name of the supplier when it was recognised."`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1" doc:"The confidence of the match."`
}

// ParsedResult summarises the data read from the file.
type ParsedResult struct {
	Lines         int         `json:"lines" doc:"Lines that were read."`
	LinesVerified int         `json:"lines_verified" doc:"Lines with a quantity, price and total that agree."`
	Total         *body.Money `json:"total" doc:"The printed total in currency."`
	Currency      *string     `json:"currency" doc:"ISO 4217 code."`
	IssueDate     *string     `json:"issue_date" format:"date" doc:"The printed date."`
}

// LastReading explains how a file was read.
type LastReading struct {
	Run            int       `json:"run" doc:"Counts the readings of the file, including failed readings."`
	Method         string    `json:"method" doc:"xml, edi, table, pdf (words on pages, of texts too), ocr, or none if nothing was read."`
	ParserVersion  string    `json:"parser_version" doc:"Version of the rules by which lines are read."`
	StartedAt      body.Time `json:"started_at" doc:"When the reading began."`
	FinishedAt     body.Time `json:"finished_at" doc:"When the reading ended."`
	PagesRead      int       `json:"pages_read" doc:"Pages that were read; 0 for a file without pages."`
	Lines          int       `json:"lines" doc:"Lines that were read."`
	LinesVerified  int       `json:"lines_verified" doc:"Lines with a quantity, price and total that agree."`
	PreviewVersion int       `json:"preview_version" doc:"Rises each time other lines are stored, or the same are judged for another type."`
	Problems       []Problem `json:"problems" doc:"Problems of the whole document."`
}

// Problem describes a problem for people.
type Problem struct {
	Code     string `json:"code" doc:"Name of the problem, such as no_text_layer. Words may be added."`
	Severity string `json:"severity" doc:"error, warning or info."`
	Message  string `json:"message" doc:"A sentence for people."`
}

// Download has a link to the file.
type Download struct {
	URL          string    `json:"url" doc:"Serves the file without a key until it expires."`
	ExpiresAt    body.Time `json:"expires_at" doc:"When the link stops working."`
	OriginalName string    `json:"original_name" doc:"Name the file is saved under."`
	MimeType     string    `json:"mime_type" doc:"Media type of the file."`
	FileSize     int64     `json:"file_size" doc:"Size of the file in bytes."`
}

// Patch has the members a user may change.
type Patch struct {
	body.AtLeastOne
	Type            body.Opt[string]      `json:"type,omitzero" enum:"invoice,credit_note,receipt,purchase_order,order_confirmation,packing_slip,price_list,shipping_document,authorization_letter,statement,other" doc:"The user's own type; it is never overwritten by a guess."`
	Status          body.Opt[string]      `json:"status,omitzero" enum:"uploaded,processing,ready,failed,applied,dismissed" doc:"The status to move to.\n\nuploaded: reads the file again. dismissed: puts the document aside. ready: takes that back, or what the import of an applied document wrote. applied: marks a document without lines that has a target. Other moves are 422 invalid_transition."`
	OriginalName    body.Opt[string]      `json:"original_name,omitzero" minLength:"1" maxLength:"255" doc:"The extension cannot change."`
	ReferenceNumber body.Field[string]    `json:"reference_number,omitzero" maxLength:"100" doc:"Null or empty clears it."`
	Notes           body.Field[string]    `json:"notes,omitzero" maxLength:"5000" doc:"Null or empty clears it."`
	Targets         body.Opt[[]TargetRef] `json:"targets,omitzero" maxItems:"20" doc:"Replaces the whole list; repeats are dropped."`

	Mapping body.Field[WantedDocumentMapping] `json:"mapping,omitzero" doc:"Of a table file. Null clears it."`
}

// TargetRef names a record in a request.
type TargetRef struct {
	Type    string         `json:"type" enum:"purchase_order,supplier,inventory_product,sku,listing,warehouse" doc:"The kind of record."`
	ID      body.ID        `json:"id" doc:"Identifier of the record."`
	Deleted body.Opt[bool] `json:"deleted,omitzero" doc:"Accepted as it is in answers, and ignored."`
}

// Fraction takes a confidence in a query: a number from 0 to 1 with at most four decimals.
type Fraction struct{ confidence document.Confidence }

func (f *Fraction) UnmarshalJSON(b []byte) error {
	// Amounts count in ten-thousandths, like confidences.
	a, err := money.Parse(string(b))
	f.confidence = document.Confidence(a.Units())
	return err
}

func (Fraction) Schema(huma.Registry) *huma.Schema {
	zero, one := 0.0, 1.0
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Minimum: &zero, Maximum: &one}
}
