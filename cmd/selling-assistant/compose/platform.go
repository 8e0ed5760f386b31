package compose

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/cors"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/adapters/http/mcp"
	relayhttp "sellingassistant/adapters/http/relay"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/adapters/redis"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/adapters/vault"
	"sellingassistant/config"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/idempotency"
	limits "sellingassistant/ports/ratelimit"
	"sellingassistant/ports/tx"
)

// platform provides the common base of all contexts.
var platform = fx.Module("platform",
	fx.Provide(
		newLog, newRegistry, newTraces, newSecrets, newVault, newPeppers, newRedis, newFallback, newLimiter,
		newServer, newHandlers,
		func(o Options) clock.Clock { return o.Clock },
		rawRoute(newAssistants),
	),
)

func newLog(lc fx.Lifecycle, o Options, cfg config.Config) *zap.Logger {
	log, end := telemetry.NewLog(o.LogTo, cfg.LogLevel, telemetry.Readable(o.LogTo, cfg.LogFormat))
	lc.Append(fx.StopHook(end))
	return log
}

func newRegistry(o Options) (*prometheus.Registry, prometheus.Registerer) {
	r := prometheus.NewRegistry()
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "build_info", Help: "1, with the version of the program.", ConstLabels: prometheus.Labels{"version": o.Version},
	}, func() float64 { return 1 })
	r.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r, r
}

func newTraces(lc fx.Lifecycle, cfg config.Config, o Options, log *zap.Logger) (trace.TracerProvider, error) {
	if !cfg.Tracing() {
		return noop.NewTracerProvider(), nil
	}
	stop, err := telemetry.StartTraces(context.Background(), o.Version, log)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.Hook{OnStop: stop})
	return otel.GetTracerProvider(), nil
}

// secrets has the master key, and the previous one while keys are changed.
type secrets struct {
	master []byte
	older  [][]byte
}

// derive returns the key for a purpose and the older key for it, if any.
func (s secrets) derive(purpose string) (key []byte, older [][]byte) {
	for _, o := range s.older {
		older = append(older, vault.Derive(o, purpose))
	}
	return vault.Derive(s.master, purpose), older
}

func newSecrets(cfg config.Config) (secrets, error) {
	master, err := vault.ParseMaster(cfg.SecretKey)
	if err != nil || cfg.PreviousSecretKey.Empty() {
		return secrets{master: master}, err
	}
	previous, err := vault.ParseMaster(cfg.PreviousSecretKey)
	return secrets{master: master, older: [][]byte{previous}}, err
}

func newVault(s secrets) (*vault.Vault, error) { return vault.New(s.master, s.older...) }

func newPeppers(s secrets) identity.Peppers {
	key, older := s.derive("pepper")
	p := identity.Peppers{Primary: secret.New(string(key))}
	if len(older) > 0 {
		p.Older = secret.New(string(older[0]))
	}
	return p
}

// newRedis returns nil if limits are kept in the process.
func newRedis(lc fx.Lifecycle, cfg config.Config) (*redis.Client, error) {
	if cfg.RedisURL.Empty() {
		return nil, nil
	}
	c, err := redis.Open(cfg.RedisURL.Reveal())
	if err != nil {
		return nil, fmt.Errorf("SA_REDIS_URL cannot be read: %w", err)
	}
	lc.Append(fx.StopHook(c.Close))
	return c, nil
}

// newFallback returns nil if no Redis is used, or if nothing may continue without it.
func newFallback(cfg config.Config, c *redis.Client, s *db.Store, log *zap.Logger, reg prometheus.Registerer) (*redis.Fallback, error) {
	if c == nil || cfg.RedisRequired {
		return nil, nil
	}
	return redis.NewFallback(func(ctx context.Context) (int, error) { return presence.Count(ctx, s) }, log, reg)
}

func newLimiter(c *redis.Client, f *redis.Fallback, clk clock.Clock) limits.Limiter {
	switch {
	case c == nil:
		return ratelimit.NewMemory(clk.Now)
	case f == nil:
		return ratelimit.NewRedis(c)
	}
	return ratelimit.NewShared(ratelimit.NewRedis(c), ratelimit.NewMemory(clk.Now), f)
}

