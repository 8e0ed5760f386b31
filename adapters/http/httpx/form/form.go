// Package form reads forms with a file. The other parts are checked like members of a JSON body.
package form

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fault"
)

// maxText and maxJSON bound the parts of a form beside its file, in characters.
const maxText, maxJSON = 200, 20_000

// Parts names the parts of a form beside its file. Texts are plain texts, Numbers are numbers, and
// JSON are texts in JSON.
type Parts struct{ Texts, Numbers, JSON []string }

// formOf wraps a form as a JSON body, for the check.
type formOf[T any] struct {
	Form T `json:"form"`
}

// Of reads forms. It passes the part "file" to file as a stream, at most once. The other parts
// become members of T and are checked like a JSON body. Faults name parts as parameters, and
// members inside of JSON text by their pointers.
func Of[T any](p Parts) func(ctx context.Context, u *httpx.Upload, max int64, file func(name, declared string, r io.Reader) error) (T, error) {
	read := JSON[formOf[T]]("form", "an object")
	known := slices.Concat([]string{"file"}, p.Texts, p.Numbers, p.JSON)
	return func(ctx context.Context, u *httpx.Upload, max int64, file func(name, declared string, r io.Reader) error) (T, error) {
		var none T
		texts, filed := map[string]string{}, false
		err := u.Stream(ctx, max, func(name, filename, declared string, r io.Reader) (err error) {
			switch _, seen := texts[name]; {
			case !slices.Contains(known, name):
				return Unknown(clipped(name), known)
			case seen || name == "file" && filed:
				return httpx.BadParameter(name, fault.CodeDuplicateMember, "is given twice")
			case name == "file":
				filed = true
				return file(filename, declared, r)
			}
			most := maxText
			if slices.Contains(p.JSON, name) {
				most = maxJSON
			}
			texts[name], err = httpx.Text(name, r, most)
			return err
		})
		if err != nil {
			return none, err
		}
		text, err := p.body(texts)
		if err != nil {
			return none, err
		}
		out, err := read(text)
		return out.Form, ofParts(err)
	}
}

// body writes parts as a JSON text.
func (p Parts) body(texts map[string]string) (string, error) {
	members := map[string]json.RawMessage{}
	for name, text := range texts {
		raw := json.RawMessage(text)
		switch {
		case slices.Contains(p.JSON, name) && !json.Valid(raw):
			return "", httpx.BadParameter(name, fault.CodeInvalid, "must be JSON text with an object")
		case slices.Contains(p.Texts, name), slices.Contains(p.Numbers, name) && !json.Valid(raw):
			raw, _ = json.Marshal(text) // a text always encodes
		}
		members[name] = raw
	}
	text, err := json.Marshal(members)
	return string(text), err
}

// clipped bounds the length of a name invented by the client.
func clipped(name string) string {
	if len(name) > maxText {
		name = name[:maxText]
	}
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, name), "")
}

// ofParts changes the faults of a part so that they name it as a parameter.
func ofParts(err error) error {
	broken, ok := fault.As(err)
	if !ok || len(broken.Errors) == 0 {
		return err
	}
	out := *broken
	out.Errors = slices.Clone(broken.Errors)
	for i := range out.Errors {
		at := strings.TrimPrefix(out.Errors[i].Pointer, "/form")
		out.Errors[i].Pointer = at
		if part := strings.TrimPrefix(at, "/"); part != "" && !strings.Contains(part, "/") {
			out.Errors[i].Pointer, out.Errors[i].Parameter = "", part
		}
	}
	out.Message = strings.TrimPrefix(out.Message, "form.")
	return &out
}
