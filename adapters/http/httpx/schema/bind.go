package schema

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// Pair is a query parameter as it was given.
type Pair struct {
	Name, Value string
	// Comma says that the value has both plain commas, which separate entries, and escaped ones,
	// which belong to an entry. If all are escaped, the client escapes every comma and means a
	// list, unless double quotes show otherwise.
	Comma bool

	renamed bool
}

// Given is what a call gave for its parameters.
type Given struct {
	Query  []Pair
	Path   func(name string) string
	Header http.Header
}

// Bind reads the parameters into the input and adds the faults of all of
// them. It refuses parameters of the query that are unknown, repeated or empty.
func Bind(params []*Param, given Given, input reflect.Value, items []fault.Item) []fault.Item {
	if given.Query != nil {
		items = strict(params, given.Query, items)
	}
	for _, p := range params {
		text, there, empty, split := "", false, false, false
		switch p.In {
		case "path":
			text, there = given.Path(p.Name), true
		case "query":
			for i := range given.Query {
				if q := &given.Query[i]; q.Name == p.Name {
					text, there, empty, split = q.Value, q.Value != "", q.Value == "", q.Comma
					break
				}
			}
		case "header":
			values := given.Header[p.header]
			if len(values) > 1 {
				items = append(items, parameterFault(p.Name, fault.CodeRepeatedParameter, msgTwice))
				continue
			}
			if there = len(values) == 1; there {
				text = values[0]
			}
		}
		if !there {
			if p.Required && !empty { // an empty one is a fault already
				items = append(items, parameterFault(p.Name, fault.CodeRequired, msgRequired))
				continue
			}
			if text = p.preset; text == "" {
				continue
			}
		}
		text, code, msg := p.check(text)
		switch {
		case code != "":
		case p.list && split && (p.Exact || !strings.Contains(text, `"`)):
			code, msg = fault.CodeInvalid, "must not have an entry with a comma in it"
		case p.Put(input, text) != nil:
			code, msg = fault.CodeInvalid, "is not valid"
		}
		if code != "" {
			items = append(items, parameterFault(p.Name, code, msg))
		}
	}
	return items
}

func parameterFault(name string, code fault.Code, message string) fault.Item {
	return fault.Item{Code: code, Message: message, Parameter: name}
}

func strict(params []*Param, query []Pair, items []fault.Item) []fault.Item {
	for i, q := range query {
		switch {
		case !known(params, q.Name):
			items = append(items, parameterFault(Clip(q.Name), fault.CodeUnknownParameter, msgUnknown))
		case repeated(query[:i], q.Name):
			items = append(items, parameterFault(q.Name, fault.CodeRepeatedParameter, msgTwice))
		case q.Value == "":
			items = append(items, parameterFault(q.Name, fault.CodeInvalid, "must not be empty"))
		}
		if len(items) >= maxItems {
			break
		}
	}
	return items
}

func known(params []*Param, name string) bool {
	return slices.ContainsFunc(params, func(p *Param) bool { return p.In == "query" && p.Name == name })
}

func repeated(before []Pair, name string) bool {
	return slices.ContainsFunc(before, func(p Pair) bool { return p.Name == name })
}
