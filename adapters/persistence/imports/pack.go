package imports

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// packedRow has the stored form of a row of a report.
type packedRow struct {
	Number      int64         `json:"n"`
	Record      int64         `json:"r,omitempty"`
	SKU         string        `json:"k,omitempty"`
	Marketplace string        `json:"m,omitempty"`
	Status      string        `json:"s"`
	Code        string        `json:"c,omitempty"`
	Message     string        `json:"e,omitempty"`
	Values      []packedValue `json:"v,omitempty"`
}

type packedValue struct {
	Field string  `json:"f"`
	Old   *string `json:"o,omitempty"`
	New   *string `json:"n,omitempty"`
}

var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err) // a constant level has no error
	}
	return w
}}

// pack writes the rows of a chunk as compressed JSON.
func pack(rows []imports.Row) ([]byte, error) {
	out := make([]packedRow, len(rows))
	for i, r := range rows {
		p := packedRow{r.Number, r.Record, r.SKU, string(r.Marketplace), string(r.Status), string(r.Code), r.Message, make([]packedValue, len(r.Values))}
		for n, v := range r.Values {
			p.Values[n] = packedValue{string(v.Field), v.Old.Ptr(), v.New.Ptr()}
		}
		out[i] = p
	}
	var b bytes.Buffer
	w := writers.Get().(*flate.Writer) //nolint:forcetypeassert // the pool makes them
	defer writers.Put(w)
	w.Reset(&b)
	if err := json.NewEncoder(w).Encode(out); err != nil {
		return nil, fmt.Errorf("store a report: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("store a report: %w", err)
	}
	return b.Bytes(), nil
}

// unpack decodes the bytes of pack.
func unpack(packed []byte) ([]imports.Row, error) {
	var all []packedRow
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(packed))).Decode(&all); err != nil {
		return nil, fmt.Errorf("read a report: %w", err)
	}
	rows := make([]imports.Row, len(all))
	for i, p := range all {
		rows[i] = imports.Row{
			Number: p.Number, Record: p.Record, SKU: p.SKU, Marketplace: marketplace.ID(p.Marketplace), Status: imports.Status(p.Status), Code: fault.Code(p.Code),
			Message: p.Message,
		}
		for _, v := range p.Values {
			rows[i].Values = append(rows[i].Values, imports.Value{Field: imports.Field(v.Field), Old: optional.Of(v.Old), New: optional.Of(v.New)})
		}
	}
	return rows, nil
}
