package main

import (
	"fmt"
	"strings"
	"time"
)

// rivals counts the other offers of an event, 20 with the own offer.
const rivals = 19

// levels counts the sets of prices. The texts are made once, so that making events adds little to
// the measurement.
const levels = 16

var markets = func() (out [levels]string) {
	for level := range out {
		var offers strings.Builder
		for n := range rivals {
			price := fmt.Sprintf("%d.%02d", 25+level/4, (level*23+n*7)%100)
			fmt.Fprintf(&offers, `{"SellerId":"A%dRIVAL%dX","SubCondition":"new","SellerFeedbackRating":{"FeedbackCount":%d,"SellerPositiveFeedbackRating":%d},`+
				`"ShippingTime":{"MinimumHours":24,"MaximumHours":48,"AvailabilityType":"NOW"},"ListingPrice":{"Amount":%s,"CurrencyCode":"EUR"},`+
				`"Shipping":{"Amount":0.00,"CurrencyCode":"EUR"},"ShipsFrom":{"Country":"DE"},"IsFulfilledByAmazon":%t,"IsBuyBoxWinner":%t,`+
				`"PrimeInformation":{"IsPrime":true,"IsNationalPrime":true},"IsFeaturedMerchant":true},`,
				n, level, 100+n*31, 80+n, price, n%2 == 0, n == 0)
		}
		out[level] = offers.String()
	}
	return out
}()

const noticeHead = `{"NotificationVersion":"1.0","NotificationType":"ANY_OFFER_CHANGED","PayloadVersion":"1.0","EventTime":"%[1]s",` +
	`"Payload":{"AnyOfferChangedNotification":{"SellerId":"%[2]s","OfferChangeTrigger":{"MarketplaceId":"%[3]s","ASIN":"%[4]s",` +
	`"ItemCondition":"new","TimeOfOfferChange":"%[1]s","OfferChangeType":"External"},"Summary":{"NumberOfOffers":[{"Condition":"new",` +
	`"FulfillmentChannel":"Amazon","OfferCount":10},{"Condition":"new","FulfillmentChannel":"Merchant","OfferCount":10}],` +
	`"LowestPrices":[{"Condition":"new","FulfillmentChannel":"Amazon","LandedPrice":{"Amount":25.00,"CurrencyCode":"EUR"}}],` +
	`"BuyBoxPrices":[{"Condition":"new","LandedPrice":{"Amount":26.00,"CurrencyCode":"EUR"},"ListingPrice":{"Amount":26.00,"CurrencyCode":"EUR"},` +
	`"Shipping":{"Amount":0.00,"CurrencyCode":"EUR"}}],"SalesRankings":[{"ProductCategoryId":"kitchen","Rank":4711}],` +
	`"NumberOfBuyBoxEligibleOffers":[{"Condition":"new","FulfillmentChannel":"Amazon","OfferCount":10}]},"Offers":[%[6]s` +
	`{"SellerId":"%[2]s","SubCondition":"new","SellerFeedbackRating":{"FeedbackCount":1200,"SellerPositiveFeedbackRating":98},` +
	`"ShippingTime":{"MinimumHours":24,"MaximumHours":48,"AvailabilityType":"NOW"},"ListingPrice":{"Amount":20.00,"CurrencyCode":"EUR"},` +
	`"Shipping":{"Amount":0.00,"CurrencyCode":"EUR"},"ShipsFrom":{"Country":"DE"},"IsFulfilledByAmazon":true,"IsBuyBoxWinner":false,"IsFeaturedMerchant":true}` +
	`]}},"NotificationMetadata":{"ApplicationId":"amzn1.sellerapps.app.bench","SubscriptionId":"bench","PublishTime":"%[1]s","NotificationId":"%[5]s"}}`

// notice returns the message that the offers of a row's product changed at a moment.
func notice(seller string, row int64, name string, level int, at time.Time) []byte {
	return fmt.Appendf(nil, noticeHead, at.UTC().Format("2006-01-02T15:04:05.000000Z"), seller, shop, asin(row), name, markets[level%levels])
}
