package repricer_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/stores"
)

// assorted makes rows in which every filter finds some and every sort has ties
// and unknown values.
func assorted(n int) []repricer.ProductSnapshot {
	r := rand.New(rand.NewPCG(7, 7))
	pick := func(most int) int { return r.IntN(most) }
	out := make([]repricer.ProductSnapshot, n)
	for i := range out {
		s := plainRow(i)
		s.Key.MarketplaceID = []marketplace.ID{de, gb, jp}[pick(3)]
		s.ASIN = fmt.Sprintf("B%09d", pick(40))
		if pick(3) > 0 {
			s.StrategyID = optional.Some(strategy.ID(1 + pick(4)))
		}
		s.Mode, s.Priority = one(r, words.Of[decision.Mode]()), one(r, words.Of[repricer.Priority]())
		s.Condition, s.RunState = one(r, words.Of[decision.Condition]()), one(r, words.Of[repricer.RunState]())
		if pick(3) == 0 {
			s.Hold = optional.Some(repricer.Hold{Reason: one(r, words.Of[decision.HoldReason]()), Since: noon})
		}
		o := &s.Observed
		o.BuyBox.Owner = one(r, words.Of[decision.BoxOwner]())
		if pick(2) == 0 {
			o.Fulfillment = optional.Some(one(r, words.Of[decision.Fulfillment]()))
		}
		if pick(2) == 0 {
			o.Title = optional.Some([]string{"Kettle 100% steel", "ÄRMEL_lang", "Straße!", "kettle"}[pick(4)])
		}
		price := func() optional.Maybe[money.Amount] {
			if pick(4) == 0 {
				return optional.None[money.Amount]()
			}
			return optional.Some(money.FromUnits(int64(10+pick(8)) * 10_000))
		}
		o.CurrentPrice, o.Cost, s.Limits.MinPrice = price(), price(), price()
		s.Limits.MaxPrice = price()
		if pick(3) > 0 {
			o.BuyBoxShare24h = optional.Some(money.PercentFromUnits(int64(pick(6)) * 5_000))
		}
		s.Limits.MinPriceMode = one(r, words.Of[decision.MinPriceMode]())
		o.DecidedFloor, o.BreakEven, o.MapPrice, o.Guarded = price(), price(), price(), pick(2) == 0
		if pick(3) > 0 {
			o.OffersAt = optional.Some(noon.Add(time.Duration(pick(5)-2) * time.Minute / 2))
		}
		if pick(2) == 0 {
			o.LastDecision = optional.Some(repricer.LastDecision{
				At: noon, Verdict: one(r, []decision.Verdict{decision.VerdictKeep, decision.VerdictError}),
				Reason: one(r, []decision.Reason{decision.ReasonBeatTarget, decision.ReasonStrategyMissing}),
			})
		}
		s.CreatedAt = noon.Add(time.Duration(pick(20)) * time.Microsecond)
		s.UpdatedAt = noon.Add(time.Duration(pick(9)) * time.Second)
		out[i] = s
	}
	return out
}

