package manage_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

func TestCreateAnswersRowByRow(t *testing.T) {
	w := newWorld(t)
	w.store.Connect(ours, account.Seller{ID: "ME2", Marketplaces: []marketplace.ID{de}, Active: true})
	strategy := w.strategy("Everywhere")
	there := w.rows(1, us)[0]
	with := func(sku string, m marketplace.ID, change func(*repricer.NewProduct)) repricer.NewProduct {
		n := offer(sku, m)
		change(&n)
		return n
	}
	rows := []repricer.NewProduct{
		offer("a", us),
		offer(string(us)+"-0", us),
		offer("a", us),
		offer("A", us),
		with("b", us, func(n *repricer.NewProduct) { n.ASIN = "" }),
		offer("c", de),
		with("c", de, func(n *repricer.NewProduct) { n.Key.SellerID = "ME2" }),
		with("d", us, func(n *repricer.NewProduct) { n.Key.SellerID = "YOU" }),
		offer("e", jp),
		with("f", us, func(n *repricer.NewProduct) { n.Patch = mode("auto") }),
		with("g", us, func(n *repricer.NewProduct) {
			n.Patch = repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto), Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}
		}),
		with("h", us, func(n *repricer.NewProduct) {
			n.Patch = repricer.ProductPatch{StrategyID: put(strategy), Mode: optional.Some(decision.ModeAuto),
				Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}
		}),
		with("i", us, func(n *repricer.NewProduct) {
			n.Patch = limits(repricer.LimitsPatch{MinPrice: put(eur("5")), MaxPrice: put(eur("4"))})
		}),
	}
	got, err := w.products.Create(t.Context(), w.who, rows)
	require.NoError(t, err)
	require.Equal(t, []fault.Code{
		"", "already_exists", "duplicate", "", "not_found", "conflict", "", "marketplace_not_connected",
		"marketplace_not_connected", "invalid_limits", "strategy_required", "", "invalid_limits",
	}, codes(bare(got)))
	require.Equal(t, int64(there), got[1].Err.Details["existing_id"])
	for _, i := range []int{0, 3, 6, 11} {
		require.Equal(t, edit.Created, got[i].Outcome)
		require.Equal(t, *got[i].Product, w.get(got[i].ID))
	}
	require.Equal(t, "ME", got[0].Product.Key.SellerID)
	require.Equal(t, "ME2", got[6].Product.Key.SellerID)
	require.Equal(t, optional.Some(strategy), got[11].Product.EffectiveStrategyID)
	require.Equal(t, money.Currency("EUR"), got[6].Product.Currency)
}

func TestCreateTakesTheDefaultsOfTheSettings(t *testing.T) {
	w := newWorld(t)
	strategy := w.strategy("Default", us)
	w.patchSettings(repricer.SettingsPatch{
		DefaultStrategyID: put(strategy), DefaultMode: put(decision.ModeManual), DefaultPriority: put(repricer.PriorityLow),
		DefaultLimits: put(repricer.LimitsPatch{MinPrice: put(eur("5")), MaxPrice: put(eur("50"))}),
	})
	plain, own := offer("plain", us), offer("own", us)
	own.Patch = limits(repricer.LimitsPatch{MaxPrice: put(eur("20"))})
	got, err := w.products.Create(t.Context(), w.who, []repricer.NewProduct{plain, own, offer("elsewhere", de)})
	require.NoError(t, err)
	require.Equal(t, []fault.Code{"", "", "strategy_required"}, codes(bare(got)))
	require.Equal(t, decision.ModeManual, got[0].Product.Mode)
	require.Equal(t, repricer.PriorityLow, got[0].Product.Priority)
	require.False(t, got[0].Product.StrategyID.Known())
	require.Equal(t, optional.Some(strategy), got[0].Product.EffectiveStrategyID)
	require.Equal(t, optional.Some(eur("5")), got[1].Product.Limits.MinPrice)
	require.Equal(t, optional.Some(eur("20")), got[1].Product.Limits.MaxPrice)
}

