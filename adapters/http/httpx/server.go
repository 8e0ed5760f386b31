package httpx

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/contrib/instrumentation/github.com/gin-gonic/gin/otelgin"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx/front"
	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/ready"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/idempotency"
	"sellingassistant/ports/ratelimit"
	"sellingassistant/ports/tx"
)

// Authenticator checks keys.
type Authenticator interface {
	// Authenticate returns the caller of a key. A missing, malformed, unknown, revoked or expired
	// key is a Forbidden fault with code access_denied. An unreachable store is an Unavailable
	// fault.
	Authenticate(ctx context.Context, key secret.Text, address string) (caller.Caller, error)
}

// Sealer encrypts texts. A sealed text opens with the same binding only.
type Sealer interface {
	Seal(plain []byte, binding string) ([]byte, error)
	Open(sealed []byte, binding string) ([]byte, error)
}

// Config has the values of an installation. All except CursorKey may be zero.
type Config struct {
	// BaseURL returns the address clients use, without a slash at the end. By default it is taken
	// from the request.
	BaseURL func(*http.Request) string
	// Address returns the client's network address. The default is the address of the connection,
	// because any client can set proxy headers.
	Address func(*http.Request) string
	Limits  quota.Limits
	// CursorKey authenticates cursors.
	CursorKey []byte
	// Sealer seals stored answers with secrets. Operations with secrets need it.
	Sealer Sealer
	// Version has the version of the service, for the document.
	Version string
	// MaxUpload bounds an upload that is read again for its Idempotency-Key, in bytes; by default
	// 25 MiB.
	MaxUpload int64
	// Simulated says that the marketplace is simulated, not Amazon.
	Simulated bool
	// Tracing adds a span per call.
	Tracing bool
	// BodyTimeout bounds the arrival of a JSON body; 0 means 5 seconds.
	BodyTimeout time.Duration
	// Slower multiplies the time limits of calls and bodies; 0 is 1.
	Slower time.Duration
}

// Server has the routes and everything that calls need.
type Server struct {
	cfg       Config
	cursorKey []byte
	log       *zap.Logger
	auth      Authenticator
	logins    Authenticator // nil without a console
	limiter   ratelimit.Limiter
	refusals  *quota.Refusals
	room      *quota.Room
	idem      idempotency.Store
	tx        tx.Runner
	clock     clock.Clock
	ready     *ready.State
	metrics   *prometheus.HistogramVec

	engine *gin.Engine
	ops    []*operation
	names  map[string]bool // operation ids taken
	doc    *openapi.Document
	site   *front.Site
	links  []front.Link // pages of the contexts
	tables sheet.Running
}

// New makes a server without operations. stores reports whether the stores can be used; reg may be
// nil.
func New(cfg Config, log *zap.Logger, auth Authenticator, lim ratelimit.Limiter, idem idempotency.Store,
	runner tx.Runner, clk clock.Clock, stores func(context.Context) error, reg prometheus.Registerer,
) *Server {
	if len(cfg.CursorKey) == 0 {
		panic("httpx: Config.CursorKey is empty")
	}
	if cfg.MaxUpload == 0 {
		cfg.MaxUpload = 25 << 20
	}
	cfg.Slower = max(1, cfg.Slower)
	if cfg.BodyTimeout == 0 {
		cfg.BodyTimeout = 5 * time.Second
	}
	gin.SetMode(gin.ReleaseMode)
	s := &Server{
		cfg: cfg, cursorKey: cfg.CursorKey, log: log, auth: auth, limiter: lim, idem: idem, tx: runner, clock: clk,
		ready: ready.New(stores), metrics: newMetrics(reg), engine: gin.New(), names: map[string]bool{},
		doc: openapi.New(cfg.Version), refusals: quota.NewRefusals(lim, clk.Now, cfg.Limits.Of("")), room: quota.NewRoom(),
	}
	s.site = front.New(front.Document{
		JSON: s.doc.JSON, JSON30: s.doc.JSON30, ByGroup: s.doc.ByGroup, Groups: s.doc.Groups, At: openapi.At,
	})
	e := s.engine
	e.HandleMethodNotAllowed, e.RedirectTrailingSlash, e.RedirectFixedPath = true, false, false
	// Path values may contain an escaped slash, as SKUs do; PathValue decodes them.
	e.UseRawPath, e.UnescapePathValues = true, false
	_ = e.SetTrustedProxies(nil)
	e.Use(s.outer)
	if cfg.Tracing {
		e.Use(otelgin.Middleware("selling-assistant"), span)
	}
	e.NoRoute(s.noRoute)
	e.NoMethod(s.noMethod)
	s.addPages()
	e.Use(s.awaitStart)
	return s
}

// Router takes the registrations of the contexts.
func (s *Server) Router() *Router { return &Router{s} }

// Engine takes raw routes beside the operations, such as signed downloads. They run only with the
// outer middleware: no key, no scope, no limit.
func (s *Server) Engine() *gin.Engine { return s.engine }

// Logins lets calls of the console's pages count by the token of a login, in place of a key.
func (s *Server) Logins(logins Authenticator) { s.logins = logins }

// Handler serves everything.
func (s *Server) Handler() http.Handler { return s.engine }

// Document returns the published document in the form of OpenAPI 3.1.
func (s *Server) Document() ([]byte, error) { return s.doc.JSON() }

// Drain makes the service not ready and closes each connection after its answer. A connection that
// stays open afterwards has no running call.
func (s *Server) Drain() { s.ready.Drain() }

// HTTPServer creates the HTTP server. front handles the requests before this server. The bounds
// limit the resources of a slow or large request.
func (s *Server) HTTPServer(front http.Handler) *http.Server {
	errorLog, err := zap.NewStdLogAt(s.log, zap.WarnLevel)
	if err != nil {
		panic("httpx: " + err.Error()) // only for a level that does not exist
	}
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if s.ready.Draining() {
				w.Header()["Connection"] = closeHeader
			}
			front.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       2 * time.Minute,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          errorLog,
	}
}

func (s *Server) baseURL(r *http.Request) string {
	if s.cfg.BaseURL != nil {
		return s.cfg.BaseURL(r)
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
