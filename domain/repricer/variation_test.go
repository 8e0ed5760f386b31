package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/repricer"
)

func TestVariationsKeepTheirAttributes(t *testing.T) {
	t.Parallel()
	require.Empty(t, repricer.Variation("").Attributes())
	packed := repricer.VariationOf([]repricer.Attribute{{"color", "Red"}, {"", "x"}, {"style", ""}, {"size", "10 x\n20\tcm"}})
	require.Equal(t, repricer.Variation("color\tRed\nsize\t10 x 20 cm"), packed)
	require.Equal(t, []repricer.Attribute{{"color", "Red"}, {"size", "10 x 20 cm"}}, packed.Attributes())
	text := rapid.StringMatching(`[^\t\n]{1,20}`)
	rapid.Check(t, func(t *rapid.T) {
		var want []repricer.Attribute
		for range rapid.IntRange(0, 4).Draw(t, "attributes") {
			want = append(want, repricer.Attribute{Name: text.Draw(t, "name"), Value: text.Draw(t, "value")})
		}
		require.Equal(t, want, repricer.VariationOf(want).Attributes())
	})
}
