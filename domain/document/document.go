package document

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// Bounds of a document.
const (
	// MaxFileSize bounds a file, in bytes.
	MaxFileSize int64 = 25 << 20
	// MaxReference and MaxNotes count characters.
	MaxReference = 100
	MaxNotes     = 5000
	// Lease bounds a claim. No reading lasts as long, so it is not renewed.
	Lease = 5 * time.Minute
	// MaxLosses has the number of lost workers after which a document fails.
	MaxLosses = 3
)

// Document models a file of a team.
type Document struct {
	s Snapshot
	// changed records that a verb changed something since New or Restore.
	changed bool
}

// Snapshot has a document's state, to be stored and shown.
type Snapshot struct {
	ID   ID
	Team id.Team
	// Type has the user's type (TypeByUser) or a confident guess.
	Type       Type
	TypeByUser bool
	Status     Status
	// OriginalName has the file's name for people, at most 255 bytes.
	OriginalName string
	Media        Media
	// FileSize counts bytes.
	FileSize        int64
	SHA256          Digest
	ReferenceNumber *string
	Notes           *string
	Targets         []Target
	// AI has the program's guess; the user never overwrites it.
	AI            *Guess
	Classifier    *Classifier
	Supplier      *Supplier
	Summary       *Summary
	PageCount     *int
	HasParsedData bool
	// Mapping has the columns of a table file as the user named them, or nil. Nobody changes it in
	// place.
	Mapping *mapping.Mapping
	// LastReading stays while the file is read again; nil before the first reading.
	LastReading *LastReading
	Failure     *FailureCode
	// LeaseUntil dates the moment when the worker of a document in processing counts as lost.
	LeaseUntil *time.Time
	// Claims counts claims; the number of the present claim is the worker's ticket.
	Claims int64
	// Losses counts workers lost since the document was uploaded or sent back.
	Losses      int
	AppliedAt   *time.Time
	DismissedAt *time.Time
	DeletedAt   *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Version     int64
	// NotesCount counts the notes about the document. It is read with it and not stored.
	NotesCount int64
}

// Upload has the members of a new document.
type Upload struct {
	Team id.Team
	// Type stays nil if the user left it to the program.
	Type *Type
	// Name has the file name as sent; it is cleaned here.
	Name            string
	Media           Media
	FileSize        int64
	SHA256          Digest
	ReferenceNumber *string
	Notes           *string
	Targets         []Target
	// Mapping names columns of a table file, nil without names.
	Mapping *mapping.Mapping
}

// New makes an uploaded document. Its bytes are already stored. The store will give it an ID. Text
// and targets out of bounds are Rule faults validation_failed with a pointer, an empty file is
// empty_file and a file over MaxFileSize is file_too_large.
func New(upload Upload, now time.Time) (*Document, error) {
	if upload.FileSize <= 0 {
		return nil, EmptyFile()
	}
	if upload.FileSize > MaxFileSize {
		return nil, FileTooLarge()
	}
	kind := Other
	if upload.Type != nil {
		kind = *upload.Type
	}
	s := Snapshot{
		Team: upload.Team, Type: kind, TypeByUser: upload.Type != nil, Status: Uploaded,
		OriginalName: CleanName(upload.Name), Media: upload.Media, FileSize: upload.FileSize, SHA256: upload.SHA256,
		Targets: []Target{}, CreatedAt: now, UpdatedAt: now, Version: 1,
	}
	if err := s.describe(Changes{
		ReferenceNumber: setOrClear(upload.ReferenceNumber), Notes: setOrClear(upload.Notes), Targets: &upload.Targets,
		Mapping: optional.FieldOf(optional.Of(upload.Mapping)),
	}); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return &Document{s: s, changed: true}, nil
}

