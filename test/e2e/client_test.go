package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// client calls a server with a key.
type client struct {
	t    testing.TB
	http *http.Client
	base string
	key  string
}

// client makes a caller with connections of its own.
func (s *server) client(key string) client {
	transport := &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}
	s.t.Cleanup(transport.CloseIdleConnections)
	return client{t: s.t, base: s.url, key: key, http: &http.Client{Transport: transport, Timeout: patience}}
}

// call has a request. A body is sent as JSON unless kind is set.
type call struct {
	method string // GET by default
	path   string // or a whole address
	body   string
	kind   string
	header map[string]string
}

// answer has the response.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) code(t testing.TB) string {
	t.Helper()
	code, _ := object(t, a.body)["code"].(string)
	return code
}

// try sends a call once; an error means that no whole answer arrived.
func (c client) try(x call) (answer, error) {
	method, address := x.method, x.path
	if method == "" {
		method = http.MethodGet
	}
	if strings.HasPrefix(address, "/") {
		address = c.base + address
	}
	req, err := http.NewRequest(method, address, strings.NewReader(x.body))
	if err != nil {
		return answer{}, err
	}
	if c.key != "" {
		req.Header.Set("X-Api-Key", c.key)
	}
	switch {
	case x.kind != "":
		req.Header.Set("Content-Type", x.kind)
	case x.body != "":
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range x.header {
		req.Header.Set(name, value)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	return answer{res.StatusCode, res.Header, string(b)}, nil
}

// do makes a call that must be answered.
func (c client) do(x call) answer {
	c.t.Helper()
	a, err := c.try(x)
	require.NoError(c.t, err, "%s %s", x.method, x.path)
	return a
}

// want makes a call that must be answered with a status, and returns the body.
func (c client) want(status int, method, path, body string) map[string]any {
	c.t.Helper()
	a := c.do(call{method: method, path: path, body: body})
	require.Equal(c.t, status, a.status, "%s %s: %s", method, path, a.body)
	if a.body == "" {
		return nil
	}
	return object(c.t, a.body)
}

// form makes a multipart call with a file and further text parts, given as
// names and values in turn.
func form(path, name, content string, parts ...string) call {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	// A fixed boundary keeps the bytes the same from run to run.
	_ = w.SetBoundary("e2e-boundary-5f2c")
	for i := 0; i < len(parts); i += 2 {
		_ = w.WriteField(parts[i], parts[i+1])
	}
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", `form-data; name="file"; filename="`+name+`"`)
	part, _ := w.CreatePart(h)
	_, _ = io.WriteString(part, content)
	_ = w.Close()
	return call{method: http.MethodPost, path: path, body: b.String(), kind: w.FormDataContentType()}
}

// with adds a header.
func (x call) with(name, value string) call {
	header := map[string]string{name: value}
	for n, v := range x.header {
		header[n] = v
	}
	x.header = header
	return x
}

// requireProblem checks that an answer is a whole-request refusal.
func requireProblem(t testing.TB, a answer, status int, code string) {
	t.Helper()
	require.Equal(t, status, a.status, a.body)
	require.Equal(t, "application/problem+json", a.header.Get("Content-Type"))
	p := object(t, a.body)
	require.Equal(t, code, p["code"], a.body)
	require.Equal(t, json.Number(jsonInt(status)), p["status"])
	require.Equal(t, p["detail"], p["message"])
	if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
		require.Regexp(t, `^[1-9][0-9]*$`, a.header.Get("Retry-After"))
	}
}

func jsonInt(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}