func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func TestProductListAgainstBruteForce(t *testing.T) {
	yes, no := true, false
	filters := []struct {
		name   string
		filter repricer.ProductFilter
		holds  func(s repricer.ProductSnapshot) bool
	}{
		{"none", repricer.ProductFilter{}, func(repricer.ProductSnapshot) bool { return true }},
		{"mode", repricer.ProductFilter{Modes: []decision.Mode{decision.ModeAuto, decision.ModeManual}}, func(s repricer.ProductSnapshot) bool { return s.Mode != decision.ModeOff }},
		{"held", repricer.ProductFilter{Hold: &yes}, func(s repricer.ProductSnapshot) bool { return s.Hold.Known() }},
		{"not held", repricer.ProductFilter{Hold: &no}, func(s repricer.ProductSnapshot) bool { return !s.Hold.Known() }},
		{"hold reasons", repricer.ProductFilter{Holds: []decision.HoldReason{decision.HoldListingIssue, decision.HoldCircuitBreaker}}, func(s repricer.ProductSnapshot) bool {
			h, _ := s.Hold.Get()
			return h.Reason == "listing_issue" || h.Reason == "circuit_breaker"
		}},
		{"run state", repricer.ProductFilter{RunStates: []repricer.RunState{repricer.RunQueued}}, func(s repricer.ProductSnapshot) bool { return s.RunState == "queued" }},
		{"strategy", repricer.ProductFilter{Strategies: []strategy.ID{2, 4, 999}}, func(s repricer.ProductSnapshot) bool {
			v, _ := s.StrategyID.Get()
			return v == 2 || v == 4
		}},
		{"marketplace", repricer.ProductFilter{Marketplaces: []marketplace.ID{gb}}, func(s repricer.ProductSnapshot) bool { return s.Key.MarketplaceID == gb }},
		{"asin", repricer.ProductFilter{ASINs: []string{"B000000007", "B000000008"}}, func(s repricer.ProductSnapshot) bool {
			return s.ASIN == "B000000007" || s.ASIN == "B000000008"
		}},
		{"sku", repricer.ProductFilter{SKUs: []string{"sku-007", "SKU-008", "sku-009"}}, func(s repricer.ProductSnapshot) bool {
			return s.Key.SKU == "sku-007" || s.Key.SKU == "sku-009"
		}},
		{"condition", repricer.ProductFilter{Conditions: []decision.Condition{decision.ConditionClub}}, func(s repricer.ProductSnapshot) bool { return s.Condition == "club" }},
		{"fulfillment", repricer.ProductFilter{Fulfillments: []decision.Fulfillment{decision.FBM}}, func(s repricer.ProductSnapshot) bool {
			v, _ := s.Observed.Fulfillment.Get()
			return v == "fbm"
		}},
		{"box owner", repricer.ProductFilter{BoxOwners: []decision.BoxOwner{decision.BoxOwn, decision.BoxUnknown}}, func(s repricer.ProductSnapshot) bool {
			return s.Observed.BuyBox.Owner == "own" || s.Observed.BuyBox.Owner == "unknown"
		}},
		{"at min", repricer.ProductFilter{AtMin: &yes}, atMin},
		{"not at min", repricer.ProductFilter{AtMin: &no}, func(s repricer.ProductSnapshot) bool { return !atMin(s) }},
		{"at max", repricer.ProductFilter{AtMax: &yes}, atMax},
		{"not at max", repricer.ProductFilter{AtMax: &no}, func(s repricer.ProductSnapshot) bool { return !atMax(s) }},
		{"at floor", repricer.ProductFilter{AtFloor: &yes}, atFloor},
		{"not at floor", repricer.ProductFilter{AtFloor: &no}, func(s repricer.ProductSnapshot) bool { return !atFloor(s) }},
		{"under break-even", repricer.ProductFilter{UnderBreakEven: &yes}, underBreakEven},
		{"not under break-even", repricer.ProductFilter{UnderBreakEven: &no}, func(s repricer.ProductSnapshot) bool { return !underBreakEven(s) }},
		{"stale", repricer.ProductFilter{Stale: &yes, FreshFrom: noon.Add(50 * time.Second)}, stale},
		{"not stale", repricer.ProductFilter{Stale: &no, FreshFrom: noon.Add(50 * time.Second)}, func(s repricer.ProductSnapshot) bool { return !stale(s) }},
		{"on hold first", repricer.ProductFilter{Attention: []repricer.Attention{repricer.AttentionHold}}, urgent(repricer.AttentionHold)},
		{"loses first", repricer.ProductFilter{Attention: []repricer.Attention{repricer.AttentionBreakEven}}, urgent(repricer.AttentionBreakEven)},
		{"postage", repricer.ProductFilter{Attention: []repricer.Attention{repricer.AttentionPostage}}, urgent(repricer.AttentionPostage)},
		{"errors", repricer.ProductFilter{Attention: []repricer.Attention{repricer.AttentionError}}, urgent(repricer.AttentionError)},
		{"floor loses", repricer.ProductFilter{Attention: []repricer.Attention{repricer.AttentionFloorLoses}}, urgent(repricer.AttentionFloorLoses)},
		{"any attention", repricer.ProductFilter{Attention: words.Of[repricer.Attention]()}, urgent(words.Of[repricer.Attention]()...)},
		{"missing cost", repricer.ProductFilter{MissingCost: &yes}, missingCost},
		{"not missing cost", repricer.ProductFilter{MissingCost: &no}, func(s repricer.ProductSnapshot) bool { return !missingCost(s) }},
		{"text in sku", repricer.ProductFilter{Query: "SKU-01"}, func(s repricer.ProductSnapshot) bool { return strings.HasPrefix(s.Key.SKU, "sku-01") }},
		{"text in asin", repricer.ProductFilter{Query: "b00000001"}, func(s repricer.ProductSnapshot) bool { return strings.HasPrefix(s.ASIN, "B00000001") }},
		{"text in title", repricer.ProductFilter{Query: "kettle"}, titled("Kettle 100% steel", "kettle")},
		{"percent is a character", repricer.ProductFilter{Query: "0% s"}, titled("Kettle 100% steel")},
		{"underscore is a character", repricer.ProductFilter{Query: "ärmel_"}, titled("ÄRMEL_lang")},
		{"underscore is no joker", repricer.ProductFilter{Query: "straße_"}, titled()},
		{"several", repricer.ProductFilter{
			Modes: []decision.Mode{decision.ModeAuto}, Marketplaces: []marketplace.ID{de, jp}, Hold: &no,
		}, func(s repricer.ProductSnapshot) bool {
			return s.Mode == "auto" && s.Key.MarketplaceID != gb && !s.Hold.Known()
		}},
	}
	each(t, func(t *testing.T, w world) {
		all := w.Rows(t, ours, assorted(300)...)
		w.Rows(t, theirs, assorted(40)...)
		gone := w.Rows(t, ours, plainRow(900), plainRow(901))
		remove(t, w, ids(gone)...)
		for _, f := range filters {
			var want []repricer.ProductSnapshot
			for _, s := range all {
				if f.holds(s) {
					want = append(want, s)
				}
			}
			if f.name != "underscore is no joker" {
				require.NotEmpty(t, want, f.name)
			}
			sorted(want, []page.By{{Field: "updated_at", Desc: true}})
			got := walk(t, w, f.filter, []page.By{{Field: "updated_at", Desc: true}}, 37, int64(len(want)))
			require.Equal(t, ids(want), ids(got), f.name)
		}
		for _, order := range productOrders() {
			for _, filter := range []repricer.ProductFilter{{}, {Modes: words.Of[decision.Mode]()}} {
				want := slices.Clone(all)
				sorted(want, order)
				require.Equal(t, ids(want), ids(walk(t, w, filter, order, 41, 300)), "%v", order)
			}
		}
	})
}

