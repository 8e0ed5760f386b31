package httpx

import (
	"context"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

// Handler is what an operation does: it turns an input into an output.
type Handler[I, O any] = func(ctx context.Context, who caller.Caller, in *I) (*O, error)

// Ask is a use case behind an operation.
type Ask[I, T any] = func(ctx context.Context, who caller.Caller, in *I) (T, error)

// Sent is an input that is a body and nothing else.
type Sent[P any] struct{ Body P }

// answerWith shows what a use case found.
func answerWith[I, T, O any](ask Ask[I, T], show func(T) *O) Handler[I, O] {
	return func(ctx context.Context, who caller.Caller, in *I) (*O, error) {
		found, err := ask(ctx, who, in)
		if err != nil {
			return nil, err
		}
		return show(found), nil
	}
}

// AnswerPlain answers what was found, as of shows it, without an envelope.
func AnswerPlain[I, T, B any](of func(T) B, ask Ask[I, T]) Handler[I, Plain[B]] {
	return answerWith(ask, func(found T) *Plain[B] { return &Plain[B]{Body: of(found)} })
}

// AnswerOne answers one record without a version.
func AnswerOne[I, T, B any](of func(T) B, ask Ask[I, T]) Handler[I, OneOut[B]] {
	return answerWith(ask, func(found T) *OneOut[B] { return OneOf(of(found)) })
}

// AnswerVersioned answers one record in its version.
func AnswerVersioned[I, T, B any](shown Shown[T, B], ask Ask[I, T]) Handler[I, Versioned[B]] {
	return answerWith(ask, func(found T) *Versioned[B] {
		_, version := shown.Place(found)
		return VersionedOf(shown.Of(found), version)
	})
}

// AnswerBulk answers a call about many records. row is a result with the id of its
// record, 0 for none yet, and its fault, nil for a success.
func AnswerBulk[I, D, R any](row func(D) (R, int64, *fault.Error), ask Ask[I, []D]) Handler[I, BulkOut[R]] {
	return answerWith(ask, func(results []D) *BulkOut[R] { return &BulkOut[R]{Body: body.BulkOf(results, row)} })
}
