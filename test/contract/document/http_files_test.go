package document_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFilesOverHTTP(t *testing.T) {
	sites(t, func(t *testing.T, w *world, s *site) {
		up := s.do(t, formOf(t, file("Rechnung „März“.pdf", pdf)))
		require.Equal(t, 201, up.Code, up.Body)
		docID := int64(data(t, up)["id"].(float64))
		link := func(query string) map[string]any {
			out := s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d/download%s", docID, query), "")
			require.Equal(t, 200, out.Code, out.Body)
			return data(t, out)
		}
		fetch := func(method, url string, header ...string) *httptest.ResponseRecorder {
			req := httptest.NewRequest(method, url, nil)
			for i := 0; i < len(header); i += 2 {
				req.Header.Set(header[i], header[i+1])
			}
			out := httptest.NewRecorder()
			s.handler.ServeHTTP(out, req)
			return out
		}
		l := link("")
		url := l["url"].(string)
		require.Regexp(t, fmt.Sprintf(`^http://example\.com/files/%d\.\d+\.attachment\.k1\.[\w-]{54}$`, docID), url)
		delete(l, "url")
		require.Equal(t, map[string]any{"expires_at": "2026-03-20T09:46:07.000000Z", "original_name": "Rechnung „März“.pdf",
			"mime_type": "application/pdf", "file_size": 20.0}, l)

		out := fetch(http.MethodGet, url)
		require.Equal(t, 200, out.Code)
		require.Equal(t, pdf, out.Body.String())
		for name, want := range map[string]string{
			"Content-Type": "application/pdf", "Content-Length": "20", "X-Content-Type-Options": "nosniff",
			"Content-Disposition":     `attachment; filename="Rechnung _M_rz_.pdf"; filename*=UTF-8''Rechnung%20%E2%80%9EM%C3%A4rz%E2%80%9C.pdf`,
			"Content-Security-Policy": "sandbox; default-src 'none'", "Cache-Control": "private, no-store", "Accept-Ranges": "bytes",
		} {
			require.Equal(t, want, out.Header().Get(name), name)
		}
		etag := out.Header().Get("ETag")
		out = fetch(http.MethodHead, url)
		require.Equal(t, 200, out.Code)
		require.Equal(t, "20", out.Header().Get("Content-Length"))
		require.Empty(t, out.Body.String())
		require.Regexp(t, `^inline; `, fetch(http.MethodGet, link("?disposition=inline")["url"].(string)).Header().Get("Content-Disposition"))

		for _, c := range []struct {
			header, condition string
			status            int
			body, content     string
		}{
			{"bytes=0-3", "", 206, "%PDF", "bytes 0-3/20"}, {"bytes=9-", "", 206, "hello world", "bytes 9-19/20"},
			{"bytes=-5", "", 206, "world", "bytes 15-19/20"}, {"bytes=15-999999999999999999999", "", 206, "world", "bytes 15-19/20"},
			{"bytes=-500", "", 206, pdf, "bytes 0-19/20"}, {"bytes=0-3", etag, 206, "%PDF", "bytes 0-3/20"},
			{"bytes=0-3", `"other"`, 200, pdf, ""}, {"bytes=0-1,3-4", "", 200, pdf, ""}, {"bytes=5-2", "", 200, pdf, ""},
			{"lines=1-2", "", 200, pdf, ""}, {"bytes=x-y", "", 200, pdf, ""}, {"bytes=+1-2", "", 200, pdf, ""},
			{"bytes=20-", "", 416, "", "bytes */20"}, {"bytes=-0", "", 416, "", "bytes */20"}, {"bytes=99999999999999999999-", "", 416, "", "bytes */20"},
		} {
			header := []string{"Range", c.header}
			if c.condition != "" {
				header = append(header, "If-Range", c.condition)
			}
			out := fetch(http.MethodGet, url, header...)
			require.Equal(t, c.status, out.Code, c.header)
			require.Equal(t, c.content, out.Header().Get("Content-Range"), c.header)
			if c.status == 416 {
				code, _ := problem(t, out)
				require.Equal(t, "range_not_satisfiable", code)
				continue
			}
			require.Equal(t, c.body, out.Body.String(), c.header)
			require.Equal(t, fmt.Sprint(len(c.body)), out.Header().Get("Content-Length"))
		}

		refused := func(method, url string, status int, want string) {
			t.Helper()
			out := fetch(method, url)
			require.Equal(t, status, out.Code, url)
			code, _ := problem(t, out)
			require.Equal(t, want, code)
			require.NotContains(t, out.Body.String(), "hello")
		}
		refused(http.MethodGet, strings.Replace(url, ".attachment.", ".inline.", 1), 403, "link_invalid")
		refused(http.MethodGet, strings.Replace(url, fmt.Sprintf("/%d.", docID), fmt.Sprintf("/%d.", docID+1), 1), 403, "link_invalid")
		refused(http.MethodGet, "http://example.com/files/x", 403, "link_invalid")
		refused(http.MethodPost, url, 405, "method_not_allowed")
		for _, query := range []string{"?ttl=29", "?ttl=901", "?disposition=other", "?ttl=x"} {
			require.Equal(t, 400, s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d/download%s", docID, query), "").Code)
		}
		short := link("?ttl=30")
		require.Equal(t, "2026-03-20T09:41:37.000000Z", short["expires_at"])
		w.clock.move(30 * time.Second)
		refused(http.MethodGet, short["url"].(string), 403, "link_expired")
		require.Equal(t, 200, fetch(http.MethodGet, url).Code)

		for _, path := range w.files(t) {
			require.NoError(t, os.Remove(path))
		}
		refused(http.MethodGet, url, 503, "storage_unavailable")
		require.NotEmpty(t, fetch(http.MethodGet, url).Header().Get("Retry-After"))
		require.Equal(t, 503, fetch(http.MethodHead, url).Code)
		got := data(t, s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d", docID), ""))
		require.Equal(t, "failed", got["status"])
		require.Equal(t, "storage_missing", got["failure"].(map[string]any)["code"])
		require.Equal(t, 204, s.call(t, http.MethodDelete, fmt.Sprintf("/documents/%d", docID), "").Code)
		refused(http.MethodGet, url, 404, "not_found")
		require.Equal(t, 404, s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d/download", docID), "").Code)
	})
}

func TestTextIsNeverShownInline(t *testing.T) {
	sites(t, func(t *testing.T, _ *world, s *site) {
		up := s.do(t, formOf(t, file("a.txt", "hello")))
		require.Equal(t, 201, up.Code, up.Body)
		out := s.call(t, http.MethodGet, fmt.Sprintf("/documents/%d/download?disposition=inline", int64(data(t, up)["id"].(float64))), "")
		shown := httptest.NewRecorder()
		s.handler.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, data(t, out)["url"].(string), nil))
		require.Equal(t, 200, shown.Code)
		require.Equal(t, `attachment; filename="a.txt"`, shown.Header().Get("Content-Disposition"))
	})
}
