package e2e_test

import (
	"net/http"
	"slices"

	"sellingassistant/adapters/simulator"
)

// inventorySteps use the data of the sync before the scenario.
func inventorySteps() []step {
	return slices.Concat(skuSteps(), stockProductSteps(), draftSteps(), supplierSteps(), warehouseSteps(), offerSteps(), orderSteps(), rateSteps(), tagSteps(), noteSteps(), productHistorySteps(), hookSteps())
}

func skuSteps() []step {
	const path = "/api/v1/skus"
	patch := func(status int, body string) step {
		return step{status: status, method: http.MethodPatch, path: path + "/1", body: body}
	}
	return []step{
		{status: 200, method: "GET", path: path + "?count=true&limit=2"},
		{status: 200, method: "GET", path: path + "?count=true&limit=2&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?sku=SIM-0000&marketplace_id=" + usa},
		{status: 200, method: "GET", path: path + "?fulfillment_channel=fba&listing_status=active&sort=-price&limit=3"},
		{status: 200, method: "GET", path: path + "?q=quoted"},
		{status: 200, method: "GET", path: path + "?limit=1", as: asStranger},
		{status: 400, method: "GET", path: path + "?colour=red"},
		{status: 400, method: "GET", path: path + "?sort=colour"},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 404, method: "GET", path: path + "/999999"},
		patch(200, `{"costs":{"unit_cost":12.5,"prep_cost":0.4,"effective_from":"2026-01-01"},"min_price":20,"max_price":60.5}`),
		patch(200, `{"min_price":20,"max_price":60.5}`),
		patch(200, `{"costs":{"unit_cost":13,"effective_from":"2090-01-01"}}`),
		patch(422, `{"costs":{"unit_cost":13,"effective_from":"2089-01-01"}}`),
		patch(422, `{"min_price":70}`),
		patch(400, `{"price":12}`),
		patch(400, `{"min_price":"20","costs":{"unit_cost":-1}}`),
		{status: 412, method: "PATCH", path: path + "/1", body: `{"hidden":true}`, header: match(`"99"`)},
		{status: 403, method: "PATCH", path: path + "/1", body: `{"hidden":true}`, as: asReader},
		{status: 404, method: "PATCH", path: path + "/999999", body: `{"hidden":true}`},
		{status: 200, method: "GET", path: path + "?has_cost=true&sort=-unit_cost"},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2", as: asStranger},
		{status: 200, method: "GET", path: path + "/2"},
		{status: 200, method: "DELETE", path: path + "?dry_run=true", body: `{"ids":[3,4,999999]}`},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[3,"3",999999]}`},
		{status: 200, method: "GET", path: path + "?hidden=true&count=true"},
	}
}

func stockProductSteps() []step {
	const path = "/api/v1/inventory-products"
	post := func(status int, body string) step {
		return step{status: status, method: http.MethodPost, path: path, body: body}
	}
	put := func(status int, product, body string) step {
		return step{status: status, method: http.MethodPut, path: path + "/" + product + "/matches", body: body}
	}
	return []step{
		post(201, `{"title":"Kettle, 1.7 l, steel","brand":"Brewwell","unit_cost":11.4,"gtins":["036000291452"],`+
			`"asins":[{"asin":"B0CASE0001","marketplace_id":"`+usa+`"}],"pack_size":6,"reorder_point":60}`),
		post(201, `{"title":"Lamp"}`),
		post(422, `{"title":"Kettle","gtins":["036000291452"]}`),
		post(400, `{"title":"Kettle","gtins":["036000291453"]}`),
		post(400, `{"brand":"Brewwell","on_hand":5}`),
		{status: 403, method: "POST", path: path, body: `{"title":"Lamp"}`, as: asReader},
		{status: 200, method: "GET", path: path + "?count=true&sort=title"},
		{status: 200, method: "GET", path: path + "?limit=1&sort=-title"},
		{status: 200, method: "GET", path: path + "?limit=1&sort=-title&cursor={cursor}"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"unit_cost":12,"fragile":true,"brand":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"unit_cost":13}`, header: match(`"1"`)},
		{status: 400, method: "PATCH", path: path + "/1", body: `{"on_hand":12}`},
		{status: 404, method: "PATCH", path: path + "/999", body: `{"brand":"Other"}`},
		{status: 200, method: "PATCH", path: path, body: `{"ids":[1,999,1],"vat_class":"reduced"}`},
		{status: 200, method: "PATCH", path: path, body: `{"ids":[1],"vat_class":"reduced"}`, as: asStranger},
		{status: 400, method: "PATCH", path: path, body: `{"ids":[1]}`},
		{status: 400, method: "PATCH", path: path, body: `{"ids":[1],"vat_class":"low"}`},
		put(200, "1", `{"matches":[{"target_type":"sku","target_id":1,"units_per_sale":2},`+
			`{"target_type":"asin","asin":"B0CASE0002","marketplace_id":"`+usa+`"},{"target_type":"listing","target_id":1}]}`),
		put(422, "2", `{"matches":[{"target_type":"sku","target_id":1}]}`),
		put(200, "2", `{"matches":[{"target_type":"sku","target_id":1}],"move":true}`),
		put(422, "2", `{"matches":[{"target_type":"supplier_offer","target_id":1}]}`),
		put(404, "999", `{"matches":[]}`),
		{status: 200, method: "GET", path: path + "/filters"},
		{status: 200, method: "GET", path: path + "/filters?matched=true"},
		{status: 200, method: "GET", path: "/api/v1/skus/1"},
		{status: 200, method: "DELETE", path: path + "/1/matches", body: `{"ids":[2,99]}`},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2"},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[1,2,99]}`},
		{status: 200, method: "GET", path: path},
	}
}

