package document

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

const (
	// mostWords limits the compressed words of a document, in bytes; larger texts are not stored.
	mostWords = 4 << 20
	// batch limits the lines of one statement.
	batch = 1_000
)

type readingRow struct {
	bun.BaseModel `bun:"table:document_readings"`

	Team     id.Team                          `bun:"team_id,pk"`
	Document int64                            `bun:"document_id,pk"`
	Claim    int64                            `bun:"claim"`
	Type     document.Type                    `bun:"type"`
	Body     record.Document[reading.Reading] `bun:"body"`
}

type lineRow struct {
	bun.BaseModel `bun:"table:document_lines"`

	Team     id.Team                       `bun:"team_id,pk"`
	Document int64                         `bun:"document_id,pk"`
	Claim    int64                         `bun:"claim,pk"`
	No       int64                         `bun:"line_no,pk"`
	Body     record.Document[reading.Line] `bun:"body"`
}

type wordsRow struct {
	bun.BaseModel `bun:"table:document_words"`

	Team     id.Team `bun:"team_id,pk"`
	Document int64   `bun:"document_id,pk"`
	Text     string  `bun:"text"`
	Words    []byte  `bun:"words"`
}

// Readings stores the readings of the documents of all teams.
type Readings struct {
	record.Engine
	readings *record.Records[readingRow, readingRow]
	lines    *record.Records[lineRow, lineRow]
	words    *record.Records[wordsRow, wordsRow]
}

var _ ports.Readings = (*Readings)(nil)

func NewReadings(on record.Engine) *Readings {
	return &Readings{
		Engine: on, readings: record.New(on, record.Plain[readingRow]()), lines: record.New(on, record.Plain[lineRow]()),
		words: record.New(on, record.Plain[wordsRow]()),
	}
}

// of matches the rows of a document.
func of(doc document.ID) record.Condition { return record.Is("document_id", &doc) }

func (r *Readings) AddLines(ctx context.Context, team id.Team, doc document.ID, claim int64, lines []reading.Line) error {
	rows := make([]lineRow, 0, batch)
	for i, l := range lines {
		rows = append(rows, lineRow{Team: team, Document: int64(doc), Claim: claim, No: int64(l.No), Body: record.DocumentOf(l)})
		if len(rows) == batch || i == len(lines)-1 {
			if _, err := r.lines.Insert(ctx, rows...); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return nil
}

func (r *Readings) Publish(ctx context.Context, s ports.StoredReading, pages []grid.Page, text string) error {
	packed, err := pack(pages)
	if err != nil {
		return err
	}
	row := wordsRow{Team: s.Team, Document: int64(s.Document), Text: db.Fold(db.Text(text)), Words: packed}
	return r.InTx(ctx, func(ctx context.Context) error {
		if err := r.put(ctx, s); err != nil {
			return err
		}
		if _, err := r.words.Drop(ctx, s.Team, of(s.Document)); err != nil {
			return err
		}
		if _, err := r.words.Insert(ctx, row); err != nil {
			return err
		}
		_, err := r.lines.Drop(ctx, s.Team, of(s.Document), record.Not(record.Is("claim", &s.Claim)))
		return err
	})
}

func (r *Readings) Rejudge(ctx context.Context, s ports.StoredReading) error {
	return r.InTx(ctx, func(ctx context.Context) error {
		if err := r.put(ctx, s); err != nil {
			return err
		}
		if _, err := r.lines.Drop(ctx, s.Team, of(s.Document)); err != nil {
			return err
		}
		return r.AddLines(ctx, s.Team, s.Document, s.Claim, s.Lines)
	})
}

// put stores a reading without its lines.
func (r *Readings) put(ctx context.Context, s ports.StoredReading) error {
	if _, err := r.readings.Drop(ctx, s.Team, of(s.Document)); err != nil {
		return err
	}
	body := s.Reading
	body.Lines = nil
	_, err := r.readings.Insert(ctx, readingRow{Team: s.Team, Document: int64(s.Document), Claim: s.Claim, Type: s.Type, Body: record.DocumentOf(body)})
	return err
}

func (r *Readings) Find(ctx context.Context, team id.Team, doc document.ID) (ports.StoredReading, error) {
	found, ok, err := r.readings.First(ctx, record.Query{Team: team, Where: []record.Condition{of(doc)}})
	if err != nil || !ok {
		return ports.StoredReading{}, orMissing(err)
	}
	return ports.StoredReading{Team: team, Document: doc, Claim: found.Claim, Type: found.Type, Reading: found.Body.V}, nil
}

func orMissing(err error) error {
	if err == nil {
		return fault.Missing()
	}
	return err
}

func (r *Readings) Lines(ctx context.Context, team id.Team, doc document.ID, claim int64, after, limit int) ([]reading.Line, error) {
	found, err := r.lines.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{of(doc), record.Is("claim", &claim), record.Above("line_no", new(int64(after)))}, Limit: limit,
	})
	lines := make([]reading.Line, len(found))
	for i, row := range found {
		lines[i] = row.Body.V
	}
	return lines, err
}

// pack compresses words. It returns nil for no pages and for more than mostWords bytes.
func pack(pages []grid.Page) ([]byte, error) {
	if len(pages) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(wordsOf(pages)); err != nil {
		return nil, fmt.Errorf("pack words: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("pack words: %w", err)
	}
	if b.Len() > mostWords {
		return nil, nil
	}
	return b.Bytes(), nil
}

// Unread returns documents of all teams that are still to be read.
func (r *Documents) Unread(ctx context.Context, since time.Time, most int) ([]ports.Unread, error) {
	found, err := r.documents.Select(ctx, record.Query{Where: []record.Condition{
		record.In("status", []document.Status{document.Uploaded, document.Processing}), record.Below("updated_at", new(db.Micros(since))),
	}, Limit: most})
	out := make([]ports.Unread, len(found))
	for i, s := range found {
		out[i] = ports.Unread{Team: s.Team, Document: s.ID}
	}
	return out, err
}
