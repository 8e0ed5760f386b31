package pricelist

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
)

// TestABlockOfAnEarlierVersionIsRead reads results that were packed before.
func TestABlockOfAnEarlierVersionIsRead(t *testing.T) {
	t.Parallel()
	const (
		columns = "03030e04030302020703b0ea01bfb8020401b0a5180401a090050401d8cb2b0401c89809030190030301b8120301d804" +
			"0201080201020303020103030201130206707269636564086e6f5f6d6174636800011102066163636570740672656a65" +
			"637400010c0207616c6c6f7765640000010d02086272657777656c6c0000011502106b69746368656e20262064696e69" +
			"6e670000011802127c68617a6d61747c6c6f775f73616c65737c017c0001"
		texts = "086d75672c2072656400"
	)
	some := optional.Some[int64]
	rows := []row{{
		figures: [figureColumns]optional.Maybe[int64]{
			some(7), some(1), some(15_000), some(199_000), some(42_000), some(357_100), some(75_300), some(200),
			some(1180), some(300), some(4), some(1), some(1), some(1),
		},
		words: [wordColumns]string{"priced", "accept", "allowed", "brewwell", "kitchen & dining",
			"|hazmat|low_sales|"},
		search: "mug, red",
	}, {
		figures: [figureColumns]optional.Maybe[int64]{itemColumn: some(9), numberColumn: some(2),
			profitColumn: some(-5_000), editedColumn: some(0), likedColumn: some(0)},
		words: [wordColumns]string{"no_match", "reject", "", "", "", "|"},
	}}
	c, w := pack(rows)
	require.Equal(t, columns, hex.EncodeToString(c))
	require.Equal(t, texts, hex.EncodeToString(w))
	back, err := unpack(len(rows), c, w)
	require.NoError(t, err)
	require.Equal(t, rows, back)
}
