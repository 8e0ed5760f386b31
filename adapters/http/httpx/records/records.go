package records

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// Kind describes a kind of record. List, Get and the others register its usual operations. Method,
// path, group, statuses and headers follow from the kind; ids and texts come from the operation.
type Kind struct {
	*httpx.Router
	Path, Group string
	// Noun names the record that the id in the path identifies: "SKU".
	Noun string
	// Record sets the id that examples name; 0 means 1.
	Record int64
}

// Shown converts a record for answers.
type Shown[T, B any] struct {
	Of func(T) B
	// Place returns the id and the version.
	Place   func(T) (id, version int64)
	Example B
	// Live marks a record with parts that change without its version.
	Live bool
}

func (k Kind) operation(op httpx.Operation, method, path string, errors ...int) httpx.Operation {
	op.Method, op.Path, op.Group, op.Beta, op.Noun, op.Record = method, k.Path+path, k.Group, true, k.Noun, k.Record
	op.Errors = append(op.Errors, errors...)
	return op
}

type recordInput struct {
	ID int64 `path:"id" minimum:"1"`
}

// List registers the list of a kind and its tables. The input embeds ListInput, or
// RecordInput for records of a team.
func List[I listing, T, B any](k Kind, op httpx.Operation, sorts Sortable, of func(T) B, example B,
	list func(ctx context.Context, who caller.Caller, input *I, req page.Request) (page.Page[T], error),
) {
	sorts.Fields = (*new(I)).sorts(sorts.Fields)
	op.Description += "\n\nSort fields: " + strings.Join(sorts.Fields, ", ") + "."
	op, asked := TablesOf(k, op, sorts, of, example, list)
	op.Example = body.List[B]{Data: []B{example}, Meta: body.ListMeta{Limit: page.DefaultLimit}}
	httpx.Register(k.Router, k.operation(op, http.MethodGet, ""), func(ctx context.Context, who caller.Caller, input *I) (*ListOut[B], error) {
		if table, err := asked(ctx, who, input); err != nil {
			return nil, err
		} else if table != nil {
			return &ListOut[B]{PageOut: *table}, nil
		}
		req, err := (*input).Page(ctx, sorts)
		if err != nil {
			return nil, err
		}
		p, err := list(ctx, who, input, req)
		if err != nil {
			return nil, err
		}
		return ListOf(ctx, p, req, of), nil
	})
	k.Listed(reflect.TypeFor[B]())
}

// Create registers the operation that creates a record from the body P.
func Create[P, T, B any](
	k Kind, op httpx.Operation, shown Shown[T, B], create func(context.Context, caller.Caller, *P) (T, error),
) {
	op.Example, op.Status = body.One[B]{Data: shown.Example}, http.StatusCreated
	type input struct{ Body P }
	httpx.Register(k.Router, k.operation(op, http.MethodPost, ""), func(ctx context.Context, who caller.Caller, in *input) (*Created[B], error) {
		made, err := create(ctx, who, &in.Body)
		if err != nil {
			return nil, err
		}
		id, version := shown.Place(made)
		return CreatedOf(shown.Of(made), version, k.Path+"/"+strconv.FormatInt(id, 10)), nil
	})
}

// Get registers the operation that reads one record.
func Get[ID ~int64, T, B any](
	k Kind, op httpx.Operation, shown Shown[T, B], get func(context.Context, caller.Caller, ID) (T, error),
) {
	op.Example = body.One[B]{Data: shown.Example}
	op = k.operation(op, http.MethodGet, "/{id}", http.StatusNotFound)
	httpx.Register(k.Router, op, AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, in *recordInput) (T, error) {
		return get(ctx, who, ID(in.ID))
	}))
}

// Update registers the operation that changes one record by the body P.
func Update[P any, ID ~int64, T, B any](k Kind, op httpx.Operation, shown Shown[T, B],
	update func(ctx context.Context, who caller.Caller, id ID, in *P, ifMatch *int64) (T, error),
) {
	op.Example = body.One[B]{Data: shown.Example}
	op = k.operation(op, http.MethodPatch, "/{id}", http.StatusNotFound, http.StatusPreconditionFailed)
	type input struct {
		recordInput
		IfMatch
		Body P
	}
	httpx.Register(k.Router, op, AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, in *input) (none T, err error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return none, err
		}
		return update(ctx, who, ID(in.ID), &in.Body, ifMatch)
	}))
}

// Delete registers the operation that deletes one record.
func Delete[ID ~int64](
	k Kind, op httpx.Operation,
	remove func(ctx context.Context, who caller.Caller, id ID, ifMatch *int64) error,
) {
	op = k.operation(op, http.MethodDelete, "/{id}", http.StatusNotFound, http.StatusPreconditionFailed)
	type input struct {
		recordInput
		IfMatch
	}
	httpx.Register(k.Router, op, func(ctx context.Context, who caller.Caller, in *input) (*httpx.None, error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return nil, err
		}
		return nil, remove(ctx, who, ID(in.ID), ifMatch)
	})
}

// Deleted converts the result for one record of DeleteMany.
func Deleted[ID ~int64](r edit.Result[ID]) (body.DeletedRow, int64, *fault.Error) {
	return body.DeletedRow{ID: int64(r.ID), Status: string(r.Outcome), Error: body.RowErrorOf(r.Err)}, int64(r.ID), r.Err
}

// DeleteMany registers the deletion of up to 100 records, with a result for each. Its example
// names two records; the second is missing.
func DeleteMany[ID ~int64](k Kind, op httpx.Operation,
	remove func(context.Context, caller.Caller, edit.Many[ID]) ([]edit.Result[ID], error),
) {
	type input struct {
		DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
		Body   body.IDs
	}
	if ids, ok := op.RequestExample.(body.IDs); ok && op.Example == nil {
		two := body.Numbers[ID](ids.IDs)
		op.Example = body.BulkOf([]edit.Result[ID]{
			{ID: two[0], Outcome: edit.Deleted}, {ID: two[1], Outcome: edit.Failed, Err: fault.Missing()},
		}, Deleted[ID])
	}
	httpx.Register(k.Router, k.operation(op, http.MethodDelete, ""), httpx.AnswerBulk(Deleted[ID], func(ctx context.Context, who caller.Caller, in *input) ([]edit.Result[ID], error) {
		return remove(ctx, who, edit.Many[ID]{IDs: body.Numbers[ID](in.Body.IDs), DryRun: in.DryRun})
	}))
}
