package document_test

import (
	"strings"
	"time"

	"pgregory.net/rapid"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
)

var t0 = time.Date(2026, 3, 20, 9, 41, 7, 120_000, time.UTC)

const sum = document.Digest("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")

func ptr[T any](v T) *T { return &v }

// in returns a whole snapshot in a status.
func in(status document.Status) document.Snapshot {
	s := document.Snapshot{
		ID: 12, Team: 7, Type: document.Other, Status: status, OriginalName: "INV-881.pdf", Media: document.PDF,
		FileSize: 48213, SHA256: sum, Targets: []document.Target{}, CreatedAt: t0, UpdatedAt: t0, Version: 1, Claims: 1,
	}
	switch status {
	case document.Processing:
		s.LeaseUntil = ptr(t0.Add(5 * time.Minute))
	case document.Failed:
		s.Failure = ptr(document.Encrypted)
	case document.Applied:
		s.AppliedAt = ptr(t0)
	case document.Dismissed:
		s.DismissedAt = ptr(t0)
	}
	return s
}

func restored(t interface{ Fatalf(string, ...any) }, s document.Snapshot) *document.Document {
	d, err := document.Restore(s)
	if err != nil {
		t.Fatalf("restore: %v", err)
	}
	return d
}

// read returns a whole snapshot of a read document.
func read() document.Snapshot {
	s := in(document.Ready)
	s.Type, s.ReferenceNumber, s.PageCount, s.HasParsedData = document.Invoice, ptr("INV-881"), ptr(2), true
	s.AI = &document.Guess{Type: document.Invoice, Confidence: 9700}
	s.Classifier = &document.Classifier{Method: document.ByRules, Version: "1",
		Candidates: []document.Guess{{Type: document.Invoice, Confidence: 9700}, {Type: document.Receipt, Confidence: 200}}}
	s.Supplier = &document.Supplier{ID: 5, Name: "Example Supply", Confidence: 9900}
	s.Summary = &document.Summary{Lines: 3, Total: ptr(money.MustParse("925")), Currency: ptr(money.Currency("USD")), IssueDate: ptr("2026-03-20")}
	return s
}

// found returns a worker's findings in a file.
func found() document.Reading {
	return document.Reading{
		Guess: &document.Guess{Type: document.Invoice, Confidence: 9700},
		Classifier: document.Classifier{Method: document.ByRules, Version: "1",
			Candidates: []document.Guess{{Type: document.Invoice, Confidence: 9700}}},
		PageCount: ptr(2), ReferenceNumber: "INV-881",
		Summary: &document.Summary{Lines: 3, LinesVerified: 2, Total: ptr(money.MustParse("925")), Currency: ptr(money.Currency("USD")),
			IssueDate: ptr("2026-03-20")},
		Last: document.LastReading{Method: "pdf", ParserVersion: "1", StartedAt: t0, FinishedAt: t0.Add(time.Second), PagesRead: 2,
			Lines: 3, LinesVerified: 2, Problems: []string{"total_mismatch"}},
	}
}

// anySnapshot draws a whole and lawful stored document.
func anySnapshot() *rapid.Generator[document.Snapshot] {
	return rapid.Custom(func(t *rapid.T) document.Snapshot {
		s := in(rapid.SampledFrom(document.Statuses()).Draw(t, "status"))
		s.ID = document.ID(rapid.Int64Range(1, 1<<62).Draw(t, "id"))
		s.Team = id.Team(rapid.Int64Range(1, 1<<62).Draw(t, "team"))
		s.Type = rapid.SampledFrom(document.Types()).Draw(t, "type")
		s.TypeByUser = rapid.Bool().Draw(t, "by user")
		s.Media = rapid.SampledFrom(document.Medias()).Draw(t, "media")
		s.OriginalName = document.CleanName(rapid.String().Draw(t, "name"))
		s.FileSize = rapid.Int64Range(1, document.MaxFileSize).Draw(t, "size")
		s.Version = rapid.Int64Range(1, 1<<40).Draw(t, "version")
		s.Claims = rapid.Int64Range(0, 1<<40).Draw(t, "claims")
		s.Losses = rapid.IntRange(0, document.MaxLosses).Draw(t, "losses")
		s.ReferenceNumber = maybe(t, "reference", rapid.StringN(1, 100, -1))
		s.Notes = maybe(t, "notes", rapid.StringN(1, 300, -1))
		s.PageCount = maybe(t, "pages", rapid.IntRange(0, 500))
		guess := rapid.Custom(func(t *rapid.T) document.Guess {
			return document.Guess{Type: rapid.SampledFrom(document.Types()).Draw(t, "guess"),
				Confidence: document.Confidence(rapid.Int64Range(0, 10_000).Draw(t, "confidence"))}
		})
		s.AI = maybe(t, "ai", guess)
		s.Classifier = maybe(t, "classifier", rapid.Custom(func(t *rapid.T) document.Classifier {
			return document.Classifier{Method: rapid.SampledFrom(document.Methods()).Draw(t, "method"), Version: "2",
				Candidates: rapid.SliceOfN(guess, 0, 3).Draw(t, "candidates")}
		}))
		s.Supplier = maybe(t, "supplier", rapid.Custom(func(t *rapid.T) document.Supplier {
			return document.Supplier{ID: rapid.Int64Range(1, 99).Draw(t, "supplier id"), Name: "S", Confidence: 10_000}
		}))
		s.Summary = maybe(t, "summary", rapid.Custom(func(t *rapid.T) document.Summary {
			return document.Summary{Lines: rapid.IntRange(0, 9).Draw(t, "lines"),
				Total:     maybe(t, "total", rapid.Just(money.MustParse("12.5"))),
				Currency:  maybe(t, "currency", rapid.Just(money.Currency("EUR"))),
				IssueDate: maybe(t, "date", rapid.Just("2026-02-28"))}
		}))
		s.LastReading = maybe(t, "last reading", rapid.Custom(func(t *rapid.T) document.LastReading {
			return document.LastReading{Run: rapid.IntRange(1, 9).Draw(t, "run"), Method: "pdf", ParserVersion: "1", StartedAt: t0, FinishedAt: t0,
				Lines: 9, LinesVerified: rapid.IntRange(0, 9).Draw(t, "verified"), Problems: rapid.SliceOfN(rapid.Just("no_text_layer"), 1, 3).Draw(t, "problems")}
		}))
		s.HasParsedData = s.Summary != nil && s.Summary.Lines > 0
		for i := range rapid.IntRange(0, document.MaxTargets).Draw(t, "targets") {
			s.Targets = append(s.Targets, document.Target{Kind: rapid.SampledFrom(document.TargetKinds()).Draw(t, "kind"),
				ID: int64(i + 1), Deleted: rapid.Bool().Draw(t, "deleted")})
		}
		if rapid.IntRange(0, 9).Draw(t, "deleted at") == 0 {
			s.DeletedAt = ptr(t0.Add(time.Hour))
		}
		return s
	})
}

func maybe[T any](t *rapid.T, name string, g *rapid.Generator[T]) *T {
	if !rapid.Bool().Draw(t, name+"?") {
		return nil
	}
	return ptr(g.Draw(t, name))
}

func long(n int) string { return strings.Repeat("x", n) }
