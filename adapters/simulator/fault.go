package simulator

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Mode is a way to misbehave.
type Mode string

// The fault modes. Slow, Drip and Stall wait in real time, because what they
// try is the patience of the client.
const (
	Slow          Mode = "slow"           // waits, then answers properly
	Drip          Mode = "drip"           // sends a good status and then a byte a second
	Stall         Mode = "stall"          // sends nothing
	Reset         Mode = "reset"          // ends the connection
	Half          Mode = "half"           // ends the connection within the body
	Error500      Mode = "error500"       //
	Error503      Mode = "error503"       //
	HTML          Mode = "html"           // 502 with a page
	Throttle      Mode = "throttle"       // 429 whatever was used
	RateChange    Mode = "ratechange"     // tells another rate
	Forbid        Mode = "forbid"         // 403
	Unauthorized  Mode = "unauthorized"   // 401
	BadRequest    Mode = "bad_request"    // 400
	TooLarge      Mode = "too_large"      // 413
	Unsupported   Mode = "unsupported"    // 415
	Redirect      Mode = "redirect"       // 302 to another host
	Junk          Mode = "junk"           // 200 that is no JSON
	WrongTypes    Mode = "wrong_types"    // 200 that is other JSON
	Nothing       Mode = "nothing"        // 200 without a body
	Big           Mode = "big"            // 200 that does not end for Bytes bytes
	ShortLived    Mode = "short_lived"    // tokens die earlier than they say
	InvalidGrant  Mode = "invalid_grant"  // token endpoint
	InvalidClient Mode = "invalid_client" // token endpoint
	TokenBusy     Mode = "token_busy"     // token endpoint: temporarily_unavailable
)

// Modes lists them all.
func Modes() []Mode {
	return []Mode{
		Slow, Drip, Stall, Reset, Half, Error500, Error503, HTML, Throttle, RateChange, Forbid, Unauthorized,
		BadRequest, TooLarge, Unsupported, Redirect, Junk, WrongTypes, Nothing, Big, ShortLived, InvalidGrant, InvalidClient, TokenBusy,
	}
}

// Fault is a misbehaviour and the calls it hits.
type Fault struct {
	Mode Mode `json:"mode"`
	// Operation is an operation id, "token" for the token endpoint, or empty
	// for every operation but not the token endpoint.
	Operation string `json:"operation,omitempty"`
	// Seller limits the fault to one seller id (a refresh token for the token endpoint).
	Seller string `json:"seller,omitempty"`
	// Share of the matching calls that are hit; 0 means all.
	Share float64 `json:"share,omitempty"`
	// Nth hits only the n-th matching call, counted from 1.
	Nth int `json:"nth,omitempty"`
	// Times ends the fault after so many hits; 0 means never.
	Times int `json:"times,omitempty"`
	// Seconds is how long the modes that wait do so, and how long tokens live.
	Seconds float64 `json:"seconds,omitempty"`
	// Bytes is the size of Big: 64 MiB when 0.
	Bytes int64 `json:"bytes,omitempty"`
	// Rate is what RateChange tells, in calls per second.
	Rate float64 `json:"rate,omitempty"`
}

func (f *Fault) wait(standard time.Duration) time.Duration {
	if f.Seconds <= 0 {
		return standard
	}
	return time.Duration(f.Seconds * float64(time.Second))
}

type activeFault struct {
	Fault
	id      int
	matched int
	hits    int
}

// Inject switches a fault on and returns its number. Of several that match a
// call the oldest one that hits counts.
func (m *Marketplace) Inject(f Fault) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faultID++
	m.faults = append(m.faults, &activeFault{Fault: f, id: m.faultID})
	return m.faultID
}

// Heal switches all faults off.
func (m *Marketplace) Heal() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = nil
}

// Faults lists the faults that are on.
func (m *Marketplace) Faults() []Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]Fault, 0, len(m.faults))
	for _, f := range m.faults {
		all = append(all, f.Fault)
	}
	return all
}

