package research

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, curve{
		A: 1_260_000, Beta: 0.83, KnotRank: new(5_000.0), KnotBeta: 1.1, Band: 0.42, Points: 31, From: 12,
		To: 240_000, Inside: new(24), Judged: 31,
	})
	golden.Check(t, evidence{Point: 150, Low: 90, High: new(int64(240))})
}
