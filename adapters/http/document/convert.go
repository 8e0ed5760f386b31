package document

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func bodyOf(d *document.Document) Document {
	s := d.Snapshot()
	b := Document{
		ID: int64(s.ID), Type: string(s.Type), Status: string(s.Status), OriginalName: s.OriginalName,
		MimeType: string(s.Media), FileSize: s.FileSize, ReferenceNumber: s.ReferenceNumber, Notes: s.Notes,
		HasParsedData: s.HasParsedData, NotesCount: s.NotesCount,
		Targets: body.Each(s.Targets, func(t document.Target) Target {
			return Target{Type: string(t.Kind), ID: t.ID, Deleted: t.Deleted}
		}),
		AppliedAt: body.NullTime(s.AppliedAt), DismissedAt: body.NullTime(s.DismissedAt),
		CreatedAt: body.TimeOf(s.CreatedAt), UpdatedAt: body.TimeOf(s.UpdatedAt),
		Version: s.Version, SHA256: string(s.SHA256), PageCount: s.PageCount,
		Failure: body.Null(s.Failure, func(f document.FailureCode) Failure {
			return Failure{Code: string(f), Message: f.Message()}
		}),
		Classifier: body.Null(s.Classifier, func(c document.Classifier) Classifier {
			return Classifier{Method: string(c.Method), Version: c.Version, Candidates: body.Each(c.Candidates, candidateOf)}
		}),
		Supplier: body.Null(s.Supplier, func(p document.Supplier) Supplier {
			return Supplier{ID: p.ID, Name: p.Name, Confidence: p.Confidence.Fraction()}
		}),
		ParsedSummary: body.Null(s.Summary, func(m document.Summary) ParsedResult {
			return ParsedResult{Lines: m.Lines, LinesVerified: m.LinesVerified, Total: body.NullMoney(m.Total), Currency: body.Null(m.Currency, func(c money.Currency) string { return string(c) }), IssueDate: m.IssueDate}
		}),
		LastReading: body.Null(s.LastReading, lastOf), Mapping: body.Null(s.Mapping, mappingOf),
	}
	if s.AI != nil {
		guess := candidateOf(*s.AI)
		b.AIClassifiedType, b.AIConfidence = &guess.Type, &guess.Confidence
	}
	return b
}

func lastOf(l document.LastReading) LastReading {
	return LastReading{
		Run: l.Run, Method: l.Method, ParserVersion: l.ParserVersion, StartedAt: body.TimeOf(l.StartedAt), FinishedAt: body.TimeOf(l.FinishedAt),
		PagesRead: l.PagesRead, Lines: l.Lines, LinesVerified: l.LinesVerified, PreviewVersion: l.PreviewVersion,
		Problems: body.Each(l.Problems, func(code string) Problem {
			p := reading.ProblemOf(reading.Code(code))
			return Problem{Code: code, Severity: string(p.Severity), Message: p.Message}
		}),
	}
}

func candidateOf(g document.Guess) Candidate {
	return Candidate{Type: string(g.Type), Confidence: g.Confidence.Fraction()}
}

func (p Patch) changes() document.Changes {
	return document.Changes{
		Type:            wordOf[document.Type](p.Type),
		OriginalName:    p.OriginalName.Ptr(),
		ReferenceNumber: document.Text{Set: p.ReferenceNumber.Set, Value: p.ReferenceNumber.Ptr()},
		Notes:           document.Text{Set: p.Notes.Set, Value: p.Notes.Ptr()},
		Targets:         optional.Map(p.Targets.Field, targetsOf).Ptr(),
		Mapping:         optional.Map(p.Mapping.Field, WantedDocumentMapping.mapping),
	}
}

// wordOf converts an optional word to a domain's type.
func wordOf[T ~string](o body.Opt[string]) *T {
	return optional.Map(o.Field, func(s string) T { return T(s) }).Ptr()
}
