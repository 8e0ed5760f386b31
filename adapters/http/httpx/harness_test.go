package httpx_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gingonic "github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"sellingassistant/adapters/http/httpx"
	memory "sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/idempotency"
	"sellingassistant/ports/ratelimit"
)

// The keys of the tests.
const (
	keyA      = "sak_team_a"
	keyReader = "sak_reader"
	keyB      = "sak_team_b"
	keyDown   = "sak_store_down"
)

type fakeAuth struct{ calls int }

func (a *fakeAuth) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	a.calls++
	switch key.Reveal() {
	case keyA:
		return caller.Caller{Team: 7, User: 1, Key: 70, Role: caller.Admin, Scopes: []caller.Scope{caller.Write}}, nil
	case keyReader:
		return caller.Caller{Team: 7, User: 2, Key: 71, Role: caller.Admin, Scopes: []caller.Scope{caller.Read}}, nil
	case keyB:
		return caller.Caller{Team: 8, User: 3, Key: 80, Role: caller.Admin, Scopes: []caller.Scope{caller.Write}}, nil
	case keyDown:
		return caller.Caller{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store cannot be reached. Try again.").After(time.Second)
	}
	return caller.Caller{}, fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is missing or not valid.")
}

// testClock is a clock the tests move.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// world is a store of everything the handlers of the tests change. A
// transaction works on it and an error puts the copy back.
type world struct {
	mu      sync.Mutex
	entries map[idempotency.Scope]idempotency.Entry
	effects map[string]int
	locked  map[idempotency.Scope]bool
	commits int
	again   int   // how many more times a transaction is run once more
	fail    error // what the next commit fails with
}

type txKey struct{}

type transaction struct{ locks []idempotency.Scope }

func newWorld() *world {
	return &world{
		entries: map[idempotency.Scope]idempotency.Entry{}, effects: map[string]int{}, locked: map[idempotency.Scope]bool{},
	}
}

func (w *world) InTx(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	if ctx.Value(txKey{}) != nil {
		return fn(ctx)
	}
	t := &transaction{}
	w.mu.Lock()
	entries, effects := maps.Clone(w.entries), maps.Clone(w.effects)
	w.mu.Unlock()
	back := func() {
		w.mu.Lock()
		w.entries, w.effects = entries, effects
		w.mu.Unlock()
	}
	defer func() {
		w.mu.Lock()
		for _, s := range t.locks {
			delete(w.locked, s)
		}
		w.mu.Unlock()
	}()
	done := false
	defer func() {
		if !done {
			back()
		}
	}()
	err = fn(context.WithValue(ctx, txKey{}, t))
	if err == nil && w.again > 0 {
		w.again--
		back()
		w.mu.Lock()
		for _, s := range t.locks {
			delete(w.locked, s)
		}
		w.mu.Unlock()
		err = fn(context.WithValue(ctx, txKey{}, t))
	}
	if err == nil && w.fail != nil {
		err, w.fail = w.fail, nil
	}
	if err != nil {
		back()
	} else {
		w.commits++
	}
	done = true
	return err
}

func (w *world) effect(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.effects[name]++
}

func (w *world) count(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.effects[name]
}

func (w *world) Lock(ctx context.Context, s idempotency.Scope) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.locked[s] {
		return false, nil
	}
	w.locked[s] = true
	t := ctx.Value(txKey{}).(*transaction)
	t.locks = append(t.locks, s)
	return true, nil
}

func (w *world) Find(_ context.Context, s idempotency.Scope, _ time.Time) (*idempotency.Entry, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ok := w.entries[s]
	if !ok {
		return nil, nil
	}
	return &e, nil
}

func (w *world) Claim(_ context.Context, s idempotency.Scope, e idempotency.Entry, now time.Time) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if old, ok := w.entries[s]; ok && (old.Answer != nil || old.LeaseUntil.After(now)) {
		return false, nil
	}
	w.entries[s] = e
	return true, nil
}

func (w *world) Complete(_ context.Context, s idempotency.Scope, fingerprint string, a idempotency.Answer) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entries[s] = idempotency.Entry{Fingerprint: fingerprint, Answer: &a}
	return nil
}

func (w *world) Release(_ context.Context, s idempotency.Scope) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.entries, s)
	return nil
}

