package imports_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
)

func TestATrialKeepsTheFirstRowsOfEachStatus(t *testing.T) {
	var trial imports.Trial
	for n := range int64(30) {
		status := imports.Updated
		if n%10 == 9 {
			status = imports.RowFailed
		}
		trial.Add([]imports.Row{{Number: n + 2, Status: status}})
	}
	require.Equal(t, imports.Counts{Updated: 27, Failed: 3}, trial.Counts)
	var numbers []int64
	for _, r := range trial.Sample {
		numbers = append(numbers, r.Number)
	}
	require.Equal(t, []int64{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 31}, numbers)
}
