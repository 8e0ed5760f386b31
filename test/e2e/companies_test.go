package e2e_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestTwoCompanies founds a German company that buys in euros and a US company that buys in yuan. Both sell one product in the US and ship it
// themselves, so that no fee depends on the season. Each begins with the command that creates its team, and ends with its first price at the
// marketplace. All amounts are recomputed beside them.
func TestTwoCompanies(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(testing.TB) string{"sqlite": stores.SQLiteURL, "postgres": pgtest.URL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, database(t))
			// Prices are applied after a second, and not after minutes.
			market := simulator.New(simulator.Config{Submission: simulator.Delay{Min: time.Second, Max: time.Second}})
			server, err := market.Listen("127.0.0.1:0", "")
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, server.Close()) })
			p.connect(market, server.Addresses)
			german := p.found(simulator.Local, "Beispiel GmbH", "--currency", "EUR", "--timezone", "Europe/Berlin",
				"--vat-registration", "DE:standard:DE123456788:2024-01-01")
			american := p.found(simulator.Empty, "Sample Inc.", "--currency", "USD", "--timezone", "America/New_York", "--vat-registration", "none")
			s := p.serve()
			german.client, american.client = s.client(german.key), s.client(american.key)
			german.buysInEuros()
			american.buysInYuan()
			require.Len(t, listed(t, german.client, "/api/v1/purchase-orders"), 1, "of its own")
			s.stop()
		})
	}
}

// company is a team that sells one product in the US.
type company struct {
	client
	p                 *place
	id, key           string
	seller            simulator.Seller
	sku, asin, asks   string
	supplier, product string
}

// found makes a company on the command line: team, owner, key and seller account. The account has one offer, which its seller ships for free.
func (p *place) found(kind simulator.Kind, name string, settings ...string) *company {
	p.t.Helper()
	x := &company{p: p, seller: p.market.Seller(marketplace.NA, kind), sku: "ONE-" + string(kind)}
	sale := p.market.Enlist(x.seller, usa, x.sku, simulator.ASIN(soldProduct), 80, false)
	x.asin, x.asks = sale.ASIN, sale.Price.String()
	x.id = text(p.ask("", append([]string{"team", "create", "--name", name, "--marketplace", usa}, settings...)...)["id"])
	user := p.ask("", "user", "create", "--team", x.id, "--email", string(kind)+"@example.com", "--name", "Ann Seller")
	x.key = text(p.ask("", "key", "create", "--team", x.id, "--user", text(user["id"]), "--name", "all", "--scopes", "read,write")["key"])
	added := p.ask(x.seller.RefreshToken, "connection", "add", "--team", x.id, "--region", "na", "--seller-id", x.seller.ID,
		"--marketplaces", usa, "--refresh-token-stdin")
	p.ask("", "connection", "probe", "--team", x.id, text(added["id"]))
	return x
}

// soldProduct indexes the product that both companies sell. Its referral fee is 15 %.
const soldProduct = 277

// rate enters today's exchange rate.
func (x *company) rate(base, quote, rate string) {
	x.p.t.Helper()
	x.want(200, "PUT", "/api/v1/exchange-rates", fmt.Sprintf(`{"rates":[{"base":%q,"quote":%q,"date":%q,"rate":%s}]}`,
		base, quote, time.Now().UTC().Format(time.DateOnly), rate))
}

// begin makes the supplier, the warehouse and the product, and matches it with the SKU.
func (x *company) begin(supplier string) {
	x.p.t.Helper()
	id := func(made map[string]any) string { return text(made["data"].(map[string]any)["id"]) }
	x.supplier = id(x.want(201, "POST", "/api/v1/suppliers", supplier))
	x.want(201, "POST", "/api/v1/warehouses", `{"name":"Main"}`)
	x.product = id(x.want(201, "POST", "/api/v1/inventory-products", `{"title":"Kettle"}`))
	poll(x.p.t, "the SKU of the account", func() bool { return len(listed(x.p.t, x.client, "/api/v1/skus?sku="+x.sku)) == 1 })
	sku := listed(x.p.t, x.client, "/api/v1/skus?sku="+x.sku)[0]
	require.Equal(x.p.t, []any{"fbm", json.Number(x.asks), "USD"}, []any{sku["fulfillment_channel"], sku["price"], sku["currency"]})
	x.want(200, "PUT", "/api/v1/inventory-products/"+x.product+"/matches",
		fmt.Sprintf(`{"matches":[{"target_type":"sku","target_id":%s,"units_per_sale":1}]}`, text(sku["id"])))
}

