package mail_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/mail"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

func message() repricer.AlertMessage {
	return repricer.AlertMessage{
		ID: "msg_1", Team: 7, At: noon.Add(time.Minute), AlertDigest: repricer.AlertDigest{
			Counts: map[repricer.NotifyEvent]int64{repricer.NotifyHold: 300, repricer.NotifyCircuitBreaker: 1, repricer.NotifyPriceRejected: 2},
			Alerts: []repricer.Alert{
				{
					Event: repricer.NotifyHold, ProductID: optional.Some[decision.ProductID](5), SKU: "A-1", MarketplaceID: "A1PA6795UKMFR9",
					Reason: "listing_issue", Details: "It is not on sale.\r\nBcc: all@example.com\r\n\r\n.\r\nQUIT", At: noon,
				},
				{Event: repricer.NotifyCircuitBreaker, MarketplaceID: "A1F83G8C2ARO7P", Reason: repricer.AlertSourceBreaker, Details: "Empty: é.", At: noon},
				{Event: repricer.NotifyCircuitBreaker, Reason: repricer.AlertRunBreaker, At: noon},
			},
			More: 300,
		},
	}
}

// server fakes the part of an SMTP server that a mail needs.
type server struct {
	net.Listener
	// The offered extensions, the beginning of a refused command, and the answer to it.
	extensions      []string
	refuses, answer string
	tls             *tls.Config
	said            chan []string
}

func listen(t *testing.T, change func(*server)) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &server{Listener: l, said: make(chan []string, 1)}
	if change != nil {
		change(s)
	}
	if s.tls != nil {
		s.Listener = tls.NewListener(l, s.tls)
	}
	t.Cleanup(func() { _ = s.Close() })
	go func() {
		c, err := s.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		s.said <- s.talk(c)
	}()
	return s
}

// talk answers a client and returns its commands.
func (s *server) talk(c net.Conn) (said []string) {
	in := bufio.NewScanner(c)
	say := func(line string) { fmt.Fprint(c, line+"\r\n") }
	say("220 here")
	for data := false; in.Scan(); {
		line := in.Text()
		said = append(said, line)
		command, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case data:
			if data = line != "."; !data {
				say("250 taken")
			}
		case s.refuses != "" && strings.HasPrefix(line, s.refuses):
			say(s.answer)
		case command == "EHLO":
			say("250-here")
			for _, e := range s.extensions {
				say("250-" + e)
			}
			say("250 8BITMIME")
		case command == "AUTH":
			say("235 known")
		case command == "DATA":
			data = true
			say("354 go on")
		case command == "QUIT":
			say("221 bye")
			return said
		default:
			say("250 ok")
		}
	}
	return said
}

func (s *server) url(user string) secret.Text {
	return secret.New("smtp://" + user + s.Addr().String())
}

func TestAMail(t *testing.T) {
	s := listen(t, nil)
	n, err := mail.New(mail.Config{Server: s.url(""), From: "Alerts <alerts@shop.example>"})
	require.NoError(t, err)
	require.NoError(t, n.Send(t.Context(), "ann@example.com", message()))
	said := strings.Join(<-s.said, "\n")
	for _, line := range []string{
		"MAIL FROM:<alerts@shop.example> BODY=8BITMIME", "RCPT TO:<ann@example.com>", `From: "Alerts" <alerts@shop.example>`, "To: <ann@example.com>",
		"Subject: Repricer: 300 rows on hold, 1 circuit breaker, 2 rejected\n prices", "Message-ID: <msg_1@shop.example>",
		"Date: Mon, 02 Nov 2026 12:01:00 +0000", "Auto-Submitted: auto-generated", "Content-Type: text/plain; charset=UTF-8",
	} {
		require.Contains(t, said, line+"\n")
	}
	_, text, _ := strings.Cut(said, "\n\n")
	text, _, _ = strings.Cut(text, "\nNOOP")
	require.NotContains(t, said, "User-Agent")
	require.Equal(t, strings.Join([]string{
		"Team 7, 2026-11-02 12:01:00 UTC: 300 rows on hold, 1 circuit breaker, 2 rej=", "ected prices.", "",
		"2026-11-02 12:00:00  hold, listing_issue", "SKU A-1 on A1PA6795UKMFR9 (row 5)",
		"It is not on sale.  Bcc: all@example.com    .  QUIT", "",
		"2026-11-02 12:00:00  circuit_breaker, source_breaker", "Marketplace A1F83G8C2ARO7P", "Empty: =C3=A9.", "",
		"2026-11-02 12:00:00  circuit_breaker, run_breaker", "",
		".... and 300 more.", "",
		"You get this because your address stands in \"notify\" of the repricer's sett=", "ings.", ".",
	}, "\n"), text)
}

func TestNoHeaderGetsIntoAMail(t *testing.T) {
	s := listen(t, nil)
	n, err := mail.New(mail.Config{Server: s.url(""), From: "alerts@shop.example"})
	require.NoError(t, err)
	for _, to := range []string{
		"ann@example.com\r\nBcc: all@example.com", "ann@example.com\nBcc: all@example.com", "ann@example.com>\r\nRCPT TO:<all@example.com", "", "ann",
	} {
		require.EqualError(t, n.Send(t.Context(), to, message()), "mail: the address cannot be used", to)
	}
}

