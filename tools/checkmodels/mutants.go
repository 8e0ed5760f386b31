package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// mutant has a call with one fault.
type mutant struct {
	what string
	call request
}

// mutants returns the ways in which a good call can break the model's rules.
func mutants(op *operation, good request) []mutant {
	var all []mutant
	for _, p := range op.parameters {
		switch p.In {
		case "query":
			all = append(all, queryMutants(p, good)...)
		case "path":
			all = append(all, pathMutants(p, good)...)
		}
	}
	if op.body() == nil {
		return all
	}
	for _, m := range bodyMutants(op, op.body(), decoded(good.body), "") {
		call := good
		call.body = encoded(m.value)
		all = append(all, mutant{"body" + m.what, call})
	}
	return all
}

func (r request) with(name, value string) request {
	again := r
	again.query = maps.Clone(r.query)
	if again.query == nil {
		again.query = map[string]string{}
	}
	again.query[name] = value
	return again
}

func (r request) without(name string) request {
	again := r
	again.query = maps.Clone(r.query)
	delete(again.query, name)
	return again
}

const unheardOf = "UNHEARD_OF"

func queryMutants(p parameter, good request) []mutant {
	var all []mutant
	add := func(what, value string) { all = append(all, mutant{p.Name + ": " + what, good.with(p.Name, value)}) }
	if p.Required {
		all = append(all, mutant{p.Name + ": left out", good.without(p.Name)})
	}
	if len(p.Enum) > 0 || len(listOf(p.Items["enum"])) > 0 {
		add("unknown word", unheardOf)
	}
	if p.MaxItems != nil {
		value, ok := good.query[p.Name]
		if !ok {
			value = "X"
		}
		first, _, _ := strings.Cut(value, ",")
		add("too many", strings.TrimSuffix(strings.Repeat(first+",", *p.MaxItems+1), ","))
	}
	if p.Minimum != nil {
		add("too small", strconv.Itoa(*p.Minimum-1))
	}
	if p.Maximum != nil {
		add("too large", strconv.Itoa(*p.Maximum+1))
	}
	if p.Type == "integer" || p.Type == "boolean" {
		add("no "+p.Type, "x")
	}
	if p.MaxLen != nil {
		add("too long", strings.Repeat("x", *p.MaxLen+1))
	}
	return all
}

func pathMutants(p parameter, good request) []mutant {
	var all []mutant
	add := func(what, value string) {
		call := good
		call.path = maps.Clone(good.path)
		call.path[p.Name] = value
		all = append(all, mutant{p.Name + ": " + what, call})
	}
	if p.MinLen != nil && *p.MinLen > 1 {
		add("too short", good.path[p.Name][:*p.MinLen-1])
	}
	if p.MaxLen != nil {
		add("too long", good.path[p.Name]+strings.Repeat("x", *p.MaxLen))
	}
	if p.Pattern != "" && p.MinLen != nil {
		add("other characters", strings.Repeat("!", *p.MinLen))
	}
	return all
}

type changedBody struct {
	what  string
	value any
}

// bodyMutants changes one thing at a time in a value with this schema.
func bodyMutants(op *operation, schema map[string]any, value any, at string) []changedBody {
	schema = op.resolve(schema)
	var all []changedBody
	switch value := value.(type) {
	case map[string]any:
		for _, name := range listOf(schema["required"]) {
			if _, ok := value[name]; ok {
				without := maps.Clone(value)
				delete(without, name)
				all = append(all, changedBody{at + "/" + name + ": left out", without})
			}
		}
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(value)) {
			inner, ok := properties[name].(map[string]any)
			if !ok {
				continue
			}
			for _, c := range bodyMutants(op, inner, value[name], at+"/"+name) {
				with := maps.Clone(value)
				with[name] = c.value
				all = append(all, changedBody{c.what, with})
			}
		}
	case []any:
		all = append(all, listMutants(op, schema, value, at)...)
	case string:
		if len(listOf(schema["enum"])) > 0 {
			all = append(all, changedBody{at + ": unknown word", unheardOf})
		}
		if most, ok := number(schema["maxLength"]); ok {
			all = append(all, changedBody{at + ": too long", value + strings.Repeat("x", most)})
		}
		all = append(all, changedBody{at + ": no text", map[string]any{}})
	}
	return all
}

func listMutants(op *operation, schema map[string]any, value []any, at string) []changedBody {
	var all []changedBody
	if least, ok := number(schema["minItems"]); ok && least > 0 {
		all = append(all, changedBody{at + ": too few", value[:least-1]})
	}
	if most, ok := number(schema["maxItems"]); ok && most < 100 {
		all = append(all, changedBody{at + ": too many", slices.Repeat(value[:1], most+1)})
	}
	items, _ := schema["items"].(map[string]any)
	if len(value) == 0 || items == nil {
		return all
	}
	for _, c := range bodyMutants(op, items, value[0], at+"/0") {
		with := slices.Clone(value)
		with[0] = c.value
		all = append(all, changedBody{c.what, with})
	}
	return all
}

func listOf(of any) []string {
	list, _ := of.([]any)
	all := make([]string, 0, len(list))
	for _, one := range list {
		if text, ok := one.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

func number(of any) (int, bool) {
	n, ok := of.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(n.String())
	return i, err == nil
}
