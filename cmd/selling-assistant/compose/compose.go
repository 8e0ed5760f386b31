package compose

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/cmd/selling-assistant/drain"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
)

// Options are what differs between the service, the command line and tests.
type Options struct {
	// Migrate applies missing migrations at the start.
	Migrate bool
	// Role is what others see this process do with the database; without one they
	// do not see it.
	Role presence.Role
	// LogTo gets the log lines; nil is nowhere.
	LogTo io.Writer
	// Version is shown in the published document and sent to upstreams.
	Version string
	// Clock is the system's unless a test or the demo brings another.
	Clock clock.Clock
	// Buckets keep the marketplace's limits; nil is as it publishes them, in
	// this process or in Redis. Tests whose marketplace is more generous bring
	// others.
	Buckets spapi.Buckets
	// First runs once the address is known, before jobs run. Until it is done, calls are answered
	// 503. Its error ends Listen.
	First func(*App) error
	// Handlers are jobs beside those of the contexts; tests bring some.
	Handlers func(*db.Store) []jobs.Handler
}

// stopWithin bounds a stop after its notice: past it, connections that are
// still busy are cut.
const stopWithin = 9 * time.Second

// modules is the whole graph.
func modules(cfg config.Config, o Options) fx.Option {
	if o.LogTo == nil {
		o.LogTo = io.Discard
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	return fx.Options(
		fx.Supply(cfg, o),
		platform, store, jobsModule, identityModule, connectionModule, restrictionModule, converterModule, listingItemModule,
		inboundModule, inventoryModule, documentModule, repricerModule, notificationModule, relayModule, purchasingModule, annotationModule,
		researchModule, historyModule, pricelistModule, importsModule,
		fx.NopLogger,
	)
}

// App is the running service.
type App struct {
	fx       *fx.App
	parts    parts
	http     *drain.Server
	metrics  *http.Server
	listener net.Listener
	failed   chan error
	first    func(*App) error
	jobs     sync.WaitGroup
	endJobs  context.CancelFunc
}

// parts is what the program takes out of the graph.
type parts struct {
	fx.In
	Log      *zap.Logger
	Config   config.Config
	Handlers handlers
	Operator Operator
	Workers  workers
	Jobs     []job `group:"jobs"`
	// Working are jobs of the workers: they run wherever workers run.
	Working []job `group:"working_jobs"`
}

// job is work of the service that no call asks for. It runs until ctx ends.
type job func(ctx context.Context)

// working are the workers and what belongs to them.
func (p *parts) working() []job { return append([]job{job(p.Workers)}, p.Working...) }

// New builds the service. It opens the stores, so it can fail with a fault of
// kind Unavailable; Close must be called on what it returns.
func New(ctx context.Context, cfg config.Config, o Options) (*App, error) {
	a := &App{failed: make(chan error, 2), first: o.First, endJobs: func() {}}
	a.fx = fx.New(modules(cfg, o), fx.Invoke(func(p parts) { a.parts = p }))
	if err := a.fx.Err(); err != nil {
		return nil, root(err)
	}
	if err := a.fx.Start(ctx); err != nil {
		return nil, errors.Join(root(err), a.fx.Stop(ctx))
	}
	return a, nil
}

// root drops the words fx puts around an error of a constructor, which speak
// of constructors and not of what is wrong.
func root(err error) error { return dig.RootCause(err) }

// Operator is what the command line and the demo work with.
func (a *App) Operator() *Operator { return &a.parts.Operator }

// Handler serves the API without a socket.
func (a *App) Handler() http.Handler { return a.parts.Handlers.public }

// Listen opens both sockets and starts to serve.
func (a *App) Listen() error {
	cfg := a.parts.Config
	l, err := drain.Listen(cfg.HTTPAddr)
	if err != nil {
		return err
	}
	a.listener = l
	a.http = drain.New(a.parts.Handlers.api.HTTPServer(a.parts.Handlers.public), l, a.parts.Log)
	started := a.parts.Handlers.api.Starting()
	go a.serve(a.http.Serve)
	if a.first != nil {
		if err := a.first(a); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	m, err := a.serveOperator()
	if err != nil {
		return errors.Join(err, l.Close())
	}
	started()
	a.startJobs(append(a.parts.Jobs, a.parts.working()...))
	a.parts.Log.Info("listening", zap.String("address", a.URL()), zap.String("metrics", m.Addr().String()))
	// Flush now: scripts and tests wait for this line.
	_ = a.parts.Log.Sync()
	return nil
}

// serveOperator opens the operator's socket.
func (a *App) serveOperator() (net.Listener, error) {
	l, err := net.Listen("tcp", a.parts.Config.MetricsAddr)
	if err != nil {
		return nil, err
	}
	a.metrics = &http.Server{Handler: a.parts.Handlers.operator, ReadHeaderTimeout: 5 * time.Second}
	go a.serve(func() error { return a.metrics.Serve(l) })
	return l, nil
}

func (a *App) serve(serve func() error) {
	if err := serve(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		a.failed <- err
	}
}

func (a *App) startJobs(all []job) {
	ctx, cancel := context.WithCancel(context.Background())
	a.endJobs = cancel
	for _, run := range all {
		a.jobs.Go(func() { run(ctx) })
	}
}

// URL is the address of the API.
func (a *App) URL() string {
	if a.parts.Config.PublicURL != "" {
		return a.parts.Config.PublicURL
	}
	return "http://" + a.listener.Addr().String()
}

// Failed yields the error of a listener that broke.
func (a *App) Failed() <-chan error { return a.failed }

// Drain makes the service not ready, lets running calls and jobs end, and closes the sockets.
func (a *App) Drain(ctx context.Context) error {
	a.parts.Handlers.api.Drain()
	// No new jobs start; Close waits for running ones.
	a.endJobs()
	ctx, cancel := context.WithTimeout(ctx, a.parts.Config.StopNotice+stopWithin)
	defer cancel()
	var errs []error
	if a.http != nil {
		// Then no further calls are taken, not even for readiness. Wait for StopNotice first, so
		// that load balancers see that the service is not ready.
		drain.Wait(ctx, a.parts.Config.StopNotice)
		errs = append(errs, a.http.Drain(ctx))
	}
	if a.metrics != nil {
		errs = append(errs, a.metrics.Shutdown(ctx))
	}
	return errors.Join(errs...)
}

// Close releases everything.
func (a *App) Close(ctx context.Context) error {
	a.endJobs()
	a.jobs.Wait()
	return a.fx.Stop(ctx)
}
