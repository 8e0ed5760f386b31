package demo

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"path"

	"sellingassistant/adapters/simulator"

	annotationapp "sellingassistant/app/annotation"
	documentapp "sellingassistant/app/document"
	identityapp "sellingassistant/app/identity"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/app/repricer/manage"
	webhookapp "sellingassistant/app/webhook"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/domain/webhook"
)

//go:embed samples
var samples embed.FS

// monthlyTokens has the demo team's allowance.
const monthlyTokens = 100_000

func fillTeam(ctx context.Context, op *compose.Operator, st *state) error {
	team, err := op.Teams.Create(ctx, identityapp.CreateTeam{
		Name: "Demo Team", Tokens: monthlyTokens,
		Settings: identity.SettingsPatch{Tax: optional.Put(identity.Tax{Registrations: vat.Registrations{
			{Country: "DE", Number: optional.Some("DE123456788"), Scheme: vat.RegisteredStandard},
		}})},
	})
	if err != nil {
		return err
	}
	st.Team = team.ID()
	owner, err := op.Users.Create(ctx, st.caller(), identityapp.CreateUser{
		Email: "owner@demo.example", Name: "Olivia Owner",
	})
	if err != nil {
		return err
	}
	st.User = owner.ID
	if _, err := op.Users.Create(ctx, st.caller(), identityapp.CreateUser{
		Email: "viewer@demo.example", Name: "Victor Viewer", Role: caller.Viewer,
	}); err != nil {
		return err
	}
	key, err := op.Keys.Create(ctx, st.caller(), identityapp.CreateKey{
		User: st.User, Name: "demo", Scopes: []caller.Scope{caller.Read, caller.Write},
	})
	if err != nil {
		return err
	}
	st.APIKey = key.Secret.Reveal()
	return nil
}

func (d *Demo) fillConnection(ctx context.Context, op *compose.Operator, st *state) error {
	_, err := op.Probes.Connect(ctx, st.caller(), d.seller.Region, d.seller.ID, secret.New(d.seller.RefreshToken), false)
	return err
}

// fillSKUs adds the SKUs of the repricer rows; the first sync finds them.
func (d *Demo) fillSKUs(ctx context.Context, op *compose.Operator, st *state) error {
	all, err := op.Connections.List(ctx, st.caller())
	if err != nil || len(all) == 0 {
		return err
	}
	var seen []inventory.Observation
	for _, sale := range d.world.ForSale(d.seller, marketplace.US, demoRows) {
		seen = append(seen, inventory.Observation{
			Seller: d.seller.ID, Connection: all[0].ID(), Marketplace: marketplace.US, SKU: sale.SKU, ASIN: sale.ASIN, Title: &sale.Title,
			Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Price: &sale.Price, Currency: "USD", Buyable: true,
		})
	}
	_, err = op.SKUIntake.Observe(ctx, st.Team, 0, d.began, seen)
	return err
}

func fillDocuments(ctx context.Context, op *compose.Operator, st *state) error {
	entries, err := samples.ReadDir("samples")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := fillDocument(ctx, op, st, entry.Name()); err != nil {
			return fmt.Errorf("%s: %w", entry.Name(), err)
		}
	}
	return nil
}

func fillDocument(ctx context.Context, op *compose.Operator, st *state, name string) error {
	content, err := samples.ReadFile(path.Join("samples", name))
	if err != nil {
		return err
	}
	return upload(ctx, op, st, name, content)
}

func upload(ctx context.Context, op *compose.Operator, st *state, name string, content []byte) error {
	file, err := op.Documents.Receive(ctx, st.caller(), documentapp.File{Name: name, Content: bytes.NewReader(content)})
	if err != nil {
		return err
	}
	defer file.Discard()
	in := documentapp.Upload{File: file, OnDuplicate: documentapp.ReturnExisting}
	if err := op.Documents.Keep(ctx, st.caller(), in); err != nil {
		return err
	}
	_, err = op.Documents.Upload(ctx, st.caller(), in)
	return err
}

