package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/schedule"
)

const (
	us = marketplace.US
	de = marketplace.ID("A1PA6795UKMFR9")
	jp = marketplace.ID("A1VC38T7YXB528")
)

var (
	monday  = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	tuesday = monday.Add(24 * time.Hour)
)

func eur(s string) money.Amount  { return money.MustParse(s) }
func pct(s string) money.Percent { return money.MustParsePercent(s) }

// taxed counts the rate of a cost layer.
func taxed(rate money.Percent) optional.Maybe[vat.Settings] {
	return optional.Some(vat.Settings{Scheme: vat.SchemeStandard, Rate: rate, Cost: rate, Basis: vat.BasisCostLayer})
}

func put[T any](v T) optional.Field[T] { return optional.Put(v) }

// requireFault asserts kind, code and pointer of a refusal.
func requireFault(t *testing.T, err error, kind fault.Kind, code fault.Code, pointer string) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "no fault: %v", err)
	require.Equal(t, kind, e.Kind, e.Error())
	require.Equal(t, code, e.Code, e.Error())
	require.Equal(t, pointer, e.Pointer, e.Error())
}

// requireItem asserts that the only thing wrong with a value is this.
func requireItem(t *testing.T, err error, code fault.Code, pointer string) {
	t.Helper()
	requireFault(t, err, fault.Invalid, fault.CodeValidationFailed, pointer)
	e, _ := fault.As(err)
	require.Len(t, e.Errors, 1, e.Errors)
	require.Equal(t, code, e.Errors[0].Code, e.Errors)
	require.Equal(t, pointer, e.Errors[0].Pointer)
}

func clock(t *testing.T, s string) schedule.TimeOfDay {
	t.Helper()
	v, err := schedule.ParseTimeOfDay(s)
	require.NoError(t, err)
	return v
}

func times[T any](n int, v T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = v
	}
	return out
}
