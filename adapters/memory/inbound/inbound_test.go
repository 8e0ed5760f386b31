package inbound_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/inbound"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
)

var ctx = context.Background()

func TestPairs(t *testing.T) {
	p := memory.NewPairs(3)
	us := account.Seller{Team: 1, Connection: 7}
	pair := inbound.Pair{Plan: "wf1", ID: "sh1", Confirmation: "FBA1"}
	p.Remember(ctx, us, inbound.Pair{Plan: "wf1", ID: "sh1"})
	_, ok := p.ByConfirmation(ctx, us, "FBA1")
	require.False(t, ok, "not confirmed yet")
	_, ok = p.ByConfirmation(ctx, us, "")
	require.False(t, ok, "an empty name finds nothing")
	p.Remember(ctx, us, pair)
	p.Remember(ctx, us, inbound.Pair{Plan: "wf1", ID: "sh1"})
	got, ok := p.ByConfirmation(ctx, us, "FBA1")
	require.True(t, ok)
	require.Equal(t, pair, got)
	got, ok = p.ByID(ctx, us, "sh1")
	require.True(t, ok)
	require.Equal(t, pair, got, "the name is not forgotten by a look without it")
	for _, other := range []account.Seller{{Team: 2, Connection: 7}, {Team: 1, Connection: 8}} {
		_, ok = p.ByID(ctx, other, "sh1")
		require.False(t, ok)
		_, ok = p.ByConfirmation(ctx, other, "FBA1")
		require.False(t, ok)
	}
	for i := 2; i < 5; i++ {
		p.Remember(ctx, us, inbound.Pair{Plan: "wf1", ID: inbound.ShipmentID("sh" + strconv.Itoa(i)), Confirmation: inbound.ConfirmationID("FBA" + strconv.Itoa(i))})
	}
	_, ok = p.ByConfirmation(ctx, us, "FBA1")
	require.False(t, ok, "the first one made room")
	_, ok = p.ByID(ctx, us, "sh1")
	require.False(t, ok)
	got, ok = p.ByConfirmation(ctx, us, "FBA4")
	require.True(t, ok)
	require.Equal(t, inbound.ShipmentID("sh4"), got.ID)
	// A renamed shipment is found by its new name only.
	p.Remember(ctx, us, inbound.Pair{Plan: "wf1", ID: "sh4", Confirmation: "FBA9"})
	_, ok = p.ByConfirmation(ctx, us, "FBA4")
	require.False(t, ok)
}
