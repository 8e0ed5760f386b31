package schedule_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/schedule"
)

var noon = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

func pct(s string) money.Percent { return money.MustParsePercent(s) }

func clock(t *testing.T, s string) schedule.TimeOfDay {
	t.Helper()
	v, err := schedule.ParseTimeOfDay(s)
	require.NoError(t, err)
	return v
}
