package converter_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/converter"
	"sellingassistant/domain/converter"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/converter"
)

func TestAnswersAreKeptForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, c := context.Background(), memory.NewCache(clock.System{}, 2)
		key := func(asked string) port.Key { return port.Key{Team: 1, Marketplace: "ATVPDKIKX0DER", Asked: asked} }
		answer := []converter.Identifier{{Value: "B000000001", Type: "ASIN"}}
		c.Put(ctx, key("a"), answer)
		other := key("a")
		other.Team = 2
		_, ok := c.Get(ctx, other)
		require.False(t, ok, "another team's")
		time.Sleep(24*time.Hour - time.Microsecond)
		got, ok := c.Get(ctx, key("a"))
		require.True(t, ok)
		require.Equal(t, answer, got)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("a"))
		require.False(t, ok)

		c.Put(ctx, key("b"), nil)
		c.Put(ctx, key("c"), nil)
		c.Put(ctx, key("d"), nil)
		_, ok = c.Get(ctx, key("b"))
		require.False(t, ok, "the oldest makes room")
		_, ok = c.Get(ctx, key("c"))
		require.True(t, ok)
	})
}
