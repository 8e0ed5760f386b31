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

// problem turns an error into the answer for the client. No other code does this. An error that is
// not a fault becomes an internal error with a fixed sentence.
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
		Status: body.StatusOf(f.Kind), Detail: f.Message, Code: string(f.Code), Details: f.Details,
		Instance: st.request.URL.Path, TraceID: st.traceID(), RetryAfter: f.RetryAfter, Errors: body.ProblemItemsOf(f),
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

// noSuch names the kind and the id of a missing record. It repeats only the caller's own input, so
// another team's record looks the same as an absent record.
func noSuch(noun, id string, missing *fault.Error) *fault.Error {
	if noun == "" {
		return missing
	}
	named := *missing
	named.Message = "There is no " + noun + " " + schema.Clip(id) + "."
	return &named
}

// noun returns the operation's own word for a record, or else the word of an operation with this
// path.
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
