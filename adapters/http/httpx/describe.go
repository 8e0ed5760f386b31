package httpx

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/schema"
)

// describe adds an operation to the document and compiles the schemas that check its requests.
func (s *Server) describe(op *operation) {
	c := schema.NewCompiler(s.doc.Registry())
	d := &huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: Prefix + op.Path, Tags: []string{op.Group},
		Summary: op.Summary, Description: op.Description, Responses: map[string]*huma.Response{},
	}
	d.Extensions = map[string]any{}
	if op.Beta {
		d.Extensions["x-stability"] = "beta"
	}
	if op.Reads {
		d.Extensions["x-reads"] = true
	}
	if op.Writes {
		d.Extensions["x-writes"] = true
	}
	op.params, d.Parameters = c.Params(op.shape.in, uploadType, valuesType)
	op.params = slices.DeleteFunc(op.params, func(p *schema.Param) bool { return slices.Contains(op.Without, p.Name) })
	d.Parameters = slices.DeleteFunc(d.Parameters, func(p *huma.Param) bool { return slices.Contains(op.Without, p.Name) })
	for _, p := range d.Parameters {
		if p.Name == "id" && p.In == "path" {
			p.Schema.Examples, p.Description = []any{max(1, op.Record)}, cmp.Or(p.Description, "The "+op.Noun+"'s id.")
		}
	}
	d.Parameters = append(op.declared(c), d.Parameters...)
	if op.retry {
		one, most := 1, maxRetryKey
		d.Parameters = append(d.Parameters, &huma.Param{
			Name: retryKeyHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: &one, MaxLength: &most},
			Description: "Makes a retry safe for 24 hours: the same key with the same call gets the stored answer, with another call 422.",
		})
	}
	op.describeDryRun(d, c)
	s.describeExpand(op, d, c)
	s.describeRequest(op, d, c)
	s.describeAnswers(op, d)
	if op.deletesByIDs() {
		d.Description += saysIDs
	}
	s.doc.Add(d)
}

// Call describes a call that the service makes to programs of users.
type Call struct {
	// Name has the type of the event, ID a name for generated code, Group the tag.
	Name, ID, Group, Description string
	// Example shows a whole body.
	Example any
}

// Publish adds a call with the body B to the document.
func Publish[B any](r *Router, c Call) {
	type input struct{ Body B }
	f, _ := reflect.TypeFor[input]().FieldByName("Body")
	r.server.doc.Call(c.Name, &huma.Operation{
		OperationID: c.ID, Tags: []string{c.Group}, Summary: c.Name, Description: c.Description,
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			openapi.JSON: {Schema: r.server.doc.Answer(f, c.ID), Example: openapi.Value(c.Example)},
		}},
		Responses: map[string]*huma.Response{
			"200": {Description: "Any status 2xx: it arrived."},
		},
	})
}

func (s *Server) describeRequest(op *operation, d *huma.Operation, c *schema.Compiler) {
	if f, ok := op.shape.in.FieldByName("Body"); ok {
		op.bodyAt, op.exact = f.Index, f.Type == exactType
		if op.exact != (op.BodySchema != nil) {
			panic("httpx: " + op.ID + " needs both Operation.BodySchema and an Exact body")
		}
		shape := op.BodySchema
		if shape == nil {
			shape = huma.SchemaFromField(s.doc.Registry(), f, op.ID+"Request")
		}
		op.body = c.Compile(shape, op.ID)
		d.RequestBody = &huma.RequestBody{Required: !op.BodyOptional, Content: map[string]*huma.MediaType{
			openapi.JSON: {Schema: shape, Example: openapi.Value(op.RequestExample)},
		}}
	}
	schema.Fields(op.shape.in, nil, func(f reflect.StructField, index []int) {
		if f.Type == uploadType {
			op.uploadAt = index
		}
	})
	if (op.uploadAt != nil) != (op.Upload != nil) {
		panic("httpx: " + op.ID + " needs both Operation.Upload and an Upload in its input")
	}
	if op.Upload != nil {
		d.RequestBody = op.Upload
	}
}

func (s *Server) describeAnswers(op *operation, d *huma.Operation) {
	headers := map[string]*huma.Param{}
	op.outputs = schema.OutputsOf(op.shape.out, headers)
	if op.outputs.Raw != (op.AnswerSchema != nil || op.Files != nil) {
		panic("httpx: " + op.ID + " needs both Operation.AnswerSchema or Files and a []byte body")
	}
	headers["X-Request-Id"] = openapi.HeaderRef("X-Request-Id")
	if op.retry {
		headers["Idempotent-Replayed"] = openapi.HeaderRef("Idempotent-Replayed")
	}
	for _, status := range op.statuses {
		headers := headers
		if status == http.StatusAccepted && op.AnswerSchema == nil {
			headers = maps.Clone(headers)
			headers["Retry-After"] = openapi.HeaderRef("Retry-After")
		}
		r := &huma.Response{Description: http.StatusText(status), Headers: headers, Content: op.Content}
		if f, ok := op.shape.out.FieldByName("Body"); ok && status != http.StatusNoContent {
			shape := op.AnswerSchema
			if shape == nil && op.Files == nil {
				shape = s.doc.Answer(f, op.ID+"Response")
			}
			r.Content = map[string]*huma.MediaType{openapi.JSON: {Schema: shape, Example: openapi.Value(op.Example)}}
			if op.Files != nil && op.AnswerSchema == nil {
				r.Content = map[string]*huma.MediaType{}
			}
			for _, kind := range op.Files {
				r.Content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file."}}
			}
		}
		d.Responses[strconv.Itoa(status)] = r
		if status == http.StatusOK && op.Method == http.MethodGet && headers["ETag"] != nil {
			d.Responses["304"] = &huma.Response{Description: openapi.NotModified, Headers: headers}
		}
	}
	for _, status := range op.refusals() {
		r := s.doc.Refusal(status)
		if r == nil {
			panic(fmt.Sprintf("httpx: %s answers the unknown status %d", op.ID, status))
		}
		d.Responses[strconv.Itoa(status)] = r
	}
	if op.Empty404 {
		d.Responses["404"] = &huma.Response{Description: "Not Found; the body is empty.", Headers: openapi.HeaderRefs("X-Request-Id")}
	}
	if op.NoUnavailable {
		d.Responses["500"] = s.doc.Upstream()
	}
}

// refusals lists the statuses of an operation's problems.
func (op *operation) refusals() []int {
	list := append([]int{400, 403, 429, 500}, op.Errors...)
	if !op.NoUnavailable {
		list = append(list, http.StatusServiceUnavailable)
	}
	if op.bodyAt != nil {
		list = append(list, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if op.retry {
		list = append(list, http.StatusConflict, http.StatusUnprocessableEntity)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// shape has the input and output type of an operation.
type shape struct {
	in, out reflect.Type
	// fresh allocates an empty input.
	fresh func() any
}

func shapeOf[I, O any]() shape {
	return shape{in: reflect.TypeFor[I](), out: reflect.TypeFor[O](), fresh: func() any { return new(I) }}
}

var uploadType = reflect.TypeFor[Upload]()
