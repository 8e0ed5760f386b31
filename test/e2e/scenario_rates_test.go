package e2e_test

func rateSteps() []step {
	const path = "/api/v1/exchange-rates"
	put := func(status int, body string) step { return step{status: status, method: "PUT", path: path, body: body} }
	return []step{
		put(200, `{"rates":[{"base":"CNY","quote":"USD","date":"2026-03-02","rate":0.1389},{"base":"EUR","quote":"USD","date":"2026-03-02","rate":1.08}]}`),
		put(200, `{"rates":[{"base":"CNY","quote":"USD","date":"2026-03-02","rate":0.1389},{"base":"EUR","quote":"USD","date":"2026-03-02","rate":1.09},`+
			`{"base":"EUR","quote":"USD","date":"2026-03-03","rate":1.1}]}`),
		put(422, `{"rates":[{"base":"CNY","quote":"CNY","date":"2026-03-02","rate":1},{"base":"EUR","quote":"USD","date":"2026-03-09","rate":1.09}]}`),
		put(422, `{"rates":[{"base":"CNY","quote":"USD","date":"2026-03-02","rate":1},{"base":"CNY","quote":"USD","date":"2026-03-02","rate":1}]}`),
		put(400, `{"rates":[{"base":"XYZ","quote":"USD","date":"1900-03-02","rate":1}]}`),
		put(400, `{"rates":[{"base":"eur","quote":"USD","date":"yesterday","rate":0}]}`),
		put(400, `{"rates":[]}`),
		{status: 403, method: "PUT", path: path, body: `{"rates":[{"base":"CNY","quote":"USD","date":"2026-03-02","rate":1}]}`, as: asReader},
		{status: 200, method: "GET", path: path + "?count=true&limit=1"},
		{status: 200, method: "GET", path: path + "?count=true&limit=1&cursor={cursor}"},
		{status: 200, method: "GET", path: path + "?base=EUR&quote=USD,GBP&from=2026-03-03&to=2026-03-03&source=manual&sort=-base,date"},
		{status: 200, method: "GET", path: path + "?source=ecb"},
		{status: 200, method: "GET", path: path, as: asStranger},
		{status: 404, method: "DELETE", path: path + "/1", as: asStranger},
		{status: 412, method: "DELETE", path: path + "/2", header: match(`"1"`)},
		{status: 204, method: "DELETE", path: path + "/2", header: match(`"2"`)},
		{status: 404, method: "DELETE", path: path + "/2"},
	}
}
