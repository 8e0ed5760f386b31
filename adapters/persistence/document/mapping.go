package document

import (
	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
)

// row has the columns of a stored document.
type row struct {
	bun.BaseModel `bun:"table:documents"`

	ID              int64                    `bun:"id,pk,autoincrement"`
	Team            id.Team                  `bun:"team_id"`
	Type            document.Type            `bun:"type"`
	TypeByUser      bool                     `bun:"type_by_user"`
	Status          document.Status          `bun:"status"`
	OriginalName    string                   `bun:"original_name"`
	Media           document.Media           `bun:"mime_type"`
	FileSize        int64                    `bun:"file_size"`
	SHA256          document.Digest          `bun:"sha256"`
	ReferenceNumber *string                  `bun:"reference_number"`
	Notes           *string                  `bun:"notes"`
	Targets         db.JSON[[]targetJSON]    `bun:"targets"`
	AIType          *string                  `bun:"ai_classified_type"`
	AIConfidence    *int64                   `bun:"ai_confidence"`
	Classifier      db.JSON[*classifierJSON] `bun:"classifier"`
	SupplierID      *int64                   `bun:"supplier_id"`
	SupplierName    *string                  `bun:"supplier_name"`
	SupplierShare   *int64                   `bun:"supplier_confidence"`
	Summary         db.JSON[*summaryJSON]    `bun:"parsed_summary"`
	PageCount       *int64                   `bun:"page_count"`
	HasParsedData   bool                     `bun:"has_parsed_data"`
	Mapping         db.JSON[*mappingJSON]    `bun:"mapping"`
	LastReading     db.JSON[*lastJSON]       `bun:"last_reading"`
	Failure         *string                  `bun:"failure"`
	LeaseUntil      *int64                   `bun:"lease_until"`
	Claims          int64                    `bun:"claims"`
	Losses          int64                    `bun:"losses"`
	AppliedAt       *int64                   `bun:"applied_at"`
	DismissedAt     *int64                   `bun:"dismissed_at"`
	DeletedAt       *int64                   `bun:"deleted_at"`
	CreatedAt       int64                    `bun:"created_at"`
	UpdatedAt       int64                    `bun:"updated_at"`
	Version         int64                    `bun:"version"`
	// NameKey sorts by name. Search has name, reference number and notes.
	NameKey string `bun:"name_key" record:"derived"`
	Search  string `bun:"search" record:"derived"`
	// NotesCount counts the notes about the document.
	NotesCount int64 `bun:"notes_count" record:"counted"`
}

// targetRow has a target of a document, to find documents by target.
type targetRow struct {
	bun.BaseModel `bun:"table:document_targets"`

	Team     id.Team             `bun:"team_id,pk"`
	Kind     document.TargetKind `bun:"kind,pk"`
	Target   int64               `bun:"target_id,pk"`
	Document int64               `bun:"document_id,pk"`
	Live     bool                `bun:"live"`
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
	Verified  int     `json:"lines_verified,omitempty"`
	Total     *int64  `json:"total,omitempty"`
	Currency  *string `json:"currency,omitempty"`
	IssueDate *string `json:"issue_date,omitempty"`
}

type lastJSON struct {
	Run      int      `json:"run"`
	Method   string   `json:"method"`
	Parser   string   `json:"parser_version"`
	Started  int64    `json:"started_at"`
	Finished int64    `json:"finished_at"`
	Pages    int      `json:"pages_read"`
	Lines    int      `json:"lines"`
	Verified int      `json:"lines_verified"`
	Preview  int      `json:"preview_version"`
	Problems []string `json:"problems"`
}

type mappingJSON struct {
	Sheet     string                   `json:"sheet,omitempty"`
	HeaderRow int                      `json:"header_row,omitempty"`
	Columns   map[mapping.Field]string `json:"columns"`
	Ignore    []string                 `json:"ignore,omitempty"`
	Decimal   columns.Decimal          `json:"decimal,omitempty"`
}

