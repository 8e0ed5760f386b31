package inventory

import (
	"context"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

// SKURoutes registers the operations of SKUs.
func SKURoutes(skus *app.SKUs) httpx.Routes {
	shown := records.Shown[app.SKU, SKUDetail]{Of: skuDetailOf, Example: exampleSKUDetail(), Live: true, Place: func(s app.SKU) (id, version int64) {
		return int64(s.ID), s.Version
	}}
	expand := []body.Expansion{{
		Word: "inventory_product", Operation: "listInventoryProducts", Member: "inventory_product_id",
		Filter: "status=active,archived",
	}}
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/skus", Group: "skus", Noun: "SKU"}
		records.List(k, httpx.Operation{
			ID: "listSkus", Summary: "List SKUs", Expand: expand,
			Description: "Lists the SKUs of the team's seller accounts. They come from the marketplace by themselves. " +
				"Filters narrow the list together; several words in one filter mean any of them. Deleted SKUs are " +
				"left out unless hidden asks for them.\n\n" +
				"costs has the costs of the SKU alone. Without a unit_cost there, the repricer counts the cost of " +
				"the inventory product, times units_per_sale; of a bundle, the sum of its products. counted_cost has " +
				"the cost that counts, and says whose it is.",
		}, skuSorts, skuOf, exampleSKU(),
			func(ctx context.Context, who caller.Caller, in *listSKUsInput, req page.Request) (page.Page[app.SKU], error) {
				return skus.List(ctx, who, in.filter(), req)
			})
		records.DeleteMany(k, httpx.Operation{
			ID: "deleteSkus", Summary: "Delete SKUs",
			Description: "Hides up to 100 SKUs in one transaction and answers for each. Their listings at the marketplace " +
				"and their rows in the repricer stay as they are. Later reads from the marketplace do not bring " +
				"them back; an update with hidden false does.",
			RequestExample: body.IDs{IDs: []body.ID{2, 99}},
		}, skus.DeleteMany)
		records.Get(k, httpx.Operation{
			ID: "getSku", Summary: "Get a SKU", Expand: expand,
			Description: "Returns one SKU of the caller's team, deleted or not, with all its cost layers.\n\n" +
				"costs has the costs of the SKU alone. Without a unit_cost there, the repricer counts the cost of " +
				"the inventory product, times units_per_sale; of a bundle, the sum of its products. counted_cost has " +
				"the cost that counts, and says whose it is.",
		}, shown, skus.Get)
		records.Delete(k, httpx.Operation{
			ID: "deleteSku", Summary: "Delete a SKU",
			Description: "Hides one SKU. Its listing at the marketplace and its row in the repricer stay as they are; an update with hidden false brings " +
				"it back.",
		}, skus.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateSku", Summary: "Update a SKU",
			Description: "Changes the team's own data of a SKU; the marketplace's data cannot be written. costs opens a " +
				"cost layer on effective_from: the cost in force ends the day before, other days keep theirs.\n\n" +
				"Refused with 422: invalid_limits (a minimum above the maximum, or prices finer than the " +
				"currency), not_found (an unknown supplier), cost_layer_overlap (another layer begins within the " +
				"days given; layer names it) and validation_failed (days out of bounds, or a cost without " +
				"unit_cost).",
			RequestExample: exampleSKUPatch(),
		}, shown,
			func(ctx context.Context, who caller.Caller, sku inventory.SKUID, in *SKUPatch, ifMatch *int64) (app.SKU, error) {
				return skus.Update(ctx, who, app.UpdateSKU{ID: sku, Patch: in.patch(), IfMatch: ifMatch})
			})
	}
}
