package document_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
)

func upload() document.Upload {
	return document.Upload{Team: 7, Name: `C:\scans\INV-881.pdf`, Media: document.PDF, FileSize: 48213, SHA256: sum}
}

func TestNew(t *testing.T) {
	u := upload()
	u.Type, u.Notes, u.ReferenceNumber = ptr(document.Receipt), ptr("two\nlines"), ptr("R-1")
	u.Targets = []document.Target{{Kind: document.TargetSupplier, ID: 5, Deleted: true}, {Kind: document.TargetSupplier, ID: 5}}
	d, err := document.New(u, t0)
	require.NoError(t, err)
	require.Equal(t, document.Snapshot{
		Team: 7, Type: document.Receipt, TypeByUser: true, Status: document.Uploaded, OriginalName: "INV-881.pdf",
		Media: document.PDF, FileSize: 48213, SHA256: sum, ReferenceNumber: ptr("R-1"), Notes: ptr("two\nlines"),
		Targets: []document.Target{{Kind: document.TargetSupplier, ID: 5}}, CreatedAt: t0, UpdatedAt: t0, Version: 1,
	}, d.Snapshot())
	require.True(t, d.Changed())

	d, err = document.New(upload(), t0)
	require.NoError(t, err)
	require.Equal(t, document.Other, d.Snapshot().Type)
	require.False(t, d.Snapshot().TypeByUser)
	stored, err := d.Identified(12)
	require.NoError(t, err)
	require.Equal(t, document.ID(12), stored.ID())
	require.False(t, stored.Changed())
}

func TestNewRefuses(t *testing.T) {
	many := make([]document.Target, document.MaxTargets+1)
	for i := range many {
		many[i] = document.Target{Kind: document.TargetSKU, ID: int64(i + 1)}
	}
	for name, c := range map[string]struct {
		edit    func(*document.Upload)
		code    fault.Code
		pointer string
	}{
		"empty":        {func(u *document.Upload) { u.FileSize = 0 }, fault.CodeEmptyFile, ""},
		"too large":    {func(u *document.Upload) { u.FileSize = document.MaxFileSize + 1 }, fault.CodeFileTooLarge, ""},
		"reference":    {func(u *document.Upload) { u.ReferenceNumber = ptr(long(101)) }, fault.CodeValidationFailed, "/reference_number"},
		"notes":        {func(u *document.Upload) { u.Notes = ptr(long(5001)) }, fault.CodeValidationFailed, "/notes"},
		"control":      {func(u *document.Upload) { u.Notes = ptr("a\x00b") }, fault.CodeValidationFailed, "/notes"},
		"no text":      {func(u *document.Upload) { u.Notes = ptr("a\xffb") }, fault.CodeValidationFailed, "/notes"},
		"targets":      {func(u *document.Upload) { u.Targets = many }, fault.CodeValidationFailed, "/targets"},
		"target kind":  {func(u *document.Upload) { u.Targets = []document.Target{{Kind: "team", ID: 1}} }, fault.CodeValidationFailed, "/targets/0"},
		"target id":    {func(u *document.Upload) { u.Targets = []document.Target{many[0], {Kind: "sku"}} }, fault.CodeValidationFailed, "/targets/1"},
		"unknown type": {func(u *document.Upload) { u.Type = ptr(document.Type("leaflet")) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := upload()
			c.edit(&u)
			_, err := document.New(u, t0)
			require.Error(t, err)
			if c.code != "" {
				f, ok := fault.As(err)
				require.True(t, ok)
				require.Equal(t, c.code, f.Code)
				require.Equal(t, c.pointer, f.Pointer)
			}
		})
	}
	u := upload()
	u.FileSize, u.Notes, u.ReferenceNumber, u.Targets = document.MaxFileSize, ptr(long(5000)), ptr(long(100)), many[:20]
	_, err := document.New(u, t0)
	require.NoError(t, err)
}

