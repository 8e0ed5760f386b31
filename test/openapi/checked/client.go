package checked

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Client calls a service without a socket. It checks every answer, and every request that should be
// valid.
type Client struct {
	Document *Document
	Handler  http.Handler
	// The header has it, unless it is empty.
	Key string
}

// New makes a client of a service with its own document.
func New(t testing.TB, h http.Handler, key string) *Client {
	t.Helper()
	return &Client{Document: Load(t, h), Handler: h, Key: key}
}

// As returns the client with another key.
func (c *Client) As(key string) *Client {
	other := *c
	other.Key = key
	return &other
}

// Call describes a call. Body may be nil, []byte or a value to be written as JSON.
type Call struct {
	Method, Path string
	Query        url.Values
	Header       http.Header
	Body         any
	// Invalid says that the request breaks the document on purpose.
	Invalid bool
}

// Answer has the answer to a call.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON returns the decoded body.
func (a Answer) JSON(t testing.TB) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("no JSON: %v: %s", err, a.Body)
	}
	return v
}

// Problem has the body of a refusal.
type Problem struct {
	Status  int    `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Errors  []Item `json:"errors"`
}

// Item has one fault of a request.
type Item struct {
	Code      string  `json:"code"`
	Message   string  `json:"message"`
	Pointer   *string `json:"pointer"`
	Parameter string  `json:"parameter"`
}

// Problem reads a refusal.
func (a Answer) Problem(t testing.TB) Problem {
	t.Helper()
	var p Problem
	if err := json.Unmarshal(a.Body, &p); err != nil {
		t.Fatalf("no problem: %v: %s", err, a.Body)
	}
	return p
}

// Do makes a call and fails the test if the call breaks the document.
func (c *Client) Do(t testing.TB, call Call) Answer {
	t.Helper()
	a, err := c.Try(t, call)
	if err != nil {
		t.Fatalf("%s %s: %v", call.Method, call.Path, err)
	}
	return a
}

// Try makes a call and returns an error if the call breaks the document.
func (c *Client) Try(t testing.TB, call Call) (Answer, error) {
	t.Helper()
	r := c.Request(t, call)
	op, values, known := c.Document.Find(call.Method, pathOf(r.URL))
	if known && !call.Invalid {
		// The check consumes the body, so it gets a separate request.
		if err := c.Document.CheckRequest(t.Context(), op, unescaped(values), c.Request(t, call)); err != nil {
			return Answer{}, err
		}
	}
	out := httptest.NewRecorder()
	c.Handler.ServeHTTP(out, r)
	a := Answer{Status: out.Code, Header: out.Result().Header, Body: out.Body.Bytes()}
	if !known {
		if a.Status >= http.StatusBadRequest {
			return a, c.Document.checkProblem(a.Status, a.Header, a.Body)
		}
		return a, nil
	}
	return a, c.Document.CheckAnswer(t.Context(), op, r, a.Status, a.Header, a.Body)
}

func pathOf(u *url.URL) string { return u.EscapedPath() }

func unescaped(values map[string]string) map[string]string {
	out := make(map[string]string, len(values))
	for name, v := range values {
		if plain, err := url.PathUnescape(v); err == nil {
			v = plain
		}
		out[name] = v
	}
	return out
}

// Request makes the request of a call.
func (c *Client) Request(t testing.TB, call Call) *http.Request {
	t.Helper()
	var body io.Reader
	switch b := call.Body.(type) {
	case nil:
	case []byte:
		body = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		body = bytes.NewReader(raw)
	}
	target := call.Path
	if len(call.Query) > 0 {
		target += "?" + call.Query.Encode()
	}
	r := httptest.NewRequest(call.Method, target, body)
	for name, values := range call.Header {
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
	if body != nil && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Key != "" {
		r.Header.Set("X-Api-Key", c.Key)
	}
	return r
}

// Part has a part of a form; a FileName makes it a file.
type Part struct{ Name, FileName, Value string }

// Form writes a multipart body and its Content-Type.
func Form(t testing.TB, parts ...Part) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	// A fixed boundary makes equal forms equal bytes.
	if err := w.SetBoundary("boundary" + strings.Repeat("-", 20)); err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		var to io.Writer
		var err error
		if p.FileName != "" {
			to, err = w.CreateFormFile(p.Name, p.FileName)
		} else {
			to, err = w.CreateFormField(p.Name)
		}
		if err == nil {
			_, err = io.WriteString(to, p.Value)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}
