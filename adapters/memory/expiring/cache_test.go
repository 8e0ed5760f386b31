package expiring_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/ports/cache"
	"sellingassistant/ports/clock"
)

var ctx = context.Background()

// open makes a cache whose keys have a team and a question.
func open(life time.Duration, size int) cache.Cache[[2]string, string] {
	return expiring.New[[2]string, string](clock.System{}, life, size)
}

func key(asked string) [2]string { return [2]string{"team", asked} }

func TestValuesAreKeptForTheLifeOfTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(10*time.Minute, 10)
		c.Put(ctx, key("a"), "first")
		_, ok := c.Get(ctx, [2]string{"other team", "a"})
		require.False(t, ok)
		time.Sleep(10*time.Minute - time.Microsecond)
		got, ok := c.Get(ctx, key("a"))
		require.True(t, ok)
		require.Equal(t, "first", got)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("a"))
		require.False(t, ok)
	})
}

func TestValuesHaveALifeOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(0, 10)
		c.PutFor(ctx, key("short"), "1", 30*time.Second, 1)
		c.PutFor(ctx, key("long"), "2", 24*time.Hour, 1)
		c.Put(ctx, key("always"), "3")
		time.Sleep(30*time.Second - time.Microsecond)
		_, ok := c.Get(ctx, key("short"))
		require.True(t, ok)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("short"))
		require.False(t, ok)
		time.Sleep(24*time.Hour - 30*time.Second - time.Microsecond)
		_, ok = c.Get(ctx, key("long"))
		require.True(t, ok)
		time.Sleep(time.Microsecond)
		_, ok = c.Get(ctx, key("long"))
		require.False(t, ok)
		time.Sleep(365 * 24 * time.Hour)
		_, ok = c.Get(ctx, key("always"))
		require.True(t, ok)
	})
}

func TestTheOldestMakesRoom(t *testing.T) {
	c := open(time.Hour, 2)
	c.Put(ctx, key("a"), "1")
	c.Put(ctx, key("b"), "2")
	c.Put(ctx, key("a"), "3")
	c.Put(ctx, key("c"), "4")
	got, ok := c.Get(ctx, key("a"))
	require.True(t, ok)
	require.Equal(t, "3", got)
	_, ok = c.Get(ctx, key("b"))
	require.False(t, ok)
}

func TestTheSizeCountsWeights(t *testing.T) {
	c := open(time.Hour, 10)
	has := func() (out string) {
		for _, name := range []string{"0", "1", "2", "3", "4", "5"} {
			if _, ok := c.Get(ctx, key(name)); ok {
				out += name
			}
		}
		return out
	}
	c.PutFor(ctx, key("0"), "a", time.Hour, 0)
	c.PutFor(ctx, key("1"), "b", time.Hour, 4)
	c.PutFor(ctx, key("2"), "c", time.Hour, 5)
	require.Equal(t, "012", has())
	c.PutFor(ctx, key("3"), "d", time.Hour, 2)
	require.Equal(t, "23", has(), "the oldest made room")
	c.PutFor(ctx, key("2"), "e", time.Hour, 8)
	require.Equal(t, "23", has(), "an answer takes its own place")
	c.PutFor(ctx, key("4"), "f", time.Hour, 11)
	require.Equal(t, "23", has(), "larger than the cache")
	c.PutFor(ctx, key("5"), "g", time.Hour, 10)
	require.Equal(t, "5", has())
}
