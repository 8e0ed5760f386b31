package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sellingassistant/domain/kernel/fault"
)

// change describes the effect of a tool that changes records.
type change struct {
	// reads names the operation that reads a record before the change. Without it the answer of the
	// operation shows the effect.
	reads string
	// ids names the member with the ids of several records.
	ids string
	// trial names the parameter that lets the operation itself decide and write nothing. Without
	// it a dry run is rolled back.
	trial string
	// outside marks effects outside the database, which cannot be rolled back.
	outside bool
	// destroys marks a change that replaces values.
	destroys bool
	// effect returns the rows of an answer, each with the parts that a dry run and the change have
	// in common.
	effect func(answer node) []any
}

const (
	// codeStale refuses a change with another effect than its dry run had.
	codeStale fault.Code = "confirmation_stale"
	// mostRows bounds the rows that are changed without a dry run before.
	mostRows = 20
	// mostMove bounds the move of an amount without a dry run before, in percent of its old value.
	mostMove = 25
	// maxIDs bounds the records that are read before a change. The operation refuses more.
	maxIDs = 100
)

// outcome has the effect of a change.
type outcome struct {
	DryRun  bool        `json:"dry_run"`
	Confirm string      `json:"confirm,omitempty"`
	Changes []rowChange `json:"changes,omitempty"`
	// Answer has the answer of an operation without records that are read before.
	Answer json.RawMessage `json:"answer,omitempty"`

	moved bool // an amount moved far
	rows  int  // records with an effect
}

// rowChange has the old and new values of the members that a call gives.
type rowChange struct {
	ID       any  `json:"id,omitempty"`
	SKU      any  `json:"sku,omitempty"`
	Status   any  `json:"status,omitempty"`
	Currency any  `json:"currency,omitempty"`
	Old      node `json:"old,omitempty"`
	New      node `json:"new,omitempty"`
	Warnings any  `json:"warnings,omitempty"`
	Error    any  `json:"error,omitempty"`
}

// errRollBack ends the transaction of a dry run, and of a change that is not made.
var errRollBack = errors.New("roll back")

// write answers a tool that changes records. It changes nothing unless dry_run is false.
func (h *handler) write(ctx context.Context, t *tool, given arguments) (*sdk.CallToolResult, error) {
	dry, confirm, err := wishes(given)
	switch {
	case err != nil:
		return nil, err
	case t.change.outside:
		return h.writeOutside(ctx, t, given, dry, confirm)
	}
	var result *sdk.CallToolResult
	err = h.tx.InTx(ctx, func(ctx context.Context) error {
		out, problem, err := h.try(ctx, t, given, dry)
		if result = problem; err != nil || problem != nil {
			return errors.Join(err, errRollBack)
		}
		if f := out.refusal(dry, confirm); f != nil {
			result = refused(f)
			return errRollBack
		}
		if result, err = out.result(dry); err != nil || dry {
			return errors.Join(err, errRollBack)
		}
		return nil
	})
	if err == nil || result != nil && errors.Is(err, errRollBack) {
		return result, nil
	}
	return nil, err
}

// writeOutside answers a tool with effects outside the database. Its operation makes the dry run,
// also to compare the effect with a confirmed dry run.
func (h *handler) writeOutside(
	ctx context.Context, t *tool, given arguments, dry bool, confirm string,
) (*sdk.CallToolResult, error) {
	if dry || confirm != "" {
		out, problem, err := h.try(ctx, t, given, true)
		if err != nil || problem != nil {
			return problem, err
		}
		if dry {
			return out.result(true)
		}
		if f := out.refusal(false, confirm); f != nil {
			return refused(f), nil
		}
	}
	out, problem, err := h.try(ctx, t, given, false)
	if err != nil || problem != nil {
		return problem, err
	}
	return out.result(false)
}

// wishes reads the members that every change has.
func wishes(given arguments) (dry bool, confirm string, err error) {
	dry = true
	for name, into := range map[string]any{"dry_run": &dry, "confirm": &confirm} {
		if v, ok := given[name]; ok && json.Unmarshal(v, into) != nil {
			return true, "", fault.Newf(fault.Invalid, fault.CodeValidationFailed, "%s has the wrong type", name).At("/" + name)
		}
	}
	return dry, confirm, nil
}

// try reads the records, makes the call and compares. It returns a result for a refused call.
func (h *handler) try(ctx context.Context, t *tool, given arguments, dry bool) (*outcome, *sdk.CallToolResult, error) {
	asked := arguments{}
	for name, v := range given {
		if name != "dry_run" && name != "confirm" {
			asked[name] = v
		}
	}
	before, problem, err := h.before(ctx, t, asked)
	if err != nil || problem != nil {
		return nil, problem, err
	}
	r, err := h.ask(ctx, t.trial(dry), asked)
	if err != nil {
		return nil, nil, err
	}
	if !r.ok() {
		return nil, t.problem(r), nil
	}
	out := &outcome{DryRun: dry}
	var answer node
	if err := decode(r.body.Bytes(), &answer); err != nil {
		return nil, nil, err
	}
	var marks []any
	if t.change.reads != "" {
		marks = out.compare(t, asked, before, answer)
	} else {
		out.Answer, marks = r.body.Bytes(), t.change.effect(answer)
		out.rows = len(marks)
	}
	text, err := json.Marshal([]any{t.name, asked, marks})
	sum := sha256.Sum256(text)
	out.Confirm = hex.EncodeToString(sum[:16])
	return out, nil, err
}

