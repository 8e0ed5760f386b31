package compose

import (
	"context"
	"time"

	"go.uber.org/fx"

	"sellingassistant/app/repricer"
	"sellingassistant/ports/jobs"
)

// sweepRows is the kind of the job that reads the offers of silent rows.
const sweepRows = "repricer.sweep"

// sweepEvery is how often silent rows are looked for.
const sweepEvery = 5 * time.Minute

var repricerSweep = fx.Options(
	jobHandler(func(e *repricer.Engine) jobs.Handler {
		return jobs.Handler{
			Kind: sweepRows, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return e.Sweep(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic {
		return jobs.Periodic{Kind: sweepRows, Every: sweepEvery, Request: jobs.Request{Lane: jobs.Bulk}}
	}),
)
