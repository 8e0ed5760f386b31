package document_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
)

// raise calls the verb of the event.
func raise(d *document.Document, e document.Event) error {
	switch e {
	case document.EventClaim:
		_, err := d.Claim(t0)
		return err
	case document.EventRelease:
		return d.Release(1, t0)
	case document.EventLoseWorker, document.EventGiveUp:
		return d.LoseWorker(t0)
	case document.EventMarkReady:
		return d.MarkReady(1, found(), t0)
	case document.EventFail:
		return d.Fail(1, document.Encrypted, document.LastReading{Method: "none"}, t0)
	case document.EventReparse:
		return d.Reparse(0, nil, t0)
	case document.EventReread:
		return d.Reread(t0)
	case document.EventApply:
		return d.SetStatus(document.Applied, t0)
	case document.EventDismiss:
		return d.Dismiss(t0)
	case document.EventRestore:
		return d.Restore(t0)
	case document.EventTakeBack:
		return d.TakeBack(nil, t0)
	case document.EventLoseBytes:
		return d.LoseBytes(t0)
	case document.EventDelete:
		return d.Delete(t0)
	}
	panic("no such event: " + e)
}

func TestEveryPairOfStatusAndEvent(t *testing.T) {
	const (
		U = document.Uploaded
		P = document.Processing
		R = document.Ready
		F = document.Failed
		A = document.Applied
		D = document.Dismissed
	)
	no := func(c fault.Code) any { return c }
	bad := no(fault.CodeInvalidTransition)
	table := map[document.Event]map[document.Status]any{
		document.EventClaim:      {U: P, P: bad, R: bad, F: bad, A: bad, D: bad},
		document.EventRelease:    {U: bad, P: U, R: bad, F: bad, A: bad, D: bad},
		document.EventLoseWorker: {U: bad, P: U, R: bad, F: bad, A: bad, D: bad},
		document.EventGiveUp:     {U: bad, P: F, R: bad, F: bad, A: bad, D: bad},
		document.EventMarkReady:  {U: bad, P: R, R: bad, F: bad, A: bad, D: bad},
		document.EventFail:       {U: bad, P: F, R: bad, F: bad, A: bad, D: bad},
		document.EventReparse:    {U: bad, P: bad, R: R, F: bad, A: bad, D: bad},

		document.EventReread:    {U: bad, P: bad, R: U, F: U, A: bad, D: U},
		document.EventApply:     {U: bad, P: bad, R: A, F: bad, A: nil, D: bad},
		document.EventDismiss:   {U: bad, P: bad, R: D, F: D, A: bad, D: bad},
		document.EventRestore:   {U: bad, P: bad, R: bad, F: bad, A: bad, D: R},
		document.EventTakeBack:  {U: bad, P: bad, R: bad, F: bad, A: R, D: bad},
		document.EventLoseBytes: {U: F, P: F, R: F, F: F, A: A, D: D},
		document.EventDelete:    {U: U, P: U, R: R, F: F, A: A, D: D},
	}
	require.Len(t, table, len(document.Events()))
	for _, e := range document.Events() {
		require.Len(t, table[e], len(document.Statuses()), e)
		for _, from := range document.Statuses() {
			t.Run(string(e)+" in "+string(from), func(t *testing.T) {
				s := in(from)
				s.Targets = []document.Target{{Kind: document.TargetPurchaseOrder, ID: 31}}
				if e == document.EventGiveUp {
					s.Losses = document.MaxLosses - 1
				}
				if e == document.EventReparse {
					s.Summary, s.LastReading = &document.Summary{Lines: 1}, &document.LastReading{Run: 1, Lines: 1, PreviewVersion: 1}
				}
				d := restored(t, s)
				before := d.Snapshot()
				err := raise(d, e)
				switch want := table[e][from].(type) {
				case document.Status:
					require.NoError(t, err)
					require.Equal(t, want, d.Snapshot().Status)
					require.True(t, d.Changed())
					require.Equal(t, int64(2), d.Version())
				case nil:
					require.NoError(t, err)
					require.Equal(t, before, d.Snapshot())
				case fault.Code:
					require.True(t, fault.Is(err, want), "%v", err)
					require.Equal(t, before, d.Snapshot())
					require.False(t, d.Changed())
				}
			})
		}
	}
}

