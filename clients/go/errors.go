package sellingassistant

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error describes a call that the service refused.
type Error struct {
	// Status has the HTTP status.
	Status int `json:"status"`
	// Code has a stable word, such as not_found. /problems/CODE of the service explains it.
	Code string `json:"code"`
	// Message has a sentence for people.
	Message string `json:"message"`
	// TraceID names the call in the logs of the service.
	TraceID string `json:"trace_id"`
	// Faults lists the faults of the call. It may be empty if there is a single fault.
	Faults []Fault `json:"errors"`
	// RetryAfter has the time after which the service may accept the call. 0 means unknown.
	RetryAfter time.Duration `json:"-"`
	// Body has the whole problem document, with the members that only some codes have.
	Body []byte `json:"-"`
}

// Fault names a wrong part of a call: a member of the body by its JSON pointer, or a parameter.
type Fault struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	Pointer   string `json:"pointer"`
	Parameter string `json:"parameter"`
}

// NotModified names an answer that IfNoneMatch left out.
const NotModified = "not_modified"

func (e *Error) Error() string {
	parts := []string{e.Message}
	if len(e.Faults) > 1 {
		for _, f := range e.Faults {
			parts = append(parts, cmp.Or(f.Pointer, f.Parameter)+" "+f.Message)
		}
	}
	return fmt.Sprintf("%s (%d %s, trace %s)", strings.Join(parts, "; "), e.Status, e.Code, e.TraceID)
}

// HasCode reports whether an error is a refusal with the code.
func HasCode(err error, code string) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Code == code
}

// refusal reads a problem document. An answer of something between client and service has no code.
func refusal(a *answer) *Error {
	e := &Error{}
	if json.Unmarshal(a.body, e) != nil {
		e = &Error{}
	}
	e.Status, e.Body, e.RetryAfter = a.status, a.body, retryAfter(a.header.Get("Retry-After"))
	e.Message = cmp.Or(e.Message, http.StatusText(a.status))
	e.TraceID = cmp.Or(e.TraceID, a.header.Get("X-Request-Id"))
	switch {
	case a.status == http.StatusNotModified:
		e.Code = NotModified
	case a.status == http.StatusNotFound && len(a.body) == 0:
		e.Code = "not_found"
	}
	return e
}

// retryAfter reads seconds or a date.
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}
