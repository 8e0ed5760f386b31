package simulator

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// fail misbehaves. It is false for the modes that only change a proper answer.
func (m *Marketplace) fail(w http.ResponseWriter, r *http.Request, f *Fault, s shape) bool {
	if refused(w, f.Mode, s) {
		return true
	}
	switch f.Mode {
	case Burst:
		refused(w, []Mode{Error500, Error503}[m.Hash("burst", m.next())%2], s)
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
	default: // the answer itself is another one, or what follows from the call
		return false
	}
	return true
}

// undermine applies faults to a call before it is processed.
func (m *Marketplace) undermine(c *call, bucket string) {
	switch {
	case c.fault.is(Revoke):
		m.Revoke(c.token.refresh)
		c.token = accessToken{}
	case c.fault.is(Drain):
		m.empty(bucket)
	}
}

// finish sends the answer of a call that went well, unless its effect was all
// that should remain of it.
func (m *Marketplace) finish(w http.ResponseWriter, r *http.Request, c *call, body any) {
	switch {
	case c.fault.is(LostWrite):
		panic(http.ErrAbortHandler)
	case c.fault.is(FailedWrite):
		refused(w, Error503, c.op.shape)
	case c.fault.is(SlowBody):
		slowly(w, r, c.op.status, body, c.fault.wait(time.Second))
	default:
		writeJSON(w, c.op.status, m.distort(c.fault, c.number, body))
	}
}

// slowly sends an answer in two halves.
func slowly(w http.ResponseWriter, r *http.Request, status int, body any, wait time.Duration) {
	b := encoded(body)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b[:len(b)/2])
	flush(w)
	pause(r, wait)
	_, _ = w.Write(b[len(b)/2:])
}

// refused answers the modes that are plain errors. What the gateway says of
// itself has its own shape, whatever the operation's is.
func refused(w http.ResponseWriter, mode Mode, s shape) bool {
	gateway := shapeErrors
	internal, busy := "InternalFailure", "ServiceUnavailable"
	switch s {
	case shapeToken:
		gateway, internal, busy = shapeToken, "server_error", "temporarily_unavailable"
	case shapeQueue:
		gateway = shapeQueue
	default:
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

func page(w http.ResponseWriter, status int, kind, body string) { send(w, status, kind, []byte(body)) }

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
