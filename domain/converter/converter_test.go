package converter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

func TestLookups(t *testing.T) {
	for code, want := range map[string][]converter.Lookup{
		"036000291452":   {{"UPC", "036000291452"}, {"EAN", "0036000291452"}},
		"4006381333931":  {{"EAN", "4006381333931"}},
		"0747474801770":  {{"EAN", "0747474801770"}, {"UPC", "747474801770"}},
		"0306406152":     {{"EAN", "9780306406157"}},
		"96385074":       {{"EAN", "96385074"}},
		"10036000291459": {{"GTIN", "10036000291459"}},
		"04006381333931": {{"GTIN", "04006381333931"}, {"EAN", "4006381333931"}},
		"00036000291452": {{"GTIN", "00036000291452"}, {"EAN", "0036000291452"}, {"UPC", "036000291452"}},
		"04252614":       {{"UPC", "042100005264"}, {"EAN", "0042100005264"}},
		"01234565":       {{"EAN", "01234565"}, {"UPC", "012345000065"}, {"EAN", "0012345000065"}},
	} {
		require.Equal(t, want, converter.Lookups(gtin.MustParse(code)), code)
	}
}

func TestAnswers(t *testing.T) {
	a, b := asin.MustParse("B000000001"), asin.MustParse("B000000002")
	require.Equal(t, []converter.Identifier{{"B000000001", "ASIN"}, {"B000000002", "ASIN"}}, converter.OfASINs([]asin.ASIN{b, a, b}))
	require.Equal(t, []converter.Identifier{}, converter.OfASINs(nil))
	require.Equal(t, []converter.Identifier{{"2", "UPC"}, {"1", "EAN"}, {"2", "EAN"}},
		converter.Once([]converter.Identifier{{"2", "UPC"}, {"1", "EAN"}, {"2", "UPC"}, {"2", "EAN"}, {"1", "EAN"}}))
	require.Equal(t, []converter.Identifier{}, converter.Once(nil))
}
