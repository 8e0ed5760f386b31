package httpx_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

type part struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

type partsInput struct {
	records.ListInput
	From int64 `query:"from" minimum:"0" doc:"Parts above it."`
}

// withParts adds a list of 1,203 parts. before is called with the id that a page begins behind.
func withParts(r *rig, before func(after int64) error) {
	const all = 1_203
	records.List(records.Kind{Router: r.server.Router(), Path: "/stock/parts", Group: "parts"}, httpx.Operation{
		ID: "listParts", Summary: "List parts", Description: "Lists parts.",
	}, records.Sortable{Fields: []string{"id"}, Default: "id"}, func(id int64) part { return part{id, "-" + strconv.FormatInt(id, 10)} }, part{1, "-1"},
		func(_ context.Context, _ caller.Caller, input *partsInput, req page.Request) (p page.Page[int64], err error) {
			after := input.From
			if req.After != nil {
				after, _ = req.After[0].(int64)
			}
			for id := after + 1; id <= all && len(p.Items) < req.Limit; id++ {
				p.Items = append(p.Items, id)
			}
			if last := after + int64(len(p.Items)); last < all {
				p.Next = page.Key{last, last}
			}
			return p, before(after)
		})
}

func TestAListAsATable(t *testing.T) {
	var pages []int64
	r := newRig(t)
	withParts(r, func(after int64) error { pages = append(pages, after); return nil })

	a := r.get("/api/v1/stock/parts?format=csv&limit=2&from=3&count=true")
	require.Equal(t, 200, a.Code, a.Body)
	require.Equal(t, "text/csv; charset=utf-8", a.Header().Get("Content-Type"))
	require.Equal(t, `attachment; filename="parts.csv"`, a.Header().Get("Content-Disposition"))
	require.NotEmpty(t, a.Header().Get("X-RateLimit-Remaining"))
	require.Empty(t, a.Header().Get("Link"))
	text, ok := strings.CutPrefix(a.Body.String(), "\ufeff")
	require.True(t, ok, "a byte order mark")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1_201)
	require.Equal(t, [][]string{{"id", "title"}, {"4", "'-4"}}, rows[:2])
	require.Equal(t, []string{"1203", "'-1203"}, rows[1_200])
	require.Equal(t, []int64{3, 503, 1003}, pages)

	zipped := r.do(call{method: "GET", path: "/api/v1/stock/parts?format=csv&from=3", header: header("Accept-Encoding", "gzip")})
	require.Equal(t, "gzip", zipped.Header().Get("Content-Encoding"))
	z, err := gzip.NewReader(zipped.Body)
	require.NoError(t, err)
	unzipped, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, "\ufeff"+text, string(unzipped))

	head := r.do(call{method: "HEAD", path: "/api/v1/stock/parts?format=csv"})
	require.Equal(t, 200, head.Code)
	require.Equal(t, "text/csv; charset=utf-8", head.Header().Get("Content-Type"))
	require.Empty(t, head.Body.String())

	book := r.do(call{method: "GET", path: "/api/v1/stock/parts?format=xlsx&from=3", header: header("Accept-Encoding", "gzip")})
	require.Equal(t, 200, book.Code)
	require.Equal(t, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", book.Header().Get("Content-Type"))
	require.Equal(t, `attachment; filename="parts.xlsx"`, book.Header().Get("Content-Disposition"))
	require.Empty(t, book.Header().Get("Content-Encoding"))
	file, err := zip.NewReader(bytes.NewReader(book.Body.Bytes()), int64(book.Body.Len()))
	require.NoError(t, err)
	part, err := file.Open("xl/worksheets/sheet1.xml")
	require.NoError(t, err)
	cells, err := io.ReadAll(part)
	require.NoError(t, err)
	require.Contains(t, string(cells), `<row><c><v>4</v></c><c t="inlineStr"><is><t xml:space="preserve">-4</t></is></c></row>`)
	require.Equal(t, 1_201, strings.Count(string(cells), "<row>"))

	for _, ending := range []string{"csv", "xlsx"} {
		alone := r.get("/api/v1/stock/parts." + ending + "?from=3")
		require.Equal(t, r.get("/api/v1/stock/parts?from=3&format="+ending).Body.Bytes(), alone.Body.Bytes())
		require.Equal(t, `attachment; filename="parts.`+ending+`"`, alone.Header().Get("Content-Disposition"))
		r.code(r.get("/api/v1/stock/parts."+ending+"?limit=1"), 400, fault.CodeValidationFailed)
		r.code(r.get("/api/v1/stock/parts."+ending+"?sort=colour"), 400, fault.CodeValidationFailed)
		r.code(r.do(call{method: "GET", path: "/api/v1/stock/parts." + ending, key: "other"}), 403, fault.CodeAccessDenied)
	}
	require.Contains(t, r.get("/api/v1/stock/parts?limit=1").Body.String(), `{"data":[{"id":1,"title":"-1"}]`)
	r.code(r.get("/api/v1/stock/parts?format=ods"), 400, fault.CodeValidationFailed)
	r.code(r.do(call{method: "GET", path: "/api/v1/stock/parts?format=csv", key: "other"}), 403, fault.CodeAccessDenied)
}

// TestHalfATable has the third page fail: the connection ends, so that the client does not take the part for the whole.
func TestHalfATable(t *testing.T) {
	r := newRig(t)
	withParts(r, func(after int64) error {
		if after == 1_000 {
			return errors.New("the store is gone")
		}
		return nil
	})
	s := httptest.NewServer(r.server.Handler())
	defer s.Close()
	for _, encoding := range []string{"identity", "gzip"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/stock/parts?format=csv", nil)
		require.NoError(t, err)
		req.Header.Set("X-Api-Key", keyA)
		req.Header.Set("Accept-Encoding", encoding)
		a, err := http.DefaultClient.Do(req)
		if err == nil {
			_, err = io.ReadAll(a.Body)
			require.NoError(t, a.Body.Close())
		}
		require.True(t, errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF), "%s: %v", encoding, err) // before or behind the head
	}
	require.Len(t, r.logs.FilterMessage("a table was not sent whole").All(), 2)
}

// TestOneTableAtATime asks for a second table while the first one is written.
func TestOneTableAtATime(t *testing.T) {
	r := newRig(t)
	var second, theirs *httptest.ResponseRecorder
	withParts(r, func(after int64) error {
		if after == 500 && second == nil {
			second = r.do(call{method: "GET", path: "/api/v1/stock/parts?format=csv&from=1200"})
			theirs = r.do(call{method: "GET", path: "/api/v1/stock/parts?format=csv&from=1200", key: keyB})
		}
		return nil
	})
	require.Equal(t, 200, r.get("/api/v1/stock/parts?format=csv").Code)
	r.code(second, 429, fault.CodeRateLimited)
	require.Equal(t, "5", second.Header().Get("Retry-After"))
	require.Equal(t, 200, theirs.Code)
	require.Equal(t, 200, r.get("/api/v1/stock/parts?format=csv&from=1200").Code, "the first one is done")
}
