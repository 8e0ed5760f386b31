package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/webhook"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	domain "sellingassistant/domain/webhook"
	alertsports "sellingassistant/ports/repricer/alerts"
	ports "sellingassistant/ports/webhook"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 123456000, time.UTC)

type noonClock struct{}

func (noonClock) Now() time.Time { return noon.Add(time.Hour) }

var (
	newKey = strings.Repeat("n", 32)
	oldKey = strings.Repeat("o", 32)
)

func keys(id.Team) []secret.Text {
	var out []secret.Text
	for _, k := range []string{newKey, oldKey} {
		out = append(out, secret.New("whsec_"+base64.StdEncoding.EncodeToString([]byte(k))))
	}
	return out
}

var message = repricer.AlertMessage{
	ID: "msg_1", Team: 7, At: noon.Add(time.Minute), AlertDigest: repricer.AlertDigest{
		Counts: map[repricer.NotifyEvent]int64{repricer.NotifyHold: 2, repricer.NotifyCircuitBreaker: 1},
		Alerts: []repricer.Alert{
			{
				Event: repricer.NotifyHold, ProductID: optional.Some[decision.ProductID](5), SKU: "A-1", MarketplaceID: "A1PA6795UKMFR9",
				Reason: "listing_issue", Details: "The listing is <not> on sale.", At: noon,
			},
			{Event: repricer.NotifyCircuitBreaker, Reason: repricer.AlertRunBreaker, Details: "The prices of 20 rows were to fall within 10 minutes.", At: noon},
		},
		More: 1,
	},
}

const body = `{"type":"repricer.alerts","timestamp":"2026-11-02T12:01:00.123456Z","data":{"team_id":7,"counts":{"circuit_breaker":1,"hold":2},` +
	`"alerts":[{"event":"hold","product_id":5,"sku":"A-1","marketplace_id":"A1PA6795UKMFR9","reason":"listing_issue",` +
	`"details":"The listing is \u003cnot\u003e on sale.","at":"2026-11-02T12:00:00.123456Z"},` +
	`{"event":"circuit_breaker","product_id":null,"sku":null,"marketplace_id":null,"reason":"run_breaker",` +
	`"details":"The prices of 20 rows were to fall within 10 minutes.","at":"2026-11-02T12:00:00.123456Z"}],"more":1}}`

// receiver fakes a user's webhook on this machine.
type receiver struct {
	*httptest.Server
	calls atomic.Int64
}

func receive(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.calls.Add(1)
		answer(w, req)
	}))
	t.Cleanup(r.Close)
	r.Config.ErrorLog = nil
	return r
}

func (r *receiver) notifier(local bool) *webhook.Notifier {
	roots := x509.NewCertPool()
	roots.AddCert(r.Certificate())
	return webhook.New(webhook.Config{Keys: keys, Version: "1.2", Local: local, Roots: roots}, noonClock{})
}

func TestACallIsSignedByEachSecret(t *testing.T) {
	var seen http.Header
	var got []byte
	r := receive(t, func(w http.ResponseWriter, req *http.Request) {
		seen = req.Header
		got, _ = io.ReadAll(req.Body)
		require.Equal(t, "POST /hook?for=me", req.Method+" "+req.RequestURI)
		w.WriteHeader(http.StatusAccepted)
	})
	require.NoError(t, r.notifier(true).Send(t.Context(), r.URL+"/hook?for=me", message))
	require.Equal(t, body, string(got))
	require.Equal(t, "application/json", seen.Get("Content-Type"))
	require.Equal(t, "selling-assistant/1.2", seen.Get("User-Agent"))
	require.Equal(t, "msg_1", seen.Get("webhook-id"))
	require.Equal(t, "1793624400", seen.Get("webhook-timestamp"), "that of the call")
	var want []string
	for _, k := range []string{newKey, oldKey} {
		h := hmac.New(sha256.New, []byte(k))
		h.Write([]byte("msg_1.1793624400." + body))
		want = append(want, "v1,"+base64.StdEncoding.EncodeToString(h.Sum(nil)))
	}
	require.Equal(t, strings.Join(want, " "), seen.Get("webhook-signature"))
}

// noted keeps the calls that a notifier notes.
type noted struct {
	all  []ports.Message
	fail error
}

func (n *noted) Note(_ context.Context, m ports.Message) error {
	n.all = append(n.all, m)
	return n.fail
}

func TestCallsAreNoted(t *testing.T) {
	status := 200
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "thanks")
	})
	roots := x509.NewCertPool()
	roots.AddCert(r.Certificate())
	log := &noted{}
	n := webhook.NewNotifier(keys, webhook.NewClient(webhook.Config{Local: true, Roots: roots}, noonClock{}), log)
	require.NoError(t, n.Send(t.Context(), r.URL, message))
	status = 503
	require.EqualError(t, n.Send(t.Context(), r.URL, message), "webhook: the answer of 127.0.0.1 is 503")
	status, log.fail = 200, errors.New("away")
	require.EqualError(t, n.Send(t.Context(), r.URL, message), "away", "it is sent again")
	require.Len(t, log.all, 3)
	require.Equal(t, ports.Message{
		Team: 7, To: r.URL, ID: "msg_1", At: message.At, Body: []byte(body),
		Call: domain.Attempt{At: noonClock{}.Now(), Status: 200, Answer: "thanks"},
	}, log.all[0])
	require.Equal(t, optional.Some(domain.BadStatus), log.all[1].Call.Failure)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, n.Send(ctx, r.URL, message), context.Canceled)
	require.Len(t, log.all, 3, "a call that was cut off is made again")
}

