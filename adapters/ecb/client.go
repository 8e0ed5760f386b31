package ecb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
	ports "sellingassistant/ports/exchange"
)

const (
	// maxFile bounds the file in bytes. The history of 90 days has about 150 KB.
	maxFile = 1 << 20
	// retryAfter delays the next try after a failure.
	retryAfter = 10 * time.Minute
)

// within bounds the time of a call.
var within = patience.Slower * 20 * time.Second

// daily and history occur in the addresses of the two forms of the file.
const (
	daily   = "eurofxref-daily"
	history = "eurofxref-hist-90d"
)

// Client reads the file.
type Client struct {
	address string
	http    http.Client
}

// NewClient returns a client for the address of the daily file; "" switches it off. A nil transport
// means the network.
func NewClient(address string, transport http.RoundTripper) *Client {
	if transport == nil {
		transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	return &Client{address, http.Client{
		Transport: transport, Timeout: within,
		// The operator has named this host and no other.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

var _ ports.File = (*Client)(nil)

// On reports whether the operator named the file.
func (c *Client) On() bool { return c.address != "" }

var errTooLarge = errors.New("the file is larger than 1 MiB")

// Read fetches the file. An address without the name of the daily file serves both forms.
func (c *Client) Read(ctx context.Context, all bool) (exchange.Book, int, error) {
	address := c.address
	if all {
		address = strings.Replace(address, daily, history, 1)
	}
	b, err := c.fetch(ctx, address)
	if err != nil {
		return nil, 0, unavailable(err)
	}
	book, unread, err := parse(b)
	if err != nil {
		return nil, 0, unavailable(err)
	}
	return book, unread, nil
}

func (c *Client) fetch(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return nil, failed.Err // without the address
	}
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", res.StatusCode)
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = errTooLarge
	}
	return b, err
}

func unavailable(why error) error {
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable,
		"The file of reference rates could not be read.").After(retryAfter).Because(why)
}