func TestAPasswordIsGivenToThisMachineOrUnderEncryption(t *testing.T) {
	local := listen(t, func(s *server) { s.extensions = []string{"AUTH PLAIN"} })
	n, err := mail.New(mail.Config{Server: local.url("ann:hunter2@"), From: "alerts@shop.example"})
	require.NoError(t, err)
	require.NoError(t, n.Send(t.Context(), "ann@example.com", message()))
	require.Contains(t, <-local.said, "AUTH PLAIN "+base64.StdEncoding.EncodeToString([]byte("\x00ann\x00hunter2")))

	// A server elsewhere that offers no encryption hears nothing. By 0.0.0.0 this
	// machine is reached, but does not count as such.
	elsewhere := listen(t, func(s *server) { s.extensions = []string{"AUTH PLAIN"} })
	_, port, _ := net.SplitHostPort(elsewhere.Addr().String())
	n, err = mail.New(mail.Config{Server: secret.New("smtp://ann:hunter2@0.0.0.0:" + port), From: "alerts@shop.example"})
	require.NoError(t, err)
	err = n.Send(t.Context(), "ann@example.com", message())
	require.ErrorContains(t, err, "STARTTLS")
	require.NotContains(t, err.Error(), "hunter2")
	for _, line := range <-elsewhere.said {
		require.NotContains(t, line, "AUTH")
		require.NotContains(t, line, "MAIL")
	}
}

// An untrusted certificate ends the conversation before the password.
func TestTheServerHasToProveItself(t *testing.T) {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	s := listen(t, func(s *server) { s.tls = &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12} })
	n, err := mail.New(mail.Config{Server: secret.New("smtps://ann:hunter2@" + s.Addr().String()), From: "alerts@shop.example"})
	require.NoError(t, err)
	require.ErrorContains(t, n.Send(t.Context(), "ann@example.com", message()), "certificate")
	require.Empty(t, <-s.said)

	s = listen(t, func(s *server) {
		s.tls = &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12}
		s.extensions = []string{"AUTH LOGIN PLAIN"}
	})
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	n, err = mail.New(mail.Config{Server: secret.New("smtps://ann:hunter2@" + s.Addr().String()), From: "alerts@shop.example", Roots: roots})
	require.NoError(t, err)
	require.NoError(t, n.Send(t.Context(), "ann@example.com", message()))
	require.Contains(t, <-s.said, "AUTH PLAIN "+base64.StdEncoding.EncodeToString([]byte("\x00ann\x00hunter2")))
}

func TestCheckSignsInAndSendsNothing(t *testing.T) {
	s := listen(t, func(s *server) { s.extensions = []string{"AUTH PLAIN"} })
	n, err := mail.New(mail.Config{Server: s.url("ann:hunter2@"), From: "alerts@shop.example"})
	require.NoError(t, err)
	require.NoError(t, n.Check(t.Context()))
	said := strings.Join(<-s.said, "\n")
	require.Contains(t, said, "AUTH PLAIN")
	require.Contains(t, said, "QUIT")
	require.NotContains(t, said, "MAIL FROM")

	refusing := listen(t, func(s *server) {
		s.extensions, s.refuses, s.answer = []string{"AUTH PLAIN"}, "AUTH", "535 5.7.8 wrong password of ann"
	})
	n, err = mail.New(mail.Config{Server: refusing.url("ann:hunter2@"), From: "alerts@shop.example"})
	require.NoError(t, err)
	err = n.Check(t.Context())
	require.ErrorContains(t, err, "535")
	require.NotContains(t, err.Error(), "hunter2")
}

func TestARefusalIsAnErrorWithoutTheAddress(t *testing.T) {
	for refuses, answer := range map[string]string{
		"MAIL": "451 4.3.0 later", "RCPT": "550 5.1.1 <ann@example.com> is not here", "DATA": "554 5.7.1 no",
	} {
		s := listen(t, func(s *server) { s.refuses, s.answer = refuses, answer })
		n, err := mail.New(mail.Config{Server: s.url(""), From: "alerts@shop.example"})
		require.NoError(t, err)
		err = n.Send(t.Context(), "ann@example.com", message())
		require.ErrorContains(t, err, ": "+answer[:3])
		require.NotContains(t, err.Error(), "ann@")
	}
	s := listen(t, nil)
	n, err := mail.New(mail.Config{Server: s.url(""), From: "alerts@shop.example"})
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.ErrorContains(t, n.Send(t.Context(), "ann@example.com", message()), "connection refused")
}

func TestServersThatCannotBe(t *testing.T) {
	for url, says := range map[string]string{
		"http://mail.example.com":       "must be smtps://user:password@host:465 or smtp://host:587",
		"smtp://":                       "must be smtps://user:password@host:465 or smtp://host:587",
		"smtp://mail.example.com/inbox": "must be smtps://user:password@host:465 or smtp://host:587",
		"smtp://u:hunter2@h:port":       "must be smtps://user:password@host:465 or smtp://host:587",
		"smtp://mail.example.com:0":     "has no port that there is",
		"smtp://mail.example.com:70000": "has no port that there is",
	} {
		_, err := mail.New(mail.Config{Server: secret.New(url), From: "alerts@shop.example"})
		require.EqualError(t, err, says, url)
	}
	_, err := mail.New(mail.Config{Server: secret.New("smtp://mail.example.com"), From: "alerts"})
	require.EqualError(t, err, "needs a sender such as alerts@example.com")
}
