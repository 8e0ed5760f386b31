// Command worker is `selling-assistant work` with another handler. Its jobs have an effect that
// tests can count. `worker enqueue N` makes N such jobs.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	queue "sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/ports/jobs"
)

const kind = "test.effect"

func main() {
	ctx, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	cfg, err := config.Load(os.Environ(), false)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return work(ctx, cfg)
	case len(args) == 2 && args[0] == "enqueue":
		n, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		return enqueue(ctx, cfg, n)
	}
	return errors.New("usage: worker [enqueue N]")
}

func work(ctx context.Context, cfg config.Config) error {
	app, err := compose.New(ctx, cfg, compose.Options{LogTo: os.Stderr, Handlers: effects})
	if err != nil {
		return err
	}
	if err := app.Work(); err != nil {
		return err
	}
	fmt.Println("works")
	<-ctx.Done()
	if err := app.Drain(context.Background()); err != nil {
		return err
	}
	return app.Close(context.Background())
}

// enqueue makes jobs, 500 per transaction.
func enqueue(ctx context.Context, cfg config.Config, n int) error {
	const together = 500
	s, err := db.Open(ctx, db.Config{URL: cfg.DatabaseURL})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	q, err := queue.NewQueue(s, queue.Traces{Of: httpx.TraceID, With: httpx.WithTraceID, Spans: noop.NewTracerProvider()}, zap.NewNop())
	if err != nil {
		return err
	}
	for from := 0; from < n; from += together {
		err := s.InTx(ctx, func(ctx context.Context) error {
			for i := from; i < min(n, from+together); i++ {
				r := jobs.Request{Kind: kind, Args: fmt.Appendf(nil, `{"n":%d}`, i), Queue: jobs.Bulk}
				if _, err := q.Enqueue(ctx, r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// effects returns the handler, which writes a row and finishes the job in one transaction.
func effects(s *db.Store) []jobs.Handler {
	return []jobs.Handler{{Kind: kind, Run: func(ctx context.Context, j jobs.Job) error {
		return s.InTx(ctx, func(ctx context.Context) error {
			_, err := s.Hot(ctx).Exec(ctx, "INSERT INTO effects (job, worker) VALUES ($1, $2)", int64(j.ID), int64(os.Getpid()))
			if err != nil {
				return err
			}
			return j.Finish(ctx)
		})
	}}}
}
