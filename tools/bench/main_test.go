package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/tools/bench/plan"
)

// The benchmark needs equal answers of both programs. So a changed answer of the service has to
// reach the floor program as well.
func TestBothProgramsAnswerAlike(t *testing.T) {
	p, err := newPlace(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.close()) })
	for _, kind := range stores {
		t.Run(kind, func(t *testing.T) {
			f, err := p.prepare(t.Context(), kind)
			require.NoError(t, err)
			require.NoError(t, f.compare(t.Context(), plan.Ops))
		})
	}
}
