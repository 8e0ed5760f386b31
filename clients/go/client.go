// Package sellingassistant calls the API of Selling Assistant. It needs only the standard library.
//
//	c := sellingassistant.New("http://127.0.0.1:8080", os.Getenv("SA_API_KEY"))
//	for sku, err := range c.AllSkus(ctx, sellingassistant.ListSkusParams{}) { … }
//
// Each operation has a method with its operation id. A call is sent again after a lost connection
// and after 408, 429, 502, 503 and 504. An Idempotency-Key makes that safe for POST and PATCH.
package sellingassistant

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	mathrand "math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// Client calls the API with the key of a team. Set its fields before the first call. Many
// goroutines may share it.
type Client struct {
	// BaseURL names the service, without /api/v1.
	BaseURL string
	// Key goes into the header Authorization, which no redirect passes on to another host.
	Key string
	// HTTP sends the requests.
	HTTP *http.Client
	// Timeout bounds one attempt, from its request to the end of its answer. 0 sets no bound.
	Timeout time.Duration
	// Retries counts the attempts after the first.
	Retries int
	// MaxWait bounds the wait for the next attempt. A call that is to wait longer fails at once.
	MaxWait time.Duration
}

// New returns a client with a timeout of 60 seconds for each attempt, 4 retries, and waits of up to
// 60 seconds.
func New(baseURL, key string) *Client {
	return &Client{
		BaseURL: baseURL, Key: key, HTTP: http.DefaultClient, Timeout: time.Minute, Retries: 4, MaxWait: time.Minute,
	}
}

// Option changes one call. The parameters of an operation are one of its options, so that a program
// still compiles when an operation gets its first parameter.
type Option interface{ set(q *request) error }

// change makes an option of a function.
type change func(*request)

func (set change) set(q *request) error { set(q); return nil }

// IfMatch lets a change through only while the record has the tag. Else the call fails with
// precondition_failed.
func IfMatch(tag string) Option { return withHeader("If-Match", tag) }

// IfNoneMatch asks for an answer only if its tag differs. Else the call fails with NotModified.
func IfNoneMatch(tag string) Option { return withHeader("If-None-Match", tag) }

// IdempotencyKey replaces the key that each POST and PATCH gets by itself. A program that repeats a
// call after a crash needs it.
func IdempotencyKey(key string) Option { return withHeader("Idempotency-Key", key) }

// Into stores the status and the headers of the last answer, also of a refusal.
func Into(r *Response) Option { return change(func(q *request) { q.into = r }) }

func withHeader(name, value string) Option {
	return change(func(q *request) { q.header.Set(name, value) })
}

// Response has the parts of an answer beside its body.
type Response struct {
	Status int
	Header http.Header
	// Attempts counts the requests of the call.
	Attempts int
}

// ETag returns the tag of the answer, for IfMatch and IfNoneMatch.
func (r Response) ETag() string { return r.Header.Get("ETag") }

// request describes a call. Its body is a value for JSON, or a form.
type request struct {
	method, path string
	// takes names the type of the operation's parameters, "" without parameters.
	takes   string
	query   url.Values
	body    any
	header  http.Header
	content []byte
	into    *Response
}

// ask adds the parameters of an operation, a struct.
func (q *request) ask(params any) error {
	if given := reflect.TypeOf(params).Name(); given != q.takes {
		return fmt.Errorf("%s belongs to another operation", given)
	}
	q.query = query(params)
	return nil
}

