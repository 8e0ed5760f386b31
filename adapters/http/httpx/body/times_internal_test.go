package body

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTimesAreWrittenAsByTheirLayout(t *testing.T) {
	zone := time.FixedZone("east", 5*3600)
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMicro(rapid.Int64Range(-80_000_000_000_000_000, 280_000_000_000_000_000).Draw(t, "micros")).In(zone)
		require.Equal(t, at.UTC().Format(timeLayout), string(TimeOf(at)))
	})
}
