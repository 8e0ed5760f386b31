package inbound_test

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/inbound"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

var ctx = context.Background()

func key(of string) port.Key {
	return port.Key{Team: 1, Connection: 7, Marketplace: "ATVPDKIKX0DER", What: "plan", Of: of}
}

func TestAnswersAreKeptForAsLongAsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := memory.NewCache(clock.System{}, 10)
		c.Put(ctx, key("short"), 1, 30*time.Second, 1)
		c.Put(ctx, key("long"), 2, 24*time.Hour, 1)
		for _, other := range []port.Key{
			{Team: 2, Connection: 7, Marketplace: "ATVPDKIKX0DER", What: "plan", Of: "short"},
			{Team: 1, Connection: 8, Marketplace: "ATVPDKIKX0DER", What: "plan", Of: "short"},
			{Team: 1, Connection: 7, Marketplace: "A2EUQ1WTGCTBG2", What: "plan", Of: "short"},
			{Team: 1, Connection: 7, Marketplace: "ATVPDKIKX0DER", What: "boxes", Of: "short"},
		} {
			_, ok := c.Get(ctx, other)
			require.False(t, ok, "%+v", other)
		}
		time.Sleep(30*time.Second - time.Microsecond)
		v, ok := c.Get(ctx, key("short"))
		require.True(t, ok)
		require.Equal(t, 1, v)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("short"))
		require.False(t, ok)
		time.Sleep(24*time.Hour - 30*time.Second - time.Microsecond)
		_, ok = c.Get(ctx, key("long"))
		require.True(t, ok)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("long"))
		require.False(t, ok)
	})
}

func TestTheCacheIsBoundedByRecords(t *testing.T) {
	c := memory.NewCache(clock.System{}, 10)
	has := func() (out []string) {
		for i := range 6 {
			if _, ok := c.Get(ctx, key(strconv.Itoa(i))); ok {
				out = append(out, strconv.Itoa(i))
			}
		}
		return out
	}
	c.Put(ctx, key("0"), "a", time.Hour, 0)
	c.Put(ctx, key("1"), "b", time.Hour, 4)
	c.Put(ctx, key("2"), "c", time.Hour, 5)
	require.Equal(t, []string{"0", "1", "2"}, has())
	c.Put(ctx, key("3"), "d", time.Hour, 2)
	require.Equal(t, []string{"2", "3"}, has(), "the first ones made room")
	c.Put(ctx, key("2"), "e", time.Hour, 8)
	require.Equal(t, []string{"2", "3"}, has(), "an answer takes its own place")
	c.Put(ctx, key("4"), "f", time.Hour, 11)
	require.Equal(t, []string{"2", "3"}, has(), "too big to keep")
	c.Put(ctx, key("5"), "g", time.Hour, 10)
	require.Equal(t, []string{"5"}, has())
}

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
