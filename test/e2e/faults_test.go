package e2e_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/stores"
)

// Calls that ask the marketplace, each through another operation, so that a fault of an operation
// does not affect the others.
var (
	item        = call{path: "/api/v1/sp-api/catalog/2022-04-01/items/" + simulator.ASIN(7) + "?includedData=summaries"}
	restriction = call{path: "/api/v1/products/" + simulator.ASIN(8) + "/restriction-status"}
	search      = call{path: "/api/v1/listings-items?pageSize=5"}
	plans       = call{path: "/api/v1/inboundPlans?pageSize=5"}
	stock       = call{path: "/api/v1/sp-api/fba/inventory/v1/summaries?details=false"}
	codes       = call{path: "/api/v1/converters/asin-to-identifiers?asin=" + simulator.ASIN(9)}
	types       = call{path: "/api/v1/sp-api/definitions/2020-09-01/productTypes?keywords=toy"}
)

// TestTheMarketplaceMisbehaves runs the program while the marketplace fails in every way it can:
// callers get the documented answer, other operations work, and all works as soon as the
// marketplace does.
func TestTheMarketplaceMisbehaves(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=1000000", "SA_WORKERS", "0") // these tests ask until the answer is right
		p.set("GOGC", "100")                                          // Frees memory early, because it is measured.
		team := p.team("Acme")
		s := p.serve()
		c := s.client(team.key)
		for _, x := range []call{item, restriction, search, plans, stock, types} {
			require.Equal(t, 200, c.do(x).status, x.path)
		}
		for _, f := range []struct {
			name   string
			fault  simulator.Fault
			call   call
			status int
			code   string
		}{
			{"slow", simulator.Fault{Mode: simulator.Slow, Operation: "getCatalogItem", Seconds: 1}, item, 200, ""},
			{"slow within the body", simulator.Fault{Mode: simulator.SlowBody, Operation: "getCatalogItem", Seconds: 1}, item, 200, ""},
			{"a burst of errors that ends", simulator.Fault{Mode: simulator.Burst, Operation: "searchListingsItems", Times: 2}, search, 200, ""},
			{"a burst of errors", simulator.Fault{Mode: simulator.Burst, Operation: "searchListingsItems"}, search, 503, "upstream_unavailable"},
			{"a connection that is reset", simulator.Fault{Mode: simulator.Reset, Operation: "getInventorySummaries", Times: 1}, stock, 200, ""},
			{"half a body", simulator.Fault{Mode: simulator.Half, Operation: "getInventorySummaries"}, stock, 503, "upstream_unavailable"},
			{"a storm of 429", simulator.Fault{Mode: simulator.Throttle, Operation: "searchDefinitionsProductTypes"}, types, 429, "upstream_rate_limited"},
			{"a page in place of JSON", simulator.Fault{Mode: simulator.HTML, Operation: "getCatalogItem"}, item, 503, "upstream_unavailable"},
			{"junk with a good status", simulator.Fault{Mode: simulator.Junk, Operation: "searchListingsItems"}, search, 503, "upstream_unavailable"},
			{"other JSON", simulator.Fault{Mode: simulator.WrongTypes, Operation: "getCatalogItem"}, codes, 503, "upstream_unavailable"},
			{"five gigabytes", simulator.Fault{Mode: simulator.Big, Operation: "getCatalogItem", Bytes: 5 << 30}, item, 503, "upstream_unavailable"},
			{"a token endpoint that is busy", simulator.Fault{Mode: simulator.TokenBusy, Operation: "token"}, search, 503, "upstream_unavailable"},
		} {
			before := s.peak()
			if f.fault.Mode == simulator.TokenBusy {
				p.market.ForgetTokens()
			}
			p.market.Inject(f.fault)
			a := c.do(f.call)
			require.Equal(t, f.status, a.status, "%s: %s", f.name, a.body)
			if f.code != "" {
				requireProblem(t, a, f.status, f.code)
				require.NotEmpty(t, a.header.Get("Retry-After"), f.name)
			}
			require.Equal(t, 200, c.do(call{path: "/api/v1/account"}).status, f.name)
			require.Less(t, s.peak()-before, 64<<10, "%s: KiB of memory", f.name)
			p.market.Heal()
			poll(t, f.name+" to be over", func() bool { return c.do(f.call).status == 200 })
		}
		// Tokens that end earlier than announced are renewed without an effect on callers.
		p.market.Inject(simulator.Fault{Mode: simulator.ShortLived, Seconds: 5})
		p.market.ForgetTokens()
		require.Equal(t, 200, c.do(search).status)
		p.market.Clock().Step(10 * time.Second)
		require.Equal(t, 200, c.do(search).status)
		s.stop()
	})
}

