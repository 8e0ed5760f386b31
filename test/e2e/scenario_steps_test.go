package e2e_test

import (
	"strings"

	"sellingassistant/adapters/simulator"
)

const invoice = "invoice,sku,quantity,price\nINV-1,A-1,3,9.99\nINV-1,A-2,1,4.50\n"

func documentSteps() []step {
	const path = "/api/v1/documents"
	file := func(name, content string, parts ...string) call { return form(path, name, content, parts...) }
	noFile := call{method: "POST", path: path, kind: "multipart/form-data; boundary=x", body: "--x\r\nContent-Disposition: form-data; name=\"notes\"\r\n\r\nn\r\n--x--\r\n"}
	return []step{
		upload(201, file("invoice.csv", invoice)),
		upload(409, file("again.csv", invoice)),
		upload(200, file("again.csv", invoice, "on_duplicate", "return_existing")),
		upload(201, file("twice.csv", invoice, "on_duplicate", "allow", "type", "receipt")),
		upload(201, file("../../Überweisung 7.txt", "plain text", "type", "statement", "reference_number", "R-7", "notes", "one\r\ntwo")),
		upload(201, file("scan.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89")),
		upload(422, file("empty.txt", "")),
		upload(415, file("page.txt", "<html><body>hi</body></html>")),
		upload(415, file("picture.png", "no picture at all")),
		upload(415, file("tool.exe", "MZ\x90\x00")),
		upload(400, file("a.txt", "text", "colour", "red")),
		upload(400, file("a.txt", "text", "type", "novel")),
		upload(400, file("a.txt", "text", "targets", `[{"type":"supplier","id":0}]`)),
		upload(422, file("a.txt", "text of a target", "targets", `[{"type":"supplier","id":5}]`)),
		upload(400, noFile),
		{status: 415, method: "POST", path: path, body: `{"file":"x"}`},
		{status: 403, method: "POST", path: path, as: asReader, body: "x"},
		{status: 200, method: "GET", path: path},
		{status: 200, method: "GET", path: path + "?count=true&limit=2&sort=original_name"},
		{status: 200, method: "GET", path: path + "?count=true&limit=2&sort=original_name&cursor={cursor}"},
		{status: 400, method: "GET", path: path + "?limit=2&sort=-original_name&cursor={cursor}"},
		{status: 400, method: "GET", path: path + "?cursor=nonsense"},
		{status: 400, method: "GET", path: path + "?limit=201"},
		{status: 400, method: "GET", path: path + "?sort=colour"},
		{status: 400, method: "GET", path: path + "?colour=red"},
		{status: 200, method: "GET", path: path + "?type=receipt,statement&q=%C3%9CBERWEISUNG"},
		{status: 200, method: "GET", path: path + "?status=uploaded&mime_type=text/csv&file_size_from=1&has_parsed_data=false"},
		{status: 200, method: "GET", path: path + "?reference_number=R-7"},
		{status: 200, method: "GET", path: path + "?created_from=2020-01-01T00:00:00Z&created_to=2020-01-02T00:00:00Z"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 200, method: "GET", path: path + "/1", as: asReader},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 404, method: "GET", path: path + "/999"},
		{status: 400, method: "GET", path: path + "/zero"},
		{status: 400, method: "GET", path: path + "/9223372036854775808"},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"type":"invoice","reference_number":"INV-1","notes":"nö"}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"notes":"late"}`, header: match(`"1"`)},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"notes":null,"original_name":"renamed.csv"}`},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"notes":null}`},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"original_name":"renamed.pdf"}`},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"status":"applied"}`},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"targets":[{"type":"supplier","id":5}]}`},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"targets":[{"type":"sku","id":1},{"type":"listing","id":1,"deleted":false}]}`},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"targets":[{"type":"sku","id":1},{"type":"sku","id":3}]}`},               // hidden
		{status: 422, method: "PATCH", path: path + "/1", body: `{"targets":[{"type":"sku","id":1},{"type":"inventory_product","id":1}]}`}, // deleted
		{status: 200, method: "GET", path: path + "?target_type=listing&target_id=1"},
		{status: 400, method: "PATCH", path: path + "/1", body: `{"type":null,"Notes":"x","id":7,"notes":"a` + "\x00" + `"}`},
		{status: 400, method: "PATCH", path: path + "/1", body: `{"notes":`},
		{status: 404, method: "PATCH", path: path + "/999", body: `{"notes":"x"}`},
		{status: 404, method: "PATCH", path: path + "/1", body: `{"notes":"x"}`, as: asStranger},
		{status: 403, method: "PATCH", path: path + "/1", body: `{"notes":"x"}`, as: asReader},
		{status: 200, method: "PATCH", path: path + "/2", body: `{"notes":"once"}`, header: retryKey("k-1")},
		{status: 200, method: "PATCH", path: path + "/2", body: `{"notes":"once"}`, header: retryKey("k-1")},
		{status: 422, method: "PATCH", path: path + "/2", body: `{"notes":"other"}`, header: retryKey("k-1")},
		{status: 404, method: "GET", path: path + "/999/download"},
		{status: 400, method: "GET", path: path + "/1/download?ttl=29"},
		{status: 200, method: "GET", path: path + "/1/download?ttl=900&disposition=inline"},
		{status: 200, method: "GET", path: "{link}", as: asVisitor},
		{status: 206, method: "GET", path: "{link}", as: asVisitor, header: map[string]string{"Range": "bytes=0-6"}},
		{status: 416, method: "GET", path: "{link}", as: asVisitor, header: map[string]string{"Range": "bytes=9999-"}},
		{status: 200, method: "HEAD", path: "{link}", as: asVisitor},
		{status: 403, method: "GET", path: "{link}x", as: asVisitor},
		{status: 200, method: "GET", path: path + "/3/download"},
		{status: 200, method: "GET", path: "{link}", as: asVisitor},
		{status: 404, method: "DELETE", path: path + "/3", as: asStranger},
		{status: 204, method: "DELETE", path: path + "/3", header: match(`"1"`)},
		{status: 404, method: "GET", path: "{link}", as: asVisitor},
		{status: 404, method: "DELETE", path: path + "/3"},
		{status: 200, method: "DELETE", path: path + "?dry_run=true", body: `{"ids":[2,3,"2"]}`},
		{status: 200, method: "DELETE", path: path, body: `{"ids":[2,3,"2",999]}`},
		{status: 400, method: "DELETE", path: path, body: `{"ids":[]}`},
		{status: 400, method: "DELETE", path: path, body: `{"ids":[0,1.5,"x",null]}`},
		{status: 200, method: "GET", path: path + "?count=true"},
		{status: 200, method: "GET", path: "/api/v1/account"},
	}
}

