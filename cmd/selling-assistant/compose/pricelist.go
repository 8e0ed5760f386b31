package compose

import (
	"go.uber.org/fx"

	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	bridge "sellingassistant/adapters/bridge/pricelist"
	pricelisthttp "sellingassistant/adapters/http/pricelist"
	pricelistsql "sellingassistant/adapters/persistence/pricelist"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/app/pricelist"
	"sellingassistant/app/pricelist/facade"
	ports "sellingassistant/ports/pricelist"
)

var pricelistModule = fx.Module("pricelist",
	fx.Provide(
		as[ports.Analyses](pricelistsql.NewAnalyses),
		as[ports.Items](pricelistsql.NewItems),
		as[ports.Matcher](bridge.NewMatcher),
		as[ports.Market](bridge.NewMarket),
		func(client *spapi.Client) ports.Boxes { return amazonpricing.New(client, spapi.Jobs).BoxPrices },
		method(bridge.NewPermissions, func(v *bridge.Permissions) ports.Permissions { return v.Restrictions }),
		method(bridge.NewResearch, func(v *bridge.Research) ports.Research { return v.Evaluate }),
		as[ports.Teams](bridge.NewTeams),
		method(bridge.NewRates, func(v *bridge.Rates) ports.Rates { return v.RatesOf }),
		as[ports.Purchasing](bridge.NewPurchasing),
		method(bridge.NewInventory, func(v *bridge.Inventory) ports.Inventory { return v.VAT }),
		method(bridge.NewNotes, func(v *bridge.Notes) ports.Notes { return v.About }),
		method(bridge.NewFeed, func(v *bridge.Feed) ports.Feed { return v.Analyzed }),
		func() ports.Tables { return bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}}) },
		filled[pricelist.Parts](), pricelist.New, facade.New,
	),
	ownJobs[*pricelist.Analyses](),
	routes(pricelisthttp.Routes),
)
