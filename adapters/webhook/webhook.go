// Package webhook calls programs of users. Calls are signed according to Standard Webhooks.
//
// Users choose the addresses, so calls go to public addresses only, whatever a name resolves to,
// and redirects are not followed.
package webhook

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/http"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	alertsports "sellingassistant/ports/repricer/alerts"
)

// Keys returns a team's secrets in the form whsec_…, the newest first. It has several while the
// program's own key is changed: calls are signed with each.
type Keys func(id.Team) []secret.Text

// Config has the settings of calls.
type Config struct {
	// Keys sign the messages of alerts.
	Keys Keys
	// Version appears in User-Agent.
	Version string
	// Local allows http and any address: for trials.
	Local bool
	// Roots has the trusted certificate authorities; nil means the system's.
	Roots *x509.CertPool
}

// Notifier sends alerts to webhooks.
type Notifier struct {
	keys   Keys
	client *Client
}

// New returns a notifier with a client of its own.
func New(cfg Config, clk clock.Clock) *Notifier { return NewNotifier(cfg.Keys, NewClient(cfg, clk)) }

// NewNotifier returns a notifier that calls by the client of the process.
func NewNotifier(keys Keys, client *Client) *Notifier { return &Notifier{keys, client} }

// Send counts any answer of 200 to 299 as success; 410 is ErrAddressGone. Errors contain only the
// host of the address.
func (n *Notifier) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	body, err := bodyOf(m)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	got, err := n.client.post(ctx, to, m.ID, body, n.keys(m.Team))
	switch {
	case err != nil:
		return err
	case got.status/100 == 2:
		return nil
	case got.status == http.StatusGone:
		return alertsports.ErrAddressGone
	}
	return fmt.Errorf("webhook: the answer of %s is %d", got.host, got.status)
}
