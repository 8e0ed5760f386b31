package httpx

import (
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/fault"
)

// OneOut is an output with one record and no version.
type OneOut[T any] struct {
	Body body.One[T]
}

// OneOf makes the output of one record.
func OneOf[T any](v T) *OneOut[T] { return &OneOut[T]{Body: body.One[T]{Data: v}} }

// Versioned is an output with one record that has a version.
type Versioned[T any] struct {
	ETag string `header:"ETag" doc:"The version of the record, for If-Match."`
	Body body.One[T]
}

// VersionedOf makes the output of a record in its version.
func VersionedOf[T any](v T, version int64) *Versioned[T] {
	return &Versioned[T]{ETag: ETag(version), Body: body.One[T]{Data: v}}
}

// Created is an output with a new record.
type Created[T any] struct {
	ETag     string `header:"ETag" doc:"The version of the record, for If-Match."`
	Location string `header:"Location" doc:"Where the record is."`
	Body     body.One[T]
}

// CreatedOf makes the output of a new record. The path is below Prefix: "/documents/12".
func CreatedOf[T any](v T, version int64, path string) *Created[T] {
	return &Created[T]{ETag: ETag(version), Location: Prefix + path, Body: body.One[T]{Data: v}}
}

// Upserted is Created for an operation that may also find the record already
// there and then answers with another status (Operation.Also).
type Upserted[T any] struct {
	Status   int
	ETag     string `header:"ETag" doc:"The version of the record, for If-Match."`
	Location string `header:"Location" doc:"Where the record is."`
	Body     body.One[T]
}

// UpsertedOf makes the output of a new or found record. The path is below Prefix.
func UpsertedOf[T any](status int, v T, version int64, path string) *Upserted[T] {
	return &Upserted[T]{Status: status, ETag: ETag(version), Location: Prefix + path, Body: body.One[T]{Data: v}}
}

// Plain is an output whose body has no envelope, for the classic groups.
type Plain[T any] struct {
	Body T
}

// PlainOf makes an output without an envelope.
func PlainOf[T any](v T) *Plain[T] { return &Plain[T]{Body: v} }

// ETag writes a version as an entity tag.
func ETag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// BulkOut is the output of a bulk call.
type BulkOut[R any] struct {
	Body body.Bulk[R]
}

// IfMatch is embedded in the inputs of operations that change or delete one record.
type IfMatch struct {
	IfMatch string `header:"If-Match" maxLength:"100" doc:"The ETag of the version to change. A stale one is refused with 412; without it the last write wins." example:"\"3\""`
}

// Version is the version the caller named, nil for none or for any (*). A text
// that is no entity tag is an Invalid fault; a tag that no record ever had is
// the stale fault.
func (m IfMatch) Version() (*int64, error) {
	text := strings.TrimSpace(m.IfMatch)
	if text == "" || text == "*" {
		return nil, nil
	}
	inner, ok := strings.CutPrefix(strings.TrimPrefix(text, "W/"), `"`)
	if ok {
		inner, ok = strings.CutSuffix(inner, `"`)
	}
	if !ok || strings.ContainsAny(inner, "\", \t") {
		return nil, BadParameter("If-Match", fault.CodeInvalid, `must be one entity tag such as "3"`)
	}
	n, err := strconv.ParseInt(inner, 10, 64)
	if err != nil {
		return nil, fault.StaleVersion()
	}
	return &n, nil
}

// BadParameter is the fault of one parameter that breaks the published schema.
func BadParameter(name string, code fault.Code, message string) *fault.Error {
	return invalid([]fault.Item{{Code: code, Message: message, Parameter: name}})
}