func rowOf(s document.Snapshot) row {
	text := s.OriginalName
	for _, more := range []*string{s.ReferenceNumber, s.Notes} {
		if more != nil {
			text += "\n" + *more
		}
	}
	w := row{
		ID: int64(s.ID), Team: s.Team, Type: s.Type, TypeByUser: s.TypeByUser, Status: s.Status,
		OriginalName: s.OriginalName, Media: s.Media, FileSize: s.FileSize, SHA256: s.SHA256,
		ReferenceNumber: s.ReferenceNumber, Notes: s.Notes, HasParsedData: s.HasParsedData, Claims: s.Claims, Losses: int64(s.Losses),
		LeaseUntil: db.NullMicros(s.LeaseUntil), AppliedAt: db.NullMicros(s.AppliedAt), DismissedAt: db.NullMicros(s.DismissedAt),
		DeletedAt: db.NullMicros(s.DeletedAt), CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt), Version: s.Version,
		NameKey: db.Fold(s.OriginalName), Search: db.Fold(text), Failure: (*string)(s.Failure),
	}
	targets := make([]targetJSON, len(s.Targets))
	for i, t := range s.Targets {
		targets[i] = targetJSON{string(t.Kind), t.ID, t.Deleted}
	}
	w.Targets = db.JSONOf(targets)
	if s.AI != nil {
		w.AIType, w.AIConfidence = new(string(s.AI.Type)), new(int64(s.AI.Confidence))
	}
	if c := s.Classifier; c != nil {
		out := &classifierJSON{string(c.Method), c.Version, make([]guessJSON, len(c.Candidates))}
		for i, g := range c.Candidates {
			out.Candidates[i] = guessJSON{string(g.Type), int64(g.Confidence)}
		}
		w.Classifier = db.JSONOf(out)
	}
	if m := s.Mapping; m != nil {
		w.Mapping = db.JSONOf((*mappingJSON)(m))
	}
	if p := s.Supplier; p != nil {
		w.SupplierID, w.SupplierName, w.SupplierShare = &p.ID, &p.Name, new(int64(p.Confidence))
	}
	if m := s.Summary; m != nil {
		out := &summaryJSON{Lines: m.Lines, Verified: m.LinesVerified, IssueDate: m.IssueDate, Currency: (*string)(m.Currency)}
		if m.Total != nil {
			out.Total = new(m.Total.Units())
		}
		w.Summary = db.JSONOf(out)
	}
	if l := s.LastReading; l != nil {
		w.LastReading = db.JSONOf(&lastJSON{l.Run, l.Method, l.ParserVersion, db.Micros(l.StartedAt), db.Micros(l.FinishedAt),
			l.PagesRead, l.Lines, l.LinesVerified, l.PreviewVersion, l.Problems})
	}
	if s.PageCount != nil {
		w.PageCount = new(int64(*s.PageCount))
	}
	return w
}

func (w *row) snapshot() (document.Snapshot, error) {
	s := document.Snapshot{
		ID: document.ID(w.ID), Team: w.Team, Type: w.Type, TypeByUser: w.TypeByUser, Status: w.Status,
		OriginalName: w.OriginalName, Media: w.Media, FileSize: w.FileSize, SHA256: w.SHA256,
		ReferenceNumber: w.ReferenceNumber, Notes: w.Notes, HasParsedData: w.HasParsedData, Claims: w.Claims, Losses: int(w.Losses),
		LeaseUntil: db.FromNullMicros(w.LeaseUntil), AppliedAt: db.FromNullMicros(w.AppliedAt), DismissedAt: db.FromNullMicros(w.DismissedAt),
		DeletedAt: db.FromNullMicros(w.DeletedAt), CreatedAt: db.FromMicros(w.CreatedAt), UpdatedAt: db.FromMicros(w.UpdatedAt),
		Version: w.Version, Failure: (*document.FailureCode)(w.Failure), NotesCount: w.NotesCount,
		Mapping: (*mapping.Mapping)(w.Mapping.V),
	}
	for _, t := range w.Targets.V {
		s.Targets = append(s.Targets, document.Target{Kind: document.TargetKind(t.Kind), ID: t.ID, Deleted: t.Deleted})
	}
	if w.AIType != nil && w.AIConfidence != nil {
		s.AI = &document.Guess{Type: document.Type(*w.AIType), Confidence: document.Confidence(*w.AIConfidence)}
	}
	if c := w.Classifier.V; c != nil {
		s.Classifier = &document.Classifier{Method: document.Method(c.Method), Version: c.Version}
		for _, g := range c.Candidates {
			s.Classifier.Candidates = append(s.Classifier.Candidates,
				document.Guess{Type: document.Type(g.Type), Confidence: document.Confidence(g.Confidence)})
		}
	}
	if w.SupplierID != nil && w.SupplierName != nil && w.SupplierShare != nil {
		s.Supplier = &document.Supplier{ID: *w.SupplierID, Name: *w.SupplierName, Confidence: document.Confidence(*w.SupplierShare)}
	}
	if m := w.Summary.V; m != nil {
		s.Summary = &document.Summary{Lines: m.Lines, LinesVerified: m.Verified, IssueDate: m.IssueDate, Currency: (*money.Currency)(m.Currency)}
		if m.Total != nil {
			s.Summary.Total = new(money.FromUnits(*m.Total))
		}
	}
	if l := w.LastReading.V; l != nil {
		s.LastReading = &document.LastReading{
			Run: l.Run, Method: l.Method, ParserVersion: l.Parser, StartedAt: db.FromMicros(l.Started), FinishedAt: db.FromMicros(l.Finished),
			PagesRead: l.Pages, Lines: l.Lines, LinesVerified: l.Verified, PreviewVersion: l.Preview, Problems: l.Problems,
		}
	}
	if w.PageCount != nil {
		s.PageCount = new(int(*w.PageCount))
	}
	return s, nil
}
