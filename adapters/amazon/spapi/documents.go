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

// documentStore has the host suffix of Amazon's document store.
const documentStore = ".amazonaws.com"

var errForeignHost = errors.New("the answer leads to a host that is not Amazon's")

// ReadDocument downloads and decodes a document at an address in an answer of the API. The address
// is presigned, so the request carries no token. Only Amazon's document store and the region's own
// endpoint are allowed. The error is a fault.
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

// Upload uploads a document to an address given by the API, with the rules of ReadDocument.
func (c *Client) Upload(ctx context.Context, region marketplace.Region, address, contentType string, body []byte) error {
	return c.transfer(ctx, region, address, transfer{within: transferTimeout, put: body, contentType: contentType})
}

// Download reads a possibly large document, with the rules of ReadDocument. unpacked reports that
// it was compressed in transfer and has been decompressed.
func (c *Client) Download(ctx context.Context, region marketplace.Region, address string, read func(body io.Reader, unpacked bool) error) error {
	return c.transfer(ctx, region, address, transfer{within: transferTimeout, read: func(res *http.Response) error {
		return read(res.Body, res.Uncompressed)
	}})
}

// transferTimeout bounds one try to upload or download a document.
const transferTimeout = time.Minute

// transfer describes one upload or download.
type transfer struct {
	within time.Duration
	// put has the content to upload, of contentType; nil downloads.
	put         []byte
	contentType string
	// read consumes a downloaded document.
	read func(res *http.Response) error
}

// transfer uploads or downloads a document. Both may be retried: an upload replaces the previous
// upload.
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
