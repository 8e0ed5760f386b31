package notes_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestManyEventsCostTheStatementsOfOne delivers events to two endpoints. A fan-out has one transaction
// of ten statements, BEGIN and COMMIT included. Each endpoint has two reads and a transaction of
// eleven. Jobs are in memory here.
func TestManyEventsCostTheStatementsOfOne(t *testing.T) {
	p := &pgtest.Tap{}
	s := stores.Open(t, p.Listen(t, pgtest.URL(t)))
	stores.Teams(t, s)
	h := hook(t, s)
	h.endpoint("https://a.example", "*")
	h.endpoint("https://b.example", "*")
	round := func(n int) int {
		h.clock.At = h.clock.At.Add(time.Second)
		for range n {
			h.happen(1, kernel.SKUUpdated)
		}
		return p.During(h.work)
	}
	round(1) // prepares the statements
	round(30)
	for _, n := range []int{1, 30} {
		require.Equal(t, 10+2*(2+11), round(n), n)
	}
	require.Len(t, h.receiver.got["https://a.example"], 62)
	require.Len(t, h.receiver.got["https://b.example"], 62)
}
