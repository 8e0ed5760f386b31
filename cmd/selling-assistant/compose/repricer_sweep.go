package compose

import (
	"context"
	"time"

	"go.uber.org/fx"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/ports/jobs"
)

const (
	// sweepRows is the kind of the job that reads the offers of silent rows, and
	// appraiseRows of that which asks for fees that no floor needs.
	sweepRows    = "repricer.sweep"
	appraiseRows = "repricer.appraise"
	// sweepEvery and appraiseEvery are how often they are looked for.
	sweepEvery    = 5 * time.Minute
	appraiseEvery = time.Minute
)

var repricerSweep = fx.Options(
	jobHandler(func(e *pricing.Engine) jobs.Handler {
		return jobs.Handler{
			Kind: sweepRows, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return e.Sweep(ctx) },
		}
	}),
	jobHandler(func(e *pricing.Engine) jobs.Handler {
		return jobs.Handler{
			Kind: appraiseRows, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return e.Appraise(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic {
		return jobs.Periodic{Kind: appraiseRows, Every: appraiseEvery, Request: jobs.Request{Lane: jobs.Bulk}}
	}),
	periodicJob(func() jobs.Periodic {
		return jobs.Periodic{Kind: sweepRows, Every: sweepEvery, Request: jobs.Request{Lane: jobs.Bulk}}
	}),
)
