package stored

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/ports/jobs"
)

// SecretKey is the master key of all recorded databases. It protects nothing else.
const SecretKey = "5a5a5a5a00112233445566778899aabb5a5a5a5a00112233445566778899aabb"

// fixed always returns the same time.
type fixed time.Time

// Now implements the clock port.
func (f fixed) Now() time.Time { return time.Time(f) }

// Program runs the whole program over a recorded database, without workers, at the time of the
// recording.
type Program struct {
	*compose.App
	handler http.Handler
	key     string
}

// Environ returns the settings of every program that works on a recorded database.
func Environ(databaseURL, dataDir string) []string {
	return []string{
		"SA_SECRET_KEY=" + SecretKey, "SA_DATABASE_URL=" + databaseURL, "SA_DATA_DIR=" + dataDir,
		"SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR=127.0.0.1:0", "SA_RATE_LIMITS=default=1000000",
	}
}

// starting serialises starts, because libraries have switches for the whole process, which every
// start sets.
var starting sync.Mutex

// Start applies missing migrations and starts the program.
func Start(ctx context.Context, databaseURL, dataDir, key string, at time.Time) (*Program, error) {
	// Paid price histories are answered without their provider, which is unreachable here.
	cfg, err := config.Load(append(Environ(databaseURL, dataDir), "SA_WORKERS=0", "SA_KEEPA_KEY=none",
		"SA_KEEPA_URL=http://127.0.0.1:9"), false)
	if err != nil {
		return nil, err
	}
	starting.Lock()
	defer starting.Unlock()
	app, err := compose.New(ctx, cfg, compose.Options{Migrate: true, Version: "test", Clock: fixed(at)})
	if err != nil {
		return nil, err
	}
	return &Program{app, app.Handler(), key}, nil
}

// Get calls the program in process.
func (p *Program) Get(ctx context.Context, path string) (status int, body []byte) {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://stored.example"+path, nil)
	r.Header.Set("X-Api-Key", p.key)
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// Jobs lists the latest jobs.
func (p *Program) Jobs(ctx context.Context) ([]Job, error) {
	all, err := p.Operator().Jobs.List(ctx, jobs.Filter{Limit: 1000})
	out := make([]Job, len(all))
	for i, j := range all {
		var args bytes.Buffer // Postgres puts spaces between members
		err = errors.Join(err, json.Compact(&args, j.Args))
		out[i] = Job{int64(j.ID), j.Kind, int64(j.Team), string(j.State), j.Unique, j.Trace, len(j.Failures),
			args.Bytes()}
	}
	return out, err
}

// Ask calls an operation and returns its answer for the recording.
func (p *Program) Ask(ctx context.Context, operation, path string) (Answer, error) {
	status, body := p.Get(ctx, path)
	if status != http.StatusOK {
		return Answer{}, fmt.Errorf("%s: GET %s: %d %s", operation, path, status, body)
	}
	return Answer{Operation: operation, Path: path, Body: body}, nil
}