// members are some members of a record.
func members(record map[string]any, names ...string) []any {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = record[name]
	}
	return values
}

// order places an order of the product, and returns it. The terms begin with members of its item, and end it.
func (x *company) order(terms string) map[string]any {
	x.p.t.Helper()
	made := x.want(201, "POST", "/api/v1/purchase-orders", fmt.Sprintf(
		`{"supplier_id":%s,"status":"ordered","items":[{"inventory_product_id":%s,"supplier_sku":"A-1",%s}`, x.supplier, x.product, terms))
	return made["data"].(map[string]any)
}

// receive books units of the order. It returns the order and the product afterwards.
func (x *company) receive(order map[string]any, units int) (after, product map[string]any) {
	x.p.t.Helper()
	path := "/api/v1/purchase-orders/" + text(order["id"])
	x.want(200, "POST", path+"/receipts", fmt.Sprintf(`{"reference":"DN-1","lines":[{"supplier_sku":"A-1","accepted":%d}]}`, units))
	return x.read(path), x.read("/api/v1/inventory-products/" + x.product)
}

func (x *company) read(path string) map[string]any {
	x.p.t.Helper()
	return x.want(200, "GET", path, "")["data"].(map[string]any)
}

// reprice sells at the lowest price that earns 25 % of the cost, with this postage of a parcel in the currency of the cost. It returns the row,
// once the price is at the marketplace.
func (x *company) reprice(postage string, cents int64) map[string]any {
	x.p.t.Helper()
	x.want(200, "PATCH", "/api/v1/inventory-products/"+x.product, `{"outbound_shipping":`+postage+`}`)
	made := x.want(201, "POST", "/api/v1/sa/repricer/strategies", `{"name":"As low as possible","type":"fixed","fixed_price":1}`)
	x.want(200, "PATCH", "/api/v1/sa/repricer/settings", fmt.Sprintf(`{"submission_mode":"live","default_strategy_id":%s}`,
		text(made["data"].(map[string]any)["id"])))
	rows := x.want(200, "POST", "/api/v1/sa/repricer/products", fmt.Sprintf(
		`{"products":[{"sku":%q,"marketplace_id":%q,"mode":"auto","reprice_priority":"fast","limits":{"min_price_mode":"roi","target_roi":25}}]}`,
		x.sku, usa))
	row := rowsOf(x.p.t, map[string]any{"data": rows["data"]})[0]
	require.Equal(x.p.t, "created", row["status"], row)
	poll(x.p.t, "the first price at the marketplace", func() bool {
		x.p.market.Ledger.Settle()
		for _, o := range x.p.market.OwnOffers(x.asin, usa) {
			if o.Seller == x.seller.ID && o.SKU == x.sku && o.Price == cents {
				return true
			}
		}
		return false
	})
	return x.read("/api/v1/sa/repricer/products/" + text(row["id"]))
}

// requireReplay repeats the decision about the first price on the command line.
func (x *company) requireReplay(change map[string]any) {
	x.p.t.Helper()
	require.Equal(x.p.t, "same", x.p.ask("", "repricer", "replay", "--change", text(change["id"]))["result"])
}