func draftSteps() []step {
	const path = "/api/v1/listings"
	asin := simulator.ASIN(20)
	return []step{
		{status: 200, method: "POST", path: path, body: `{"items":[{"asin":"` + asin + `","price":19.99,"min_price":15},` +
			`{"asin":"` + asin + `","price":19.99,"sku":"SIM-0000"},{"asin":"` + asin + `","price":1,"min_price":2},` +
			`{"asin":"` + asin + `","price":19.99}],"sku_template":"{asin}-x"}`},
		{status: 400, method: "POST", path: path, body: `{"items":[]}`},
		{status: 400, method: "POST", path: path, body: `{"items":[{"asin":"short"}],"sku_template":"{nothing}"}`},
		{status: 403, method: "POST", path: path, body: `{"items":[{"asin":"` + asin + `","price":19.99,"sku":"A-1"}]}`, as: asStranger},
		{status: 403, method: "POST", path: path, body: `{"items":[{"asin":"` + asin + `","price":19.99,"sku":"A-1"}]}`, as: asReader},
		{status: 200, method: "POST", path: path, body: `{"items":[{"asin":"` + asin + `","price":19.99}]}`},
		{status: 200, method: "GET", path: path + "?kind=draft&count=true"},
		{status: 200, method: "GET", path: path + "?kind=live&count=true&limit=2"},
		{status: 200, method: "GET", path: path + "?limit=1", as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 422, method: "DELETE", path: path + "/1"},
		{status: 204, method: "DELETE", path: path + "/{draft}"},
		{status: 404, method: "DELETE", path: path + "/{draft}"},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[1,999999]}`},
	}
}

func supplierSteps() []step {
	const path = "/api/v1/suppliers"
	post := func(status int, body string) step {
		return step{status: status, method: http.MethodPost, path: path, body: body}
	}
	return []step{
		post(201, `{"name":"Northwind","code":"NW","currency":"EUR","min_order_value":250,"default_lead_time_days":14,
			"contacts":[{"name":"Ida","role":null}],"address":{"city":"Bremen","country":"DE"},"discount_percent":2.5,"aliases":["NW Trading"]}`),
		post(201, `{"name":"Ägäis Handel","type":"distributor","website":"https://aegaeis.example"}`),
		post(201, `{"name":"Ägäis Handel GmbH","email":"info@aegaeis.example"}`),
		post(201, `{"name":"Aegaeis","aliases":["AG"]}`),
		post(422, `{"name":"NORTHWIND"}`),
		post(422, `{"name":"Other","code":"nw"}`),
		post(422, `{"name":"Other","aliases":["nw  trading"]}`),
		post(400, `{"code":"X"}`),
		post(400, `{"name":" ","type":"shop","min_order_value":-1,"address":{"country":"de"}}`),
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?q=%C3%84G&type=distributor&status=active&has_open_orders=false"},
		{status: 200, method: "GET", path: path + "?currency=EUR&country=DE&sort=-created_at"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 200, method: "GET", path: path + "/2"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"code":null,"status":"inactive","default_order_note":"two\nlines","address":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"status":"active"}`, header: match(`"1"`)},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"name":"ägäis handel"}`},
		{status: 400, method: "PATCH", path: path + "/1", body: `{"name":null}`},
		{status: 200, method: "POST", path: path + "/2/merge", body: `{"from":[4],"dry_run":true}`},
		{status: 200, method: "POST", path: path + "/2/merge", body: `{"from":[4,4]}`},
		{status: 422, method: "POST", path: path + "/2/merge", body: `{"from":[4]}`},
		{status: 422, method: "POST", path: path + "/2/merge", body: `{"from":[2]}`},
		{status: 400, method: "POST", path: path + "/2/merge", body: `{"from":[]}`},
		{status: 404, method: "POST", path: path + "/4/merge", body: `{"from":[2]}`},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[3,999999]}`},
		{status: 204, method: "DELETE", path: path + "/1"},
		{status: 404, method: "DELETE", path: path + "/1"},
	}
}

