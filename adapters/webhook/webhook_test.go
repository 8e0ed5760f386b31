package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
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
	domain "sellingassistant/domain/webhook"
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

const body = `{"type":"repricer.alerts","timestamp":"2026-11-02T12:01:00.123456Z","data":{}}`

// send makes a call with the body.
func send(t *testing.T, c *webhook.Client, to string) domain.Attempt {
	t.Helper()
	return c.Call(t.Context(), ports.Call{To: to, ID: "msg_1", Body: []byte(body), Keys: keys(7)})
}

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

func TestACallIsSignedByEachSecret(t *testing.T) {
	var seen http.Header
	var got []byte
	r := receive(t, func(w http.ResponseWriter, req *http.Request) {
		seen = req.Header
		got, _ = io.ReadAll(req.Body)
		require.Equal(t, "POST /hook?for=me", req.Method+" "+req.RequestURI)
		w.WriteHeader(http.StatusAccepted)
	})
	require.True(t, send(t, r.client(true), r.URL+"/hook?for=me").OK())
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

func TestWhatAnswersMean(t *testing.T) {
	for status, want := range map[int64]string{
		200: "ok", 204: "ok", 299: "ok", 410: "gone", 400: "bad_status", 404: "bad_status", 500: "bad_status",
	} {
		r := receive(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(status)) })
		a := send(t, r.client(true), r.URL+"/secret-token")
		require.Equal(t, status, a.Status)
		require.Equal(t, want == "ok", a.OK(), status)
		require.Equal(t, want == "gone", a.Gone(), status)
		require.Equal(t, want != "ok", a.Failure == optional.Some(domain.BadStatus), status)
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	inside := receive(t, func(http.ResponseWriter, *http.Request) {})
	for _, status := range []int{301, 302, 303, 307, 308} {
		r := receive(t, func(w http.ResponseWriter, req *http.Request) { http.Redirect(w, req, inside.URL, status) })
		require.Equal(t, int64(status), send(t, r.client(true), r.URL).Status)
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
	require.True(t, send(t, r.client(true), r.URL).OK())
	require.Less(t, wrote.Load(), int64(64<<20))

	ctx, cancel := context.WithCancel(t.Context())
	slow := receive(t, func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.ReadAll(req.Body) // a server hears of the end of a call when it has read it
		cancel()
		<-req.Context().Done()
		panic(http.ErrAbortHandler) // or the answer might still arrive
	})
	a := slow.client(true).Call(ctx, ports.Call{To: slow.URL, ID: "msg_1", Body: []byte(body), Keys: keys(7)})
	require.Zero(t, a.Status)
	require.Equal(t, optional.Some(domain.Broken), a.Failure)
}

func TestFailuresDoNotTellTheAddress(t *testing.T) {
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	client := r.client(true)
	r.Close()
	a := send(t, client, r.URL+"/services/T0/hunter2?token=hunter3")
	require.Equal(t, optional.Some(domain.Refused), a.Failure)
	require.NotContains(t, fmt.Sprint(a), "hunter")
	require.NotContains(t, fmt.Sprint(send(t, r.client(false), "https://user:hunter2@example.com")), "hunter")
}

// The receiver would answer: only the client keeps the call from it.
func TestCallsDoNotGoInside(t *testing.T) {
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	require.NoError(t, err)
	n := r.client(false)
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "0x7f.1", "0x7f000001", "2130706433",
		"0177.0.0.1", "127.1", "0", "0.0.0.0", "[::]", "169.254.169.254", "[fd00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25lo]",
		"100.64.0.1", "100.100.100.200", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.0.0.192", "198.18.0.1", "224.0.0.1",
		"255.255.255.255", "168.63.129.16", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[2002:7f00:1::]",
		"[2002:c0a8:1::1]", "[2001:0:7f00:1::]", "[2001:db8::1]", "localhost", "localhost.", "LOCALHOST",
	} {
		require.True(t, send(t, n, "https://"+host+":"+port+"/hook").Failure.Known(), host)
	}
	require.Zero(t, r.calls.Load())
	require.Equal(t, optional.Some(domain.NotPublic), send(t, n, "https://localhost:"+port).Failure)
}

func TestAddressesThatAreNeverCalled(t *testing.T) {
	n := webhook.NewClient(webhook.Config{}, noonClock{})
	for _, to := range []string{
		"http://example.com/hook", "ftp://example.com", "//example.com", "example.com", "", "https://", "https:///hook", "https://a\x7f",
		"https://user@example.com", "https://user:pass@example.com", "https://example.com:80", "https://example.com:22",
		"https://example.com:1023", "https://example.com:0", "https://example.com:65536",
	} {
		require.Equal(t, optional.Some(domain.BadAddress), send(t, n, to).Failure, to)
	}
}

// A proxy would go where the client does not.
func TestTheProxyOfTheEnvironmentIsNotAsked(t *testing.T) {
	proxy := httptest.NewServer(http.NotFoundHandler())
	defer proxy.Close()
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("HTTP_PROXY", proxy.URL)
	r := receive(t, func(http.ResponseWriter, *http.Request) {})
	require.True(t, send(t, r.client(true), r.URL).OK())
	require.Equal(t, int64(1), r.calls.Load())
}
