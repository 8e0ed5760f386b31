package purchasing

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

var (
	warehouseSorts    = records.Sortable{Fields: []string{"name", "created_at", "id"}, Default: "name"}
	stockSorts        = records.Sortable{Fields: []string{"updated_at", "created_at", "units", "id"}, Default: "-updated_at"}
	prepProviderSorts = records.Sortable{Fields: []string{"name", "id"}, Default: "name"}
)

type listWarehousesInput struct {
	records.RecordInput
	Q       string                                `query:"q" minLength:"1" maxLength:"200" doc:"Text in the name, in any letter case."`
	Type    []body.Word[purchasing.WarehouseType] `query:"type" maxItems:"6" doc:"Any of these types."`
	Status  []body.Word[purchasing.Status]        `query:"status" maxItems:"2" doc:"Any of these statuses."`
	Country []body.Country                        `query:"country" maxItems:"50" doc:"Any of these countries of the address."`
}

type listStockInput struct {
	records.RecordInput
	WarehouseID        []body.ID `query:"warehouse_id" maxItems:"100" doc:"In any of these warehouses."`
	InventoryProductID []body.ID `query:"inventory_product_id" maxItems:"100" doc:"Of any of these inventory products."`
	Q                  string    `query:"q" minLength:"1" maxLength:"200" doc:"Text in title, brand, or a SKU, ASIN or GTIN of the product, in any letter case."`
}

type listPrepProvidersInput struct {
	records.ListInput
	Q       string                              `query:"q" minLength:"1" maxLength:"200" doc:"Text in name or region, in any letter case."`
	Country []body.Country                      `query:"country" maxItems:"50" doc:"Any of these countries."`
	Service []body.Word[purchasing.PrepService] `query:"service" maxItems:"7" doc:"Does any of these."`
}

// WarehouseRoutes registers the operations of warehouses, of the stock in them, and of
// the catalogue of prep providers.
func WarehouseRoutes(warehouses *app.Warehouses, stock *app.Stock, providers *app.PrepProviders) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/warehouses", Group: "warehouses", Noun: "warehouse", Record: 2}
		shown := records.Shown[purchasing.Warehouse, Warehouse]{
			Of: warehouseOf, Example: exampleWarehouse(), Place: purchasing.Warehouse.Place, Live: true,
		}
		records.List(k, httpx.Operation{
			ID: "listWarehouses", Summary: "List warehouses",
			Description: "Lists the team's warehouses, by name. Filters narrow the list together; several values in one filter mean " +
				"any of them.",
		}, warehouseSorts, warehouseOf, exampleWarehouse(),
			func(ctx context.Context, who caller.Caller, in *listWarehousesInput, req page.Request) (page.Page[purchasing.Warehouse], error) {
				return warehouses.List(ctx, who, app.WarehouseFilter{
					Types: body.Words[purchasing.WarehouseType](in.Type), Statuses: body.Words[purchasing.Status](in.Status),
					Countries: body.Words[string](in.Country), Query: in.Q,
				}, req)
			})
		records.Create(k, httpx.Operation{
			ID: "createWarehouse", Summary: "Create a warehouse",
			Description: "Makes a warehouse. The first warehouse of a team is its default. A name that another warehouse " +
				"has is 422 duplicate with its id in existing_id. An unknown prep provider is 422 not_found; a " +
				"prep provider with another type than prep_center is 422 validation_failed.",
			RequestExample: NewWarehouse{Name: "Prep North", WarehouseMembers: exampleWarehouseMembers()},
			Errors:         []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, in *NewWarehouse) (purchasing.Warehouse, error) {
			return warehouses.Create(ctx, who, in.patch())
		})
		records.DeleteMany(k, httpx.Operation{
			ID: "deleteWarehouses", Summary: "Delete warehouses",
			Description: "Deletes up to 100 warehouses in one transaction and answers for each. The default warehouse, and " +
				"a warehouse with stock or orders on their way, fails with in_use and its blockers. Names may be " +
				"used again.",
			RequestExample: body.IDs{IDs: []body.ID{3, 99}},
		}, warehouses.DeleteMany)
		records.Get(k, httpx.Operation{
			ID: "getWarehouse", Summary: "Get a warehouse", Description: "Returns one warehouse of the caller's team.",
		}, shown, warehouses.Get)
		records.Delete(k, httpx.Operation{
			ID: "deleteWarehouse", Summary: "Delete a warehouse",
			Description: "Deletes one warehouse; its name may be used again. The default warehouse, and a warehouse with " +
				"stock or orders on their way, is 422 in_use with the blockers.",
			Errors: []int{http.StatusUnprocessableEntity},
		}, warehouses.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateWarehouse", Summary: "Update a warehouse",
			Description: "Changes the members that are given. null clears a member that may be empty; address, contact and " +
				"costs are replaced as a whole. is_default true moves that here from the warehouse that had it; " +
				"false on the default warehouse is 422 validation_failed. The type of a warehouse that has had " +
				"stock stays: another type is 422 invalid_state.",
			Errors:         []int{http.StatusUnprocessableEntity},
			RequestExample: WarehousePatch{WarehouseMembers: WarehouseMembers{LeadTimeDays: body.FieldOf(4), SalesTaxFree: body.FieldOf(true)}},
		}, shown,
			func(ctx context.Context, who caller.Caller, warehouse purchasing.WarehouseID, in *WarehousePatch, ifMatch *int64) (purchasing.Warehouse, error) {
				return warehouses.Update(ctx, who, warehouse, in.patch(), ifMatch)
			})
		stockRoutes(k, stock)
		k.Path += "/prep-providers"
		records.List(k, httpx.Operation{
			ID: "listPrepProviders", Summary: "List prep providers",
			Description: "Lists prep centers that the operator of this service knows, by name; the list is the same for all teams. Several values in " +
				"one filter mean any of them.",
		}, prepProviderSorts, prepProviderOf, exampleProvider(),
			func(ctx context.Context, who caller.Caller, in *listPrepProvidersInput, req page.Request) (page.Page[purchasing.PrepProvider], error) {
				return providers.List(ctx, who, app.PrepProviderFilter{
					Countries: body.Words[string](in.Country), Services: body.Words[purchasing.PrepService](in.Service), Query: in.Q,
				}, req)
			})
	}
}

