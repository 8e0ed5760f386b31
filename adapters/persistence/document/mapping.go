package document

import (
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
)

// row is a stored document. Its fields stand in the order of columns.
type row struct {
	id, team       int64
	kind           string
	kindByUser     bool
	status         string
	name, media    string
	size           int64
	sum            string
	reference      *string
	notes          *string
	targets        db.JSON[[]targetJSON]
	aiType         *string
	aiConfidence   *int64
	classifier     db.JSON[*classifierJSON]
	supplierID     *int64
	supplierName   *string
	supplierShare  *int64
	summary        db.JSON[*summaryJSON]
	pages          *int64
	parsed         bool
	failure        *string
	lease          *int64
	claims, losses int64
	applied        *int64
	dismissed      *int64
	deleted        *int64
	created        int64
	updated        int64
	version        int64
}

// columns are read in this order; written are all but the id, and the two the
// program searches by.
const (
	columns = "id, " + written
	written = "team_id, type, type_by_user, status, original_name, mime_type, file_size, sha256, " +
		"reference_number, notes, targets, ai_classified_type, ai_confidence, classifier, supplier_id, supplier_name, " +
		"supplier_confidence, parsed_summary, page_count, has_parsed_data, failure, lease_until, claims, losses, " +
		"applied_at, dismissed_at, deleted_at, created_at, updated_at, version"
	folded = ", name_key, search"
)

var insertSQL, updateSQL = statements()

func statements() (insert, update string) {
	names := strings.Split(written+folded, ", ")
	marks, sets := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		marks[i] = "$" + strconv.Itoa(i+1)
		sets[i] = name + " = " + marks[i]
	}
	insert = "INSERT INTO documents (" + written + folded + ") VALUES (" + strings.Join(marks, ", ") + ") RETURNING id"
	// The team stands among the set values as $1; no save moves a document.
	update = "UPDATE documents SET " + strings.Join(sets, ", ") + " WHERE team_id = $1 AND id = $" + strconv.Itoa(len(names)+1) +
		" AND version = $" + strconv.Itoa(len(names)+2) + " AND deleted_at IS NULL"
	return insert, update
}

// dest are the places to scan columns into.
func (w *row) dest() []any {
	return []any{&w.id, &w.team, &w.kind, &w.kindByUser, &w.status, &w.name, &w.media, &w.size, &w.sum,
		&w.reference, &w.notes, &w.targets, &w.aiType, &w.aiConfidence, &w.classifier, &w.supplierID, &w.supplierName,
		&w.supplierShare, &w.summary, &w.pages, &w.parsed, &w.failure, &w.lease, &w.claims, &w.losses,
		&w.applied, &w.dismissed, &w.deleted, &w.created, &w.updated, &w.version}
}

// values are the arguments for written and folded.
func (w *row) values() []any {
	text := w.name
	for _, more := range []*string{w.reference, w.notes} {
		if more != nil {
			text += "\n" + *more
		}
	}
	return []any{w.team, w.kind, w.kindByUser, w.status, w.name, w.media, w.size, w.sum,
		w.reference, w.notes, w.targets, w.aiType, w.aiConfidence, w.classifier, w.supplierID, w.supplierName,
		w.supplierShare, w.summary, w.pages, w.parsed, w.failure, w.lease, w.claims, w.losses,
		w.applied, w.dismissed, w.deleted, w.created, w.updated, w.version, db.Fold(w.name), db.Fold(text)}
}

type targetJSON struct {
	Kind    string `json:"type"`
	ID      int64  `json:"id"`
	Deleted bool   `json:"deleted,omitempty"`
}

type guessJSON struct {
	Type       string `json:"type"`
	Confidence int64  `json:"confidence"`
}

type classifierJSON struct {
	Method     string      `json:"method"`
	Version    string      `json:"version"`
	Candidates []guessJSON `json:"candidates"`
}

type summaryJSON struct {
	Lines     int     `json:"lines"`
	Total     *int64  `json:"total,omitempty"`
	Currency  *string `json:"currency,omitempty"`
	IssueDate *string `json:"issue_date,omitempty"`
}

