package body

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/fault"
)

// IDs names the records of a bulk call.
type IDs struct {
	IDs []ID `json:"ids" minItems:"1" maxItems:"100" doc:"The records to act on, at most 100. 12 and \"12\" are the same id; an id named twice acts once and is answered at both places."`
}

// Bulk has the answer body of a bulk call: one entry of data per named id, in the order of the
// request.
type Bulk[R any] struct {
	Data   []R         `json:"data" doc:"One result per named id, in the order of the request."`
	Meta   BulkMeta    `json:"meta"`
	Errors []BulkError `json:"errors" doc:"The failures again, in order; an empty list without failures."`
}

// BulkMeta counts the rows of a bulk call.
type BulkMeta struct {
	Succeeded int `json:"succeeded" doc:"Rows that succeeded, including unchanged rows."`
	Failed    int `json:"failed" doc:"Rows that failed."`
}

// BulkError describes one failed row.
type BulkError struct {
	Code    string         `json:"code" doc:"A stable word."`
	Message string         `json:"message" doc:"A sentence for people."`
	ID      *int64         `json:"id" doc:"The id of the row; null for a row without an id yet."`
	Index   int            `json:"index" doc:"The place of the row in the request, from 0."`
	Details map[string]any `json:"-"`
}

// MarshalJSON writes the details after the other members, as in the error of the row.
func (e BulkError) MarshalJSON() ([]byte, error) {
	type plain BulkError
	return withDetails(plain(e), e.Details, "code", "message", "id", "index")
}

// TransformSchema publishes the closed list of row codes and that details may follow.
func (BulkError) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return RowError{}.TransformSchema(nil, s)
}

// BulkOf makes the body of a bulk call. conv converts a result into its row, its id (0 without an
// id) and its fault (nil for a success).
func BulkOf[D, R any](rows []D, conv func(D) (row R, id int64, err *fault.Error)) Bulk[R] {
	b := Bulk[R]{Data: make([]R, 0, len(rows)), Errors: []BulkError{}}
	for i, d := range rows {
		row, id, err := conv(d)
		b.Data = append(b.Data, row)
		if err == nil {
			b.Meta.Succeeded++
			continue
		}
		b.Meta.Failed++
		e := BulkError{Code: string(err.Code), Message: err.Message, Index: i, Details: err.Details}
		if id != 0 {
			e.ID = &id
		}
		b.Errors = append(b.Errors, e)
	}
	return b
}

// RowError explains why a row failed. The details of the fault (blockers, existing_id, allowed)
// become further members.
type RowError struct {
	Code    string         `json:"code" doc:"A stable word."`
	Message string         `json:"message" doc:"A sentence for people."`
	Details map[string]any `json:"-"`
}

// RowErrorOf converts the fault of a row into its error member; nil without a fault.
func RowErrorOf(err *fault.Error) *RowError {
	if err == nil {
		return nil
	}
	return &RowError{Code: string(err.Code), Message: err.Message, Details: err.Details}
}

// MarshalJSON writes the details after the other members.
func (e RowError) MarshalJSON() ([]byte, error) {
	type plain RowError
	return withDetails(plain(e), e.Details, "code", "message")
}

// TransformSchema publishes the closed list of row codes and that details may follow.
func (RowError) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["code"].Enum = codes(fault.RowCodes())
	s.AdditionalProperties = true
	return s
}

// DeletedRow has the result for one record of a bulk deletion.
type DeletedRow struct {
	ID     int64     `json:"id" doc:"The id as named."`
	Status string    `json:"status" enum:"deleted,unchanged,failed" doc:"Outcome of the row; unchanged for a SKU that was hidden before."`
	Error  *RowError `json:"error,omitempty" doc:"Why the row failed; only there when it did."`
}
