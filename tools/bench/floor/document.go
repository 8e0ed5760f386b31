package main

import (
	"encoding/json"
	"strconv"
	"time"
)

// one has the body of an answer with a single record.
type one struct {
	Data *document `json:"data"`
}

type page struct {
	Data []document `json:"data"`
	Meta pageMeta   `json:"meta"`
}

type pageMeta struct {
	Limit int     `json:"limit"`
	Next  *string `json:"next_cursor"`
	Total *int64  `json:"total"`
}

func pageOf(found []document, limit int) page {
	p := page{Data: found, Meta: pageMeta{Limit: limit}}
	if len(found) > limit {
		p.Data = found[:limit]
		last := found[limit-1]
		next := strconv.FormatInt(last.created, 36) + "." + strconv.FormatInt(last.ID, 36)
		p.Meta.Next = &next
	}
	return p
}

// document has a document in the form of its answer, and the columns that must be converted for it.
type document struct {
	ID               int64       `json:"id"`
	Type             string      `json:"type"`
	Status           string      `json:"status"`
	OriginalName     string      `json:"original_name"`
	MimeType         string      `json:"mime_type"`
	FileSize         int64       `json:"file_size"`
	ReferenceNumber  *string     `json:"reference_number"`
	Notes            *string     `json:"notes"`
	Targets          []target    `json:"targets"`
	AIClassifiedType *string     `json:"ai_classified_type"`
	AIConfidence     *float64    `json:"ai_confidence"`
	HasParsedData    bool        `json:"has_parsed_data"`
	AppliedAt        *string     `json:"applied_at"`
	DismissedAt      *string     `json:"dismissed_at"`
	CreatedAt        string      `json:"created_at"`
	UpdatedAt        string      `json:"updated_at"`
	Version          int64       `json:"version"`
	SHA256           string      `json:"sha256"`
	PageCount        *int64      `json:"page_count"`
	Failure          *string     `json:"failure"`
	Classifier       *classifier `json:"classifier"`
	Supplier         *supplier   `json:"supplier"`
	NotesCount       int64       `json:"notes_count"`
	ParsedSummary    *summary    `json:"parsed_summary"`
	LastReading      *reading    `json:"last_reading"`
	// No document of the measurement has a mapping.
	Mapping *struct{} `json:"mapping"`

	created, updated   int64
	applied, dismissed *int64
	confidence         *int64
	targets, guess     []byte
	sum, last          []byte
	supplierID         *int64
	supplierName       *string
	supplierShare      *int64
}

type target struct {
	Type    string `json:"type"`
	ID      int64  `json:"id"`
	Deleted bool   `json:"deleted"`
}

type classifier struct {
	Method     string      `json:"method"`
	Version    string      `json:"version"`
	Candidates []candidate `json:"candidates"`
}

type candidate struct {
	Type       string  `json:"type"`
	Confidence float64 `json:"confidence"`
}

type supplier struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	Confidence float64 `json:"confidence"`
}

type summary struct {
	Lines         int      `json:"lines"`
	LinesVerified int      `json:"lines_verified"`
	Total         *float64 `json:"total"`
	Currency      *string  `json:"currency"`
	IssueDate     *string  `json:"issue_date"`
}

type reading struct {
	Run            int             `json:"run"`
	Method         string          `json:"method"`
	ParserVersion  string          `json:"parser_version"`
	StartedAt      json.RawMessage `json:"started_at"`
	FinishedAt     json.RawMessage `json:"finished_at"`
	PagesRead      int             `json:"pages_read"`
	Lines          int             `json:"lines"`
	LinesVerified  int             `json:"lines_verified"`
	PreviewVersion int             `json:"preview_version"`
	Problems       []string        `json:"problems"`
}

const documentColumns = `id, type, status, original_name, mime_type, file_size, reference_number, notes, targets,
	ai_classified_type, ai_confidence, has_parsed_data, applied_at, dismissed_at, created_at, updated_at, version,
	sha256, page_count, failure, classifier, supplier_id, supplier_name, supplier_confidence,
	(SELECT count(*) FROM annotation_notes AS n WHERE n.team_id = documents.team_id AND n.kind = 'document' AND n.target_id = documents.id
		AND n.deleted_at IS NULL), parsed_summary, last_reading`

// These are the statements of the reads, the same on both databases.
const (
	documentSQL  = "SELECT " + documentColumns + " FROM documents WHERE id = $1 AND team_id = $2 AND deleted_at IS NULL"
	documentsSQL = "SELECT " + documentColumns + ` FROM documents WHERE team_id = $1 AND deleted_at IS NULL
		ORDER BY created_at DESC, id DESC LIMIT $2`
)

func (d *document) places() []any {
	return []any{
		&d.ID, &d.Type, &d.Status, &d.OriginalName, &d.MimeType, &d.FileSize, &d.ReferenceNumber, &d.Notes, &d.targets,
		&d.AIClassifiedType, &d.confidence, &d.HasParsedData, &d.applied, &d.dismissed, &d.created, &d.updated, &d.Version,
		&d.SHA256, &d.PageCount, &d.Failure, &d.guess, &d.supplierID, &d.supplierName, &d.supplierShare, &d.NotesCount, &d.sum, &d.last,
	}
}

// finish fills the members that are stored in another form.
func (d *document) finish() error {
	d.CreatedAt, d.UpdatedAt = stamp(d.created), stamp(d.updated)
	d.AppliedAt, d.DismissedAt = nullStamp(d.applied), nullStamp(d.dismissed)
	d.AIConfidence = fraction(d.confidence)
	if err := json.Unmarshal(d.targets, &d.Targets); err != nil {
		return err
	}
	if d.guess != nil {
		if err := json.Unmarshal(d.guess, &d.Classifier); err != nil {
			return err
		}
		for i := range d.Classifier.Candidates {
			d.Classifier.Candidates[i].Confidence /= 10_000
		}
	}
	if d.sum != nil {
		if err := json.Unmarshal(d.sum, &d.ParsedSummary); err != nil {
			return err
		}
		if total := d.ParsedSummary.Total; total != nil {
			*total /= 10_000
		}
	}
	if d.last != nil {
		if err := json.Unmarshal(d.last, &d.LastReading); err != nil {
			return err
		}
		for _, at := range []*json.RawMessage{&d.LastReading.StartedAt, &d.LastReading.FinishedAt} {
			micros, err := strconv.ParseInt(string(*at), 10, 64)
			if err != nil {
				return err
			}
			*at = json.RawMessage(strconv.Quote(stamp(micros)))
		}
	}
	if d.supplierID != nil {
		d.Supplier = &supplier{*d.supplierID, *d.supplierName, *fraction(d.supplierShare)}
	}
	return nil
}

// fraction converts a column in ten-thousandths to a number: an amount, a percentage or a share.
func fraction(units *int64) *float64 {
	if units == nil {
		return nil
	}
	f := float64(*units) / 10_000
	return &f
}

func stamp(micros int64) string {
	return time.UnixMicro(micros).UTC().Format("2006-01-02T15:04:05.000000Z")
}

func nullStamp(micros *int64) *string {
	if micros == nil {
		return nil
	}
	s := stamp(*micros)
	return &s
}
