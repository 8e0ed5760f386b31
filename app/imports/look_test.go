package imports

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/imports"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tablefile"
)

// slow fakes a file that takes long to read, with all other needs of imports.
type slow struct {
	ports.Imports
	ports.Reports
	tablefile.Files
	tablefile.Received
	jobs.Queue
	takes  time.Duration
	fault  error
	wanted imports.Wanted
	kept   bool
	stored imports.Import
	job    jobs.Request
}

func (s *slow) Survey(ctx context.Context, _ []byte, _ imports.Kind, w imports.Wanted) (imports.Table, error) {
	s.wanted = w
	select {
	case <-time.After(s.takes):
		return imports.Table{HeaderRow: 1, Headers: []string{"SKU", "Unit cost"}, Signs: []string{"", ""}, Rows: 7}, s.fault
	case <-ctx.Done():
		return imports.Table{}, ctx.Err()
	}
}

func (s *slow) Lines(context.Context, []byte, imports.Mapping, func(imports.Line) error) error {
	return nil
}
func (s *slow) Bytes() ([]byte, error)                                         { return nil, nil }
func (s *slow) Keep(context.Context) error                                     { s.kept = true; return nil }
func (s *slow) Store(context.Context) (int64, error)                           { return 5, nil }
func (s *slow) Content(context.Context, id.Team, int64) ([]byte, error)        { return nil, nil }
func (s *slow) Hold(context.Context, id.Team) error                            { return nil }
func (s *slow) Busy(context.Context, id.Team) (int64, error)                   { return 0, nil }
func (s *slow) InTx(ctx context.Context, do func(context.Context) error) error { return do(ctx) }

func (s *slow) Insert(_ context.Context, i imports.Import) (imports.ID, error) {
	s.stored = i
	s.stored.ID = 9
	return 9, nil
}

func (s *slow) Find(context.Context, id.Team, imports.ID) (imports.Import, error) {
	return s.stored, nil
}
func (s *slow) Locked(context.Context, id.Team, imports.ID) (imports.Import, error) {
	return s.stored, nil
}
func (s *slow) Save(_ context.Context, i imports.Import) error { s.stored = i; return nil }
func (s *slow) LastMapping(context.Context, id.Team, imports.Kind, string) (imports.Mapping, bool, error) {
	return imports.Mapping{}, false, nil
}

func (s *slow) Records(context.Context, id.Team, imports.ID, func(record, row int64)) error {
	return nil
}

func (s *slow) Enqueue(_ context.Context, r jobs.Request) (jobs.ID, error) {
	s.job = r
	return 1, nil
}

func (s *slow) app() *Imports {
	return New(Parts{Tx: s, Store: s, Reports: s, Files: s, Tables: s, Queue: s, Clock: clock.System{}})
}

// start sends the file, and returns the duration of the call.
func (s *slow) start(t *testing.T) (took time.Duration, err error) {
	began := time.Now()
	p, err := s.app().Prepare(t.Context(), caller.Caller{Team: 1, User: 3}, Draft{
		Kind: imports.SKU, Name: "a.xlsx", File: s,
		Wanted: imports.Wanted{Sheet: "Prices", Columns: map[imports.Field]string{imports.FieldSKU: "A"}},
	})
	if err == nil {
		_, err = p.Start(t.Context())
	}
	return time.Since(began), err
}

func (s *slow) run(t *testing.T) error {
	return s.app().Handlers()[0].Run(t.Context(), jobs.Job{Team: 1, Args: s.job.Args, Attempt: 1, Attempts: 3})
}

// TestAFileThatTakesLongIsLookedAtByTheJob answers within five seconds, and lets the job look at
// the file with the columns that the call gave.
func TestAFileThatTakesLongIsLookedAtByTheJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: 10 * time.Second}
		took, err := s.start(t)
		require.NoError(t, err)
		require.Equal(t, 4*time.Second, took)
		require.True(t, s.kept)
		require.Equal(t, imports.Queued, s.stored.Values.Stage)
		require.Zero(t, s.stored.Values.Rows)
		var args map[string]any
		require.NoError(t, json.Unmarshal(s.job.Args, &args))
		require.Contains(t, args, "look")

		s.wanted = imports.Wanted{}
		require.NoError(t, s.run(t))
		require.Equal(t, "Prices", s.wanted.Sheet)
		require.Equal(t, map[imports.Field]string{imports.FieldSKU: "A"}, s.wanted.Columns)
		v := s.stored.Values
		require.Equal(t, []any{imports.Completed, int64(1), imports.FieldSKU}, []any{v.Stage, v.Mapping.HeaderRow, v.Mapping.Columns[0].Field})
	})
}

// TestAFaultOfAFileThatTakesLongEndsTheImport does not try it again.
func TestAFaultOfAFileThatTakesLongEndsTheImport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: 10 * time.Second, fault: fault.New(fault.Rule, fault.CodeNotSupported, "The file cannot be read.")}
		_, err := s.start(t)
		require.NoError(t, err)
		require.Error(t, s.run(t))
		require.Equal(t, []any{imports.Failed, "not_supported"}, []any{s.stored.Values.Stage, s.stored.Values.Error})
	})
}

// TestAFileThatTakesLittleIsLookedAtByTheCall has nothing for the job to look at.
func TestAFileThatTakesLittleIsLookedAtByTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: 3 * time.Second}
		_, err := s.start(t)
		require.NoError(t, err)
		require.EqualValues(t, 7, s.stored.Values.Rows)
		require.JSONEq(t, `{"import":9}`, string(s.job.Args))
		s = &slow{takes: time.Second, fault: fault.New(fault.Rule, fault.CodeNotSupported, "The file cannot be read.")}
		_, err = s.start(t)
		require.True(t, fault.Is(err, fault.CodeNotSupported))
		require.False(t, s.kept)
	})
}

// TestAJobOfAnEarlierStageChangesNothing runs jobs again that ended before their process died.
func TestAJobOfAnEarlierStageChangesNothing(t *testing.T) {
	const apply, takeBack = 0, 1
	for stage, job := range map[imports.Stage]int{
		imports.TakingBack: apply, imports.Completed: apply, imports.Failed: apply, imports.Queued: takeBack, imports.TakenBack: takeBack,
	} {
		s := &slow{stored: imports.Import{ID: 9, Team: 1, Version: 4, Values: imports.Values{Stage: stage, Rows: 7, Done: 7}}}
		want := s.stored
		require.NoError(t, s.app().Handlers()[job].Run(t.Context(), jobs.Job{Team: 1, Args: []byte(`{"import":9}`), Attempt: 4, Attempts: 4}))
		require.Equal(t, want, s.stored, stage)
	}
}
