package repricer_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/repricer"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

const team = id.Team(7)

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func row(n decision.ProductID, change func(*repricer.ProductSnapshot)) repricer.ProductSnapshot {
	s := repricer.ProductSnapshot{
		ID: n, Team: team, Key: repricer.Key{SellerID: "ME", MarketplaceID: marketplace.US, SKU: "sku-" + string(rune('a'+n))},
		ASIN: "B000000001", Currency: "USD", Mode: "off", Priority: "normal", Condition: "new", Limits: decision.DefaultLimits(),
		RunState: "idle", Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: "unknown"}},
		Version: 1, CreatedAt: monday, UpdatedAt: monday,
	}
	if change != nil {
		change(&s)
	}
	return s
}

func price(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func list(t *testing.T, s *memory.Store, f ports.ProductFilter, r page.Request) page.Page[repricer.ProductSnapshot] {
	t.Helper()
	got, err := s.Products().List(t.Context(), team, f, r)
	require.NoError(t, err)
	return got
}

func numbers(rows []repricer.ProductSnapshot) []decision.ProductID {
	out := []decision.ProductID{}
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

func TestListPagesThroughEveryOrder(t *testing.T) {
	s := memory.New()
	for n, p := range map[decision.ProductID]string{1: "20", 2: "", 3: "10", 4: "20", 5: "", 6: "5", 7: "20"} {
		s.Put(row(n, func(r *repricer.ProductSnapshot) {
			if p != "" {
				r.Observed.CurrentPrice = price(p)
			}
		}))
	}
	for name, c := range map[string]struct {
		order []page.By
		want  []decision.ProductID
	}{
		"none":        {nil, []decision.ProductID{1, 2, 3, 4, 5, 6, 7}},
		"id down":     {[]page.By{{Field: "id", Desc: true}}, []decision.ProductID{7, 6, 5, 4, 3, 2, 1}},
		"price":       {[]page.By{{Field: "current_price"}}, []decision.ProductID{6, 3, 1, 4, 7, 2, 5}},
		"price down":  {[]page.By{{Field: "current_price", Desc: true}}, []decision.ProductID{7, 4, 1, 3, 6, 5, 2}},
		"two fields":  {[]page.By{{Field: "created_at", Desc: true}, {Field: "current_price"}}, []decision.ProductID{6, 3, 1, 4, 7, 2, 5}},
		"ties by id":  {[]page.By{{Field: "created_at"}}, []decision.ProductID{1, 2, 3, 4, 5, 6, 7}},
		"ties, other": {[]page.By{{Field: "updated_at", Desc: true}}, []decision.ProductID{7, 6, 5, 4, 3, 2, 1}},
	} {
		for limit := 1; limit <= 8; limit++ {
			got, r := []decision.ProductID{}, page.Request{Limit: limit, Order: c.order}
			for {
				p := list(t, s, ports.ProductFilter{}, r)
				require.LessOrEqual(t, len(p.Items), limit)
				got = append(got, numbers(p.Items)...)
				if r.After = p.Next; p.Next == nil {
					break
				}
			}
			require.Equal(t, c.want, got, "%s, %d a page", name, limit)
		}
	}
}

func TestListFilters(t *testing.T) {
	s := memory.New()
	type snap = repricer.ProductSnapshot
	s.Put(row(1, nil))
	s.Put(row(2, func(r *snap) {
		r.Mode, r.StrategyID, r.RunState = "auto", optional.Some(strategy.ID(9)), "queued"
		r.Hold = optional.Some(repricer.Hold{Reason: "circuit_breaker", Since: monday})
		r.Observed.Fulfillment, r.Observed.Title = optional.Some(decision.FBA), optional.Some("Blue Mug")
		r.Observed.CurrentPrice, r.Limits.MinPrice, r.Limits.MaxPrice = price("5"), price("5"), price("9")
	}))
	s.Put(row(3, func(r *snap) {
		r.Key.MarketplaceID, r.ASIN, r.Condition = "A1PA6795UKMFR9", "B0ZZZZZZZZ", "used"
		r.Observed.BuyBox.Owner, r.Limits.MinPriceMode = "own", "roi"
		r.Observed.CurrentPrice, r.Limits.MinPrice, r.Limits.MaxPrice = price("9"), price("5"), price("9")
	}))
	s.Put(row(4, func(r *snap) { r.Team = 8 }))
	yes, no := true, false
	all := []decision.ProductID{1, 2, 3}
	for name, c := range map[string]struct {
		filter ports.ProductFilter
		want   []decision.ProductID
	}{
		"none":         {ports.ProductFilter{}, all},
		"mode":         {ports.ProductFilter{Modes: []decision.Mode{"auto", "manual"}}, []decision.ProductID{2}},
		"held":         {ports.ProductFilter{Hold: &yes}, []decision.ProductID{2}},
		"not held":     {ports.ProductFilter{Hold: &no}, []decision.ProductID{1, 3}},
		"hold":         {ports.ProductFilter{Holds: []decision.HoldReason{"circuit_breaker"}}, []decision.ProductID{2}},
		"other hold":   {ports.ProductFilter{Holds: []decision.HoldReason{"listing_issue"}}, []decision.ProductID{}},
		"run state":    {ports.ProductFilter{RunStates: []repricer.RunState{"queued"}}, []decision.ProductID{2}},
		"strategy":     {ports.ProductFilter{Strategies: []strategy.ID{9}}, []decision.ProductID{2}},
		"marketplace":  {ports.ProductFilter{Marketplaces: []marketplace.ID{marketplace.US}}, []decision.ProductID{1, 2}},
		"asin":         {ports.ProductFilter{ASINs: []string{"B0ZZZZZZZZ"}}, []decision.ProductID{3}},
		"sku":          {ports.ProductFilter{SKUs: []string{"sku-b", "SKU-C"}}, []decision.ProductID{1}},
		"condition":    {ports.ProductFilter{Conditions: []decision.Condition{"used"}}, []decision.ProductID{3}},
		"fulfillment":  {ports.ProductFilter{Fulfillments: []decision.Fulfillment{"fba"}}, []decision.ProductID{2}},
		"box":          {ports.ProductFilter{BoxOwners: []decision.BoxOwner{"own", "team"}}, []decision.ProductID{3}},
		"at min":       {ports.ProductFilter{AtMin: &yes}, []decision.ProductID{2}},
		"not at min":   {ports.ProductFilter{AtMin: &no}, []decision.ProductID{1, 3}},
		"at max":       {ports.ProductFilter{AtMax: &yes}, []decision.ProductID{3}},
		"missing cost": {ports.ProductFilter{MissingCost: &yes}, []decision.ProductID{3}},
		"title":        {ports.ProductFilter{Query: "bLUE m"}, []decision.ProductID{2}},
		"sku part":     {ports.ProductFilter{Query: "KU-D"}, []decision.ProductID{3}},
		"no pattern":   {ports.ProductFilter{Query: "%"}, []decision.ProductID{}},
		"two":          {ports.ProductFilter{Modes: []decision.Mode{"off"}, Conditions: []decision.Condition{"new"}}, []decision.ProductID{1}},
	} {
		got := list(t, s, c.filter, page.Request{Limit: 10, Count: true})
		require.Equal(t, c.want, numbers(got.Items), name)
		require.EqualValues(t, len(c.want), *got.Total, name)
	}
}

func TestTransactions(t *testing.T) {
	s, ctx := memory.New(), t.Context()
	s.Put(row(1, nil))
	fast := repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}
	change := func(ctx context.Context) error {
		found, err := s.Products().LoadLocked(ctx, team, []decision.ProductID{1})
		if err != nil {
			return err
		}
		if _, err := found[0].Change(fast, repricer.Rules{}, monday.Add(1)); err != nil {
			return err
		}
		return s.Products().Save(ctx, team, found)
	}
	broken := errors.New("broken")
	priority := func() repricer.Priority {
		got, err := s.Products().Get(ctx, team, 1)
		require.NoError(t, err)
		return got.Priority
	}

	require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error { return errors.Join(change(ctx), broken) }), broken)
	require.Equal(t, repricer.PriorityNormal, priority())
	require.Panics(t, func() {
		_ = s.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, change(ctx))
			panic("broken")
		})
	})
	require.Equal(t, repricer.PriorityNormal, priority())

	require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
		require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error { return errors.Join(change(ctx), broken) }), broken)
		got, err := s.Products().Get(ctx, team, 1)
		require.NoError(t, err)
		require.Equal(t, repricer.PriorityNormal, got.Priority, "the inner one is undone, the outer goes on")
		return s.InTx(ctx, change)
	}))
	require.Equal(t, repricer.PriorityFast, priority())

	ended, end := context.WithCancel(ctx)
	end()
	require.ErrorIs(t, s.InTx(ended, change), context.Canceled)
}

