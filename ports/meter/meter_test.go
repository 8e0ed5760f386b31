package meter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/meter"
)

// plan has tokens: left, reserved and spent.
type plan struct{ left, held, spent int64 }

type hold struct {
	plan   *plan
	tokens int64
}

func (p *plan) Reserve(_ context.Context, _ id.Team, tokens int64) (meter.Hold, error) {
	if tokens < 1 {
		return nil, errors.New("cannot reserve nothing")
	}
	if p.left < tokens {
		return nil, fault.New(fault.Payment, fault.CodeQuotaExhausted, "none left")
	}
	p.left, p.held = p.left-tokens, p.held+tokens
	return &hold{p, tokens}, nil
}

func (h *hold) Commit(context.Context) error {
	h.plan.held, h.plan.spent = h.plan.held-h.tokens, h.plan.spent+h.tokens
	return nil
}

func (h *hold) Release(context.Context) error {
	h.plan.held, h.plan.left = h.plan.held-h.tokens, h.plan.left+h.tokens
	return nil
}

func TestSpendMeasured(t *testing.T) {
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		left, expected, cost, spent int64
		err                         error
	}{
		"as expected": {10, 4, 4, 4, nil}, "less": {10, 4, 1, 1, nil}, "more": {10, 4, 6, 6, nil},
		"more than the plan has": {5, 4, 6, 4, nil}, "failed": {10, 4, 4, 0, failed},
		"free after all": {10, 4, 0, 0, nil}, "free from the start": {0, 0, 0, 0, nil}, "not free after all": {10, 0, 2, 2, nil},
	} {
		p := &plan{left: c.left}
		got, err := meter.SpendMeasured(t.Context(), p.Reserve, 1, c.expected, func(context.Context) (string, int64, error) { return "done", c.cost, c.err })
		require.ErrorIs(t, err, c.err, name)
		require.Equal(t, c.err == nil, got == "done", name)
		require.Equal(t, plan{left: c.left - c.spent, spent: c.spent}, *p, name)
	}
	p := &plan{left: 3}
	_, err := meter.SpendMeasured(t.Context(), p.Reserve, 1, 4, func(context.Context) (string, int64, error) { t.Error("must not run"); return "", 1, nil })
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.CodeQuotaExhausted, f.Code)
}
