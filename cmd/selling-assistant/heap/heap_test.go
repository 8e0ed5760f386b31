package heap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMemoryIsGivenBackWhenItIsCalm follows a heap of 60 MB through a file that takes 300 MB.
func TestMemoryIsGivenBackWhenItIsCalm(t *testing.T) {
	const mb = 1 << 20
	k := keeper{floor: 60 * mb}
	for _, step := range []struct {
		now      seen
		limit    int64
		giveBack bool
	}{
		{seen{80 * mb, 30 * mb, 40 * mb}, 384 * mb, false},    // within what calls need
		{seen{360 * mb, 300 * mb, 500 * mb}, 600 * mb, false}, // a file is read
		{seen{361 * mb, 300 * mb, 510 * mb}, 600 * mb, true},  // it was read
	} {
		limit, giveBack := k.look(step.now)
		require.Equal(t, step.limit, limit)
		require.Equal(t, step.giveBack, giveBack, "%+v", step.now)
	}
}
