package e2e_test

import (
	"maps"
	"slices"
)

// tableSteps use waiting imports, and takeBackSteps imports that jobs have written.
func tableSteps() []step {
	const path = "/api/v1/imports"
	table := func(query, content string, parts ...string) call {
		return form(path+query, "table.csv", content, parts...)
	}
	bulk := func(status int, to, body, as string) step {
		return step{status: status, method: "POST", path: productsPath + to, body: body, as: as}
	}
	kind := []string{"kind", "repricer_product"}
	const limits = "SKU,Marketplace,Min,Max,Mode\nT-1,US,9.50,40,\nT-2,US,50,,\nT-9,US,1,,\n"
	return []step{
		{status: 200, method: "POST", path: productsPath, body: `{"products":[` + row("T-1", `,"asin":"B000000031","mode":"off","limits":{"min_price":9}`) + `,` +
			row("T-2", `,"asin":"B000000032","mode":"off","limits":{"min_price":9,"max_price":20}`) + `]}`},
		upload(202, table("", limits, kind...)),
		upload(422, table("", "SKU,Marketplace,Lowest price\nT-1,US,9\n", kind...)),
		upload(400, table("", limits)),
		upload(400, table("", limits, "kind", "orders")),
		upload(400, table("?dry_run=maybe", limits, kind...)),
		upload(415, form(path, "table.txt", "plain text", kind...)),
		{status: 200, method: "GET", path: path + "?kind=repricer_product&sort=-id"},
		{status: 404, method: "GET", path: path + "/999"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 403, method: "POST", path: path + "/1/take-back", as: asReader},
		{status: 404, method: "POST", path: path + "/1/take-back", as: asStranger},
		{status: 422, method: "POST", path: path + "/1/take-back"},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 200, method: "GET", path: path + "?status=queued,running&count=true"},
		{status: 200, method: "GET", path: path + "/1/rows?status=failed"},
		{status: 404, method: "GET", path: path + "/1/rows", as: asStranger},
		{status: 400, method: "GET", path: path + "/1/rows?sort=sku"},
		bulk(200, "/bulk?dry_run=true", `{"filter":{"sku":["T-1","T-2"]},"patch":{"reprice_priority":"low"}}`, ""),
		bulk(200, "/bulk", `{"filter":{"sku":["T-1","T-2"]},"patch":{"reprice_priority":"low"}}`, ""),
		bulk(200, "/bulk", `{"filter":{},"patch":{"mode":"off"}}`, asStranger),
		bulk(400, "/bulk", `{"filter":{"hold":["none","any"]},"patch":{"mode":"off"}}`, ""),
		bulk(400, "/bulk", `{"filter":{},"patch":{}}`, ""),
		bulk(422, "/bulk", `{"filter":{},"patch":{"strategy_id":999}}`, ""),
		bulk(403, "/bulk", `{"filter":{},"patch":{"mode":"off"}}`, asReader),
		bulk(200, "/from-skus?dry_run=true", `{"filter":{"q":"nothing"},"rule":{"mode":"off"}}`, ""),
		bulk(200, "/from-skus", `{"filter":{"brand":["Nobody"],"has_cost":true}}`, ""),
		bulk(422, "/from-skus", `{"filter":{},"rule":{"strategy_id":999}}`, ""),
		bulk(400, "/from-skus", `{"rule":{"mode":"off"}}`, ""),
		bulk(403, "/from-skus", `{"filter":{}}`, asReader),
		{status: 200, method: "GET", path: path + "/1/rows.csv"},
		{status: 200, method: "GET", path: path + "/1/rows.xlsx?status=not_taken_back"},
		{status: 404, method: "GET", path: path + "/1/rows.csv", as: asStranger},
	}
}

// exportSteps read lists as tables. Workbooks have no rows here: compressed, the times in them could not be left out.
func exportSteps() []step {
	none := map[string]string{
		"/api/v1/skus": "?q=nothing", "/api/v1/inventory-products": "?q=nothing", productsPath: "?sku=nothing",
		"/api/v1/supplier-offers": "?supplier_sku=nothing", "/api/v1/purchase-orders": "?q=nothing", "/api/v1/exchange-rates": "?base=SEK",
		"/api/v1/suppliers": "?q=nothing", "/api/v1/warehouses": "?q=nothing", "/api/v1/warehouses/stock": "?q=nothing",
		"/api/v1/warehouses/prep-providers": "?q=nothing", "/api/v1/notes": "?q=nothing", "/api/v1/tags": "?q=nothing",
		"/api/v1/documents": "?q=nothing", "/api/v1/listings": "?q=nothing", "/api/v1/product-history": "?asin=B00000NONE",
		"/api/v1/imports": "?created_to=2000-01-01", "/api/v1/sa/repricer/strategies": "?q=nothing", "/api/v1/sa/repricer/history": "?sku=nothing",
		"/api/v1/price-list-analyzer/analyses": "?created_to=2000-01-01", "/api/v1/webhook-endpoints": "?created_to=2000-01-01",
	}
	var all []step
	for _, path := range slices.Sorted(maps.Keys(none)) {
		all = append(all,
			step{status: 200, method: "GET", path: path + ".csv?sort=id"},
			step{status: 200, method: "GET", path: path + ".csv", as: asStranger},
			step{status: 400, method: "GET", path: path + ".csv?limit=1"},
			step{status: 200, method: "GET", path: path + ".xlsx" + none[path]},
		)
	}
	// Workbooks are compared without rows, because their compressed rows have times.
	for _, below := range [][3]string{
		{"/api/v1/purchase-orders/1/items", "?q=nothing"}, {"/api/v1/purchase-orders/1/receipts", "?kind=return", "&reference=nothing"},
		{"/api/v1/price-list-analyzer/analyses/1/results", "?q=nothing"}, {"/api/v1/webhook-endpoints/1/deliveries", "?type=sku.*"},
	} {
		all = append(all,
			step{status: 200, method: "GET", path: below[0] + ".csv" + below[1]},
			step{status: 404, method: "GET", path: below[0] + ".csv", as: asStranger},
			step{status: 200, method: "GET", path: below[0] + ".xlsx" + below[1] + below[2]},
		)
	}
	return all
}

func takeBackSteps() []step {
	return []step{{status: 202, method: "POST", path: "/api/v1/imports/1/take-back", worked: true}}
}