func TestCreateThatIsRefusedMakesNothing(t *testing.T) {
	w := newWorld(t)
	foreign := w.as(theirs).strategy("Theirs")
	named := func(s strategy.ID) repricer.NewProduct {
		n := offer("x", us)
		n.Patch.StrategyID = put(s)
		return n
	}
	many := make([]repricer.NewProduct, 101)
	for i := range many {
		many[i] = offer("x", us)
	}
	bad := offer("x", us)
	bad.Key.MarketplaceID, bad.Patch = "nowhere", mode("on")
	before := w.everything()
	for name, c := range map[string]struct {
		rows    []repricer.NewProduct
		kind    fault.Kind
		code    fault.Code
		pointer string
	}{
		"none":             {nil, fault.Invalid, "validation_failed", "/products"},
		"101":              {many, fault.Invalid, "validation_failed", "/products"},
		"bad members":      {[]repricer.NewProduct{offer("y", us), bad}, fault.Invalid, "validation_failed", "/products/1/marketplace_id"},
		"unknown strategy": {[]repricer.NewProduct{offer("y", us), named(999)}, fault.Rule, "strategy_not_found", "/products/1/strategy_id"},
		"foreign strategy": {[]repricer.NewProduct{named(foreign)}, fault.Rule, "strategy_not_found", "/products/0/strategy_id"},
	} {
		_, err := w.products.Create(t.Context(), w.who, c.rows)
		requireFault(t, err, c.kind, c.code)
		e, _ := fault.As(err)
		require.Equal(t, c.pointer, e.Pointer, name)
		require.Equal(t, before, w.everything(), name)
	}
	_, err := w.products.Create(t.Context(), w.who, []repricer.NewProduct{offer("y", us), bad})
	e, _ := fault.As(err)
	require.Len(t, e.Errors, 2)
	require.Equal(t, "/products/1/mode", e.Errors[1].Pointer)
}

func TestCreateNeedsAConnectedAccount(t *testing.T) {
	w := newWorld(t).as(id.Team(9))
	_, err := w.products.Create(t.Context(), w.who, []repricer.NewProduct{offer("x", us)})
	requireFault(t, err, fault.Forbidden, "integration_required")

	w.store.Connect(9, account.Seller{ID: "OLD", Marketplaces: []marketplace.ID{us}})
	_, err = w.products.Create(t.Context(), w.who, []repricer.NewProduct{offer("x", us), offer("y", jp)})
	requireFault(t, err, fault.Forbidden, "integration_needs_attention")

	w.store.Connect(9, account.Seller{ID: "NEW", Marketplaces: []marketplace.ID{us}, Active: true})
	got, err := w.products.Create(t.Context(), w.who, []repricer.NewProduct{offer("x", us), offer("y", jp)})
	require.NoError(t, err)
	require.Equal(t, []fault.Code{"", "marketplace_not_connected"}, codes(bare(got)))
	require.Equal(t, "NEW", got[0].Product.Key.SellerID)

	old := offer("z", us)
	old.Key.SellerID = "OLD"
	_, err = w.products.Create(t.Context(), w.who, []repricer.NewProduct{old})
	requireFault(t, err, fault.Forbidden, "integration_needs_attention")
}

func TestCreateMakesAFixedNumberOfCalls(t *testing.T) {
	w := newWorld(t)
	strategy := w.strategy("Everywhere")
	rows := make([]repricer.NewProduct, 100)
	for i := range rows {
		rows[i] = offer("sku-"+strconv.Itoa(i), us)
		rows[i].Patch.StrategyID = put(strategy)
	}
	calls := w.calls(func() {
		_, err := w.products.Create(t.Context(), w.who, rows)
		require.NoError(t, err)
	})
	require.Equal(t, []string{
		"sellers OfTeam", "repricer_settings Lock", "repricer_settings Insert", "repricer_settings Lock", "repricer_products Select", "repricer_products Count",
		"repricer_strategies Lock", "repricer_products Select", "repricer_products Insert",
	}, calls)
}

// overtaken is a store that inserts the same rows for another call just before.
type overtaken struct{ ports.Products }

func (o overtaken) Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]ports.Inserted, error) {
	if _, err := o.Products.Insert(ctx, team, rows[:1]); err != nil {
		return nil, err
	}
	return o.Products.Insert(ctx, team, rows)
}

