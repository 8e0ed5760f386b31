package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/openapi/service"
)

// A cost that a user writes in the inventory wakes each row once whose floor it makes or guards. It
// wakes no row with a manual floor that may lose.
func TestACostReachesTheRepricer(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	team := s.Team(t, service.Wish{})
	skus := team.SKUs(t, "kettle", 3)
	row := func(sku string, floor decision.MinPriceMode, loss bool) repricer.ProductSnapshot {
		limits := decision.DefaultLimits()
		limits.MinPrice, limits.MinPriceMode, limits.TargetROI = optional.Some(eur("5")), floor, optional.Some(money.MustParsePercent("20"))
		return repricer.ProductSnapshot{
			Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: marketplace.US, SKU: sku},
			ASIN: "B000000001", Currency: "USD", Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew,
			Limits: limits, AllowLoss: loss, RunState: repricer.RunIdle, Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
			Version: 1, CreatedAt: s.Clock.Now(), UpdatedAt: s.Clock.Now(),
		}
	}
	_, err := s.Operator.Settings.Update(t.Context(), team.Who(), manage.UpdateSettings{
		Patch: repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive)},
	})
	require.NoError(t, err)
	rows := team.Rows(t, row("kettle-0", decision.MinPriceROI, false), row("kettle-1", decision.MinPriceManual, true),
		row("kettle-2", decision.MinPriceManual, false))
	for _, sku := range skus {
		_, err := s.Operator.SKUs.Update(t.Context(), team.Who(), inventoryapp.UpdateSKU{
			ID:    inventory.SKUID(sku),
			Patch: inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: optional.Put(eur("4"))})},
		})
		require.NoError(t, err)
	}
	type due struct {
		ProductID decision.ProductID
		WokenBy   string
	}
	var woken []due
	require.NoError(t, s.Store.Read(t.Context()).NewSelect().Table("repricer_due").Column("product_id", "woken_by").
		Order("product_id").Scan(t.Context(), &woken))
	require.Equal(t, []due{{rows[0].ID, "cost_change"}, {rows[2].ID, "cost_change"}}, woken)
	first, err := s.Operator.Products.Get(t.Context(), team.Who(), rows[0].ID)
	require.NoError(t, err)
	require.Equal(t, repricer.RunQueued, first.RunState)
}
