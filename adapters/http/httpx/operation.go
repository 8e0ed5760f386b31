package httpx

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/ports/ratelimit"
)

// Prefix stands before the path of every operation.
const Prefix = "/api/v1"

// defaultTimeout is how long a call may take unless its operation says otherwise.
const defaultTimeout = 15 * time.Second

// Operation describes one operation to the router and to the published document.
type Operation struct {
	// ID is the operation id of the document, also the name in metrics and logs.
	ID string
	// Method and Path say where it answers. Path is below Prefix: "/documents/{id}".
	Method, Path string
	// Group is the tag in the document, the group of the scope check and the
	// group of the call limit.
	Group string
	// Noun is the record that the id in the path names, where its field has no text.
	Noun string
	// Record is the id of the record that the example in the path names; 0 is 1.
	Record int64
	// Summary and Description are for people who read the document.
	Summary, Description string
	// Status of a success; 0 is 200, or 204 for an operation without an answer body.
	Status int
	// Also lists further statuses of a success, chosen through a field
	// Status int of the output.
	Also []int
	// Errors lists the statuses beyond 400, 403, 429, 500 and 503.
	Errors []int
	// NoUnavailable reports 503 as 500 upstream_unavailable and leaves 503 out of the document.
	NoUnavailable bool
	// Beta marks the operation with x-stability: beta.
	Beta bool
	// Reads says that a POST only asks, with a question too long for an address,
	// so that a key which may read is enough.
	Reads bool
	// Outside says that the operation has effects outside the database. A call
	// with an Idempotency-Key then commits its claim before the handler runs.
	Outside bool
	// Params are parameters beside those of the input type, read through Values.
	Params []Param
	// Names are further names of parameters of the query, each with the name that
	// is published.
	Names map[string]string
	// BodyOptional takes a call without a body for one with {}.
	BodyOptional bool
	// BodySchema is the shape of a body that the input takes as Exact.
	BodySchema *huma.Schema
	// AnswerSchema is the shape of an answer of another service that the output
	// hands on as []byte, with the status it came with.
	AnswerSchema *huma.Schema
	// Files are the media types of a file that the output hands on as []byte, with the one that it
	// has in the header Content-Type. Beside AnswerSchema they are answered where the call asks for one.
	Files []string
	// content describes a success that is no JSON and is not handed on as []byte.
	content map[string]*huma.MediaType
	// without lists parameters of the input that the operation does not take.
	without []string
	// Upload is the documented multipart body, which the handler reads through Upload.
	Upload *huma.RequestBody
	// Empty404 sends 404 without a body.
	Empty404 bool
	// Limit is the operation's own call limit in place of its group's.
	Limit *ratelimit.Limit
	// Timeout is the deadline of the whole call, from its key to its answer; 0 is 15 seconds.
	Timeout time.Duration
	// Example is a whole answer body of the main success status. It is required
	// where there is a body.
	Example any
	// RequestExample is a whole request body. It is required where there is a JSON body.
	RequestExample any
}

// Router takes registrations.
type Router struct{ server *Server }

// Routes is what the HTTP adapter of a context exports.
type Routes func(r *Router)

// None is an input without parameters, or an output without a body.
type None struct{}

// Register adds an operation. The input type I has parameters as fields with path, query or header
// tags, also in embedded structs, or a field of type Values for those of Operation.Params, and the
// JSON body in a field named Body, of type Exact for a body passed on unchanged. Texts are
// composed (NFC) unless tagged exact:"true", and list entries are in CSV notation, except in an
// exact list, where quotes have no meaning. The output type O has headers as fields with a header
// tag, the answer in Body and optionally the status in Status. Register panics on a description
// that is incomplete or that the request check does not support, so a service with a bad
// registration does not start.
func Register[I, O any](r *Router, op Operation, h func(ctx context.Context, who caller.Caller, in *I) (*O, error)) {
	r.server.register(op, shapeOf[I, O](), func(ctx context.Context, who caller.Caller, in any) (any, error) {
		input, ok := in.(*I)
		if !ok {
			return nil, fmt.Errorf("%s got the input %T", op.ID, in)
		}
		out, err := h(ctx, who, input)
		if err != nil {
			return nil, err
		}
		if out == nil {
			return nil, nil
		}
		return out, nil
	})
}

// handler is a registered handler with its types erased. A nil answer without
// an error is an answer without headers and body.
type handler func(ctx context.Context, who caller.Caller, in any) (any, error)

// writes reports whether an operation changes something, which decides the scope it needs.
func (o *Operation) writes() bool {
	return !o.Reads && o.Method != http.MethodGet && o.Method != http.MethodHead
}

// retries reports whether a method takes an Idempotency-Key.
func retries(method string) bool { return method == http.MethodPost || method == http.MethodPatch }

// Param describes a parameter that is not a field of the input type, for
// operations whose parameters come from a table. The handler reads them all
// through a field of type Values.
type Param struct {
	Name string
	// In is path or query.
	In       string
	Required bool
	// Doc is for people who read the document.
	Doc string
	// Schema says what a value is; an array is a list, handed on with commas
	// between its entries.
	Schema *huma.Schema
}

// Values are the parameters of Operation.Params that a call gave. Their texts
// fit their schemas and are otherwise as the caller wrote them, not even
// composed to NFC: they name things of another service.
type Values struct{ texts map[string]string }

// Get is the text of a parameter, "" if it is missing.
func (v Values) Get(name string) string { return v.texts[name] }

// All returns every parameter that was given, by name.
func (v Values) All() map[string]string { return maps.Clone(v.texts) }

// Exact is a JSON body that is checked against Operation.BodySchema and handed
// on byte for byte.
type Exact []byte

var (
	valuesType = reflect.TypeFor[Values]()
	exactType  = reflect.TypeFor[Exact]()
)

// declared compiles and describes the parameters of an operation's table.
func (op *operation) declared(c *schema.Compiler) []*huma.Param {
	var at []int
	schema.Fields(op.shape.in, nil, func(f reflect.StructField, index []int) {
		if f.Type == valuesType {
			at = index
		}
	})
	if (at != nil) != (len(op.Params) > 0) {
		panic("httpx: " + op.ID + " needs both Operation.Params and Values in its input")
	}
	docs := make([]*huma.Param, len(op.Params))
	for i, d := range op.Params {
		p := &schema.Param{Name: d.Name, In: d.In, Required: d.Required, Exact: true, Joined: true}
		p.Put = func(input reflect.Value, given []string) error {
			texts := input.FieldByIndex(at).Addr().Interface().(*Values)
			if texts.texts == nil {
				texts.texts = make(map[string]string, len(op.Params))
			}
			texts.texts[d.Name] = strings.Join(given, ",")
			return nil
		}
		op.params, docs[i] = append(op.params, p), c.Describe(p, d.Schema, d.Doc, op.ID+"."+d.Name)
	}
	return docs
}

// statusFits reports whether a success may have the status. What another
// service answers keeps the status it came with.
func (op *operation) statusFits(status int) bool {
	if op.AnswerSchema != nil {
		return status >= 200 && status < 300
	}
	return slices.Contains(op.statuses, status)
}