func (x *company) buysInEuros() {
	t := x.p.t
	n := func(text string) json.Number { return json.Number(text) }
	x.rate("EUR", "USD", "1.25")
	x.begin(`{"name":"Nordsee Handel GmbH","currency":"EUR","default_tax_rate":19,"address":{"country":"DE"}}`)
	order := x.order(`"quantity":100,"unit_cost":8}],"shipping_cost":50,"shipping_tax_rate":19`)
	require.Equal(t, []any{"EUR", "EUR", nil}, members(order, "currency", "cost_currency", "exchange_rate"))
	require.Equal(t, []any{"DE", true, "registration"}, members(order, "tax_country", "tax_recoverable", "tax_recoverable_reason"))
	// 100 × 8.00 = 800.00; VAT is 19 % of 800.00 + 50.00 = 161.50, and it comes back. 850.00 + 161.50 = 1,011.50.
	require.Equal(t, []any{n("800"), n("161.5"), n("1011.5"), n("850")}, members(order, "subtotal", "tax_total", "total", "landed_total"))
	order, product := x.receive(order, 100)
	require.Equal(t, []any{"received", n("100"), n("850")}, members(order, "status", "received_percent", "landed_total"))
	// 850.00 ÷ 100 = 8.50.
	require.Equal(t, []any{n("8.5"), "EUR"}, members(product, "unit_cost", "currency"))
	require.Equal(t, "purchase_order", product["cost_source"].(map[string]any)["kind"])

	row := x.reprice("2.38", 20_00)
	// 8.50 EUR × 1.25 = 10.625 USD, 2.38 EUR × 1.25 = 2.975 USD, together 13.60 USD.
	require.Equal(t, []any{"USD", n("10.625"), n("2.975"), nil}, members(row, "currency", "cost", "outbound_shipping", "vat_percent"))
	floor, _ := row["floor"].(map[string]any)
	// Without profit: 13.60 ÷ (1 − 0.15) = 16.00. With 25 %: 13.60 × 1.25 ÷ 0.85 = 20.00.
	require.Equal(t, []any{n("20"), "roi", n("16"), nil}, members(floor, "price", "source", "break_even", "postage"))
	change := x.firstPrice(row)
	require.Equal(t, []any{"fixed_price", n("20"), n("20"), "USD"}, members(change, "reason", "new_price", "floor", "currency"))
	x.requireReplay(change)
}

func (x *company) buysInYuan() {
	t := x.p.t
	n := func(text string) json.Number { return json.Number(text) }
	x.rate("CNY", "USD", "0.14")
	x.begin(`{"name":"Ningbo Kettles Co.","currency":"CNY","address":{"country":"CN"}}`)
	order := x.order(`"quantity":200,"unit_cost":36}],"other_costs":[{"label":"Sea freight","amount":640,"currency":"USD","allocation":"by_quantity"}]`)
	require.Equal(t, []any{"CNY", "USD", n("0.14"), "manual"}, members(order, "currency", "cost_currency", "exchange_rate", "exchange_rate_source"))
	require.Equal(t, []any{false, "no_registration"}, members(order, "tax_recoverable", "tax_recoverable_reason"))
	// 200 × 36 = 7,200 CNY, owed to the supplier. 7,200 CNY × 0.14 = 1,008 USD; 1,008 + 640 = 1,648 USD.
	require.Equal(t, []any{n("7200"), n("0"), n("7200"), n("1648")}, members(order, "subtotal", "tax_total", "total", "landed_total"))
	order, product := x.receive(order, 120)
	require.Equal(t, []any{"partially_received", n("60"), n("1648")}, members(order, "status", "received_percent", "landed_total"))
	// 1,648 ÷ 200 = 8.24: 5.04 for the goods and 3.20 for the freight, also for the 80 that are still to come.
	require.Equal(t, []any{n("8.24"), "USD"}, members(product, "unit_cost", "currency"))

	row := x.reprice("4", 18_00)
	require.Equal(t, []any{"USD", n("8.24"), n("4"), nil}, members(row, "currency", "cost", "outbound_shipping", "vat_percent"))
	floor, _ := row["floor"].(map[string]any)
	// 8.24 + 4.00 = 12.24. Without profit: 12.24 ÷ 0.85 = 14.40. With 25 %: 12.24 × 1.25 ÷ 0.85 = 18.00.
	require.Equal(t, []any{n("18"), "roi", n("14.4"), nil}, members(floor, "price", "source", "break_even", "postage"))
	change := x.firstPrice(row)
	require.Equal(t, []any{"fixed_price", n("18"), n("18"), "USD"}, members(change, "reason", "new_price", "floor", "currency"))
	x.requireReplay(change)
}

// firstPrice is the decision about the only price that was sent for a row.
func (x *company) firstPrice(row map[string]any) map[string]any {
	x.p.t.Helper()
	sent := listed(x.p.t, x.client, "/api/v1/sa/repricer/history?action=change&product_id="+text(row["id"]))
	require.Len(x.p.t, sent, 1)
	require.Equal(x.p.t, json.Number(x.asks), sent[0]["old_price"])
	return sent[0]
}