func rowOf(s document.Snapshot) row {
	w := row{
		id: int64(s.ID), team: int64(s.Team), kind: string(s.Type), kindByUser: s.TypeByUser, status: string(s.Status),
		name: s.OriginalName, media: string(s.Media), size: s.FileSize, sum: string(s.SHA256),
		reference: s.ReferenceNumber, notes: s.Notes, parsed: s.HasParsedData, claims: s.Claims, losses: int64(s.Losses),
		lease: db.NullMicros(s.LeaseUntil), applied: db.NullMicros(s.AppliedAt), dismissed: db.NullMicros(s.DismissedAt),
		deleted: db.NullMicros(s.DeletedAt), created: db.Micros(s.CreatedAt), updated: db.Micros(s.UpdatedAt), version: s.Version,
	}
	targets := make([]targetJSON, len(s.Targets))
	for i, t := range s.Targets {
		targets[i] = targetJSON{string(t.Kind), t.ID, t.Deleted}
	}
	w.targets = db.JSONOf(targets)
	if s.AI != nil {
		kind, confidence := string(s.AI.Type), int64(s.AI.Confidence)
		w.aiType, w.aiConfidence = &kind, &confidence
	}
	if c := s.Classifier; c != nil {
		out := &classifierJSON{string(c.Method), c.Version, make([]guessJSON, len(c.Candidates))}
		for i, g := range c.Candidates {
			out.Candidates[i] = guessJSON{string(g.Type), int64(g.Confidence)}
		}
		w.classifier = db.JSONOf(out)
	}
	if p := s.Supplier; p != nil {
		supplier, share := p.ID, int64(p.Confidence)
		w.supplierID, w.supplierName, w.supplierShare = &supplier, &p.Name, &share
	}
	if m := s.Summary; m != nil {
		out := &summaryJSON{Lines: m.Lines, IssueDate: m.IssueDate}
		if m.Total != nil {
			units := m.Total.Units()
			out.Total = &units
		}
		if m.Currency != nil {
			currency := string(*m.Currency)
			out.Currency = &currency
		}
		w.summary = db.JSONOf(out)
	}
	if s.PageCount != nil {
		pages := int64(*s.PageCount)
		w.pages = &pages
	}
	if s.Failure != nil {
		failure := string(*s.Failure)
		w.failure = &failure
	}
	return w
}

func (w *row) document() (*document.Document, error) {
	s := document.Snapshot{
		ID: document.ID(w.id), Team: id.Team(w.team), Type: document.Type(w.kind), TypeByUser: w.kindByUser,
		Status: document.Status(w.status), OriginalName: w.name, Media: document.Media(w.media), FileSize: w.size,
		SHA256: document.Digest(w.sum), ReferenceNumber: w.reference, Notes: w.notes, HasParsedData: w.parsed,
		LeaseUntil: db.FromNullMicros(w.lease), Claims: w.claims, Losses: int(w.losses),
		AppliedAt: db.FromNullMicros(w.applied), DismissedAt: db.FromNullMicros(w.dismissed),
		DeletedAt: db.FromNullMicros(w.deleted), CreatedAt: db.FromMicros(w.created), UpdatedAt: db.FromMicros(w.updated),
		Version: w.version,
	}
	for _, t := range w.targets.V {
		s.Targets = append(s.Targets, document.Target{Kind: document.TargetKind(t.Kind), ID: t.ID, Deleted: t.Deleted})
	}
	if w.aiType != nil && w.aiConfidence != nil {
		s.AI = &document.Guess{Type: document.Type(*w.aiType), Confidence: document.Confidence(*w.aiConfidence)}
	}
	if c := w.classifier.V; c != nil {
		s.Classifier = &document.Classifier{Method: document.Method(c.Method), Version: c.Version}
		for _, g := range c.Candidates {
			s.Classifier.Candidates = append(s.Classifier.Candidates,
				document.Guess{Type: document.Type(g.Type), Confidence: document.Confidence(g.Confidence)})
		}
	}
	if w.supplierID != nil && w.supplierName != nil && w.supplierShare != nil {
		s.Supplier = &document.Supplier{ID: *w.supplierID, Name: *w.supplierName, Confidence: document.Confidence(*w.supplierShare)}
	}
	if m := w.summary.V; m != nil {
		s.Summary = &document.Summary{Lines: m.Lines, IssueDate: m.IssueDate}
		if m.Total != nil {
			total := money.FromUnits(*m.Total)
			s.Summary.Total = &total
		}
		if m.Currency != nil {
			currency := money.Currency(*m.Currency)
			s.Summary.Currency = &currency
		}
	}
	if w.pages != nil {
		pages := int(*w.pages)
		s.PageCount = &pages
	}
	if w.failure != nil {
		failure := document.FailureCode(*w.failure)
		s.Failure = &failure
	}
	return document.Restore(s)
}
