// Package fault has the only type of error for refusals by the program.
//
// A rule, a use case or an adapter returns an *Error; the HTTP layer turns it into a problem
// document, a bulk call into a row failure, the command line into a sentence and an exit code.
// Anything else that reaches them is an unknown error: the client gets a fixed sentence and the log
// gets the rest.
package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind classifies a refusal; each kind maps to one HTTP status.
type Kind uint8

// The kinds, with the status each of them becomes.
const (
	Internal    Kind = iota // 500: ours; the message is not shown
	Invalid                 // 400: wrong in every state
	Payment                 // 402: no tokens left, or no running subscription
	Forbidden               // 403: key, scope or connection
	NotFound                // 404: absent, or another team's
	Conflict                // 409: another run of the same is in progress or finished
	Stale                   // 412: If-Match names another version
	TooLarge                // 413
	Unsupported             // 415
	Rule                    // 422: well formed, but a rule forbids it
	Limited                 // 429: RetryAfter has the time to wait
	Unavailable             // 503: store or upstream away; RetryAfter has the time to wait
)

// Error has a refusal with a stable code. The zero Kind is Internal.
type Error struct {
	Kind    Kind
	Code    Code
	Message string
	// Pointer has the JSON pointer of the member at fault (/limits/min_price), or "".
	Pointer string
	// Parameter names the query or path parameter at fault, or is "".
	Parameter string
	// Details has extra members of the answer (existing_id, allowed, blockers).
	Details map[string]any
	// Errors lists the single faults if there are several.
	Errors []Item
	// RetryAfter has the time that a caller should wait; 0 for no advice.
	RetryAfter time.Duration

	cause error
}

// Item has one of several faults in a request.
type Item struct {
	Code      Code
	Message   string
	Pointer   string
	Parameter string
	// Details has extra members of the entry.
	Details map[string]any
}

// New makes a fault of the given kind.
func New(kind Kind, code Code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// Newf works like New with a formatted message.
func Newf(kind Kind, code Code, format string, args ...any) *Error {
	return New(kind, code, fmt.Sprintf(format, args...))
}

// At returns a copy that names the member at fault by its JSON pointer.
func (e *Error) At(pointer string) *Error {
	c := *e
	c.Pointer = pointer
	return &c
}

// Under returns a copy with its pointers moved below a pointer.
func (e *Error) Under(pointer string) *Error {
	c := *e
	c.Pointer, c.Errors = pointer+e.Pointer, make([]Item, len(e.Errors))
	for i, item := range e.Errors {
		item.Pointer = pointer + item.Pointer
		c.Errors[i] = item
	}
	return &c
}

// In returns a copy that names the query or path parameter at fault.
func (e *Error) In(parameter string) *Error {
	c := *e
	c.Parameter = parameter
	return &c
}

// With returns a copy with one more detail member.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Details = make(map[string]any, len(e.Details)+1)
	for k, v := range e.Details {
		c.Details[k] = v
	}
	c.Details[name] = value
	return &c
}

// After returns a copy with the time after which the caller may retry.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Because returns a copy that keeps the cause for the log; clients never see it.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// Error returns the sentence for people. The cause is part of it, so it belongs in logs; clients
// may see Message only.
func (e *Error) Error() string {
	if e.cause != nil {
		return string(e.Code) + ": " + e.Message + ": " + e.cause.Error()
	}
	return string(e.Code) + ": " + e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// As finds the fault in an error chain.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Is reports whether the chain contains a fault with this code.
func Is(err error, code Code) bool {
	e, ok := As(err)
	return ok && e.Code == code
}

// CodeOf returns the code of a fault, CodeInternal for another error.
func CodeOf(err error) Code {
	if e, ok := As(err); ok {
		return e.Code
	}
	return CodeInternal
}

// Hopeless reports a fault that another attempt would return too.
func Hopeless(err error) bool {
	e, ok := As(err)
	return ok && (e.Kind == Forbidden || e.Kind == Payment || e.Kind == Rule)
}

// Missing returns the fault for an id that does not exist or is another team's: both look the same,
// so that callers cannot learn which ids exist.
func Missing() *Error { return New(NotFound, CodeNotFound, "Not found.") }

// StaleVersion returns the fault for an If-Match that differs from the stored version.
func StaleVersion() *Error {
	return New(Stale, CodePreconditionFailed, "The record has changed since the version named in If-Match.")
}

// Both joins the faults of two parameters and lists the items of each; either may be nil.
func Both(a, b error) error {
	first, ok := As(a)
	second, ok2 := As(b)
	if !ok || !ok2 {
		return errors.Join(a, b)
	}
	both := *first
	both.Errors = append(append([]Item{}, first.Errors...), second.Errors...)
	return &both
}

// InTime says in the program's words that a budget ran out while waiting for the marketplace. It
// returns other errors and nil as they are.
func InTime(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if _, ok := As(err); ok {
		return err
	}
	return New(Unavailable, CodeUpstreamUnavailable, "The marketplace did not answer in time.").
		After(time.Second).Because(err)
}
