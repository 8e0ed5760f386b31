package threads

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSmallMachinesGetTwiceTheirProcessors(t *testing.T) {
	for name, c := range map[string]struct {
		given               string
		processors, present int
		want                int
	}{
		"two processors":        {"", 2, 2, 4},
		"one processor":         {"", 1, 1, 2},
		"four processors":       {"", 4, 4, 8},
		"a large machine":       {"", 5, 5, 0},
		"a container's limit":   {"", 4, 2, 0},
		"a number that was set": {"2", 2, 2, 0},
	} {
		require.Equal(t, c.want, wanted(c.given, c.processors, c.present), name)
	}
}