func TestDeletedDocumentsAreNotFound(t *testing.T) {
	for _, status := range document.Statuses() {
		for _, e := range document.Events() {
			s := in(status)
			s.DeletedAt = &t0
			d := restored(t, s)
			before := d.Snapshot()
			require.True(t, fault.Is(raise(d, e), fault.CodeNotFound), "%s in %s", e, status)
			require.True(t, fault.Is(d.Describe(document.Changes{}, t0), fault.CodeNotFound))
			for _, to := range document.Statuses() {
				require.True(t, fault.Is(d.SetStatus(to, t0), fault.CodeNotFound), "%s to %s", status, to)
			}
			require.Equal(t, before, d.Snapshot())
			require.Empty(t, d.Allowed())
		}
	}
}

func TestSetStatus(t *testing.T) {
	const same, bad = "same", "bad"
	table := map[document.Status]map[document.Status]string{
		document.Uploaded:   {"uploaded": same, "processing": bad, "ready": bad, "failed": bad, "applied": bad, "dismissed": bad},
		document.Processing: {"uploaded": bad, "processing": same, "ready": bad, "failed": bad, "applied": bad, "dismissed": bad},
		document.Ready:      {"uploaded": "uploaded", "processing": bad, "ready": same, "failed": bad, "applied": bad, "dismissed": "dismissed"},
		document.Failed:     {"uploaded": "uploaded", "processing": bad, "ready": bad, "failed": same, "applied": bad, "dismissed": "dismissed"},
		document.Applied:    {"uploaded": bad, "processing": bad, "ready": "ready", "failed": bad, "applied": same, "dismissed": bad},
		document.Dismissed:  {"uploaded": "uploaded", "processing": bad, "ready": "ready", "failed": bad, "applied": bad, "dismissed": same},
	}
	for from, row := range table {
		for to, want := range row {
			t.Run(string(from)+" to "+string(to), func(t *testing.T) {
				d := restored(t, in(from))
				allowed := d.Allowed()
				err := d.SetStatus(to, t0)
				switch want {
				case same:
					require.NoError(t, err)
					require.False(t, d.Changed())
				case bad:
					require.True(t, fault.Is(err, fault.CodeInvalidTransition), "%v", err)
					f, _ := fault.As(err)
					require.Equal(t, fault.Rule, f.Kind)
					require.Equal(t, allowed, f.Details["allowed"])
					require.NotContains(t, allowed, to)
					require.False(t, d.Changed())
				default:
					require.NoError(t, err)
					require.Equal(t, document.Status(want), d.Snapshot().Status)
					require.Contains(t, allowed, to)
				}
			})
		}
	}
}

func TestAllowedNamesTheMoves(t *testing.T) {
	with := func(status document.Status, targets int, lines bool) document.Snapshot {
		s := in(status)
		for i := range targets {
			s.Targets = append(s.Targets, document.Target{Kind: document.TargetSupplier, ID: int64(i + 1)})
		}
		if lines {
			s.HasParsedData, s.Summary = true, &document.Summary{Lines: 1}
		}
		return s
	}
	for name, c := range map[string]struct {
		s    document.Snapshot
		want []document.Status
	}{
		"uploaded":             {with(document.Uploaded, 1, false), []document.Status{}},
		"processing":           {with(document.Processing, 1, false), []document.Status{}},
		"applied":              {with(document.Applied, 1, false), []document.Status{"ready"}},
		"ready":                {with(document.Ready, 0, false), []document.Status{"uploaded", "dismissed"}},
		"ready with a target":  {with(document.Ready, 1, false), []document.Status{"uploaded", "applied", "dismissed"}},
		"ready with lines too": {with(document.Ready, 1, true), []document.Status{"uploaded", "dismissed"}},
		"failed":               {with(document.Failed, 1, false), []document.Status{"uploaded", "dismissed"}},
		"dismissed":            {with(document.Dismissed, 1, false), []document.Status{"uploaded", "ready"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, restored(t, c.s).Allowed()) })
	}
}

func TestApplyByHandNeedsATargetAndNoLines(t *testing.T) {
	s := in(document.Ready)
	err := restored(t, s).SetStatus(document.Applied, t0)
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.CodeInvalidTransition, f.Code)
	require.Equal(t, "/targets", f.Pointer)

	s.Targets = []document.Target{{Kind: document.TargetSupplier, ID: 5}}
	d := restored(t, s)
	require.NoError(t, d.SetStatus(document.Applied, t0.Add(time.Minute)))
	require.Equal(t, t0.Add(time.Minute), *d.Snapshot().AppliedAt)

	s.HasParsedData, s.Summary = true, &document.Summary{Lines: 1}
	err = restored(t, s).SetStatus(document.Applied, t0)
	require.True(t, fault.Is(err, fault.CodeInvalidTransition), "%v", err)
}
