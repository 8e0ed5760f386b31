package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
)

// maxAnswer bounds the text of an answer in bytes, since a model reads all of it.
const maxAnswer = 25_000

// read answers a tool that changes nothing. A page that is too large is asked for again with fewer
// rows, so that its cursor leads to the first row that was left out.
func (h *handler) read(ctx context.Context, t *tool, given arguments) (*sdk.CallToolResult, error) {
	for {
		r, err := h.ask(ctx, t, given)
		if err != nil {
			return nil, err
		}
		if !r.ok() {
			return t.problem(r), nil
		}
		fewer := t.fewer(r, given)
		if fewer == nil {
			return answerOf(r.body.Bytes()), nil
		}
		given = fewer
	}
}

// fewer returns the same call with fewer rows, if its answer is a page that is too large.
func (t *tool) fewer(r *reply, given arguments) arguments {
	if r.body.Len() <= maxAnswer {
		return nil
	}
	var page struct {
		Data []json.RawMessage `json:"data"`
		Meta struct {
			Limit int `json:"limit"`
		} `json:"meta"`
	}
	limited := slices.ContainsFunc(t.members, func(m member) bool { return m.name == "limit" })
	if !limited || json.Unmarshal(r.body.Bytes(), &page) != nil || len(page.Data) < 2 {
		return nil
	}
	// Rows differ in size, so the next page gets a little less than fits on average.
	rows := max(1, min(len(page.Data)-1, len(page.Data)*maxAnswer*9/10/r.body.Len()))
	next := arguments{}
	for name, v := range given {
		next[name] = v
	}
	next["limit"] = json.RawMessage(fmt.Sprint(rows))
	return next
}

// answerOf makes a result of a JSON text. Clients get it as an object and as text. Of a text that
// is too long they get the beginning.
func answerOf(text []byte) *sdk.CallToolResult {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		text = []byte("{}")
	}
	if text[0] != '{' {
		text = slices.Concat([]byte(`{"data":`), text, []byte("}"))
	}
	if len(text) > maxAnswer {
		end := maxAnswer
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		return textOnly(fmt.Sprintf("%s\n\nCut: %d of %d bytes.", text[:end], end, len(text)))
	}
	shown := string(text)
	if cursor := nextCursor(text); cursor != "" {
		shown += "\n\nThere are more rows: make the same call with cursor " + cursor
	}
	out := textOnly(shown)
	out.StructuredContent = json.RawMessage(text)
	return out
}

// nextCursor returns the cursor of the next page, "" on the last page.
func nextCursor(text []byte) string {
	var page struct {
		Meta struct {
			NextCursor string `json:"next_cursor"`
		} `json:"meta"`
	}
	if json.Unmarshal(text, &page) != nil {
		return ""
	}
	return page.Meta.NextCursor
}

func textOnly(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// refusal has the parts of a problem that an assistant can act on.
type refusal struct {
	Code       string             `json:"code"`
	Message    string             `json:"message"`
	Errors     []body.ProblemItem `json:"errors,omitempty"`
	RetryAfter string             `json:"retry_after,omitempty"`
	TraceID    string             `json:"trace_id,omitempty"`
}

// problem makes a result of a refused call. Its pointers name members of the tool.
func (t *tool) problem(r *reply) *sdk.CallToolResult {
	var p refusal
	if json.Unmarshal(r.body.Bytes(), &p) != nil || p.Code == "" {
		p = refusal{Code: string(fault.CodeNotFound), Message: "There is nothing yet."}
		if r.status != http.StatusNotFound {
			p = refusal{Code: string(fault.CodeInternal), Message: http.StatusText(r.status)}
		}
	}
	p.RetryAfter = r.header.Get("Retry-After")
	for i := range p.Errors {
		p.Errors[i].Pointer, p.Errors[i].Parameter = t.pointer(p.Errors[i]), ""
	}
	return p.result()
}

// pointer returns the pointer of the tool's member that a fault of the operation is about.
func (t *tool) pointer(item body.ProblemItem) string {
	place := strings.ReplaceAll(strings.TrimPrefix(item.Pointer, "/"), "/", ".")
	if item.Parameter != "" {
		place = item.Parameter
	}
	for _, m := range t.members {
		at := strings.Join(m.place, ".")
		if place == at {
			return "/" + m.name
		}
		if rest, ok := strings.CutPrefix(place, at+"."); ok {
			return "/" + m.name + "/" + strings.ReplaceAll(rest, ".", "/")
		}
	}
	return item.Pointer
}

// refused makes a result of a fault of this package.
func refused(f *fault.Error) *sdk.CallToolResult {
	return refusal{Code: string(f.Code), Message: f.Message, Errors: body.ProblemItemsOf(f)}.result()
}

func (p refusal) result() *sdk.CallToolResult {
	lines := []string{p.Code + ": " + p.Message}
	for _, e := range p.Errors {
		lines = append(lines, fmt.Sprintf("%s %s: %s", e.Pointer, e.Code, e.Message))
	}
	if p.RetryAfter != "" {
		lines = append(lines, "Try again after "+p.RetryAfter+" seconds.")
	}
	out := textOnly(strings.Join(lines, "\n"))
	out.StructuredContent, out.IsError = p, true
	return out
}
