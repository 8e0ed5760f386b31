package security_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// leaf has a value at the end of a body.
type leaf struct {
	pointer string
	schema  *openapi3.Schema
}

// mark is replaced by a hostile text.
const mark = "@@here@@"

// leavesOf lists the values of a body without inner values.
func leavesOf(s *openapi3.Schema, v any, at string) []leaf {
	s = checked.Plain(s)
	var out []leaf
	switch in := v.(type) {
	case map[string]any:
		for name, value := range in {
			if p := s.Properties[name]; p != nil { // skips undescribed members
				out = append(out, leavesOf(p.Value, value, at+"/"+name)...)
			}
		}
	case []any:
		for i, value := range in {
			out = append(out, leavesOf(s.Items.Value, value, at+"/"+strconv.Itoa(i))...)
		}
	default:
		out = append(out, leaf{at, s})
	}
	slices.SortFunc(out, func(a, b leaf) int { return strings.Compare(a.pointer, b.pointer) })
	return out
}

// marked returns the body with the mark in place of a value.
func marked(t *testing.T, body any, pointer string) []byte {
	t.Helper()
	v := clone(t, body)
	in := v
	parts := strings.Split(pointer, "/")[1:]
	for i, part := range parts {
		last := i == len(parts)-1
		switch at := in.(type) {
		case map[string]any:
			if last {
				at[part] = mark
			}
			in = at[part]
		case []any:
			n, err := strconv.Atoi(part)
			require.NoError(t, err)
			if last {
				at[n] = mark
			}
			in = at[n]
		}
	}
	return bytesOf(t, v)
}

// hostile lists JSON texts that every member refuses, with the code if it is always the same.
var hostile = map[string]struct{ text, code string }{
	"1e400":                {`1e400`, ""},
	"-1e400":               {`-1e400`, ""},
	"a tiny number":        {`1e-400`, ""},
	"a long number":        {"1" + strings.Repeat("0", 400), ""},
	"NaN":                  {`NaN`, "malformed_body"},
	"Infinity":             {`-Infinity`, "malformed_body"},
	"hexadecimal":          {`0x10`, "malformed_body"},
	"a leading zero":       {`007`, "malformed_body"},
	"a plus sign":          {`+1`, "malformed_body"},
	"an escaped NUL":       {`"a\u0000b"`, ""},
	"an escaped bell":      {`"a\u0007b"`, ""},
	"a delete character":   {`"a\u007fb"`, ""},
	"a C1 control":         {`"a\u0085b"`, ""},
	"half a pair":          {`"\ud800"`, ""},
	"a pair the wrong way": {`"\udc00\ud800"`, ""},
	"a raw NUL":            {"\"a\x00b\"", "malformed_body"},
	"a raw line break":     {"\"a\nb\"", "malformed_body"},
	"no UTF-8":             {"\"\xff\xfe\"", "malformed_body"},
	"overlong UTF-8":       {"\"\xc0\x80\"", "malformed_body"},
	"half a rune":          {"\"\xe2\x82\"", "malformed_body"},
	"an unknown escape":    {`"\x41"`, "malformed_body"},
	"an object":            {`{"$gt":""}`, ""},
	"a list in a list":     {`[[[]]]`, ""},
	"nothing":              {`,`, "malformed_body"},
}

// TestHostileValues puts each hostile text in place of every value of the sample body of every
// operation with a body.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		withBody(t, m, func(t *testing.T, op checked.Operation, call checked.Call) {
			before := s.Dump(t)
			body := clone(t, call.Body)
			call.Invalid = true
			leaves := leavesOf(op.Body(), body, "")
			members, _ := body.(map[string]any)
			require.True(t, op.Relays() || len(leaves) >= len(members), "not every member of the sample is tried")
			for _, at := range leaves {
				with := marked(t, body, at.pointer)
				for what, h := range hostile {
					if what == "a tiny number" && at.schema.Type.Is("number") {
						continue // money and percent have four decimals: nought with 399 more
					}
					call.Body = bytes.Replace(with, []byte(`"`+mark+`"`), []byte(h.text), 1)
					a := m.client.Do(t, call)
					require.Equal(t, 400, a.Status, "%s %s %s: %.300s", op.OperationID, at.pointer, what, a.Body)
					p := a.Problem(t)
					if h.code != "" {
						require.Equal(t, h.code, p.Code, "%s %s %s: %.300s", op.OperationID, at.pointer, what, a.Body)
						continue
					}
					require.Equal(t, "validation_failed", p.Code, "%s %s %s", op.OperationID, at.pointer, what)
					require.True(t, slices.ContainsFunc(p.Errors, func(i checked.Item) bool {
						return i.Pointer != nil && strings.HasPrefix(*i.Pointer, at.pointer)
					}), "%s %s %s: %.300s", op.OperationID, at.pointer, what, a.Body)
				}
			}
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}