func TestLeaseAndLosses(t *testing.T) {
	d := restored(t, in(document.Uploaded))
	now := t0
	for loss := 1; loss <= 3; loss++ {
		ticket, err := d.Claim(now)
		require.NoError(t, err)
		require.Equal(t, int64(loss+1), ticket)
		require.Equal(t, now.Add(5*time.Minute), *d.Snapshot().LeaseUntil)
		require.True(t, d.Leased(now.Add(5*time.Minute-time.Microsecond)))
		require.False(t, d.Leased(now.Add(5*time.Minute)))
		require.NoError(t, d.LoseWorker(now))
		require.Equal(t, loss, d.Snapshot().Losses)
		require.False(t, d.Leased(now))
	}
	s := d.Snapshot()
	require.Equal(t, document.Failed, s.Status)
	require.Equal(t, document.WorkerLost, *s.Failure)
	require.NoError(t, d.Reread(now))
	require.Equal(t, 0, d.Snapshot().Losses)
	require.Nil(t, d.Snapshot().Failure)
}

func TestReleaseIsNoLoss(t *testing.T) {
	d := restored(t, in(document.Processing))
	require.NoError(t, d.Release(1, t0))
	require.Equal(t, document.Uploaded, d.Snapshot().Status)
	require.Equal(t, 0, d.Snapshot().Losses)
}

func TestAWorkerWithoutItsClaimChangesNothing(t *testing.T) {
	d := restored(t, in(document.Processing))
	require.NoError(t, d.LoseWorker(t0))
	second, err := d.Claim(t0)
	require.NoError(t, err)
	before := d.Snapshot()
	require.True(t, fault.Is(d.MarkReady(1, found(), t0), fault.CodeConflict))
	require.True(t, fault.Is(d.Fail(1, document.Encrypted, document.LastReading{}, t0), fault.CodeConflict))
	require.True(t, fault.Is(d.Release(1, t0), fault.CodeConflict))
	require.Equal(t, before, d.Snapshot())
	require.NoError(t, d.MarkReady(second, found(), t0))
}

func TestMarkReady(t *testing.T) {
	ready := func(edit func(*document.Snapshot, *document.Reading)) document.Snapshot {
		s, r := in(document.Processing), found()
		s.Losses = 2
		edit(&s, &r)
		d := restored(t, s)
		require.NoError(t, d.MarkReady(1, r, t0))
		return d.Snapshot()
	}
	s := ready(func(*document.Snapshot, *document.Reading) {})
	require.Equal(t, document.Invoice, s.Type)
	require.Equal(t, "INV-881", *s.ReferenceNumber)
	require.True(t, s.HasParsedData)
	require.Equal(t, 0, s.Losses)
	require.Equal(t, document.Guess{Type: document.Invoice, Confidence: 9700}, *s.AI)
	require.Equal(t, found().Summary, s.Summary)
	require.Equal(t, 1, s.LastReading.Run)
	require.Equal(t, 1, s.LastReading.PreviewVersion)
	require.Equal(t, []string{"total_mismatch"}, s.LastReading.Problems)

	s = ready(func(s *document.Snapshot, _ *document.Reading) {
		s.Type, s.TypeByUser, s.ReferenceNumber = document.Receipt, true, ptr("mine")
		s.LastReading = &document.LastReading{Run: 4, PreviewVersion: 2}
	})
	require.Equal(t, document.Receipt, s.Type, "the user's type stays")
	require.Equal(t, document.Invoice, s.AI.Type, "the guess is kept beside it")
	require.Equal(t, "mine", *s.ReferenceNumber)
	require.Equal(t, 5, s.LastReading.Run)
	require.Equal(t, 3, s.LastReading.PreviewVersion)

	s = ready(func(_ *document.Snapshot, r *document.Reading) { r.Guess.Confidence = 5999 })
	require.Equal(t, document.Other, s.Type)
	s = ready(func(_ *document.Snapshot, r *document.Reading) { r.Guess.Confidence = 6000 })
	require.Equal(t, document.Invoice, s.Type)
	s = ready(func(_ *document.Snapshot, r *document.Reading) { r.ReferenceNumber = "\x00€\n" + long(200) })
	require.Equal(t, "€"+long(99), *s.ReferenceNumber, "a long printed reference is cut")
	s = ready(func(_ *document.Snapshot, r *document.Reading) {
		*r = document.Reading{Classifier: document.Classifier{Method: document.ByNone}}
	})
	require.Nil(t, s.AI)
	require.False(t, s.HasParsedData)
	require.Nil(t, s.ReferenceNumber)

	d := restored(t, in(document.Processing))
	before, r := d.Snapshot(), found()
	r.Guess.Confidence = 10_001
	require.Error(t, d.MarkReady(1, r, t0))
	require.Equal(t, before, d.Snapshot())
}

