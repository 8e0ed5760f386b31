package syncing

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/jobs"
)

const (
	// workTime bounds how long a job works on a run before it frees its worker, and jobTimeout
	// limits the job.
	workTime   = 5 * time.Minute
	jobTimeout = workTime + 3*time.Minute
	// pauseTime replaces the wait that a refusal does not name.
	pauseTime = 30 * time.Second
	// dueEvery sets how often the schedule is checked.
	dueEvery = time.Minute
	// skuDelay merges changes of a SKU into one read, and gives the marketplace's search time to
	// show them.
	skuDelay = time.Minute
	// keptFor bounds how long ended runs are kept.
	keptFor    = 14 * 24 * time.Hour
	sweepEvery = time.Hour
	// SweepJob forgets old runs.
	SweepJob = "inventory.sync_sweep"
)

// Handlers returns the jobs of the syncs.
func (s *Syncs) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: Job, Timeout: jobTimeout, Run: s.work},
		{Kind: DueJob, Run: func(ctx context.Context, _ jobs.Job) error { return s.Due(ctx) }},
		{Kind: ConnectionJob, Run: s.connected},
		{Kind: SKUJob, Run: s.readSKU},
		{Kind: SweepJob, Run: s.sweep},
	}
}

// Periodic returns the scheduled jobs.
func (s *Syncs) Periodic() []jobs.Periodic {
	return []jobs.Periodic{
		{Kind: DueJob, Every: dueEvery},
		{Kind: SweepJob, Every: sweepEvery},
	}
}

// work runs Job. The job is the holder of the run, so the run of a killed process continues with
// the job.
func (s *Syncs) work(ctx context.Context, j jobs.Job) error {
	var args runArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	_, err := s.Attempt(ctx, j.Team, args.Run, fmt.Sprint("job ", j.ID), j.Attempt >= j.Attempts)
	return err
}

// Attempt works on a run for at most five minutes and records why it stops. The error is nil if
// the run has ended, jobs.Later if the job should run again, and otherwise a failure; a failure
// with final set fails the run.
func (s *Syncs) Attempt(ctx context.Context, team id.Team, run int64, holder string, final bool) (syncing.Run, error) {
	r, err := s.Work(ctx, team, run, holder, s.clock.Now().Add(workTime))
	switch {
	case err == nil && r.Snapshot().State.Ended():
		return r, nil
	case err == nil:
		return r, jobs.Later(0)
	case ctx.Err() != nil:
		return r, err // the program stops, or the work took too long
	}
	return s.settle(ctx, r, err, final)
}

// settle records why a run stopped, and returns when its job comes again.
func (s *Syncs) settle(ctx context.Context, run syncing.Run, err error, final bool) (syncing.Run, error) {
	e, ok := fault.As(err)
	if !ok {
		e = fault.New(fault.Internal, fault.CodeInternal, "The sync failed.").Because(err)
	}
	now, pause := s.clock.Now(), e.RetryAfter
	if pause <= 0 {
		pause = pauseTime
	}
	wait := func(r *syncing.Run) error { return r.Wait(string(e.Code), now) }
	fail := func(r *syncing.Run) error { return r.Fail(string(e.Code), now) }
	switch {
	case e.Kind == fault.Conflict:
		return run, jobs.Later(pause)
	case run.Snapshot().ID == 0:
		return run, err // it was not found, or the database is away
	case e.Kind == fault.Limited:
		return s.note(ctx, run, wait, jobs.Later(pause))
	case e.Kind == fault.Forbidden, e.Kind == fault.NotFound:
		return s.note(ctx, run, fail, nil)
	case final:
		return s.note(ctx, run, fail, err)
	case run.Snapshot().State == syncing.Running:
		return s.note(ctx, run, wait, err)
	}
	return run, err
}

