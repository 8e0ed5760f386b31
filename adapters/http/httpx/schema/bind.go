package schema

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// Pair has a query parameter as it was given.
type Pair struct {
	Name, Value string
	// Comma says that the value has both plain commas, which separate entries, and escaped commas,
	// which belong to an entry. If all are escaped, the client escapes every comma and means a
	// list, unless double quotes show otherwise.
	Comma bool

	renamed bool
}

// Given has the parameters of a call.
type Given struct {
	Query  []Pair
	Path   func(name string) string
	Header http.Header
}

// Bind reads the parameters into the input and adds the faults of all of them. It refuses unknown
// or empty parameters of the query, and repeated single values.
func Bind(params []*Param, given Given, input reflect.Value, items []fault.Item) []fault.Item {
	if given.Query != nil {
		items = strict(params, given.Query, items)
	}
	for _, p := range params {
		sent, empty := given.of(p)
		switch {
		case len(sent) > 1 && p.In == "header":
			items = append(items, parameterFault(p.Name, fault.CodeRepeatedParameter, msgTwice))
			continue
		case len(sent) == 0 && p.Required && !empty: // an empty value was a fault before
			items = append(items, parameterFault(p.Name, fault.CodeRequired, msgRequired))
			continue
		case len(sent) == 0 && p.preset != "":
			sent = []Pair{{Value: p.preset}}
		case len(sent) == 0:
			continue
		}
		texts, code, msg := p.check(sent)
		if code == "" && p.Put(input, texts) != nil {
			code, msg = fault.CodeInvalid, "is not valid"
		}
		if code != "" {
			items = append(items, parameterFault(p.Name, code, msg))
		}
	}
	return items
}

// of returns the values given for a parameter: all of them for a list, otherwise the first value.
// empty reports that only empty values were given.
func (g Given) of(p *Param) (sent []Pair, empty bool) {
	switch p.In {
	case "path":
		return []Pair{{Value: g.Path(p.Name)}}, false
	case "header":
		for _, value := range g.Header[p.header] {
			sent = append(sent, Pair{Value: value})
		}
		return sent, false
	}
	for i := range g.Query {
		switch q := g.Query[i]; {
		case q.Name != p.Name:
		case q.Value == "":
			empty = true
		case p.list || len(sent) == 0 && !empty:
			sent = append(sent, q)
		}
	}
	return sent, empty
}

func parameterFault(name string, code fault.Code, message string) fault.Item {
	return fault.Item{Code: code, Message: message, Parameter: name}
}

func strict(params []*Param, query []Pair, items []fault.Item) []fault.Item {
	for i, q := range query {
		switch {
		case !known(params, q.Name, false):
			message := msgUnknown + DidYouMean(q.Name, queryNames(params))
			if name := strings.TrimSuffix(q.Name, "[]"); name != q.Name && known(params, name, true) {
				message = msgUnknown + "; " + written(name)
			}
			items = append(items, parameterFault(Clip(q.Name), fault.CodeUnknownParameter, message))
		case repeated(query[:i], q.Name) && !known(params, q.Name, true):
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

// queryNames lists the parameters of the query.
func queryNames(params []*Param) (names []string) {
	for _, p := range params {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	return names
}

// known reports whether queries have a parameter, or a list, of this name.
func known(params []*Param, name string, list bool) bool {
	return slices.ContainsFunc(params, func(p *Param) bool { return p.In == "query" && p.Name == name && (p.list || !list) })
}

func repeated(before []Pair, name string) bool {
	return slices.ContainsFunc(before, func(p Pair) bool { return p.Name == name })
}
