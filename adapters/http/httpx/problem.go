package httpx

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
)

// problemType is the media type of every refusal.
const problemType = "application/problem+json"

// internalSentence is all a client learns of an error that is ours.
const internalSentence = "An internal error happened. It has been logged under the trace id."

// Problem is the body of every refusal of a whole request. The details of a
// fault (existing_id, allowed, blockers) are further members of it.
type Problem struct {
	Type     string         `json:"type" doc:"A relative address that names the code."`
	Title    string         `json:"title" doc:"The name of the status."`
	Status   int            `json:"status" doc:"The HTTP status."`
	Detail   string         `json:"detail" doc:"A sentence for people."`
	Instance string         `json:"instance" doc:"The path of the call."`
	Code     string         `json:"code" doc:"A stable word that programs may switch on."`
	Message  string         `json:"message" doc:"The same as detail."`
	TraceID  string         `json:"trace_id" doc:"Names the call in the logs."`
	Errors   []ProblemItem  `json:"errors" doc:"The single faults, in the order they were found; empty when there is only the one in message."`
	Details  map[string]any `json:"-"`

	retryAfter time.Duration
}

// ProblemItem is one of the faults of a request.
type ProblemItem struct {
	Code      string `json:"code" doc:"A stable word."`
	Message   string `json:"message" doc:"What is wrong, to be read after the name of the member."`
	Pointer   string `json:"pointer,omitempty" doc:"JSON pointer of the member of the body at fault; the empty pointer is the whole body."`
	Parameter string `json:"parameter,omitempty" doc:"The path, query or header parameter at fault."`
}

// TransformSchema publishes the closed list of codes and that details may follow.
func (Problem) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["code"].Enum = words(fault.RequestCodes())
	s.AdditionalProperties = true
	return s
}

// TransformSchema publishes the closed list of codes; a rule's own word may
// stand in an item too.
func (ProblemItem) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["code"].Enum = append(words(fault.ItemCodes()), words(fault.RequestCodes())...)
	return s
}

// MarshalJSON implements json.Marshaler.
func (p Problem) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 512)
	text := func(name, value string) {
		b = append(append(append(b, name...), ':'), quote(value)...)
	}
	text(`{"type"`, p.Type)
	text(`,"title"`, p.Title)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(p.Status), 10)
	text(`,"detail"`, p.Detail)
	text(`,"instance"`, p.Instance)
	text(`,"code"`, p.Code)
	text(`,"message"`, p.Message)
	text(`,"trace_id"`, p.TraceID)
	b = append(b, `,"errors":[`...)
	for i, item := range p.Errors {
		if i > 0 {
			b = append(b, ',')
		}
		text(`{"code"`, item.Code)
		text(`,"message"`, item.Message)
		if item.Parameter != "" {
			text(`,"parameter"`, item.Parameter)
		} else {
			text(`,"pointer"`, item.Pointer)
		}
		b = append(b, '}')
	}
	return appendDetails(append(b, ']'), p.Details,
		"type", "title", "status", "detail", "instance", "code", "message", "trace_id", "errors")
}

// statusOf is the status of each kind of fault.
func statusOf(k fault.Kind) int {
	switch k {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Payment:
		return http.StatusPaymentRequired
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Conflict:
		return http.StatusConflict
	case fault.Stale:
		return http.StatusPreconditionFailed
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.Unsupported:
		return http.StatusUnsupportedMediaType
	case fault.Rule:
		return http.StatusUnprocessableEntity
	case fault.Limited:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// problem turns an error into what the client sees. It is the only place that
// does: whatever is not a fault is an internal error with a fixed sentence.
func (st *state) problem(err error) *Problem {
	f, ok := fault.As(err)
	late := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	switch {
	case late && (!ok || f.Kind == fault.Internal):
		f = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service was too slow to answer. Try again.")
	case !ok || f.Kind == fault.Internal:
		f = fault.New(fault.Internal, fault.CodeInternal, internalSentence)
	}
	p := &Problem{
		Status: statusOf(f.Kind), Detail: f.Message, Code: string(f.Code), Details: f.Details,
		Instance: st.request.URL.Path, TraceID: st.traceID(), retryAfter: f.RetryAfter, Errors: itemsOf(f),
	}
	if st.op != nil && st.op.NoUnavailable && f.Kind == fault.Unavailable {
		p.Status, p.Code = http.StatusInternalServerError, string(fault.CodeUpstreamUnavailable)
	}
	if p.retryAfter <= 0 && (f.Kind == fault.Unavailable || f.Kind == fault.Limited) {
		p.retryAfter = time.Second
	}
	p.Type, p.Title, p.Message = "/problems/"+p.Code, http.StatusText(p.Status), p.Detail
	if p.Status >= http.StatusInternalServerError {
		st.cause = err
	}
	return p
}

// itemsOf lists the single faults of a fault. One that names a member or a
// parameter is its own only item.
func itemsOf(f *fault.Error) []ProblemItem {
	if len(f.Errors) == 0 && (f.Pointer != "" || f.Parameter != "") {
		return []ProblemItem{{Code: string(f.Code), Message: f.Message, Pointer: f.Pointer, Parameter: f.Parameter}}
	}
	items := make([]ProblemItem, len(f.Errors))
	for i, e := range f.Errors {
		items[i] = ProblemItem{Code: string(e.Code), Message: e.Message, Pointer: e.Pointer, Parameter: e.Parameter}
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
	return clip(fault.Name(i.Pointer)) + " " + i.Message
}

// timedOut reports whether reading ended at a deadline.
func timedOut(err error) bool {
	var n net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}
