package pricing

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/id"
)

func TestTheTeamWhoseSweepIsTheOldestBegins(t *testing.T) {
	noon := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	teams := []id.Team{1, 2, 3, 4, 5}
	oldestFirst(teams, map[id.Team]time.Time{1: noon.Add(time.Minute), 2: noon, 4: noon.Add(time.Hour)})
	require.Equal(t, []id.Team{3, 5, 2, 1, 4}, teams)
}