func productOrders() [][]page.By {
	out := [][]page.By{nil, {{Field: "created_at"}, {Field: "current_price", Desc: true}}, {{Field: "buy_box_share_24h", Desc: true}, {Field: "updated_at"}}, {{Field: "id", Desc: true}, {Field: "created_at"}}}
	for _, field := range []string{"id", "created_at", "updated_at", "current_price", "buy_box_share_24h"} {
		out = append(out, []page.By{{Field: field}}, []page.By{{Field: field, Desc: true}})
	}
	return out
}

func atMin(s repricer.ProductSnapshot) bool {
	price, ok := s.Observed.CurrentPrice.Get()
	least, has := s.Limits.MinPrice.Get()
	return ok && has && price.Units() <= least.Units()
}

func atMax(s repricer.ProductSnapshot) bool {
	price, ok := s.Observed.CurrentPrice.Get()
	most, has := s.Limits.MaxPrice.Get()
	return ok && has && price.Units() >= most.Units()
}

// floor returns the floor of a list: the decided floor if it is calculated, else the largest of
// minimum, MAP and guarded break-even.
func floor(s repricer.ProductSnapshot) (least money.Amount, known bool) {
	if s.Limits.MinPriceMode != "manual" {
		return s.Observed.DecidedFloor.Get()
	}
	if least, known = s.Limits.MinPrice.Get(); !known {
		return least, false
	}
	if imposed, ok := s.Observed.MapPrice.Get(); ok && imposed.Cmp(least) > 0 {
		least = imposed
	}
	if even, ok := s.Observed.BreakEven.Get(); ok && s.Observed.Guarded && even.Cmp(least) > 0 {
		least = even
	}
	return least, true
}

