package records

import (
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
)

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
	return &Created[T]{ETag: ETag(version), Location: httpx.Prefix + path, Body: body.One[T]{Data: v}}
}

// ETag writes a version as an entity tag.
func ETag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

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
		return nil, httpx.BadParameter("If-Match", fault.CodeInvalid, `must be one entity tag such as "3"`)
	case version == nil:
		return nil, fault.StaleVersion()
	}
	return version, nil
}

// AnswerVersioned answers one record with its version.
func AnswerVersioned[I, T, B any](shown Shown[T, B], ask httpx.Ask[I, T]) httpx.Handler[I, Versioned[B]] {
	return httpx.AnswerWith(ask, func(found T) *Versioned[B] {
		_, version := shown.Place(found)
		out := VersionedOf(shown.Of(found), version)
		if shown.Live {
			text, _ := json.Marshal(out.Body) // an error here recurs when the answer is written
			out.ETag = `"` + strconv.FormatInt(version, 10) + "-" + wire.Digest(text)[:16] + `"`
		}
		return out
	})
}
