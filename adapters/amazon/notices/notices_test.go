package notices

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

const offersNotice = `{"NotificationVersion":"1.0","NotificationType":"ANY_OFFER_CHANGED","PayloadVersion":"1.0",
	"EventTime":"2026-11-21T12:00:09.000Z","Payload":{"AnyOfferChangedNotification":{"SellerId":"A1",
	"OfferChangeTrigger":{"MarketplaceId":"A1VC38T7YXB528","ASIN":"B000000001","ItemCondition":"New","TimeOfOfferChange":"2026-11-21T12:00:00.1234567Z","OfferChangeType":"External"},
	"Summary":{"NumberOfOffers":[{"Condition":"New","FulfillmentChannel":"Amazon","OfferCount":"3"},{"Condition":"used","OfferCount":-1}],
		"BuyBoxPrices":[{"Condition":"New","LandedPrice":{"CurrencyCode":"JPY","Amount":1980.0},"ListingPrice":null},{"Condition":"Used"}],
		"CompetitivePriceThreshold":{"CurrencyCode":"JPY","Amount":1950},"SomethingNew":[1,2]},
	"Offers":[
		{"SellerId":"B1","SubCondition":"new","SellerFeedbackRating":{"FeedbackCount":12,"SellerPositiveFeedbackRating":97},
		 "ShippingTime":{"MinimumHours":24,"MaximumHours":48,"AvailabilityType":"NOW"},"ListingPrice":{"CurrencyCode":"JPY","Amount":2E3},
		 "Shipping":{"CurrencyCode":"JPY","Amount":0},"Points":{"PointsNumber":20},"ShipsFrom":{"State":"","Country":"jp"},"IsFulfilledByAmazon":true,"IsFeaturedMerchant":true,"IsBuyBoxWinner":false},
		{"SellerId":"B2"},
		{"SellerId":"B3","ShippingTime":{"AvailabilityType":"FUTURE_WITH_DATE"},"ListingPrice":{"CurrencyCode":"JPY","Amount":2100},"Points":{"PointsNumber":5,"PointsMonetaryValue":{"CurrencyCode":"JPY","Amount":7}}}]}},
	"NotificationMetadata":{"ApplicationId":"app","SubscriptionId":"sub","PublishTime":"2026-11-21T12:00:10Z","NotificationId":"n-1"}}`

func TestReadingChangesOfOffers(t *testing.T) {
	yes, no := true, false
	jpy := func(s string) money.Sum {
		return money.Sum{Amount: money.MustParse(s), Currency: "JPY"}
	}
	box, outside := jpy("1980"), jpy("1950")
	want := notification.Event{
		ID: "n-1", Type: notification.AnyOfferChanged, At: time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.UTC),
		Offers: &notification.OfferChange{
			SellerID: "A1", Marketplace: "A1VC38T7YXB528", ASIN: "B000000001", Condition: "new",
			Summary: notification.Summary{
				Told: true, Counts: []notification.OfferCount{{Condition: "new", Channel: "Amazon", Count: 3}, {Condition: "used", Count: -1}}, Counted: true,
				Boxes: []notification.Box{{Condition: "new", Landed: &box}, {Condition: "used"}}, Competitive: &outside,
			},
			Listed: 3,
			Offers: []notification.Offer{
				{
					SellerID: "B1", SubCondition: "new", Price: jpy("2000"), Points: money.MustParse("20"), ByMarketplace: true,
					Featured: &yes, Winner: &no, Feedback: 97, FeedbackCount: 12, MinimumHours: 24, MaximumHours: 48,
					ShipsFrom: "JP", AvailableNow: &yes,
				},
				{
					SellerID: "B3", Price: jpy("2100"), Points: money.MustParse("7"), Feedback: -1, FeedbackCount: -1, MinimumHours: -1, MaximumHours: -1,
					AvailableNow: &no,
				},
			},
		},
	}
	got, err := NewReader().Read([]byte(offersNotice))
	require.NoError(t, err)
	require.Equal(t, want, got)
	flat := strings.Replace(strings.Replace(offersNotice, `{"AnyOfferChangedNotification":`, "", 1), `]}},
	"Notif`, `]},
	"Notif`, 1)
	got, err = NewReader().Read([]byte(flat))
	require.NoError(t, err)
	require.Equal(t, want, got, "with and without the member around it")
}

