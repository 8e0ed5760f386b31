package webhook

import (
	"context"
	"time"

	"sellingassistant/ports/jobs"
)

const (
	// SweepJob asks for lost jobs again, and deletes old events and deliveries.
	SweepJob = "webhook.sweep"
	// Kept bounds the age of events and deliveries.
	Kept = 30 * 24 * time.Hour

	sweepEvery   = time.Minute
	sweepTimeout = 5 * time.Minute
	// lateAfter bounds the time until a due call is made. Later calls lost their job: it was ended
	// by hand, or its process died.
	lateAfter = time.Minute
	// deletedAtOnce bounds the rows that one statement deletes, deletions the statements of a run.
	// The tables have no partitions by week: the time would be a part of each unique key, so that
	// the database could not refuse a second delivery of an event. docs/measurements.md has figures.
	deletedAtOnce = 1000
	deletions     = 100
)

// Handlers returns the jobs of this context.
func Handlers(f *FanOut, g *Gathering, d *Deliverer, w *Watch) []jobs.Handler {
	return []jobs.Handler{
		{Kind: WatchJob, Timeout: watchTimeout, Run: func(ctx context.Context, _ jobs.Job) error { return w.Run(ctx) }},
		{Kind: GatherJob, Resumes: true, Run: g.Run},
		{Kind: FanOutJob, Resumes: true, Run: f.Run},
		{Kind: DeliverJob, Timeout: callTimeout, Resumes: true, Run: d.run},
		{Kind: WakeJob, Run: d.wake},
		{Kind: SweepJob, Timeout: sweepTimeout, Run: func(ctx context.Context, _ jobs.Job) error { return d.sweep(ctx) }},
	}
}

// Periodic returns the scheduled jobs.
func Periodic() []jobs.Periodic {
	return []jobs.Periodic{
		{Kind: SweepJob, Every: sweepEvery, Request: jobs.Request{Queue: jobs.Bulk}},
		{Kind: WatchJob, Every: watchEvery, Request: jobs.Request{Queue: jobs.Bulk}},
	}
}

// sweep runs SweepJob.
func (d *Deliverer) sweep(ctx context.Context) error {
	now := d.p.Clock.Now()
	teams, err := d.p.Endpoints.Lagging(ctx)
	if err != nil {
		return err
	}
	for _, team := range teams {
		if err := fanOut(ctx, d.p.Queue, team, time.Time{}); err != nil {
			return err
		}
	}
	gathering, err := d.p.Changes.Waiting(ctx, now.Add(-lateAfter))
	if err != nil {
		return err
	}
	for _, team := range gathering {
		if err := gather(ctx, d.p.Queue, team, time.Time{}); err != nil {
			return err
		}
	}
	late, err := d.p.Deliveries.Waiting(ctx, now.Add(-lateAfter))
	if err != nil {
		return err
	}
	for _, due := range late {
		if err := deliverTo(ctx, d.p.Queue, due.Team, due.Endpoint); err != nil {
			return err
		}
	}
	for _, drop := range []func(context.Context, time.Time, int) (int64, error){
		d.p.Deliveries.DeleteBefore, d.p.Events.DeleteBefore,
	} {
		for range deletions {
			if n, err := drop(ctx, now.Add(-Kept), deletedAtOnce); err != nil || n < deletedAtOnce {
				if err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}
