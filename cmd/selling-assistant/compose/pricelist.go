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
		func(client *spapi.Client) ports.Boxes { return amazonpricing.New(client, spapi.Jobs) },
		as[ports.Permissions](bridge.NewPermissions),
		as[ports.Research](bridge.NewResearch),
		as[ports.Teams](bridge.NewTeams),
		as[ports.Rates](bridge.NewRates),
		as[ports.Purchasing](bridge.NewPurchasing),
		as[ports.Inventory](bridge.NewInventory),
		as[ports.Files](bridge.NewFiles),
		as[ports.Notes](bridge.NewNotes),
		as[ports.Feed](bridge.NewFeed),
		func() ports.Tables { return bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}}) },
		filled[pricelist.Parts](), pricelist.New, facade.New,
	),
	ownJobs[*pricelist.Analyses](),
	routes(pricelisthttp.Routes),
)
