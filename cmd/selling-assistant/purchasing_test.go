package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPurchasingEvaluate(t *testing.T) {
	t.Parallel()
	const cases = `{"id":49,"kind":"suggestion","input":{"units_sold":72,"window_days":30,"days_known":30,"lead_time_days":21,"cover_days":30,"on_hand":76,"moq":24,"order_multiple":12}}
{"id":2,"kind":"cost_layers","input":{"layers":[],"day":"2026-03-10","receipts":[{"accepted":10,"landed_unit_cost":5},{"accepted":30,"landed_unit_cost":6}]}}
{"id":3,"kind":"nothing","input":{}}
`
	code, out, errs := execute(t, cases, "purchasing", "evaluate", "--cases", "-")
	require.Equal(t, exitFault, code)
	require.Equal(t, `{"id":49,"needed":47,"order_within_days":10,"position":76,"quantity":48,"reason":"sales"}
{"cost_note":null,"cost_written":true,"id":2,"layers":[{"from":"2026-03-10","to":null,"unit_cost":5.75,"currency":"USD","source":"purchase_order",`+
		`"prep_cost":0,"inbound_shipping":0,"other_cost":0,"vat_rate":null}]}
`, out)
	require.Equal(t, "selling-assistant: case 3: kind must be one of cost_layers, landed, offer, status, steps, suggestion\n"+
		"selling-assistant: 1 of 3 cases could not be read\n", errs)
}
