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
		limits, ok := limitsOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, limits)
	}
	for _, text := range []string{"", "none", "scaled", "scaled=", "scaled=0", "scaled=-1", "scaled=NaN", "scaled=1e9", "scaled=x"} {
		_, ok := limitsOf(text)
		require.False(t, ok, text)
	}
}