func TestNoticesThatCannotBeRead(t *testing.T) {
	for name, change := range map[string][2]string{
		"no id":            {`"NotificationId":"n-1"`, `"NotificationId":""`},
		"endless id":       {`n-1`, strings.Repeat("n", 201)},
		"control in id":    {`n-1`, `n\u0000`},
		"no type":          {`ANY_OFFER_CHANGED`, ``},
		"no seller":        {`"SellerId":"A1"`, `"SellerId":""`},
		"no marketplace":   {`"MarketplaceId":"A1VC38T7YXB528",`, ``},
		"no product":       {`"ASIN":"B000000001",`, ``},
		"no time":          {`"TimeOfOfferChange":"2026-11-21T12:00:00.1234567Z",`, ``},
		"not a time":       {`2026-11-21T12:00:00.1234567Z`, `yesterday`},
		"the year 9999":    {`2026-11-21T12:00:00.1234567Z`, `9999-11-21T12:00:00Z`},
		"a broken amount":  {`2E3`, `2.00001`},
		"a negative one":   {`"Amount":2E3`, `"Amount":-5`},
		"no currency":      {`"ListingPrice":{"CurrencyCode":"JPY","Amount":2E3}`, `"ListingPrice":{"Amount":2}`},
		"two currencies":   {`"Shipping":{"CurrencyCode":"JPY"`, `"Shipping":{"CurrencyCode":"USD"`},
		"amount as object": {`"Amount":2E3`, `"Amount":{}`},
		"cut off":          {`"NotificationMetadata":`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, offersNotice, change[0])
			_, err := NewReader().Read([]byte(strings.Replace(offersNotice, change[0], change[1], 1)))
			require.Error(t, err)
			require.NotContains(t, err.Error(), "B1", "an error tells nothing of the body")
		})
	}
	for _, body := range []string{"", "null", "[]", "1", "<html>", "{}", strings.Repeat(" ", maxMessage+1)} {
		_, err := NewReader().Read([]byte(body))
		require.Error(t, err)
	}
}

func TestReadingOtherNotices(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	wrap := func(kind, payload string) string {
		return `{"notificationType":"` + kind + `","eventTime":"2026-11-21T12:00:00","payload":` + payload + `,"notificationMetadata":{"notificationId":"n"}}`
	}
	landed, threshold := money.Sum{Amount: money.MustParse("19.99"), Currency: "USD"}, money.Sum{Amount: money.MustParse("18"), Currency: "USD"}
	for kind, c := range map[notification.Type]struct {
		payload string
		want    notification.Event
	}{
		notification.PricingHealthType: {`{"issueType":"BuyBoxDisqualification\u0007","sellerId":"A1","offerChangeTrigger":{"marketplaceId":"M","asin":"B1","timeOfOfferChange":"2026-11-21T11:00:00Z"},
			"merchantOffer":{"condition":"Used","landedPrice":{"amount":19.99,"currencyCode":"USD"}},
			"summary":{"referencePrice":{"competitivePriceThreshold":{"amount":18,"currencyCode":"USD"}}}}`,
			notification.Event{At: at.Add(-time.Hour), Health: &notification.PricingHealth{
				SellerID: "A1", Marketplace: "M", ASIN: "B1", Condition: "used", Issue: "BuyBoxDisqualification", Landed: &landed, Competitive: &threshold,
			}}},
		notification.ListingStatusType: {`{"SellerId":"A1","MarketplaceId":"M","Asin":"B1","Sku":"S/1 ü","CreatedDate":"x","Status":["BUYABLE",""]}`,
			notification.Event{At: at, Status: &notification.ListingStatus{SellerID: "A1", Marketplace: "M", ASIN: "B1", SKU: "S/1 ü", Statuses: []string{"BUYABLE"}}}},
		notification.ListingIssuesType: {`{"SellerId":"A1","MarketplaceId":"M","Sku":"S","Severities":["ERROR"],"EnforcementActions":["LISTING_SUPPRESSED"]}`,
			notification.Event{At: at, Issues: &notification.ListingIssues{SellerID: "A1", Marketplace: "M", SKU: "S", Actions: []string{"LISTING_SUPPRESSED"}}}},
		notification.FeedProcessingEnded: {`{"feedProcessingFinishedNotification":{"sellerId":"A1","feedId":"9","feedType":"F","processingStatus":"DONE","resultFeedDocumentId":"d"}}`,
			notification.Event{At: at, Feed: &notification.FeedFinished{SellerID: "A1", FeedID: "9", FeedType: "F", Status: "DONE"}}},
		notification.OrderChanged: {`{"OrderChangeNotification":{"NotificationLevel":"OrderLevel","SellerId":"A1","AmazonOrderId":"903-1","OrderChangeType":"OrderStatusChange",
			"OrderChangeTrigger":{"TimeOfOrderChange":"2026-11-21T11:30:00.000Z","ChangeReason":"x"},
			"Summary":{"MarketplaceID":"M","OrderStatus":"Unshipped","PurchaseDate":"2026-11-21T11:00:00Z","FulfillmentType":"MFN","OrderItems":[
				{"OrderItemId":"1","SellerSKU":"S/1","Quantity":2,"QuantityShipped":0,"ItemStatus":null},
				{"OrderItemId":"2","SellerSKU":"S/2","Quantity":"3","OrderItemStatus":"CANCELED"},{"OrderItemId":"3","Quantity":0}]}}}`,
			notification.Event{At: at.Add(-30 * time.Minute), Order: &notification.OrderChange{
				SellerID: "A1", Marketplace: "M", OrderID: "903-1", PurchasedAt: at.Add(-time.Hour), Status: "Unshipped",
				Items: []notification.OrderItem{{ItemID: "1", SKU: "S/1", Quantity: 2}, {ItemID: "2", SKU: "S/2", Quantity: 3, Cancelled: true}, {ItemID: "3"}},
			}}},
		"UNHEARD_OF": {`"whatever"`, notification.Event{}},
	} {
		c.want.ID, c.want.Type = "n", kind
		got, err := NewReader().Read([]byte(wrap(string(kind), c.payload)))
		require.NoError(t, err, kind)
		require.Equal(t, c.want, got)
		if kind.Known() {
			_, err = NewReader().Read([]byte(wrap(string(kind), `{}`)))
			require.Error(t, err, kind)
		}
	}
}

