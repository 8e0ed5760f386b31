package httpx

import (
	"context"
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
)

// OneOut has one record without a version.
type OneOut[T any] struct {
	Body body.One[T]
}

// OneOf makes the output of one record.
func OneOf[T any](v T) *OneOut[T] { return &OneOut[T]{Body: body.One[T]{Data: v}} }

// Versioned has one record with its version.
type Versioned[T any] struct {
	ETag string `header:"ETag" doc:"The version of the record, for If-Match. If the answer shows more than the version covers, it also has a digest, for If-None-Match."`
	Body body.One[T]
}

// VersionedOf makes the output of a record in its version.
func VersionedOf[T any](v T, version int64) *Versioned[T] {
	return &Versioned[T]{ETag: ETag(version), Body: body.One[T]{Data: v}}
}

// Created has a new record, or an existing record, which gets another status (Operation.Also).
type Created[T any] struct {
	Status   int    // 0 means the operation's status
	ETag     string `header:"ETag" doc:"The version of the record, for If-Match."`
	Location string `header:"Location" doc:"Where the record is."`
	Body     body.One[T]
}

// CreatedOf makes the output of a new record. The path is below Prefix: "/documents/12".
func CreatedOf[T any](v T, version int64, path string) *Created[T] {
	return &Created[T]{ETag: ETag(version), Location: Prefix + path, Body: body.One[T]{Data: v}}
}

// Plain has a body without an envelope, for the classic groups.
type Plain[T any] struct {
	Body T
}

// PlainOf makes an output without an envelope.
func PlainOf[T any](v T) *Plain[T] { return &Plain[T]{Body: v} }

// ETag writes a version as an entity tag.
func ETag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// BulkOut has the results of a bulk call.
type BulkOut[R any] struct {
	Body body.Bulk[R]
}

// Marketplace adds a marketplace to the input of an operation.
type Marketplace struct {
	Domain        string `query:"domain" maxLength:"100" doc:"Marketplace by its domain, with or without www. Wins over marketplaceId; without both the team's default marketplace counts." example:"amazon.com"`
	MarketplaceID string `query:"marketplaceId" maxLength:"100" doc:"Marketplace by Amazon's identifier." example:"ATVPDKIKX0DER"`
}

// IfMatch adds the If-Match header to the input of an operation that changes or deletes one record.
type IfMatch struct {
	IfMatch string `header:"If-Match" maxLength:"100" doc:"The ETag of the version to change, or * for any. A stale ETag is refused with 412; without the header the last write wins." example:"*"`
}

// Version returns the version in the header; nil if the header is absent or *. A text that is not
// an entity tag is an Invalid fault. A tag that no record can have is fault.StaleVersion.
func (m IfMatch) Version() (*int64, error) {
	version, any, ok := wire.TaggedVersion(m.IfMatch)
	switch {
	case any:
		return nil, nil
	case !ok:
		return nil, BadParameter("If-Match", fault.CodeInvalid, `must be one entity tag such as "3"`)
	case version == nil:
		return nil, fault.StaleVersion()
	}
	return version, nil
}

// BadParameter refuses one parameter that breaks the published schema.
func BadParameter(name string, code fault.Code, message string) *fault.Error {
	return schema.Invalid([]fault.Item{{Code: code, Message: message, Parameter: name}})
}

// UnknownPart refuses a part of a form that is not in known, and suggests a similar name. shown is
// the name in the answer.
func UnknownPart(shown string, known []string) *fault.Error {
	return BadParameter(shown, fault.CodeUnknownMember, "is not accepted"+schema.DidYouMean(shown, known))
}

// Handler turns the input of an operation into its output.
type Handler[I, O any] = func(ctx context.Context, who caller.Caller, in *I) (*O, error)

// Ask runs the use case of an operation.
type Ask[I, T any] = func(ctx context.Context, who caller.Caller, in *I) (T, error)

// Sent has a body and no parameters.
type Sent[P any] struct{ Body P }

// answerWith runs a use case and converts its result.
func answerWith[I, T, O any](ask Ask[I, T], show func(T) *O) Handler[I, O] {
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
	return answerWith(ask, func(found T) *Plain[B] { return &Plain[B]{Body: of(found)} })
}

// AnswerOne answers one record without a version.
func AnswerOne[I, T, B any](of func(T) B, ask Ask[I, T]) Handler[I, OneOut[B]] {
	return answerWith(ask, func(found T) *OneOut[B] { return OneOf(of(found)) })
}

// AnswerVersioned answers one record with its version.
func AnswerVersioned[I, T, B any](shown Shown[T, B], ask Ask[I, T]) Handler[I, Versioned[B]] {
	return answerWith(ask, func(found T) *Versioned[B] {
		_, version := shown.Place(found)
		out := VersionedOf(shown.Of(found), version)
		if shown.Live {
			text, _ := json.Marshal(out.Body) // an error here recurs when the answer is written
			out.ETag = `"` + strconv.FormatInt(version, 10) + "-" + digest(text)[:16] + `"`
		}
		return out
	})
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
