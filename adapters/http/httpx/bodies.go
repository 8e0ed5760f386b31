package httpx

import (
	"strconv"
)

// One is the answer body with one record.
type One[T any] struct {
	Data T `json:"data"`
}

// OneOut is an output with one record and no version.
type OneOut[T any] struct {
	Body One[T]
}

// OneOf makes the output of one record.
func OneOf[T any](v T) *OneOut[T] { return &OneOut[T]{Body: One[T]{Data: v}} }

// Versioned is an output with one record that has a version.
type Versioned[T any] struct {
	ETag string `header:"ETag" doc:"The version of the record, for If-Match."`
	Body One[T]
}

// VersionedOf makes the output of a record in its version.
func VersionedOf[T any](v T, version int64) *Versioned[T] {
	return &Versioned[T]{ETag: ETag(version), Body: One[T]{Data: v}}
}

// Created is an output with a new record.
type Created[T any] struct {
	ETag     string `header:"ETag" doc:"The version of the record, for If-Match."`
	Location string `header:"Location" doc:"Where the record is."`
	Body     One[T]
}

// CreatedOf makes the output of a new record. The path is below Prefix: "/documents/12".
func CreatedOf[T any](v T, version int64, path string) *Created[T] {
	return &Created[T]{ETag: ETag(version), Location: Prefix + path, Body: One[T]{Data: v}}
}

// Upserted is Created for an operation that may also find the record already
// there and then answers with another status (Operation.Also).
type Upserted[T any] struct {
	Status   int
	ETag     string `header:"ETag" doc:"The version of the record, for If-Match."`
	Location string `header:"Location" doc:"Where the record is."`
	Body     One[T]
}

// UpsertedOf makes the output of a new or found record. The path is below Prefix.
func UpsertedOf[T any](status int, v T, version int64, path string) *Upserted[T] {
	return &Upserted[T]{Status: status, ETag: ETag(version), Location: Prefix + path, Body: One[T]{Data: v}}
}

// Plain is an output whose body has no envelope, for the classic groups.
type Plain[T any] struct {
	Body T
}

// PlainOf makes an output without an envelope.
func PlainOf[T any](v T) *Plain[T] { return &Plain[T]{Body: v} }

// ETag writes a version as an entity tag.
func ETag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }
