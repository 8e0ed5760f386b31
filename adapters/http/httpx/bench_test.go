package httpx_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	memory "sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/ratelimit"
)

// record has the sixteen members of a document.
type record struct {
	ID             int64      `json:"id"`
	Type           string     `json:"type"`
	Status         string     `json:"status"`
	OriginalName   string     `json:"original_name"`
	MimeType       string     `json:"mime_type"`
	FileSize       int64      `json:"file_size"`
	Reference      *string    `json:"reference_number"`
	Notes          *string    `json:"notes"`
	Targets        []parent   `json:"targets"`
	ClassifiedType *string    `json:"ai_classified_type"`
	Confidence     *float64   `json:"ai_confidence"`
	HasParsedData  bool       `json:"has_parsed_data"`
	AppliedAt      *body.Time `json:"applied_at"`
	DismissedAt    *body.Time `json:"dismissed_at"`
	CreatedAt      body.Time  `json:"created_at"`
	UpdatedAt      body.Time  `json:"updated_at"`
}

func exampleRecord(id int64) record {
	return record{
		ID: id, Type: "supplier_invoice", Status: "uploaded", OriginalName: "invoice-2026-02.pdf", MimeType: "application/pdf",
		FileSize: 183220, Targets: []parent{{ID: 5}}, CreatedAt: body.TimeOf(created), UpdatedAt: body.TimeOf(created),
	}
}

// sink is a writer that keeps nothing.
type sink struct{ h http.Header }

func (s *sink) Header() http.Header         { return s.h }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(int)             {}

func benchServer() http.Handler {
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(nowhere{}), zapcore.InfoLevel)
	w := newWorld()
	s := httpx.New(httpx.Config{
		CursorKey: []byte("k"),
		Limits:    map[string]ratelimit.Limit{"": {Calls: 1 << 30, Window: time.Millisecond}},
	}, zap.New(core), &fakeAuth{}, memory.NewMemory(nil), w, w, clock.System{}, nil, nil)
	get := operation("getRecord", http.MethodGet, "/records/{id}")
	get.Example = body.One[record]{Data: exampleRecord(1)}
	httpx.Register(s.Router(), get, func(_ context.Context, _ caller.Caller, input *idInput) (*records.Versioned[record], error) {
		return records.VersionedOf(exampleRecord(input.ID), 3), nil
	})
	bulk := operation("updateRecords", http.MethodPatch, "/records")
	bulk.Example, bulk.RequestExample = body.Bulk[bulkRow]{}, map[string]any{}
	httpx.Register(s.Router(), bulk, func(_ context.Context, _ caller.Caller, input *bulkInput) (*httpx.BulkOut[bulkRow], error) {
		return &httpx.BulkOut[bulkRow]{Body: body.Bulk[bulkRow]{Meta: body.BulkMeta{Succeeded: len(body.Numbers[int64](input.Body.IDs.IDs))}}}, nil
	})
	return s.Handler()
}

type nowhere struct{}

func (nowhere) Write(b []byte) (int, error) { return len(b), nil }

func floorServer() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /api/v1/records/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Api-Key") != keyA {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(body.One[record]{Data: exampleRecord(id)})
	})
	m.HandleFunc("PATCH /api/v1/records", func(w http.ResponseWriter, r *http.Request) {
		var update bulkUpdate
		if err := json.NewDecoder(r.Body).Decode(&update); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(body.Bulk[bulkRow]{Meta: body.BulkMeta{Succeeded: len(update.IDs.IDs)}})
	})
	return m
}

func bulkBody() string {
	ids := make([]string, 100)
	for i := range ids {
		ids[i] = strconv.Itoa(1000 + i)
	}
	return `{"ids":[` + strings.Join(ids, ",") + `],"limits":{"min_price":10.5,"max_price":29.99},"mode":"off"}`
}

func benchmark(b *testing.B, h http.Handler, method, path, body string) {
	b.ReportAllocs()
	for b.Loop() {
		var req *http.Request
		if body == "" {
			req = httptest.NewRequest(method, path, nil)
		} else {
			req = httptest.NewRequest(method, path, strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
		}
		req.Header.Set("X-Api-Key", keyA)
		h.ServeHTTP(&sink{http.Header{}}, req)
	}
}

func BenchmarkGet(b *testing.B) {
	b.Run("floor", func(b *testing.B) { benchmark(b, floorServer(), http.MethodGet, "/api/v1/records/12", "") })
	b.Run("httpx", func(b *testing.B) { benchmark(b, benchServer(), http.MethodGet, "/api/v1/records/12", "") })
}

func BenchmarkBulk(b *testing.B) {
	b.Run("floor", func(b *testing.B) { benchmark(b, floorServer(), http.MethodPatch, "/api/v1/records", bulkBody()) })
	b.Run("httpx", func(b *testing.B) { benchmark(b, benchServer(), http.MethodPatch, "/api/v1/records", bulkBody()) })
}
