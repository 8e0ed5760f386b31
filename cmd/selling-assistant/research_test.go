package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestResearchEvaluate(t *testing.T) {
	t.Parallel()
	const cases = `{"id":37,"kind":"sales","input":{"badge":300,"badgeAgeHours":30,"rankDrops30":13}}
{"id":45,"kind":"keepa","input":{"type":18,"csv":[7246852,1999,350,7250000,-1,-1],"currency":"USD"}}
{"id":3,"kind":"nothing","input":{}}
`
	code, out, errs := execute(t, cases, "research", "evaluate", "--cases", "-")
	require.Equal(t, exitFault, code)
	require.Equal(t, `{"conflicting":false,"estimatedSales":346,"evidence":[{"estimatedSales":13,"high":null,"label":"floor","low":13,"method":"drops"}],`+
		`"high":399,"id":37,"label":"measured","low":300,"method":"badge"}
{"id":45,"points":[["2024-10-11T12:52:00Z",19.99,3.5],["2024-10-13T17:20:00Z",null,null]]}
`, out)
	require.Equal(t, "selling-assistant: case 3: kind must be one of keepa, profit, sales\n"+
		"selling-assistant: 1 of 3 cases could not be read\n", errs)
}
