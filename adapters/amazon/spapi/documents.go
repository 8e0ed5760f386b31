package spapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// documentStore is where Amazon keeps the documents its answers lead to.
const documentStore = ".amazonaws.com"

var errForeignHost = errors.New("the answer leads to a host that is not Amazon's")

// ReadDocument reads the document that an answer of the API names and returns what
// decode makes of it. The address is presigned, so the request carries no token. It
// goes only to Amazon's store of documents and the region's own endpoint. The error
// is a fault.
func ReadDocument[T any](ctx context.Context, c *Client, region marketplace.Region, address string, decode func(body []byte) (T, error)) (T, error) {
	var document T
	err := c.transfer(ctx, region, address, transfer{within: tryTimeout, read: func(res *http.Response) error {
		body, err := readUpTo(res, answerCap)
		if err == nil {
			document, err = decode(body)
		}
		return bare(err)
	}})
	return document, err
}

// Upload sends a document to where an answer of the API says, as ReadDocument
// reads one.
func (c *Client) Upload(ctx context.Context, region marketplace.Region, address, contentType string, body []byte) error {
	return c.transfer(ctx, region, address, transfer{within: transferTimeout, put: body, contentType: contentType})
}

// Download reads a document that may be large, as ReadDocument reads one.
// unpacked says that the bytes were packed on the way and are not any more.
func (c *Client) Download(ctx context.Context, region marketplace.Region, address string, read func(body io.Reader, unpacked bool) error) error {
	return c.transfer(ctx, region, address, transfer{within: transferTimeout, read: func(res *http.Response) error {
		return read(res.Body, res.Uncompressed)
	}})
}

// transferTimeout bounds one try to send a document or to fetch a large one.
const transferTimeout = time.Minute

// transfer is one way between the program and a document.
type transfer struct {
	within time.Duration
	// put is what is sent, of contentType; nil fetches.
	put         []byte
	contentType string
	// read takes a document that is fetched.
	read func(res *http.Response) error
}

// transfer sends or fetches a document. Both can be done again: what is sent
// replaces what was sent before.
func (c *Client) transfer(ctx context.Context, region marketplace.Region, address string, t transfer) error {
	fail := func(err error) error {
		return FaultOf(&Error{Kind: Unavailable, Operation: "document", Cause: bare(err)})
	}
	u, err := url.Parse(address)
	if err != nil || !c.trusts(region, u) {
		return fail(errForeignHost)
	}
	var last error
	for n := range maxTries {
		if n > 0 && sleep(ctx, c.clock, backoff(n)) != nil {
			break
		}
		if last = c.move(ctx, u, t); last == nil {
			return nil
		}
		if errors.Is(last, ErrTooBig) {
			break
		}
	}
	return fail(last)
}

func (c *Client) trusts(region marketplace.Region, u *url.URL) bool {
	endpoint := c.endpoints.regions[region]
	switch {
	case u.User != nil || u.Opaque != "" || endpoint == nil:
		return false
	case u.Scheme == endpoint.Scheme && u.Host == endpoint.Host:
		return true
	}
	return u.Scheme == "https" && u.Port() == "" && strings.HasSuffix(u.Hostname(), documentStore)
}

func (c *Client) move(ctx context.Context, u *url.URL, t transfer) error {
	ctx, cancel := context.WithTimeout(ctx, t.within)
	defer cancel()
	method, body := http.MethodGet, io.Reader(nil)
	if t.put != nil {
		method, body = http.MethodPut, bytes.NewReader(t.put)
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", c.agent)
	if t.put != nil {
		req.Header.Set("Content-Type", t.contentType)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return bare(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return errors.New("the document is not there: " + res.Status)
	}
	if t.read == nil {
		return nil
	}
	return t.read(res)
}
