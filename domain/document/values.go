package document

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/money"
)

// ID identifies a document, over all teams.
type ID int64

// Digest has a SHA-256 sum in lower-case hex digits.
type Digest string

// Valid reports whether d is 64 lower-case hex digits.
func (d Digest) Valid() bool {
	if len(d) != 64 {
		return false
	}
	for _, c := range []byte(d) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Type names the kind of a document.
type Type string

// The types.
const (
	Invoice             Type = "invoice"
	CreditNote          Type = "credit_note"
	Receipt             Type = "receipt"
	PurchaseOrder       Type = "purchase_order"
	OrderConfirmation   Type = "order_confirmation"
	PackingSlip         Type = "packing_slip"
	PriceList           Type = "price_list"
	ShippingDocument    Type = "shipping_document"
	AuthorizationLetter Type = "authorization_letter"
	Statement           Type = "statement"
	Other               Type = "other"
)

// Types lists all types.
func Types() []Type {
	return []Type{Invoice, CreditNote, Receipt, PurchaseOrder, OrderConfirmation, PackingSlip, PriceList,
		ShippingDocument, AuthorizationLetter, Statement, Other}
}

// Valid reports whether t is one of the types.
func (t Type) Valid() bool { return slices.Contains(Types(), t) }

// TargetKind names the kind of record a document can be attached to.
type TargetKind string

// The kinds of target.
const (
	TargetPurchaseOrder    TargetKind = "purchase_order"
	TargetSupplier         TargetKind = "supplier"
	TargetInventoryProduct TargetKind = "inventory_product"
	TargetSKU              TargetKind = "sku"
	TargetListing          TargetKind = "listing"
	TargetWarehouse        TargetKind = "warehouse"
)

// TargetKinds lists all kinds of target.
func TargetKinds() []TargetKind {
	return []TargetKind{TargetPurchaseOrder, TargetSupplier, TargetInventoryProduct, TargetSKU, TargetListing, TargetWarehouse}
}

// Valid reports whether k is one of the kinds.
func (k TargetKind) Valid() bool { return slices.Contains(TargetKinds(), k) }

// Target names a record the document belongs to.
type Target struct {
	Kind TargetKind
	ID   int64
	// Deleted reports that the record was deleted since.
	Deleted bool
}

// Same reports whether both name the same record.
func (t Target) Same(u Target) bool { return t.Kind == u.Kind && t.ID == u.ID }

// MaxTargets bounds the targets of one document.
const MaxTargets = 20

// Confidence is a share in ten-thousandths, 0 to 10,000.
type Confidence int64

// Certain means a confidence of 1.
const Certain Confidence = 10_000

// Valid reports whether c lies between 0 and 1.
func (c Confidence) Valid() bool { return c >= 0 && c <= Certain }

// Fraction returns the confidence as the number between 0 and 1 that readers see.
func (c Confidence) Fraction() float64 { return float64(c) / float64(Certain) }

// Guess has a type and how often a guess of this confidence is right.
type Guess struct {
	Type       Type
	Confidence Confidence
}

// typeFloor has the confidence from which a guess becomes the type.
const typeFloor Confidence = 6_000

// Settled returns the type of a document: the user's, else a guess that is sure enough, else other.
func Settled(said *Type, guess *Guess) Type {
	switch {
	case said != nil:
		return *said
	case guess != nil && guess.Confidence >= typeFloor:
		return guess.Type
	}
	return Other
}

// Method names the stage of the classifier that decided.
type Method string

// The methods.
const (
	ByXML       Method = "xml"
	ByEDI       Method = "edi"
	ByStructure Method = "structure"
	ByRules     Method = "rules"
	ByModel     Method = "model"
	ByTeam      Method = "team"
	ByNone      Method = "none"
)

// Methods lists all methods.
func Methods() []Method { return []Method{ByXML, ByEDI, ByStructure, ByRules, ByModel, ByTeam, ByNone} }

// Classifier records how the type was guessed.
type Classifier struct {
	Method  Method
	Version string
	// Candidates has the best guesses, best first, at most three.
	Candidates []Guess
}

// Supplier has the issuer that was recognised.
type Supplier struct {
	ID         int64
	Name       string
	Confidence Confidence
}

// Summary has the main values read from a document.
type Summary struct {
	// Lines counts the lines that were read, LinesVerified the lines with figures that agree.
	Lines         int
	LinesVerified int
	// Total has the printed total in Currency, or nil.
	Total    *money.Amount
	Currency *money.Currency
	// IssueDate has the printed date as YYYY-MM-DD, or nil.
	IssueDate *string
}

// FailureCode says why a document could not be read.
type FailureCode string

// The failure codes.
const (
	Unreadable         FailureCode = "unreadable"
	Encrypted          FailureCode = "encrypted"
	OverLimits         FailureCode = "over_limits"
	UnsupportedContent FailureCode = "unsupported_content"
	ParserTimeout      FailureCode = "parser_timeout"
	WorkerLost         FailureCode = "worker_lost"
	StorageMissing     FailureCode = "storage_missing"
)

// FailureCodes lists all failure codes.
func FailureCodes() []FailureCode {
	return []FailureCode{Unreadable, Encrypted, OverLimits, UnsupportedContent, ParserTimeout, WorkerLost, StorageMissing}
}

// Valid reports whether c is one of the codes.
func (c FailureCode) Valid() bool { return slices.Contains(FailureCodes(), c) }

// Message returns the sentence for people that belongs to the code.
func (c FailureCode) Message() string {
	switch c {
	case Unreadable:
		return "The file is damaged and cannot be read."
	case Encrypted:
		return "The file is protected by a password."
	case OverLimits:
		return "The file is larger inside than the service reads."
	case UnsupportedContent:
		return "The file has nothing the service can read."
	case ParserTimeout:
		return "Reading the file took too long."
	case WorkerLost:
		return "Reading the file was interrupted three times."
	case StorageMissing:
		return "The stored bytes of the file are missing."
	}
	return ""
}

// LastReading says how the file was read the last time.
type LastReading struct {
	// Run counts the readings of the file, failed readings too.
	Run int
	// Method names the reader: xml, table, pdf or ocr; "none" if no reader could read it.
	Method string
	// ParserVersion names the rules by which the lines were read.
	ParserVersion         string
	StartedAt, FinishedAt time.Time
	// PagesRead stays 0 for a file without pages.
	PagesRead int
	// Lines counts the lines, LinesVerified the lines with figures that agree.
	Lines, LinesVerified int
	// PreviewVersion counts the sets of lines that were stored, from 1; 0 before the first set.
	PreviewVersion int
	// Problems has codes of package reading.
	Problems []string
}

// Reading has a worker's findings in a file. Last gets its Run and PreviewVersion from the
// document.
type Reading struct {
	// Guess stays nil when there is neither text nor structure to judge by.
	Guess      *Guess
	Classifier Classifier
	// PageCount counts the pages, nil for a file without pages.
	PageCount *int
	// ReferenceNumber has the number printed on the document, or "".
	ReferenceNumber string
	// Summary stays nil for a document without lines.
	Summary *Summary
	Last    LastReading
}

func validDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}