// serverParts lists the parts of the HTTP server.
type serverParts struct {
	fx.In
	Config   config.Config
	Options  Options
	Log      *zap.Logger
	Secrets  secrets
	Vault    *vault.Vault
	Auth     httpx.Authenticator
	Limiter  limits.Limiter
	Idem     idempotency.Store
	Tx       tx.Runner
	Clock    clock.Clock
	Registry prometheus.Registerer
	Ready    readiness
	Redis    *redis.Client
	Fallback *redis.Fallback
	Routes   []httpx.Routes `group:"routes"`
	Raw      []rawRoutes    `group:"raw"`
	Records  *shownRecords
}

// rawRoutes adds routes besides the operations, such as signed downloads.
type rawRoutes func(s *httpx.Server)

// readiness reports whether the stores can be used.
type readiness func(context.Context) error

func newServer(p serverParts) *httpx.Server {
	cursorKey, _ := p.Secrets.derive("cursor")
	cfg := httpx.Config{
		Slower:    patience.Slower,
		Limits:    map[string]limits.Limit(p.Config.RateLimits),
		CursorKey: cursorKey,
		Sealer:    p.Vault,
		Version:   p.Options.Version,
		Tracing:   p.Config.Tracing(),
		Simulated: p.Config.Amazon.Simulated(),
	}
	if proxies := p.Config.TrustedProxies; len(proxies) > 0 {
		cfg.Address = func(r *http.Request) string { return wire.ClientAddress(r, proxies) }
	}
	if base := p.Config.PublicURL; base != "" {
		cfg.BaseURL = func(*http.Request) string { return base }
	}
	ready := func(ctx context.Context) error {
		if p.Redis != nil {
			switch err := p.Redis.Ping(ctx); {
			case err == nil && p.Fallback != nil:
				p.Fallback.Worked()
			case err != nil && p.Fallback != nil:
				p.Fallback.Failed(ctx, err)
			case err != nil:
				return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "Redis, which keeps the call limits, does not answer.").Because(err)
			}
		}
		return p.Ready(ctx)
	}
	s := httpx.New(cfg, p.Log, &gate{Authenticator: p.Auth, ready: p.Ready}, p.Limiter, p.Idem, p.Tx, p.Clock, ready, p.Registry)
	for member, remark := range map[string]any{"status": "degraded", "degraded": []string{"redis"}} {
		s.Remark(member, func() any {
			if p.Fallback == nil || !p.Fallback.Away() {
				return nil
			}
			return remark
		})
	}
	for _, routes := range p.Routes {
		routes(s.Router())
	}
	for _, raw := range p.Raw {
		raw(s)
	}
	p.Records.server = s
	return s
}

// newAssistants lets assistants call the operations.
func newAssistants(runner tx.Runner, log *zap.Logger, o Options, cfg config.Config) rawRoutes {
	return func(s *httpx.Server) {
		mcp.Routes(s, runner, log, mcp.Config{Version: o.Version, Origins: cfg.CORSOrigins})
	}
}

// handlers has the handlers of the listeners.
type handlers struct {
	api *httpx.Server
	// public serves the API and lets browsers of the configured origins call it.
	public   http.Handler
	operator http.Handler
	// amazon serves Amazon's own paths.
	amazon http.Handler
}

// newHandlers puts metrics and profiles on the operator's listener, which users cannot reach.
func newHandlers(s *httpx.Server, r *prometheus.Registry, cfg config.Config) handlers {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(r, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	hosts := relayhttp.Hosts(cfg.Amazon.RelayHosts)
	return handlers{
		api: s, public: allowOrigins(hosts.Beside(s.Handler()), cfg.CORSOrigins), operator: mux,
		amazon: hosts.Only(s.Handler()),
	}
}

// allowOrigins allows web pages of these origins to call the API; without any, no page may.
func allowOrigins(h http.Handler, origins []string) http.Handler {
	if len(origins) == 0 {
		return h
	}
	return cors.New(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
		AllowedHeaders: []string{
			"X-Api-Key", "Authorization", "X-Amz-Access-Token", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key",
			"X-Request-Id", "Traceparent", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name",
		},
		ExposedHeaders: []string{
			"ETag", "Location", "Link", "Retry-After", "Idempotent-Replayed", "X-Request-Id", "Content-Disposition",
			"RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
			"X-Amzn-Requestid", "X-Amzn-Ratelimit-Limit", "X-Ignored-Parameters", "Deprecation", "Sunset",
		},
		MaxAge: 600,
	}).Handler(h)
}

// keyID names a derived key without revealing anything about it.
func keyID(key []byte) string { return hex.EncodeToString(vault.Derive(key, "id")[:4]) }
