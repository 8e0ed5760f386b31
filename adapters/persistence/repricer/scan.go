package repricer

import (
	"fmt"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// number reads a whole number that may be null.
type number[T any] struct {
	to *repricer.Maybe[T]
	of func(int64) T
}

// Scan implements sql.Scanner.
func (n number[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*n.to = repricer.None[T]()
	case int64:
		*n.to = repricer.Some(n.of(v))
	default:
		return fmt.Errorf("read a number: unexpected type %T", src)
	}
	return nil
}

func amountTo(to *repricer.Maybe[money.Amount]) any { return number[money.Amount]{to, money.FromUnits} }

func percentTo(to *repricer.Maybe[money.Percent]) any {
	return number[money.Percent]{to, money.PercentFromUnits}
}

func momentTo(to *repricer.Maybe[time.Time]) any { return number[time.Time]{to, db.FromMicros} }

// text reads a text that may be null.
type text[T ~string] struct{ to *repricer.Maybe[T] }

// Scan implements sql.Scanner.
func (t text[T]) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*t.to = repricer.None[T]()
	case string:
		*t.to = repricer.Some(T(v))
	case []byte:
		*t.to = repricer.Some(T(v))
	default:
		return fmt.Errorf("read a text: unexpected type %T", src)
	}
	return nil
}

// word reads a text that is never null.
type word[T ~string] struct{ to *T }

// Scan implements sql.Scanner.
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

// moment reads a time that is never null.
type moment struct{ to *time.Time }

// Scan implements sql.Scanner.
func (m moment) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("read a time: unexpected type %T", src)
	}
	*m.to = db.FromMicros(v)
	return nil
}
