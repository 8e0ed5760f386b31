// Package mail tells people what happens, by e-mail through an SMTP server.
package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	alertsports "sellingassistant/ports/repricer/alerts"
)

// within bounds handing over one mail, by each step of it.
const within = 10 * time.Second

// Notifier sends mail.
type Notifier struct {
	// from is the sender, domain what stands behind the @ of its address.
	from, domain string
	server       string
	dial         func(ctx context.Context, network, address string) (net.Conn, error)
	options      []gomail.Option
}

var _ alertsports.Notifier = (*Notifier)(nil)

// Config says how mail is sent.
type Config struct {
	// Server is smtps://user:password@host:465, which encrypts from the start, or
	// smtp://host:587, which does so by STARTTLS, without which nothing is sent. Only a
	// server on this machine may go without.
	Server secret.Text
	// From is the sender's address, with or without a name.
	From string
	// Roots are whom certificates are signed by; nil is the system's.
	Roots *x509.CertPool
}

// New makes a notifier. The error is a sentence without the password.
func New(cfg Config) (*Notifier, error) {
	u, err := url.Parse(cfg.Server.Reveal())
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("must be smtps://user:password@host:465 or smtp://host:587")
	}
	sender, err := mail.ParseAddress(cfg.From)
	if err != nil {
		return nil, errors.New("needs a sender such as alerts@example.com")
	}
	n := &Notifier{from: cfg.From, server: u.Hostname(), domain: sender.Address[strings.LastIndex(sender.Address, "@")+1:]}
	trust := &tls.Config{ServerName: u.Hostname(), RootCAs: cfg.Roots, MinVersion: tls.VersionTLS12}
	port, plainly := 587, &net.Dialer{}
	n.dial = plainly.DialContext
	switch {
	case u.Scheme == "smtps":
		port = 465
		encrypted := &tls.Dialer{NetDialer: plainly, Config: trust}
		n.dial, n.options = encrypted.DialContext, append(n.options, gomail.WithSSL())
	case isLocal(u.Hostname()):
		n.options = append(n.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		n.options = append(n.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if given := u.Port(); given != "" {
		if port, err = strconv.Atoi(given); err != nil || port < 1 || port > 65535 {
			return nil, errors.New("has no port that there is")
		}
	}
	n.options = append(n.options, gomail.WithPort(port), gomail.WithTimeout(within), gomail.WithTLSConfig(trust))
	if password, ok := u.User.Password(); ok {
		// Those that show the password refuse to without encryption.
		ways := gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin)
		n.options = append(n.options, ways, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(u.Hostname(), n.options...); err != nil {
		return nil, errors.New("cannot be used")
	}
	return n, nil
}

func isLocal(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// That the server took the mail does not mean that it arrives.
func (n *Notifier) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := letter.From(n.from); err != nil {
		return errors.New("mail: the sender's address cannot be used")
	}
	if err := letter.To(to); err != nil {
		return errors.New("mail: the address cannot be used")
	}
	letter.Subject(subjectOf(m))
	letter.SetMessageIDWithValue(m.ID + "@" + n.domain)
	letter.SetDateWithValue(m.At)
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetBodyString(gomail.TypeTextPlain, textOf(m))
	return n.send(ctx, letter)
}

// send has one conversation with the server. The library leaves the connection of
// one that fails at its beginning open.
func (n *Notifier) send(ctx context.Context, letter *gomail.Msg) error {
	var conn net.Conn
	defer func() {
		if conn != nil {
			_ = conn.Close()
		}
	}()
	dial := gomail.WithDialContextFunc(func(ctx context.Context, network, address string) (c net.Conn, err error) {
		if c, err = n.dial(ctx, network, address); err == nil {
			conn = c
		}
		return c, err
	})
	client, err := gomail.NewClient(n.server, append(slices.Clone(n.options), dial)...)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	err = client.DialAndSendWithContext(ctx, letter)
	if err == nil || letter.IsDelivered() { // a goodbye that fails does not matter
		return nil
	}
	return plain(err)
}

// plain takes what a server says apart from whom it says it of.
func plain(err error) error {
	var e *gomail.SendError
	if errors.As(err, &e) {
		return fmt.Errorf("mail: %s: %d %s", e.Reason, e.ErrorCode(), e.EnhancedStatusCode())
	}
	return fmt.Errorf("mail: %w", err)
}
