package e2e_test

import "sellingassistant/adapters/simulator"

// analysisSteps use analyses without workers: their rows wait.
func analysisSteps() []step {
	const path = "/api/v1/price-list-analyzer/analyses"
	start := func(status int, body string) step {
		return step{status: status, method: "POST", path: path, body: body}
	}
	rows := `"items":[{"row_ref":"a","asin":"` + simulator.ASIN(3) + `","cost":4.2,"title":"Thing","extra":{"shelf":"A"}},` +
		`{"ean":"4006381333931","case_cost":30,"pack_size":12,"currency":"CNY"},{"identifier":"4.00638E+12","cost":1}]`
	patch := func(status int, at, body string) step {
		return step{status: status, method: "PATCH", path: path + at, body: body}
	}
	list := func(content string, parts ...string) call { return form(path+"/file", "list.csv", content, parts...) }
	return []step{
		start(202, `{"name":"March",`+rows+`,"expenses":{"prep_per_unit":0.5,"exchange_rates":{"CNY":0.1389},"vat":{"scheme":"none"}},`+
			`"fulfillment":"fba","options":{"check_restrictions":true,"max_age_hours":48},"skip":{"max_bsr":100000,"categories_exclude":["Toys"]}}`),
		start(202, `{"domain":"amazon.ca",`+rows+`}`),
		start(400, `{"items":[]}`),
		start(400, `{`+rows+`,"expenses":{"colour":1,"prep_per_unit":-1}}`),
		start(422, `{`+rows+`,"supplier_id":999}`),
		start(422, `{`+rows+`,"expenses":{"warehouse_id":999}}`),
		{status: 403, method: "POST", path: path, body: "{" + rows + "}", as: asReader},
		{status: 403, method: "POST", path: path, body: "{" + rows + "}", as: asStranger},
		{status: 402, method: "POST", path: path, body: "{" + rows + "}", as: asPoor},
		{status: 402, method: "POST", path: path, body: "{" + rows + "}", as: asLapsed},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 404, method: "GET", path: path + "/999"},
		{status: 200, method: "GET", path: path + "?running=true&supplier_id=2&sort=id&count=true"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 400, method: "GET", path: path + "?sort=name"},
		{status: 200, method: "GET", path: path + "/1/results.csv?verdict=accept"},
		{status: 200, method: "GET", path: path + "/1/results?sort=-profit&verdict=accept,review&profit_from=1.5&alert_not=hazmat&count=true"},
		{status: 400, method: "GET", path: path + "/1/results?sort=colour"},
		{status: 400, method: "GET", path: path + "/1/results?verdict=maybe"},
		{status: 404, method: "GET", path: path + "/1/results", as: asStranger},
		{status: 200, method: "GET", path: path + "/1/orders?supplier_id=2&top=10"},
		{status: 200, method: "GET", path: path + "/1/orders?supplier_id=2&days=14&share_percent=12.5&include=1"},
		{status: 422, method: "GET", path: path + "/1/orders?supplier_id=2&include=999"},
		{status: 400, method: "GET", path: path + "/1/orders?supplier_id=2&days=0"},
		{status: 422, method: "GET", path: path + "/1/orders"},
		{status: 422, method: "GET", path: path + "/1/orders?supplier_id=999"},
		{status: 404, method: "GET", path: path + "/1/orders?supplier_id=2", as: asStranger},
		patch(200, "/1/items/1", `{"cost":3.9,"amazon_units":2,"liked":true}`),
		patch(412, "/1/items/1", `{"cost":3}`).with(match(`"1"`)),
		patch(200, "/1/items/1", `{"cost":null,"discount":5}`),
		patch(422, "/1/items/1", `{"match_index":3}`),
		patch(422, "/1/items/2", `{"cost":3}`),
		patch(404, "/2/items/1", `{"cost":3}`),
		patch(404, "/1/items/999", `{"cost":3}`),
		patch(400, "/1/items/1", `{}`),
		{status: 200, method: "GET", path: path + "/1/items/1"},
		{status: 404, method: "GET", path: path + "/2/items/1"},
		{status: 404, method: "GET", path: path + "/1/items/1", as: asStranger},
		{status: 200, method: "GET", path: path + "/1/results?edited=true&liked=true"},
		patch(200, "/1/expenses", `{"target_roi":30,"inbound_per_kg":2,"prep_per_unit":null}`),
		patch(422, "/1/expenses", `{"inbound_per_kg":2,"inbound_per_unit":1}`),
		patch(404, "/999/expenses", `{"target_roi":30}`),
		{status: 404, method: "PATCH", path: path + "/1/expenses", body: `{"target_roi":30}`, as: asStranger},
		upload(202, list("asin;net price;rrp\n"+simulator.ASIN(5)+";2,50;9,99\n", "name", "A file", "currency", "USD", "expenses", `{"prep_per_unit":0.5}`)),
		upload(422, list("asin,price a,price b\n"+simulator.ASIN(5)+",2.50,3.10\n")),
		upload(422, list("asin,cost,dealer\n"+simulator.ASIN(5)+",2.50,3.10\n")),
		upload(202, list("asin,cost,dealer\n"+simulator.ASIN(5)+",2.50,3.10\n", "mapping", `{"columns":{"cost":"dealer"},"passthrough":["A"]}`)),
		upload(422, list("asin,cost\n"+simulator.ASIN(5)+",2\n", "mapping", `{"columns":{"cost":"Z"}}`)),
		upload(400, list("asin,cost\n"+simulator.ASIN(5)+",2\n", "mapping", `{"colour":1}`)),
		upload(400, list("asin,cost\n"+simulator.ASIN(5)+",2\n", "colour", "red")),
		upload(400, list("asin,cost\n"+simulator.ASIN(5)+",2\n", "supplier_id", "x")),
		upload(415, form(path+"/file", "list.txt", "plain text")),
		upload(422, list("asin,cost\n")),
		start(202, `{`+rows+`}`),
		start(429, `{`+rows+`}`),
	}
}

// with adds a header to the step.
func (s step) with(header map[string]string) step {
	s.header = header
	return s
}
