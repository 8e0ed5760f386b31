// Package webhook calls programs of users. Calls are signed according to Standard Webhooks.
//
// Users choose the addresses, so calls go to public addresses only, whatever a name resolves to,
// and redirects are not followed.
package webhook

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	domain "sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	alertsports "sellingassistant/ports/repricer/alerts"
	ports "sellingassistant/ports/webhook"
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
	// noted keeps the calls; nil forgets them.
	noted ports.Messages
}

// New returns a notifier with a client of its own.
func New(cfg Config, clk clock.Clock) *Notifier {
	return NewNotifier(cfg.Keys, NewClient(cfg, clk), nil)
}

// NewNotifier returns a notifier that calls by the client of the process, and notes the calls
// unless noted is nil.
func NewNotifier(keys Keys, client *Client, noted ports.Messages) *Notifier {
	return &Notifier{keys, client, noted}
}

// Send counts any answer of 200 to 299 as success; 410 is ErrAddressGone. Errors contain only the
// host of the address. A message with a call that could not be noted is sent again.
func (n *Notifier) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	body, err := bodyOf(m)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	call := ports.Call{To: to, ID: domain.EventID(m.ID), Body: body, Keys: n.keys(m.Team)}
	made, got, err := n.client.attempt(ctx, call)
	if n.noted != nil && ctx.Err() == nil {
		if lost := n.noted.Note(ctx, ports.Message{
			Team: m.Team, To: to, ID: call.ID, At: m.At, Body: body, Call: made,
		}); lost != nil {
			err = errors.Join(err, lost)
		}
	}
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