func TestReadingsAreCounted(t *testing.T) {
	d := restored(t, in(document.Processing))
	require.NoError(t, d.Fail(1, document.Encrypted, document.LastReading{Method: "none"}, t0))
	require.Equal(t, document.LastReading{Run: 1, Method: "none"}, *d.Snapshot().LastReading)
	require.NoError(t, d.Reread(t0))
	ticket, err := d.Claim(t0)
	require.NoError(t, err)
	require.NoError(t, d.MarkReady(ticket, found(), t0))
	require.Equal(t, 2, d.Snapshot().LastReading.Run)
	require.NoError(t, d.Reparse(3, []string{"columns_unsure"}, t0))
	s := d.Snapshot()
	require.Equal(t, 2, s.LastReading.Run)
	require.Equal(t, 2, s.LastReading.PreviewVersion)
	require.Equal(t, 3, s.Summary.LinesVerified)
	require.Equal(t, []string{"columns_unsure"}, s.LastReading.Problems)
	require.True(t, fault.Is(restored(t, in(document.Ready)).Reparse(0, nil, t0), fault.CodeInvalidState))
}

func TestRereadForgetsWhatTheProgramFoundAndKeepsTheUsers(t *testing.T) {
	d := restored(t, read())
	require.NoError(t, d.Describe(document.Changes{Notes: document.Text{Set: true, Value: ptr("kept")}}, t0))
	require.NoError(t, d.Reread(t0))
	s := d.Snapshot()
	require.Equal(t, document.Other, s.Type)
	require.Equal(t, "kept", *s.Notes)
	require.Nil(t, s.AI)
	require.Nil(t, s.Summary)
	require.False(t, s.HasParsedData)

	d = restored(t, in(document.Failed))
	require.NoError(t, d.Describe(document.Changes{Type: ptr(document.Statement)}, t0))
	require.NoError(t, d.Reread(t0))
	require.Equal(t, document.Statement, d.Snapshot().Type)
}

func TestLoseBytes(t *testing.T) {
	d := restored(t, in(document.Ready))
	require.NoError(t, d.LoseBytes(t0))
	require.Equal(t, document.StorageMissing, *d.Snapshot().Failure)
	again := restored(t, d.Snapshot())
	require.NoError(t, again.LoseBytes(t0))
	require.False(t, again.Changed())

	d = restored(t, in(document.Dismissed))
	require.NoError(t, d.LoseBytes(t0))
	require.NotNil(t, d.Snapshot().DismissedAt)
	require.NoError(t, d.Restore(t0))
	require.Nil(t, d.Snapshot().Failure)
	require.Nil(t, d.Snapshot().DismissedAt)
}

func TestDescribe(t *testing.T) {
	text := func(v *string) document.Text { return document.Text{Set: true, Value: v} }
	s := in(document.Ready)
	s.Notes, s.ReferenceNumber = ptr("n"), ptr("r")
	s.Targets = []document.Target{{Kind: document.TargetSKU, ID: 1, Deleted: true}}
	for name, c := range map[string]struct {
		change document.Changes
		check  func(s document.Snapshot)
	}{
		"type":             {document.Changes{Type: ptr(document.Other)}, func(s document.Snapshot) { require.True(t, s.TypeByUser) }},
		"name":             {document.Changes{OriginalName: ptr("/tmp/other.PDF")}, func(s document.Snapshot) { require.Equal(t, "other.PDF", s.OriginalName) }},
		"clear notes":      {document.Changes{Notes: text(nil)}, func(s document.Snapshot) { require.Nil(t, s.Notes) }},
		"empty reference":  {document.Changes{ReferenceNumber: text(ptr(""))}, func(s document.Snapshot) { require.Nil(t, s.ReferenceNumber) }},
		"set reference":    {document.Changes{ReferenceNumber: text(ptr("q"))}, func(s document.Snapshot) { require.Equal(t, "q", *s.ReferenceNumber) }},
		"replace targets":  {document.Changes{Targets: &[]document.Target{{Kind: document.TargetListing, ID: 4}}}, func(s document.Snapshot) { require.Len(t, s.Targets, 1) }},
		"clear targets":    {document.Changes{Targets: &[]document.Target{}}, func(s document.Snapshot) { require.Empty(t, s.Targets) }},
		"keeps deleted":    {document.Changes{Notes: text(ptr("m")), Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 1}}}, func(s document.Snapshot) { require.True(t, s.Targets[0].Deleted) }},
		"repeated targets": {document.Changes{Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 2}, {Kind: document.TargetSKU, ID: 2}}}, func(s document.Snapshot) { require.Len(t, s.Targets, 1) }},
	} {
		t.Run(name, func(t *testing.T) {
			d := restored(t, s)
			require.NoError(t, d.Describe(c.change, t0.Add(time.Second)))
			require.True(t, d.Changed())
			require.Equal(t, int64(2), d.Version())
			require.Equal(t, t0.Add(time.Second), d.Snapshot().UpdatedAt)
			c.check(d.Snapshot())
		})
	}
	d := restored(t, s)
	require.NoError(t, d.Describe(document.Changes{Notes: text(ptr("n")), OriginalName: ptr("INV-881.pdf"),
		Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 1}}}, t0.Add(time.Second)))
	require.False(t, d.Changed())
	require.Equal(t, s, d.Snapshot())

	for _, name := range []string{"INV-881.exe", "INV-881", "INV-881.pdf.exe", "INV-881.exe.", ".."} {
		err := d.Describe(document.Changes{OriginalName: ptr(name)}, t0)
		require.True(t, fault.Is(err, fault.CodeExtensionFixed), "%s: %v", name, err)
	}
	err := d.Describe(document.Changes{Type: ptr(document.Type("leaflet")), Notes: text(nil)}, t0)
	refused, _ := fault.As(err)
	require.NotNil(t, refused)
	require.Equal(t, "/type", refused.Pointer)
	require.Equal(t, s, d.Snapshot())
}