func TestWritesNeedALockFromTheSameTransaction(t *testing.T) {
	s, ctx := memory.New(), t.Context()
	s.Put(row(1, nil))
	var kept []*repricer.Product
	require.NoError(t, s.InTx(ctx, func(ctx context.Context) (err error) {
		kept, err = s.Products().LoadLocked(ctx, team, []decision.ProductID{1})
		return err
	}))
	require.Error(t, s.Products().Save(ctx, team, kept))
	require.Error(t, s.InTx(ctx, func(ctx context.Context) error { return s.Products().Save(ctx, team, kept) }))
	require.Error(t, s.InTx(ctx, func(ctx context.Context) error {
		return s.Products().Delete(ctx, team, []decision.ProductID{1}, monday)
	}))
	require.Error(t, s.InTx(ctx, func(ctx context.Context) error { return s.Settings().Save(ctx, repricer.NewSettings(team)) }))
	_, err := s.Products().LoadLocked(ctx, team, []decision.ProductID{1})
	require.Error(t, err)
	_, err = s.Strategies().Reach(ctx, team, []strategy.ID{1}, true)
	require.Error(t, err)
	_, err = s.Settings().LoadLocked(ctx, team)
	require.Error(t, err)
}

func TestNothingAskedNothingCalled(t *testing.T) {
	s, ctx := memory.New(), t.Context()
	s.OnCall(func(method string) error { return errors.New(method) })
	products, strategies := s.Products(), s.Strategies()
	found, err := products.LoadLocked(ctx, team, nil)
	require.NoError(t, err)
	require.Empty(t, found)
	_, err = products.Existing(ctx, team, nil)
	require.NoError(t, err)
	_, err = products.Insert(ctx, team, nil)
	require.NoError(t, err)
	_, err = products.Usage(ctx, team, nil)
	require.NoError(t, err)
	require.NoError(t, products.Save(ctx, team, nil))
	require.NoError(t, products.Delete(ctx, team, nil, monday))
	_, err = strategies.LoadLocked(ctx, team, nil)
	require.NoError(t, err)
	_, err = strategies.Reach(ctx, team, nil, true)
	require.NoError(t, err)
}

