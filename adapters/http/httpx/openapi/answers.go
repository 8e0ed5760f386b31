package openapi

import (
	"cmp"
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

// answers makes components of the repeated forms of each header and of each answer without a body.
// It also makes components of equal examples and equal answers.
func (s sharing) answers() {
	var headers, empty, full []place
	paths, _ := s.doc["paths"].(node)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item, _ := paths[path].(node)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			op, _ := item[method].(node)
			responses, _ := op["responses"].(node)
			for _, status := range slices.Sorted(maps.Keys(responses)) {
				response, _ := responses[status].(node)
				all, _ := response["headers"].(node)
				for name := range all {
					headers = append(headers, place{all, name})
				}
				if response["content"] == nil {
					empty = append(empty, place{responses, status})
				} else {
					full = append(full, place{responses, status})
				}
			}
		}
	}
	s.once("headers", headers, func(name string) string { return cmp.Or(short[name], name) })
	s.once("responses", empty, func(status string) string {
		code, _ := strconv.Atoi(status)
		return strings.ReplaceAll(http.StatusText(code), " ", "")
	})
	s.repeated("examples", samples(full), func(p place) (string, any) {
		return prefixed("ExampleOf", referred(p.in)), node{"value": p.in[p.key]}
	}, func(p place, _ string, ref node) {
		delete(p.in, p.key)
		p.in["examples"] = node{"Example": ref}
	})
	s.repeated("responses", full, func(p place) (string, any) {
		response, _ := p.in[p.key].(node)
		return prefixed("Shared", cmp.Or(schemaOf(response), fileOf(response))), response
	}, func(p place, _ string, ref node) { p.in[p.key] = ref })
}

// prefixed returns a name that no schema has, because generators make types of all components. It
// returns "" for "".
func prefixed(prefix, name string) string {
	if name == "" {
		return ""
	}
	return prefix + name
}

// samples lists the places of the examples of answers.
func samples(answers []place) (all []place) {
	for _, p := range answers {
		response, _ := p.in[p.key].(node)
		content, _ := response["content"].(node)
		for _, kind := range slices.Sorted(maps.Keys(content)) {
			if media, _ := content[kind].(node); media["example"] != nil {
				all = append(all, place{media, "example"})
			}
		}
	}
	return all
}

// schemaOf returns the name of the schema of an answer's first content.
func schemaOf(response node) string {
	content, _ := response["content"].(node)
	for _, kind := range slices.Sorted(maps.Keys(content)) {
		media, _ := content[kind].(node)
		return referred(media)
	}
	return ""
}

// fileOf names an answer that is a table by its kind, "" for other answers.
func fileOf(response node) string {
	content, _ := response["content"].(node)
	switch {
	case len(content) != 1:
	case content["text/csv"] != nil:
		return "Csv"
	case content["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] != nil:
		return "Xlsx"
	}
	return ""
}

// referred returns the name of a media type's schema, "" without a name.
func referred(media node) string {
	schema, _ := media["schema"].(node)
	ref, _ := schema["$ref"].(string)
	return strings.TrimPrefix(ref, schemaPrefix)
}

// repeated makes components of equal values. describe returns the component of a value and its
// name; values without a name stay. refer replaces a value by a reference.
func (s sharing) repeated(
	kind string, places []place, describe func(place) (string, any), refer func(p place, name string, ref node),
) {
	uses, order := map[string][]place{}, []string{}
	for _, p := range places {
		value := text(p.in[p.key])
		if uses[value] == nil {
			order = append(order, value)
		}
		uses[value] = append(uses[value], p)
	}
	components, _ := s.doc["components"].(node)
	shared, ok := components[kind].(node)
	if !ok {
		shared = node{}
	}
	for _, value := range order {
		name, component := describe(uses[value][0])
		if len(uses[value]) < 2 || name == "" || shared[name] != nil {
			continue
		}
		shared[name] = component
		for _, p := range uses[value] {
			refer(p, name, node{"$ref": "#/components/" + kind + "/" + name})
		}
		components[kind] = shared
	}
}

// once makes components of the values that a key has several times. The most used one has the plain
// name.
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
		order := slices.SortedStableFunc(maps.Keys(forms), func(a, b string) int {
			return cmp.Or(len(forms[b])-len(forms[a]), strings.Compare(a, b))
		})
		for n, form := range order {
			if len(forms[form]) < 2 {
				break
			}
			name := nameOf(key)
			if n > 0 {
				name += strconv.Itoa(n + 1)
			}
			shared[name] = forms[form][0].in[key]
			for _, p := range forms[form] {
				p.in[key] = node{"$ref": "#/components/" + kind + "/" + name}
			}
			components[kind] = shared
		}
	}
}
