package keepa_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/redis"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
)

const key = "k3y/with+odd=letters"

// watched records the client's reports.
type watched struct {
	mu      sync.Mutex
	waited  []time.Duration
	refused []int
}

func (w *watched) Answered(_ lookup.Lane, waited time.Duration, _ keepa.Meter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waited = append(w.waited, waited)
}

func (*watched) Unsettled(error) {}

func (w *watched) KeyRefused(status int) { w.refused = append(w.refused, status) }

// transport answers without a network, so that tests run in simulated time.
type transport func(r *http.Request) (status int, body string, err error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body, err := f(r)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(body)), Header: http.Header{}, Request: r}, nil
}

func client(f transport) (*keepa.Client, *watched) {
	w := &watched{}
	return keepa.NewClient(keepa.Config{
		Key: secret.New(key), URL: "https://keepa.example", Reserve: 20, Clock: clock.System{}, Watch: w, Transport: f,
	}), w
}

func code(t *testing.T, err error) fault.Code {
	t.Helper()
	f, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.NotContains(t, err.Error(), "k3y")
	require.NotContains(t, fmt.Sprintf("%+v", f.Errors), "k3y")
	return f.Code
}

func meterOf(left, refillIn, rate int) string {
	return fmt.Sprintf(`{"tokensLeft":%d,"refillIn":%d,"refillRate":%d,"tokensConsumed":1}`, left, refillIn, rate)
}

func TestCallsOverTheNetwork(t *testing.T) {
	t.Parallel()
	var seen *http.Request
	var sent string
	status, body := 200, meterOf(7, 1000, 20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r
		b, _ := io.ReadAll(r.Body)
		sent = string(b)
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		z := gzip.NewWriter(w)
		defer z.Close()
		_, _ = z.Write([]byte(body))
	}))
	defer server.Close()
	w := &watched{}
	c := keepa.NewClient(keepa.Config{Key: secret.New(key), URL: server.URL, Clock: clock.System{}, Watch: w})
	got, m, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product", Query: url.Values{"asin": {"B0F7XPYCSJ"}}})
	require.NoError(t, err)
	require.Equal(t, body, string(got))
	require.Equal(t, int64(20), m.Rate)
	require.Equal(t, url.Values{"asin": {"B0F7XPYCSJ"}, "key": {key}}, seen.URL.Query())
	require.Equal(t, http.MethodGet, seen.Method)

	_, _, err = c.Do(t.Context(), keepa.Call{Path: "/query", Body: []byte(`{"page":0}`)})
	require.NoError(t, err)
	require.Equal(t, http.MethodPost, seen.Method)
	require.Equal(t, `{"page":0}`, sent)

	for _, k := range []struct {
		status int
		kind   string
		want   fault.Code
	}{
		{400, "", fault.CodeUpstreamRejected}, {405, "", fault.CodeUpstreamRejected}, {404, "", fault.CodeNotFound}, {402, "", fault.CodeUpstreamUnavailable},
		{403, "", fault.CodeUpstreamUnavailable}, {200, "REQUEST_REJECTED", fault.CodeUpstreamRejected}, {200, "PAYMENT_REQUIRED", fault.CodeUpstreamUnavailable},
		{200, "notFound", fault.CodeNotFound},
	} {
		status, body = k.status, `{"tokensLeft":5,"refillRate":20,"error":{"type":"`+k.kind+`","message":"bad `+key+`\n\u001b[31m of `+url.QueryEscape(key)+`"}}`
		_, _, err = c.Do(t.Context(), keepa.Call{Path: "/product"})
		require.Equal(t, k.want, code(t, err), "%d %s", k.status, k.kind)
		if f, _ := fault.As(err); k.want == fault.CodeUpstreamRejected {
			require.Equal(t, "bad *** [31m of ***", f.Errors[0].Message)
		}
	}
	require.Equal(t, []int{402, 403, 402}, w.refused)

	// Reading ends at the bound; no product has such a large answer.
	status, body = 200, `{"x":"`+strings.Repeat(" ", 64<<20)+`"}`
	_, _, err = c.Do(t.Context(), keepa.Call{Path: "/product"})
	require.Equal(t, fault.CodeUpstreamUnavailable, code(t, err))

	none := keepa.NewClient(keepa.Config{URL: server.URL, Clock: clock.System{}, Watch: w})
	_, _, err = none.Do(t.Context(), keepa.Call{Path: "/product"})
	require.Equal(t, fault.CodeNotSupported, code(t, err))
}

func TestCallsThatFailAreTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, fails := range map[string]func(r *http.Request) (int, string, error){
			"status":   func(*http.Request) (int, string, error) { return 500, "oops", nil },
			"redirect": func(*http.Request) (int, string, error) { return 302, "", nil },
			"internal": func(*http.Request) (int, string, error) {
				return 200, `{"error":{"type":"INTERNAL_SERVER_ERROR"}}`, nil
			},
			"network": func(r *http.Request) (int, string, error) { return 0, "", errors.New("no route to " + r.URL.Host) },
			"junk":    func(*http.Request) (int, string, error) { return 200, "<html>", nil },
			"silence": func(r *http.Request) (int, string, error) { <-r.Context().Done(); return 0, "", r.Context().Err() },
		} {
			tries, answers := 0, 9
			c, _ := client(func(r *http.Request) (int, string, error) {
				if tries++; tries > answers {
					return 200, meterOf(5, 1, 1), nil
				}
				return fails(r)
			})
			begun := time.Now()
			_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product"})
			require.Equal(t, fault.CodeUpstreamUnavailable, code(t, err), name)
			require.Equal(t, 3, tries, name)
			took := 2500 * time.Millisecond
			if name == "silence" {
				took += 3 * patience.Slower * 12 * time.Second
			}
			require.Equal(t, took, time.Since(begun), name)
			tries, answers = 0, 2
			_, _, err = c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product"})
			require.NoError(t, err, name)
			require.Equal(t, 3, tries, name)
		}
	})
}

func TestARefusalIsWaitedOutOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		c, _ := client(func(*http.Request) (int, string, error) {
			if tries++; tries%3 == 0 {
				return 200, meterOf(5, 1000, 20), nil
			}
			return 429, meterOf(0, 3000, 20), nil
		})
		begun := time.Now()
		_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product"})
		require.Equal(t, fault.CodeUpstreamRateLimited, code(t, err))
		f, _ := fault.As(err)
		require.Equal(t, 4*time.Second, f.RetryAfter)
		require.Equal(t, 2, tries)
		require.Equal(t, 3100*time.Millisecond, time.Since(begun))
		_, _, err = c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product"})
		require.NoError(t, err, "tokens came after three seconds")
		require.Equal(t, 6101*time.Millisecond, time.Since(begun))
	})
}

// world models Keepa's bucket: tokens come each minute, and calls are refused at 0 or below.
type world struct {
	mu         sync.Mutex
	left, rate int
	begun      time.Time
	refills    int
	broken     int
}

func (w *world) answer(cost int) (int, string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	refills := int(time.Since(w.begun) / time.Minute)
	w.left = min(w.rate*60, w.left+(refills-w.refills)*w.rate)
	w.refills = refills
	in := time.Minute - time.Since(w.begun)%time.Minute
	if w.left <= 0 {
		w.broken++
		return 429, meterOf(w.left, int(in.Milliseconds()), w.rate), nil
	}
	w.left -= cost
	return 200, meterOf(w.left, int(in.Milliseconds()), w.rate), nil
}

// A batch of slow lanes and interactive calls of thirty minutes stay within the meter, and the
// batch leaves the reserve.
func TestTheMeterIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{left: 400, rate: 20, begun: time.Now()}
		c, seen := client(func(r *http.Request) (int, string, error) {
			time.Sleep(300 * time.Millisecond)
			if r.URL.Path == "/batch" {
				return w.answer(10)
			}
			return w.answer(1)
		})
		_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/token"})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
		defer cancel()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for ctx.Err() == nil {
					_, _, _ = c.Do(ctx, keepa.Call{Lane: lookup.Calibration, Cost: 10, Path: "/batch"})
				}
			})
		}
		slow := 0
		for range 280 {
			time.Sleep(6 * time.Second)
			begun := time.Now()
			_, _, err := c.Do(ctx, keepa.Call{Cost: 1, Path: "/product"})
			require.NoError(t, err)
			if time.Since(begun) > 6*time.Second {
				slow++
			}
		}
		cancel()
		all.Wait()
		require.Zero(t, w.broken, "no call was made without a token")
		require.Zero(t, slow)
		require.Greater(t, len(seen.waited), 320, "the batch went on beside")
	})
}

// processes makes two clients that share the meter. They connect by pipes, so that a bubble of
// simulated time comes to rest.
func processes(t *testing.T, f transport) (all [2]*keepa.Client) {
	server := miniredis.NewMiniRedis()
	t.Cleanup(server.Close)
	for i := range all {
		connections := redis.New(func(context.Context) (redigo.Conn, error) {
			pipe, err := server.Dial()
			return redigo.NewConn(pipe, 0, 0), err
		})
		t.Cleanup(func() { _ = connections.Close() })
		all[i] = keepa.NewClient(keepa.Config{
			Key: secret.New(key), URL: "https://keepa.example", Clock: clock.System{}, Balance: keepa.NewShared(connections), Watch: &watched{}, Transport: f,
		})
	}
	return all
}

// Two processes that want more than there is share the meter: neither is refused by Keepa.
func TestProcessesShareTheMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, answered, refused := &world{left: 30, rate: 20, begun: time.Now()}, 0, 0
		var mu sync.Mutex
		both := processes(t, func(r *http.Request) (int, string, error) {
			time.Sleep(300 * time.Millisecond)
			if r.URL.Path == "/batch" {
				return w.answer(10)
			}
			return w.answer(3)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute)
		defer cancel()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for ctx.Err() == nil {
					call := keepa.Call{Cost: 3, Path: "/product"}
					if i < 2 {
						call = keepa.Call{Lane: lookup.Calibration, Cost: 10, Path: "/batch"}
					}
					_, _, err := both[i%2].Do(ctx, call)
					mu.Lock()
					switch f, ok := fault.As(err); {
					case err == nil:
						answered++
					case ok && f.Code == fault.CodeUpstreamRateLimited:
						refused++
						require.GreaterOrEqual(t, f.RetryAfter, time.Second)
					}
					mu.Unlock()
					clock.Rest(ctx, time.Duration(2+i)*time.Second)
				}
			})
		}
		all.Wait()
		require.Zero(t, w.broken, "no call was made without a token")
		require.Greater(t, answered, 30, "what there is is used")
		require.Positive(t, refused)
	})
}

func TestASharedMeterThatIsAwayStopsCalls(t *testing.T) {
	connections := redis.New(func(context.Context) (redigo.Conn, error) { return nil, errors.New("no server") })
	c := keepa.NewClient(keepa.Config{Key: secret.New(key), URL: "https://keepa.example", Clock: clock.System{}, Balance: keepa.NewShared(connections), Watch: &watched{},
		Transport: transport(func(*http.Request) (int, string, error) { return 200, meterOf(5, 1000, 20), nil })})
	_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/product"})
	require.Equal(t, fault.CodeUpstreamUnavailable, code(t, err))
}

func TestInteractiveCallsGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		left := 0
		c, _ := client(func(r *http.Request) (int, string, error) {
			order = append(order, r.URL.Path)
			left--
			return 200, meterOf(left, 4000, 1), nil
		})
		left = 1
		_, _, err := c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/first"})
		require.NoError(t, err)
		var all sync.WaitGroup
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		for _, call := range []keepa.Call{{Lane: lookup.Calibration, Path: "/calibration"}, {Path: "/interactive"}} {
			all.Go(func() {
				call.Cost = 1
				_, _, err := c.Do(ctx, call)
				if call.Lane == lookup.Interactive {
					require.NoError(t, err)
				} else {
					require.Error(t, err, "one token is less than the reserve")
				}
			})
			synctest.Wait()
		}
		all.Wait()
		require.Equal(t, []string{"/first", "/interactive"}, order)
		_, _, err = c.Do(t.Context(), keepa.Call{Cost: 1, Path: "/interactive"})
		require.Equal(t, fault.CodeUpstreamRateLimited, code(t, err), "a minute is longer than five seconds")
	})
}
