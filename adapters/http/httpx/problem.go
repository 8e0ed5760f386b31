package httpx

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/fault"
)

// statuses are those of each kind of fault.
var statuses = map[fault.Kind]int{
	fault.Invalid:     http.StatusBadRequest,
	fault.Payment:     http.StatusPaymentRequired,
	fault.Forbidden:   http.StatusForbidden,
	fault.NotFound:    http.StatusNotFound,
	fault.Conflict:    http.StatusConflict,
	fault.Stale:       http.StatusPreconditionFailed,
	fault.TooLarge:    http.StatusRequestEntityTooLarge,
	fault.Unsupported: http.StatusUnsupportedMediaType,
	fault.Rule:        http.StatusUnprocessableEntity,
	fault.Limited:     http.StatusTooManyRequests,
	fault.Unavailable: http.StatusServiceUnavailable,
	fault.Internal:    http.StatusInternalServerError,
}

// problem turns an error into what the client sees. It is the only place that
// does: whatever is not a fault is an internal error with a fixed sentence.
func (st *state) problem(err error) *body.Problem {
	f, ok := fault.As(err)
	late := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	switch {
	case late && (!ok || f.Kind == fault.Internal):
		f = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service was too slow to answer. Try again.")
	case !ok || f.Kind == fault.Internal:
		f = fault.New(fault.Internal, fault.CodeInternal, body.InternalError)
	}
	if op := st.op; op != nil && f.Message == fault.Missing().Message && st.named != "" {
		f = noSuch(st.server.noun(op, op.Path[:strings.LastIndex(op.Path, "}")+1]), st.named, f)
	}
	p := &body.Problem{
		Status: statuses[f.Kind], Detail: f.Message, Code: string(f.Code), Details: f.Details,
		Instance: st.request.URL.Path, TraceID: st.traceID(), RetryAfter: f.RetryAfter, Errors: itemsOf(f),
	}
	if st.op != nil && st.op.NoUnavailable && f.Kind == fault.Unavailable {
		p.Status, p.Code = http.StatusInternalServerError, string(fault.CodeUpstreamUnavailable)
	}
	if p.RetryAfter <= 0 && (f.Kind == fault.Unavailable || f.Kind == fault.Limited) {
		p.RetryAfter = time.Second
	}
	p.Type, p.Title, p.Message = "/problems/"+p.Code, http.StatusText(p.Status), p.Detail
	if p.Status >= http.StatusInternalServerError {
		st.cause = err
	}
	return p
}

// noSuch names the kind and the id of a record that is missing. It says nothing
// but what the caller sent, so another team's record sounds like none.
func noSuch(noun, id string, missing *fault.Error) *fault.Error {
	if noun == "" {
		return missing
	}
	named := *missing
	named.Message = "There is no " + noun + " " + schema.Clip(id) + "."
	return &named
}

// noun is the operation's own word for a record, or that of another one with the path.
func (s *Server) noun(op *operation, path string) string {
	if op.Noun != "" {
		return op.Noun
	}
	for _, other := range s.ops {
		if other.Noun != "" && other.Path == path {
			return other.Noun
		}
	}
	return ""
}

// itemsOf lists the single faults of a fault. One that names a member or a
// parameter is its own only item.
func itemsOf(f *fault.Error) []body.ProblemItem {
	if len(f.Errors) == 0 && (f.Pointer != "" || f.Parameter != "") {
		return []body.ProblemItem{{Code: string(f.Code), Message: f.Message, Pointer: f.Pointer, Parameter: f.Parameter}}
	}
	items := make([]body.ProblemItem, len(f.Errors))
	for i, e := range f.Errors {
		items[i] = body.ProblemItem{Code: string(e.Code), Message: e.Message, Pointer: e.Pointer, Parameter: e.Parameter, Details: e.Details}
	}
	return items
}

// invalid is the fault of a request that breaks the published schema. Its
// message is the first of its faults with the name of the member.
func invalid(items []fault.Item) *fault.Error {
	f := fault.New(fault.Invalid, fault.CodeValidationFailed, sentence(items[0]))
	f.Errors = items
	return f
}

// sentence puts the name of a member before what is wrong with it:
// "limits.min_price must be a number", "ids[3] must not be null".
func sentence(i fault.Item) string {
	if i.Parameter != "" {
		return i.Parameter + " " + i.Message
	}
	if i.Pointer == "" {
		if strings.HasPrefix(i.Message, "The ") {
			return i.Message
		}
		return "The body " + i.Message
	}
	return schema.Clip(fault.Name(i.Pointer)) + " " + i.Message
}
