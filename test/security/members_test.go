package security_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// forbidden lists members that clients must not set by adding them to a call.
var forbidden = []string{
	"id", "team_id", "teamId", "user_id", "created_at", "updated_at", "deleted_at", "version", "applied_at", "dismissed_at",
	"ai_confidence", "ai_classified_type", "has_parsed_data", "sha256", "mime_type", "is_admin", "role", "scopes",
	"asin", "sku", "marketplace_id", "seller_id", "hold", "run_state", "current_price", "cost", "status", "state", "__proto__",
}

// TestForbiddenMembers adds each of them at every level of the body of every
// write where the schema does not have it: 400 that names it, nothing changed.
func TestForbiddenMembers(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			switch {
			case op.Body() != nil:
				addMembers(t, s, m, op)
			case op.Form() != nil:
				addParts(t, s, m, op)
			}
		})
	})
}

func addMembers(t *testing.T, s *service.Service, m *team, op checked.Operation) {
	t.Helper()
	call := m.sample(t, op)
	objects := objectsOf(t, op.Body(), call.Body)
	// Amazon decides on further members of its own bodies.
	require.Equal(t, op.Relays(), len(objects) == 0, op.OperationID)
	before := s.Dump(t)
	tried := 0
	for _, at := range objects {
		for _, name := range forbidden {
			if slices.Contains(at.has, name) {
				continue
			}
			tried++
			body := clone(t, call.Body)
			at.find(body)[name] = 1
			bad := call
			bad.Body, bad.Invalid = body, true
			a := m.client.Do(t, bad)
			require.Equal(t, 400, a.Status, "%s %s/%s", op.OperationID, at.pointer, name)
			p := a.Problem(t)
			require.Equal(t, "validation_failed", p.Code)
			require.True(t, slices.ContainsFunc(p.Errors, func(i checked.Item) bool {
				return i.Code == "unknown_member" && i.Pointer != nil && *i.Pointer == at.pointer+"/"+name
			}), "%s %s/%s: %s", op.OperationID, at.pointer, name, a.Body)
		}
	}
	require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
	require.True(t, tried > 0 || op.Relays(), "no member was tried")
}

// place has an object in a body.
type place struct {
	pointer string
	path    []string
	has     []string
}

func (p place) find(body any) map[string]any {
	v := body
	for _, part := range p.path {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			v = in[0]
		}
	}
	found, _ := v.(map[string]any)
	return found
}

// objectsOf lists the objects of a body, those in lists by their first entry.
func objectsOf(t *testing.T, s *openapi3.Schema, body any) []place {
	t.Helper()
	var out []place
	var look func(s *openapi3.Schema, v any, path []string)
	look = func(s *openapi3.Schema, v any, path []string) {
		s = checked.Plain(s)
		switch in := v.(type) {
		case map[string]any:
			p := place{path: slices.Clone(path)}
			for _, part := range path {
				p.pointer += "/" + part
			}
			for name := range s.Properties {
				p.has = append(p.has, name)
			}
			if open := s.AdditionalProperties.Has; open == nil || !*open {
				out = append(out, p)
			}
			for name, value := range in {
				if described := s.Properties[name]; described != nil {
					look(described.Value, value, append(slices.Clone(path), name))
				}
			}
		case []any:
			if len(in) > 0 {
				look(s.Items.Value, in[0], append(slices.Clone(path), "0"))
			}
		}
	}
	look(s, clone(t, body), nil)
	return out
}

func addParts(t *testing.T, s *service.Service, m *team, op checked.Operation) {
	t.Helper()
	before := s.Dump(t)
	for _, name := range forbidden {
		body, contentType := checked.Form(t,
			checked.Part{Name: "file", FileName: "list.csv", Value: "a,b\n1,2\n"}, checked.Part{Name: name, Value: "1"})
		a := m.client.Do(t, checked.Call{
			Method: op.Method, Path: op.Path, Header: map[string][]string{"Content-Type": {contentType}}, Body: body, Invalid: true,
		})
		require.Equal(t, 400, a.Status, "%s: %s", name, a.Body)
		require.Equal(t, name, a.Problem(t).Errors[0].Parameter)
	}
	require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
}

// TestForbiddenParameters adds them to the query of every operation.
func TestForbiddenParameters(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			call := m.sample(t, op)
			before := s.Dump(t)
			for _, name := range []string{"team_id", "team", "user_id", "is_admin", "fields", "include", "expand", "_method", "callback"} {
				if op.Parameters.GetByInAndName("query", name) != nil {
					continue
				}
				bad := call
				bad.Path, bad.Invalid = call.Path+"?"+name+"=1", true
				a := m.client.Do(t, bad)
				require.Equal(t, 400, a.Status, "%s %s", op.OperationID, name)
				require.Contains(t, string(a.Body), fmt.Sprintf(`"parameter":%q`, name))
				require.Contains(t, string(a.Body), "unknown_parameter")
			}
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}

// TestLetterCaseAndRepeats gives the members of every body in another letter
// case and twice, at every level.
func TestLetterCaseAndRepeats(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			if op.Body() == nil {
				return
			}
			call := m.sample(t, op)
			before := s.Dump(t)
			text := string(bytesOf(t, call.Body))
			for _, at := range objectsOf(t, op.Body(), call.Body) {
				for name := range at.find(clone(t, call.Body)) {
					other := strings.ToUpper(name)
					if other == name {
						other = strings.ToLower(name)
					}
					for what, body := range map[string]string{
						"letter case": strings.Replace(text, `"`+name+`":`, `"`+other+`":`, 1),
						"twice":       strings.Replace(text, `"`+name+`":`, `"`+name+`":null,"`+name+`":`, 1),
						"escaped":     strings.Replace(text, `"`+name+`":`, `"`+name+`":null,"\u00`+fmt.Sprintf("%02x", name[0])+name[1:]+`":`, 1),
					} {
						bad := call
						bad.Body, bad.Invalid = []byte(body), true
						a := m.client.Do(t, bad)
						require.Equal(t, 400, a.Status, "%s %s %s", op.OperationID, name, what)
						want := map[string]string{"letter case": "unknown_member", "twice": "duplicate_member", "escaped": "duplicate_member"}[what]
						require.Contains(t, string(a.Body), want, "%s %s %s", op.OperationID, name, what)
					}
				}
			}
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}
