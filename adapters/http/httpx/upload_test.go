package httpx_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

const formKind = "multipart/form-data; boundary=x"

func filePart(text string) string {
	return "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n" + text + "\r\n"
}

func textPart(name, text string) string {
	return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n"
}

func TestUploads(t *testing.T) {
	for _, c := range []struct {
		name, kind, body string
		status           int
		code             fault.Code
	}{
		{"file and text", formKind, textPart("type", "inv") + filePart("abc") + "--x--\r\n", 201, ""},
		{"just as large as allowed", formKind, filePart(repeat("a", maxUpload)) + "--x--\r\n", 201, ""},
		{"a byte too large", formKind, filePart(repeat("a", maxUpload+1)) + "--x--\r\n", 413, fault.CodeFileTooLarge},
		{"two files together too large", formKind, filePart(repeat("a", maxUpload)) + filePart("a") + "--x--\r\n", 413, fault.CodeFileTooLarge},
		{"far too large", formKind, filePart(repeat("a", 2*maxUpload)) + "--x--\r\n", 413, fault.CodeFileTooLarge},
		{"cut off", formKind, filePart("abc"), 400, fault.CodeMalformedBody},
		{"no parts", formKind, "--x--\r\n", 400, fault.CodeMalformedBody},
		{"no boundary", "multipart/form-data", filePart("abc"), 400, fault.CodeMalformedBody},
		{"another type", "application/pdf", "abc", 415, fault.CodeUnsupportedMediaType},
		{"JSON", "application/json", "{}", 415, fault.CodeUnsupportedMediaType},
		{"nothing", formKind, "", 400, fault.CodeMalformedBody},
		{"many parts", formKind, strings.Repeat(textPart("type", "a"), 40) + "--x--\r\n", 400, fault.CodeMalformedBody},
		{"long text", formKind, textPart("type", repeat("ä", 21)) + "--x--\r\n", 400, fault.CodeValidationFailed},
		{"very long text", formKind, textPart("type", repeat("a", 60_000)) + "--x--\r\n", 400, fault.CodeValidationFailed},
		{"control characters", formKind, textPart("type", "a\x00") + "--x--\r\n", 400, fault.CodeValidationFailed},
		{"no UTF-8", formKind, textPart("type", "a\xff") + "--x--\r\n", 400, fault.CodeValidationFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			w := r.do(call{method: "POST", path: "/api/v1/files", body: c.body, contentType: c.kind})
			require.Equal(t, c.status, w.Code, w.Body.String())
			if c.code != "" {
				r.code(w, c.status, c.code)
				require.Zero(t, r.world.count("row"))
			}
		})
	}
	r := newRig(t)
	w := r.do(call{method: "POST", path: "/api/v1/files", contentType: formKind, body: textPart("type", "a\u0308\n") + filePart("") + "--x--\r\n"})
	require.Equal(t, "{\"data\":{\"name\":\"a.pdf\",\"size\":0,\"type\":\"\u00e4\\n\"}}", w.Body.String())
	w = r.do(call{method: "POST", path: "/api/v1/files?dry=1", contentType: formKind, body: filePart("a") + "--x--\r\n"})
	require.Contains(t, w.Body.String(), `"unknown_parameter"`)
}

func TestAStreamedUploadTakesNoMemory(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stream := &drip{chunk: []byte(repeat("a", 32<<10)), limit: 1 << 30}
	body := io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"), stream)
	req, err := http.NewRequest(http.MethodPost, server.URL+"/api/v1/files", io.NopCloser(body))
	require.NoError(t, err)
	req.Header.Set("Content-Type", formKind)
	req.Header.Set("X-Api-Key", keyA)
	res, err := server.Client().Do(req)
	if err == nil {
		defer res.Body.Close()
		require.Equal(t, 413, res.StatusCode)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20))
	require.Less(t, stream.read.Load(), int64(32<<20))
}

// TestASlowBody sends half a body and waits: the answer is a problem, not a
// closed connection, and the handler does not run.
func TestASlowBody(t *testing.T) {
	r := newRig(t, impatient)
	server := r.server.HTTPServer(r.server.Handler())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(5*time.Second)))
	_, err = fmt.Fprintf(conn, "PATCH /api/v1/widgets HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"ids\":[1],", keyA)
	require.NoError(t, err)
	answer, err := io.ReadAll(conn)
	require.NoError(t, err, "the connection is closed after the answer")
	require.Contains(t, string(answer), "HTTP/1.1 400 Bad Request\r\n")
	require.Contains(t, string(answer), `"code":"malformed_body","message":"The body was not read in time."`)
	require.Zero(t, r.world.count("bulk"))
}

// TestASlowBodyDoesNotHoldARefusalUp sends half a body with a bad key.
func TestASlowBodyDoesNotHoldARefusalUp(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	for path, want := range map[string]string{"/api/v1/widgets": "403 Forbidden", "/nothing": "404 Not Found", "/": "405 Method Not Allowed"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		require.NoError(t, err)
		require.NoError(t, conn.SetDeadline(time.Now().Add(5*time.Second)))
		_, err = fmt.Fprintf(conn, "PATCH %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", path)
		require.NoError(t, err)
		line := make([]byte, 9+len(want))
		_, err = io.ReadFull(conn, line)
		require.NoError(t, err, path)
		require.Equal(t, "HTTP/1.1 "+want, string(line))
		require.NoError(t, conn.Close())
	}
}

// TestALongHandlerAfterABody shows that the deadline of the body does not end
// a handler that runs longer.
func TestALongHandlerAfterABody(t *testing.T) {
	r := newRig(t, impatient)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	r.pause = 400 * time.Millisecond
	req, err := http.NewRequest(http.MethodPatch, server.URL+"/api/v1/widgets", strings.NewReader(`{"ids":[1],"mode":"on"}`))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", keyA)
	res, err := server.Client().Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, 200, res.StatusCode)
}

func TestAClientThatDoesNotWait(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	r.pause = time.Minute
	conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "PATCH /api/v1/widgets HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{\"ids\":[1],\"mode\":\"on\"}", keyA)
	require.NoError(t, err)
	<-r.running
	require.NoError(t, conn.Close())
	require.Eventually(t, func() bool { return r.logs.FilterMessage("call").Len() == 1 }, 5*time.Second, time.Millisecond)
	require.EqualValues(t, 499, r.logs.FilterMessage("call").All()[0].ContextMap()["status"])
	require.Zero(t, r.logs.FilterMessage("call failed").Len())
}

// TestAClientThatClosesItsDirection still reads the answer.
func TestAClientThatClosesItsDirection(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	r.pause = time.Minute
	conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(5*time.Second)))
	_, err = fmt.Fprintf(conn, "PATCH /api/v1/widgets HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{\"ids\":[1],\"mode\":\"on\"}", keyA)
	require.NoError(t, err)
	<-r.running
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	answer, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Contains(t, string(answer), "HTTP/1.1 503 ", "never a 200 for what did not happen")
}

func TestHeadersAndTimesOfTheServerAreBounded(t *testing.T) {
	s := newRig(t).server.HTTPServer(http.NotFoundHandler())
	require.Equal(t, 5*time.Second, s.ReadHeaderTimeout)
	require.Equal(t, 16<<10, s.MaxHeaderBytes)
	require.NotZero(t, s.ReadTimeout)
	require.NotZero(t, s.WriteTimeout)
	require.NotZero(t, s.IdleTimeout)
}
