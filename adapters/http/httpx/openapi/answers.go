package openapi

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// place names a value by the object around it and its key there.
type place struct {
	in  node
	key string
}

// answers writes the most used form of each header, and of each answer without a body, once.
func (s sharing) answers() {
	var headers, empty []place
	paths, _ := s.doc["paths"].(node)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item, _ := paths[path].(node)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			op, _ := item[method].(node)
			responses, _ := op["responses"].(node)
			for status, v := range responses {
				response, _ := v.(node)
				all, _ := response["headers"].(node)
				for name := range all {
					headers = append(headers, place{all, name})
				}
				if response["content"] == nil {
					empty = append(empty, place{responses, status})
				}
			}
		}
	}
	s.once("headers", headers, func(name string) string { return name })
	s.once("responses", empty, func(status string) string {
		code, _ := strconv.Atoi(status)
		return strings.ReplaceAll(http.StatusText(code), " ", "")
	})
}

// once makes a component of the most used value of each key, if there are several.
func (s sharing) once(kind string, places []place, nameOf func(key string) string) {
	components, _ := s.doc["components"].(node)
	shared, ok := components[kind].(node)
	if !ok {
		shared = node{}
	}
	uses := map[string]map[string][]place{}
	for _, p := range places {
		value, _ := p.in[p.key].(node)
		if value["$ref"] != nil || shared[nameOf(p.key)] != nil {
			continue
		}
		if uses[p.key] == nil {
			uses[p.key] = map[string][]place{}
		}
		uses[p.key][text(value)] = append(uses[p.key][text(value)], p)
	}
	for key, forms := range uses {
		most := slices.MaxFunc(slices.Sorted(maps.Keys(forms)), func(a, b string) int {
			return len(forms[a]) - len(forms[b])
		})
		if len(forms[most]) < 2 {
			continue
		}
		name := nameOf(key)
		shared[name] = forms[most][0].in[key]
		for _, p := range forms[most] {
			p.in[key] = node{"$ref": "#/components/" + kind + "/" + name}
		}
		components[kind] = shared
	}
}