// TestOneOperationHangs leaves callers of one operation hanging. Callers of the
// others do not notice.
func TestOneOperationHangs(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.set("SA_RATE_LIMITS", "default=1000000", "SA_WORKERS", "0")
	team := p.team("Acme")
	s := p.serve()
	c := s.client(team.key)
	require.Equal(t, 200, c.do(item).status)
	stall := p.market.Inject(simulator.Fault{Mode: simulator.Stall, Operation: "getCatalogItem"})
	var hanging sync.WaitGroup
	answers := make([]answer, 20)
	for i := range answers {
		hanging.Go(func() {
			// Equal questions would share one answer.
			answers[i], _ = c.try(call{path: strings.Replace(item.path, simulator.ASIN(7), simulator.ASIN(100+i), 1)})
		})
	}
	poll(t, "a call to hang", func() bool { return p.market.Hits(stall) > 0 })
	for range 50 {
		require.Equal(t, 200, c.do(call{path: "/api/v1/account"}).status)
	}
	for _, x := range []call{restriction, search, plans, stock, types} {
		require.Equal(t, 200, c.do(x).status, x.path)
	}
	hanging.Wait()
	for _, a := range answers {
		require.Contains(t, []int{429, 503}, a.status, a.body)
	}
	p.market.Heal()
	poll(t, "the operation to be back", func() bool { return c.do(item).status == 200 })
	s.stop()
}

// TestTheSellerTakesTheGrantBack and gives it again.
func TestTheSellerTakesTheGrantBack(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=1000000", "SA_WORKERS", "0") // these tests ask until the answer is right
		team := p.team("Acme")
		s := p.serve()
		c := s.client(team.key)
		require.Equal(t, 200, c.do(search).status)
		seller := p.market.Seller(marketplace.NA, simulator.Full)
		status := func() string {
			data, _ := c.want(200, "GET", "/api/v1/account", "")["data"].(map[string]any)
			all, _ := data["connections"].([]any)
			require.Len(t, all, 1)
			one, _ := all[0].(map[string]any)
			return text(one["status"])
		}
		require.Equal(t, "active", status())
		p.market.Revoke(seller.RefreshToken)
		requireProblem(t, c.do(search), 403, "integration_needs_attention")
		require.Equal(t, "needs_attention", status())
		renewals := p.market.Counters()["token"].Calls
		for range 3 {
			requireProblem(t, c.do(search), 403, "integration_needs_attention")
		}
		require.Equal(t, renewals, p.market.Counters()["token"].Calls, "no token is asked for until the connection is probed")
		p.market.Restore(seller.RefreshToken)
		p.ask("", "connection", "probe", team.connection, "--team", team.id, "--anyway")
		require.Equal(t, "active", status())
		require.Equal(t, 200, c.do(search).status)
		s.stop()
	})
}

