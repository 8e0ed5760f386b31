package research_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile/research"
	"sellingassistant/test/cases"
)

func TestCases(t *testing.T) {
	for kind, folder := range map[string]string{"profit": "profit", "sales": "sales", "keepa": "series"} {
		text, err := os.ReadFile(filepath.Join("../../../domain/research", folder, "testdata", kind+".json"))
		require.NoError(t, err)
		cases.Run(t, research.Kinds, kind, text, nil)
	}
}

func TestCasesThatCannotBeRead(t *testing.T) {
	for text, says := range map[string]string{
		`{"kind":"luck","input":{}}`:                                                 "kind must be one of keepa, profit, sales",
		`{"kind":"sales","input":{"rnk":1}}`:                                         `unknown field "rnk"`,
		`{"kind":"sales","input":{"rank":0.5}}`:                                      "rank must be at least 1",
		`{"kind":"sales","input":{"badge":-1}}`:                                      "units must not be below 0",
		`{"kind":"sales","input":{"badge":1,"badgeAgeHours":-1}}`:                    "must be times",
		`{"kind":"sales","input":{"rank":5,"curve":{"a":0,"beta":1}}}`:               "a above 0",
		`{"kind":"keepa","input":{"minutes":[-1]}}`:                                  "minutes must not be below 0",
		`{"kind":"keepa","input":{"type":15,"csv":[1,2]}}`:                           "index of a history",
		`{"kind":"keepa","input":{"type":36,"csv":[1,2]}}`:                           "index of a history",
		`{"kind":"keepa","input":{"type":-1,"csv":[1,2]}}`:                           "index of a history",
		`{"kind":"keepa","input":{"type":3,"csv":[1,2],"from":5,"to":5}}`:            "from must be before to",
		`{"kind":"keepa","input":{"type":3,"csv":[1,2],"from":5,"to":6,"points":4}}`: "at least 5",
		`{"kind":"keepa","input":{"monthlyRank":[1],"beta":1}}`:                      "twelve ranks",
		`{"kind":"keepa","input":{"monthlyRank":[1,1,1,1,1,1,1,1,1,1,1,1]}}`:         "beta be up to 10",
	} {
		_, _, err := research.Kinds.Answer(json.RawMessage(text), 1)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), says, text)
	}
}

func TestAnswersWithoutEvidence(t *testing.T) {
	_, answer, err := research.Kinds.Answer(json.RawMessage(`{"id":1,"kind":"sales","input":{"rank":7}}`), 1)
	require.NoError(t, err)
	text, err := json.Marshal(answer)
	require.NoError(t, err)
	require.JSONEq(t, `{"id":1,"method":"none","label":null,"estimatedSales":null,"low":null,"high":null,"evidence":[],"conflicting":false}`, string(text))
}