func strategySteps() []step {
	const competitor = `{"name":"Match the box","type":"competitor","compete_with":"buy_box","action":"match","fallback_targets":["lowest"],` +
		`"by":0.0,"filters":{"exclude_amazon":true,"fulfillment":["fba"],"min_rating_percent":90.5},` +
		`"price_war":{"max_drops":3,"window_minutes":60,"action":"hold","cooldown_minutes":30},` +
		`"schedule":[{"days":["mon","tue"],"from":"22:00","to":"06:00","timezone":"Europe/Berlin","action":"percent","percent":-5}]}`
	post := func(status int, body string) step {
		return step{status: status, method: "POST", path: strategiesPath, body: body}
	}
	return []step{
		post(201, competitor),
		post(201, `{"name":"Fixed","type":"fixed","fixed_price":19.9,"marketplace_ids":["`+usa+`"]}`),
		post(201, `{"name":"Sales","type":"velocity","window_days":7,"high_units":10,"low_units":2,"step":0.5,"step_type":"amount"}`),
		post(400, `{"type":"competitor"}`),
		post(400, `{"name":"x","type":"magic","colour":"red"}`),
		{status: 403, method: "POST", path: strategiesPath, body: `{"name":"x","type":"fixed","fixed_price":10}`, as: asReader},
		{status: 201, method: "POST", path: strategiesPath, body: `{"name":"Once","type":"fixed","fixed_price":10}`, header: retryKey("k-2")},
		{status: 201, method: "POST", path: strategiesPath, body: `{"name":"Once","type":"fixed","fixed_price":10}`, header: retryKey("k-2")},
		{status: 422, method: "POST", path: strategiesPath, body: `{"name":"Other","type":"fixed","fixed_price":10}`, header: retryKey("k-2")},
		{status: 400, method: "POST", path: strategiesPath, body: `{"name":"Other","type":"fixed","fixed_price":10}`, header: retryKey(strings.Repeat("k", 256))},
		// After the last creation: on Postgres a refused name uses up an id.
		post(422, `{"name":"match the box","type":"fixed","fixed_price":10}`),
		{status: 200, method: "GET", path: strategiesPath + "?count=true&sort=name"},
		{status: 200, method: "GET", path: strategiesPath + "?limit=1&type=fixed"},
		{status: 200, method: "GET", path: strategiesPath + "?limit=1&type=fixed&cursor={cursor}"},
		{status: 200, method: "GET", path: strategiesPath, as: asStranger},
		{status: 200, method: "GET", path: strategiesPath + "/1"},
		{status: 404, method: "GET", path: strategiesPath + "/1", as: asStranger},
		{status: 404, method: "GET", path: strategiesPath + "/999"},
		{status: 200, method: "PATCH", path: strategiesPath + "/1", body: `{"by":0.05,"action":"below","price_war":null}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: strategiesPath + "/1", body: `{"by":0.06}`, header: match(`"1"`)},
		{status: 422, method: "PATCH", path: strategiesPath + "/1", body: `{"name":"FIXED"}`},
		{status: 200, method: "PATCH", path: strategiesPath + "/1", body: `{"by":0.05}`},
		{status: 400, method: "PATCH", path: strategiesPath + "/1", body: `{"by":-1,"enabled":"yes"}`},
		{status: 404, method: "PATCH", path: strategiesPath + "/999", body: `{"by":1}`},
	}
}

func settingsSteps() []step {
	const path = "/api/v1/sa/repricer/settings"
	return []step{
		{status: 404, method: "GET", path: path},
		{status: 204, method: "DELETE", path: path},
		{status: 400, method: "PATCH", path: path, body: `{}`},
		{status: 400, method: "PATCH", path: path, body: `{"submission_mode":"yolo","max_changes_per_day":0,"version":3}`},
		{status: 422, method: "PATCH", path: path, body: `{"default_strategy_id":999}`},
		{status: 404, method: "GET", path: path},
		{status: 200, method: "PATCH", path: path, body: `{"default_strategy_id":1,"timezone":"Europe/Berlin","min_interval_seconds":{"fast":60}}`},
		{status: 200, method: "GET", path: path},
		{status: 404, method: "GET", path: path, as: asStranger},
		{status: 412, method: "PATCH", path: path, body: `{"enabled":false}`, header: match(`"99"`)},
		{status: 200, method: "PATCH", path: path, body: `{"enabled":false,"timezone":null,"own_seller_ids":["A1OTHERSELLER"]}`},
		{status: 422, method: "PATCH", path: path, body: `{"default_limits":{"min_price":9,"max_price":8}}`},
		{status: 204, method: "DELETE", path: path},
		{status: 404, method: "GET", path: path},
		{status: 204, method: "DELETE", path: path},
		{status: 200, method: "PATCH", path: path, body: `{"default_mode":"off"}`},
		{status: 200, method: "GET", path: path},
	}
}

// row writes the JSON of a new repricer row.
func row(sku, rest string) string {
	return `{"sku":"` + sku + `","marketplace_id":"` + usa + `"` + rest + `}`
}

func productSteps() []step {
	const path = productsPath
	asin := `,"asin":"` + simulator.ASIN(1) + `"`
	rows := strings.Join([]string{
		row("A-1", asin), row("A-2", asin+`,"strategy_id":1,"mode":"auto","limits":{"min_price":10,"max_price":20.5},"condition":"used"`),
		row("A-1", asin), row("A-3", ""), row("A-4", asin+`,"mode":"auto"`),
		`{"sku":"A-5","marketplace_id":"` + germany + `","asin":"B000000005"}`,
		row("A/6 ü", asin+`,"reprice_priority":"fast"`),
	}, ",")
	each := func(status int, updates string) step {
		return step{status: status, method: "POST", path: path + "/updates", body: `{"updates":[` + updates + `]}`}
	}
	patch := func(status int, body string) step {
		return step{status: status, method: "PATCH", path: path, body: body}
	}
	return []step{
		{status: 200, method: "POST", path: path, body: `{"products":[` + rows + `]}`},
		{status: 200, method: "POST", path: path, body: `{"products":[` + row("A-1", asin) + `]}`},
		{status: 400, method: "POST", path: path, body: `{"products":[]}`},
		{status: 400, method: "POST", path: path, body: `{"products":[{"sku":"","marketplace_id":"moon","limits":{"min_price":0}}]}`},
		{status: 422, method: "POST", path: path, body: `{"products":[` + row("A-9", asin+`,"strategy_id":999`) + `]}`},
		{status: 403, method: "POST", path: path, body: `{"products":[` + row("A-1", asin) + `]}`, as: asStranger},
		{status: 200, method: "GET", path: path + "?count=true"},
		{status: 200, method: "GET", path: path + "?limit=1&sort=-created_at"},
		{status: 200, method: "GET", path: path + "?limit=1&sort=-created_at&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?mode=auto&condition=used&strategy_id=1"},
		{status: 200, method: "GET", path: path + "?q=%C3%9C"},
		{status: 200, method: "GET", path: path + "?sku=A-1&marketplace_id=" + usa},
		{status: 400, method: "GET", path: path + "?colour=red"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "GET", path: path + "?format=csv&sort=id"},
		{status: 400, method: "GET", path: path + "?format=ods"},
		patch(200, `{"ids":[1,"2",999,1],"limits":{"max_price":30},"reprice_priority":"low"}`),
		patch(200, `{"ids":[1],"reprice_priority":"low"}`),
		patch(200, `{"ids":[2,1],"limits":{"min_price":25}}`),
		patch(200, `{"ids":[2],"limits":{"min_price":31}}`),
		patch(200, `{"ids":[1,2],"mode":"auto"}`),
		patch(422, `{"ids":[1],"limits":{"min_price":9,"max_price":8}}`),
		patch(422, `{"ids":[1],"strategy_id":999}`),
		patch(400, `{"ids":[1]}`),
		patch(400, `{"limits":{}}`),
		patch(400, `{"ids":[1],"asin":"B000000001","marketplace_id":"x","sku":"y","Mode":"off"}`),
		patch(400, `{"ids":[1],"mode":null,"limits":{"min_price":"9","max_price":1e400,"target_roi":1.23456}}`),
		patch(400, `{"ids":[`+strings.Repeat("1,", 100)+`1],"mode":"off"}`),
		patch(400, `{"ids":[1],"ids":[2],"mode":"off"}`),
		each(200, `{"id":2,"limits":{"min_price":26}},{"id":"1","reprice_priority":"fast"},{"id":2,"mode":"off"},{"id":999,"mode":"off"},{"id":1,"strategy_id":999}`),
		each(200, `{"id":1,"limits":{"min_price":9,"max_price":8}}`),
		each(400, ``),
		each(400, `{"id":1}`),
		each(400, `{"id":1,"asin":"B000000001"},{"mode":"on"}`),
		{status: 403, method: "PATCH", path: path, body: `{"ids":[1],"mode":"off"}`, as: asReader},
		{status: 200, method: "PATCH", path: path, body: `{"ids":[1],"mode":"off"}`, as: asStranger},
		{status: 200, method: "PATCH", path: path, body: `{"ids":[1],"condition":"refurbished"}`, header: retryKey("k-3")},
		{status: 200, method: "PATCH", path: path, body: `{"ids":[1],"condition":"refurbished"}`, header: retryKey("k-3")},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"limits":{"max_price":null,"min_price":12.34}}`},
		{status: 422, method: "PATCH", path: path + "/1", body: `{"limits":{"min_price":12.3456}}`},
		{status: 400, method: "PATCH", path: path + "/1", body: `{"limits":{"min_price":12.34567}}`},
		{status: 422, method: "PATCH", path: path + "/2", body: `{"limits":{"min_price":99}}`},
		{status: 412, method: "PATCH", path: path + "/2", body: `{"mode":"off"}`, header: match(`"99"`)},
		{status: 404, method: "PATCH", path: path + "/999", body: `{"mode":"off"}`},
		{status: 400, method: "PATCH", path: path + "/1", body: `{}`},
		{status: 200, method: "GET", path: path + "/2"},
		{status: 200, method: "GET", path: "/api/v1/account"},
	}
}

