package purchase_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile/purchase"
)

// decode keeps numbers as they are written.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out any
	require.NoError(t, d.Decode(&out))
	return out
}

// within wants all members that are expected, as exact decimals; others may be there.
func within(t *testing.T, want, got any, at string) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		require.IsType(t, want, got, at)
		for name, v := range want {
			require.Contains(t, got, name, at)
			within(t, v, got.(map[string]any)[name], at+"/"+name)
		}
	case []any:
		require.Len(t, got, len(want), at)
		for i, v := range want {
			within(t, v, got.([]any)[i], at+"/-")
		}
	case json.Number:
		a, _ := new(big.Rat).SetString(want.String())
		require.IsType(t, want, got, at)
		b, ok := new(big.Rat).SetString(got.(json.Number).String())
		require.True(t, ok && a.Cmp(b) == 0, "%s: %s, not %s", at, got, want)
	default:
		require.Equal(t, want, got, at)
	}
}

func TestCases(t *testing.T) {
	for kind, folder := range map[string]string{
		"landed": "purchasing/landed", "status": "purchasing/order", "steps": "purchasing/order", "suggestion": "purchasing/replenish", "cost_layers": "inventory",
		"offer": "purchasing",
	} {
		text, err := os.ReadFile(filepath.Join("../../../domain", folder, "testdata", kind+".json"))
		require.NoError(t, err)
		for k, c := range decode(t, text).([]any) {
			one := c.(map[string]any)
			one["kind"] = kind
			t.Run(kind+" "+one["name"].(string), func(t *testing.T) {
				text, err := json.Marshal(one)
				require.NoError(t, err)
				id, answer, err := purchase.Answer(text, k+1)
				require.NoError(t, err)
				text, err = json.Marshal(answer)
				require.NoError(t, err)
				got := decode(t, text)
				within(t, one["expected"], got, "")
				require.Equal(t, json.Number(string(id)), got.(map[string]any)["id"])
				for i, s := range steps(one) {
					for name, as := range map[string]string{"expect_code": "code", "expect_status": "status"} {
						if want, ok := s.(map[string]any)[name]; ok {
							require.Equal(t, want, got.(map[string]any)["steps"].([]any)[i].(map[string]any)[as], "step %d", i)
						}
					}
				}
			})
		}
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
		id, _, err := purchase.Answer(json.RawMessage(text), 1)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), says)
		require.Equal(t, "7", string(id), text)
	}
	id, _, err := purchase.Answer(json.RawMessage(`[`), 3)
	require.Error(t, err)
	require.Equal(t, "3", strings.TrimSpace(string(id)))
}