// note stores a change of a run, and returns then as the error.
func (s *Syncs) note(ctx context.Context, run syncing.Run, change func(*syncing.Run) error, then error) (syncing.Run, error) {
	if err := change(&run); err != nil {
		return run, err
	}
	saved := run
	if err := s.tx.InTx(ctx, func(ctx context.Context) error {
		saved = run
		if err := s.runs.Save(ctx, &saved); err != nil {
			return err
		}
		return s.report(ctx, saved.Snapshot())
	}); err != nil {
		return run, err
	}
	return saved, then
}

// Due asks for the runs that are due by the schedule. A target that fails does
// not stop the others; the error joins all.
func (s *Syncs) Due(ctx context.Context) error {
	all, err := s.sellers.All(ctx)
	if err != nil {
		return err
	}
	asked, err := s.runs.Histories(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, a := range all {
		if !a.Active {
			continue
		}
		for _, t := range targets(a) {
			kind, due := t.Due(asked[t], s.clock.Now())
			if !due {
				continue
			}
			if _, err := s.request(ctx, t, kind); err != nil {
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}

// Connection has the arguments of ConnectionJob.
type Connection struct {
	Connection id.Connection `json:"connection"`
}

// connected does ConnectionJob. A missing account, or an account that no longer works, is no error.
func (s *Syncs) connected(ctx context.Context, j jobs.Job) error {
	var args Connection
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	_, err := s.Request(ctx, j.Team, args.Connection, syncing.Incremental)
	if fault.Is(err, fault.CodeNotFound) || fault.Is(err, fault.CodeIntegrationNeedsAttention) {
		return nil
	}
	return err
}

// SKU has the arguments of SKUJob.
type SKU struct {
	Connection  id.Connection  `json:"connection"`
	Marketplace marketplace.ID `json:"marketplace_id"`
	SKU         string         `json:"sku"`
}

// Changed requests a read of one SKU that the marketplace reported as changed, in the transaction
// of ctx.
func (s *Syncs) Changed(ctx context.Context, team id.Team, c SKU) error {
	args, err := json.Marshal(c)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(c.SKU))
	_, err = s.queue.Enqueue(ctx, jobs.Request{
		Kind: SKUJob, Team: team, Args: args, Unique: fmt.Sprintf("%d|%s|%x", c.Connection, c.Marketplace, sum[:16]),
		At: s.clock.Now().Add(skuDelay), Attempts: 5,
	})
	return err
}

// readSKU does SKUJob. A SKU that the marketplace does not have is left to
// the next full run, which closes it.
func (s *Syncs) readSKU(ctx context.Context, j jobs.Job) error {
	var args SKU
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	seller, err := s.sellers.Of(ctx, j.Team, args.Connection)
	switch {
	case fault.Is(err, fault.CodeNotFound), err == nil && !seller.Active:
		return nil
	case err != nil:
		return err
	}
	w := &worker{Syncs: s, seller: seller}
	read := w.reading()
	found, err := s.market.Named(ctx, seller, args.Marketplace, []string{args.SKU})
	if err != nil {
		return waiting(err)
	}
	for _, o := range found {
		read.add(o)
		if o.Channel == inventory.FBA {
			if read.stock, err = s.market.Stock(ctx, seller, args.Marketplace, []string{o.SKU}); err != nil {
				return waiting(err)
			}
		}
	}
	// No run saw it: 0 is before every run.
	target := syncing.RunSnapshot{Target: syncing.Target{
		Team: j.Team, Connection: args.Connection, Seller: seller.ID, Marketplace: args.Marketplace,
	}}
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		_, err := w.observe(ctx, target, read)
		return err
	})
}

// waiting turns a refusal for the rate of calls into a delay that is no failed attempt.
func waiting(err error) error {
	if e, ok := fault.As(err); ok && e.Kind == fault.Limited {
		return jobs.Later(max(e.RetryAfter, time.Second))
	}
	return err
}

func (s *Syncs) sweep(ctx context.Context, _ jobs.Job) error {
	_, err := s.runs.Sweep(ctx, s.clock.Now().Add(-keptFor))
	return err
}
