// Package mail notifies people by e-mail through an SMTP server.
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
)

// within bounds each step of delivering a mail to the server.
const within = 10 * time.Second

// Notifier sends mail.
type Notifier struct {
	// from has the sender, domain the part after the @ of its address.
	from, domain string
	server       string
	dial         func(ctx context.Context, network, address string) (net.Conn, error)
	options      []gomail.Option
	// folder keeps mails instead; nil sends them.
	folder *Folder
}

// Config has the settings of mail.
type Config struct {
	// Server has a URL. smtps://user:password@host:465 encrypts from the start; smtp://host:587
	// requires STARTTLS, else nothing is sent. Only a server on this machine may go without
	// encryption.
	Server secret.Text
	// Folder keeps mails instead of sending them, if it has a name. Then no server is needed.
	Folder string
	// From has the sender's address, with or without a name.
	From string
	// Roots has the trusted certificate authorities; nil means the system's.
	Roots *x509.CertPool
}

// New returns a notifier. The error is a sentence without the password.
func New(cfg Config) (*Notifier, error) {
	sender, err := mail.ParseAddress(cfg.From)
	if err != nil {
		return nil, errors.New("needs a sender such as alerts@example.com")
	}
	n := &Notifier{from: cfg.From, domain: sender.Address[strings.LastIndex(sender.Address, "@")+1:]}
	if cfg.Folder != "" {
		n.folder = NewFolder(cfg.Folder)
		return n, nil
	}
	u, err := url.Parse(cfg.Server.Reveal())
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("must be smtps://user:password@host:465 or smtp://host:587")
	}
	n.server = u.Hostname()
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
		// The methods that reveal the password refuse to work without encryption.
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

// Send succeeds once the server has accepted the mail, which may still be lost.
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

// Check signs in at the server, and sends nothing.
func (n *Notifier) Check(ctx context.Context) error {
	if n.folder != nil {
		return nil
	}
	err := n.talk(func(client *gomail.Client) error {
		if err := client.DialWithContext(ctx); err != nil {
			return err
		}
		return client.Close()
	})
	if err != nil {
		return plain(err)
	}
	return nil
}

func (n *Notifier) send(ctx context.Context, letter *gomail.Msg) error {
	if n.folder != nil {
		return n.folder.keep(ctx, letter)
	}
	err := n.talk(func(client *gomail.Client) error { return client.DialAndSendWithContext(ctx, letter) })
	if err == nil || letter.IsDelivered() { // a failing goodbye does not matter
		return nil
	}
	return plain(err)
}

// talk has one conversation with the server. The library leaves a connection open if its beginning
// fails, so talk closes it.
func (n *Notifier) talk(work func(client *gomail.Client) error) error {
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
		return err
	}
	return work(client)
}

// plain keeps the server's status and drops the addresses in its text.
func plain(err error) error {
	var e *gomail.SendError
	if errors.As(err, &e) {
		return fmt.Errorf("mail: %s: %d %s", e.Reason, e.ErrorCode(), e.EnhancedStatusCode())
	}
	return fmt.Errorf("mail: %w", err)
}
