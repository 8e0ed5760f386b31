package gateway

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Without an operation, the mode of a fault decides its operations.
func TestWhatModesConcern(t *testing.T) {
	every := []string{"getCatalogItem", "getItemOffersBatch", "patchListingsItem", "token", "ReceiveMessage", TypeOffers}
	for mode, want := range map[Mode][]string{
		Error500:       {"getCatalogItem", "getItemOffersBatch", "patchListingsItem"},
		InvalidGrant:   {"token"},
		ItemFail:       {"getItemOffersBatch"},
		NeverApplied:   {"patchListingsItem"},
		QueueDuplicate: {TypeOffers},
	} {
		var got []string
		for _, operation := range every {
			if f := (&Fault{Mode: mode}); f.concerns(operation) {
				got = append(got, operation)
			}
		}
		require.Equal(t, want, got, mode)
	}
	require.True(t, (&Fault{Mode: Error500, Operation: "ReceiveMessage"}).concerns("ReceiveMessage"))
	require.False(t, (&Fault{Mode: Error500, Operation: TypeOffers}).concerns(TypeOffers))
}