func warehouseSteps() []step {
	const path = "/api/v1/warehouses"
	post := func(status int, body string) step {
		return step{status: status, method: http.MethodPost, path: path, body: body}
	}
	return []step{
		post(201, `{"name":"Garage","sells_directly":true,"is_default":false}`),
		post(201, `{"name":"Prep","type":"prep_center","address":{"country":"US"},"contact":{"name":"Paul"},"costs":{"currency":"USD","box_fee":1.5}}`),
		post(201, `{"name":"Shed"}`),
		post(422, `{"name":"GARAGE"}`),
		post(422, `{"name":"Other","prep_provider_id":1}`),
		post(422, `{"name":"Other","type":"prep_center","prep_provider_id":1}`),
		post(400, `{"name":"Other","costs":{"box_fee":-1}}`),
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?q=pre&type=prep_center,own&status=active&country=US&sort=-created_at"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/prep-providers?country=US&service=label&q=prep"},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 201, method: "POST", path: "/api/v1/inventory-products", body: `{"title":"Teapot"}`},
		{status: 200, method: "POST", path: path + "/movements", body: `{"movements":[
			{"kind":"adjust","inventory_product_id":3,"warehouse_id":3,"units":9,"reason":"count"},
			{"kind":"transfer","inventory_product_id":3,"warehouse_id":3,"to_warehouse_id":1,"units":4,"reference":"T-1"},
			{"kind":"ship","inventory_product_id":3,"warehouse_id":3,"units":6},
			{"kind":"ship","inventory_product_id":3,"warehouse_id":3,"to_warehouse_id":1,"units":1},
			{"kind":"adjust","inventory_product_id":3,"warehouse_id":999,"units":1},
			{"kind":"adjust","inventory_product_id":999,"warehouse_id":1,"units":1}]}`},
		{status: 200, method: "GET", path: path + "/stock?count=true&sort=id"},
		{status: 200, method: "GET", path: path + "/stock?warehouse_id=3,2&inventory_product_id=3&q=tea&sort=-units"},
		{status: 200, method: "GET", path: path + "/stock", as: asStranger},
		{status: 422, method: "DELETE", path: path + "/3"},
		{status: 422, method: "DELETE", path: "/api/v1/inventory-products/3"},
		{status: 422, method: "PATCH", path: path + "/3", body: `{"type":"other"}`},
		{status: 200, method: "POST", path: path + "/movements", body: `{"movements":[
			{"kind":"ship","inventory_product_id":3,"warehouse_id":3,"units":5},{"kind":"ship","inventory_product_id":3,"warehouse_id":1,"units":4}]}`},
		{status: 204, method: "DELETE", path: "/api/v1/inventory-products/3"},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"is_default":false}`},
		{status: 200, method: "PATCH", path: path + "/2", body: `{"is_default":true,"costs":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/2", body: `{"status":"inactive"}`, header: match(`"1"`)},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 422, method: "DELETE", path: path + "/2"},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[1,2,999999]}`},
		{status: 204, method: "DELETE", path: path + "/3"},
		{status: 404, method: "DELETE", path: path + "/3"},
	}
}

