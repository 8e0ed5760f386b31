package decision_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer/decision"
)

var caseFiles = []string{"testdata/cases.txt", "testdata/rules.txt"}

func TestWorkedCases(t *testing.T) {
	t.Parallel()
	for _, path := range caseFiles {
		seen := map[string]bool{}
		for _, c := range workedCases(t, path) {
			require.False(t, seen[c.id], "case %s is there twice", c.id)
			seen[c.id] = true
			t.Run(c.id+" "+c.name, func(t *testing.T) {
				got := decision.Decide(c.in)
				require.Equal(t, c.verdict, got.Verdict, got.Reason)
				require.Equal(t, c.reason, got.Reason)
				require.Equal(t, c.price, got.Price.String())
				require.Equal(t, c.adjust, got.Adjustments)
				require.Equal(t, c.target, got.TargetSellerID)
			})
		}
	}
}
