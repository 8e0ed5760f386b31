package mcp

// entry describes a call of an assistant: an operation of the API under a short name.
type entry struct {
	name, operation, title, words string
	// takes names the members, separated by spaces: parameters of the operation and members of its
	// body. low=limits.min_price takes a nested member under another name, and a star requires it.
	takes string
	// standard has values for members that a call leaves out. A member that takes does not name
	// always has its value.
	standard map[string]any
	// outside marks answers that come from Amazon or Keepa.
	outside bool
	// starts marks a write that makes a record of its own and changes no other. It has no dry run.
	starts bool
	// change describes the effect of a call that changes records; nil changes nothing.
	change *change
}

// pageRows sets the rows of a page of a list: fewer than the API's own number, since an answer has
// at most maxAnswer bytes.
var pageRows = map[string]any{"limit": 20}

// entries lists the calls, in the order of the published list.
var entries = append(reads, writes...)

var reads = []entry{
	{
		name: "get_account", operation: "getAccount", title: "Account",
		words: "The team: plan, settings, default expenses and connected seller accounts.",
	},
	{
		name: "list_skus", operation: "listSkus", title: "SKUs",
		words:    "SKUs of the seller accounts, with price, stock, cost and listing status.",
		takes:    "q sku asin marketplace_id listing_status has_cost sort cursor limit",
		standard: pageRows,
	},
	{
		name: "get_sku", operation: "getSku", title: "One SKU",
		words: "A SKU by its id, with all its costs by date.",
		takes: "id*",
	},
	{
		name: "find_products", operation: "listInventoryProducts", title: "Inventory products",
		words:    "Inventory products by text, ASIN, GTIN, SKU or supplier, with stock and unit cost.",
		takes:    "q asin gtin sku supplier_id low_stock sort cursor limit",
		standard: pageRows,
	},
	{
		name: "get_inventory_product", operation: "getInventoryProduct", title: "One inventory product",
		words: "An inventory product by its id, with its matches and costs.",
		takes: "id*",
	},
	{
		name: "list_listings", operation: "listListings", title: "Listings",
		words:    "Live listings and drafts of new listings.",
		takes:    "q kind status sku asin marketplace_id cursor limit",
		standard: pageRows,
	},
	{
		name: "check_restriction", operation: "getRestrictionStatus", title: "May we sell it?",
		words:   "Whether the team may sell a product, by its ASIN.",
		takes:   "asin* domain",
		outside: true,
	},
	{
		name: "identify_product", operation: "convertIdentifierToAsins", title: "ASINs of a code",
		words:   "The ASINs that have an EAN, UPC, GTIN or ISBN.",
		takes:   "identifier* domain",
		outside: true,
	},
	{
		name: "search_catalog", operation: "spApiSearchCatalogItems", title: "Amazon's catalogue",
		words:    "Products in Amazon's catalogue, by keywords or by identifiers with identifiersType.",
		takes:    "keywords identifiers identifiersType brandNames pageToken pageSize domain",
		standard: map[string]any{"pageSize": 10},
		outside:  true,
	},
	{
		name: "get_competition", operation: "spApiGetCompetitivePricing", title: "Competitive prices",
		words:    "Competitive prices, number of offers and sales ranks of up to 20 products.",
		takes:    "asins* domain",
		standard: map[string]any{"itemType": "Asin"},
		outside:  true,
	},
	{
		name: "repricer_overview", operation: "getRepricerOverview", title: "Repricer overview",
		words: "The state of repricing: rows by mode, rows that need a person, and changes of the day.",
		takes: "marketplace_id",
	},
	{
		name: "list_repriced", operation: "listRepricerProducts", title: "Rows of the repricer",
		words:    "Rows of the repricer: live price, floor, limits, buy box, margin and the last decision.",
		takes:    "q sku asin mode attention at_floor sort cursor limit",
		standard: map[string]any{"limit": 10},
	},
	{
		name: "explain_price", operation: "listRepricerHistory", title: "Why this price?",
		words: "The newest decisions about a row, with the steps that led to each price. " +
			"product_id has ids of rows.",
		takes:    "product_id sku asin cursor limit",
		standard: map[string]any{"expand": []any{"trace"}, "limit": 1},
	},
	{
		name: "price_changes", operation: "listRepricerHistory", title: "Price changes",
		words:    "Decisions with a new price, newest first, with old price, new price, reason and outcome.",
		takes:    "product_id sku asin outcome created_from created_to cursor limit",
		standard: map[string]any{"action": []any{"change"}, "limit": 20},
	},
	{
		name: "repricer_statistics", operation: "getRepricerHistoryStatistics", title: "Repricer statistics",
		words: "Counts of decisions and price changes in a period, by day, reason, strategy or marketplace.",
		takes: "time_from time_to group_by",
	},
	{
		name: "preview_price", operation: "repriceProduct", title: "Price preview",
		words: "Decides the price of a row now, with other limits, cost or strategy if given. " +
			"Nothing is written or sent.",
		takes: "id* min_price=overrides.limits.min_price max_price=overrides.limits.max_price " +
			"cost=overrides.cost strategy_id=overrides.strategy_id",
		standard: map[string]any{"dry_run": true},
		outside:  true,
	},
	{
		name: "inbound_summary", operation: "getInboundSummary", title: "Inbound plans",
		words:   "Inbound plans to Amazon's warehouses, counted by state.",
		takes:   "domain",
		outside: true,
	},
	{
		name: "list_documents", operation: "listDocuments", title: "Documents",
		words:    "Supplier documents: type, status, supplier, number and totals.",
		takes:    "q type status supplier_id created_from created_to cursor limit",
		standard: pageRows,
	},
	{
		name: "preview_document", operation: "previewInvoiceImport", title: "Preview of an import",
		words: "The lines of a document as they would be imported: matches, costs before and after, " +
			"problems.",
		takes:    "id* match_status problem supplier_id purchase_order_id cursor limit",
		standard: pageRows,
	},
	{
		name: "list_strategies", operation: "listRepricerStrategies", title: "Strategies",
		words:    "Strategies of the repricer, or its templates.",
		takes:    "q type enabled template cursor limit",
		standard: pageRows,
	},
	{
		name: "list_purchase_orders", operation: "listPurchaseOrders", title: "Purchase orders",
		words:    "Orders to suppliers, with status, totals and dates.",
		takes:    "q status supplier_id sku asin overdue sort cursor limit",
		standard: pageRows,
	},
	{
		name: "estimate_profit", operation: "calculateProductProfit", title: "Profit of a sale",
		words: "Profit, fees, margin and ROI of selling a product by ASIN. Without a price, the buy box " +
			"price.",
		takes: "asin* cost* price fulfillment shipping prepCost inboundShipping quantity targetMargin " +
			"domain",
		outside: true,
	},
	{
		name: "estimate_sales", operation: "estimateSalesByAsin", title: "Monthly sales",
		words:   "Units that a product sells in a month, with a range.",
		takes:   "asin* domain",
		outside: true,
	},
	{
		name: "price_history", operation: "getPriceHistoryProduct", title: "Price history",
		words:    "History of a product's prices, sales rank and offers, as points. It costs tokens.",
		takes:    "asin* series range step points domain",
		standard: map[string]any{"format": "points", "points": 40, "range": 90},
		outside:  true,
	},
}

