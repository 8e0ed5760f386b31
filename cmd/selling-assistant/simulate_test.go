package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

func TestSimulatedLimits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]simulator.Limits{
		"published": {}, "off": {Off: true}, "scaled=2.5": {Scale: 2.5},
	} {
		var l simulatedLimits
		require.NoError(t, l.UnmarshalText([]byte(text)))
		require.Equal(t, want, l.Limits)
	}
	for _, text := range []string{"", "none", "scaled", "scaled=", "scaled=0", "scaled=-1", "scaled=NaN", "scaled=1e9", "scaled=x"} {
		require.Error(t, new(simulatedLimits).UnmarshalText([]byte(text)), text)
	}
}