func TestCreateThatIsOvertakenNamesTheRow(t *testing.T) {
	w := newWorld(t)
	products := manage.NewProducts(overtaken{w.store.Products()}, w.store.Strategies(), w.store.Settings(), plan(250_000).Rows, w.store.Sellers(), unlisted{}.Current, w.ends, w.store, &ticking{})
	got, err := products.Create(t.Context(), w.who, []repricer.NewProduct{offer("a", us), offer("b", us)})
	require.NoError(t, err)
	require.Equal(t, []fault.Code{"already_exists", ""}, codes(bare(got)))
	require.Equal(t, int64(1), got[0].Err.Details["existing_id"])
	require.Equal(t, *got[1].Product, w.get(2))
}

// listed knows the listings of some SKUs, in the United States.
type listed map[string]ports.Listing

func (l listed) Current(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	out := map[repricer.Key]ports.Listing{}
	for _, k := range keys {
		if found, ok := l[k.SKU]; ok && k.MarketplaceID == us {
			out[k] = found
		}
	}
	return out, nil
}

func TestCreateHoldsTheASINAgainstTheListing(t *testing.T) {
	w := newWorld(t)
	w.store.Connect(ours, account.Seller{ID: "ME2", Marketplaces: []marketplace.ID{de}, Active: true})
	products := manage.NewProducts(w.store.Products(), w.store.Strategies(), w.store.Settings(), plan(250_000).Rows, w.store.Sellers(),
		listed{"a": {ASIN: "B0LISTED01"}, "b": {ASIN: "B0LISTED01"}, "c": {ASIN: "B0LISTED01"}, "d": {}}.Current, w.ends, w.store, &ticking{})
	with := func(sku string, m marketplace.ID, asin string) repricer.NewProduct {
		n := offer(sku, m)
		n.ASIN = asin
		return n
	}
	elsewhere := with("a", de, "B0OTHER001")
	elsewhere.Key.SellerID = "ME2"
	got, err := products.Create(t.Context(), w.who, []repricer.NewProduct{
		with("a", us, "B0OTHER001"), with("b", us, "B0LISTED01"), with("c", us, ""), with("d", us, "B0OTHER001"),
		with("unknown", us, "B0OTHER001"), elsewhere,
	})
	require.NoError(t, err)
	require.Equal(t, []fault.Code{"conflict", "", "", "", "", ""}, codes(bare(got)))
	require.Equal(t, "/asin", got[0].Err.Pointer)
	require.Equal(t, "The listing of the SKU is of B0LISTED01; give this asin or no asin.", got[0].Err.Message)
	for i, asin := range []string{"", "B0LISTED01", "B0LISTED01", "B0OTHER001", "B0OTHER001", "B0OTHER001"} {
		if i > 0 {
			require.Equal(t, asin, got[i].Product.ASIN)
		}
	}
}

func TestCreateStopsAtThePlan(t *testing.T) {
	w := newWorld(t)
	products := manage.NewProducts(w.store.Products(), w.store.Strategies(), w.store.Settings(), plan(3).Rows, w.store.Sellers(), unlisted{}.Current, w.ends, w.store, &ticking{})
	create := func(skus ...string) []manage.ProductResult {
		var rows []repricer.NewProduct
		for _, sku := range skus {
			rows = append(rows, offer(sku, us))
		}
		got, err := products.Create(t.Context(), w.who, rows)
		require.NoError(t, err)
		return got
	}
	require.Equal(t, []fault.Code{"", ""}, codes(bare(create("a", "b"))))
	got := create("a", "c", "d")
	require.Equal(t, []fault.Code{"already_exists", "", "limit_reached"}, codes(bare(got)))
	require.Equal(t, "The team has the 3 rows its plan allows. Delete rows that are not repriced.", got[2].Err.Message)
	require.NoError(t, products.Delete(t.Context(), w.who, got[1].ID, nil))
	require.Equal(t, []fault.Code{"", "limit_reached"}, codes(bare(create("d", "e"))), "a deleted row makes room")
	_, err := products.Create(t.Context(), w.as(theirs).who, []repricer.NewProduct{offer("a", us)})
	require.NoError(t, err, "each team has rows of its own")
}