func orderSteps() []step {
	const path = "/api/v1/purchase-orders"
	do := func(status int, method, at, body string) step {
		return step{status: status, method: method, path: path + at, body: body}
	}
	return []step{
		do(201, "POST", "", `{"supplier_id":2,"items":[{"title":"Bottle","quantity":10,"unit_cost":3.5},{"supplier_sku":"x","quantity":5}]}`),
		do(201, "POST", "", `{"supplier_id":2,"number":"X-1","status":"ordered","items":[{"title":"Kettle","quantity":10,"unit_cost":2}]}`),
		do(201, "POST", "", `{"copy_from":2,"note":"again"}`),
		do(422, "POST", "", `{"supplier_id":2,"number":"x-1"}`),
		do(422, "POST", "", `{"supplier_id":999999}`),
		do(422, "POST", "", `{"supplier_id":2,"items":[{"sku_id":999999,"quantity":1}]}`),
		do(400, "POST", "", `{"supplier_id":2,"items":[{"title":"a"}]}`),
		do(400, "POST", "", `{}`),
		do(200, "GET", "?count=true&limit=1", ""),
		do(200, "GET", "?count=true&limit=1&cursor={cursor}", ""),
		do(200, "GET", "?status=ordered,draft&supplier_id=2&q=x-&overdue=false&on_hold=false&has_documents=false&sort=-total", ""),
		{status: 200, method: "GET", path: path, as: asStranger},
		do(200, "GET", "/1", ""),
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		do(422, "PATCH", "/1", `{"status":"ordered"}`),
		do(422, "PATCH", "/1", `{"status":"closed"}`),
		do(200, "PATCH", "/1", `{"shipping_cost":5,"supplier_reference":"R-1"}`),
		do(200, "GET", "/1/items?sort=-quantity&count=true", ""),
		do(200, "GET", "/1/items/2", ""),
		do(404, "GET", "/1/items/3", ""),
		{status: 404, method: "GET", path: path + "/1/items/2", as: asStranger},
		do(200, "PATCH", "/1/items/2", `{"unit_cost":1}`),
		do(404, "PATCH", "/1/items/3", `{"unit_cost":1}`),
		do(200, "PATCH", "/1", `{"status":"ordered","order_date":"2026-03-09"}`),
		do(200, "POST", "/1/items", `{"merge_duplicates":true,"items":[{"supplier_sku":"x","quantity":5,"unit_cost":1},{"title":"free","quantity":1}]}`),
		do(422, "PATCH", "/1/items/2", `{"supplier_sku":"y"}`),
		do(400, "PATCH", "/1/items/1", `{"receive":{"accepted":1},"return":{"quantity":1}}`),
		do(400, "PATCH", "/1/items/1", `{"quantity_received":1,"quantity":5}`),
		do(400, "PATCH", "/1/items/1", `{"reference":"DN-7"}`),
		do(404, "PATCH", "/1/items/99", `{"receive":{"accepted":1}}`),
		do(200, "PATCH", "/1/items/1", `{"receive":{"accepted":1,"rejected":1,"rejection_reason":"damaged","reference":"DN-7"}}`),
		do(200, "PATCH", "/1/items/1", `{"return":{"quantity":1,"replace":true}}`),
		do(422, "PATCH", "/1/items/1", `{"quantity_received":0}`),
		do(200, "PATCH", "/1/items/1", `{"quantity_received":2,"received_on":"2026-03-10"}`),
		do(200, "POST", "/1/receipts", `{"received_on":"2026-03-11","reference":"DN-8","lines":[{"item_id":1,"accepted":1},{"supplier_sku":"X","accepted":2,"rejected":1,"rejection_reason":"expired"}]}`),
		do(422, "POST", "/1/receipts", `{"reference":"DN-8","lines":[{"item_id":1,"accepted":1}]}`),
		do(422, "POST", "/1/receipts", `{"lines":[{"item_id":1,"accepted":1},{"gtin":"4006381333931","accepted":1}]}`),
		do(400, "POST", "/1/receipts", `{"lines":[{"item_id":1,"supplier_sku":"x","accepted":1}]}`),
		do(400, "POST", "/1/receipts", `{"lines":[{"accepted":1}]}`),
		do(200, "GET", "/suggestions?window_days=90&cover_days=60&supplier_id=2&top=5", ""),
		do(400, "GET", "/suggestions?window_days=6", ""),
		do(200, "GET", "/1/document?format=csv&lang=de", ""),
		do(400, "GET", "/1/document?format=xlsx", ""),
		do(404, "GET", "/99/document", ""),
		do(200, "GET", "/1/receipts?kind=receipt,return&count=true&sort=-created_at", ""),
		{status: 404, method: "GET", path: path + "/1/receipts", as: asStranger},
		do(200, "DELETE", "/1/items", `{"ids":[2,99]}`),
		do(422, "DELETE", "/1/items/1", ""),
		do(204, "DELETE", "/3/items/4", ""),
		do(422, "DELETE", "/1", ""),
		do(200, "DELETE", "", `{"ids":[1,3]}`),
		do(200, "PATCH", "/2", `{"status":"cancelled"}`),
		do(204, "DELETE", "/2", ""),
	}
}