func TestTwoVerbsAreOneVersion(t *testing.T) {
	d := restored(t, in(document.Ready))
	require.NoError(t, d.Describe(document.Changes{Type: ptr(document.Invoice)}, t0))
	require.NoError(t, d.SetStatus(document.Dismissed, t0))
	require.Equal(t, int64(2), d.Version())
}

func TestSeen(t *testing.T) {
	s := in(document.Applied)
	s.Targets = []document.Target{{Kind: document.TargetPurchaseOrder, ID: 31}, {Kind: document.TargetSupplier, ID: 31}}
	d := restored(t, s)
	seen := d.Seen(func(target document.Target) bool { return target.Kind == document.TargetSupplier })
	require.Equal(t, []document.Target{{Kind: document.TargetPurchaseOrder, ID: 31, Deleted: true}, {Kind: document.TargetSupplier, ID: 31}}, seen.Snapshot().Targets)
	require.False(t, seen.Changed())
	require.Equal(t, int64(1), seen.Version())
	require.Equal(t, s, d.Snapshot(), "looking changes nothing")
}

func TestNewTargets(t *testing.T) {
	s := in(document.Ready)
	s.Targets = []document.Target{{Kind: document.TargetSupplier, ID: 5, Deleted: true}}
	wanted := []document.Target{{Kind: document.TargetSKU, ID: 1}, {Kind: document.TargetSupplier, ID: 5}, {Kind: document.TargetSKU, ID: 1}, {Kind: document.TargetSKU, ID: 2}}
	places, targets := restored(t, s).NewTargets(wanted)
	require.Equal(t, []int{0, 3}, places)
	require.Equal(t, []document.Target{wanted[0], wanted[3]}, targets)
	places, _ = document.NewTargetsOf(wanted)
	require.Equal(t, []int{0, 1, 3}, places)
}

func TestRestoreIsTheReverseOfSnapshot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySnapshot().Draw(t, "snapshot")
		d := restored(t, s)
		require.Equal(t, s, d.Snapshot())
		require.False(t, d.Changed())
	})
}

func TestSnapshotsShareNothing(t *testing.T) {
	d := restored(t, read())
	a := d.Snapshot()
	*a.Summary.IssueDate, a.Classifier.Candidates[0].Confidence, a.AI.Confidence = "x", 2, 2
	b := d.Snapshot()
	require.Equal(t, "2026-03-20", *b.Summary.IssueDate)
	require.Equal(t, document.Confidence(9700), b.Classifier.Candidates[0].Confidence)
	require.Equal(t, document.Confidence(9700), b.AI.Confidence)
}

func TestVerbsKeepTheDocumentWholeOrEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := restored(t, anySnapshot().Draw(t, "snapshot"))
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			before := d.Snapshot()
			err := raise(d, rapid.SampledFrom(document.Events()).Draw(t, "event"))
			if err != nil {
				require.Equal(t, before, d.Snapshot())
			}
			restored(t, d.Snapshot())
		}
	})
}

