package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestEveryCodeLeadsBack converts products of the simulated marketplace to
// their codes and every code back: the product is among the answers, and each
// answer was paid for once.
func TestEveryCodeLeadsBack(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	client := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}
	convert := func(path string) []map[string]string {
		t.Helper()
		a := client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/converters/" + path})
		require.Equal(t, 200, a.Status, "%s: %s", path, a.Body)
		list := []map[string]string{}
		for _, entry := range a.JSON(t).([]any) {
			row := entry.(map[string]any)
			list = append(list, map[string]string{"is": row["identifier"].(string), "type": row["identifierType"].(string)})
		}
		return list
	}
	left := func() float64 {
		a := client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/users/me"})
		return a.JSON(t).(map[string]any)["tokensLeft"].(float64)
	}
	before, questions, several := left(), map[string]bool{}, 0
	for i := range 60 {
		asin := simulator.ASIN(i)
		questions[asin] = true
		for _, code := range convert("asin-to-identifiers?asin=" + asin) {
			_, err := gtin.Parse(code["is"])
			require.NoError(t, err, "%v", code)
			questions[code["is"]] = true
			found := convert("identifier-to-asins?identifier=" + code["is"])
			require.Contains(t, found, map[string]string{"is": asin, "type": "ASIN"}, "%v", code)
			if len(found) > 1 {
				several++
			}
		}
	}
	require.Positive(t, several, "some codes belong to several products")
	require.EqualValues(t, len(questions), before-left(), "a token for each question")
}
