// Package apicall calls the API of a running service from the command line, and prints answers as
// JSON or as a table.
package apicall

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/secret"
)

const (
	// prefix begins the path of every operation.
	prefix = "/api/v1"
	// most bounds an answer in bytes.
	most = 256 << 20
	// timeout bounds a call.
	timeout = 2 * time.Minute
	// tries bounds the tries of a call that is refused for its pace, and longest the wait before one.
	tries   = 4
	longest = time.Minute
)

// Methods lists the methods of the API.
func Methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

// Call describes a call of an operation.
type Call struct {
	// Method has one of Methods.
	Method string
	// Path may be whole or below /api/v1, and may have a query.
	Path string
	// Fields has texts name=value: parameters of the query, or members of a JSON body for POST, PUT
	// and PATCH.
	Fields []string
	// Body has a whole JSON body in place of members, or nil.
	Body []byte
	// All follows the pages of a list.
	All bool
}

// Answer has the answer of a call.
type Answer struct {
	Status      int
	ContentType string
	Body        []byte
}

// Client calls a service with a key.
type Client struct {
	base  *url.URL
	key   secret.Text
	agent string
	http  *http.Client
	sleep func(ctx context.Context, d time.Duration) error
}

// New returns a client of a service's address. agent names the program to the service.
func New(address string, key secret.Text, agent string) (*Client, error) {
	base, err := url.Parse(address)
	schemes := []string{"http", "https"}
	if err != nil || base.Host == "" || !slices.Contains(schemes, base.Scheme) || strings.Trim(base.Path, "/") != "" {
		return nil, fmt.Errorf("the address of a service is http:// or https:// and a host, not %q", address)
	}
	return &Client{base: base, key: key, agent: agent, http: &http.Client{Timeout: timeout}, sleep: sleep}, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Do makes a call. With All it makes a call for each page, and the answer is one JSON list with all
// records. A refusal is an answer too.
func (c *Client) Do(ctx context.Context, call Call) (Answer, error) {
	at, body, err := c.compose(call)
	if err != nil {
		return Answer{}, err
	}
	if !call.All {
		a, _, err := c.send(ctx, call.Method, at, body)
		return a, err
	}
	if call.Method != http.MethodGet {
		return Answer{}, errors.New("only lists, which are read by GET, have pages")
	}
	return c.pages(ctx, at)
}

// compose returns the address and the body of a call.
func (c *Client) compose(call Call) (*url.URL, []byte, error) {
	path := "/" + strings.TrimLeft(call.Path, "/")
	if path != prefix && !strings.HasPrefix(path, prefix+"/") {
		path = prefix + path
	}
	at, err := url.Parse(path)
	if err != nil {
		return nil, nil, fmt.Errorf("%q is no path", call.Path)
	}
	at.Scheme, at.Host = c.base.Scheme, c.base.Host
	writes := slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, call.Method)
	if call.Body != nil && writes && len(call.Fields) > 0 {
		return nil, nil, errors.New("a whole body has no further fields")
	}
	query, members := at.Query(), map[string]json.RawMessage{}
	for _, field := range call.Fields {
		name, value, ok := strings.Cut(field, "=")
		switch {
		case !ok || name == "":
			return nil, nil, fmt.Errorf("a field is name=value, not %q", field)
		case !writes:
			query.Add(name, value)
		case members[name] != nil:
			return nil, nil, fmt.Errorf("the field %s is given twice", name)
		default:
			members[name] = valueOf(value)
		}
	}
	if !writes {
		at.RawQuery = query.Encode()
		return at, call.Body, nil
	}
	if call.Body != nil {
		return at, call.Body, nil
	}
	body, err := json.Marshal(members)
	return at, body, err
}

// valueOf returns a value as JSON: JSON stays as it is, and any other text is a string.
func valueOf(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a text can always be written
	return quoted
}

// waitOf returns the wait that a refusal names, false without one.
func waitOf(h http.Header) (time.Duration, bool) {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil
}

// send sends a call, and again after a wait while it is refused for its pace.
func (c *Client) send(ctx context.Context, method string, at *url.URL, body []byte) (Answer, http.Header, error) {
	key := rand.Text()
	for n := 1; ; n++ {
		a, h, err := c.try(ctx, method, at, body, key)
		if err != nil || a.Status != http.StatusTooManyRequests || n == tries {
			return a, h, err
		}
		wait, known := waitOf(h)
		if !known || wait > longest {
			return a, h, nil
		}
		if err := c.sleep(ctx, max(wait, time.Second)); err != nil {
			return a, h, err
		}
	}
}

func (c *Client) try(
	ctx context.Context, method string, at *url.URL, body []byte, retryKey string,
) (Answer, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return Answer{}, nil, err
	}
	// The library drops this header on a redirect to another host, unlike X-Api-Key.
	req.Header.Set("Authorization", "Bearer "+c.key.Reveal())
	req.Header.Set("User-Agent", c.agent)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if method == http.MethodPost || method == http.MethodPatch {
		req.Header.Set("Idempotency-Key", retryKey)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{}, nil, fmt.Errorf("the service does not answer: %w", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, most+1))
	if err == nil && len(text) > most {
		err = errors.New("the answer is larger than 256 MiB")
	}
	return Answer{res.StatusCode, res.Header.Get("Content-Type"), text}, res.Header, err
}

// Refusal returns the refusal in an answer as an error, nil for a success.
func (a Answer) Refusal() error {
	if a.Status < http.StatusBadRequest {
		return nil
	}
	var p struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(a.Body, &p) != nil || p.Code == "" {
		return fmt.Errorf("the service answered %d %s", a.Status, http.StatusText(a.Status))
	}
	return fmt.Errorf("%d %s: %s", a.Status, p.Code, clean(p.Message, len(p.Message)))
}

// JSON writes the answer with indents. Other answers than JSON are written as they came.
func (a Answer) JSON(w io.Writer) error {
	var b bytes.Buffer
	if json.Indent(&b, a.Body, "", "  ") != nil {
		_, err := w.Write(a.Body)
		return err
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}
