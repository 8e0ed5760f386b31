package main

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/heap"
)

func workCommand(s *session) *cobra.Command {
	c := s.onData("work", "Run background jobs, without serving the API.")
	return c.runs(c.work)
}

// work runs background jobs until SIGTERM or SIGINT, then lets running ones end as serve does.
func (v *verb) work(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	heap.Keep(ctx)
	cfg, err := v.config()
	if err != nil {
		return err
	}
	if cfg.Workers == 0 {
		return usageError{"SA_WORKERS is 0, so there is nothing to do"}
	}
	app, err := compose.New(ctx, cfg, compose.Options{Role: presence.Works, LogTo: v.io.err, Version: version()})
	if err != nil {
		return err
	}
	err = v.runJobs(ctx, stop, app, cfg.Workers)
	return errors.Join(err, app.Close(context.WithoutCancel(ctx)))
}

func (v *verb) runJobs(ctx context.Context, stop func(), app *compose.App, perLane int) error {
	if err := app.Work(); err != nil {
		return err
	}
	if err := v.print(map[string]int{"jobs_per_lane": perLane}, "selling-assistant runs up to %d jobs of each lane", perLane); err != nil {
		return errors.Join(err, app.Drain(context.WithoutCancel(ctx)))
	}
	return untilStopped(ctx, stop, app)
}