func TestWhatAnswersMean(t *testing.T) {
	for status, want := range map[int]string{
		200: "", 204: "", 299: "", 410: "the address is gone for good", 400: "webhook: the answer of 127.0.0.1 is 400",
		404: "webhook: the answer of 127.0.0.1 is 404", 500: "webhook: the answer of 127.0.0.1 is 500",
	} {
		r := receive(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		err := r.notifier(true).Send(t.Context(), r.URL+"/secret-token", message)
		if want == "" {
			require.NoError(t, err, status)
			continue
		}
		require.EqualError(t, err, want)
		require.Equal(t, status == 410, err == alertsports.ErrAddressGone, status) //nolint:errorlint // it comes as it is
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	inside := receive(t, func(http.ResponseWriter, *http.Request) {})
	for _, status := range []int{301, 302, 303, 307, 308} {
		r := receive(t, func(w http.ResponseWriter, req *http.Request) { http.Redirect(w, req, inside.URL, status) })
		require.ErrorContains(t, r.notifier(true).Send(t.Context(), r.URL, message), "the answer of 127.0.0.1 is 30")
		require.Equal(t, int64(1), r.calls.Load())
	}
	require.Zero(t, inside.calls.Load())
}

// Reads an endless answer up to its bound, and does not wait for a missing answer.
func TestAnAnswerIsBounded(t *testing.T) {
	var wrote atomic.Int64
	r := receive(t, func(w http.ResponseWriter, req *http.Request) {
		for req.Context().Err() == nil {
			n, err := w.Write(make([]byte, 32<<10))
			if wrote.Add(int64(n)); err != nil {
				return
			}
		}
	})
	require.NoError(t, r.notifier(true).Send(t.Context(), r.URL, message))
	require.Less(t, wrote.Load(), int64(64<<20))

	ctx, cancel := context.WithCancel(t.Context())
	slow := receive(t, func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.ReadAll(req.Body) // a server hears of the end of a call when it has read it
		cancel()
		<-req.Context().Done()
		panic(http.ErrAbortHandler) // or the answer might still arrive
	})
	require.ErrorIs(t, slow.notifier(true).Send(ctx, slow.URL, message), context.Canceled)
}

func TestErrorsDoNotTellTheAddress(t *testing.T) {
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	n := r.notifier(true)
	r.Close()
	err := n.Send(t.Context(), r.URL+"/services/T0/hunter2?token=hunter3", message)
	require.ErrorContains(t, err, "connection refused")
	require.NotContains(t, err.Error(), "hunter")
	require.NotContains(t, r.notifier(false).Send(t.Context(), "https://user:hunter2@example.com", message).Error(), "hunter")
}

// The receiver trusts the notifier and would answer: only the notifier keeps the
// call from it.
func TestCallsDoNotGoInside(t *testing.T) {
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	require.NoError(t, err)
	n := r.notifier(false)
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "0x7f.1", "0x7f000001", "2130706433",
		"0177.0.0.1", "127.1", "0", "0.0.0.0", "[::]", "169.254.169.254", "[fd00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25lo]",
		"100.64.0.1", "100.100.100.200", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.0.0.192", "198.18.0.1", "224.0.0.1",
		"255.255.255.255", "168.63.129.16", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[2002:7f00:1::]",
		"[2002:c0a8:1::1]", "[2001:0:7f00:1::]", "[2001:db8::1]", "localhost", "localhost.", "LOCALHOST",
	} {
		require.Error(t, n.Send(t.Context(), "https://"+host+":"+port+"/hook", message), host)
	}
	require.Zero(t, r.calls.Load())
	require.ErrorContains(t, n.Send(t.Context(), "https://localhost:"+port, message), "the address does not lead to the public internet")
}

func TestAddressesThatAreNeverCalled(t *testing.T) {
	n := webhook.New(webhook.Config{Keys: keys}, noonClock{})
	for _, to := range []string{
		"http://example.com/hook", "ftp://example.com", "//example.com", "example.com", "", "https://", "https:///hook", "https://a\x7f",
		"https://user@example.com", "https://user:pass@example.com", "https://example.com:80", "https://example.com:22",
		"https://example.com:1023", "https://example.com:0", "https://example.com:65536",
	} {
		require.EqualError(t, n.Send(t.Context(), to, message),
			"webhook: the address cannot be called: it must be https, without a user, at port 443 or above 1023", to)
	}
}

// A proxy would go where the notifier does not.
func TestTheProxyOfTheEnvironmentIsNotAsked(t *testing.T) {
	proxy := httptest.NewServer(http.NotFoundHandler())
	defer proxy.Close()
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("HTTP_PROXY", proxy.URL)
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	require.NoError(t, r.notifier(true).Send(t.Context(), r.URL, message))
	require.Equal(t, int64(1), r.calls.Load())
}