func TestRestoreRefusesDamage(t *testing.T) {
	for name, edit := range map[string]func(*document.Snapshot){
		"id":                     func(s *document.Snapshot) { s.ID = 0 },
		"team":                   func(s *document.Snapshot) { s.Team = 0 },
		"type":                   func(s *document.Snapshot) { s.Type = "leaflet" },
		"status":                 func(s *document.Snapshot) { s.Status = "lost" },
		"media":                  func(s *document.Snapshot) { s.Media = "text/html" },
		"name":                   func(s *document.Snapshot) { s.OriginalName = "" },
		"digest":                 func(s *document.Snapshot) { s.SHA256 = "../../etc/passwd" },
		"size":                   func(s *document.Snapshot) { s.FileSize = 0 },
		"version":                func(s *document.Snapshot) { s.Version = 0 },
		"lease":                  func(s *document.Snapshot) { s.LeaseUntil = &t0 },
		"applied":                func(s *document.Snapshot) { s.AppliedAt = &t0 },
		"dismissed":              func(s *document.Snapshot) { s.DismissedAt = &t0 },
		"failure":                func(s *document.Snapshot) { s.Failure = ptr(document.Encrypted) },
		"unexplained":            func(s *document.Snapshot) { s.Status = document.Failed },
		"a failure that is none": func(s *document.Snapshot) { s.Status, s.Failure = document.Failed, ptr(document.FailureCode("luck")) },
		"targets":                func(s *document.Snapshot) { s.Targets = make([]document.Target, document.MaxTargets+1) },
		"pages":                  func(s *document.Snapshot) { s.PageCount = ptr(-1) },
		"candidate": func(s *document.Snapshot) {
			s.Classifier = &document.Classifier{Method: document.ByRules, Candidates: []document.Guess{{Type: "leaflet", Confidence: 200}}}
		},
		"reading":    func(s *document.Snapshot) { s.LastReading = &document.LastReading{Run: 1, Lines: 2, LinesVerified: 3} },
		"lines":      func(s *document.Snapshot) { s.HasParsedData = true },
		"target":     func(s *document.Snapshot) { s.Targets = []document.Target{{Kind: "team", ID: 1}} },
		"confidence": func(s *document.Snapshot) { s.AI = &document.Guess{Type: document.Invoice, Confidence: 10_001} },
		"method":     func(s *document.Snapshot) { s.Classifier = &document.Classifier{Method: "oracle"} },
		"supplier":   func(s *document.Snapshot) { s.Supplier = &document.Supplier{} },
		"date":       func(s *document.Snapshot) { s.Summary = &document.Summary{IssueDate: ptr("2026-02-30")} },
	} {
		t.Run(name, func(t *testing.T) {
			s := in(document.Ready)
			edit(&s)
			_, err := document.Restore(s)
			require.Error(t, err)
			_, isFault := fault.As(err)
			require.False(t, isFault, "a damaged row is not the caller's fault")
		})
	}
}

func TestEveryFailureHasItsSentence(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range document.FailureCodes() {
		require.NotEmpty(t, c.Message(), c)
		require.False(t, seen[c.Message()], c)
		seen[c.Message()] = true
	}
	require.Len(t, seen, 7)
}

// TestReassign puts a supplier in place of two that were merged into it.
func TestReassign(t *testing.T) {
	s := read()
	s.Targets = []document.Target{{Kind: document.TargetSupplier, ID: 4}, {Kind: document.TargetSKU, ID: 5}, {Kind: document.TargetSupplier, ID: 5}}
	s.Supplier = &document.Supplier{ID: 5, Name: "Haven", Confidence: s.AI.Confidence}
	d := restored(t, s)
	require.NoError(t, d.Reassign(document.TargetSupplier, []int64{9}, 3, t0))
	require.False(t, d.Changed())
	require.NoError(t, d.Reassign(document.TargetSupplier, []int64{4, 5}, 3, t0))
	got := d.Snapshot()
	require.Equal(t, []document.Target{{Kind: document.TargetSupplier, ID: 3}, {Kind: document.TargetSKU, ID: 5}}, got.Targets)
	require.Equal(t, []any{int64(3), "Haven", s.Version + 1}, []any{got.Supplier.ID, got.Supplier.Name, got.Version})
}