// answer has the whole answer of an attempt.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do sends a request until it is answered or refused for good.
func (c *Client) do(ctx context.Context, q request, options []Option) (*answer, error) {
	if err := q.prepare(options); err != nil {
		return nil, fmt.Errorf("%s %s: %w", q.method, q.path, err)
	}
	lost := false
	for attempt := 1; ; attempt++ {
		a, err := c.attempt(ctx, &q)
		if a != nil && q.into != nil {
			*q.into = Response{a.status, a.header, attempt}
		}
		switch {
		case err != nil:
			lost = true
		case a.status < 300, a.status == http.StatusNotFound && lost && q.method == http.MethodDelete:
			// A lost attempt has deleted the record that is missing now.
			return a, nil
		default:
			err = refusal(a)
		}
		wait, again := c.wait(err, attempt)
		if !again || attempt > c.Retries || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s %s: %w after %w", q.method, q.path, ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

// prepare makes the key, headers and body that all attempts of a call share.
func (q *request) prepare(options []Option) (err error) {
	q.header, q.query = http.Header{"User-Agent": {"selling-assistant-go"}}, url.Values{}
	if q.method == http.MethodPost || q.method == http.MethodPatch {
		q.header.Set("Idempotency-Key", rand.Text())
	}
	for _, option := range options {
		if err := option.set(q); err != nil {
			return err
		}
	}
	switch body := q.body.(type) {
	case nil:
		return nil
	case form:
		q.content, err = body.encode(q.header)
	default:
		q.header.Set("Content-Type", "application/json")
		q.content, err = json.Marshal(body)
	}
	return err
}

// attempt sends a request once. An error says that no whole answer arrived.
func (c *Client) attempt(ctx context.Context, q *request) (*answer, error) {
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	address := strings.TrimSuffix(c.BaseURL, "/") + q.path
	if len(q.query) > 0 {
		address += "?" + q.query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, q.method, address, bytes.NewReader(q.content))
	if err != nil {
		return nil, err
	}
	r.Header = maps.Clone(q.header)
	r.Header.Set("Authorization", "Bearer "+c.Key)
	got, err := c.HTTP.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = got.Body.Close() }()
	content, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", q.method, q.path, err)
	}
	return &answer{got.StatusCode, got.Header, content}, nil
}

// wait returns the time until the next attempt, and whether to make it.
func (c *Client) wait(err error, attempt int) (time.Duration, bool) {
	wait := min(500*time.Millisecond<<min(attempt-1, 10), 8*time.Second)
	wait -= time.Duration(mathrand.Int64N(int64(wait / 2))) //nolint:gosec // spreads retries, keeps no secret
	var refused *Error
	if !errors.As(err, &refused) {
		return wait, true
	}
	switch refused.Status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout:
	default:
		// The first attempt of the call is still at work.
		if refused.Code != "idempotency_in_flight" {
			return 0, false
		}
	}
	if refused.RetryAfter > 0 {
		wait = refused.RetryAfter
	}
	return wait, wait <= c.MaxWait
}

// value sends a request and decodes its answer.
func value[T any](ctx context.Context, c *Client, q request, options []Option) (out T, err error) {
	a, err := c.do(ctx, q, options)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(a.body, &out); err != nil {
		return out, fmt.Errorf("%s %s: decode the answer: %w", q.method, q.path, err)
	}
	return out, nil
}

// pointer does the same as value for records.
func pointer[T any](ctx context.Context, c *Client, q request, options []Option) (*T, error) {
	out, err := value[T](ctx, c, q, options)
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// record returns the record inside an answer.
func record[T any](ctx context.Context, c *Client, q request, options []Option) (*T, error) {
	out, err := value[struct {
		Data T `json:"data"`
	}](ctx, c, q, options)
	if err != nil {
		return nil, err
	}
	return &out.Data, nil
}

// nothing sends a request with an answer that has no body.
func nothing(ctx context.Context, c *Client, q request, options []Option) error {
	_, err := c.do(ctx, q, options)
	return err
}

// download returns the file of an answer.
func download(ctx context.Context, c *Client, q request, options []Option) (*File, error) {
	a, err := c.do(ctx, q, options)
	if err != nil {
		return nil, err
	}
	_, parameters, _ := mime.ParseMediaType(a.header.Get("Content-Disposition")) // a file may have no name
	return &File{Name: parameters["filename"], Type: a.header.Get("Content-Type"), Content: a.body}, nil
}