// Restore makes a document from a stored snapshot. It checks the shape only;
// an error means that the stored row is damaged. The document shares the parts
// of the snapshot, which must not change any more; verbs work on copies.
func Restore(s Snapshot) (*Document, error) {
	if s.ID <= 0 {
		return nil, errors.New("document: stored without an id")
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return &Document{s: s}, nil
}

// Snapshot returns a copy of the state.
func (d *Document) Snapshot() Snapshot { return d.s.clone() }

// Targets returns the records that the document belongs to.
func (d *Document) Targets() []Target { return slices.Clone(d.s.Targets) }

// ID returns 0 until the document is stored.
func (d *Document) ID() ID { return d.s.ID }

// Version counts the stored states, from 1.
func (d *Document) Version() int64 { return d.s.Version }

// Changed reports whether a verb changed anything since New or Restore.
func (d *Document) Changed() bool { return d.changed }

// Identified returns the stored form of a new document: the same with its id.
func (d *Document) Identified(docID ID) (*Document, error) {
	s := d.s.clone()
	s.ID = docID
	return Restore(s)
}

// EmptyFile refuses a file of 0 bytes.
func EmptyFile() *fault.Error {
	return fault.New(fault.Rule, fault.CodeEmptyFile, "The file is empty.")
}

// FileTooLarge refuses a file over MaxFileSize.
func FileTooLarge() *fault.Error {
	return fault.New(fault.TooLarge, fault.CodeFileTooLarge, "The file is larger than 25 MiB.")
}

// check verifies the invariants of every stored document.
func (s *Snapshot) check() error {
	bad := func(what string) error { return fmt.Errorf("document %d: %s", s.ID, what) }
	switch {
	case s.Team <= 0:
		return bad("no team")
	case !s.Type.Valid() || !s.Status.Valid() || !s.Media.Valid():
		return bad("unknown type, status or media type")
	case s.OriginalName == "" || len(s.OriginalName) > MaxName || !utf8.ValidString(s.OriginalName):
		return bad("file name out of bounds")
	case s.FileSize <= 0 || !s.SHA256.Valid():
		return bad("size or digest out of bounds")
	case len(s.Targets) > MaxTargets:
		return bad("too many targets")
	case s.Version < 1 || s.Claims < 0 || s.Losses < 0 || s.Losses > MaxLosses:
		return bad("counter out of bounds")
	case (s.Status == Processing) != (s.LeaseUntil != nil):
		return bad("lease does not fit the status")
	case (s.Status == Applied) != (s.AppliedAt != nil), (s.Status == Dismissed) != (s.DismissedAt != nil):
		return bad("applied_at or dismissed_at does not fit the status")
	case s.Failure != nil && !s.Failure.Valid():
		return bad("unknown failure")
	case s.Status == Failed && s.Failure == nil:
		return bad("failed without a failure")
	case s.Failure != nil && s.Status != Failed && (*s.Failure != StorageMissing || (s.Status != Applied && s.Status != Dismissed)):
		return bad("failure does not fit the status")
	case s.PageCount != nil && *s.PageCount < 0:
		return bad("page count out of bounds")
	case s.HasParsedData && (s.Summary == nil || s.Summary.Lines < 1):
		return bad("parsed data without lines")
	}
	for _, t := range s.Targets {
		if !t.Kind.Valid() || t.ID <= 0 {
			return bad("target out of bounds")
		}
	}
	return s.checkReading(bad)
}

func (s *Snapshot) checkReading(bad func(string) error) error {
	guess := func(g Guess) bool { return g.Type.Valid() && g.Confidence.Valid() }
	if s.AI != nil && !guess(*s.AI) {
		return bad("guess out of bounds")
	}
	if c := s.Classifier; c != nil {
		if !slices.Contains(Methods(), c.Method) || len(c.Version) > 50 || len(c.Candidates) > 3 {
			return bad("classifier out of bounds")
		}
		for _, g := range c.Candidates {
			if !guess(g) {
				return bad("candidate out of bounds")
			}
		}
	}
	if p := s.Supplier; p != nil && (p.ID <= 0 || !p.Confidence.Valid()) {
		return bad("supplier out of bounds")
	}
	if l := s.LastReading; l != nil && (l.Run < 1 || l.Lines < 0 || l.LinesVerified < 0 || l.LinesVerified > l.Lines || l.PreviewVersion < 0) {
		return bad("last reading out of bounds")
	}
	if m := s.Summary; m != nil && (m.Lines < 0 || m.LinesVerified < 0 || m.LinesVerified > m.Lines || (m.IssueDate != nil && !validDate(*m.IssueDate))) {
		return bad("summary out of bounds")
	}
	return nil
}

// clone copies everything that the snapshot references.
func (s Snapshot) clone() Snapshot {
	s.ReferenceNumber, s.Notes = copied(s.ReferenceNumber), copied(s.Notes)
	s.Targets = append([]Target{}, s.Targets...)
	s.AI, s.Supplier, s.PageCount, s.Failure = copied(s.AI), copied(s.Supplier), copied(s.PageCount), copied(s.Failure)
	if c := copied(s.Classifier); c != nil {
		c.Candidates = append([]Guess{}, c.Candidates...)
		s.Classifier = c
	}
	if m := copied(s.Summary); m != nil {
		m.Total, m.Currency, m.IssueDate = copied(m.Total), copied(m.Currency), copied(m.IssueDate)
		s.Summary = m
	}
	if l := copied(s.LastReading); l != nil {
		l.Problems = slices.Clone(l.Problems)
		s.LastReading = l
	}
	s.LeaseUntil, s.AppliedAt, s.DismissedAt, s.DeletedAt = copied(s.LeaseUntil), copied(s.AppliedAt), copied(s.DismissedAt), copied(s.DeletedAt)
	return s
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
