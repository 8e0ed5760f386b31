package gateway

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fail misbehaves. It returns false for the modes that only change a proper answer.
func (g *Gateway) Fail(w http.ResponseWriter, r *http.Request, f *Fault, s Shape) bool {
	if refused(w, f.Mode, s) {
		return true
	}
	switch f.Mode {
	case Burst:
		refused(w, []Mode{Error500, Error503}[g.world.Hash("burst", g.Next())%2], s)
	case Slow:
		Pause(r, f.Wait(time.Second))
		return false
	case Drip:
		drip(w, r, f.Wait(time.Minute))
	case Stall:
		Pause(r, f.Wait(time.Hour))
		panic(http.ErrAbortHandler)
	case Reset:
		panic(http.ErrAbortHandler)
	case Half:
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, `{"restrictions":[{"marketplaceId":"ATV`)
		Flush(w)
		panic(http.ErrAbortHandler)
	case HTML:
		Page(w, http.StatusBadGateway, "text/html", "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>")
	case Redirect:
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(http.StatusFound)
	case Junk:
		Page(w, http.StatusOK, "application/json", `{"restrictions":[{"marketplaceId":`+"\x00\xff")
	case WrongTypes:
		Page(w, http.StatusOK, "application/json", `{"restrictions":{"reasons":7},"access_token":[1],"expires_in":"soon"}`)
	case Nothing:
		Page(w, http.StatusOK, "application/json", "")
	case Big:
		big(w, f.Bytes)
	default: // the mode changes the answer itself or the call's effect
		return false
	}
	return true
}

// undermine applies faults to a call before it is processed.
func (g *Gateway) undermine(c *Call, bucket string) {
	switch {
	case c.Fault.Is(Revoke):
		g.Revoke(c.Token.refresh)
		c.Token = AccessToken{}
	case c.Fault.Is(Drain):
		g.empty(bucket)
	}
}

// finish sends the answer of a successful call. Some faults keep only the call's effect and drop
// its answer.
func (g *Gateway) finish(w http.ResponseWriter, r *http.Request, c *Call, body any) {
	switch {
	case c.Fault.Is(LostWrite):
		panic(http.ErrAbortHandler)
	case c.Fault.Is(FailedWrite):
		refused(w, Error503, c.Op.Shape)
	case c.Fault.Is(SlowBody):
		slowly(w, r, c.Op.Status, body, c.Fault.Wait(time.Second))
	default:
		WriteJSON(w, c.Op.Status, g.distort(c.Fault, c.Number, body))
	}
}

// slowly sends an answer in two halves.
func slowly(w http.ResponseWriter, r *http.Request, status int, body any, wait time.Duration) {
	b := Encoded(body)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b[:len(b)/2])
	Flush(w)
	Pause(r, wait)
	_, _ = w.Write(b[len(b)/2:])
}

// refused answers the modes that are plain errors. Errors of the gateway itself have its own shape,
// independent of the operation's.
func refused(w http.ResponseWriter, mode Mode, s Shape) bool {
	gateway := ShapeErrors
	internal, busy := "InternalFailure", "ServiceUnavailable"
	switch s {
	case shapeToken:
		gateway, internal, busy = shapeToken, "server_error", "temporarily_unavailable"
	case ShapeQueue:
		gateway = ShapeQueue
	default:
	}
	answers := map[Mode]struct {
		shape Shape
		Refusal
	}{
		Error500:      {gateway, Refusal{500, internal, "An internal error occurred."}},
		Error503:      {gateway, Refusal{503, busy, "The service is not available for now."}},
		Throttle:      {gateway, Refusal{429, "QuotaExceeded", "You exceeded your quota for the requested resource."}},
		Forbid:        {gateway, *AccessDenied},
		Unauthorized:  {gateway, Refusal{401, "Unauthorized", "Access token is missing in the request header."}},
		BadRequest:    {gateway, *InvalidInput("The request could not be read.")},
		TooLarge:      {s, Refusal{413, "RequestTooLarge", "The request is too large."}},
		Unsupported:   {s, Refusal{415, "UnsupportedMediaType", "The format of the request is not supported."}},
		InvalidGrant:  {shapeToken, Refusal{400, "invalid_grant", "The request has an invalid grant parameter : refresh_token"}},
		InvalidClient: {shapeToken, Refusal{401, "invalid_client", "Client authentication failed"}},
		TokenBusy:     {shapeToken, Refusal{400, "temporarily_unavailable", "The server is overloaded."}},
	}
	a, ok := answers[mode]
	if ok {
		refuse(w, a.shape, &a.Refusal)
	}
	return ok
}

// Pause waits in real time, at most until the client leaves.
func Pause(r *http.Request, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done():
	}
}

// Page sends a text.
func Page(w http.ResponseWriter, status int, kind, body string) { send(w, status, kind, []byte(body)) }

// Flush sends the text written so far.
func Flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

// drip sends a list that never ends, one byte a second.
func drip(w http.ResponseWriter, r *http.Request, d time.Duration) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	end := time.Now().Add(d)
	for text := `{"restrictions":[`; time.Now().Before(end) && r.Context().Err() == nil; text = " " {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
		Flush(w)
		Pause(r, time.Second)
	}
}

// big streams a list that is too long for any client.
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