func offerSteps() []step {
	const path = "/api/v1/supplier-offers"
	post := func(status int, body string) step {
		return step{status: status, method: http.MethodPost, path: path, body: body}
	}
	return []step{
		post(201, `{"supplier_id":2,"supplier_sku":"A-1","pack_size":12,"case_cost":45.6,"moq":24,"gtins":["4006381333931"],"title":"Bottle",
			"price_breaks":[{"min_quantity":240,"unit_cost":3.5}]}`),
		post(201, `{"supplier_id":2,"asin":"b0case0001","marketplace_id":"ATVPDKIKX0DER","unit_cost":2,"valid_from":"2026-03-01"}`),
		post(422, `{"supplier_id":2,"supplier_sku":"a-1","unit_cost":1}`),
		post(422, `{"supplier_id":999999,"supplier_sku":"B","unit_cost":1}`),
		post(422, `{"supplier_id":2,"unit_cost":1}`),
		post(422, `{"supplier_id":2,"supplier_sku":"B","unit_cost":1,"inventory_product_id":999999}`),
		post(400, `{"supplier_id":2,"supplier_sku":"B"}`),
		{status: 422, method: http.MethodPost, path: path, body: `{"supplier_id":2,"supplier_sku":"B","unit_cost":1}`, as: asStranger},
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?supplier_id=2&gtin=4006381333931&supplier_sku=a-1&status=active&availability=unknown&q=bott"},
		{status: 200, method: "GET", path: path + "?asin=B0CASE0001&preferred=false&cost_changed=false&sort=unit_cost,-title"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"unit_cost":3.5,"title":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"status":"inactive"}`, header: match(`"1"`)},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"preferred":true}`},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2"},
	}
}

