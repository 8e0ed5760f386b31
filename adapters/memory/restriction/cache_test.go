package restriction_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/restriction"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/restriction"
)

func key(team id.Team, text string) port.Key {
	return port.Key{Team: team, Connection: 7, Item: restriction.Item{Marketplace: "ATVPDKIKX0DER", ASIN: asin.MustParse(text)}}
}

func TestStatusesAreKeptForTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, c := context.Background(), memory.NewCache(clock.System{}, 10)
		c.Put(ctx, key(1, "B000000001"), "NOT_ELIGIBLE")
		_, ok := c.Get(ctx, key(2, "B000000001"))
		require.False(t, ok, "another team's")
		time.Sleep(10*time.Minute - time.Microsecond)
		s, ok := c.Get(ctx, key(1, "B000000001"))
		require.True(t, ok)
		require.Equal(t, restriction.NotEligible, s)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key(1, "B000000001"))
		require.False(t, ok)
	})
}

func TestTheOldestMakesRoom(t *testing.T) {
	ctx, c := context.Background(), memory.NewCache(clock.System{}, 2)
	c.Put(ctx, key(1, "B000000001"), "NOT_ELIGIBLE")
	c.Put(ctx, key(1, "B000000002"), "NOT_ELIGIBLE")
	c.Put(ctx, key(1, "B000000001"), "ALLOWED_TO_SELL")
	c.Put(ctx, key(1, "B000000003"), "NOT_ELIGIBLE")
	s, ok := c.Get(ctx, key(1, "B000000001"))
	require.True(t, ok)
	require.Equal(t, restriction.AllowedToSell, s)
	_, ok = c.Get(ctx, key(1, "B000000002"))
	require.False(t, ok)
}
