package notification_test

import (
	"fmt"
	"html"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// TestAThiefHearsNothing plays a team that has a grant of its own and the public id
// of another team's seller account: it comes back from the consent with that id, adds
// rows with the victim's SKUs, and waits for orders and offers.
func TestAThiefHearsNothing(t *testing.T) {
	market := simulator.New(simulator.Config{
		Clock: simulator.NewClock(noon, 0), Limits: simulator.Limits{Off: true}, Redirect: "http://example.com/connect/amazon/return", Sales: true,
	})
	service.EachWith(t, service.Options{Market: market, Listen: true, Notifications: true}, func(t *testing.T, s *service.Service) {
		market.Reset()
		ctx := t.Context()
		seller, own := market.Seller(marketplace.NA, simulator.Full), market.Seller(marketplace.NA, simulator.Empty)
		victim, thief := s.Team(t, service.Wish{Unconnected: true}), s.Team(t, service.Wish{Unconnected: true})
		connectInBrowser(t, s, victim.Key, seller.ID)

		page := returnInBrowser(t, s, thief.Key, own.ID, seller.ID)
		assert.Equal(t, 403, page.Code)
		assert.Contains(t, html.UnescapeString(page.Body.String()), "another account's")

		of := func(team *service.Team) caller.Caller { return caller.Caller{Team: team.ID} }
		all, err := s.Operator.Connections.List(ctx, of(victim))
		require.NoError(t, err)
		_, err = s.Operator.Subscriptions.Subscribe(ctx, of(victim), all[0].ID())
		require.NoError(t, err)
		var rows []repricer.NewProduct
		for _, sale := range market.ForSale(seller, us, 20) {
			rows = append(rows, repricer.NewProduct{
				Key: repricer.Key{SellerID: seller.ID, MarketplaceID: us, SKU: sale.SKU}, ASIN: sale.ASIN,
				Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)},
			})
		}
		_, err = s.Operator.Products.Create(ctx, of(victim), rows)
		require.NoError(t, err)
		_, err = s.Operator.Products.Create(ctx, of(thief), rows)
		assert.True(t, fault.Is(err, fault.CodeIntegrationRequired), "%v", err)

		until(t, func() history.Sales {
			if q := market.Notifications().Queues[simulator.DefaultQueue]; q.Visible+q.InFlight == 0 {
				market.Clock().Step(time.Hour)
			}
			got, err := s.Operator.History.Statistics(ctx, of(victim), history.StatisticsQuery{})
			require.NoError(t, err)
			return got.Total.Sales
		}, func(sold history.Sales) bool { return sold.Units >= 1 })
		for _, table := range []string{
			"connections", "connection_consents", "notification_subscriptions", "repricer_products", "repricer_row_memory",
			"repricer_due", "repricer_changes", "repricer_sales", "repricer_day_sales", "repricer_last_events", "repricer_offer_minutes",
			"inventory_skus", "inventory_listings", "inventory_sync_runs",
		} {
			var stored int
			require.NoError(t, s.Store.Read(ctx).QueryRowContext(ctx,
				fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE team_id = %d", table, thief.ID)).Scan(&stored))
			assert.Zero(t, stored, table)
		}
	})
}

// TestAClaimedSellerIDHearsNothing connects an account as the operator can without a
// call to Amazon: the connection works, and its seller id is unproven.
func TestAClaimedSellerIDHearsNothing(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		proven, claiming, broken := w.team(t, "A1"), w.team(t), w.team(t, "A1")
		_, err := w.connections.Add(t.Context(), caller.Caller{Team: claiming}, connectionapp.Add{
			Account: connection.Account{Region: "na", SellerID: "A1", Marketplaces: []marketplace.ID{us}}, RefreshToken: secret.New("Atzr|x"),
		})
		require.NoError(t, err)
		all, err := w.connections.List(t.Context(), caller.Caller{Team: broken})
		require.NoError(t, err)
		require.NoError(t, w.connections.MarkNeedsAttention(t.Context(), caller.Caller{Team: broken}, all[0].ID(), "invalid_grant"))
		teams := []id.Team{proven, claiming, broken}
		rows := make([]decision.ProductID, len(teams))
		for i, team := range teams {
			rows[i] = w.row(t, team, "A1", "S/1", nil)
		}
		w.take(t, orderOf("n1", "A1", "903-1", "S/1", 1, 3, "Unshipped"), offersOf("n2", "A1", 2, "19.00", "A2 19.00 winner"),
			statusOf("n3", "A1", "S/1", 3, ""), healthOf("n4", "A1", 4))
		var sold []int64
		var seen, held []bool
		for i, team := range teams {
			sold = append(sold, w.sold(t, team, rows[i]))
			row := w.get(t, team, rows[i])
			seen, held = append(seen, row.Observed.OffersAt.Known()), append(held, row.Hold.Known())
		}
		require.Equal(t, []int64{3, 0, 0}, sold)
		require.Equal(t, []bool{true, false, false}, seen)
		require.Equal(t, []bool{true, false, false}, held)
	})
}

// TestASharedAccountIsAnAlert lets a second team prove the seller account of a first.
func TestASharedAccountIsAnAlert(t *testing.T) {
	market := simulator.New(simulator.Config{Clock: simulator.NewClock(noon, 0), Limits: simulator.Limits{Off: true}})
	service.EachWith(t, service.Options{Market: market}, func(t *testing.T, s *service.Service) {
		ctx, seller := t.Context(), market.Seller(marketplace.NA, simulator.Full)
		first, second := s.Team(t, service.Wish{Unconnected: true}), s.Team(t, service.Wish{Unconnected: true})
		_, err := s.Operator.Settings.Update(ctx, first.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
			Notify: optional.Put(repricer.NotifyPatch{
				WebhookURL: optional.Put("https://hooks.example.com"), Events: optional.Put([]repricer.NotifyEvent{repricer.NotifyAccountShared}),
			}),
		}})
		require.NoError(t, err)
		for _, team := range []*service.Team{first, second} {
			_, err := s.Operator.Probes.Connect(ctx, team.Who(), seller.Region, seller.ID, secret.New(seller.RefreshToken), false)
			require.NoError(t, err)
		}
		var team id.Team
		var event, reason, details string
		require.NoError(t, s.Store.Read(ctx).QueryRowContext(ctx, "SELECT team_id, event, reason, details FROM repricer_alerts").
			Scan(&team, &event, &reason, &details))
		require.Equal(t, first.ID, team)
		require.Equal(t, "account_shared account_shared", event+" "+reason)
		require.Contains(t, details, seller.ID[len(seller.ID)-4:])
		require.NotContains(t, details, seller.ID)
	})
}
