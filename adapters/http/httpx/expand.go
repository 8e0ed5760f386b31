package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/fault"
)

// Expansion adds records that belong to a record to its answer, in the member expanded. Another
// operation answers them, by its own rules.
type Expansion struct {
	// Word asks for the records in the parameter expand.
	Word string
	// Operation answers the records. It is a list of records, unless Below is set.
	Operation string
	// Member names the member with the id of the record, as in "supplier_id" or "last_change.id".
	Member string
	// Filter narrows the list, as in "status=active,archived".
	Filter string
	// Below says that the path of the operation is below each record. Part names the member of its
	// data to take; "" takes its data.
	Below bool
	Part  string
}

const (
	expandName = "expand"
	// mostExpansions limits the words of a call.
	mostExpansions = 5
)

// describeExpand adds the parameter expand, and the member expanded of the records.
func (s *Server) describeExpand(op *operation, d *huma.Operation, c *schema.Compiler) {
	if len(op.Expand) == 0 {
		return
	}
	var words []any
	for _, e := range op.Expand {
		words = append(words, e.Word)
	}
	p := &schema.Param{Name: expandName, In: "query", Put: func(reflect.Value, []string) error { return nil }}
	d.Parameters = append(d.Parameters, c.Describe(p, &huma.Schema{
		Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Enum: words}, MaxItems: new(mostExpansions),
	}, "Adds these records to the member expanded, as their own operations show them.", op.ID+"."+expandName))
	op.params = append(op.params, p)
	answer, _ := op.shape.out.FieldByName("Body")
	data, _ := answer.Type.FieldByName("Data")
	record := data.Type
	if record.Kind() == reflect.Slice {
		record = record.Elem()
	}
	s.doc.Member(record, "expanded", &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true, Description: "The records that expand asks for, by its words. Only with expand.",
	})
}

// expansions lists the expansions that a call asks for.
func (st *state) expansions() (out []Expansion) {
	for _, p := range st.query {
		if p.Name != expandName {
			continue
		}
		for word := range strings.SplitSeq(p.Value, ",") {
			at := slices.IndexFunc(st.op.Expand, func(e Expansion) bool { return e.Word == word })
			if at >= 0 && !slices.Contains(out, st.op.Expand[at]) {
				out = append(out, st.op.Expand[at])
			}
		}
	}
	return out
}

// expand adds the expansions of a call to its answer.
func (s *Server) expand(ctx context.Context, st *state, a *answer) error {
	wanted := st.expansions()
	if len(wanted) == 0 || a.rows != nil || a.status != http.StatusOK {
		return nil
	}
	var whole struct {
		Data json.RawMessage `json:"data"`
		Meta json.RawMessage `json:"meta,omitempty"`
	}
	if err := json.Unmarshal(a.body, &whole); err != nil {
		return fmt.Errorf("expand an answer: %w", err)
	}
	rows, list := []json.RawMessage{whole.Data}, bytes.HasPrefix(whole.Data, []byte("["))
	if list {
		rows = nil
		if err := json.Unmarshal(whole.Data, &rows); err != nil {
			return fmt.Errorf("expand an answer: %w", err)
		}
	}
	found := make([]map[string]json.RawMessage, len(rows))
	for i := range rows {
		found[i] = map[string]json.RawMessage{}
	}
	for _, e := range wanted {
		values, err := s.expansion(ctx, st, e, rows)
		if err != nil {
			return err
		}
		for i, v := range values {
			found[i][e.Word] = v
		}
	}
	for i, row := range rows {
		more, err := body.JSON(found[i])
		if err != nil {
			return err
		}
		rows[i] = slices.Concat(bytes.TrimSuffix(row, []byte("}")), []byte(`,"expanded":`), more, []byte("}"))
	}
	var err error
	if !list {
		whole.Data = rows[0]
	} else if whole.Data, err = body.JSON(rows); err != nil {
		return err
	}
	text, err := body.JSON(whole)
	if err != nil {
		return err
	}
	a.free()
	a.body = text
	a.retag(list)
	return nil
}