// TestNotificationsAreLostAndDoubled: a repeated or late event counts once, and the next event
// makes up for a lost event.
func TestNotificationsAreLostAndDoubled(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=1000000", "SA_WORKERS", "0") // these tests ask until the answer is right
		team := p.team("Acme")
		s := p.serve()
		c := s.client(team.key)
		p.ask("", "connection", "probe", "--team", team.id, team.connection)
		p.ask("", "notifications", "subscribe", "--team", team.id, "--connection", team.connection)
		row, listing := watchedRow(t, p, c)
		// The row's time of the last event.
		heard := func() string {
			data, _ := c.want(200, "GET", row, "")["data"].(map[string]any)
			require.Equal(t, "1", text(data["version"]), "events are no change by a user")
			return text(data["last_event_at"])
		}
		// Time goes on when the program has taken everything up to now. Messages that it returns
		// for later come again then.
		on := func() bool {
			if p.market.Notifications().Queues[simulator.DefaultQueue].Visible > 0 {
				return false
			}
			p.market.Clock().Step(10 * time.Minute)
			return true
		}
		settle := func() {
			poll(t, "the queue to be empty", func() bool {
				q := p.market.Notifications().Queues[simulator.DefaultQueue]
				if q.Visible == 0 && q.InFlight > 0 {
					p.market.Clock().Step(2 * time.Minute)
				}
				return q.Visible+q.InFlight == 0
			})
		}
		// A new price of its own is news about a product.
		cents := 1500
		reprice := func() {
			cents++
			price := fmt.Sprintf(`[{"schedule":[{"value_with_tax":%d.%02d}]}]`, cents/100, cents%100)
			c.want(200, "PATCH", listing, `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{`+
				`"marketplace_id":"`+usa+`","currency":"USD","audience":"ALL","our_price":`+price+`}]}]}`)
		}
		news := func(since string) {
			reprice()
			poll(t, "news of the row", func() bool { on(); return heard() != since })
		}
		p.market.Inject(simulator.Fault{Mode: simulator.QueueDuplicate})
		p.market.Inject(simulator.Fault{Mode: simulator.QueueReorder, Share: 0.5})
		first := heard()
		news(first)
		poll(t, "doubles to be dropped", func() bool {
			return strings.Contains(s.metrics(), `notification_messages_total{outcome="known",type="ANY_OFFER_CHANGED"}`)
		})
		p.market.Heal()
		p.market.Inject(simulator.Fault{Mode: simulator.QueueMissing, Share: 1})
		for range 2 { // messages gathered before are still sent
			poll(t, "time to go on", on)
			settle()
		}
		last := heard()
		reprice()
		for range 3 {
			poll(t, "time to go on", on)
			settle()
		}
		require.Equal(t, last, heard())
		p.market.Heal()
		news(last)
		s.stop()
	})
}

// watchedRow makes a repricer row of a listing that is on sale, and returns the
// addresses of both.
func watchedRow(t *testing.T, p *place, c client) (row, listing string) {
	t.Helper()
	seller := p.market.Seller(marketplace.NA, simulator.Full)
	found := c.want(200, "GET", "/api/v1/sp-api/listings/2021-08-01/items/"+seller.ID+"?includedData=summaries&pageSize=20", "")
	items, _ := found["items"].([]any)
	for _, i := range items {
		one, _ := i.(map[string]any)
		all, _ := one["summaries"].([]any)
		for _, sum := range all {
			said, _ := sum.(map[string]any)
			if text(said["conditionType"]) != "new_new" || !strings.Contains(fmt.Sprint(said["status"]), "BUYABLE") {
				continue
			}
			made := c.want(200, "POST", "/api/v1/sa/repricer/products", fmt.Sprintf(
				`{"products":[{"sku":%q,"marketplace_id":%q,"asin":%q}]}`, text(one["sku"]), usa, text(said["asin"])))
			rows, _ := made["data"].([]any)
			require.Len(t, rows, 1)
			first, _ := rows[0].(map[string]any)
			return "/api/v1/sa/repricer/products/" + text(first["id"]),
				"/api/v1/sp-api/listings/2021-08-01/items/" + seller.ID + "/" + url.PathEscape(text(one["sku"]))
		}
	}
	require.FailNow(t, "no listing is on sale")
	return "", ""
}

// peak returns the most memory that the process ever had, in KiB.
func (s *server) peak() int { return s.memory("VmHWM:") }
