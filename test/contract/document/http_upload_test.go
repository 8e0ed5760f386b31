package document_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
)

func TestUploadAndGetOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		w.known.targets = []document.Target{{Kind: document.TargetSKU, ID: 7}}
		out := s.do(t, formOf(t, part{name: "on_duplicate", content: "reject"}, part{name: "notes", content: "two\r\nlines"},
			file("C:/in/INV-881.pdf", pdf), part{name: "reference_number", content: "INV-881"}, part{name: "type", content: "invoice"},
			part{name: "targets", content: `[{"deleted":true,"type":"sku","id":"7"}]`}))
		require.Equal(t, http.StatusCreated, out.Code, out.Body)
		docID := int64(data(t, out)["id"].(float64))
		require.Equal(t, fmt.Sprintf("/api/v1/documents/%d", docID), out.Header().Get("Location"))
		require.Equal(t, `"1"`, out.Header().Get("ETag"))
		want := fmt.Sprintf(`{"data":{"id":%d,"type":"invoice","status":"uploaded","original_name":"INV-881.pdf",`+
			`"mime_type":"application/pdf","file_size":20,"reference_number":"INV-881","notes":"two\nlines","targets":[{"type":"sku","id":7,"deleted":false}],`+
			`"ai_classified_type":null,"ai_confidence":null,"has_parsed_data":false,"applied_at":null,"dismissed_at":null,`+
			`"created_at":"2026-03-20T09:41:07.000120Z","updated_at":"2026-03-20T09:41:07.000120Z","version":1,`+
			`"sha256":"3bf10c3d66ec11b1d9ffe47ea8baedfb95e82c6d9e4eba0e6c1f1df03a77dbb6","page_count":null,"failure":null,`+
			`"classifier":null,"supplier":null,"notes_count":0,"parsed_summary":null,"last_reading":null,"mapping":null}}`, docID)
		var got map[string]any
		require.NoError(t, json.Unmarshal(out.Body.Bytes(), &got))
		sum := data(t, out)["sha256"].(string)
		require.Len(t, sum, 64)
		want = strings.Replace(want, "3bf10c3d66ec11b1d9ffe47ea8baedfb95e82c6d9e4eba0e6c1f1df03a77dbb6", sum, 1)
		require.Equal(t, want, strings.TrimSpace(out.Body.String()))

		again := s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d", docID), "")
		require.Equal(t, http.StatusOK, again.Code)
		require.Equal(t, want, strings.TrimSpace(again.Body.String()))
		require.Equal(t, `"1"`, again.Header().Get("ETag"))

		for path, wanted := range map[string]int{
			fmt.Sprintf("/documents/%d", docID+1): 404, "/documents/9223372036854775807": 404, "/documents/0": 400,
			"/documents/x": 400, "/documents/9223372036854775808": 400,
		} {
			require.Equal(t, wanted, s.call(t, http.MethodGet, path, "").Code, path)
		}
		req := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/api/v1/documents/%d", docID), nil)
		req.Header.Set("X-Api-Key", "others")
		require.Equal(t, http.StatusNotFound, s.do(t, req).Code)
	})
}

func TestUploadRefusalsOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		messages := map[string]string{
			"targets no json": "targets must be JSON text with a list of objects",
			"targets member":  "targets[0].team is not accepted",
			"targets twice":   "targets[0].id is given twice",
			"targets missing": "targets[0].id is required",
			"targets deleted": "targets[0].deleted must be true or false",
		}
		ok := file("a.pdf", pdf)
		for name, c := range map[string]struct {
			parts  []part
			status int
			code   string
			at     string
		}{
			"no file":         {[]part{{name: "type", content: "invoice"}}, 400, "validation_failed", "file"},
			"two files":       {[]part{ok, ok}, 400, "validation_failed", "file"},
			"unknown part":    {[]part{ok, {name: "Type", content: "x"}}, 400, "validation_failed", "Type"},
			"repeated part":   {[]part{ok, {name: "notes", content: "x"}, {name: "notes", content: "x"}}, 400, "validation_failed", "notes"},
			"bad type":        {[]part{ok, {name: "type", content: "leaflet"}}, 400, "validation_failed", "type"},
			"empty type":      {[]part{ok, {name: "type"}}, 400, "validation_failed", "type"},
			"bad choice":      {[]part{ok, {name: "on_duplicate", content: "maybe"}}, 400, "validation_failed", "on_duplicate"},
			"long reference":  {[]part{ok, {name: "reference_number", content: strings.Repeat("x", 101)}}, 400, "validation_failed", "reference_number"},
			"nul in notes":    {[]part{ok, {name: "notes", content: "a\x00"}}, 400, "validation_failed", "notes"},
			"targets no json": {[]part{ok, {name: "targets", content: "sku"}}, 400, "validation_failed", "/targets"},
			"targets member":  {[]part{ok, {name: "targets", content: `[{"type":"sku","id":1,"team":2}]`}}, 400, "validation_failed", "/targets/0/team"},
			"targets case":    {[]part{ok, {name: "targets", content: `[{"Type":"sku","id":1}]`}}, 400, "validation_failed", "/targets/0/Type"},
			"targets twice":   {[]part{ok, {name: "targets", content: `[{"type":"sku","id":1,"id":2}]`}}, 400, "validation_failed", "/targets/0/id"},
			"targets word":    {[]part{ok, {name: "targets", content: `[{"type":"team","id":1}]`}}, 400, "validation_failed", "/targets/0/type"},
			"targets id":      {[]part{ok, {name: "targets", content: `[{"type":"sku","id":1.5}]`}}, 400, "validation_failed", "/targets/0/id"},
			"targets missing": {[]part{ok, {name: "targets", content: `[{"type":"sku"}]`}}, 400, "validation_failed", "/targets/0/id"},
			"targets deep":    {[]part{ok, {name: "targets", content: `[{"type":{"a":1},"id":1}]`}}, 400, "validation_failed", "/targets/0/type"},
			"targets deleted": {[]part{ok, {name: "targets", content: `[{"type":"sku","id":1,"deleted":1}]`}}, 400, "validation_failed", "/targets/0/deleted"},
			"targets rest":    {[]part{ok, {name: "targets", content: `[] []`}}, 400, "validation_failed", "/targets"},
			"targets many":    {[]part{ok, {name: "targets", content: "[" + strings.Repeat(`{"type":"sku","id":1},`, 20) + `{"type":"sku","id":1}]`}}, 400, "validation_failed", "/targets"},
			"target unknown":  {[]part{ok, {name: "targets", content: `[{"type":"sku","id":"12"}]`}}, 422, "not_found", "/targets/0"},
			"empty":           {[]part{file("a.pdf", "")}, 422, "empty_file", ""},
			"too large":       {[]part{file("a.pdf", strings.Repeat("x", int(document.MaxFileSize)+1))}, 413, "file_too_large", ""},
			"other kind":      {[]part{file("a.zip", "PK\x03\x04")}, 415, "unsupported_media_type", "/file"},
			"declared":        {[]part{{name: "file", filename: "a.pdf", declared: "image/png", content: pdf}}, 415, "media_type_mismatch", "/file"},
			"extension":       {[]part{file("a.png", pdf)}, 415, "media_type_mismatch", "/file"},
		} {
			t.Run(name, func(t *testing.T) {
				out := s.do(t, formOf(t, c.parts...))
				require.Equal(t, c.status, out.Code, out.Body)
				code, p := problem(t, out)
				require.Equal(t, c.code, code)
				if message, known := messages[name]; known {
					require.Equal(t, message, p["message"])
				}
				if c.at != "" {
					item := p["errors"].([]any)[0].(map[string]any)
					require.Contains(t, []any{item["pointer"], item["parameter"]}, c.at, out.Body)
				}
				require.Empty(t, w.files(t))
			})
		}
		require.Empty(t, w.rows(t))
	})
}

func TestDuplicatesOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, _ *world, s *site) {
		first := s.do(t, formOf(t, file("a.pdf", pdf)))
		require.Equal(t, 201, first.Code, first.Body)
		second := s.do(t, formOf(t, file("b.pdf", pdf)))
		require.Equal(t, 409, second.Code)
		code, p := problem(t, second)
		require.Equal(t, "duplicate_document", code)
		require.Equal(t, data(t, first)["id"], p["existing_id"])
		existing := s.do(t, formOf(t, file("b.pdf", pdf), part{name: "on_duplicate", content: "return_existing"}))
		require.Equal(t, 200, existing.Code)
		require.Equal(t, first.Body.String(), existing.Body.String())
		require.Equal(t, 201, s.do(t, formOf(t, file("b.pdf", pdf), part{name: "on_duplicate", content: "allow"})).Code)
	})
}

func TestEqualUploadsAtOnceOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		for round := range 10 {
			var wg sync.WaitGroup
			status := make([]int, 6)
			for i := range status {
				req := formOf(t, file("a.pdf", fmt.Sprint(pdf, round)))
				req.Header.Set("X-Api-Key", "us")
				if i%2 == 1 {
					req.Header.Set("Idempotency-Key", fmt.Sprint("upload-", round, "-", i))
				}
				wg.Go(func() {
					out := httptest.NewRecorder()
					s.handler.ServeHTTP(out, req)
					status[i] = out.Code
				})
			}
			wg.Wait()
			count := map[int]int{}
			for _, n := range status {
				count[n]++
			}
			require.Equal(t, map[int]int{201: 1, 409: 5}, count)
		}
		require.Len(t, w.rows(t), 10)
	})
}

func TestUploadIsRetriedByItsKey(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		send := func(key, content string) *httptest.ResponseRecorder {
			req := formOf(t, file("a.pdf", content))
			req.Header.Set("Idempotency-Key", key)
			return s.do(t, req)
		}
		first := send("k1", pdf)
		require.Equal(t, 201, first.Code, first.Body)
		again := send("k1", pdf)
		require.Equal(t, 201, again.Code)
		require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
		require.Equal(t, first.Body.String(), again.Body.String())
		require.Equal(t, first.Header().Get("Location"), again.Header().Get("Location"))
		other := send("k1", pdf+"!")
		require.Equal(t, 422, other.Code)
		code, _ := problem(t, other)
		require.Equal(t, "idempotency_key_reused", code)
		require.Equal(t, 409, send("k2", pdf).Code)
		require.Len(t, w.rows(t), 1)
	})
}
