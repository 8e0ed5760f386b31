package inventory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	listbridge "sellingassistant/adapters/bridge/pricelist"
	repricerbridge "sellingassistant/adapters/bridge/repricer"
	researchbridge "sellingassistant/adapters/bridge/research"
	"sellingassistant/adapters/feetable"
	auditstore "sellingassistant/adapters/persistence/audit"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	identityapp "sellingassistant/app/identity"
	app "sellingassistant/app/inventory"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/research/profit"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// vatWorld counts one product, sold in Germany at 35 for a cost of 19 and a postage of 3, in each
// place that counts profit.
type vatWorld struct {
	*productWorld
	teams    *identityapp.Teams
	settings *identityapp.Settings
	profits  *researchapp.Profits
	research *listbridge.Research
	lists    *listbridge.Inventory
	costs    *repricerbridge.Costs
}

func (w *productWorld) vats() *app.VATs { return app.NewVATs(catalogue.New(w.store), w.costs) }

func newVATWorld(t *testing.T, w *productWorld) vatWorld {
	t.Helper()
	tables, err := feetable.Read()
	require.NoError(t, err)
	teams := identityapp.NewTeams(w.store, identitystore.NewTeams(w.store), auditstore.New(w.store, nil), w.clock)
	return vatWorld{
		productWorld: w, teams: teams,
		settings: identityapp.NewSettings(w.store, identitystore.NewTeams(w.store), nil, auditstore.New(w.store, nil), w.clock, func(id.Team) {}),
		profits:  researchapp.NewProfits(tables, nil, researchbridge.NewResearchTerms(teams, w.vats()).Of, nil, w.clock),
		research: listbridge.NewResearch(tables, w.clock), lists: listbridge.NewInventory(w.vats()), costs: repricerbridge.NewCosts(w.skuWorld.costs),
	}
}

// counted returns rate, source and profit of the profit call and of a list row. It adds the rate
// and source that the repricer finds by its port of costs.
func (w vatWorld) counted(t *testing.T, team id.Team, sku inventory.SKUKey) []string {
	t.Helper()
	de, _ := marketplace.ByID(skuDE)
	product, price, cost, postage := asin.MustParse("B000000001"), money.MustParse("35"), money.MustParse("19"), money.MustParse("3")
	answer, err := w.profits.Calculate(t.Context(), caller.Caller{Team: team}, researchapp.ProfitQuery{
		ASIN: product.String(), Choice: marketplace.Choice{MarketplaceID: string(skuDE)}, Fulfillment: profit.FBM, Source: researchapp.SourceTable,
		Price: optional.Some(price), Given: profit.Input{Cost: cost, Postage: optional.Some(postage)},
	})
	require.NoError(t, err)
	s := answer.Input.VAT
	out := []string{s.Rate.String(), string(s.Basis), answer.FBM.Or(profit.Side{}).Profit.Or(money.Amount{}).String()}

	known, err := w.lists.VAT(t.Context(), team, skuDE, []asin.ASIN{product})
	require.NoError(t, err)
	earned, err := w.research.Evaluate(de, []pricelist.Sale{{
		Facts: pricelist.Facts{ASIN: product}, Merchant: true, Price: price, Cost: optional.Some(cost), Postage: postage, KnownVAT: known[product],
	}})
	require.NoError(t, err)
	row := earned[0]
	out = append(out, row.VATRate.Or(money.Percent{}).String(), string(row.VATSource), row.Profit.Or(money.Amount{}).String())

	key := repricer.Key{SellerID: sku.Seller, MarketplaceID: sku.Marketplace, SKU: sku.SKU}
	costs, err := w.costs.Current(t.Context(), team, []repricer.Key{key})
	require.NoError(t, err)
	rate, basis := vat.Given{CostLayer: costs[key].VATRate, Class: costs[key].VATClass}.Resolve(de, de.Day(w.clock.Now()))
	return append(out, rate.String(), string(basis))
}