// TestHostileForms sends forms no upload is.
func TestHostileForms(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		op := m.doc.Operation(t, "uploadDocument")
		before := s.Dump(t)
		file := checked.Part{Name: "file", FileName: "list.csv", Value: "a,b\n1,2\n"}
		send := func(contentType string, body []byte) checked.Answer {
			return m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path, Body: body, Invalid: true,
				Header: map[string][]string{"Content-Type": {contentType}}})
		}
		good, kind := checked.Form(t, file)
		for what, c := range map[string]struct {
			kind   string
			body   []byte
			status int
		}{
			"cut off":            {kind, good[:len(good)-10], 400},
			"no boundary":        {"multipart/form-data", good, 400},
			"another boundary":   {"multipart/form-data; boundary=x", good, 400},
			"a long boundary":    {"multipart/form-data; boundary=" + strings.Repeat("b", 500), good, 400},
			"JSON":               {"application/json", []byte(`{}`), 415},
			"a form of words":    {"application/x-www-form-urlencoded", []byte("file=1"), 415},
			"mixed":              {"multipart/mixed; boundary=b", good, 415},
			"no type":            {"", good, 415},
			"empty":              {kind, nil, 400},
			"unending part head": {"multipart/form-data; boundary=b", []byte("--b\r\n" + strings.Repeat("X-A: "+strings.Repeat("a", 1000)+"\r\n", 2000)), 400},
		} {
			a := send(c.kind, c.body)
			require.Equal(t, c.status, a.Status, "%s: %s", what, a.Body)
		}
		for what, parts := range map[string][]checked.Part{
			"no file":             {{Name: "notes", Value: "x"}},
			"a file twice":        {file, file},
			"a text as the file":  {{Name: "file", Value: "a,b\n"}},
			"a file as the notes": {file, {Name: "notes", FileName: "x.txt", Value: "a\x00"}},
			"forty parts":         slices.Repeat([]checked.Part{{Name: "notes", Value: "x"}}, 40),
			"targets no JSON":     {file, {Name: "targets", Value: "["}},
			"targets deep":        {file, {Name: "targets", Value: strings.Repeat("[", 3000)}},
			"targets unknown":     {file, {Name: "targets", Value: `[{"type":"supplier","id":1,"team_id":2}]`}},
			"targets twice":       {file, {Name: "targets", Value: `[{"type":"supplier","id":1,"id":2}]`}},
			"targets 1e400":       {file, {Name: "targets", Value: `[{"type":"supplier","id":1e400}]`}},
			"targets in capitals": {file, {Name: "targets", Value: `[{"Type":"supplier","ID":1}]`}},
		} {
			body, kind := checked.Form(t, parts...)
			a := send(kind, body)
			if what == "a text as the file" {
				// Some programs send a file without a name.
				require.Equal(t, 201, a.Status, "%s: %s", what, a.Body)
				before = s.Dump(t)
				continue
			}
			require.Equal(t, 400, a.Status, "%s: %s", what, a.Body)
		}
		require.Empty(t, before.Diff(s.Dump(t)))
	})
}

// TestFileNames uploads under names that mean something to a file system.
func TestFileNames(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		op := m.doc.Operation(t, "uploadDocument")
		for i, name := range []string{
			"../../etc/passwd.csv", `..\..\windows\x.csv`, "/etc/passwd.csv", "C:\\x.csv", "a\x00b.csv", "a\r\nSet-Cookie: x=1.csv",
			".csv", "..", "CON.csv", strings.Repeat("é", 300) + ".csv", "\u202efdp.csv", "a/../b.csv", "~root.csv", "%2e%2e%2f.csv",
		} {
			body := []byte("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" +
				strings.NewReplacer("\\", "\\\\", "\r", "%0D", "\n", "%0A").Replace(name) + "\"\r\n\r\na,b\n" + strconv.Itoa(i) + ",2\n\r\n--b--\r\n")
			a := m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path, Body: body, Invalid: true,
				Header: map[string][]string{"Content-Type": {"multipart/form-data; boundary=b"}}})
			if a.Status != 201 {
				require.Contains(t, []int{400, 415}, a.Status, "%q: %s", name, a.Body)
				continue
			}
			data, _ := object(a.Body)["data"].(map[string]any)
			kept, _ := data["original_name"].(string)
			require.NotEmpty(t, kept)
			require.False(t, strings.ContainsAny(kept, "/\\\x00\r\n\u202e"), "%q is kept as %q", name, kept)
			require.LessOrEqual(t, len([]rune(kept)), 255)
		}
	})
}
