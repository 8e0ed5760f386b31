package catalogue

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBodyReadsWhatProductsStore reads its part of the golden of stored products.
func TestBodyReadsWhatProductsStore(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/golden/productBody.json")
	require.NoError(t, err)
	var read body
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, "BW-17", read.MPN)
	require.Equal(t, []string{"036000291452"}, read.GTINs)
	require.Len(t, read.ASINs, 1)
	require.Equal(t, "B0SIM000SC", read.ASINs[0].ASIN)
}
