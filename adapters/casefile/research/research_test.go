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

func TestProfitCasesThatCannotBeRead(t *testing.T) {
	const price = `"marketplace":"US","date":"2026-05-10","price":20,`
	for text, says := range map[string]string{
		`{"cost":5}`:                                               "marketplace must be the country of a marketplace",
		`{"marketplace":"XX","cost":5}`:                            "marketplace must be the country of a marketplace",
		`{"marketplace":"US","cost":5}`:                            "price and date are required",
		`{` + price + `"costs":5}`:                                 "input.costs is not accepted",
		`{` + price + `"cost":-1}`:                                 "input.cost must be at least 0",
		`{` + price + `"cost":5,"feeSource":"keepa"}`:              "feeSource must be auto or table",
		`{` + price + `"cost":5,"compare":["amazon.de"]}`:          "a case has one marketplace",
		`{` + price + `"cost":5,"salesTax":1,"salesTaxPercent":2}`: "salesTax and salesTaxPercent exclude each other.",
		`{` + price + `"cost":5,"fulfillment":"sea"}`:              "input.fulfillment must be one of: both, fba, fbm",
	} {
		_, _, err := research.Kinds.Answer(json.RawMessage(`{"kind":"profit","input":`+text+`}`), 1)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), says, text)
	}
}

// A curve may be true, which is the API's empty object; null is the same as absent.
func TestProfitCaseWithACurve(t *testing.T) {
	_, answer, err := research.Kinds.Answer(json.RawMessage(`{"kind":"profit","input":{"marketplace":"US","date":"2026-05-10","price":20,
		"cost":5,"fulfillment":"fbm","curve":true,"targetRoi":null,"category":"Home and Kitchen"}}`), 1)
	require.NoError(t, err)
	side := answer.(map[string]any)["fbm"].(map[string]any)
	require.Equal(t, json.Number("10"), side["curve"].([]any)[0].(map[string]any)["price"])
	require.Nil(t, side["totals"])
	require.Equal(t, json.Number("3"), side["fees"].(map[string]any)["referral"])
}