func atFloor(s repricer.ProductSnapshot) bool {
	price, ok := s.Observed.CurrentPrice.Get()
	least, has := floor(s)
	return ok && has && price.Cmp(least) <= 0
}

func underBreakEven(s repricer.ProductSnapshot) bool {
	price, ok := s.Observed.CurrentPrice.Get()
	even, has := s.Observed.BreakEven.Get()
	return ok && has && price.Cmp(even) < 0
}

// stale reports a row that is stale at the minute of noon.
func stale(s repricer.ProductSnapshot) bool {
	seen, ok := s.Observed.OffersAt.Get()
	return s.Mode != "off" && (!ok || seen.Before(noon))
}

// urgent selects the rows with one of these as the most urgent reason for a person.
func urgent(wanted ...repricer.Attention) func(repricer.ProductSnapshot) bool {
	return func(s repricer.ProductSnapshot) bool {
		o, why := s.Observed, repricer.Attention("")
		free := o.Shipping.Or(money.Amount{}).Units() == 0 && !o.Postage.Known()
		last, decided := o.LastDecision.Get()
		switch {
		case s.Mode == "off":
		case s.Hold.Known():
			why = "hold"
		case underBreakEven(s):
			why = "under_break_even"
		case o.Fulfillment == optional.Some(decision.FBM) && o.Cost.Known() && free && decided:
			why = "postage_unknown"
		case last.Verdict == decision.VerdictError || last.Reason == "strategy_missing":
			why = "error"
		case (o.BuyBox.Owner == "competitor" || o.BuyBox.Owner == "amazon") && atFloor(s):
			why = "at_floor_and_losing"
		}
		return slices.Contains(wanted, why)
	}
}

func missingCost(s repricer.ProductSnapshot) bool {
	return s.Limits.MinPriceMode != "manual" && !s.Observed.Cost.Known()
}

func titled(titles ...string) func(repricer.ProductSnapshot) bool {
	return func(s repricer.ProductSnapshot) bool {
		title, ok := s.Observed.Title.Get()
		return ok && slices.Contains(titles, title)
	}
}

// walk reads all pages. The total is asked for on the first page only.
func walk(t *testing.T, w world, f repricer.ProductFilter, order []page.By, limit int, total int64) []repricer.ProductSnapshot {
	t.Helper()
	var out []repricer.ProductSnapshot
	req := page.Request{Limit: limit, Order: order, Count: true}
	for {
		p, err := w.Products.List(t.Context(), ours, f, req)
		require.NoError(t, err)
		require.NotNil(t, p.Items)
		if req.Count {
			require.Equal(t, total, *p.Total)
		} else {
			require.Nil(t, p.Total)
		}
		out = append(out, p.Items...)
		if p.Next == nil {
			return out
		}
		require.Len(t, p.Items, limit)
		require.Less(t, len(out), 1000)
		req.After, req.Count = p.Next, false
	}
}

