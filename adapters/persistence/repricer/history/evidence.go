package history

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	historyports "sellingassistant/ports/repricer/history"
)

// mostUnpacked limits the unpacked size of a document, in bytes.
const mostUnpacked = 4 << 20

// packers reuses writers, because each has half a megabyte of tables.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.DefaultCompression)
	if err != nil {
		panic(err) // a constant level has no error
	}
	return w
}}

func pack(b []byte) ([]byte, error) {
	w, _ := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func unpack(b []byte) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(b))
	defer r.Close()
	out, err := io.ReadAll(io.LimitReader(r, mostUnpacked+1))
	if err == nil && len(out) > mostUnpacked {
		err = fmt.Errorf("more than %d bytes", mostUnpacked)
	}
	return out, err
}

// evidenceText stores lists of ids, times, inputs and traces.
func evidenceText(d db.Dialect) string {
	into := "INSERT INTO repricer_change_inputs (team_id, change_id, created_at, input, trace) SELECT $1, "
	if d == db.Postgres {
		return into + "u.id, u.at, u.input, u.trace FROM unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[])" +
			" AS u(id, at, input, trace)"
	}
	// JSON on SQLite has no bytes, so they arrive as hexadecimal digits.
	return into + "value ->> 0, value ->> 1, unhex(value ->> 2), unhex(value ->> 3) FROM json_each($2)"
}

// insertEvidence stores the inputs and traces of the kept entries.
func (c *Changes) insertEvidence(ctx context.Context, team id.Team, kept []int, entries []entry, decided []historyports.Decided) error {
	ids, times := make([]int64, len(kept)), make([]int64, len(kept))
	inputs, traces := make([][]byte, len(kept)), make([][]byte, len(kept))
	for n, i := range kept {
		ids[n], times[n] = int64(entries[i].ID), db.Micros(entries[i].CreatedAt)
		var err error
		if inputs[n], err = pack(canon.Encode(decided[i].Input)); err != nil {
			return err
		}
		if traces[n], err = packTrace(decided[i].Trace); err != nil {
			return err
		}
	}
	args := []any{int64(team), ids, times, inputs, traces}
	if c.store.Dialect() == db.SQLite {
		lines := make([][4]any, len(kept))
		for n := range lines {
			lines[n] = [4]any{ids[n], times[n], hex.EncodeToString(inputs[n]), nil}
			if traces[n] != nil {
				lines[n][3] = hex.EncodeToString(traces[n])
			}
		}
		doc, err := json.Marshal(lines)
		if err != nil {
			return err
		}
		args = []any{int64(team), string(doc)}
	}
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.evidence, args...)
	return db.Written(n, len(kept), err)
}

func (c *Changes) Evidence(ctx context.Context, team id.Team, changes []entry) (map[repricer.ChangeID]historyports.Evidence, error) {
	out := make(map[repricer.ChangeID]historyports.Evidence, len(changes))
	if len(changes) == 0 {
		return out, nil
	}
	ids := make([]int64, len(changes))
	least, most := db.Micros(changes[0].CreatedAt), db.Micros(changes[0].CreatedAt)
	for i, e := range changes {
		at := db.Micros(e.CreatedAt)
		ids[i], least, most = int64(e.ID), min(least, at), max(most, at)
	}
	rows, err := c.store.Hot(ctx).Query(ctx, c.texts.readEvidence, int64(team), c.store.IDsArg(ids), least, most)
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	for rows.Next() {
		var change int64
		var input, trace []byte
		if err := rows.Scan(&change, &input, &trace); err != nil {
			return nil, db.Fault(err)
		}
		e, err := evidenceOf(input, trace)
		if err != nil {
			return nil, fmt.Errorf("repricer change %d: %w", change, err)
		}
		out[repricer.ChangeID(change)] = e
	}
	return out, db.Fault(rows.Err())
}

func evidenceOf(input, trace []byte) (historyports.Evidence, error) {
	plain, err := unpack(input)
	if err != nil {
		return historyports.Evidence{}, fmt.Errorf("its input: %w", err)
	}
	var out historyports.Evidence
	if in, err := canon.Decode(plain); err == nil {
		out.Input = optional.Some(in)
	}
	out.Trace, err = unpackTrace(trace)
	return out, err
}

// traceBody has the JSON form of a trace, with amounts in ten-thousandths.
type traceBody struct {
	Steps  []traceStep  `json:"s"`
	Offers []traceOffer `json:"o"`
}

type traceStep struct {
	Step int           `json:"n"`
	Rule decision.Rule `json:"r"`
	In   *int64        `json:"i,omitempty"`
	Out  *int64        `json:"o,omitempty"`
	Note string        `json:"t,omitempty"`
}

type traceOffer struct {
	Seller    string             `json:"s"`
	Landed    int64              `json:"l"`
	Used      bool               `json:"u,omitempty"`
	Excluded  decision.Exclusion `json:"e,omitempty"`
	Candidate *int64             `json:"c,omitempty"`
}

func packTrace(t *decision.Trace) ([]byte, error) {
	if t == nil {
		return nil, nil
	}
	body := traceBody{Steps: make([]traceStep, len(t.Steps)), Offers: make([]traceOffer, len(t.Offers))}
	for i, s := range t.Steps {
		body.Steps[i] = traceStep{s.Step, s.Rule, traceUnits(s.In), traceUnits(s.Out), s.Note}
	}
	for i, o := range t.Offers {
		body.Offers[i] = traceOffer{o.SellerID, o.Landed.Units(), o.Used, o.Excluded, traceUnits(o.Candidate)}
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return pack(b)
}

func unpackTrace(b []byte) (*decision.Trace, error) {
	if b == nil {
		return nil, nil
	}
	plain, err := unpack(b)
	if err != nil {
		return nil, fmt.Errorf("its trace: %w", err)
	}
	var body traceBody
	if err := json.Unmarshal(plain, &body); err != nil {
		return nil, fmt.Errorf("its trace: %w", err)
	}
	t := decision.Trace{Steps: make([]decision.TraceStep, len(body.Steps)), Offers: make([]decision.TraceOffer, len(body.Offers))}
	for i, s := range body.Steps {
		t.Steps[i] = decision.TraceStep{Step: s.Step, Rule: s.Rule, In: traceAmount(s.In), Out: traceAmount(s.Out), Note: s.Note}
	}
	for i, o := range body.Offers {
		t.Offers[i] = decision.TraceOffer{
			SellerID: o.Seller, Landed: money.FromUnits(o.Landed), Used: o.Used, Excluded: o.Excluded, Candidate: traceAmount(o.Candidate),
		}
	}
	return &t, nil
}

func traceUnits(m optional.Maybe[money.Amount]) *int64 {
	return optional.Convert(m, money.Amount.Units).Ptr()
}

func traceAmount(n *int64) optional.Maybe[money.Amount] {
	return optional.Convert(optional.Of(n), money.FromUnits)
}
