package schema

import (
	"bytes"
	"encoding/json"
	"strconv"

	"sellingassistant/domain/kernel/money"
)

// CanonicalBody writes a body that fits its schema in canonical form: members sorted, numbers as
// the schema reads them, no blanks. Bodies with the same meaning become the same bytes.
func CanonicalBody(body []byte, n *Node) []byte {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return body // cannot happen, since the body was parsed before
	}
	out, err := json.Marshal(n.canonical(v))
	if err != nil {
		return body
	}
	return out
}

func (n *Node) canonical(v any) any {
	if n == nil {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			below := n.extra
			if m := n.members[name]; m != nil {
				below = m.node
			}
			v[name] = below.canonical(v[name])
		}
	case []any:
		for i := range v {
			v[i] = n.items.canonical(v[i])
		}
	case string:
		if n.kind == kindID {
			return json.Number(v)
		}
	case json.Number:
		return n.figure(v)
	}
	return v
}

// figure returns the canonical form of a number, for example the same for 1 and 1.0.
func (n *Node) figure(text json.Number) any {
	switch {
	case n.kind == kindInteger:
		if i, err := text.Int64(); err == nil {
			return i
		}
	case n.kind == kindNumber && n.decimal:
		if a, err := money.Parse(string(text)); err == nil {
			return a.String()
		}
	case n.kind == kindNumber:
		if f, err := text.Float64(); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return text
}