const orderNotice = `{"NotificationType":"ORDER_CHANGE","EventTime":"2026-11-21T12:00:00Z","Payload":{"SellerId":"A1","AmazonOrderId":"903-1",
	"OrderChangeTrigger":{"TimeOfOrderChange":"2026-11-21T11:30:00Z"},"Summary":{"MarketplaceId":"M","OrderStatus":"Shipped","PurchaseDate":"2026-11-21T11:00:00Z",
	"OrderItems":[{"OrderItemId":"1","SellerSKU":"S","Quantity":2}]}},"NotificationMetadata":{"NotificationId":"n"}}`

func TestReadingOrders(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		old, new      string
		at, purchased time.Time
		items         int
	}{
		"as it comes":       {"", "", at.Add(-30 * time.Minute), at.Add(-time.Hour), 1},
		"no time of change": {`"OrderChangeTrigger":{"TimeOfOrderChange":"2026-11-21T11:30:00Z"},`, ``, at, at.Add(-time.Hour), 1},
		"no purchase":       {`"PurchaseDate":"2026-11-21T11:00:00Z",`, ``, at.Add(-30 * time.Minute), at.Add(-30 * time.Minute), 1},
		"no items":          {`"OrderItems":[{"OrderItemId":"1","SellerSKU":"S","Quantity":2}]`, `"OrderItems":null`, at.Add(-30 * time.Minute), at.Add(-time.Hour), 0},
	} {
		require.Contains(t, orderNotice, c.old)
		got, err := NewReader().Read([]byte(strings.Replace(orderNotice, c.old, c.new, 1)))
		require.NoError(t, err, name)
		require.Equal(t, c.at, got.At, name)
		require.Equal(t, c.purchased, got.Order.PurchasedAt, name)
		require.Len(t, got.Order.Items, c.items, name)
	}
	item := `{"OrderItemId":"1","SellerSKU":"S","Quantity":2}`
	for name, change := range map[string][2]string{
		"no seller":         {`"SellerId":"A1"`, `"SellerId":""`},
		"no order":          {`903-1`, ``},
		"endless order":     {`903-1`, strings.Repeat("9", 65)},
		"no marketplace":    {`"MarketplaceId":"M",`, ``},
		"not a time":        {`2026-11-21T11:30:00Z`, `yesterday`},
		"not a purchase":    {`2026-11-21T11:00:00Z`, `9999-01-01T00:00:00Z`},
		"no item":           {`"OrderItemId":"1"`, `"OrderItemId":""`},
		"the same twice":    {item, item + "," + item},
		"negative quantity": {`"Quantity":2`, `"Quantity":-2`},
		"half a unit":       {`"Quantity":2`, `"Quantity":0.5`},
		"too much":          {`"Quantity":2`, `"Quantity":100001`},
		"no quantity":       {`,"Quantity":2`, ``},
		"quantity as list":  {`"Quantity":2`, `"Quantity":[2]`},
		"a control in SKU":  {`"SellerSKU":"S"`, `"SellerSKU":"S\u0000"`},
		"endless items":     {item, strings.Repeat(item+",", 1000) + item},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, orderNotice, change[0])
			_, err := NewReader().Read([]byte(strings.Replace(orderNotice, change[0], change[1], 1)))
			require.Error(t, err)
			require.NotContains(t, err.Error(), "903", "an error tells nothing of the body")
		})
	}
}

func FuzzNotices(f *testing.F) {
	f.Add([]byte(offersNotice))
	f.Add([]byte(orderNotice))
	f.Add([]byte(`{"NotificationType":"LISTINGS_ITEM_STATUS_CHANGE","EventTime":"2026-11-21T12:00:00Z","Payload":{"SellerId":"A","MarketplaceId":"M","Sku":"S"},"NotificationMetadata":{"NotificationId":"n"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := NewReader().Read(body)
		if err != nil {
			return
		}
		if s, ok := e.Stream(); ok != e.Type.Known() || ok && (s.SellerID == "" || s.Subject == "" || e.At.IsZero()) {
			t.Fatalf("half an event: %+v", e)
		}
	})
}
