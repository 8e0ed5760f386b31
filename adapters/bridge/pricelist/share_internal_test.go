package pricelist

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/lookup"
)

func TestWhatOneMoreSellerCouldSell(t *testing.T) {
	competitors := lookup.Offers{Near: optional.Some[int64](3)}
	require.Equal(t, optional.Some[int64](87), shareOf(350, competitors), "of 350 a fourth, whole units")
	require.Equal(t, optional.None[int64](), shareOf(350, lookup.Offers{}), "competitors are not known")
	for amazon, want := range map[bool]optional.Maybe[int64]{false: optional.Some[int64](87), true: optional.None[int64]()} {
		competitors.Box = optional.Some(lookup.Box{Amazon: optional.Some(amazon)})
		require.Equal(t, want, shareOf(350, competitors), "the box is Amazon's: %t", amazon)
	}
}