// fault finds the fault that hits a call, nil for none.
func (m *Marketplace) fault(operation, seller string) *Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range m.faults {
		everything := f.Operation == "" && operation != tokenOperation
		if (!everything && f.Operation != operation) || (f.Seller != "" && f.Seller != seller) {
			continue
		}
		f.matched++
		switch {
		case f.Nth > 0 && f.matched != f.Nth, f.Times > 0 && f.hits >= f.Times:
			continue
		case f.Share > 0 && float64(m.hash("fault", f.id, f.matched)%1_000_000) >= f.Share*1_000_000:
			continue
		}
		f.hits++
		hit := f.Fault
		return &hit
	}
	return nil
}

// fail misbehaves. It is false for the modes that only change a proper answer.
func (m *Marketplace) fail(w http.ResponseWriter, r *http.Request, f *Fault, s shape) bool {
	if refused(w, f.Mode, s) {
		return true
	}
	switch f.Mode {
	case Slow:
		pause(r, f.wait(time.Second))
		return false
	case Drip:
		drip(w, r, f.wait(time.Minute))
	case Stall:
		pause(r, f.wait(time.Hour))
		panic(http.ErrAbortHandler)
	case Reset:
		panic(http.ErrAbortHandler)
	case Half:
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, `{"restrictions":[{"marketplaceId":"ATV`)
		flush(w)
		panic(http.ErrAbortHandler)
	case HTML:
		page(w, http.StatusBadGateway, "text/html", "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>")
	case Redirect:
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(http.StatusFound)
	case Junk:
		page(w, http.StatusOK, "application/json", `{"restrictions":[{"marketplaceId":`+"\x00\xff")
	case WrongTypes:
		page(w, http.StatusOK, "application/json", `{"restrictions":{"reasons":7},"access_token":[1],"expires_in":"soon"}`)
	case Nothing:
		page(w, http.StatusOK, "application/json", "")
	case Big:
		big(w, f.Bytes)
	default: // RateChange, ShortLived
		return false
	}
	return true
}

// refused answers the modes that are plain errors. What the gateway says of
// itself has its own shape, whatever the operation's is.
func refused(w http.ResponseWriter, mode Mode, s shape) bool {
	gateway := shapeErrors
	internal, busy := "InternalFailure", "ServiceUnavailable"
	if s == shapeToken {
		gateway, internal, busy = shapeToken, "server_error", "temporarily_unavailable"
	}
	answers := map[Mode]struct {
		shape shape
		refusal
	}{
		Error500:      {gateway, refusal{500, internal, "An internal error occurred."}},
		Error503:      {gateway, refusal{503, busy, "The service is not available for now."}},
		Throttle:      {gateway, refusal{429, "QuotaExceeded", "You exceeded your quota for the requested resource."}},
		Forbid:        {gateway, *unauthorized},
		Unauthorized:  {gateway, refusal{401, "Unauthorized", "Access token is missing in the request header."}},
		BadRequest:    {gateway, *badRequest("The request could not be read.")},
		TooLarge:      {s, refusal{413, "RequestTooLarge", "The request is too large."}},
		Unsupported:   {s, refusal{415, "UnsupportedMediaType", "The format of the request is not supported."}},
		InvalidGrant:  {shapeToken, refusal{400, "invalid_grant", "The request has an invalid grant parameter : refresh_token"}},
		InvalidClient: {shapeToken, refusal{401, "invalid_client", "Client authentication failed"}},
		TokenBusy:     {shapeToken, refusal{400, "temporarily_unavailable", "The server is overloaded."}},
	}
	a, ok := answers[mode]
	if ok {
		refuse(w, a.shape, &a.refusal)
	}
	return ok
}

// pause waits in real time, at most until the client leaves.
func pause(r *http.Request, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
	}
}

func page(w http.ResponseWriter, status int, kind, body string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

// drip sends a list that never ends, one byte a second.
func drip(w http.ResponseWriter, r *http.Request, d time.Duration) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	end := time.Now().Add(d)
	for text := `{"restrictions":[`; time.Now().Before(end) && r.Context().Err() == nil; text = " " {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
		flush(w)
		pause(r, time.Second)
	}
}

// big streams a list that is too long for anybody.
func big(w http.ResponseWriter, bytes int64) {
	if bytes <= 0 {
		bytes = 64 << 20
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, _ = io.WriteString(w, `{"restrictions":[`)
	chunk := []byte(strings.Repeat(`{"marketplaceId":"ATVPDKIKX0DER"},`, 2000))
	for sent := int64(0); sent < bytes; sent += int64(len(chunk)) {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}