func TestRowsOfAnotherTeamAreNotThere(t *testing.T) {
	s, ctx := memory.New(), t.Context()
	s.Put(row(1, nil))
	_, err := s.Products().Get(ctx, 8, 1)
	require.True(t, fault.Is(err, fault.CodeNotFound))
	found, err := s.Products().Existing(ctx, 8, []repricer.Key{row(1, nil).Key})
	require.NoError(t, err)
	require.Empty(t, found)
	require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
		rows, err := s.Products().LoadLocked(ctx, 8, []decision.ProductID{1})
		require.Empty(t, rows)
		return err
	}))
	all, err := s.Products().List(ctx, 8, ports.ProductFilter{}, page.Request{Limit: 5})
	require.NoError(t, err)
	require.Empty(t, all.Items)
}

func TestLoadLockedAnswersInIDOrder(t *testing.T) {
	s, ctx := memory.New(), t.Context()
	for n := decision.ProductID(1); n <= 4; n++ {
		s.Put(row(n, func(r *repricer.ProductSnapshot) { r.StrategyID = optional.Some(strategy.ID(n % 2)) }))
	}
	ids := func(rows []*repricer.Product) (out []decision.ProductID) {
		for _, r := range rows {
			out = append(out, r.ID())
		}
		return out
	}
	require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
		rows, err := s.Products().LoadLocked(ctx, team, []decision.ProductID{3, 1, 99, 3})
		require.Equal(t, []decision.ProductID{1, 3}, ids(rows))
		require.NoError(t, err)
		rows, err = s.Products().LoadUsersLocked(ctx, team, []strategy.ID{1}, 1, 5)
		require.Equal(t, []decision.ProductID{3}, ids(rows))
		return err
	}))
	used, err := s.Products().Usage(ctx, team, []strategy.ID{0, 1, 5})
	require.NoError(t, err)
	require.Len(t, used, 2)
	require.Equal(t, ports.Usage{Count: 2, First: []decision.ProductID{1, 3}, Marketplaces: []marketplace.ID{marketplace.US}}, used[1])
	require.True(t, slices.IsSorted(used[0].First))
}
