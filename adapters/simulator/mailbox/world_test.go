package mailbox

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// wire serves a marketplace over HTTP, without limits and with a stopped clock.
type wire struct {
	*testing.T
	m      *place
	h      http.Handler
	seller world.Seller
	token  string
}

func overTheWire(t *testing.T) *wire {
	return wireTo(t, open(settings{Limits: gateway.Limits{Off: true}}))
}

func wireTo(t *testing.T, m *place) *wire {
	w := &wire{T: t, m: m, h: m.handler, seller: m.Seller(marketplace.NA, world.Full)}
	w.token = w.grant(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {w.seller.RefreshToken}})
	return w
}

func (w *wire) grant(v url.Values) string {
	v.Set("client_id", gateway.ClientID)
	v.Set("client_secret", gateway.ClientSecret)
	r := httptest.NewRequest(http.MethodPost, gateway.TokenPath, strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	require.NoError(w, json.Unmarshal(rec.Body.Bytes(), &answer))
	return answer.AccessToken
}

func (w *wire) call(token, method, path, body string, want int, into any) {
	r := httptest.NewRequest(method, "/na"+path, strings.NewReader(body))
	r.Header.Set("User-Agent", "test")
	r.Header.Set("X-Amz-Access-Token", token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	require.Equal(w, want, rec.Code, "%s %s: %s", method, path, rec.Body)
	if into != nil {
		require.NoError(w, json.Unmarshal(rec.Body.Bytes(), into))
	}
}

// subscribe subscribes the seller to these types.
func (w *wire) subscribe(directive string, kinds ...string) {
	app := w.grant(url.Values{"grant_type": {"client_credentials"}, "scope": {gateway.ScopeNotifications}})
	var made struct{ Payload destination }
	w.call(app, "POST", "/notifications/v1/destinations",
		`{"name":"x","resourceSpecification":{"sqs":{"arn":"`+ARN(DefaultQueue)+`"}}}`, 200, &made)
	for _, kind := range kinds {
		w.call(w.token, "POST", "/notifications/v1/subscriptions/"+kind,
			`{"payloadVersion":"1.0","destinationId":"`+made.Payload.ID+`"`+directive+`}`, 200, nil)
	}
}

// told takes the receivable messages out of the queue and returns them.
func (w *wire) told() (all []map[string]any) {
	w.m.Floor.Advance()
	q := w.m.queue
	for _, received := range q.receive(w.m.World.Clock.Now(), 100_000, time.Hour) {
		var n map[string]any
		require.NoError(w, json.Unmarshal([]byte(received.body), &n))
		all = append(all, n)
		require.Empty(w, q.remove(received.receipt))
	}
	return all
}

func (w *wire) patchPrice(sku, price, low, high string) {
	w.call(w.token, "PATCH", "/listings/2021-08-01/items/"+w.seller.ID+"/"+url.PathEscape(sku)+"?marketplaceIds=ATVPDKIKX0DER",
		`{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{
		"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":`+price+`}]}],
		"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":`+low+`}]}],
		"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":`+high+`}]}]}]}]}`, 200, nil)
}

// buyableListing returns a listing of the seller that can be bought in the US.
func (w *wire) buyableListing() *ledger.Listing {
	for i := range 300 {
		l := w.m.Ledger.SeededListing(&w.seller, i)
		if o, ok := l.Offer(marketplace.US); ok && o.Buyable && o.Condition == catalog.NewItems {
			var item struct{ Issues []any }
			w.call(w.token, "GET", "/listings/2021-08-01/items/"+w.seller.ID+"/"+url.PathEscape(l.SKU)+"?marketplaceIds=ATVPDKIKX0DER&includedData=issues", "", 200, &item)
			if len(item.Issues) == 0 {
				return l
			}
		}
	}
	require.Fail(w, "no listing")
	return nil
}

// A price beyond the seller's own bounds takes the listing down and is notified. Its return is
// notified too.
func TestListingNotifications(t *testing.T) {
	w := overTheWire(t)
	w.subscribe("", gateway.TypeStatus, gateway.TypeIssues)
	l := w.buyableListing()
	w.patchPrice(l.SKU, "30.00", "5.00", "20.00")
	require.Empty(t, w.told(), "accepted, not applied")
	w.m.World.Clock.Step(15 * time.Minute)
	got := w.told()
	require.Len(t, got, 2)
	about := map[string]any{"SellerId": w.seller.ID, "MarketplaceId": "ATVPDKIKX0DER", "Asin": l.ASIN, "Sku": l.SKU}
	for i, want := range []struct {
		kind    string
		payload map[string]any
	}{
		{gateway.TypeStatus, map[string]any{"Status": []any{"DISCOVERABLE"}, "CreatedDate": world.Stamp(l.Created)}},
		{gateway.TypeIssues, map[string]any{"Severities": []any{"ERROR"}, "EnforcementActions": []any{"LISTING_SUPPRESSED"}}},
	} {
		for name, value := range about {
			want.payload[name] = value
		}
		require.Equal(t, want.kind, got[i]["NotificationType"])
		require.Equal(t, want.payload, got[i]["Payload"])
	}
	w.patchPrice(l.SKU, "19.00", "5.00", "20.00")
	w.m.World.Clock.Step(15 * time.Minute)
	got = w.told()
	require.Len(t, got, 2)
	payload, _ := got[0]["Payload"].(map[string]any)
	require.Equal(t, []any{"BUYABLE", "DISCOVERABLE"}, payload["Status"])
}

func TestFeedNotification(t *testing.T) {
	w := overTheWire(t)
	w.subscribe("", gateway.TypeFeed)
	var document struct{ FeedDocumentID, URL string }
	w.call(w.token, "POST", "/feeds/2021-06-30/documents", `{"contentType":"application/json; charset=UTF-8"}`, 201, &document)
	at, err := url.Parse(document.URL)
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPut, at.RequestURI(), strings.NewReader(
		`{"header":{"sellerId":"`+w.seller.ID+`","version":"2.0"},"messages":[{"messageId":1,"sku":"SIM-0000","operationType":"DELETE"}]}`))
	r.Header.Set("Content-Type", "application/json; charset=UTF-8")
	rec := httptest.NewRecorder()
	w.h.ServeHTTP(rec, r)
	require.Equal(t, 200, rec.Code)
	var feed struct{ FeedID string }
	w.call(w.token, "POST", "/feeds/2021-06-30/feeds",
		`{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["ATVPDKIKX0DER"],"inputFeedDocumentId":"`+document.FeedDocumentID+`"}`, 202, &feed)
	w.m.World.Clock.Step(15 * time.Minute)
	got := w.told()
	require.Len(t, got, 1)
	require.Equal(t, "FEED_PROCESSING_FINISHED", got[0]["notificationType"])
	payload, _ := got[0]["payload"].(map[string]any)
	finished, _ := payload["feedProcessingFinishedNotification"].(map[string]any)
	require.NotEmpty(t, finished["resultFeedDocumentId"])
	delete(finished, "resultFeedDocumentId")
	require.Equal(t, map[string]any{
		"sellerId": w.seller.ID, "feedId": feed.FeedID, "feedType": "JSON_LISTINGS_FEED", "processingStatus": "DONE",
	}, finished)
}

// Lets sellers compete for two hours. Every notification is about a product of the seller, and two
// about a product are at least five minutes apart. Their offers are the market's offers.
func TestOfferNotifications(t *testing.T) {
	w := overTheWire(t)
	w.subscribe(`,"processingDirective":{"eventFilter":{"eventFilterType":"ANY_OFFER_CHANGED","marketplaceIds":["ATVPDKIKX0DER"],
		"aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}`, gateway.TypeOffers)
	w.told()
	type note struct {
		SellerID           string
		OfferChangeTrigger struct{ MarketplaceID, ASIN, TimeOfOfferChange, OfferChangeType string }
		Offers             []struct {
			ListingPrice, Shipping struct{ Amount json.Number }
			IsBuyBoxWinner         *bool
		}
		Summary struct {
			BuyBoxPrices []struct{ LandedPrice struct{ Amount json.Number } }
		}
	}
	last, kinds, n, noWinner := map[string]time.Time{}, map[string]int{}, 0, 0
	for range 2 * 12 {
		w.m.World.Clock.Step(5 * time.Minute)
		now := w.m.World.Clock.Now()
		w.m.Floor.Advance()
		for _, received := range w.m.queue.receive(now, 100_000, time.Hour) {
			var envelope struct {
				Payload struct{ AnyOfferChangedNotification note }
			}
			require.NoError(t, json.Unmarshal([]byte(received.body), &envelope))
			got := envelope.Payload.AnyOfferChangedNotification
			trigger := got.OfferChangeTrigger
			require.Equal(t, w.seller.ID, got.SellerID)
			require.Equal(t, "ATVPDKIKX0DER", trigger.MarketplaceID)
			require.NotEmpty(t, w.m.Ledger.OwnOffers(trigger.ASIN, marketplace.US))
			require.LessOrEqual(t, len(got.Offers), 20)
			require.GreaterOrEqual(t, now.Sub(last[trigger.ASIN]), 5*time.Minute)
			last[trigger.ASIN] = now
			for _, o := range got.Offers {
				if o.IsBuyBoxWinner == nil {
					noWinner++
				}
			}
			kinds[trigger.OfferChangeType]++
			n++
			require.Empty(t, w.m.queue.remove(received.receipt))
		}
	}
	require.Greater(t, n, 100)
	require.Greater(t, noWinner, 0)
	require.Greater(t, kinds["Internal"], 0)
	require.Greater(t, kinds["FeaturedOffer"], 0)
}

// An own price far above the price outside costs the buy box, and is notified once.
func TestPricingHealth(t *testing.T) {
	w := overTheWire(t)
	w.subscribe("", gateway.TypeHealth)
	w.told()
	for i := range 300 {
		l := w.m.Ledger.SeededListing(&w.seller, i)
		p, _ := w.m.Catalog.Product(l.ASIN)
		o, ok := l.Offer(marketplace.US)
		if !ok || !o.Buyable || o.Condition != catalog.NewItems {
			continue
		}
		b := w.m.Floor.BoardOf(p, world.Shops[marketplace.US])
		if b.External == 0 {
			continue
		}
		w.patchPrice(l.SKU, world.Shops[marketplace.US].Number(b.External*3).String(), "1.00", "100000.00")
		w.m.World.Clock.Step(15 * time.Minute)
		var about []map[string]any
		for _, n := range w.told() {
			payload, _ := n["payload"].(map[string]any)
			trigger, _ := payload["offerChangeTrigger"].(map[string]any)
			if n["notificationType"] == gateway.TypeHealth && trigger["asin"] == l.ASIN {
				about = append(about, payload)
			}
		}
		require.Len(t, about, 1)
		require.Equal(t, "BuyBoxDisqualification", about[0]["issueType"])
		offer, _ := about[0]["merchantOffer"].(map[string]any)
		require.Equal(t, "new", offer["condition"])
		price, _ := offer["listingPrice"].(map[string]any)
		require.Equal(t, "USD", price["currencyCode"])
		return
	}
	require.Fail(t, "no listing")
}

// With faults, writes are lost or late, so that a later write comes first.
func TestWriteFaults(t *testing.T) {
	w := overTheWire(t)
	l := w.buyableListing()
	price := func() string {
		w.m.Ledger.Settle()
		now, _ := w.m.Ledger.ListingOf(w.seller.ID, l.SKU)
		tag, _ := now.Tag(marketplace.US)
		return world.Shops[marketplace.US].Number(tag.Price).String()
	}
	before := price()
	w.m.Inject(gateway.Fault{Mode: gateway.NeverApplied, Times: 1})
	w.patchPrice(l.SKU, "11.11", "1.00", "99.00")
	w.m.World.Clock.Step(20 * time.Minute)
	require.Equal(t, before, price())

	w.m.Inject(gateway.Fault{Mode: gateway.LateWrite, Times: 1, Seconds: 2400})
	w.patchPrice(l.SKU, "12.12", "1.00", "99.00")
	w.patchPrice(l.SKU, "13.13", "1.00", "99.00")
	w.m.World.Clock.Step(15 * time.Minute)
	require.Equal(t, "13.13", price())
	w.m.World.Clock.Step(25 * time.Minute)
	require.Equal(t, "12.12", price(), "the older one came last")
}

// A flood is spread over the reads of the queue.
func TestFlood(t *testing.T) {
	w := overTheWire(t)
	w.subscribe("", gateway.TypeOffers)
	w.told()
	w.m.Inject(gateway.Fault{Mode: gateway.QueueFlood, ForSeconds: 2, Rate: 1000})
	w.m.World.Clock.Step(3 * time.Second)
	q, now := w.m.queue, w.m.World.Clock.Now()
	ids, total := map[string]bool{}, 0
	for {
		w.m.flood(q, 10)
		got := q.receive(now, 10, time.Hour)
		if len(got) == 0 {
			break
		}
		for _, received := range got {
			var n struct {
				NotificationMetadata struct{ NotificationID string }
			}
			require.NoError(t, json.Unmarshal([]byte(received.body), &n))
			ids[n.NotificationMetadata.NotificationID] = true
			total++
		}
	}
	require.Len(t, ids, total)
	require.InDelta(t, 2000, total, 20, "and the market's own events in three seconds")
}
