package replenish_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/replenish"
)

func TestCases(t *testing.T) {
	var cases []struct {
		Name  string
		Input struct {
			Sold      int64 `json:"units_sold"`
			Window    int64 `json:"window_days"`
			Known     int64 `json:"days_known"`
			Lead      int64 `json:"lead_time_days"`
			Cover     int64 `json:"cover_days"`
			OnHand    int64 `json:"on_hand"`
			Inbound   int64
			Warehouse int64 `json:"in_warehouse"`
			OnOrder   int64 `json:"on_order"`
			Reorder   int64 `json:"reorder_point"`
			MOQ       int64
			Multiple  int64 `json:"order_multiple"`
		}
		Expected struct {
			Position int64
			Needed   int64
			Quantity int64
			Within   *int64 `json:"order_within_days"`
		}
	}
	file, err := os.ReadFile("testdata/suggestion.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(file, &cases))
	require.Len(t, cases, 2)
	for _, c := range cases {
		in := c.Input
		position := in.OnHand + in.Inbound + in.Warehouse + in.OnOrder
		require.Equal(t, c.Expected.Position, position)
		s := replenish.Suggest(replenish.Product{
			UnitsSold: in.Sold, WindowDays: in.Window, DaysKnown: in.Known, LeadTimeDays: in.Lead, CoverDays: in.Cover, Position: position,
			ReorderPoint: in.Reorder, MOQ: in.MOQ, Multiple: in.Multiple,
		})
		require.Equal(t, []int64{c.Expected.Needed, c.Expected.Quantity}, []int64{s.Needed, s.Quantity}, c.Name)
		require.Equal(t, optional.Of(c.Expected.Within), s.OrderWithinDays, c.Name)
	}
}

func TestSuggestionsAtTheEdges(t *testing.T) {
	week := replenish.Product{UnitsSold: 7, WindowDays: 30, DaysKnown: 7, LeadTimeDays: 10, CoverDays: 5, Position: 15, ReorderPoint: 99, MOQ: 1, Multiple: 1}
	require.Equal(t, replenish.Suggestion{OrderWithinDays: optional.Some(int64(5)), Reason: replenish.FromSales}, replenish.Suggest(week), "enough")
	week.Position = 9
	require.Equal(t, replenish.Suggestion{Needed: 6, Quantity: 6, OrderWithinDays: optional.Some(int64(-1)), Reason: replenish.FromSales}, replenish.Suggest(week))
	week.DaysKnown = 6
	require.Equal(t, replenish.Suggestion{Needed: 90, Quantity: 90, Reason: replenish.SalesUnknown}, replenish.Suggest(week))
	week.DaysKnown, week.UnitsSold = 400, 0
	require.Equal(t, replenish.Suggestion{Reason: replenish.FromSales}, replenish.Suggest(week), "nothing sold in a known window")
}

// TestSuggestedStockLasts wants the least quantity that can be ordered and lasts.
func TestSuggestedStockLasts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string, least, most int64) int64 { return rapid.Int64Range(least, most).Draw(t, name) }
		p := replenish.Product{
			UnitsSold: n("sold", 0, 5000), WindowDays: n("window", 7, 365), DaysKnown: n("known", 7, 365), LeadTimeDays: n("lead", 0, 100),
			CoverDays: n("cover", 1, 365), Position: n("position", 0, 5000), MOQ: n("moq", 1, 50), Multiple: n("multiple", 1, 24),
		}
		s := replenish.Suggest(p)
		days := min(p.WindowDays, p.DaysKnown)
		lasts := func(stock int64) bool { return stock*days >= p.UnitsSold*(p.LeadTimeDays+p.CoverDays) }
		require.True(t, lasts(p.Position+s.Needed))
		require.Equal(t, s.Needed == 0, lasts(p.Position))
		require.True(t, s.Needed == 0 || !lasts(p.Position+s.Needed-1))
		require.Zero(t, s.Quantity%p.Multiple)
		if s.Needed > 0 {
			require.GreaterOrEqual(t, s.Quantity, max(s.Needed, p.MOQ))
			require.Less(t, s.Quantity-p.Multiple, max(s.Needed, p.MOQ))
		}
		if within, ok := s.OrderWithinDays.Get(); ok {
			require.LessOrEqual(t, p.UnitsSold*(within+p.LeadTimeDays), p.Position*days)
			require.Greater(t, p.UnitsSold*(within+p.LeadTimeDays+1), p.Position*days)
		}
	})
}

func TestLeadTimes(t *testing.T) {
	none := optional.None[int64]()
	for want, x := range map[replenish.LeadTimeSource][4]optional.Maybe[int64]{
		replenish.FromOffer:    {optional.Some(int64(1)), optional.Some(int64(2)), none, none},
		replenish.FromProduct:  {none, optional.Some(int64(1)), optional.Some(int64(2)), none},
		replenish.FromMeasured: {none, none, optional.Some(int64(1)), optional.Some(int64(2))},
		replenish.FromSupplier: {none, none, none, optional.Some(int64(1))},
	} {
		days, from := replenish.LeadTime(x[0], x[1], x[2], x[3])
		require.Equal(t, int64(1), days)
		require.Equal(t, want, from)
	}
	days, from := replenish.LeadTime(none, none, none, none)
	require.Equal(t, int64(14), days)
	require.Equal(t, replenish.Assumed, from)
}

// TestQuantityFitsAnItem sells more than an item of an order takes.
func TestQuantityFitsAnItem(t *testing.T) {
	got := replenish.Suggest(replenish.Product{
		UnitsSold: 30_000_000, WindowDays: 30, DaysKnown: 30, LeadTimeDays: 21, CoverDays: 30, MOQ: 24, Multiple: 700,
	})
	require.Equal(t, []int64{51_000_000, 999_600}, []int64{got.Needed, got.Quantity})
}
