// Package service runs the whole program inside a test. Every adapter is real, the marketplace is
// the simulator on a loopback port, and the test controls the clock.
package service

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/simulator"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/compiled"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

// SecretKey sets the master key of services in tests.
const SecretKey = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// Options lists the differences from a plain service.
type Options struct {
	// DatabaseURL names a migrated database.
	DatabaseURL string
	// Environ adds settings ("NAME=value").
	Environ []string
	// Market sets the marketplace. Nil makes a marketplace that allows ten thousand times the calls
	// of the real marketplace, so that tests need not wait.
	Market *simulator.Marketplace
	// Shared by services that simulate several processes; nil makes a new clock.
	Clock *Clock
	// Listen opens the two sockets.
	Listen bool
	// Notifications connects the marketplace's notifications.
	Notifications bool
}

// documents caches the published documents by path. Every service of a test program publishes the
// same, and writing it takes longer than most tests.
var documents sync.Map

// Document returns the published document in the 3.0 form. Tests share it, so they must not change
// it.
func (s *Service) Document(t testing.TB) *checked.Document { return s.DocumentAt(t, checked.Path30) }

// DocumentAt returns the published document in either form.
func (s *Service) DocumentAt(t testing.TB, path string) *checked.Document {
	t.Helper()
	if d, ok := documents.Load(path); ok {
		return d.(*checked.Document)
	}
	d := checked.LoadFrom(t, s.Handler, path)
	documents.Store(path, d)
	return d
}

// Service has a running program.
type Service struct {
	Handler  http.Handler
	Operator *compose.Operator
	Clock    *Clock
	Market   *simulator.Marketplace
	// Addresses lists the addresses of the marketplace.
	Addresses simulator.Addresses
	// A second connection to the database, independent of the program.
	Store *db.Store
	// Log has the program's log so far, at debug level.
	Log *Log
	// DatabaseURL names the database of the program, DataDir the folder of its files.
	DatabaseURL, DataDir string
	// URL and MetricsURL have the addresses of the sockets, "" without Listen.
	URL, MetricsURL string

	notified bool
	reading  sync.Mutex
	teams    int
	dumper   dumper
}

// Each runs a test as subtests sqlite and postgres against a fresh service.
func Each(t *testing.T, test func(t *testing.T, s *Service)) {
	t.Helper()
	EachWith(t, Options{}, test)
}

// EachWith runs a test as Each, with options; it sets their DatabaseURL.
func EachWith(t *testing.T, o Options, test func(t *testing.T, s *Service)) {
	t.Helper()
	onSQLite(t, o, test)
	onPostgres(t, o, test)
}

// ByTier runs tests of the layers above the stores as EachWith; make test runs them on SQLite only.
func ByTier(t *testing.T, o Options, test func(t *testing.T, s *Service)) {
	t.Helper()
	onSQLite(t, o, test)
	if tier.Long {
		onPostgres(t, o, test)
	}
}

func onSQLite(t *testing.T, o Options, test func(t *testing.T, s *Service)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		o.DatabaseURL = stores.SQLiteURL(t)
		test(t, Start(t, o))
	})
}

func onPostgres(t *testing.T, o Options, test func(t *testing.T, s *Service)) {
	t.Helper()
	t.Run("postgres", func(t *testing.T) {
		o.DatabaseURL = pgtest.URL(t)
		test(t, Start(t, o))
	})
}

// SQLite starts a plain service on a fresh file.
func SQLite(t testing.TB) *Service {
	t.Helper()
	return Start(t, Options{DatabaseURL: stores.SQLiteURL(t)})
}

var starting sync.Mutex

