package purchase_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile/purchase"
	"sellingassistant/test/cases"
)

func TestCases(t *testing.T) {
	for kind, folder := range map[string]string{
		"landed": "purchasing/landed", "status": "purchasing/order", "steps": "purchasing/order", "suggestion": "purchasing/replenish", "cost_layers": "inventory",
		"offer": "purchasing",
	} {
		text, err := os.ReadFile(filepath.Join("../../../domain", folder, "testdata", kind+".json"))
		require.NoError(t, err)
		cases.Run(t, purchase.Kinds, kind, text, func(t *testing.T, one, got map[string]any) {
			for i, s := range steps(one) {
				for name, as := range map[string]string{"expect_code": "code", "expect_status": "status"} {
					if want, ok := s.(map[string]any)[name]; ok {
						require.Equal(t, want, got["steps"].([]any)[i].(map[string]any)[as], "step %d", i)
					}
				}
			}
		})
	}
}

func steps(one map[string]any) []any {
	list, _ := one["input"].(map[string]any)["steps"].([]any)
	return list
}

func TestCasesThatCannotBeRead(t *testing.T) {
	for text, says := range map[string]string{
		`{"id":7,"kind":"luck","input":{}}`:                                                                 "kind must be one of cost_layers, landed, offer, status, steps, suggestion",
		`{"id":7,"kind":"landed"}`:                                                                          "input is required",
		`{"id":7,"kind":"landed","input":{"ordr":{}}}`:                                                      `unknown field "ordr"`,
		`{"id":7,"kind":"landed","input":{"order":{"currency":"USD","shipping_cost":"x"}}}`:                 "must be a number",
		`{"id":7,"kind":"landed","input":{"order":{"currency":"USD","shipping_cost":0.001}}}`:               "more decimals",
		`{"id":7,"kind":"landed","input":{"order":{"currency":"USD"},"items":[{"quantity":0}]}}`:            "item 1",
		`{"id":7,"kind":"steps","input":{"order":{"currency":"USD"},"items":[{"quantity":1}]}}`:             "unit_cost",
		`{"id":7,"kind":"offer","input":{"quantity":0,"unit_cost":1}}`:                                      "item 1",
		`{"id":7,"kind":"offer","input":{"quantity":1,"price_breaks":[{"min_quantity":1,"unit_cost":-1}]}}`: "unit_cost",
		`{"id":7,"kind":"cost_layers","input":{"day":"2026-02-30"}}`:                                        "not a date",
		`{"id":7,"kind":"cost_layers","input":{"day":"2026-02-03","receipts":[{"accepted":-1}]}}`:           "must not be below 0",
		`{"id":7,"kind":"landed","input":{"order":{"currency":"USD","cost_allocation":"by_luck"}}}`:         "by_value",
	} {
		id, _, err := purchase.Kinds.Answer(json.RawMessage(text), 1)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), says)
		require.Equal(t, "7", string(id), text)
	}
	id, _, err := purchase.Kinds.Answer(json.RawMessage(`[`), 3)
	require.Error(t, err)
	require.Equal(t, "3", strings.TrimSpace(string(id)))
}