// sorted orders rows the slow way.
func sorted(rows []repricer.ProductSnapshot, order []page.By) {
	slices.SortStableFunc(rows, func(a, b repricer.ProductSnapshot) int {
		desc := false
		for _, by := range order {
			desc = by.Desc
			x, hasX := sortValue(a, by.Field)
			y, hasY := sortValue(b, by.Field)
			c := cmp.Compare(x, y)
			if by.Desc {
				c = -c
			}
			switch {
			case hasX && !hasY:
				return -1
			case !hasX && hasY:
				return 1
			case hasX && c != 0:
				return c
			}
		}
		if desc {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

func sortValue(s repricer.ProductSnapshot, field string) (int64, bool) {
	switch field {
	case "created_at":
		return s.CreatedAt.UnixMicro(), true
	case "updated_at":
		return s.UpdatedAt.UnixMicro(), true
	case "current_price":
		v, ok := s.Observed.CurrentPrice.Get()
		return v.Units(), ok
	case "buy_box_share_24h":
		v, ok := s.Observed.BuyBoxShare24h.Get()
		return v.Units(), ok
	}
	return int64(s.ID), true
}

func TestStrategyListAgainstBruteForce(t *testing.T) {
	yes, no := true, false
	each(t, func(t *testing.T, w world) {
		var all []strategy.Row
		for i := range 60 {
			p := matching(fmt.Sprintf("%s %02d", []string{"Ärger", "alpha", "Beta", "zeta_1"}[i%4], i), [][]marketplace.ID{nil, {de}, {gb, de}, {jp}}[i%4]...)
			if i%3 == 0 {
				p.Type, p.FixedPrice = optional.Put(decision.TypeFixed), optional.Put(money.MustParse("5"))
			}
			p.Enabled = optional.Put(i%5 != 0)
			made, err := strategy.New(ours, p, noon.Add(time.Duration(i%7)*time.Second))
			require.NoError(t, err)
			n, err := w.Strategies.Insert(t.Context(), made)
			require.NoError(t, err)
			s := made.Snapshot()
			s.ID = n
			all = append(all, strategy.Row{Snapshot: s})
		}
		w.Strategy(t, theirs, "alpha 01")
		users := plainRows(7)
		for i := range users {
			users[i].StrategyID = optional.Some(all[i%3].ID)
		}
		users = w.Rows(t, ours, users...)
		remove(t, w, users[6].ID)
		all[0].ProductsCount, all[1].ProductsCount, all[2].ProductsCount = 2, 2, 2
		for _, f := range []struct {
			filter strategy.Filter
			holds  func(v strategy.Values) bool
		}{
			{strategy.Filter{}, func(strategy.Values) bool { return true }},
			{strategy.Filter{Types: []decision.StrategyType{decision.TypeFixed, decision.TypeVelocity}}, func(v strategy.Values) bool { return v.Type == "fixed" }},
			{strategy.Filter{Enabled: &yes}, func(v strategy.Values) bool { return v.Enabled }},
			{strategy.Filter{Enabled: &no}, func(v strategy.Values) bool { return !v.Enabled }},
			{strategy.Filter{Marketplaces: []marketplace.ID{gb}}, func(v strategy.Values) bool {
				return len(v.MarketplaceIDs) == 0 || slices.Contains(v.MarketplaceIDs, gb)
			}},
			{strategy.Filter{Marketplaces: []marketplace.ID{gb, jp}}, func(v strategy.Values) bool {
				return len(v.MarketplaceIDs) == 0 || slices.Contains(v.MarketplaceIDs, gb) || slices.Contains(v.MarketplaceIDs, jp)
			}},
			{strategy.Filter{Query: "äRG"}, func(v strategy.Values) bool { return strings.HasPrefix(v.Name, "Ärger") }},
			{strategy.Filter{Query: "A_1"}, func(v strategy.Values) bool { return strings.HasPrefix(v.Name, "zeta_1") }},
		} {
			for _, order := range [][]page.By{nil, {{Field: "id", Desc: true}}, {{Field: "name"}}, {{Field: "name", Desc: true}}, {{Field: "created_at"}}, {{Field: "updated_at", Desc: true}, {Field: "name"}}} {
				var want []strategy.Row
				for _, s := range all {
					if f.holds(s.Values) {
						want = append(want, s)
					}
				}
				require.NotEmpty(t, want)
				sortStrategies(want, order)
				require.Equal(t, want, walkStrategies(t, w, ours, f.filter, order), "%v %v", f.filter, order)
			}
		}
	})
}

func walkStrategies(t *testing.T, w world, team id.Team, f strategy.Filter, order []page.By) []strategy.Row {
	t.Helper()
	var out []strategy.Row
	req := page.Request{Limit: 7, Order: order, Count: true}
	for {
		p, err := w.Strategies.List(t.Context(), team, f, req)
		require.NoError(t, err)
		out = append(out, p.Items...)
		require.Less(t, len(out), 100)
		if p.Next == nil {
			require.Equal(t, int64(len(out)), *p.Total)
			return out
		}
		req.After = p.Next
	}
}

func sortStrategies(rows []strategy.Row, order []page.By) {
	slices.SortFunc(rows, func(a, b strategy.Row) int {
		desc := false
		for _, by := range order {
			desc = by.Desc
			var c int
			switch by.Field {
			case "name":
				c = cmp.Compare(strategy.NameKey(a.Values.Name), strategy.NameKey(b.Values.Name))
			case "created_at":
				c = a.CreatedAt.Compare(b.CreatedAt)
			case "updated_at":
				c = a.UpdatedAt.Compare(b.UpdatedAt)
			case "id":
				c = cmp.Compare(a.ID, b.ID)
			}
			if by.Desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		if desc {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

func TestPlacesOfAnotherOrderAreRefused(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		for _, after := range []page.Key{{}, {int64(1)}, {"x", int64(1)}, {nil, int64(1)}, {int64(1), "x"}, {int64(1), int64(2), int64(3)}} {
			req := page.Request{Limit: 5, Order: []page.By{{Field: "created_at"}}, After: after}
			_, err := w.Products.List(t.Context(), ours, repricer.ProductFilter{}, req)
			requireCode(t, err, fault.Invalid, fault.CodeInvalidCursor)
			_, err = w.Products.List(t.Context(), ours, repricer.ProductFilter{Query: "x"}, req)
			requireCode(t, err, fault.Invalid, fault.CodeInvalidCursor)
			_, err = w.Strategies.List(t.Context(), ours, strategy.Filter{}, req)
			requireCode(t, err, fault.Invalid, fault.CodeInvalidCursor)
		}
		_, err := w.Products.List(t.Context(), ours, repricer.ProductFilter{}, page.Request{Limit: 5, Order: []page.By{{Field: "title"}}})
		require.ErrorContains(t, err, "title")
	})
}

// TestHeldRowsAreReadAlongTheirIndex lists the two held rows of two thousand.
func TestHeldRowsAreReadAlongTheirIndex(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		rows := plainRows(2000)
		for _, i := range []int{7, 1500} {
			rows[i].Hold = optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: noon})
		}
		w.Rows(t, ours, rows...)
		s, ok := w.Tx.(*db.Store)
		require.True(t, ok)
		stores.Analyze(t, s)
		held := true
		for _, f := range []repricer.ProductFilter{{Hold: &held}, {Holds: []decision.HoldReason{decision.HoldListingIssue}}} {
			for _, plan := range stores.Plans(t, s, func() error {
				found, err := w.Products.List(t.Context(), ours, f, page.Request{Limit: 50, Order: []page.By{{Field: "created_at", Desc: true}}})
				require.Len(t, found.Items, 2)
				return err
			}) {
				require.Contains(t, plan.Text, "repricer_products_hold_idx", plan.Statement)
			}
		}
	})
}
