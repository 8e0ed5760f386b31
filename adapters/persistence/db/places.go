package db

import (
	"fmt"
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Number is a place for a whole number that may be null.
func Number[T any](to *optional.Maybe[T], of func(int64) T) any { return number[T]{to, of} }

// AmountTo is a place for an amount that may be null.
func AmountTo(to *optional.Maybe[money.Amount]) any { return Number(to, money.FromUnits) }

// PercentTo is a place for a percentage that may be null.
func PercentTo(to *optional.Maybe[money.Percent]) any { return Number(to, money.PercentFromUnits) }

// MomentTo is a place for a time that may be null.
func MomentTo(to *optional.Maybe[time.Time]) any { return Number(to, FromMicros) }

// Text is a place for a text that may be null.
func Text[T ~string](to *optional.Maybe[T]) any { return nullText[T]{to} }

// Word is a place for a text that is never null.
func Word[T ~string](to *T) any { return word[T]{to} }

// Moment is a place for a time that is never null.
func Moment(to *time.Time) any { return NumberTo(to, FromMicros) }

// NumberTo is a place for a value that is stored as a whole number, never null.
func NumberTo[T any](to *T, of func(int64) T) any { return sure[T]{to, of} }

type sure[T any] struct {
	to *T
	of func(int64) T
}

func (s sure[T]) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("read a number: unexpected type %T", src)
	}
	*s.to = s.of(v)
	return nil
}

type number[T any] struct {
	to *optional.Maybe[T]
	of func(int64) T
}

func (n number[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*n.to = optional.None[T]()
	case int64:
		*n.to = optional.Some(n.of(v))
	default:
		return fmt.Errorf("read a number: unexpected type %T", src)
	}
	return nil
}

type nullText[T ~string] struct{ to *optional.Maybe[T] }

func (t nullText[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*t.to = optional.None[T]()
	case string:
		*t.to = optional.Some(T(v))
	case []byte:
		*t.to = optional.Some(T(v))
	default:
		return fmt.Errorf("read a text: unexpected type %T", src)
	}
	return nil
}

type word[T ~string] struct{ to *T }

func (w word[T]) Scan(src any) error {
	switch v := src.(type) {
	case string:
		*w.to = T(v)
	case []byte:
		*w.to = T(v)
	default:
		return fmt.Errorf("read a word: unexpected type %T", src)
	}
	return nil
}
