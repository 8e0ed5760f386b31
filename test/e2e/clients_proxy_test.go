package e2e_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Faults of the proxy.
const (
	unheard = "unheard" // the connection ends before the service gets the call
	lost    = "lost"    // the connection ends after the service has answered
	half    = "half"    // it ends within the answer
	limited = "429"
	busy    = "503"
)

// unreliable passes calls on to a service. The first call of each kind in faults gets its fault.
type unreliable struct {
	t      *testing.T
	url    string
	to     http.Handler
	mu     sync.Mutex
	faults map[string]string
	calls  []passed
}

// passed has a call that arrived, its Idempotency-Key, and the fault that it met.
type passed struct{ method, path, key, fault string }

func startUnreliable(t *testing.T, to string) *unreliable {
	t.Helper()
	at, err := url.Parse(to)
	require.NoError(t, err)
	u := &unreliable{t: t, to: httputil.NewSingleHostReverseProxy(at), faults: map[string]string{
		"GET /api/v1/account":            busy,
		"GET /api/v1/skus":               half,
		"PATCH /api/v1/skus/*":           lost,
		"POST /api/v1/suppliers":         lost,
		"PATCH /api/v1/suppliers/*":      lost,
		"POST /api/v1/purchase-orders":   half,
		"POST /api/v1/tags":              limited,
		"GET /api/v1/tags":               limited,
		"POST /api/v1/notes":             unheard,
		"DELETE /api/v1/notes/*":         lost,
		"POST /api/v1/documents":         lost,
		"PATCH /api/v1/sa/repricer/*":    busy,
		"POST /api/v1/imports":           lost,
		"PUT /api/v1/listings-items/*":   lost,
		"GET /api/v1/sp-api/fba/*/*/*":   limited,
		"POST /api/v1/sales-estimation":  unheard,
		"GET /api/v1/suppliers/*":        half,
		"GET /api/v1/products/*":         unheard,
		"POST /api/v1/products/*/profit": busy,
	}}
	s := httptest.NewServer(u)
	t.Cleanup(s.Close)
	u.url = s.URL
	return u
}

// meet records a call and returns its fault.
func (u *unreliable) meet(r *http.Request) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	call := passed{r.Method, r.URL.EscapedPath(), r.Header.Get("Idempotency-Key"), ""}
	for pattern, fault := range u.faults {
		if ok, _ := path.Match(pattern, call.method+" "+call.path); ok {
			delete(u.faults, pattern)
			call.fault = fault
		}
	}
	u.calls = append(u.calls, call)
	return call.fault
}

func (u *unreliable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault := u.meet(r)
	switch fault {
	case unheard:
		panic(http.ErrAbortHandler)
	case limited, busy:
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "1")
		status, code := http.StatusTooManyRequests, "rate_limited"
		if fault == busy {
			status, code = http.StatusServiceUnavailable, "service_unavailable"
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"status":%d,"code":%q,"message":"Not now.","errors":[]}`, status, code)
		return
	}
	out := httptest.NewRecorder()
	u.to.ServeHTTP(out, r)
	if fault == lost {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), out.Header())
	body := out.Body.Bytes()
	if len(body) > 0 {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	}
	w.WriteHeader(out.Code)
	if fault == half {
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(body)
}

// requireSafe checks that every fault occurred and that each POST and PATCH has a key of its own. A
// call is sent again with its key after a fault, and only then.
func (u *unreliable) requireSafe() {
	u.t.Helper()
	require.Empty(u.t, u.faults, "faults that no call met")
	byKey := map[string][]passed{}
	for i, call := range u.calls {
		if call.fault != "" {
			again := slices.ContainsFunc(u.calls[i+1:], func(c passed) bool {
				return c.method == call.method && c.path == call.path && c.key == call.key
			})
			require.True(u.t, again, "%v is not sent again", call)
		}
		if changes := call.method == http.MethodPost || call.method == http.MethodPatch; !changes {
			require.Empty(u.t, call.key, call)
			continue
		}
		require.NotEmpty(u.t, call.key, call)
		byKey[call.key] = append(byKey[call.key], call)
	}
	for _, calls := range byKey {
		for i, call := range calls {
			require.Equal(u.t, calls[0].path, call.path)
			require.True(u.t, i == 0 || calls[0].fault != "", "%v is sent again without a fault", call)
		}
	}
}
