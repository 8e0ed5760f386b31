package notification

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer/decision"
)

func TestOffersToldInTheWordsOfADecision(t *testing.T) {
	noon := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	eur := money.MustParse
	yes, no := true, false
	price := func(c money.Currency, s string) money.Sum {
		return money.Sum{Amount: eur(s), Currency: c}
	}
	landed := func(c money.Currency, s string) *money.Sum { p := price(c, s); return &p }
	const de = marketplace.ID("A1PA6795UKMFR9")
	told := func(boxes ...notification.Box) notification.Summary {
		return notification.Summary{Told: true, Boxes: boxes}
	}
	for name, c := range map[string]struct {
		change notification.OfferChange
		want   decision.OfferSnapshot
	}{
		"no summary": {notification.OfferChange{}, decision.OfferSnapshot{Box: decision.BoxReport{Unknown: true}}},
		"no box":     {notification.OfferChange{Summary: told()}, decision.OfferSnapshot{}},
		"the box of the condition": {
			notification.OfferChange{Summary: told(notification.Box{Condition: "used", Landed: landed("EUR", "5")},
				notification.Box{Condition: "new", Landed: landed("EUR", "21")})},
			decision.OfferSnapshot{Box: decision.BoxReport{Price: optional.Some(eur("21"))}},
		},
		"a box without a price": {
			notification.OfferChange{Summary: told(notification.Box{Condition: "new"})},
			decision.OfferSnapshot{Box: decision.BoxReport{Unknown: true}},
		},
		"a box in another currency": {
			notification.OfferChange{Summary: told(notification.Box{Condition: "new", Landed: landed("USD", "5")})},
			decision.OfferSnapshot{Box: decision.BoxReport{Unknown: true}},
		},
		"a price outside": {
			notification.OfferChange{Summary: notification.Summary{Told: true, Competitive: landed("EUR", "18")}},
			decision.OfferSnapshot{ExternalPrice: optional.Some(eur("18"))},
		},
		"a price outside in another currency": {
			notification.OfferChange{Summary: notification.Summary{Told: true, Competitive: landed("USD", "18")}}, decision.OfferSnapshot{},
		},
		"offers": {
			notification.OfferChange{Summary: told(), Offers: []notification.Offer{
				{
					SellerID: "A2", SubCondition: "Very Good", Price: price("EUR", "19.99"), Shipping: eur("3"), Points: eur("1"),
					ByMarketplace: true, Featured: &yes, Winner: &yes, Feedback: 97, FeedbackCount: 120, MinimumHours: 0, MaximumHours: 48,
					ShipsFrom: "CN", AvailableNow: &no,
				},
				{
					SellerID: marketplace.OwnSeller(de), SubCondition: "new", Price: price("EUR", "25"), Featured: &no,
					Feedback: -1, FeedbackCount: -1, MinimumHours: -1, MaximumHours: -1,
				},
				{SellerID: "A4", SubCondition: "odd", Price: price("USD", "1")},
			}},
			decision.OfferSnapshot{Offers: []decision.Offer{
				{
					SellerID: "A2", Price: eur("19.99"), Shipping: eur("3"), Points: eur("1"), Fulfillment: "fba", Condition: "new",
					SubCondition: optional.Some(decision.SubVeryGood), BuyBox: true, Featured: true, FeedbackCount: optional.Some(120),
					RatingPercent: optional.Some(money.MustParsePercent("97")), HandlingHours: optional.Some(48),
					ShipsFrom: "CN", AvailableNow: optional.Some(false),
				},
				{
					SellerID: marketplace.OwnSeller(de), Price: eur("25"), Fulfillment: "fbm", Condition: "new", Amazon: true,
					SubCondition: optional.Some(decision.SubNew),
				},
			}},
		},
	} {
		c.change.Marketplace, c.change.Condition, c.want.At = de, "new", noon
		c.want.Incomplete = true // they do not count their offers
		require.Equal(t, c.want, snapshotOf(noon, c.change), name)
	}
}

func TestWhichEventsAreComplete(t *testing.T) {
	price := func(of string) notification.Offer {
		return notification.Offer{SellerID: "A2", Price: money.Sum{Amount: money.MustParse(of), Currency: "EUR"}}
	}
	counts := func(n ...int) notification.Summary {
		s := notification.Summary{Told: true, Counted: true}
		for _, one := range n {
			s.Counts = append(s.Counts, notification.OfferCount{Condition: "new", Count: one})
		}
		return s
	}
	box := counts()
	box.Boxes = []notification.Box{{Condition: "new", Landed: &money.Sum{Amount: money.MustParse("127.90"), Currency: "EUR"}}}
	used := counts(1)
	used.Counts = append(used.Counts, notification.OfferCount{Condition: "used", Count: -1})
	for name, c := range map[string]struct {
		change notification.OfferChange
		want   bool
	}{
		"none":                           {notification.OfferChange{Summary: counts()}, true},
		"no count":                       {notification.OfferChange{Summary: notification.Summary{Told: true}}, false},
		"a count without a number":       {notification.OfferChange{Summary: counts(-1)}, false},
		"an empty list beside a buy box": {notification.OfferChange{Summary: box}, false},
		"an empty list beside a count":   {notification.OfferChange{Summary: counts(2, 1)}, false},
		"two by their channels":          {notification.OfferChange{Summary: counts(1, 1), Listed: 2, Offers: []notification.Offer{price("5"), price("6")}}, true},
		"an offer without a price":       {notification.OfferChange{Summary: counts(1, 1), Listed: 2, Offers: []notification.Offer{price("5")}}, false},
		"an offer at 0":                  {notification.OfferChange{Summary: counts(1), Listed: 1, Offers: []notification.Offer{price("0")}}, false},
		"used offers are not counted":    {notification.OfferChange{Summary: used, Listed: 1, Offers: []notification.Offer{price("5")}}, true},
	} {
		c.change.Marketplace, c.change.Condition = "A1PA6795UKMFR9", "new"
		require.Equal(t, c.want, !snapshotOf(time.Time{}, c.change).Incomplete, name)
	}
}

func TestGradesAreWrittenInOneWay(t *testing.T) {
	for word, want := range map[string]string{
		"new": "new", "Like New": "like_new", "like_new": "like_new", "Mint": "like_new", "likenew": "like_new", "VeryGood": "very_good",
		"very good": "very_good", " Good ": "good", "poor": "poor", "": "",
	} {
		require.Equal(t, want, gradeOf(word), word)
	}
}