// stockRoutes registers operations beyond the specification: the stock of warehouses, and its
// movements.
func stockRoutes(k records.Kind, stock *app.Stock) {
	k.Path, k.Noun = "/warehouses/stock", "balance"
	records.List(k, httpx.Operation{
		ID: "listWarehouseStock", Summary: "List the stock in warehouses",
		Description: "Lists the units of inventory products in warehouses, last moved first; balances of 0 are left out. " +
			"Filters narrow the list together; several values in one filter mean any of them. It is an extra of this service.",
	}, stockSorts, balanceOf, exampleBalance(),
		func(ctx context.Context, who caller.Caller, in *listStockInput, req page.Request) (page.Page[purchasing.StockLine], error) {
			return stock.List(ctx, who, app.StockFilter{
				Warehouses: body.Numbers[purchasing.WarehouseID](in.WarehouseID), Products: body.Numbers[purchasing.ProductID](in.InventoryProductID), Query: in.Q,
			}, req)
		})
	httpx.Register(k.Router, httpx.Operation{
		ID: "createStockMovements", DryRun: true, Method: http.MethodPost, Path: "/warehouses/movements", Group: k.Group, Beta: true, Summary: "Move stock",
		Description: "Books up to 100 movements of units in warehouses in one transaction and answers for each, in order. " +
			"Received goods are not moved by it. It is an extra of this service.\n\n" +
			"A row fails alone with:\n\n" +
			"- not_found: warehouse or inventory product\n" +
			"- invalid_state: more units than are there, which available counts\n" +
			"- not_supported: a warehouse of type amazon, since the marketplace counts its units\n" +
			"- validation_failed: members that do not go together, or no units",
		RequestExample: exampleNewMovements(), Example: exampleMovements(),
	}, httpx.AnswerBulk(createdMovement, func(ctx context.Context, who caller.Caller, in *httpx.Sent[NewStockMovements]) ([]app.StockMove, error) {
		return stock.Move(ctx, who, body.Each(in.Body.Movements, NewStockMovement.change))
	}))
}