// retag renews the entity tag after the body was changed. The version stays, for If-Match.
func (a *answer) retag(list bool) {
	for i, line := range a.headers {
		switch sum := digest(a.body); {
		case line.name != "Etag":
		case list:
			a.headers[i].value = `"` + sum[:32] + `"`
		default:
			version, _, _ := strings.Cut(strings.Trim(line.value, `"`), "-")
			a.headers[i].value = `"` + version + "-" + sum[:16] + `"`
		}
	}
}

// expansion returns the records of an expansion, one for each row; null without a record.
func (s *Server) expansion(ctx context.Context, st *state, e Expansion, rows []json.RawMessage) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(rows))
	for i := range out {
		out[i] = json.RawMessage("null")
	}
	if e.Below {
		return out, s.below(ctx, st, e, rows, out)
	}
	at := map[string][]int{}
	query := []schema.Pair{{Name: "limit", Value: "200"}, {Name: "include_deleted", Value: "true"}}
	for i, row := range rows {
		id := member(row, e.Member)
		if id == "" {
			continue
		}
		if at[id] == nil {
			query = append(query, schema.Pair{Name: idsName, Value: id})
		}
		at[id] = append(at[id], i)
	}
	if len(at) == 0 {
		return out, nil
	}
	if name, value, ok := strings.Cut(e.Filter, "="); ok {
		query = append(query, schema.Pair{Name: name, Value: value})
	}
	data, err := s.ask(ctx, st, e.Operation, query, "")
	if err != nil {
		return nil, err
	}
	var found []json.RawMessage
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, fmt.Errorf("expand by %s: %w", e.Operation, err)
	}
	for _, record := range found {
		for _, i := range at[member(record, "id")] {
			out[i] = record
		}
	}
	return out, nil
}

// below fills in the answers of an operation below each row. A row without such an answer keeps null.
func (s *Server) below(ctx context.Context, st *state, e Expansion, rows, out []json.RawMessage) error {
	for i, row := range rows {
		data, err := s.ask(ctx, st, e.Operation, []schema.Pair{{Name: "limit", Value: "200"}}, member(row, "id"))
		if f, ok := fault.As(err); ok && (f.Kind == fault.NotFound || f.Kind == fault.Conflict || f.Kind == fault.Rule) {
			continue
		}
		if err != nil {
			return err
		}
		if out[i] = data; e.Part != "" {
			var parts map[string]json.RawMessage
			if err := json.Unmarshal(data, &parts); err != nil {
				return fmt.Errorf("expand by %s: %w", e.Operation, err)
			}
			out[i] = parts[e.Part]
		}
	}
	return nil
}

// ask returns the data of another operation's answer to the caller. id is the value in its path.
func (s *Server) ask(ctx context.Context, st *state, name string, query []schema.Pair, id string) (json.RawMessage, error) {
	at := slices.IndexFunc(s.ops, func(o *operation) bool { return o.ID == name })
	if at < 0 {
		return nil, fmt.Errorf("%s expands by the unknown operation %s", st.op.ID, name)
	}
	op := s.ops[at]
	if !st.who.May(op.Group, false) {
		return nil, fault.Newf(fault.Forbidden, fault.CodeInsufficientScope, "The key may not read %s, which expand asks for.", op.Group)
	}
	input := op.shape.fresh()
	given := schema.Given{Query: query, Path: func(string) string { return id }, Header: http.Header{}}
	if items := schema.Bind(op.params, given, reflect.ValueOf(input).Elem(), nil); len(items) > 0 {
		return nil, schema.Invalid(items)
	}
	found, err := op.handle(ctx, st.who, input)
	if err != nil {
		return nil, err
	}
	a, err := op.render(found)
	if err != nil {
		return nil, err
	}
	defer a.free()
	var whole struct {
		Data json.RawMessage `json:"data"`
	}
	err = json.Unmarshal(a.body, &whole)
	return whole.Data, err
}

// member returns the text of a number in a record, "" if it is null or absent.
func member(record json.RawMessage, name string) string {
	for part := range strings.SplitSeq(name, ".") {
		var members map[string]json.RawMessage
		if json.Unmarshal(record, &members) != nil {
			return ""
		}
		record = members[part]
	}
	if text := string(record); text != "null" {
		return text
	}
	return ""
}
