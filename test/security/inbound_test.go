package security_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestAnotherSellersPlanIsAnUnknownPlan names the plans and shipments of team A's seller account in
// every operation that takes them. Team B gets the answers for plans that never existed, byte for
// byte, also when team A has just asked and the answer is cached.
func TestAnotherSellersPlanIsAnUnknownPlan(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	doc := s.Document(t)
	a := newTeam(t, s, doc)
	another := s.Team(t, service.Wish{Kind: simulator.Enormous}) // teams of one kind share an account
	b := &team{Team: another, client: a.client.As(another.Key)}
	mine, theirs := b.Amazon(t), a.Amazon(t)
	require.NotEqual(t, mine.Plan, theirs.Plan)
	const unknown = "0000000000-0000-0000-0000-000000000000"
	ask := func(m *team, op checked.Operation, plan, shipment string) checked.Answer {
		path := strings.NewReplacer("{inboundPlanId}", plan, "{shipmentId}", shipment).Replace(op.Path)
		return m.client.Do(t, checked.Call{Method: op.Method, Path: path})
	}
	takes := func(group, path string) bool {
		return group == "inbound-shipments" && strings.Contains(path, "{inboundPlanId}")
	}
	all, err := openapi.Inventory()
	require.NoError(t, err)
	require.Equal(t, openapi.IDsOf(all, func(o openapi.Operation) bool { return o.Served && takes(o.Group, o.Path) }),
		doc.IDs(func(op checked.Operation) bool { return takes(op.Group(), op.Path) }))
	doc.Each(t, func(t *testing.T, op checked.Operation) {
		if !takes(op.Group(), op.Path) {
			return
		}
		unnamed := func(a checked.Answer) string {
			return strings.NewReplacer(mine.Plan, "ID", theirs.Plan, "ID", theirs.Shipment, "ID", theirs.Confirmed, "ID").Replace(plain(a, unknown))
		}
		want := unnamed(ask(b, op, unknown, unknown))
		for _, shipment := range []string{theirs.Shipment, theirs.Confirmed} {
			require.Equal(t, http.StatusOK, ask(a, op, theirs.Plan, shipment).Status, op.OperationID)
			got := ask(b, op, theirs.Plan, shipment)
			require.Equal(t, http.StatusNotFound, got.Status, op.OperationID)
			require.Equal(t, want, unnamed(got), op.OperationID)
			if strings.Contains(op.Path, "{shipmentId}") { // a plan of B's own does not have it either
				require.Equal(t, want, unnamed(ask(b, op, mine.Plan, shipment)), op.OperationID)
			}
		}
	})
}