var writes = []entry{
	{
		name: "set_price_limits", operation: "updateRepricerProducts", title: "Set price limits",
		words: "Sets the lowest and highest price of up to 100 rows of the repricer.",
		takes: "ids* min_price=limits.min_price max_price=limits.max_price min_price_mode=limits.min_price_mode " +
			"target_margin=limits.target_margin target_roi=limits.target_roi",
		change: &change{reads: "getRepricerProduct", ids: "ids", destroys: true},
	},
	{
		name: "set_repricing", operation: "updateRepricerProducts", title: "Set mode and strategy",
		words:  "Sets mode, strategy and priority of up to 100 rows of the repricer.",
		takes:  "ids* mode strategy_id reprice_priority allow_loss",
		change: &change{reads: "getRepricerProduct", ids: "ids", destroys: true},
	},
	{
		name: "set_unit_cost", operation: "updateSku", title: "Set a unit cost",
		words: "Sets the cost of one unit of a SKU from a day on.",
		takes: "id* unit_cost=costs.unit_cost* currency=costs.currency prep_cost=costs.prep_cost " +
			"inbound_shipping=costs.inbound_shipping other_cost=costs.other_cost vat_rate=costs.vat_rate " +
			"effective_from=costs.effective_from",
		change: &change{reads: "getSku", destroys: true},
	},
	{
		name: "pause_repricing", operation: "updateRepricerSettings", title: "Pause repricing",
		words:  "Stops all repricing of the team with enabled false, or starts it again with true.",
		takes:  "enabled*",
		change: &change{reads: "getRepricerSettings", destroys: true},
	},
	{
		name: "add_listing_offer", operation: "putListingsItemFromAsin", title: "Offer a product",
		words: "Offers a product that Amazon knows under a SKU. It replaces a listing with this SKU. " +
			"In a dry run Amazon only judges it.",
		takes:   "sku* asin price quantity conditionType fulfillmentChannel domain",
		outside: true,
		change: &change{trial: "dryRun", outside: true, destroys: true, effect: func(answer node) []any {
			return []any{[]any{answer["asin"], answer["status"], answer["issues"]}}
		}},
	},
	{
		name: "import_document", operation: "importInvoice", title: "Import a document",
		words: "Books the lines of a document: order, costs, receipts, offers. preview_document shows " +
			"the lines.",
		takes: "id* mode* supplier_id purchase_order_id warehouse_id order_status receive " +
			"accept_warnings",
		change: &change{trial: "dry_run", effect: importedLines},
	},
	{
		name: "analyze_price_list", operation: "startAnalysisFromFile", title: "Analyse a price list",
		words: "Starts the analysis of a price list that is stored as a document: profit and verdict of " +
			"each row. It changes no other record.",
		takes:  "document_id* name domain currency fulfillment supplier_id",
		starts: true,
	},
}