func fillStrategies(ctx context.Context, op *compose.Operator, st *state) error {
	box, err := op.Strategies.Create(ctx, st.caller(), strategy.Patch{
		Name: optional.Put("Match the buy box"), Type: optional.Put(decision.TypeCompetitor),
		CompeteWith:     optional.Put(decision.TargetBuyBox),
		FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}),
		Action:          optional.Put(decision.ActionMatch), MinChange: optional.Put(money.MustParse("0.05")),
		PriceWar: optional.Put(decision.PriceWar{MaxDrops: 3, WindowMinutes: 60, Action: decision.PriceWarHold, CooldownMinutes: 60}),
	})
	if err != nil {
		return err
	}
	if _, err := op.Strategies.Create(ctx, st.caller(), strategy.Patch{
		Name: optional.Put("Five cents below the lowest FBA offer"), Type: optional.Put(decision.TypeCompetitor),
		CompeteWith: optional.Put(decision.TargetLowestFBA), Action: optional.Put(decision.ActionBelow),
		By: optional.Put(money.MustParse("0.05")), OnOwnBuyBox: optional.Put(decision.OwnBoxRaiseToNext),
	}); err != nil {
		return err
	}
	if _, err := op.Strategies.Create(ctx, st.caller(), strategy.Patch{
		Name: optional.Put("By own sales of a week"), Type: optional.Put(decision.TypeVelocity), WindowDays: optional.Put(7), LockDays: optional.Put(1),
		HighUnits: optional.Put(30), LowUnits: optional.Put(10), Step: optional.Put(money.MustParse("2")), StepType: optional.Put(decision.ByPercent),
	}); err != nil {
		return err
	}
	if _, err := op.Strategies.Create(ctx, st.caller(), strategy.Patch{
		Name: optional.Put("Sell out"), Type: optional.Put(decision.TypeCompetitor),
		CompeteWith: optional.Put(decision.TargetLowest), Action: optional.Put(decision.ActionMatch),
	}); err != nil {
		return err
	}
	_, err = op.Settings.Update(ctx, st.caller(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		DefaultStrategyID: optional.Put(box.ID), SubmissionMode: optional.Put(decision.SubmitLive),
		MinIntervalSeconds: optional.Put(repricer.IntervalsPatch{Fast: optional.Put(demoInterval)}), MaxChangesPerDay: optional.Put(demoChanges),
	}})
	return err
}

// demoInterval has the least seconds between two decisions about a row: a newcomer wants to see
// changes.
const demoInterval = 10

// demoChanges bounds the changes of a row per day, so high that fast competitors do not reach it.
const demoChanges = 1_000

// demoRows counts the demo's repricer rows, and demoSelling the rows that are priced by their own
// sales. demoHeld indexes the row that is off in the past.
const (
	demoRows    = 12
	demoSelling = 4
	demoHeld    = 1
)

// fillCosts stores the costs of the repriced products. The first sync finds their SKUs, so rows
// show their profit. The first product is also matched with its ASIN.
func (d *Demo) fillCosts(ctx context.Context, op *compose.Operator, st *state) error {
	for i, sale := range d.world.ForSale(d.seller, marketplace.US, demoRows) {
		asins := []inventory.ProductASIN{{ASIN: sale.ASIN, Marketplace: marketplace.US}}
		class := optional.Field[vat.Class]{}
		if i == demoShared {
			asins = append(asins, inventory.ProductASIN{ASIN: sale.ASIN, Marketplace: germany})
			class = optional.Put(vat.ClassStandard)
		}
		product, err := op.Inventory.Create(ctx, st.caller(), inventoryapp.CreateProduct{Patch: inventory.ProductPatch{
			Title: optional.Some(sale.Title), ASINs: optional.Some(asins), VATClass: class,
			UnitCost: optional.Put(percentOf(sale.Price, shares[i].cost)), OutboundShipping: optional.Put(demoPostage),
		}})
		if err == nil && i == 0 {
			_, err = op.Inventory.SetMatches(ctx, st.caller(), inventoryapp.SetMatches{Product: product.ID, Matches: []inventory.WantedMatch{
				{Target: inventory.MatchTarget{Type: inventory.MatchASIN, ASIN: sale.ASIN, Marketplace: marketplace.US}, UnitsPerSale: 1},
			}})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sale.SKU, err)
		}
	}
	return nil
}

// fillDrafts adds drafts of listings, before the first sync reads the live ones.
func fillDrafts(ctx context.Context, op *compose.Operator, st *state) error {
	var drafts listings.CreateListings
	for i := range 3 {
		drafts.Items = append(drafts.Items, listings.NewListing{
			SKU: fmt.Sprintf("DRAFT-%d", i+1), Marketplace: marketplace.US, Source: inventory.Source{Kind: inventory.SourceAPI},
			Offer: inventory.ListingOffer{
				ASIN: simulator.ASIN(i + 1), ProductType: optional.Some(inventory.AnyProductType), Condition: inventory.ConditionNew,
				Channel: inventory.FBA, Price: optional.Some(money.MustParse("19.99")), Attributes: inventory.NoAttributes,
			},
		})
	}
	prepared, err := op.Listings.Prepare(ctx, st.caller(), drafts)
	if err != nil {
		return err
	}
	results, err := prepared.Write(ctx)
	for _, r := range results {
		if r.Err != nil {
			err = errors.Join(err, r.Err)
		}
	}
	return err
}

// fillTags adds tags and assigns the first tag to the first products.
func fillTags(ctx context.Context, op *compose.Operator, st *state) error {
	var first annotation.TagID
	for _, p := range []annotation.TagPatch{
		{Name: optional.Put("Winter"), Color: optional.Put("#1d4ed8")}, {Name: optional.Put("Clearance")}, {Name: optional.Put("Seasonal")},
	} {
		made, err := op.Tags.Create(ctx, st.caller(), p)
		if err != nil {
			return err
		}
		first = cmp.Or(first, made.ID)
	}
	const tagged = 3
	products, err := op.Inventory.List(ctx, st.caller(), inventoryapp.ProductFilter{}, page.Request{Limit: tagged, Order: []page.By{{Field: "id"}}})
	if err != nil || len(products.Items) == 0 {
		return err
	}
	named := annotationapp.TagRecords{Kind: mark.Product, Tagging: annotation.Tagging{Add: []annotation.TagID{first}}}
	for _, one := range products.Items {
		named.Records = append(named.Records, int64(one.ID))
	}
	_, err = op.Tags.Apply(ctx, st.caller(), named)
	return err
}