func deleteSteps() []step {
	return []step{
		{status: 422, method: "DELETE", path: strategiesPath + "/1"},
		{status: 200, method: "DELETE", path: strategiesPath + "?dry_run=true", body: `{"ids":[1,4,999]}`},
		{status: 200, method: "DELETE", path: strategiesPath, body: `{"ids":[1,4,999,4]}`},
		{status: 400, method: "DELETE", path: strategiesPath + "/1?reassign_to=2&unassign=true"},
		{status: 422, method: "DELETE", path: strategiesPath + "/1?reassign_to=999"},
		{status: 204, method: "DELETE", path: strategiesPath + "/1?reassign_to=2"},
		{status: 200, method: "GET", path: productsPath + "/2"},
		{status: 204, method: "DELETE", path: strategiesPath + "/2?unassign=true"},
		{status: 200, method: "GET", path: productsPath + "/2"},
		{status: 404, method: "DELETE", path: strategiesPath + "/1"},
		{status: 200, method: "GET", path: strategiesPath},
		{status: 204, method: "DELETE", path: productsPath + "/1"},
		{status: 404, method: "DELETE", path: productsPath + "/1"},
		{status: 404, method: "DELETE", path: productsPath + "/2", as: asStranger},
		{status: 200, method: "DELETE", path: productsPath + "?dry_run=true", body: `{"ids":[1,2,"2"]}`},
		{status: 200, method: "DELETE", path: productsPath, body: `{"ids":[1,2,"2"]}`},
		{status: 200, method: "GET", path: productsPath},
		{status: 200, method: "GET", path: "/api/v1/account"},
	}
}

