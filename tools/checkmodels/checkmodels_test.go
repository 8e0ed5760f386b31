package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A model that differs from the marketplace in every kind of way.
const otherModel = `{"swagger":"2.0","paths":{
	"/sellers/v1/account":{"get":{"operationId":"getAccount","description":"| 1 | 2 |",
		"parameters":[{"name":"version","in":"query","required":true,"type":"string"}],
		"responses":{"200":{"schema":{"$ref":"#/definitions/Answer"}},"400":{}}}},
	"/sellers/v1/participations":{"get":{"operationId":"getMarketplaceParticipations","responses":{"201":{}}}},
	"/notifications/v1/destinations":{"post":{"operationId":"createDestination",
		"parameters":[{"name":"body","in":"body","required":true,"schema":{"$ref":"#/definitions/Question"}}],
		"responses":{"200":{},"400":{"schema":{"type":"object","required":["errors"]}}}}}},
	"definitions":{"Answer":{"type":"object","required":["payload","more"]},
		"Question":{"type":"object","required":["name"],"properties":{
			"name":{"type":"string","maxLength":3},"resourceSpecification":{"type":"object","required":["sqs"]}}}}}`

func TestDifferencesAreFound(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "other.json"), []byte(otherModel), 0o600))
	models, err := readModels(folder)
	require.NoError(t, err)
	require.Len(t, models, 3)
	c := newCaller(models)
	c.compareTables()
	c.callNotifications()
	c.do(request{op: "getAccount"})
	c.do(request{op: "getMarketplaceParticipations"})
	for _, want := range []string{
		"getCatalogItem: no model has it",
		"getAccount: limit 0.016/15, the model has 1/2",
		"getMarketplaceParticipations: served as GET /sellers/v1/marketplaceParticipations, the model has GET /sellers/v1/participations",
		"getMarketplaceParticipations: the model has no status 200",
		"getAccount: 200 /: missing property 'more'",
	} {
		require.Contains(t, c.problems, want)
	}
	found := map[string]bool{}
	for _, p := range c.problems {
		found[p[:min(len(p), 52)]] = true
	}
	require.True(t, found["getAccount: version: left out is answered with 200 {"], c.problems)
	require.True(t, found["createDestination: body/name: too long is answered w"], c.problems)
	require.Equal(t, 5, c.mutants, "a parameter, two missing members, a long text, no text")

	_, err = readModels(t.TempDir())
	require.ErrorContains(t, err, "there are no models")
}

func TestUsagePlan(t *testing.T) {
	t.Parallel()
	rate, burst := usagePlan("**Usage Plan:**\n\n| Rate (requests per second) | Burst |\n| ---- | ---- |\n| 0.0083 | 15 |\n")
	require.Equal(t, []float64{0.0083, 15}, []float64{rate, burst})
	rate, burst = usagePlan("no plan")
	require.Equal(t, []float64{0, 0}, []float64{rate, burst})
}
