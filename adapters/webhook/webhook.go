// Package webhook notifies programs of users by calls that are signed according to Standard
// Webhooks.
//
// Users choose the addresses, so calls go to public addresses only, whatever a name resolves to,
// and redirects are not followed.
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
	"net/url"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	alertsports "sellingassistant/ports/repricer/alerts"
)

const (
	// within bounds a call, its answer included.
	within = 10 * time.Second
	// maxAnswer bounds the part of an answer that is read, and discarded, in bytes.
	maxAnswer = 64 << 10
)

// Config has the settings of calls.
type Config struct {
	// Keys returns a team's secrets in the form whsec_…, the newest first. It has several while the
	// program's own key is changed: calls are signed with each.
	Keys func(id.Team) []secret.Text
	// Version appears in User-Agent.
	Version string
	// Local allows http and any address: for trials.
	Local bool
	// Roots has the trusted certificate authorities; nil means the system's.
	Roots *x509.CertPool
}

// Notifier calls webhooks.
type Notifier struct {
	cfg    Config
	clock  clock.Clock
	client *http.Client
}

var _ alertsports.Notifier = (*Notifier)(nil)

func New(cfg Config, clk clock.Clock) *Notifier {
	dialer := &net.Dialer{Timeout: within}
	if !cfg.Local {
		dialer.Control = guard
	}
	return &Notifier{cfg, clk, &http.Client{
		Timeout: within,
		Transport: &http.Transport{
			// No proxy: it would connect to any address.
			DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{RootCAs: cfg.Roots, MinVersion: tls.VersionTLS12},
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxAnswer,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send counts any answer of 200 to 299 as success; 410 is ErrAddressGone. Errors contain only the
// host of the address.
func (n *Notifier) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	at, err := destination(to, n.cfg.Local)
	if err != nil {
		return err
	}
	body, err := bodyOf(m)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return errAddress
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "selling-assistant/"+n.cfg.Version)
	if err := n.sign(r.Header, m, body); err != nil {
		return err
	}
	answer, err := n.client.Do(r)
	if err != nil {
		var u *url.Error // it contains the whole address
		if errors.As(err, &u) {
			err = u.Err
		}
		return fmt.Errorf("webhook: %w", err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // its content does not matter
	switch {
	case answer.StatusCode/100 == 2:
		return nil
	case answer.StatusCode == http.StatusGone:
		return alertsports.ErrAddressGone
	}
	return fmt.Errorf("webhook: the answer of %s is %d", at.Hostname(), answer.StatusCode)
}

// sign adds the headers of Standard Webhooks. The signed time belongs to the call, so that
// receivers can refuse old calls.
func (n *Notifier) sign(h http.Header, m repricer.AlertMessage, body []byte) error {
	now := n.clock.Now()
	var signatures []string
	for _, key := range n.cfg.Keys(m.Team) {
		w, err := standardwebhooks.NewWebhook(key.Reveal())
		if err != nil {
			return errors.New("webhook: a secret cannot be read")
		}
		s, err := w.Sign(m.ID, now, body)
		if err != nil {
			return fmt.Errorf("webhook: %w", err)
		}
		signatures = append(signatures, s)
	}
	h.Set(standardwebhooks.HeaderWebhookID, m.ID)
	h.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	h.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return nil
}
