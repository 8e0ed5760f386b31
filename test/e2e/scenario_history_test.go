package e2e_test

import (
	"net/http"
	"strings"
)

// historySteps assign strategies and look back on a team that decided nothing.
func historySteps() []step {
	const overview, history = "/api/v1/sa/repricer/overview", "/api/v1/sa/repricer/history"
	assign := func(status int, strategy, body string) step {
		return step{status: status, method: http.MethodPost, path: strategiesPath + "/" + strategy + "/assign", body: body}
	}
	reprice := func(status int, query, body string) step {
		return step{status: status, method: http.MethodPost, path: productsPath + "/{row}/reprice" + query, body: body}
	}
	get := func(status int, path string) step { return step{status: status, method: http.MethodGet, path: path} }
	return []step{
		assign(200, "1", `{"ids":[1,"2",999,1]}`),
		assign(200, "1", `{"ids":[1,2]}`),
		assign(200, "2", `{"ids":[1,2],"mode":"auto"}`),
		assign(200, "1", `{"ids":[2],"mode":"manual"}`),
		assign(404, "999", `{"ids":[1]}`),
		assign(400, "1", `{"ids":[]}`),
		assign(400, "1", `{"ids":[`+strings.Repeat("1,", 100)+`1]}`),
		assign(400, "1", `{"ids":[1],"mode":"on","Mode":"off"}`),
		{status: 404, method: "POST", path: strategiesPath + "/1/assign", body: `{"ids":[1]}`, as: asStranger},
		{status: 403, method: "POST", path: strategiesPath + "/1/assign", body: `{"ids":[1]}`, as: asReader},
		{status: 200, method: "POST", path: strategiesPath + "/1/assign", body: `{"ids":[1]}`, header: retryKey("k-4")},
		{status: 200, method: "POST", path: strategiesPath + "/1/assign", body: `{"ids":[1]}`, header: retryKey("k-4")},
		get(200, productsPath+"/1"),
		get(200, overview),
		get(200, overview+"?marketplace_id="+usa),
		get(200, overview+"?marketplace_id="+germany),
		get(400, overview+"?marketplace_id=moon"),
		{status: 200, method: "GET", path: overview, as: asStranger},
		get(200, history+"?count=true&expand=trace"),
		get(200, history+"?product_id=1&sku=A-1&marketplace_id="+usa+"&strategy_id=1&trigger=sweep&action=change,keep&reason=match_target&outcome=confirmed"),
		get(200, history+"?time_from=2026-01-01T00:00:00Z&time_to=2026-01-31T00:00:00Z&sort=created_at"),
		get(400, history+"?trigger=moon&reason=none&sort=sku&cursor=x"),
		get(200, history+"/statistics?time_from=2026-01-01T00:00:00Z&time_to=2026-01-31T00:00:00Z&group_by=day,reason,strategy,marketplace"),
		get(422, history+"/statistics?time_from=2026-02-01T00:00:00Z&time_to=2026-01-31T00:00:00Z"),
		get(422, history+"/statistics?time_from=2024-01-01T00:00:00Z&time_to=2026-01-31T00:00:00Z"),
		get(400, history+"/statistics?group_by=sku"),
		// A row of a SKU that the sync has read, tried with offers that are made up.
		{status: 200, method: "POST", path: productsPath, body: `{"products":[` + row("SIM-0001", "") + `]}`},
		reprice(200, "?dry_run=true", `{"overrides":{"strategy_id":1,"limits":{"min_price":1,"max_price":900},"cost":5,"offers":[`+
			`{"seller_id":"A3RIVAL","price":19.5,"shipping":3,"fulfillment":"fbm","is_featured":true,"is_buy_box":true}]}}`),
		reprice(422, "", `{"overrides":{"cost":5}}`),
		reprice(422, "", `{}`),
		reprice(422, "?dry_run=true", `{"overrides":{"strategy_id":999,"offers":[]}}`),
		reprice(400, "?dry_run=true", `{"overrides":{"offers":[{"seller_id":"A3RIVAL","price":0,"fulfillment":"sea"}]},"force":true}`),
		{status: 404, method: "POST", path: productsPath + "/{row}/reprice", body: `{}`, as: asStranger},
		{status: 403, method: "POST", path: productsPath + "/{row}/reprice", body: `{}`, as: asReader},
	}
}
