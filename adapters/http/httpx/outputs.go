package httpx

import (
	"context"
	"strconv"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

// OneOut has one record without a version.
type OneOut[T any] struct {
	Body body.One[T]
}

// OneOf makes the output of one record.
func OneOf[T any](v T) *OneOut[T] { return &OneOut[T]{Body: body.One[T]{Data: v}} }

// Plain has a body without an envelope, for the classic groups.
type Plain[T any] struct {
	Body T
}

// PlainOf makes an output without an envelope.
func PlainOf[T any](v T) *Plain[T] { return &Plain[T]{Body: v} }

// BulkOut has the results of a bulk call.
type BulkOut[R any] struct {
	Body body.Bulk[R]
}

// Marketplace adds a marketplace to the input of an operation.
type Marketplace struct {
	Domain        string `query:"domain" maxLength:"100" doc:"Marketplace by its domain, with or without www. Wins over marketplaceId; without both the team's default marketplace counts." example:"amazon.com"`
	MarketplaceID string `query:"marketplaceId" maxLength:"100" doc:"Marketplace by Amazon's identifier." example:"ATVPDKIKX0DER"`
}

// BadParameter refuses one parameter that breaks the published schema.
func BadParameter(name string, code fault.Code, message string) *fault.Error {
	return schema.Invalid([]fault.Item{{Code: code, Message: message, Parameter: name}})
}

// Handler turns the input of an operation into its output.
type Handler[I, O any] = func(ctx context.Context, who caller.Caller, in *I) (*O, error)

// Ask runs the use case of an operation.
type Ask[I, T any] = func(ctx context.Context, who caller.Caller, in *I) (T, error)

// Sent has a body and no parameters.
type Sent[P any] struct{ Body P }

// AnswerWith runs a use case and makes the output of its result.
func AnswerWith[I, T, O any](ask Ask[I, T], show func(T) *O) Handler[I, O] {
	return func(ctx context.Context, who caller.Caller, in *I) (*O, error) {
		found, err := ask(ctx, who, in)
		if err != nil {
			return nil, err
		}
		return show(found), nil
	}
}

// AnswerPlain answers the result without an envelope, converted by of.
func AnswerPlain[I, T, B any](of func(T) B, ask Ask[I, T]) Handler[I, Plain[B]] {
	return AnswerWith(ask, func(found T) *Plain[B] { return &Plain[B]{Body: of(found)} })
}

// AnswerOne answers one record without a version.
func AnswerOne[I, T, B any](of func(T) B, ask Ask[I, T]) Handler[I, OneOut[B]] {
	return AnswerWith(ask, func(found T) *OneOut[B] { return OneOf(of(found)) })
}

// AnswerBulk answers a call about many records. row returns a converted result, its record id (0
// without an id) and its fault (nil for a success).
func AnswerBulk[I, D, R any](row func(D) (R, int64, *fault.Error), ask Ask[I, []D]) Handler[I, BulkOut[R]] {
	return func(ctx context.Context, who caller.Caller, in *I) (*BulkOut[R], error) {
		results, err := ask(ctx, who, in)
		if err != nil {
			return nil, err
		}
		st := stateOf(ctx)
		noun := st.server.noun(st.op, st.op.Path)
		return &BulkOut[R]{Body: body.BulkOf(results, func(d D) (R, int64, *fault.Error) {
			shown, id, refused := row(d)
			if refused == nil || id == 0 || refused.Message != fault.Missing().Message {
				return shown, id, refused
			}
			*refused = *noSuch(noun, strconv.FormatInt(id, 10), refused)
			return row(d)
		})}, nil
	}
}