// Start starts a service and stops it after the test.
func Start(t testing.TB, o Options) *Service {
	t.Helper()
	s := &Service{Clock: o.Clock, Market: o.Market, Log: &Log{}, DatabaseURL: o.DatabaseURL, DataDir: t.TempDir(), notified: o.Notifications}
	compiled.Share(t, s.DataDir)
	if s.Clock == nil {
		s.Clock = NewClock()
	}
	var buckets spapi.Buckets
	if s.Market == nil {
		s.Market = simulator.New(simulator.Config{Limits: simulator.Limits{Scale: generosity}, KeepaRate: generosity})
		buckets = generous{spapi.NewLocalBuckets(nil)}
	}
	market, err := s.Market.Listen("127.0.0.1:0", "")
	if err != nil {
		t.Fatalf("start the marketplace: %v", err)
	}
	t.Cleanup(func() { _ = market.Close() })
	s.Addresses = market.Addresses
	environ := []string{
		"SA_SECRET_KEY=" + SecretKey, "SA_DATA_DIR=" + s.DataDir, "SA_DATABASE_URL=" + o.DatabaseURL,
		"SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR=127.0.0.1:0", "SA_LOG_LEVEL=debug",
		"SA_LWA_TOKEN_URL=" + market.TokenURL,
		"SA_LWA_CLIENT_ID=" + simulator.ClientID, "SA_LWA_CLIENT_SECRET=" + simulator.ClientSecret,
		"SA_SPAPI_ENDPOINT_NA=" + market.Endpoints[marketplace.NA],
		"SA_SPAPI_ENDPOINT_EU=" + market.Endpoints[marketplace.EU],
		"SA_SPAPI_ENDPOINT_FE=" + market.Endpoints[marketplace.FE],
		"SA_AMAZON_APP_ID=" + simulator.ApplicationID, "SA_SELLER_CENTRAL_URL=" + market.SellerCentralURL,
		"SA_KEEPA_KEY=" + simulator.KeepaKey, "SA_KEEPA_URL=" + market.KeepaURL,
		// Only calls write to the database.
		"SA_WORKERS=0",
		// Tests call more often than a team may. Tests of limits set others.
		"SA_RATE_LIMITS=default=1000000",
	}
	if o.Notifications {
		environ = append(environ, "SA_NOTIFICATIONS_ARN="+market.QueueARN, "SA_NOTIFICATIONS_URL="+
			strings.Replace(market.QueueURL, "://", "://"+simulator.QueueAccessKey+":secret@", 1))
	}
	cfg, err := config.Load(append(environ, o.Environ...), false)
	if err != nil {
		t.Fatalf("the configuration: %v", err)
	}
	// Libraries have switches for the whole process, which every start sets.
	starting.Lock()
	app, err := compose.New(context.Background(), cfg, compose.Options{LogTo: s.Log, Version: "test", Clock: s.Clock, Buckets: buckets})
	starting.Unlock()
	if err != nil {
		t.Fatalf("start the service: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := app.Drain(ctx); err != nil {
			t.Errorf("drain the service: %v", err)
		}
		if err := app.Close(ctx); err != nil {
			t.Errorf("close the service: %v", err)
		}
	})
	s.Handler, s.Operator = app.Handler(), app.Operator()
	if o.Listen {
		if err := app.Listen(); err != nil {
			t.Fatalf("listen: %v", err)
		}
		s.URL = app.URL()
		s.MetricsURL = "http://" + s.Log.field(t, "listening", "metrics")
	}
	s.Store = stores.Open(t, o.DatabaseURL)
	if pool, ok := s.Store.Read(t.Context()).(*bun.DB); ok && !s.onPostgres() {
		watch, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatalf("watch the database: %v", err)
		}
		t.Cleanup(func() { _ = watch.Close() })
		s.dumper.watch = &watch
	}
	return s
}

// Log keeps the program's log.
type Log struct {
	mu sync.Mutex
	b  strings.Builder
}

var _ io.Writer = (*Log)(nil)

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns everything logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// field returns a field of the first line with a message.
func (l *Log) field(t testing.TB, message, name string) string {
	t.Helper()
	for line := range strings.Lines(l.String()) {
		var fields map[string]any
		if json.Unmarshal([]byte(line), &fields) != nil {
			continue
		}
		for _, v := range fields {
			if v == message {
				text, _ := fields[name].(string)
				return text
			}
		}
	}
	t.Fatalf("no line %q in the log", message)
	return ""
}
