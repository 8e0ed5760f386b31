package heap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMemoryIsGivenBackWhenItIsCalm follows a heap of 60 MB through a file that takes 300 MB.
func TestMemoryIsGivenBackWhenItIsCalm(t *testing.T) {
	const mb = 1 << 20
	k := keeper{floor: 60 * mb, pause: 1}
	for _, step := range []struct {
		now      seen
		limit    int64
		giveBack bool
	}{
		{seen{80 * mb, 30 * mb, 40 * mb}, 384 * mb, false},    // within what calls need
		{seen{360 * mb, 300 * mb, 500 * mb}, 600 * mb, false}, // a file is read
		{seen{361 * mb, 300 * mb, 510 * mb}, 600 * mb, true},  // it was read
		{seen{330 * mb, 300 * mb, 511 * mb}, 600 * mb, false}, // its last page is held
		{seen{330 * mb, 300 * mb, 512 * mb}, 600 * mb, true},  // let go of, but not collected
		{seen{62 * mb, 30 * mb, 513 * mb}, 384 * mb, false},
		{seen{360 * mb, 300 * mb, 514 * mb}, 600 * mb, true}, // the next file
		{seen{120 * mb, 100 * mb, 515 * mb}, 384 * mb, false},
		{seen{120 * mb, 100 * mb, 516 * mb}, 384 * mb, true}, // kept for good: asked less and less often
		{seen{120 * mb, 100 * mb, 517 * mb}, 384 * mb, false},
		{seen{120 * mb, 100 * mb, 518 * mb}, 384 * mb, false},
		{seen{120 * mb, 100 * mb, 519 * mb}, 384 * mb, true},
	} {
		limit, giveBack := k.look(step.now)
		require.Equal(t, step.limit, limit)
		require.Equal(t, step.giveBack, giveBack, "%+v", step.now)
	}
}
