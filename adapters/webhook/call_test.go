package webhook_test

import (
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/webhook"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

func (r *receiver) client(local bool) *webhook.Client {
	roots := x509.NewCertPool()
	roots.AddCert(r.Certificate())
	return webhook.NewClient(webhook.Config{Version: "1.2", Local: local, Roots: roots}, noonClock{})
}

func TestACallOfAnEvent(t *testing.T) {
	var seen http.Header
	var got []byte
	r := receive(t, func(w http.ResponseWriter, req *http.Request) {
		seen = req.Header
		got, _ = io.ReadAll(req.Body)
		_, _ = io.WriteString(w, strings.Repeat("a", 5000)+"\x00\xff")
	})
	a := r.client(true).Call(t.Context(), ports.Call{To: r.URL, ID: "evt_1", Body: []byte(`{"id":"evt_1"}`), Keys: keys(7)})
	require.True(t, a.OK())
	require.Equal(t, int64(200), a.Status)
	require.Equal(t, noon.Add(time.Hour), a.At)
	require.Equal(t, strings.Repeat("a", 4096), a.Answer)
	require.Equal(t, `{"id":"evt_1"}`, string(got))
	require.Equal(t, "evt_1", seen.Get("webhook-id"))
	for _, key := range keys(7) {
		w, err := standardwebhooks.NewWebhook(key.Reveal())
		require.NoError(t, err)
		require.NoError(t, w.VerifyIgnoringTimestamp(got, seen), "each secret alone is enough")
	}
}

func TestAnswersToEvents(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		retryAfter string
		want       domain.Attempt
	}{
		"refused":    {400, "", domain.Attempt{Status: 400}},
		"gone":       {410, "", domain.Attempt{Status: 410}},
		"redirected": {302, "", domain.Attempt{Status: 302}},
		"seconds":    {429, "90", domain.Attempt{Status: 429, RetryAfter: 90 * time.Second}},
		"a day":      {503, "86400", domain.Attempt{Status: 503, RetryAfter: time.Hour}},
		"a time":     {503, noon.Add(time.Hour + time.Minute).Format(http.TimeFormat), domain.Attempt{Status: 503, RetryAfter: 59 * time.Second}},
		"nonsense":   {503, "soon", domain.Attempt{Status: 503}},
		"the past":   {503, "-5", domain.Attempt{Status: 503}},
	} {
		r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
			if c.retryAfter != "" {
				w.Header().Set("Retry-After", c.retryAfter)
			}
			w.WriteHeader(c.status)
		})
		a := r.client(true).Call(t.Context(), ports.Call{To: r.URL, ID: "evt_1", Keys: keys(7)})
		c.want.At, c.want.Failure = noon.Add(time.Hour), optional.Some(domain.BadStatus)
		a.RetryAfter = a.RetryAfter.Truncate(time.Second)
		require.Equal(t, c.want, a, name)
	}
}

func TestCallsWithoutAnAnswer(t *testing.T) {
	closed := receive(t, func(http.ResponseWriter, *http.Request) {})
	strange := receive(t, func(http.ResponseWriter, *http.Request) {})
	broken := receive(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	client := closed.client(true)
	closed.Close()
	for name, c := range map[string]struct {
		client *webhook.Client
		to     string
		want   domain.Failure
	}{
		"closed":        {client, closed.URL, domain.Refused},
		"not a web":     {client, "ftp://example.com", domain.BadAddress},
		"a certificate": {webhook.NewClient(webhook.Config{Local: true}, noonClock{}), strange.URL, domain.BadCertificate},
		"broken":        {broken.client(true), broken.URL, domain.Broken},
		"a file":        {broken.client(false), "file:///etc/passwd", domain.BadAddress},
		"gopher":        {broken.client(false), "gopher://example.com", domain.BadAddress},
		"plain":         {broken.client(false), "http://example.com", domain.BadAddress},
	} {
		a := c.client.Call(t.Context(), ports.Call{To: c.to, ID: "evt_1", Keys: keys(7)})
		require.Equal(t, optional.Some(c.want), a.Failure, name)
		require.Zero(t, a.Status, name)
		require.False(t, a.OK())
	}
}

// The receiver would answer: only the client keeps the call from it.
func TestEventsDoNotGoInside(t *testing.T) {
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	require.NoError(t, err)
	for _, host := range []string{
		"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433", "169.254.169.254", "[fd00::1]", "100.64.0.1", "0.0.0.0",
		"localhost", "localhost.", "a.LocalHost.",
	} {
		a := r.client(false).Call(t.Context(), ports.Call{To: "https://" + host + ":" + port, ID: "evt_1", Keys: keys(7)})
		require.Equal(t, optional.Some(domain.NotPublic), a.Failure, host)
	}
	require.Zero(t, r.calls.Load())
}
