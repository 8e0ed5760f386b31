package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	ordersPath = "/api/v1/purchase-orders"
	goodsPath  = "/api/v1/inventory-products"
	// receivedThings counts more products than a transaction writes the costs of.
	receivedThings = 120
)

// TestKilledWhileReceiving kills the server while an order is received in full and units of another
// order are received. It starts the server again and sends both calls again with their keys. Each
// has a single effect, and all costs are written in the end.
func TestKilledWhileReceiving(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		p.set("SA_RATE_LIMITS", "default=1000000", "SA_LOG_LEVEL", "warn")
		k := &receiving{t: t, p: p, team: p.team("Acme"), random: rand.New(rand.NewPCG(seed, 1))}
		k.start()
		k.fill()
		for n := range kills.receipts {
			k.cycle(n)
		}
		k.s.stop()
		t.Logf("%d of %d calls were answered before the kill, %d had their effect without an answer", k.acked, 2*kills.receipts, k.lost)
	})
}

type receiving struct {
	t           *testing.T
	p           *place
	team        team
	random      *rand.Rand
	s           *server
	c           client
	supplier    string
	products    []string
	acked, lost int
}

func (k *receiving) start() {
	k.t.Helper()
	k.s = k.p.serve()
	k.c = k.s.client(k.team.key)
}

func (k *receiving) made(path, body string) string {
	k.t.Helper()
	return text(k.c.want(201, "POST", path, body)["data"].(map[string]any)["id"])
}

func (k *receiving) fill() {
	k.t.Helper()
	k.supplier = k.made("/api/v1/suppliers", `{"name":"Hafen"}`)
	k.made("/api/v1/warehouses", `{"name":"Cellar"}`)
	for n := range receivedThings {
		k.products = append(k.products, k.made(goodsPath, fmt.Sprintf(`{"title":"Thing %d"}`, n)))
	}
}

// placed orders some units of products, and returns the order and its first item.
func (k *receiving) placed(products []string, units, cost int) (order, item string) {
	k.t.Helper()
	lines := make([]string, len(products))
	for i, product := range products {
		lines[i] = fmt.Sprintf(`{"inventory_product_id":%s,"quantity":%d,"unit_cost":%d}`, product, units, cost)
	}
	const atOnce = 100
	first := min(atOnce, len(lines))
	made := k.c.want(201, "POST", ordersPath, `{"supplier_id":`+k.supplier+`,"items":[`+strings.Join(lines[:first], ",")+`]}`)["data"].(map[string]any)
	order = text(made["id"])
	if len(lines) > first {
		k.c.want(200, "POST", ordersPath+"/"+order+"/items", `{"items":[`+strings.Join(lines[first:], ",")+`]}`)
	}
	k.c.want(200, "PATCH", ordersPath+"/"+order, `{"status":"ordered"}`)
	return order, text(rowsOf(k.t, map[string]any{"data": made["items"]})[0]["id"])
}

func (k *receiving) cycle(n int) {
	k.t.Helper()
	day, cost := fmt.Sprintf("2026-03-%02d", 10+n), 5+n
	whole, _ := k.placed(k.products, 2, cost)
	part, item := k.placed(k.products[:1], 3, cost)
	calls := []call{
		{method: "PATCH", path: ordersPath + "/" + whole, body: `{"status":"received","received_on":"` + day + `"}`},
		{method: "PATCH", path: ordersPath + "/" + part + "/items/" + item, body: `{"receive":{"accepted":3,"received_on":"` + day + `"}}`},
	}
	acked := make([]bool, len(calls))
	var all sync.WaitGroup
	for i := range calls {
		calls[i] = calls[i].with("Idempotency-Key", fmt.Sprintf("%d-%d", n, i))
		all.Go(func() {
			a, err := k.c.try(calls[i])
			acked[i] = err == nil && a.status == 200
		})
	}
	timer := time.NewTimer(time.Duration(k.random.IntN(300)) * time.Millisecond)
	<-timer.C
	k.s.kill()
	all.Wait()
	k.start()
	for i, x := range calls {
		var a answer
		// The database may take a moment to notice that the killed process has ended.
		poll(k.t, "an answer", func() bool { a = k.c.do(x); return a.status != 409 })
		require.Equal(k.t, 200, a.status, a.body)
		switch {
		case acked[i]:
			k.acked++
			require.True(k.t, replayed(a), "an acknowledged receipt is lost")
		case replayed(a):
			k.lost++
		}
		second := k.c.do(x)
		require.True(k.t, replayed(second))
		require.Equal(k.t, a.body, second.body)
	}
	k.check(n, day, cost, whole, part)
}

// check requires a single effect of each call.
func (k *receiving) check(n int, day string, cost int, whole, part string) {
	k.t.Helper()
	for order, want := range map[string][]string{whole: {"received", fmt.Sprint(2 * receivedThings), fmt.Sprint(receivedThings)}, part: {"received", "3", "1"}} {
		poll(k.t, "the costs of the order", func() bool {
			return k.c.want(200, "GET", ordersPath+"/"+order, "")["data"].(map[string]any)["costing"] == "done"
		})
		one := k.c.want(200, "GET", ordersPath+"/"+order, "")["data"].(map[string]any)
		lines := k.c.want(200, "GET", ordersPath+"/"+order+"/receipts?count=true", "")["meta"].(map[string]any)["total"]
		require.Equal(k.t, want, []string{text(one["status"]), text(one["units_received"]), text(lines)})
	}
	for i, product := range k.products {
		one := k.c.want(200, "GET", goodsPath+"/"+product, "")["data"].(map[string]any)
		units := 2 * (n + 1)
		if i == 0 {
			units += 3 * (n + 1)
		}
		quantities := one["quantities"].(map[string]any)
		require.Equal(k.t, []string{fmt.Sprint(units), "0"}, []string{text(quantities["in_warehouse"]), text(quantities["on_order"])})
		found := ""
		for _, layer := range rowsOf(k.t, map[string]any{"data": one["cost_layers"]}) {
			if layer["from"] == day {
				found = text(layer["unit_cost"])
			}
		}
		require.Equal(k.t, fmt.Sprint(cost), found, "product %d on %s", i, day)
	}
}
