package cursor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/cursor"
	"sellingassistant/domain/kernel/page"
)

// TestACursorOfAnEarlierVersionOpens reads a cursor that a client has kept since.
func TestACursorOfAnEarlierVersionOpens(t *testing.T) {
	t.Parallel()
	const kept = "Cr3jnsMkKLGrcR1M4oCXklsiTXVnLCByw7xkIiwtNyxudWxsLDkwMDcxOTkyNTQ3NDA5OTNd"
	place := page.Key{"Mug, r\u00fcd", int64(-7), nil, int64(9_007_199_254_740_993)}
	require.Equal(t, kept, cursor.Seal([]byte("key"), "listSkus title", place))
	got, err := cursor.Open([]byte("key"), "listSkus title", kept, 4)
	require.NoError(t, err)
	require.Equal(t, place, got)
}
