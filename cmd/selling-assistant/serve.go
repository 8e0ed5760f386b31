package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/config"
)

type serveCommand struct {
	output
	Demo    bool `help:"Bring demo data and a simulated marketplace; needs no configuration."`
	Migrate bool `help:"Apply missing migrations first."`
}

// serving is what a program reads once the service answers.
type serving struct {
	BaseURL string `json:"base_url"`
	DocsURL string `json:"docs_url"`
	APIKey  string `json:"api_key,omitempty"`
}

// heapGrowth is how much the heap may grow between two collections, in
// per cent. The service keeps little between calls, so at the runtime's 100 it
// would collect every few megabytes; GOGC and GOMEMLIMIT still decide where set.
const heapGrowth = 400

func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}

// Run serves until SIGTERM or SIGINT, then lets the calls in progress end. A
// second signal ends the process at once.
func (c serveCommand) Run(s *session) error {
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	collectLess()
	cfg, err := config.Load(s.environ, c.Demo)
	if err != nil {
		return err
	}
	var sample *demo.Demo
	options := compose.Options{Migrate: c.Migrate || c.Demo, LogTo: s.io.err, Version: version()}
	if c.Demo {
		if sample, err = demo.Prepare(&cfg); err != nil {
			return err
		}
		defer sample.Close()
		options.Market = sample.Clock()
	}
	app, err := compose.New(ctx, cfg, options)
	if err != nil {
		return err
	}
	err = c.serve(ctx, stop, app, sample, s)
	return errors.Join(err, app.Close(context.WithoutCancel(ctx)))
}

func (c serveCommand) serve(ctx context.Context, stop func(), app *compose.App, sample *demo.Demo, s *session) error {
	if err := app.Listen(); err != nil {
		return err
	}
	now := serving{BaseURL: app.URL(), DocsURL: app.URL() + "/docs"}
	if sample != nil {
		key, err := sample.Fill(ctx, app.Operator(), app.URL())
		if err != nil {
			return errors.Join(err, app.Drain(context.WithoutCancel(ctx)))
		}
		now.APIKey = key
	}
	if err := c.announce(s, now, sample); err != nil {
		return err
	}
	return untilStopped(ctx, stop, app)
}

// untilStopped waits for a signal or for a listener that breaks.
func untilStopped(ctx context.Context, stop func(), app *compose.App) error {
	select {
	case err := <-app.Failed():
		return err
	case <-ctx.Done():
	}
	stop()
	go forceOnSecondSignal()
	return app.Drain(context.WithoutCancel(ctx))
}

// forceOnSecondSignal ends the process when the operator does not want to wait.
func forceOnSecondSignal() {
	second := make(chan os.Signal, 1)
	signal.Notify(second, syscall.SIGTERM, syscall.SIGINT)
	<-second
	os.Exit(exitFault)
}

func (c serveCommand) announce(s *session, now serving, sample *demo.Demo) error {
	if sample == nil || c.JSON {
		return c.print(s, now, "selling-assistant serves %s, docs at %s", now.BaseURL, now.DocsURL)
	}
	_, err := fmt.Fprint(s.io.out, sample.Welcome(now.BaseURL, now.APIKey))
	return err
}