// fillRates enters exchange rates of the last days.
func fillRates(ctx context.Context, op *compose.Operator, st *state) error {
	today := date.Of(op.Clock.Now().UTC())
	var entries []exchange.Entry
	for i, rate := range []string{"0.1389", "0.1391", "0.1386"} {
		entries = append(entries, exchange.Entry{
			Base: optional.Put(money.Currency("CNY")), Quote: optional.Put(money.Currency("USD")),
			Day: optional.Put(today.Add(-i)), Rate: optional.Put(money.MustParseRate(rate)),
		})
	}
	_, err := op.Rates.Put(ctx, st.caller(), entries)
	return err
}

// fillWebhooks adds endpoints, and deliveries to the first one; the others are switched off. Their
// addresses are reserved for documentation, so the demo calls nothing real, and shows failed calls.
func fillWebhooks(ctx context.Context, op *compose.Operator, st *state) error {
	var first webhook.EndpointID
	for n, types := range [][]webhook.Pattern{{"*"}, {"purchase_order.*"}, {"repricer.*", "listing.*"}} {
		made, err := op.Endpoints.Create(ctx, st.caller(), webhook.EndpointPatch{
			URL:     optional.Put("https://192.0.2.1/" + []string{"hooks", "orders", "prices"}[n]),
			Enabled: optional.Put(n == 0), Types: optional.Put(types),
			Description: optional.Put("An address that does not exist: enter your own"),
		})
		if err != nil {
			return err
		}
		first = cmp.Or(first, made.ID)
	}
	now := op.Clock.Now()
	_, err := op.Endpoints.Replay(ctx, st.caller(), first, webhookapp.Replay{
		From: now.Add(-webhookapp.Kept), To: now, Which: webhook.ReplayMissing, Types: []webhook.Pattern{"purchase_order.*"},
	})
	return err
}

// fillNotes adds notes about the ASIN of the first product.
func fillNotes(ctx context.Context, op *compose.Operator, st *state) error {
	about := annotation.Target{
		Type: annotation.TargetASIN, ASIN: optional.Some(simulator.ASIN(0)), Marketplace: optional.Some(marketplace.US),
	}
	for _, text := range []string{"Carton was damaged twice.\nAsk for more padding.", "Sells best before the holidays.", "Photos are older than the label."} {
		if _, err := op.Notes.Create(ctx, st.caller(), annotation.NotePatch{Target: optional.Put(about), Body: optional.Put(text)}); err != nil {
			return err
		}
	}
	return nil
}

// shares lists, in percent of the rows' first prices, the costs and the lowest prices. Some rows
// can follow their competitors, others cannot; the last earns so little that break-even is its
// floor.
var shares = [demoRows]struct{ cost, least int64 }{
	{32, 83}, {20, 60}, {30, 75}, {47, 83}, {38, 83}, {57, 83}, {33, 70}, {35, 80}, {30, 72}, {47, 83}, {40, 83}, {80, 83},
}

// demoPostage has the postage of a parcel for the demo's seller, in USD.
var demoPostage = money.MustParse("3.9")

// fillProducts adds repricer rows for offers of the demo's account, up to a quarter above their
// first price.
func (d *Demo) fillProducts(ctx context.Context, op *compose.Operator, st *state) error {
	bySales, err := op.Strategies.List(ctx, st.caller(), strategy.Filter{Types: []decision.StrategyType{decision.TypeVelocity}},
		page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil {
		return err
	}
	sales := d.world.ForSale(d.seller, marketplace.US, demoRows)
	rows := make([]repricer.NewProduct, len(sales))
	for i, sale := range sales {
		rows[i] = repricer.NewProduct{
			Key: repricer.Key{MarketplaceID: marketplace.US, SKU: sale.SKU}, ASIN: sale.ASIN,
			Patch: repricer.ProductPatch{
				Mode: optional.Some(decision.ModeAuto),
				Limits: optional.Put(repricer.LimitsPatch{
					MinPrice: optional.Put(percentOf(sale.Price, shares[i].least)), MaxPrice: optional.Put(percentOf(sale.Price, 125)),
				}),
			},
		}
		if i == demoHeld {
			rows[i].Patch.Mode = optional.Some(decision.ModeOff)
		}
		if i >= demoRows-demoSelling && len(bySales.Items) > 0 {
			rows[i].Patch.StrategyID = optional.Put(bySales.Items[0].ID)
		}
	}
	results, err := op.Products.Create(ctx, st.caller(), rows)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range results {
		if r.Err != nil {
			failed = append(failed, r.Err)
		}
	}
	return errors.Join(failed...)
}
