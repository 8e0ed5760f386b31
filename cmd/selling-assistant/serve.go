package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap/zapcore"

	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/demo"
	"sellingassistant/cmd/selling-assistant/health"
	"sellingassistant/cmd/selling-assistant/heap"
	"sellingassistant/cmd/selling-assistant/supervisor"
	"sellingassistant/cmd/selling-assistant/threads"
	"sellingassistant/config"
)

// serving encodes the addresses of the service as JSON, once it answers.
type serving struct {
	BaseURL string `json:"base_url"`
	DocsURL string `json:"docs_url"`
	APIKey  string `json:"api_key,omitempty"`
}

func serveCommand(s *session) *cobra.Command {
	c := s.printing("serve", "Serve the API.")
	c.BoolVar(&c.demo, "demo", false, "Bring demo data and a simulated marketplace; needs no configuration.")
	migrate := c.Bool("migrate", false, "Apply missing migrations first.")
	return c.runs(func(ctx context.Context) error { return c.serve(ctx, *migrate || c.demo) })
}

// serve runs until SIGTERM or SIGINT, then lets running calls end. A second signal ends the process
// at once.
func (v *verb) serve(ctx context.Context, migrate bool) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	threads.Widen()
	heap.Keep(ctx)
	cfg, err := config.Load(v.environ, v.demo)
	if err != nil {
		return err
	}
	var sample *demo.Demo
	options := compose.Options{Role: presence.Serves, Migrate: migrate, LogTo: v.io.err, Version: version()}
	if v.demo {
		if sample, err = demo.Prepare(&cfg); err != nil {
			return err
		}
		defer sample.Close()
		options.Clock = sample.Clock()
		options.First = func(app *compose.App) error { return sample.Fill(ctx, app.Operator(), app.URL()) }
		if !cfg.LogLevelGiven && telemetry.Readable(v.io.err, cfg.LogFormat) {
			// The welcome stays visible on a newcomer's terminal: the simulated marketplace refuses
			// some calls and answers late by itself, which would be logged as warnings.
			cfg.LogLevel = zapcore.ErrorLevel
		}
	}
	app, err := compose.New(ctx, cfg, options)
	if err != nil {
		return err
	}
	err = v.listen(ctx, stop, app, sample)
	return errors.Join(err, app.Close(context.WithoutCancel(ctx)))
}

func (v *verb) listen(ctx context.Context, stop func(), app *compose.App, sample *demo.Demo) error {
	if err := app.Listen(); err != nil {
		return err
	}
	now := serving{BaseURL: app.URL(), DocsURL: app.URL() + "/docs"}
	if sample != nil {
		now.APIKey = sample.APIKey
	}
	if err := v.announce(now, sample); err != nil {
		return err
	}
	return untilStopped(ctx, stop, app)
}

// untilStopped reports readiness to a supervisor, and waits for a signal or the failure of a
// listener.
func untilStopped(ctx context.Context, stop func(), app *compose.App) error {
	if err := supervisor.Report(ctx, supervisor.Ready); err != nil {
		return errors.Join(err, app.Drain(context.WithoutCancel(ctx)))
	}
	select {
	case err := <-app.Failed():
		return err
	case <-ctx.Done():
	}
	stop()
	go forceOnSecondSignal()
	ctx = context.WithoutCancel(ctx)
	return errors.Join(supervisor.Report(ctx, supervisor.Stopping), app.Drain(ctx))
}

// forceOnSecondSignal ends the process if the operator does not want to wait.
func forceOnSecondSignal() {
	second := make(chan os.Signal, 1)
	signal.Notify(second, syscall.SIGTERM, syscall.SIGINT)
	<-second
	os.Exit(exitFault)
}

func (v *verb) announce(now serving, sample *demo.Demo) error {
	if sample == nil || v.json {
		return v.print(now, "selling-assistant serves %s, docs at %s", now.BaseURL, now.DocsURL)
	}
	_, err := fmt.Fprint(v.io.out, sample.Welcome(now.BaseURL, now.APIKey))
	return err
}

func workCommand(s *session) *cobra.Command {
	c := s.onData("work", "Run background jobs, without serving the API.")
	return c.runs(c.work)
}

// work runs background jobs until SIGTERM or SIGINT, then lets running ones end as serve does.
func (v *verb) work(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	threads.Widen()
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

// healthWithin bounds the wait for an answer.
const healthWithin = 5 * time.Second

func healthCommand(s *session) *cobra.Command {
	c := s.printing("health", "Ask the service of this machine whether it takes calls.")
	c.command.Long = "It asks /readyz at SA_HTTP_ADDR. The exit code is 1 when the service is not ready."
	return c.runs(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, healthWithin)
		defer cancel()
		address, err := health.Address(c.environ)
		if err != nil {
			return err
		}
		answer, err := health.Ask(ctx, address)
		if err != nil {
			return err
		}
		return c.print(answer, "%s takes calls", address)
	})
}
