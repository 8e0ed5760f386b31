package body

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
)

// InternalError replaces the message of an internal error for clients.
const InternalError = "An internal error happened. It has been logged under the trace id."

// Problem has the body of every refusal of a whole request. The details of a fault (existing_id,
// allowed, blockers) become further members.
type Problem struct {
	Type     string         `json:"type" doc:"A relative address that names the code."`
	Title    string         `json:"title" doc:"The name of the status."`
	Status   int            `json:"status" doc:"The HTTP status."`
	Detail   string         `json:"detail" doc:"A sentence for people."`
	Instance string         `json:"instance" doc:"The path of the call."`
	Code     string         `json:"code" doc:"A stable word that programs may switch on."`
	Message  string         `json:"message" doc:"The same as detail."`
	TraceID  string         `json:"trace_id" doc:"Names the call in the logs."`
	Errors   []ProblemItem  `json:"errors" doc:"The single faults, in the order they were found; empty if message has the only fault."`
	Details  map[string]any `json:"-"`

	// RetryAfter sets the header of the same name; 0 sends no header.
	RetryAfter time.Duration `json:"-"`
}

// ProblemItem has one fault of a request. The details of a fault (most) become further members.
type ProblemItem struct {
	Code      string `json:"code" doc:"A stable word."`
	Message   string `json:"message" doc:"The fault, to be read after the name of the member."`
	Pointer   string `json:"pointer,omitempty" doc:"JSON pointer of the member of the body at fault; the empty pointer is the whole body."`
	Parameter string `json:"parameter,omitempty" doc:"The path, query or header parameter at fault."`

	Details map[string]any `json:"-"`
}

// TransformSchema publishes the closed list of codes and that details may follow.
func (Problem) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["code"].Enum = codes(fault.RequestCodes())
	s.AdditionalProperties = true
	return s
}

// TransformSchema publishes the closed list of codes. An item may also have a rule's own code, and
// details may follow.
func (ProblemItem) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["code"].Enum = append(codes(fault.ItemCodes()), codes(fault.RequestCodes())...)
	s.AdditionalProperties = true
	return s
}

// MarshalJSON writes the details after the other members.
func (p Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	return withDetails(plain(p), p.Details, "type", "title", "status", "detail", "instance", "code", "message", "trace_id", "errors")
}

// MarshalJSON writes the parameter, or else the pointer, even if it is empty.
func (i ProblemItem) MarshalJSON() ([]byte, error) {
	if i.Parameter != "" {
		i.Pointer = ""
	} else if i.Pointer == "" {
		return JSON(struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Pointer string `json:"pointer"`
		}{i.Code, i.Message, ""})
	}
	type plain ProblemItem
	return withDetails(plain(i), i.Details, "code", "message", "pointer", "parameter")
}

// ProblemItemsOf lists the single faults of a fault. A fault that names a member or a parameter
// becomes its own only item.
func ProblemItemsOf(f *fault.Error) []ProblemItem {
	if len(f.Errors) == 0 && (f.Pointer != "" || f.Parameter != "") {
		return []ProblemItem{{Code: string(f.Code), Message: f.Message, Pointer: f.Pointer, Parameter: f.Parameter}}
	}
	items := make([]ProblemItem, len(f.Errors))
	for i, e := range f.Errors {
		items[i] = ProblemItem{Code: string(e.Code), Message: e.Message, Pointer: e.Pointer, Parameter: e.Parameter, Details: e.Details}
	}
	return items
}

// statuses maps kinds of faults to HTTP statuses.
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

// StatusOf returns the HTTP status of a kind of faults.
func StatusOf(k fault.Kind) int { return statuses[k] }
