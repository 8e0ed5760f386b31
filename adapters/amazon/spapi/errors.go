package spapi

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/kernel/fault"
)

// Kind classifies an upstream answer for the caller.
type Kind uint8

// The kinds.
const (
	Unavailable   Kind = iota // 5xx, network, timeout, bad answer, open breaker, no token endpoint
	Rejected                  // 400: the parameters
	Forbidden                 // 401, 403, or the grant was refused
	Missing                   // 404
	Conflict                  // 409
	Throttled                 // 429, no turn within the budget, or dropped by Call.May
	Misused                   // 413, 415 and other 4xx: our own mistake
	Misconfigured             // the application's own credentials were refused
)

var kindNames = [...]string{
	"unavailable", "rejected", "forbidden", "missing", "conflict", "throttled", "misused", "misconfigured",
}

// String returns the name of the kind, for logs and metrics.
func (k Kind) String() string { return kindNames[k] }

// Problem has one entry of an upstream error body. The texts are Amazon's, bounded and without
// control characters; the program decides by the status only.
type Problem struct {
	Code    string
	Message string
	Details string
}

// Error describes a failed call.
type Error struct {
	Kind      Kind
	Operation string
	// Status has the HTTP status, 0 without an answer.
	Status    int
	RequestID string
	Problems  []Problem
	// Body has the answer, with its media type; empty if it was cut off.
	Body        []byte
	ContentType string
	// RetryAfter has the time after which another call may succeed; 0 if unknown.
	RetryAfter time.Duration
	// RateLimit has the answer's limit of calls a second, "" without one.
	RateLimit string
	Cause     error
}

// Error returns the text for the log.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Operation, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, ", status %d", e.Status)
	}
	for _, p := range e.Problems {
		fmt.Fprintf(&b, ", %s (%s)", p.Code, p.Message)
	}
	if e.Cause != nil {
		fmt.Fprintf(&b, ": %v", e.Cause)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Causes that callers distinguish.
var (
	ErrBreakerOpen = errors.New("too many calls failed of late")
	ErrTooBig      = errors.New("the answer is too big")
	ErrNotJSON     = errors.New("the answer is not the JSON that was promised")

	errUnwanted = errors.New("it was not to be made any more when its turn came")
)

// AsError finds the upstream error in a chain; any other error counts as an unavailable upstream.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Kind: Unavailable, Cause: err}
}

// Is reports whether the upstream failed in this way.
func Is(err error, k Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == k
}

// bare removes the address from an error of the HTTP client, because it may contain text that must
// not be logged.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// Fault converts the error. Only rejected parameters include the upstream's messages.
func (e *Error) Fault() *fault.Error {
	switch e.Kind {
	case Rejected:
		f := fault.New(fault.Invalid, fault.CodeUpstreamRejected, "The marketplace refused the request.").Because(e)
		f.Errors = e.Items(fault.CodeInvalid)
		return f
	case Forbidden:
		return fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The marketplace refused the connected seller account; connect it again.").Because(e)
	case Missing:
		return fault.Missing().Because(e)
	case Throttled:
		return fault.New(fault.Limited, fault.CodeUpstreamRateLimited,
			"The marketplace allows no more calls for this seller account now.").After(wholeSeconds(e.RetryAfter)).Because(e)
	case Conflict, Misused:
		return fault.New(fault.Internal, fault.CodeInternal, "The marketplace did not understand the request.").Because(e)
	}
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace is not available.").
		After(wholeSeconds(e.RetryAfter)).Because(e)
}

// Items returns the upstream's messages, under a code of the program.
func (e *Error) Items(code fault.Code) []fault.Item {
	var items []fault.Item
	for _, p := range e.Problems {
		items = append(items, fault.Item{Code: code, Message: p.sentence()})
	}
	return items
}

func (p Problem) sentence() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{p.Code, p.Message, p.Details} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// wholeSeconds rounds up to at least one second.
func wholeSeconds(d time.Duration) time.Duration {
	return max(time.Second, (d+time.Second-1)/time.Second*time.Second)
}

// FaultOf converts an error of Client.Do into a fault; nil stays nil.
func FaultOf(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e.Fault()
	}
	return err
}
