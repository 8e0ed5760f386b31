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

// Options differ between the service, the command line and tests.
type Options struct {
	// Migrate applies missing migrations at the start.
	Migrate bool
	// Role announces this process to others that share the database; without a role it is invisible
	// to them.
	Role presence.Role
	// LogTo receives the log lines; nil discards them.
	LogTo io.Writer
	// Version appears in the published document and in calls to upstreams.
	Version string
	// Clock may be nil for the system's; tests and the demo set another.
	Clock clock.Clock
	// Buckets keeps the marketplace's limits. Nil means the published limits, in this process or in
	// Redis. Tests with a more generous marketplace set others.
	Buckets spapi.Buckets
	// First runs once the address is known, before jobs run. Until it is done, calls are answered
	// 503. Its error ends Listen.
	First func(*App) error
	// Handlers adds jobs besides the contexts' own, for tests.
	Handlers func(*db.Store) []jobs.Handler
}

// stopWithin bounds a stop after its notice. Then connections that are still busy are cut.
const stopWithin = 9 * time.Second

// modules returns the whole graph.
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
		researchModule, historyModule, pricelistModule, importsModule, exchangeModule,
		webhookModule, noticeModule,
		fx.NopLogger,
	)
}

// App has the running service.
type App struct {
	fx       *fx.App
	parts    parts
	http     *drain.Server
	amazon   *drain.Server // nil without a listener for Amazon's paths
	metrics  *http.Server
	listener net.Listener
	failed   chan error
	first    func(*App) error
	jobs     sync.WaitGroup
	endJobs  context.CancelFunc
}

// parts lists the parts of the graph that the program uses.
type parts struct {
	fx.In
	Log      *zap.Logger
	Config   config.Config
	Handlers handlers
	Operator Operator
	Workers  workers
	Jobs     []job `group:"jobs"`
	// Working has jobs that run wherever workers run.
	Working []job `group:"working_jobs"`
}

// job does work of the service that no call requests. It runs until ctx ends.
type job func(ctx context.Context)

// working returns the workers and the jobs that run with them.
func (p *parts) working() []job { return append([]job{job(p.Workers)}, p.Working...) }

// New builds the service. It opens the stores, so it can fail with a fault of kind Unavailable. The
// caller must close the App.
func New(ctx context.Context, cfg config.Config, o Options) (*App, error) {
	a := &App{failed: make(chan error, 3), first: o.First, endJobs: func() {}}
	a.fx = fx.New(modules(cfg, o), fx.Invoke(func(p parts) { a.parts = p }))
	if err := a.fx.Err(); err != nil {
		return nil, root(err)
	}
	if err := a.fx.Start(ctx); err != nil {
		return nil, errors.Join(root(err), a.fx.Stop(ctx))
	}
	return a, nil
}

// root drops fx's words around an error of a constructor, which describe constructors and not the
// error.
func root(err error) error { return dig.RootCause(err) }

// Operator returns the use cases of the command line and the demo.
func (a *App) Operator() *Operator { return &a.parts.Operator }

// Handler serves the API without a socket.
func (a *App) Handler() http.Handler { return a.parts.Handlers.public }

// Listen opens the sockets and starts to serve.
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
	if err == nil {
		err = a.serveAmazon()
	}
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

// serveAmazon opens the socket with Amazon's own paths, if it has an address.
func (a *App) serveAmazon() error {
	address := a.parts.Config.Amazon.RelayAddr
	if address == "" {
		return nil
	}
	l, err := drain.Listen(address)
	if err != nil {
		return err
	}
	a.amazon = drain.New(a.parts.Handlers.api.HTTPServer(a.parts.Handlers.amazon), l, a.parts.Log)
	go a.serve(a.amazon.Serve)
	a.parts.Log.Info("listening for clients made for Amazon", zap.String("address", l.Addr().String()))
	return nil
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

// URL returns the address of the API.
func (a *App) URL() string {
	if a.parts.Config.PublicURL != "" {
		return a.parts.Config.PublicURL
	}
	return "http://" + a.listener.Addr().String()
}

// Failed yields the error of a failed listener.
func (a *App) Failed() <-chan error { return a.failed }

// Drain makes the service not ready, lets running calls and jobs end, and closes the sockets.
func (a *App) Drain(ctx context.Context) error {
	a.parts.Handlers.api.Drain()
	// No new jobs start; Close waits for running ones.
	a.endJobs()
	ctx, cancel := context.WithTimeout(ctx, a.parts.Config.StopNotice+stopWithin)
	defer cancel()
	var errs []error
	if a.http != nil || a.amazon != nil {
		// After this no further calls are accepted, not even for readiness. So wait for StopNotice
		// first, to let load balancers see that the service is not ready.
		drain.Wait(ctx, a.parts.Config.StopNotice)
	}
	for _, s := range []*drain.Server{a.http, a.amazon} {
		if s != nil {
			errs = append(errs, s.Drain(ctx))
		}
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
