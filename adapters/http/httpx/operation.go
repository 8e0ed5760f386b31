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

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/ports/ratelimit"
)

// Prefix begins the path of every operation.
const Prefix = "/api/v1"

// defaultTimeout bounds a call unless its operation sets another timeout.
const defaultTimeout = 15 * time.Second

// Operation describes one operation to the router and to the published document.
type Operation struct {
	// ID names the operation in the document, the metrics and the log.
	ID string
	// Method and Path give the route. Path is below Prefix: "/documents/{id}".
	Method, Path string
	// Group names the tag in the document, the group of the scope check and the group of the call
	// limit.
	Group string
	// Noun names the kind of record that the id in the path identifies. It is used if the field has
	// no text.
	Noun string
	// Record sets the id of the record that the example in the path names; 0 means 1.
	Record int64
	// Summary and Description explain the operation to readers of the document.
	Summary, Description string
	// Status sets the status of a success; 0 means 200, or 204 for an operation without an answer
	// body.
	Status int
	// Also lists further statuses of a success, chosen through a field Status int of the output.
	Also []int
	// Errors lists the statuses beyond 400, 403, 429, 500 and 503.
	Errors []int
	// NoUnavailable reports 503 as 500 upstream_unavailable and leaves 503 out of the document.
	NoUnavailable bool
	// Beta marks the operation with x-stability: beta.
	Beta bool
	// Reads marks a POST that changes nothing, with a question too long for an address. A key that
	// may read can call it.
	Reads bool
	// Writes marks a GET that needs a key that may write, because of the data it shows.
	Writes bool
	// Secret says that the answer shows a secret. It is stored sealed for its Idempotency-Key.
	Secret bool
	// Expand lists the records that the parameter expand adds to an answer with data.
	Expand []body.Expansion
	// DryRun adds the parameter dry_run: the call is run and rolled back. All effects must be in the
	// database. Operations with a dry run of their own have the parameter in their input.
	DryRun bool
	// Outside says that the operation has effects outside the database. A call
	// with an Idempotency-Key then commits its claim before the handler runs.
	Outside bool
	// Params lists parameters that are not fields of the input type. The handler reads them through
	// Values.
	Params []Param
	// Names maps further names of query parameters to the published names.
	Names map[string]string
	// BodyOptional treats a call without a body like a call with {}.
	BodyOptional bool
	// BodySchema describes a body that the input takes as Exact.
	BodySchema *huma.Schema
	// AnswerSchema describes an answer of another service that the output passes on as []byte, with
	// its original status.
	AnswerSchema *huma.Schema
	// Files lists the media types of a file that the output passes on as []byte. The header
	// Content-Type has the actual type. Beside AnswerSchema, a file is answered if the call accepts
	// one of the types.
	Files []string
	// Content describes a success that is neither JSON nor passed on as []byte.
	Content map[string]*huma.MediaType
	// Without lists parameters of the input that the operation does not take.
	Without []string
	// Upload documents the multipart body, which the handler reads through the input's Upload.
	Upload *huma.RequestBody
	// Empty404 sends 404 without a body.
	Empty404 bool
	// Limit replaces the call limit of the group.
	Limit *ratelimit.Limit
	// Timeout bounds the whole call, from its key to its answer; 0 means 15 seconds.
	Timeout time.Duration
	// Example shows a whole answer body of the main success status. Required if the answer has a
	// body.
	Example any
	// RequestExample shows a whole request body. Required if the operation takes a JSON body.
	RequestExample any
}

// Router takes registrations.
type Router struct{ server *Server }

// Listed names the type of a record with a list of its own in the document.
func (r *Router) Listed(record reflect.Type) { r.server.doc.Listed(record) }

// Routes registers the operations of a context; its HTTP adapter exports a function of this type.
type Routes func(r *Router)

// None serves as an input without parameters, or an output without a body.
type None struct{}

// Register adds an operation.
//
// The input type I has parameters as fields with path, query or header tags, also in embedded
// structs. The parameters of Operation.Params need a field of type Values instead. The JSON body is
// a field named Body, of type Exact for a body passed on unchanged. Texts are composed (NFC) unless
// tagged exact:"true". List entries are in CSV notation, except in an exact list, where quotes have
// no meaning.
//
// The output type O has headers as fields with a header tag, the answer in Body and optionally the
// status in Status.
//
// Register panics on an incomplete description, or on a schema that the request check does not
// support. A service with a bad registration therefore does not start.
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

// handler runs a registered handler with its types erased. A nil answer without an error becomes an
// answer without headers and body.
type handler func(ctx context.Context, who caller.Caller, in any) (any, error)

// writes reports whether an operation changes something, which decides the scope it needs.
func (o *Operation) writes() bool {
	return o.Writes || !o.Reads && o.Method != http.MethodGet && o.Method != http.MethodHead
}

// retries reports whether a method takes an Idempotency-Key.
func retries(method string) bool { return method == http.MethodPost || method == http.MethodPatch }

// Param describes a parameter that is not a field of the input type, for operations with a table of
// parameters. The handler reads all of them through a field of type Values.
type Param struct {
	Name string
	// In says where the parameter is: path or query.
	In       string
	Required bool
	// Doc explains the parameter to readers of the document.
	Doc string
	// Schema describes the value. An array is a list, passed on with commas between its entries.
	Schema *huma.Schema
}

// Values has the given parameters of Operation.Params. Their texts fit their schemas but are
// otherwise unchanged, not even composed to NFC, because they name things of another service. Only
// whole numbers are written in digits alone: 4.0 becomes 4.
type Values struct{ texts map[string]string }

// Get returns the text of a parameter, "" if it is absent.
func (v Values) Get(name string) string { return v.texts[name] }

// All returns every given parameter by name.
func (v Values) All() map[string]string { return maps.Clone(v.texts) }

// Exact takes a JSON body that is checked against Operation.BodySchema and passed on byte for byte.
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

// statusFits reports whether a success may have the status. An answer of another service keeps its
// original 2xx status.
func (op *operation) statusFits(status int) bool {
	if op.AnswerSchema != nil {
		return status >= 200 && status < 300
	}
	return slices.Contains(op.statuses, status)
}