// trial returns the tool with the parameter that makes its operation a dry run, if it has one.
func (t *tool) trial(dry bool) *tool {
	if t.change.trial == "" || !dry {
		return t
	}
	copied := *t
	copied.members = append([]member{{
		name: t.change.trial, at: "query", place: []string{t.change.trial}, fixed: true, standard: json.RawMessage("true"),
	}}, t.members...)
	return &copied
}

// before reads the records of a change by their ids. A missing record is left out.
func (h *handler) before(ctx context.Context, t *tool, given arguments) (map[string]node, *sdk.CallToolResult, error) {
	found := map[string]node{}
	if t.before == nil {
		return found, nil, nil
	}
	ids := []json.RawMessage{given["id"]}
	if t.change.ids != "" {
		// A value that is not a list is refused by the operation.
		_ = json.Unmarshal(given[t.change.ids], &ids)
		ids = ids[:min(len(ids), maxIDs)]
	}
	for _, id := range ids {
		r, err := h.ask(ctx, t.before, arguments{"id": id})
		if err != nil {
			return nil, nil, err
		}
		var answer struct {
			Data node `json:"data"`
		}
		switch {
		case r.ok():
			if err := decode(r.body.Bytes(), &answer); err != nil {
				return nil, nil, err
			}
			found[keyOf(answer.Data)] = answer.Data
		case r.status != http.StatusNotFound && r.status != http.StatusBadRequest:
			// The operation itself answers for a missing record and a malformed id.
			return nil, t.before.problem(r), nil
		}
	}
	return found, nil, nil
}

// keyOf names a record; settings have no id.
func keyOf(record node) string {
	id, _ := record["id"].(json.Number)
	return id.String()
}

// compare lists the changes, and returns the marks of all rows: id, version and status. A change of
// a row by somebody else gives it another version.
func (o *outcome) compare(t *tool, given arguments, before map[string]node, answer node) []any {
	rows, several := answer["data"].([]any)
	if !several {
		rows = []any{node{"product": answer["data"]}}
	}
	var marks []any
	for _, v := range rows {
		row, _ := v.(node)
		after, _ := row["product"].(node)
		marks = append(marks, []any{row["id"], row["status"], after["version"]})
		c := rowChange{
			ID: row["id"], SKU: after["sku"], Status: row["status"], Currency: after["currency"], Error: row["error"],
			Old: node{}, New: node{},
		}
		if list, _ := row["warnings"].([]any); len(list) > 0 {
			c.Warnings = list
		}
		if after != nil {
			o.rows++
			c.ID = after["id"]
			for _, m := range t.members {
				if given[m.name] != nil && m.at == "body" && m.name != t.change.ids {
					c.Old[m.name], c.New[m.name] = at(before[keyOf(after)], m.place), at(after, m.place)
					o.moved = o.moved || m.amount && far(c.Old[m.name], c.New[m.name])
				}
			}
		}
		o.Changes = append(o.Changes, c)
	}
	return marks
}

// at returns the value at a place of a record, nil without one.
func at(record node, place []string) any {
	for _, name := range place[:len(place)-1] {
		record, _ = record[name].(node)
	}
	return record[place[len(place)-1]]
}

// far reports whether an amount moves by more than mostMove percent, or is removed.
func far(before, after any) bool {
	b, known := before.(json.Number)
	if !known {
		return false
	}
	a, known := after.(json.Number)
	if !known {
		return true
	}
	was, ok := new(big.Rat).SetString(b.String())
	is, fine := new(big.Rat).SetString(a.String())
	if !ok || !fine {
		return true
	}
	bound := new(big.Rat).Mul(was, big.NewRat(mostMove, 100))
	return new(big.Rat).Abs(is.Sub(is, was)).Cmp(bound.Abs(bound)) > 0
}

// refusal returns the fault of a change that must not be made, nil for a dry run.
func (o *outcome) refusal(dry bool, confirm string) *fault.Error {
	switch {
	case dry:
		return nil
	case confirm != "" && confirm != o.Confirm:
		return fault.New(fault.Rule, codeStale,
			"A record has changed since the dry run, or it was another call. Make the dry run again and look at it.")
	case confirm != "":
		return nil
	case o.rows > mostRows:
		return fault.Newf(fault.Rule, fault.CodeLargeChange,
			"%d rows change. Make a dry run, and repeat its confirm for more than %d rows.", o.rows, mostRows)
	case o.moved:
		return fault.Newf(fault.Rule, fault.CodeLargeChange,
			"An amount moves by more than %d percent. Make a dry run, and repeat its confirm.", mostMove)
	}
	return nil
}

// result shows the effect. Only a dry run has a digest to confirm.
func (o *outcome) result(dry bool) (*sdk.CallToolResult, error) {
	if !dry {
		o.Confirm = ""
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return answerOf(text), nil
}

// importedLines returns the lines of an import with their costs.
func importedLines(answer node) []any {
	data, _ := answer["data"].(node)
	lines, _ := data["lines"].([]any)
	marks := make([]any, 0, len(lines))
	for _, v := range lines {
		line, _ := v.(node)
		if line["status"] != "skipped" {
			marks = append(marks, []any{line["line_no"], line["status"], line["cost"]})
		}
	}
	return marks
}
