package mcp_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/openapi/service"
)

// limits sets the limits of a row without the protocol.
func limits(t *testing.T, s *service.Service, m *service.Team, row int64, minimum string) {
	t.Helper()
	_, err := s.Operator.Products.Update(t.Context(), m.Who(), manage.UpdateProduct{
		ID: decision.ProductID(row), Patch: repricer.ProductPatch{Limits: optional.Put(repricer.LimitsPatch{
			MinPrice: optional.Put(money.MustParse(minimum)),
		})},
	})
	require.NoError(t, err)
}

// with adds members to a call.
func with(arguments map[string]any, more map[string]any) map[string]any {
	out := map[string]any{}
	for _, part := range []map[string]any{arguments, more} {
		for name, v := range part {
			out[name] = v
		}
	}
	return out
}

// confirmed repeats a call after its dry run.
func confirmed(arguments map[string]any, dry answer) map[string]any {
	return with(arguments, map[string]any{"dry_run": false, "confirm": dry.body["confirm"]})
}

// TestADryRunComesFirst goes through the life of a change on both databases.
func TestADryRunComesFirst(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		rows := m.Fill(t, "mine", 3).Products
		a := connect(t, listen(t, s)+writePath, m.Key)
		call := map[string]any{"ids": []int64{rows[0], rows[1], 999_999}, "min_price": 11.5}
		before := s.Dump(t).Of(int64(m.ID))

		dry := a.works(t, "set_price_limits", call)
		require.Equal(t, true, dry.body["dry_run"])
		require.Regexp(t, "^[0-9a-f]{32}$", dry.body["confirm"])
		changes := dry.body["changes"].([]any)
		require.Len(t, changes, 3)
		first := changes[0].(map[string]any)
		require.Equal(t, map[string]any{"min_price": 11.0}, first["old"], "as Fill has imported it")
		require.Equal(t, map[string]any{"min_price": 11.5}, first["new"])
		require.Equal(t, []any{"updated", "USD", "mine-0"}, []any{first["status"], first["currency"], first["sku"]})
		missing := changes[2].(map[string]any)
		require.Equal(t, "failed", missing["status"])
		require.Equal(t, "not_found", missing["error"].(map[string]any)["code"])
		require.Empty(t, before.Diff(s.Dump(t).Of(int64(m.ID))), "a dry run changes something")
		require.Equal(t, dry.body["confirm"], a.works(t, "set_price_limits", call).body["confirm"])

		// Somebody else changes a row. The confirmation is for another change too.
		limits(t, s, m, rows[1], "10.5")
		a.refuses(t, "confirmation_stale", "set_price_limits", confirmed(call, dry))
		dry = a.works(t, "set_price_limits", call)
		a.refuses(t, "confirmation_stale", "set_price_limits", confirmed(with(call, map[string]any{"min_price": 11.6}), dry))

		done := a.works(t, "set_price_limits", confirmed(call, dry))
		require.Equal(t, false, done.body["dry_run"])
		require.NotContains(t, done.body, "confirm")
		a.refuses(t, "confirmation_stale", "set_price_limits", confirmed(call, dry))
		for _, row := range rows[:2] {
			shown, err := s.Operator.Products.Get(t.Context(), m.Who(), decision.ProductID(row))
			require.NoError(t, err)
			require.Equal(t, optional.Some(money.MustParse("11.5")), shown.Limits.MinPrice)
		}
	})
}

// TestALargeChangeNeedsADryRun wants a confirmation for more than 20 rows, and for an amount that
// moves by more than 25 percent or goes.
func TestALargeChangeNeedsADryRun(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	rows := m.Products(t, "mine", 21)
	a := connect(t, listen(t, s)+writePath, m.Key)
	for _, large := range []map[string]any{
		{"ids": rows, "min_price": 10.1},
		{"ids": rows[:1], "min_price": 12.51},
		{"ids": rows[:1], "min_price": 7.49},
		{"ids": rows[:1], "max_price": 37.51},
		{"ids": rows[:1], "min_price": nil},
	} {
		before := s.Dump(t).Of(int64(m.ID))
		a.refuses(t, "large_change", "set_price_limits", with(large, map[string]any{"dry_run": false}))
		require.Empty(t, before.Diff(s.Dump(t).Of(int64(m.ID))), "%v", large)
	}
	for _, small := range []map[string]any{{"min_price": 12.5}, {"max_price": 37.5}, {"min_price": 9.375}} {
		a.works(t, "set_price_limits", with(small, map[string]any{"ids": rows[:20], "dry_run": false}))
	}
	call := map[string]any{"ids": rows, "max_price": 90}
	a.works(t, "set_price_limits", confirmed(call, a.works(t, "set_price_limits", call)))
}

// TestEachChangeIsADryRunFirst makes every other change without dry_run, and then confirmed.
func TestEachChangeIsADryRunFirst(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	r := m.Fill(t, "mine", 2)
	a := connect(t, listen(t, s)+writePath, m.Key)
	for name, call := range map[string]map[string]any{
		"set_repricing":   {"ids": r.Products[:1], "reprice_priority": "fast"},
		"set_unit_cost":   {"id": r.SKUs[0], "unit_cost": 3.25},
		"pause_repricing": {"enabled": false},
		"import_document": {
			"id": r.Read[0], "mode": "create_purchase_order", "supplier_id": r.Suppliers[0],
			"accept_warnings": []string{"cost_jump", "total_differs"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := s.Dump(t).Of(int64(m.ID))
			dry := a.works(t, name, call)
			require.Empty(t, before.Diff(s.Dump(t).Of(int64(m.ID))), "a dry run changes something")
			a.works(t, name, confirmed(call, dry))
			require.NotEmpty(t, before.Diff(s.Dump(t).Of(int64(m.ID))), "nothing was changed")
		})
	}
}

// TestRefusalsNameMembers wants code, sentence and the pointer of the tool's own member.
func TestRefusalsNameMembers(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{})
	row := m.Products(t, "mine", 1)[0]
	a := connect(t, listen(t, s)+writePath, m.Key)
	pointers := func(out answer) (all []string) {
		for _, v := range out.body["errors"].([]any) {
			all = append(all, fmt.Sprint(v.(map[string]any)["pointer"]))
		}
		return all
	}
	require.Equal(t, []string{"/ids"}, pointers(a.refuses(t, "validation_failed", "set_price_limits", map[string]any{"min_price": 1})))
	require.Equal(t, []string{"/price"}, pointers(a.refuses(t, "validation_failed", "set_price_limits",
		map[string]any{"ids": []int64{row}, "price": 1})))
	require.Equal(t, []string{"/min_price"}, pointers(a.refuses(t, "validation_failed", "set_price_limits",
		map[string]any{"ids": []int64{row}, "min_price": -1})))
	require.Equal(t, []string{"/limit"}, pointers(a.refuses(t, "validation_failed", "list_skus", map[string]any{"limit": 201})))
	require.Contains(t, a.refuses(t, "not_found", "get_sku", map[string]any{"id": 999_999}).text, "999999")
}
