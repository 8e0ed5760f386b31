package openapi

import "github.com/danielgtaylor/huma/v2"

// relayed ends the description of a group of Amazon's operations.
const relayed = " Successes are Amazon's, byte for byte. " +
	"Refusals are problem documents with Amazon's code in errors. Costs no tokens."

// groups describes the operations of each tag.
var groups = []*huma.Tag{
	{Name: "account", Description: "The team of the key: its plan, its settings and its connected seller accounts."},
	{Name: "user", Description: "The user of the key and the tokens that are left."},
	{Name: "products", Description: "Facts about a product, and the profit of selling it."},
	{Name: "converters", Description: "Codes of products to ASINs and back."},
	{Name: "restrictions", Description: "Whether the team may sell a product."},
	{Name: "sales-estimation", Description: "How many units a product sells in a month, with a range."},
	{Name: "price-history", Description: "History of a product's prices, ranks and offers."},
	{Name: "price-list-analyzer", Description: "Supplier price lists, with the profit and a verdict for each row."},
	{Name: "documents", Description: "Supplier documents: stored, read and imported."},
	{Name: "suppliers", Description: "Companies that the team buys from."},
	{Name: "supplier-offers", Description: "Products that suppliers sell, with prices and quantities."},
	{Name: "purchase-orders", Description: "Orders to suppliers, their receipts and the cost of each unit."},
	{Name: "warehouses", Description: "Warehouses of the team, and the stock in them."},
	{Name: "exchange-rates", Description: "Exchange rates of the team and of the European Central Bank."},
	{Name: "inventory-products", Description: "Products as the team knows them, with costs and stock."},
	{Name: "skus", Description: "SKUs of the seller account, with their costs."},
	{Name: "listings", Description: "Listings of the seller account, and drafts of new listings."},
	{Name: "listings-items", Description: "Listings items at Amazon, by seller and SKU."},
	{Name: "inbound-shipments", Description: "Inbound plans to Amazon's warehouses, with shipments, boxes and fees."},
	{Name: "repricer", Description: "Prices of offers: settings, strategies, rows, decisions and their history."},
	{Name: "webhooks", Description: "Events of the team: the feed, and programs that are called with them."},
	{Name: "imports", Description: "Tables that are written into SKUs, inventory products and rows of the repricer, with a report, and taken back."},
	{Name: "notes", Description: "Notes of the team about its records and about ASINs."},
	{Name: "tags", Description: "Tags that the team's records are found by."},
	{Name: "product-history", Description: "Events of products, newest first."},
	{Name: "sp-api-catalog-items", Description: "Amazon's Catalog Items API, passed on." + relayed},
	{Name: "sp-api-fba-inventory", Description: "Amazon's FBA Inventory API, passed on." + relayed},
	{Name: "sp-api-fba-shipments", Description: "Amazon's Fulfillment Inbound API, passed on." + relayed},
	{Name: "sp-api-listings-items", Description: "Amazon's Listings Items API, passed on." + relayed},
	{Name: "sp-api-listings-restrictions", Description: "Amazon's Listings Restrictions API, passed on." + relayed},
	{Name: "sp-api-orders", Description: "Amazon's Orders API, passed on without members about buyers." + relayed},
	{Name: "sp-api-product-fees", Description: "Amazon's Product Fees API, passed on." + relayed},
	{Name: "sp-api-product-pricing", Description: "Amazon's Product Pricing API, passed on." + relayed},
	{Name: "sp-api-product-types", Description: "Amazon's Product Type Definitions API, passed on." + relayed},
	{Name: "sp-api-sellers", Description: "Amazon's Sellers API, passed on." + relayed},
}
