package document_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	web "sellingassistant/adapters/http/document"
	"sellingassistant/adapters/http/httpx"
	idempotencystore "sellingassistant/adapters/persistence/idempotency"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
)

// site serves the documents with everything that a call passes.
type site struct {
	handler http.Handler
	routes  routers.Router
}

type keys struct{}

func (keys) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	switch key.Reveal() {
	case "us":
		return us, nil
	case "others":
		return others, nil
	}
	return caller.Caller{}, fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is missing or not valid.")
}

// sites runs a test against the operations on both databases.
func sites(t *testing.T, test func(t *testing.T, w *world, s *site)) {
	t.Helper()
	databases(t, func(t *testing.T, w *world) {
		for _, of := range []id.Team{team, foreign} {
			// Idempotency keys belong to teams that exist.
			_, err := w.db.Hot(t.Context()).Exec(t.Context(), `INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency,
				timezone, default_marketplace_id, settings, features, version, created_at, updated_at)
				VALUES ($1, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`, int64(of))
			require.NoError(t, err)
		}
		server := httpx.New(httpx.Config{CursorKey: []byte("key")}, zap.NewNop(), keys{}, ratelimit.NewMemory(w.clock.Now),
			idempotencystore.New(w.db), w.db, w.clock, w.db.Ping, nil)
		web.Routes(w.app)(server.Router())
		web.Files(server.Engine(), w.app)
		out := httptest.NewRecorder()
		server.Handler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/openapi-3.0.json", nil))
		doc, err := openapi3.NewLoader().LoadFromData(out.Body.Bytes())
		require.NoError(t, err)
		require.NoError(t, doc.Validate(t.Context()))
		doc.Servers = nil
		routes, err := gorillamux.NewRouter(doc)
		require.NoError(t, err)
		test(t, w, &site{server.Handler(), routes})
	})
}

// do sends a call and checks the answer against the published document.
func (s *site) do(t *testing.T, req *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	if req.Header.Get("X-Api-Key") == "" {
		req.Header.Set("X-Api-Key", "us")
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, req)
	route, values, err := s.routes.FindRoute(req)
	require.NoError(t, err)
	require.NoError(t, openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: values, Route: route},
		Status:                 out.Code, Header: out.Header(), Body: io.NopCloser(bytes.NewReader(out.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}), "%d %s", out.Code, out.Body)
	return out
}

func (s *site) call(t *testing.T, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return s.do(t, req)
}

// part has a part of a form; a name of a file makes it a file.
type part struct{ name, filename, declared, content string }

func formOf(t *testing.T, parts ...part) *http.Request {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		disposition := fmt.Sprintf("form-data; name=%q", p.name)
		if p.filename != "" {
			disposition += fmt.Sprintf("; filename=%q", p.filename)
		}
		h.Set("Content-Disposition", disposition)
		if p.declared != "" {
			h.Set("Content-Type", p.declared)
		}
		out, err := w.CreatePart(h)
		require.NoError(t, err)
		_, err = out.Write([]byte(p.content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	req := httptest.NewRequest(http.MethodPost, "/api/v1/documents", &b)
	req.Header.Set("Content-Type", w.FormDataContentType())
	return req
}

func file(name, content string) part { return part{name: "file", filename: name, content: content} }

// problem returns the compared members of a refusal.
func problem(t *testing.T, out *httptest.ResponseRecorder) (string, map[string]any) {
	t.Helper()
	require.Equal(t, "application/problem+json", out.Header().Get("Content-Type"), out.Body)
	var p map[string]any
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &p))
	require.Equal(t, float64(out.Code), p["status"])
	return p["code"].(string), p
}

func data(t *testing.T, out *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	var body struct{ Data map[string]any }
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &body), out.Body)
	return body.Data
}

const pdf = "%PDF-1.4\nhello world"

func TestReadDocumentOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		w.known.targets = []document.Target{{Kind: document.TargetPurchaseOrder, ID: 31}}
		d := w.insert(t, fresh(t, team, 1, t0))
		w.change(t, team, d.ID(), state(func(s *document.Snapshot) {
			read(s)
			s.Status, s.AppliedAt, s.Targets = document.Applied, &t0, w.known.targets
		}))
		w.change(t, team, d.ID(), func(d *document.Document) error { return d.LoseBytes(t0) })
		out := s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d", d.ID()), "")
		require.Equal(t, fmt.Sprintf(`{"data":{"id":%d,"type":"invoice","status":"applied","original_name":"file 001.pdf",`+
			`"mime_type":"application/pdf","file_size":1001,"reference_number":"INV-881","notes":null,`+
			`"targets":[{"type":"purchase_order","id":31,"deleted":false}],"ai_classified_type":"invoice","ai_confidence":0.97,`+
			`"has_parsed_data":true,"applied_at":"2026-03-20T09:41:07.000120Z","dismissed_at":null,`+
			`"created_at":"2026-03-20T09:41:07.000120Z","updated_at":"2026-03-20T09:41:07.000120Z","version":3,"sha256":"%s",`+
			`"page_count":2,"failure":{"code":"storage_missing","message":"The stored bytes of the file are missing."},`+
			`"classifier":{"method":"rules","version":"1","candidates":[{"type":"invoice","confidence":0.97},{"type":"receipt","confidence":0.02}]},`+
			`"supplier":{"id":5,"name":"Example «Supply»","confidence":0.99},"notes_count":0,`+
			`"parsed_summary":{"lines":3,"lines_verified":2,"total":-925.0001,"currency":"USD","issue_date":"2026-03-20"},`+
			`"last_reading":{"run":2,"method":"pdf","parser_version":"1","started_at":"2026-03-20T09:41:07.000120Z",`+
			`"finished_at":"2026-03-20T09:41:09.000120Z","pages_read":2,"lines":3,"lines_verified":2,"preview_version":1,`+
			`"problems":[{"code":"no_text_layer","severity":"warning","message":"Pages are pictures, and no text was read from them: `+
			`OCR is not installed (Debian package tesseract-ocr), is off, or found none. Upload the file that they were printed from."}]},"mapping":null}}`, d.ID(), digest(1)),
			strings.TrimSpace(out.Body.String()))
	})
}

func TestUpdateOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		d := w.insert(t, fresh(t, team, 1, t0))
		path := fmt.Sprintf("/documents/%d", d.ID())
		out := s.call(t, http.MethodPatch, path, `{"type":"receipt","notes":"n","reference_number":"r","original_name":"x/new.pdf","targets":[]}`)
		require.Equal(t, 200, out.Code, out.Body)
		require.Equal(t, `"2"`, out.Header().Get("ETag"))
		require.Equal(t, "new.pdf", data(t, out)["original_name"])
		out = s.call(t, http.MethodPatch, path, `{"notes":null,"reference_number":null}`)
		require.Nil(t, data(t, out)["notes"])
		require.Equal(t, "receipt", data(t, out)["type"], "absent keeps")
		out = s.call(t, http.MethodPatch, path, `{"notes":null}`)
		require.Equal(t, `"3"`, out.Header().Get("ETag"), "nothing changed")

		for body, want := range map[string]string{
			`{}`: "400 validation_failed", `{"type":null}`: "400 validation_failed", `{"type":"leaflet"}`: "400 validation_failed", `{"status":null}`: "400 validation_failed",
			`{"original_name":""}`: "400 validation_failed", `{"original_name":null}`: "400 validation_failed",
			`{"notes":"` + strings.Repeat("x", 5001) + `"}`: "400 validation_failed", `{"notes":"\u0000"}`: "400 validation_failed",
			`{"version":4}`: "400 validation_failed", `{"applied_at":null}`: "400 validation_failed", `{"ai_confidence":1}`: "400 validation_failed",
			`{"targets":null}`: "400 validation_failed", `{"targets":[{"type":"sku"}]}`: "400 validation_failed",
			`{"targets":[{"type":"sku","id":12,"deleted":false}]}`: "422 not_found", `{"original_name":"new.exe"}`: "422 extension_fixed",
			`{"status":"ready"}`: "422 invalid_transition", `{"status":"processing"}`: "422 invalid_transition", `{"status":"uploaded"}`: "200 ",
		} {
			out := s.call(t, http.MethodPatch, path, body)
			code := ""
			if out.Code != 200 {
				code, _ = problem(t, out)
			}
			require.Equal(t, want, fmt.Sprint(out.Code, " ", code), body)
		}
		out = s.call(t, http.MethodPatch, path, `{"status":"ready"}`)
		_, p := problem(t, out)
		require.Equal(t, []any{}, p["allowed"])

		req := httptest.NewRequest(http.MethodPatch, "/api/v1"+path, strings.NewReader(`{"notes":"x"}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("If-Match", `"2"`)
		require.Equal(t, 412, s.do(t, req).Code)
		w.change(t, team, d.ID(), state(func(s *document.Snapshot) { s.Status = document.Ready }))
		out = s.call(t, http.MethodPatch, path, `{"status":"dismissed"}`)
		require.Equal(t, "2026-03-20T09:41:07.000120Z", data(t, out)["dismissed_at"])
		out = s.call(t, http.MethodPatch, path, `{"status":"ready"}`)
		require.Nil(t, data(t, out)["dismissed_at"])
	})
}

func TestListOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		for n := range 5 {
			w.insert(t, fresh(t, team, n, t0.Add(time.Duration(n)*time.Second)))
		}
		w.insert(t, fresh(t, foreign, 9, t0))
		var names []string
		path := "/documents?limit=2&count=true"
		for path != "" {
			out := s.call(t, http.MethodGet, path, "")
			require.Equal(t, 200, out.Code, out.Body)
			var body struct {
				Data []map[string]any
				Meta struct {
					Limit      int
					NextCursor *string `json:"next_cursor"`
					Total      *int64
				}
			}
			require.NoError(t, json.Unmarshal(out.Body.Bytes(), &body))
			require.Equal(t, int64(5), *body.Meta.Total)
			for _, d := range body.Data {
				names = append(names, d["original_name"].(string))
			}
			path = ""
			if body.Meta.NextCursor != nil {
				link := out.Header().Get("Link")
				path = strings.TrimPrefix(link[1:strings.Index(link, ">")], "http://example.com/api/v1")
			}
		}
		require.Equal(t, []string{"file 004.pdf", "file 003.pdf", "file 002.pdf", "file 001.pdf", "file 000.pdf"}, names)

		for query, want := range map[string]int{
			"type=other,invoice": 5, "type=invoice": 0, "status=uploaded": 5, "status=ready,failed": 0, "has_parsed_data=false": 5,
			"mime_type=application/pdf": 5, "mime_type=text/csv": 0, "q=FILE+003": 1, "target_type=sku": 0, "target_id=12": 0, "supplier_id=5": 0,
			"reference_number=x": 0, "confidence_below=0.6": 0, "ai_classified_type=invoice": 0,
			"created_from=2026-03-20T09:41:09Z": 3, "created_to=2026-03-20T10:41:08.000124%2B01:00": 2, "applied_from=2020-01-01T00:00:00Z": 0,
			"applied_to=2030-01-01T00:00:00Z": 0, "file_size_from=1003": 2, "file_size_to=1001": 2, "sort=-original_name": 5, "sort=file_size,-ai_confidence": 5,
		} {
			out := s.call(t, http.MethodGet, "/documents?"+query, "")
			require.Equal(t, 200, out.Code, "%s: %s", query, out.Body)
			var body struct{ Data []any }
			require.NoError(t, json.Unmarshal(out.Body.Bytes(), &body))
			require.Len(t, body.Data, want, query)
		}
		for _, query := range []string{
			"type=leaflet", "status=lost", "status=", "has_parsed_data=maybe", "mime_type=text/html", "target_type=team", "target_id=0", "supplier_id=x",
			"confidence_below=2", "confidence_below=0.12345", "confidence_below=x", "created_from=yesterday", "file_size_from=-1", "q=", "q=" + strings.Repeat("x", 201),
			"sort=sha256", "limit=0", "limit=201", "cursor=abc", "team_id=8", "Type=invoice",
		} {
			require.Equal(t, 400, s.call(t, http.MethodGet, "/documents?"+query, "").Code, query)
		}
	})
}

func TestDeleteOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		a, b := w.insert(t, fresh(t, team, 1, t0)).ID(), w.insert(t, fresh(t, team, 2, t0)).ID()
		theirs := w.insert(t, fresh(t, foreign, 3, t0)).ID()
		w.change(t, team, b, state(processing))
		want := fmt.Sprintf(`{"data":[{"id":%[1]d,"status":"deleted"},{"id":%[3]d,"status":"failed","error":{"code":"not_found","message":"There is no document %[3]d."}},`+
			`{"id":%[2]d,"status":"deleted"},{"id":%[1]d,"status":"deleted"}],`+
			`"meta":{"succeeded":3,"failed":1},"errors":[{"code":"not_found","message":"There is no document %[3]d.","id":%[3]d,"index":1}]}`, a, b, theirs)
		body := fmt.Sprintf(`{"ids":[%d,%d,"%d","%d"]}`, a, theirs, b, a)
		out := s.call(t, http.MethodDelete, "/documents?dry_run=true", body)
		require.Equal(t, want, strings.TrimSpace(out.Body.String()))
		require.Len(t, w.rows(t), 2)
		out = s.call(t, http.MethodDelete, "/documents", body)
		require.Equal(t, 200, out.Code)
		require.Equal(t, want, strings.TrimSpace(out.Body.String()))
		require.Empty(t, w.rows(t))

		for _, bad := range []string{`{"ids":[]}`, `{}`, `{"ids":[0]}`, `{"ids":["x"]}`, `{"ids":[1],"all":true}`,
			`{"ids":[` + strings.TrimSuffix(strings.Repeat("1,", 101), ",") + `]}`} {
			require.Equal(t, 400, s.call(t, http.MethodDelete, "/documents", bad).Code, bad)
		}
		require.Equal(t, 404, s.call(t, http.MethodDelete, fmt.Sprintf("/documents/%d", a), "").Code)
		require.Equal(t, 404, s.call(t, http.MethodDelete, fmt.Sprintf("/documents/%d", theirs), "").Code)
		require.Equal(t, 404, s.call(t, http.MethodDelete, fmt.Sprintf("/documents/%d", b), "").Code)
		c := w.insert(t, fresh(t, team, 4, t0)).ID()
		w.change(t, team, c, state(failed(document.Encrypted)))
		out = s.call(t, http.MethodDelete, fmt.Sprintf("/documents/%d", c), "")
		require.Equal(t, 204, out.Code)
		require.Empty(t, out.Body.String())
	})
}
