package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

// arguments has the members of a call by name.
type arguments map[string]json.RawMessage

// readArguments reads the members of a call. It refuses unknown members and lists required members
// that are missing. The operation checks all values.
func (t *tool) readArguments(text json.RawMessage) (arguments, error) {
	given := arguments{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &given); err != nil {
			return nil, fault.New(fault.Invalid, fault.CodeMalformedBody, "The arguments must be an object.")
		}
	}
	known := map[string]bool{"dry_run": t.change != nil, "confirm": t.change != nil}
	var items []fault.Item
	for _, m := range t.members {
		known[m.name] = known[m.name] || !m.fixed
		if m.required && empty(given[m.name]) {
			items = append(items, fault.Item{Code: fault.CodeRequired, Message: "is required", Pointer: "/" + m.name})
		}
	}
	for name := range given {
		if !known[name] {
			items = append(items, fault.Item{Code: fault.CodeUnknownMember, Message: "is not accepted", Pointer: "/" + name})
		}
	}
	if len(items) == 0 {
		return given, nil
	}
	f := fault.Newf(fault.Invalid, fault.CodeValidationFailed, "%s %s", items[0].Pointer[1:], items[0].Message)
	f.Errors = items
	return nil, f
}

// empty reports whether a member was not given. A path cannot have an empty text.
func empty(v json.RawMessage) bool { return len(v) == 0 || string(v) == `""` }

// request has a call to an operation.
type request struct {
	target, contentType string
	body                []byte
}

// request makes the call of arguments.
func (t *tool) request(given arguments) (request, error) {
	target, query, body, texts := t.path, url.Values{}, node{}, map[string]string{}
	for _, m := range t.members {
		v := given[m.name]
		if v == nil || m.fixed {
			v = m.standard
		}
		if v == nil {
			continue
		}
		text, err := textOf(v)
		if err != nil {
			return request{}, err
		}
		switch {
		case m.at == "path":
			target = strings.ReplaceAll(target, "{"+m.place[0]+"}", url.PathEscape(text))
		case string(v) == "null" && (m.at == "query" || t.form):
		case m.at == "query":
			query.Set(m.place[0], text)
		case t.form:
			texts[m.place[0]] = text
		default:
			put(body, m.place, v)
		}
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	switch {
	case t.form:
		return formOf(target, texts)
	case t.method == http.MethodGet:
		return request{target: target}, nil
	}
	text, err := json.Marshal(body)
	return request{target, "application/json", text}, err
}

// put sets a member at a place of a body.
func put(body node, place []string, v json.RawMessage) {
	for _, name := range place[:len(place)-1] {
		inner, ok := body[name].(node)
		if !ok {
			inner = node{}
			body[name] = inner
		}
		body = inner
	}
	body[place[len(place)-1]] = v
}

// textOf writes a value as the text of a parameter. Commas separate the entries of a list.
func textOf(v json.RawMessage) (string, error) {
	var value any
	if err := decode(v, &value); err != nil {
		return "", fault.New(fault.Invalid, fault.CodeMalformedBody, "The arguments are malformed.")
	}
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value), nil
	}
	words := make([]string, len(list))
	for i, entry := range list {
		words[i] = fmt.Sprint(entry)
		if strings.ContainsAny(words[i], `,"`) {
			words[i] = `"` + strings.ReplaceAll(words[i], `"`, `""`) + `"`
		}
	}
	return strings.Join(words, ","), nil
}

func formOf(target string, texts map[string]string) (request, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, text := range texts {
		if err := w.WriteField(name, text); err != nil {
			return request{}, err
		}
	}
	err := w.Close()
	return request{target, w.FormDataContentType(), b.Bytes()}, err
}

// callKey finds the call of a client in a context.
type callKey struct{}

// call has the caller of a client's call, and the request that brought it.
type call struct {
	who     caller.Caller
	request *http.Request
}

func callOf(ctx context.Context) call {
	c, _ := ctx.Value(callKey{}).(call)
	return c
}

// reply takes the answer of an operation.
type reply struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *reply) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *reply) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK {
		r.status = status
	}
}

// Write implements http.ResponseWriter.
func (r *reply) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(b)
}

// ok reports whether the operation succeeded.
func (r *reply) ok() bool { return r.status >= http.StatusOK && r.status < http.StatusMultipleChoices }

// ask calls the operation of a tool in this process, with the key, the address and the trace of the
// client's call. The operation checks scopes, limits and values as for any other call.
func (h *handler) ask(ctx context.Context, t *tool, given arguments) (*reply, error) {
	r, err := t.request(given)
	if err != nil {
		return nil, err
	}
	inner, err := http.NewRequestWithContext(ctx, t.method, r.target, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	outer := callOf(ctx).request
	inner.RequestURI, inner.RemoteAddr, inner.Host = r.target, outer.RemoteAddr, outer.Host
	for _, name := range []string{"X-Forwarded-For", "Traceparent", "User-Agent"} {
		if values := outer.Header[name]; values != nil {
			inner.Header[name] = values
		}
	}
	if r.contentType != "" {
		inner.Header.Set("Content-Type", r.contentType)
	}
	out := &reply{header: http.Header{}}
	h.api.ServeHTTP(out, inner)
	return out, nil
}