// 35 with 19 % VAT is 29.41 and with 7 % 32.71, less a referral fee of 5.25, 19 and 3.
func TestTheClassOfAProductCountsEverywhere(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, world *productWorld) {
		w := newVATWorld(t, world)
		sku := w.one(t, seen(1))
		product := w.create(t, inventory.ProductPatch{Title: optional.Some("Book")})
		w.matched(t, product.ID, skuMatch(sku.ID, 1, false))
		assumed := []string{"19", "assumed", "2.16", "19", "assumed", "2.16", "19", "assumed"}
		require.Equal(t, assumed, w.counted(t, skuTeam, sku.Key))
		w.heard.since()

		update := func(class optional.Field[vat.Class]) {
			_, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: product.ID, Patch: inventory.ProductPatch{VATClass: class}})
			require.NoError(t, err)
		}
		update(optional.Put(vat.ClassReduced))
		require.Equal(t, optional.Some(vat.ClassReduced), w.get(t, product.ID).Values.VATClass)
		require.Equal(t, []string{"7", "class", "5.46", "7", "class", "5.46", "7", "class"}, w.counted(t, skuTeam, sku.Key))
		require.Equal(t, assumed, w.counted(t, skuRival, sku.Key), "another team's product")
		require.Equal(t, []string{"1 A2SELLER A1PA6795UKMFR9 sku-001"}, w.heard.since(), "the repricer counts again")
		update(optional.Put(vat.ClassReduced))
		require.Empty(t, w.heard.since())

		w.edit(t, sku.ID, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{
			Unit: optional.Put(money.MustParse("19")), VATRate: optional.Put(money.MustParsePercent("0")),
		})})
		layer := []string{"0", "cost_layer", "7.75", "0", "cost_layer", "7.75", "0", "cost_layer"}
		require.Equal(t, layer, w.counted(t, skuTeam, sku.Key), "the rate of the cost comes first")
		update(optional.Clear[vat.Class]())
		require.Equal(t, layer, w.counted(t, skuTeam, sku.Key))
	})
}

// A SKU or ASIN with products of several classes has no class.
func TestGoodsOfSeveralClasses(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		build := func(class vat.Class, asins ...inventory.ProductASIN) inventory.ProductID {
			return w.create(t, inventory.ProductPatch{Title: optional.Some("Part"), VATClass: optional.Put(class), ASINs: optional.Some(asins)}).ID
		}
		w.matched(t, build(vat.ClassReduced), skuMatch(sku.ID, 1, true))
		reduced := map[inventory.SKUKey]inventory.SaleCost{sku.Key: {VATClass: optional.Some(vat.ClassReduced)}}
		got, err := w.costs.Current(t.Context(), skuTeam, []inventory.SKUKey{sku.Key})
		require.NoError(t, err)
		require.Equal(t, reduced, got, "a class without a cost")
		w.matched(t, build(vat.ClassReduced), skuMatch(sku.ID, 2, true))
		got, err = w.costs.Current(t.Context(), skuTeam, []inventory.SKUKey{sku.Key})
		require.NoError(t, err)
		require.Equal(t, reduced, got)
		known, err := w.vats().OfASINs(t.Context(), skuTeam, skuDE, []string{"B000000001", "B000000002"})
		require.NoError(t, err)
		require.Equal(t, map[string]inventory.KnownVAT{"B000000001": {Class: optional.Some(vat.ClassReduced)}}, known)
		w.matched(t, build(vat.ClassStandard, inventory.ProductASIN{ASIN: "B000000002", Marketplace: skuDE}), skuMatch(sku.ID, 1, true))
		got, err = w.costs.Current(t.Context(), skuTeam, []inventory.SKUKey{sku.Key})
		require.NoError(t, err)
		require.Empty(t, got)
		known, err = w.vats().OfASINs(t.Context(), skuTeam, skuDE, []string{"B000000001", "B000000002"})
		require.NoError(t, err)
		require.Equal(t, map[string]inventory.KnownVAT{"B000000002": {Class: optional.Some(vat.ClassStandard)}}, known)
		known, err = w.vats().OfASINs(t.Context(), skuTeam, skuGB, []string{"B000000002"})
		require.NoError(t, err)
		require.Empty(t, known, "an ASIN of another marketplace")
		known, err = w.vats().OfASINs(t.Context(), skuTeam, skuDE, nil)
		require.NoError(t, err)
		require.Empty(t, known)
	})
}

func (w vatWorld) set(t *testing.T, p identity.SettingsPatch) {
	t.Helper()
	_, err := w.settings.Change(t.Context(), w.who, identityapp.Change{Patch: identity.Patch{Settings: p}})
	require.NoError(t, err)
}

