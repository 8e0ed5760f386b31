package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/expand"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

const (
	idsName    = "ids"
	dryRunName = "dry_run"
	// mostExpansions limits the words of a call.
	mostExpansions = 5
	// saysIDs ends the description of a deletion of many records.
	saysIDs = "\n\nDELETE with ids=1,2 in the address and no body is the same."
)

// deletesByIDs reports whether an operation deletes the records that its body names.
func (op *operation) deletesByIDs() bool {
	return op.Method == http.MethodDelete && op.body != nil && op.body.Has(idsName)
}

// idsBody returns the body that the parameter ids of a deletion replaces, because some clients send
// no body with DELETE. It is nil without the parameter.
func (st *state) idsBody() ([]byte, error) {
	if !st.op.deletesByIDs() {
		return nil, nil
	}
	given := st.given(idsName)
	switch {
	case given == nil:
		return nil, nil
	case st.request.ContentLength != 0:
		const message = "Give the ids in the address or in the body."
		return nil, fault.New(fault.Invalid, fault.CodeConflictingParameters, message).In(idsName)
	}
	return json.Marshal(map[string][]string{idsName: strings.Split(strings.Join(given, ","), ",")})
}

// given returns the values of a query parameter, nil without the parameter.
func (st *state) given(name string) (values []string) {
	for _, p := range st.query {
		if p.Name == name {
			values = append(values, p.Value)
		}
	}
	return values
}

// errRehearsed rolls a dry run back.
var errRehearsed = errors.New("httpx: a dry run ends here")

// rehearse runs a call and rolls back all of its work. It returns the answer of the call.
func (s *Server) rehearse(ctx context.Context, st *state, input any) (ans *answer, err error) {
	err = s.tx.InTx(ctx, func(ctx context.Context) (err error) {
		if ans, err = st.run(ctx, input); err != nil {
			return err
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return ans, nil
	}
	return nil, err
}

// describeDryRun adds the parameter of a dry run.
func (op *operation) describeDryRun(d *huma.Operation, c *schema.Compiler) {
	if !op.DryRun {
		return
	}
	if !op.write || op.Outside {
		panic("httpx: " + op.ID + ": DryRun is for operations with all effects in the database")
	}
	p := &schema.Param{Name: dryRunName, In: "query", Put: func(reflect.Value, []string) error { return nil }}
	d.Parameters = append(d.Parameters, c.Describe(p, &huma.Schema{Type: huma.TypeBoolean},
		"Answer the same and change nothing. Ids of new records are not kept.", op.ID+"."+dryRunName))
	op.params = append(op.params, p)
}

// describeExpand adds the parameter expand, and the member expanded of the records.
func (s *Server) describeExpand(op *operation, d *huma.Operation, c *schema.Compiler) {
	if len(op.Expand) == 0 {
		return
	}
	var words []any
	for _, e := range op.Expand {
		words = append(words, e.Word)
	}
	p := &schema.Param{Name: expand.Parameter, In: "query", Put: func(reflect.Value, []string) error { return nil }}
	d.Parameters = append(d.Parameters, c.Describe(p, &huma.Schema{
		Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Enum: words}, MaxItems: new(mostExpansions),
	}, "Adds these records to the member expanded, as their lists show them: the first 200 of a record.",
		op.ID+"."+expand.Parameter))
	op.params = append(op.params, p)
	answer, _ := op.shape.out.FieldByName("Body")
	data, _ := answer.Type.FieldByName("Data")
	record := data.Type
	if record.Kind() == reflect.Slice {
		record = record.Elem()
	}
	s.doc.Member(record, "expanded", expand.Parameter, &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Description: "The records that expand asks for, by its words. Only with expand.",
	})
}

// expand adds the expansions of a call to its answer, and renews its entity tag. The version in the
// tag stays, for If-Match.
func (s *Server) expand(ctx context.Context, st *state, a *answer) error {
	wanted := expand.Wanted(st.given(expand.Parameter), st.op.Expand)
	if len(wanted) == 0 || a.rows != nil || a.status != http.StatusOK {
		return nil
	}
	st.expands = true
	text, list, err := expand.Answer(ctx, a.body, wanted, s.ask(st))
	if err != nil {
		return err
	}
	a.free()
	a.body = text
	for i, line := range a.headers {
		switch sum := wire.Digest(text); {
		case line.name != "Etag":
		case list:
			a.headers[i].value = `"` + sum[:32] + `"`
		default:
			version, _, _ := strings.Cut(strings.Trim(line.value, `"`), "-")
			a.headers[i].value = `"` + version + "-" + sum[:16] + `"`
		}
	}
	return nil
}

// Answer returns the body of a read as an operation answers it to a caller, outside of a call. The
// path has the record. Answer takes part in the transaction of ctx, and returns the faults of the
// operation.
func (s *Server) Answer(
	ctx context.Context, who caller.Caller, operation string, query url.Values, record string,
) (json.RawMessage, error) {
	st := &state{
		Context: ctx, server: s, who: who, request: &http.Request{URL: &url.URL{}, Header: http.Header{}}, expands: true,
		trace: TraceID(ctx),
	}
	return s.answerOf(st)(st, operation, query, record)
}

// ask returns the way to the data of other operations for the caller of a call.
func (s *Server) ask(st *state) expand.Ask {
	whole := s.answerOf(st)
	return func(ctx context.Context, name string, query url.Values, id string) (json.RawMessage, error) {
		text, err := whole(ctx, name, query, id)
		if err != nil {
			return nil, err
		}
		var answer struct {
			Data json.RawMessage `json:"data"`
		}
		err = json.Unmarshal(text, &answer)
		return answer.Data, err
	}
}

// answerOf returns the way to other operations for the caller of a call.
func (s *Server) answerOf(st *state) expand.Ask {
	return func(ctx context.Context, name string, query url.Values, id string) (json.RawMessage, error) {
		at := slices.IndexFunc(s.ops, func(o *operation) bool { return o.ID == name })
		if at < 0 {
			return nil, fmt.Errorf("%s uses the unknown operation %s", st.operationID(), name)
		}
		op := s.ops[at]
		if st.op == nil {
			st.op = op
		}
		if !st.who.May(op.Group, false) {
			return nil, fault.Newf(fault.Forbidden, fault.CodeInsufficientScope,
				"The key may not read %s, which expand asks for.", op.Group)
		}
		input := op.shape.fresh()
		given := schema.Given{Path: func(string) string { return id }, Header: http.Header{}}
		for parameter, values := range query {
			for _, value := range values {
				given.Query = append(given.Query, schema.Pair{Name: parameter, Value: value})
			}
		}
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
		return slices.Clone(a.body), nil
	}
}
