package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/fault"
)

const (
	idsName    = "ids"
	dryRunName = "dry_run"
	// saysIDs ends the description of a deletion of many records.
	saysIDs = "\n\nDELETE with ids=1,2 in the address and no body is the same."
)

// deletesByIDs reports whether an operation deletes the records that its body names.
func (op *operation) deletesByIDs() bool {
	return op.Method == http.MethodDelete && op.body != nil && op.body.Has(idsName)
}

// idsBody returns the body that the parameter ids of a deletion stands for, because some clients send
// no body with DELETE. It is nil without the parameter.
func (st *state) idsBody() ([]byte, error) {
	if !st.op.deletesByIDs() {
		return nil, nil
	}
	var ids []string
	for _, p := range st.query {
		if p.Name == idsName {
			ids = append(ids, strings.Split(p.Value, ",")...)
		}
	}
	switch {
	case ids == nil:
		return nil, nil
	case st.request.ContentLength != 0:
		return nil, fault.New(fault.Invalid, fault.CodeConflictingParameters, "Give the ids in the address or in the body.").In(idsName)
	}
	return json.Marshal(map[string][]string{idsName: ids})
}

// errRehearsed rolls a dry run back.
var errRehearsed = errors.New("httpx: a dry run ends here")

// rehearse runs a call and rolls back all of its work. The answer is that of the call.
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
