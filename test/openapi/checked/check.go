package checked

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// Checks a file as the text that its media type names.
func init() {
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("image/svg+xml", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/csv", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", openapi3filter.FileBodyDecoder)
}

const problemType = "application/problem+json"

// CheckRequest checks a request that should be valid against the document.
func (d *Document) CheckRequest(ctx context.Context, op Operation, values map[string]string, r *http.Request) error {
	r = r.Clone(ctx)
	query := r.URL.Query()
	for _, p := range op.Parameters { // a list may be one text, too
		if list := query[p.Value.Name]; len(list) == 1 && p.Value.In == openapi3.ParameterInQuery && p.Value.Schema.Value.Type.Is("array") {
			query[p.Value.Name] = strings.Split(list[0], ",")
		}
	}
	r.URL.RawQuery = query.Encode()
	return openapi3filter.ValidateRequest(ctx, &openapi3filter.RequestValidationInput{
		Request: r, PathParams: values, Route: op.route, QueryParams: r.URL.Query(),
		Options: &openapi3filter.Options{
			AuthenticationFunc:                openapi3filter.NoopAuthenticationFunc,
			RejectWhenRequestBodyNotSpecified: true,
			SkipSettingDefaults:               true,
		},
	})
}

// CheckAnswer checks an answer of an operation against the document: status, media type, headers,
// schema, and that its members are exactly the described members.
func (d *Document) CheckAnswer(ctx context.Context, op Operation, r *http.Request, status int, h http.Header, body []byte) error {
	if status == http.StatusMethodNotAllowed {
		return d.checkProblem(status, h, body)
	}
	response := op.Responses.Status(status)
	if response == nil {
		return fmt.Errorf("%s answers %d, which is not documented: %s", op.OperationID, status, body)
	}
	err := openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: op.route},
		Status:                 status, Header: h, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		return fmt.Errorf("%s answers %d against its description: %w", op.OperationID, status, err)
	}
	content := response.Value.Content
	switch {
	case len(content) == 0 && len(body) > 0:
		return fmt.Errorf("%s answers %d with a body that is not described: %s", op.OperationID, status, body)
	case len(content) == 0:
		return nil
	case len(body) == 0:
		return fmt.Errorf("%s answers %d without the body that is described", op.OperationID, status)
	}
	media := content.Get(h.Get("Content-Type"))
	if media.Schema.Value.Format == "binary" || strings.HasPrefix(h.Get("Content-Type"), "text/csv") {
		return nil
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return fmt.Errorf("%s answers %d with no JSON: %w", op.OperationID, status, err)
	}
	if found := exact(media.Schema.Value, v, ""); len(found) > 0 {
		return fmt.Errorf("%s answers %d with other members than described: %s", op.OperationID, status, strings.Join(found, "; "))
	}
	if status >= 400 {
		return d.checkProblem(status, h, body)
	}
	return nil
}

// checkProblem checks a refusal against the common form of refusals.
func (d *Document) checkProblem(status int, h http.Header, body []byte) error {
	if got := h.Get("Content-Type"); got != problemType {
		return fmt.Errorf("a refusal is %q: %s", got, body)
	}
	schema := d.Components.Schemas["Problem"]
	if schema == nil {
		return errors.New("the document has no schema Problem")
	}
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		return fmt.Errorf("a refusal is no JSON: %w", err)
	}
	options := []openapi3.SchemaValidationOption{openapi3.MultiErrors(), openapi3.VisitAsResponse()}
	if d.IsOpenAPI31OrLater() {
		options = append(options, openapi3.EnableJSONSchema2020())
	}
	if err := schema.Value.VisitJSON(v, options...); err != nil {
		return fmt.Errorf("a refusal against its description: %w", err)
	}
	switch {
	case v["status"] != float64(status):
		return fmt.Errorf("a refusal with status %d says %v", status, v["status"])
	case v["message"] != v["detail"]:
		return fmt.Errorf("a refusal's message is %q and its detail %q", v["message"], v["detail"])
	case v["type"] != "/problems/"+fmt.Sprint(v["code"]):
		return fmt.Errorf("a refusal's type is %q and its code %q", v["type"], v["code"])
	case v["title"] != http.StatusText(status):
		return fmt.Errorf("a refusal's title is %q", v["title"])
	case v["trace_id"] == "":
		return errors.New("a refusal has no trace id")
	}
	if slices.Contains([]int{http.StatusTooManyRequests, http.StatusServiceUnavailable}, status) && h.Get("Retry-After") == "" {
		return fmt.Errorf("a refusal with status %d has no Retry-After", status)
	}
	return nil
}
