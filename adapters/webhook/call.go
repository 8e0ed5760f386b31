package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/webhook"
)

const (
	// within bounds a call, its answer included.
	within = 10 * time.Second
	// maxAnswer bounds the part of an answer that is read, in bytes.
	maxAnswer = 64 << 10
	// mostCalls bounds the calls under way in a process.
	mostCalls = 200
)

// Client makes the calls to users' programs.
type Client struct {
	cfg   Config
	clock clock.Clock
	http  *http.Client
	slots chan struct{}
}

// NewClient returns the client of a process.
func NewClient(cfg Config, clk clock.Clock) *Client {
	dialer := &net.Dialer{Timeout: within}
	if !cfg.Local {
		dialer.Control = guard
	}
	return &Client{cfg, clk, &http.Client{
		Timeout: within,
		Transport: &http.Transport{
			// No proxy: it would connect to any address.
			DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{RootCAs: cfg.Roots, MinVersion: tls.VersionTLS12},
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxAnswer,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, make(chan struct{}, mostCalls)}
}

// Call makes one call and describes its result.
func (c *Client) Call(ctx context.Context, call ports.Call) webhook.Attempt {
	out := webhook.Attempt{At: c.clock.Now()}
	got, err := c.post(ctx, call.To, string(call.ID), call.Body, call.Keys)
	out.Took = c.clock.Now().Sub(out.At)
	if err != nil {
		out.Failure = optional.Some(failureOf(err))
		return out
	}
	out.Status, out.RetryAfter = int64(got.status), got.retryAfter
	kept := got.body[:min(len(got.body), webhook.MaxAnswer)]
	out.Answer = strings.ToValidUTF8(strings.ReplaceAll(string(kept), "\x00", ""), "")
	if got.status/100 != 2 {
		out.Failure = optional.Some(webhook.BadStatus)
	}
	return out
}

// answer has the answer to a call.
type answer struct {
	status     int
	body       []byte
	retryAfter time.Duration
}

// post makes a signed call.
func (c *Client) post(ctx context.Context, to, id string, body []byte, keys []secret.Text) (answer, error) {
	at, err := destination(to, c.cfg.Local)
	if err != nil {
		return answer{}, err
	}
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return answer{}, fmt.Errorf("webhook: %w", ctx.Err())
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return answer{}, errAddress
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "selling-assistant/"+c.cfg.Version)
	if err := c.sign(r.Header, id, body, keys); err != nil {
		return answer{}, err
	}
	got, err := c.http.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	// The status decides: an answer that breaks off or never ends is an answer.
	text, _ := io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	return answer{got.StatusCode, text, c.retryAfter(got.Header.Get("Retry-After"))}, nil
}

// retryAfter reads a number of seconds or a time; 0 for any other text.
func (c *Client) retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(0, min(seconds, int(webhook.MaxRetryAfter/time.Second)))) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return max(0, at.Sub(c.clock.Now()))
}

// sign adds the headers of Standard Webhooks. The signed time belongs to the call, so that
// receivers can refuse old calls.
func (c *Client) sign(h http.Header, id string, body []byte, keys []secret.Text) error {
	now := c.clock.Now()
	var signatures []string
	for _, key := range keys {
		w, err := standardwebhooks.NewWebhook(key.Reveal())
		if err != nil {
			return errors.New("webhook: a secret cannot be read")
		}
		s, err := w.Sign(id, now, body)
		if err != nil {
			return fmt.Errorf("webhook: %w", err)
		}
		signatures = append(signatures, s)
	}
	h.Set(standardwebhooks.HeaderWebhookID, id)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return nil
}

// failureOf names the cause of a call without an answer.
func failureOf(err error) webhook.Failure {
	var wrongName x509.HostnameError
	var unknownIssuer x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var refused *tls.CertificateVerificationError
	var name *net.DNSError
	var network net.Error
	switch {
	case errors.Is(err, errAddress):
		return webhook.BadAddress
	case errors.Is(err, errInside):
		return webhook.NotPublic
	case errors.As(err, &refused), errors.As(err, &wrongName), errors.As(err, &unknownIssuer), errors.As(err, &invalid):
		return webhook.BadCertificate
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return webhook.TimedOut
	case errors.As(err, &name):
		return webhook.UnknownName
	case errors.Is(err, syscall.ECONNREFUSED):
		return webhook.Refused
	}
	return webhook.Broken
}