// Registrations decide scheme and note in the profit call, in price lists and in the repricer
// alike.
func TestRegistrationsCountInEveryProfit(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, world *productWorld) {
		w := newVATWorld(t, world)
		de, _ := marketplace.ByID(skuDE)
		for name, c := range map[string]struct {
			tax    optional.Field[identity.Tax]
			scheme vat.Scheme
			doubt  string
		}{
			"not stated":     {optional.Clear[identity.Tax](), vat.SchemeStandard, ""},
			"nowhere":        {optional.Put(identity.Tax{}), vat.SchemeStandard, "no_registration"},
			"elsewhere":      {optional.Put(identity.Tax{Registrations: vat.Registrations{{Country: "FR", Scheme: vat.RegisteredStandard}}}), vat.SchemeStandard, "no_registration"},
			"small business": {optional.Put(identity.Tax{Registrations: vat.Registrations{{Country: "DE", Scheme: vat.RegisteredSmall}}}), vat.SchemeNotRegistered, ""},
			"margin":         {optional.Put(identity.Tax{Registrations: vat.Registrations{{Country: "DE", Scheme: vat.RegisteredMargin}}}), vat.SchemeStandard, "margin_scheme"},
		} {
			w.set(t, identity.SettingsPatch{Tax: c.tax})
			answer, err := w.profits.Calculate(t.Context(), w.who, researchapp.ProfitQuery{
				ASIN: "B000000001", Choice: marketplace.Choice{MarketplaceID: string(skuDE)}, Fulfillment: profit.FBM, Source: researchapp.SourceTable,
				Price: optional.Some(money.MustParse("35")),
			})
			require.NoError(t, err)
			require.Equal(t, []any{c.scheme, c.doubt}, []any{answer.Input.VAT.Scheme, answer.Input.VAT.Doubt}, name)

			lists := listbridge.NewTeams(w.teams, nil, w.clock)
			doubt, err := lists.VATDoubt(t.Context(), skuTeam, de)
			require.NoError(t, err)
			patch, err := lists.Defaults(t.Context(), skuTeam, de)
			require.NoError(t, err)
			require.Equal(t, []any{c.scheme, c.doubt}, []any{patch.VAT.Value.Scheme.Or(vat.SchemeStandard), doubt}, name)

			found, err := repricerbridge.NewTeamExpenses(w.teams).Defaults(t.Context(), skuTeam)
			require.NoError(t, err)
			today := de.Day(w.clock.Now())
			settings := found.VAT.For(de, today, vat.Given{}).On(de, today)
			require.Equal(t, []any{c.scheme, c.doubt}, []any{settings.Scheme, settings.Doubt}, name)
		}
	})
}

// The team's scheme and months count where a call leaves them out.
func TestDefaultsOfATeamCountInProfits(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, world *productWorld) {
		w := newVATWorld(t, world)
		w.set(t, identity.SettingsPatch{DefaultExpenses: identity.ExpensesPatch{
			StorageMonths: optional.Put(money.MustParse("2.5")), VATScheme: optional.Put(vat.SchemeFlat), VATFlatPercent: optional.Put(money.MustParsePercent("7.5")),
		}})
		input := func(domain string, given vat.Given, months optional.Maybe[money.Amount]) []any {
			answer, err := w.profits.Calculate(t.Context(), w.who, researchapp.ProfitQuery{
				ASIN: "B000000001", Choice: marketplace.Choice{Domain: domain}, Fulfillment: profit.FBM, Source: researchapp.SourceTable,
				Price: optional.Some(money.MustParse("35")), StorageMonths: months, VAT: given,
			})
			require.NoError(t, err)
			input := answer.Input
			return []any{string(input.VAT.Scheme), input.VAT.Flat.String(), input.Product.StorageMonths}
		}
		unset := optional.None[money.Amount]()
		require.Equal(t, []any{"flat", "7.5", int64(25_000)}, input("amazon.de", vat.Given{}, unset))
		require.Equal(t, []any{"none", "7.5", int64(25_000)}, input("amazon.com", vat.Given{}, unset))
		require.Equal(t, []any{"standard", "7.5", int64(0)},
			input("amazon.de", vat.Given{Scheme: optional.Some(vat.SchemeStandard)}, optional.Some(money.Amount{})), "the call's own values win")

		found, err := repricerbridge.NewTeamExpenses(w.teams).Defaults(t.Context(), skuTeam)
		require.NoError(t, err)
		require.Equal(t, pricingports.Expenses{
			StorageMonths: optional.Some(money.MustParse("2.5")),
			VAT:           vat.Defaults{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(money.MustParsePercent("7.5"))},
		}, found)
	})
}
