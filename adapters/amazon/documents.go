package amazon

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

// documentStore is where Amazon keeps the documents its answers lead to.
const documentStore = ".amazonaws.com"

var errForeignHost = errors.New("the answer leads to a host that is not Amazon's")

// document reads what an answer of the API leads to. The address is good for a
// while and for whoever has it: no token travels there, nor to any other host
// than Amazon's store of documents and the region's own endpoint. read decodes
// the bytes; an error of it makes them junk. The error is an *Error.
func (c *Client) document(ctx context.Context, region marketplace.Region, address string, read func(body []byte) error) error {
	fail := func(err error) error { return &Error{Kind: Unavailable, Operation: "document", cause: bare(err)} }
	u, err := url.Parse(address)
	if err != nil || !c.trusts(region, u) {
		return fail(errForeignHost)
	}
	var last error
	for n := range maxTries {
		if n > 0 && sleep(ctx, c.clock, backoff(n)) != nil {
			break
		}
		if last = c.fetch(ctx, u, read); last == nil {
			return nil
		}
		if errors.Is(last, errTooBig) {
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

func (c *Client) fetch(ctx context.Context, u *url.URL, read func(body []byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", c.agent)
	res, err := c.http.Do(req)
	if err != nil {
		return bare(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return errors.New("the document is not there: " + res.Status)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, answerCap+1))
	if err != nil {
		return bare(err)
	}
	if len(body) > answerCap {
		return errTooBig
	}
	return read(body)
}
