package document

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document"
)

func bodyOf(d *document.Document) Document {
	s := d.Snapshot()
	b := Document{
		ID: int64(s.ID), Type: string(s.Type), Status: string(s.Status), OriginalName: s.OriginalName,
		MimeType: string(s.Media), FileSize: s.FileSize, ReferenceNumber: s.ReferenceNumber, Notes: s.Notes,
		Targets: make([]Target, len(s.Targets)), HasParsedData: s.HasParsedData,
		AppliedAt: body.NullTime(s.AppliedAt), DismissedAt: body.NullTime(s.DismissedAt),
		CreatedAt: body.TimeOf(s.CreatedAt), UpdatedAt: body.TimeOf(s.UpdatedAt),
		Version: s.Version, SHA256: string(s.SHA256), PageCount: s.PageCount,
	}
	for i, t := range s.Targets {
		b.Targets[i] = Target{Type: string(t.Kind), ID: t.ID, Deleted: t.Deleted}
	}
	if s.AI != nil {
		kind, confidence := string(s.AI.Type), s.AI.Confidence.Fraction()
		b.AIClassifiedType, b.AIConfidence = &kind, &confidence
	}
	if s.Failure != nil {
		b.Failure = &Failure{Code: string(*s.Failure), Message: s.Failure.Message()}
	}
	if c := s.Classifier; c != nil {
		b.Classifier = &Classifier{Method: string(c.Method), Version: c.Version, Candidates: make([]Candidate, len(c.Candidates))}
		for i, g := range c.Candidates {
			b.Classifier.Candidates[i] = Candidate{Type: string(g.Type), Confidence: g.Confidence.Fraction()}
		}
	}
	if p := s.Supplier; p != nil {
		b.Supplier = &Supplier{ID: p.ID, Name: p.Name, Confidence: p.Confidence.Fraction()}
	}
	if m := s.Summary; m != nil {
		b.ParsedSummary = &ParsedResult{Lines: m.Lines, Total: body.NullMoney(m.Total), IssueDate: m.IssueDate}
		if m.Currency != nil {
			currency := string(*m.Currency)
			b.ParsedSummary.Currency = &currency
		}
	}
	return b
}

func (p Patch) changes() document.Changes {
	c := document.Changes{
		Type:            wordOf[document.Type](p.Type),
		OriginalName:    p.OriginalName.Ptr(),
		ReferenceNumber: textOf(p.ReferenceNumber),
		Notes:           textOf(p.Notes),
	}
	if p.Targets.Set {
		targets := targetsOf(p.Targets.Value)
		c.Targets = &targets
	}
	return c
}

func textOf(f body.Field[string]) document.Text {
	return document.Text{Set: f.Set, Value: f.Ptr()}
}

// wordOf is an optional word as a word of the domain.
func wordOf[T ~string](o body.Opt[string]) *T {
	if !o.Set {
		return nil
	}
	w := T(o.Value)
	return &w
}
