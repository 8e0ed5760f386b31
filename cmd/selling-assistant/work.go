package main

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"sellingassistant/cmd/selling-assistant/compose"
)

type workCommand struct {
	output
	target
}

// Run runs background jobs until SIGTERM or SIGINT, then lets those in progress
// end as serve does.
func (c workCommand) Run(s *session) error {
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	collectLess()
	cfg, err := c.config(s)
	if err != nil {
		return err
	}
	if cfg.Workers == 0 {
		return usageError{"SA_WORKERS is 0, so there is nothing to do"}
	}
	app, err := compose.New(ctx, cfg, compose.Options{LogTo: s.io.err, Version: version()})
	if err != nil {
		return err
	}
	err = c.work(ctx, stop, app, s, cfg.Workers)
	return errors.Join(err, app.Close(context.WithoutCancel(ctx)))
}

func (c workCommand) work(ctx context.Context, stop func(), app *compose.App, s *session, perLane int) error {
	if err := app.Work(); err != nil {
		return err
	}
	if err := c.print(s, map[string]int{"jobs_per_lane": perLane}, "selling-assistant runs up to %d jobs of each lane", perLane); err != nil {
		return errors.Join(err, app.Drain(context.WithoutCancel(ctx)))
	}
	return untilStopped(ctx, stop, app)
}