// rig is a server with its fakes.
type rig struct {
	*testing.T
	server  *httpx.Server
	auth    *fakeAuth
	world   *world
	clock   *testClock
	logs    *observer.ObservedLogs
	reg     *prometheus.Registry
	ready   error
	fail    error
	early   error
	last    bulkUpdate
	pause   time.Duration
	shown   atomic.Int64 // what a record shows beside its version
	running chan struct{}
}

type option func(cfg *httpx.Config, lim *ratelimit.Limiter)

// impatient gives a body little time, for tests that wait until it is over.
func impatient(cfg *httpx.Config, _ *ratelimit.Limiter) { cfg.BodyTimeout = 200 * time.Millisecond }

func newRig(t testing.TB, options ...option) *rig {
	core, logs := observer.New(zapcore.DebugLevel)
	r := &rig{
		auth: &fakeAuth{}, world: newWorld(), logs: logs, reg: prometheus.NewRegistry(),
		clock: &testClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, running: make(chan struct{}, 1),
	}
	if tt, ok := t.(*testing.T); ok {
		r.T = tt
	}
	cfg := httpx.Config{CursorKey: []byte("cursor key of the tests"), Version: "1.2.3"}
	var lim ratelimit.Limiter = memory.NewMemory(r.clock.Now)
	for _, o := range options {
		o(&cfg, &lim)
	}
	r.server = httpx.New(cfg, zap.New(core), r.auth, lim, r.world, r.world, r.clock, func(context.Context) error { return r.ready }, r.reg)
	routes(r)(r.server.Router())
	return r
}

// call is a request; text fields left empty are not sent.
type call struct {
	method, path, body, contentType, key string
	header                               http.Header
}

func (c call) request() *http.Request {
	var body io.Reader
	if c.body != "" {
		body = strings.NewReader(c.body)
	}
	req := httptest.NewRequest(c.method, c.path, body)
	switch {
	case c.contentType != "":
		req.Header.Set("Content-Type", c.contentType)
	case c.body != "":
		req.Header.Set("Content-Type", "application/json")
	}
	switch c.key {
	case "":
		req.Header.Set("X-Api-Key", keyA)
	case "none":
	default:
		req.Header.Set("X-Api-Key", c.key)
	}
	req.Header.Set("X-Request-Id", "test-request-1")
	for name, values := range c.header {
		req.Header[name] = values
	}
	return req
}

func (r *rig) do(c call) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.server.Handler().ServeHTTP(w, c.request())
	return w
}

func (r *rig) get(path string) *httptest.ResponseRecorder {
	return r.do(call{method: http.MethodGet, path: path})
}

// problem expects a refusal with exactly this body.
func (r *rig) problem(w *httptest.ResponseRecorder, status int, body string) {
	r.Helper()
	require.Equal(r, status, w.Code, w.Body.String())
	require.Equal(r, "application/problem+json", w.Header().Get("Content-Type"))
	require.Equal(r, body, w.Body.String())
}

// code expects a refusal with this status and code.
func (r *rig) code(w *httptest.ResponseRecorder, status int, code fault.Code) {
	r.Helper()
	require.Equal(r, status, w.Code, w.Body.String())
	require.Equal(r, "application/problem+json", w.Header().Get("Content-Type"))
	require.Contains(r, w.Body.String(), `"code":"`+string(code)+`"`)
}

func header(name, value string) http.Header {
	return http.Header{http.CanonicalHeaderKey(name): {value}}
}

// drip is a body that never ends and counts what was read of it. The client
// may still be reading it when it has its answer.
type drip struct {
	chunk []byte
	read  atomic.Int64
	limit int64
}

func (d *drip) Read(b []byte) (int, error) {
	if d.read.Load() >= d.limit {
		return 0, io.EOF
	}
	n := copy(b, d.chunk)
	d.read.Add(int64(n))
	return n, nil
}

func repeat(s string, n int) string { return string(bytes.Repeat([]byte(s), n)) }

type (
	gin     = gingonic.Context
	limiter = ratelimit.Limiter
	limit   = ratelimit.Limit
)

// brokenLimiter is a store of limits that is away.
type brokenLimiter struct{}

func (brokenLimiter) Take(context.Context, string, limit) (ratelimit.State, error) {
	return ratelimit.State{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "away").After(2 * time.Second)
}

func (l brokenLimiter) Peek(ctx context.Context, key string, lim limit) (ratelimit.State, error) {
	return l.Take(ctx, key, lim)
}