func tagSteps() []step {
	const path = "/api/v1/tags"
	post := func(status int, to, body string) step {
		return step{status: status, method: http.MethodPost, path: path + to, body: body}
	}
	return []step{
		post(201, "", `{"name":" Christmas ","color":"#D62828"}`),
		post(201, "", `{"name":"Clearance"}`),
		post(422, "", `{"name":"christmas"}`),
		post(400, "", `{"name":"Red","color":"red"}`),
		post(400, "", `{"color":"#000000"}`),
		{status: 403, method: "POST", path: path, body: `{"name":"Red"}`, as: asReader},
		post(200, "/products", `{"product_type":"sku","product_ids":[1,2,999999,1],"add":[1,"2"]}`),
		post(200, "/products", `{"product_type":"sku","product_ids":[1],"add":[1],"remove":[2]}`),
		post(200, "/products", `{"product_type":"sku","product_ids":[1],"set":[1]}`),
		post(200, "/products", `{"product_type":"listing","product_ids":[1],"set":[]}`),
		post(422, "/products", `{"product_type":"sku","product_ids":[1],"add":[999999]}`),
		post(422, "/products", `{"product_type":"sku","product_ids":[1],"add":[1],"remove":[1]}`),
		post(422, "/products", `{"product_type":"sku","product_ids":[1]}`),
		post(400, "/products", `{"product_type":"sku","product_ids":[1],"add":[1],"set":[]}`),
		post(400, "/products", `{"product_type":"supplier","product_ids":[1],"add":[1]}`),
		{status: 422, method: "POST", path: path + "/products", body: `{"product_type":"sku","product_ids":[1],"add":[1]}`, as: asStranger},
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?q=CHRIST&used=true&sort=-created_at"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"name":"Xmas","color":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"name":"Noel"}`, header: match(`"1"`)},
		{status: 404, method: "PATCH", path: path + "/1", body: `{"name":"Noel"}`, as: asStranger},
		{status: 200, method: "DELETE", path: path + "?dry_run=true", body: `{"ids":[1,1]}`},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[1,999999]}`},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2"},
	}
}

func productHistorySteps() []step {
	const path = "/api/v1/product-history"
	return []step{
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?limit=200&sort=id"},
		{status: 200, method: "GET", path: path + "?event=tagged,noted&product_type=sku&product_id=1"},
		{status: 200, method: "GET", path: path + "?event=ordered,stock_received&source_kind=purchase_order"},
		{status: 200, method: "GET", path: path + "?asin=b0case0001&marketplace_id=" + usa + "&actor_id=1&created_from=2020-01-01T00:00:00Z"},
		{status: 422, method: "GET", path: path + "?product_id=1"},
		{status: 422, method: "GET", path: path + "?product_id=1&product_type=sku,listing"},
		{status: 400, method: "GET", path: path + "?event=forgotten"},
		{status: 200, method: "GET", path: path, as: asStranger},
	}
}

func noteSteps() []step {
	const path = "/api/v1/notes"
	post := func(status int, body string) step {
		return step{status: status, method: http.MethodPost, path: path, body: body}
	}
	return []step{
		post(201, `{"target":{"type":"sku","id":1},"body":" Two\nlines "}`),
		post(201, `{"target":{"type":"asin","asin":"b0case0001","marketplace_id":"`+usa+`"},"body":"Watch it","pinned":true}`),
		post(422, `{"target":{"type":"sku","id":999999},"body":"a"}`),
		post(422, `{"target":{"type":"sku"},"body":"a"}`),
		post(422, `{"target":{"type":"asin","asin":"B0CASE0001"},"body":"a"}`),
		post(400, `{"target":{"type":"team","id":1},"body":"a"}`),
		post(400, `{"target":{"type":"sku","id":1},"body":" "}`),
		{status: 422, method: "POST", path: path, body: `{"target":{"type":"sku","id":1},"body":"a"}`, as: asStranger},
		{status: 403, method: "POST", path: path, body: `{"target":{"type":"sku","id":1},"body":"a"}`, as: asReader},
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?target_type=sku&target_id=1&q=LINES&pinned=false"},
		{status: 200, method: "GET", path: path + "?asin=b0case0001&marketplace_id=" + usa + "&sort=-updated_at"},
		{status: 422, method: "GET", path: path + "?target_id=1"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "GET", path: "/api/v1/skus/1"},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"body":"Other","pinned":true}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"body":"Other"}`, header: match(`"1"`)},
		{status: 404, method: "PATCH", path: path + "/1", body: `{"body":"Other"}`, as: asStranger},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[1,999999]}`},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2"},
	}
}
