package spapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// try sends one request and reads its answer. It also returns the rate limit in the answer, 0 if
// absent.
func (r *run) try(ctx context.Context, token string) (answer Answer, told float64, err error) {
	op := r.call.Operation
	ctx, cancel := context.WithTimeout(ctx, op.Timeout)
	defer cancel()
	req, err := r.request(ctx, token)
	if err != nil {
		return Answer{}, 0, &Error{Kind: Misused, Operation: op.ID, Cause: err}
	}
	res, err := r.http.Do(req)
	if err != nil {
		return Answer{}, 0, &Error{Kind: Unavailable, Operation: op.ID, Cause: bare(err)}
	}
	// Closing a partly read answer closes the connection, so the rest is never received.
	defer res.Body.Close()
	requestID := Clean(res.Header.Get("X-Amzn-Requestid"))
	success := res.StatusCode >= 200 && res.StatusCode < 300
	limit := int64(errorCap)
	if success {
		limit = answerCap
	}
	body, err := readUpTo(res, limit)
	if !success {
		// Drops a truncated error body, because the status decides.
		e := &Error{
			Kind: KindOf(res.StatusCode), Operation: op.ID, Status: res.StatusCode, RequestID: requestID,
			Problems: decodeProblems(op.Shape, body), RateLimit: Clean(res.Header.Get(rateLimitHeader)),
		}
		if err == nil {
			e.Body, e.ContentType = body, Clean(res.Header.Get("Content-Type"))
		}
		if res.StatusCode == http.StatusTooManyRequests {
			e.RetryAfter = retryAfter(res.Header, r.clock.Now())
		}
		return Answer{}, rateTold(res), e
	}
	if err == nil {
		err = r.call.Read(body)
	}
	if err != nil {
		return Answer{}, rateTold(res), &Error{Kind: Unavailable, Operation: op.ID, Status: res.StatusCode, RequestID: requestID, Cause: bare(err)}
	}
	return Answer{
		Status: res.StatusCode, Body: body, RequestID: requestID, ContentType: Clean(res.Header.Get("Content-Type")),
		RateLimit: Clean(res.Header.Get(rateLimitHeader)),
	}, rateTold(res), nil
}

// readUpTo reads a body up to its limit; a larger body is ErrTooBig, without reading if its
// announced size is too large. The announced size also lets it allocate once, because growing takes
// twice the memory.
func readUpTo(res *http.Response, limit int64) ([]byte, error) {
	if res.ContentLength > limit {
		return nil, ErrTooBig
	}
	var b bytes.Buffer
	if res.ContentLength > 0 {
		b.Grow(int(res.ContentLength) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(res.Body, limit+1))
	if err == nil && int64(b.Len()) > limit {
		err = ErrTooBig
	}
	return b.Bytes(), err
}

func (r *run) request(ctx context.Context, token string) (*http.Request, error) {
	op := r.call.Operation
	u, err := op.address(r.endpoints.regions[r.call.Seller.Region], r.call.Segments, r.call.Query)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if len(r.call.Body) > 0 {
		body = bytes.NewReader(r.call.Body)
	}
	req, err := http.NewRequestWithContext(ctx, op.Method, u.String(), body)
	if err != nil {
		return nil, err
	}
	req.URL = u
	req.Header.Set("x-amz-access-token", token)
	req.Header.Set("User-Agent", r.agent)
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// KindOf looks at the status only, because error codes are used inconsistently.
func KindOf(status int) Kind {
	switch {
	case status == http.StatusBadRequest:
		return Rejected
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return Forbidden
	case status == http.StatusNotFound:
		return Missing
	case status == http.StatusConflict:
		return Conflict
	case status == http.StatusTooManyRequests:
		return Throttled
	case status >= 400 && status < 500:
		return Misused
	}
	return Unavailable // 5xx, and redirects, which are not followed
}

// rateLimitHeader has the calls a second that Amazon allows for an operation.
const rateLimitHeader = "X-Amzn-Ratelimit-Limit"

// rateTold reads the rate limit from answers with a reliable header.
func rateTold(res *http.Response) float64 {
	ok := res.StatusCode < 300 || res.StatusCode == http.StatusBadRequest || res.StatusCode == http.StatusNotFound
	text := strings.TrimSpace(res.Header.Get(rateLimitHeader))
	if !ok || text == "" || len(text) > 20 {
		return 0
	}
	rate, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rate > 0) || rate > 1e6 {
		return 0
	}
	return rate
}

// longestAdvice bounds a Retry-After header.
const longestAdvice = 5 * time.Minute

func retryAfter(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return min(max(0, time.Duration(seconds)*time.Second), longestAdvice)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(now)), longestAdvice)
	}
	return 0
}