// importSteps read a document, preview it, book it and undo it. Jobs run from the second step on.
func importSteps() []step {
	const paper = "Paper Ltd,,,\nTax ID,GB123456789,,\nInvoice number,P-1,,\nDate,2026-10-20,,\nSKU,Quantity,Price,Amount\nP-1,3,$9.99,$29.97\nP-2,1,$4.50,$4.50\n,,Total,$34.47\n"
	const path = "/api/v1/documents/{document}"
	return []step{
		upload(201, form("/api/v1/documents", "paper.csv", paper)),
		{status: 200, method: "GET", path: path + "/import-preview", worked: true},
		{status: 200, method: "GET", path: path + "/import-preview?match_status=unmatched&limit=1"},
		{status: 404, method: "GET", path: path + "/import-preview", as: asStranger},
		{status: 422, method: "POST", path: path + "/import", body: `{"mode":"create_purchase_order"}`},
		{status: 403, method: "POST", path: path + "/import", body: `{"mode":"create_purchase_order"}`, as: asReader},
		{status: 200, method: "POST", path: path + "/import?dry_run=true", body: `{"mode":"costs_only","supplier_id":2}`},
		{status: 200, method: "POST", path: path + "/import", body: `{"mode":"costs_only","supplier_id":2}`},
		{status: 422, method: "POST", path: path + "/import", body: `{"mode":"costs_only"}`},
		{status: 200, method: "PATCH", path: path, body: `{"status":"ready"}`},
	}
}
