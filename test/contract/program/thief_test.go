package program_test

import (
	"fmt"
	"html"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/openapi/service"
)

// TestAThiefHearsNothing plays a team that has a grant of its own and the public id
// of another team's seller account: it comes back from the consent with that id, adds
// rows with the victim's SKUs, and waits for orders and offers.
func TestAThiefHearsNothing(t *testing.T) {
	t.Parallel()
	market := simulator.New(simulator.Config{
		Clock: simulator.NewClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), 0), Limits: simulator.Limits{Off: true}, Redirect: "http://example.com/connect/amazon/return", Sales: true,
	})
	service.ByTier(t, service.Options{Market: market, Listen: true, Notifications: true}, func(t *testing.T, s *service.Service) {
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
		for _, sale := range market.ForSale(seller, marketplace.US, 20) {
			rows = append(rows, repricer.NewProduct{
				Key: repricer.Key{SellerID: seller.ID, MarketplaceID: marketplace.US, SKU: sale.SKU}, ASIN: sale.ASIN,
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

// TestASharedAccountIsAnAlert lets a second team prove the seller account of a first.
func TestASharedAccountIsAnAlert(t *testing.T) {
	t.Parallel()
	market := simulator.New(simulator.Config{Clock: simulator.NewClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), 0), Limits: simulator.Limits{Off: true}})
	service.ByTier(t, service.Options{Market: market}, func(t *testing.T, s *service.Service) {
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
