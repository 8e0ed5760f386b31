package e2e_test

func hookSteps() []step {
	const events, path = "/api/v1/events", "/api/v1/webhook-endpoints"
	post := func(status int, at, body string) step {
		return step{status: status, method: "POST", path: path + at, body: body}
	}
	return []step{
		{status: 200, method: "GET", path: "/api/v1/event-types"},
		{status: 200, method: "GET", path: events + "?limit=3&count=true"},
		{status: 200, method: "GET", path: events + "?limit=3&count=true&cursor={cursor}"},
		{status: 200, method: "GET", path: events + "?type=purchase_order.*,inventory_product.created&limit=4&sort=-created_at"},
		{status: 200, method: "GET", path: events + "/{event}"},
		{status: 404, method: "GET", path: events + "/{event}", as: asStranger},
		{status: 400, method: "GET", path: events + "?type=sku.melted"},
		post(201, "", `{"url":"https://192.0.2.1/hook","event_types":["purchase_order.*","inventory_product.created"]}`),
		post(201, "", `{"url":"https://192.0.2.2/hook","event_types":["*"],"description":"Stock","enabled":false}`),
		post(400, "", `{"url":"http://192.0.2.1/hook","event_types":["sku.melted"]}`),
		post(400, "", `{"url":"https://192.0.2.1/hook","event_types":[]}`),
		{status: 403, method: "POST", path: path, body: `{"url":"https://192.0.2.1/hook","event_types":["*"]}`, as: asReader},
		{status: 200, method: "GET", path: path + "?sort=created_at&count=true"},
		{status: 200, method: "GET", path: path + "?status=disabled"},
		{status: 200, method: "GET", path: path + "/1"},
		{status: 404, method: "GET", path: path + "/1", as: asStranger},
		{status: 200, method: "PATCH", path: path + "/1", body: `{"description":"Orders"}`, header: match(`"1"`)},
		{status: 412, method: "PATCH", path: path + "/1", body: `{"description":"Orders"}`, header: match(`"1"`)},
		{status: 200, method: "GET", path: path + "/1/secret"},
		{status: 403, method: "GET", path: path + "/1/secret", as: asReader},
		post(200, "/1/rotate-secret", `{"keep_previous_hours":24}`),
		post(400, "/1/rotate-secret", `{"keep_previous_hours":169}`),
		post(200, "/1/ping", ""),
		post(200, "/1/replay?dry_run=true", `{"from":"2026-01-01T00:00:00Z","to":"2100-01-01T00:00:00Z","which":"missing"}`),
		post(202, "/1/replay", `{"from":"2026-01-01T00:00:00Z","to":"2100-01-01T00:00:00Z","which":"missing","event_types":["purchase_order.*"]}`),
		post(422, "/1/replay", `{"from":"2100-01-01T00:00:00Z","to":"2026-01-01T00:00:00Z","which":"all"}`),
		post(422, "/2/replay", `{"from":"2026-01-01T00:00:00Z","to":"2100-01-01T00:00:00Z","which":"all"}`),
		{status: 200, method: "GET", path: path + "/1/deliveries?status=pending&limit=2&sort=created_at"},
		{status: 200, method: "GET", path: path + "/1/deliveries?type=sku.*"},
		{status: 404, method: "GET", path: path + "/1/deliveries", as: asStranger},
		{status: 200, method: "GET", path: path + "/1/deliveries/1"},
		{status: 404, method: "GET", path: path + "/2/deliveries/1"},
		post(202, "/1/deliveries/1/retry", ""),
		post(404, "/2/deliveries/1/retry", ""),
		{status: 200, method: "GET", path: "/api/v1/account/notices"},
		{status: 200, method: "PATCH", path: "/api/v1/account/notices", body: `{"enabled":true,"hour":6,"timezone":"Europe/Berlin","kinds":{"row_held":"at_once","stock_low":"off"}}`},
		{status: 412, method: "PATCH", path: "/api/v1/account/notices", body: `{"hour":5}`, header: match(`"7"`)},
		{status: 400, method: "PATCH", path: "/api/v1/account/notices", body: `{"hour":24,"timezone":"Berlin","kinds":{"row_held":"soon"}}`},
		{status: 403, method: "PATCH", path: "/api/v1/account/notices", body: `{"hour":5}`, as: asReader},
		{status: 200, method: "GET", path: "/api/v1/account/notices", as: asStranger},
		{status: 200, method: "GET", path: "/api/v1/account/morning-mail", as: asStranger},
		{status: 404, method: "DELETE", path: path + "/2", as: asStranger},
		{status: 204, method: "DELETE", path: path + "/2"},
		{status: 404, method: "DELETE", path: path + "/2"},
	}
}
