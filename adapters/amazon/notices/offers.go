package notices

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	fastjson "github.com/goccy/go-json"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

// wireSummary decodes the part about all offers.
type wireSummary struct {
	NumberOfOffers []struct {
		Condition          string      `json:"Condition"`
		FulfillmentChannel string      `json:"FulfillmentChannel"`
		FulfillmentType    string      `json:"FulfillmentType"`
		OfferCount         json.Number `json:"OfferCount"`
	} `json:"NumberOfOffers"`
	BuyBoxPrices []struct {
		Condition   string      `json:"Condition"`
		LandedPrice *wireAmount `json:"LandedPrice"`
	} `json:"BuyBoxPrices"`
	// CompetitivePriceThreshold occurs in offer changes; price warnings have it in ReferencePrice.
	CompetitivePriceThreshold *wireAmount `json:"CompetitivePriceThreshold"`
	ReferencePrice            struct {
		CompetitivePriceThreshold *wireAmount `json:"CompetitivePriceThreshold"`
	} `json:"ReferencePrice"`
}

// wireOffer decodes one offer of an event.
type wireOffer struct {
	SellerID             string `json:"SellerId"`
	SubCondition         string `json:"SubCondition"`
	SellerFeedbackRating *struct {
		FeedbackCount                json.Number `json:"FeedbackCount"`
		SellerPositiveFeedbackRating json.Number `json:"SellerPositiveFeedbackRating"`
	} `json:"SellerFeedbackRating"`
	ShippingTime *struct {
		MinimumHours     json.Number `json:"MinimumHours"`
		MaximumHours     json.Number `json:"MaximumHours"`
		AvailabilityType string      `json:"AvailabilityType"`
	} `json:"ShippingTime"`
	ShipsFrom struct {
		Country string `json:"Country"`
	} `json:"ShipsFrom"`
	ListingPrice *wireAmount `json:"ListingPrice"`
	Shipping     *wireAmount `json:"Shipping"`
	Points       *struct {
		PointsNumber        json.Number `json:"PointsNumber"`
		PointsMonetaryValue *wireAmount `json:"PointsMonetaryValue"`
	} `json:"Points"`
	IsFulfilledByAmazon bool  `json:"IsFulfilledByAmazon"`
	IsFeaturedMerchant  *bool `json:"IsFeaturedMerchant"`
	IsBuyBoxWinner      *bool `json:"IsBuyBoxWinner"`
}

// wireOffers decodes the payload of a change of offers.
type wireOffers struct {
	SellerID           string       `json:"SellerId"`
	OfferChangeTrigger wireTrigger  `json:"OfferChangeTrigger"`
	Summary            *wireSummary `json:"Summary"`
	Offers             []wireOffer  `json:"Offers"`
}

func readOffers(payload json.RawMessage) (at string, change *notification.OfferChange, err error) {
	var wrapped struct {
		wireOffers

		Inside *wireOffers `json:"AnyOfferChangedNotification"`
	}
	// Most messages contain offers of other sellers. The standard library would take two thirds of
	// the pipeline's CPU («events taken in» of tools/bench/repricer). It has already checked that
	// the text is JSON.
	if fastjson.Unmarshal(payload, &wrapped) != nil {
		return "", nil, errNotNotice
	}
	p := cmp.Or(wrapped.Inside, &wrapped.wireOffers)
	t := p.OfferChangeTrigger
	if err := t.about(p.SellerID); err != nil {
		return "", nil, err
	}
	change = &notification.OfferChange{
		SellerID: p.SellerID, Marketplace: marketplace.ID(t.MarketplaceID), ASIN: t.ASIN, Condition: t.condition(),
	}
	if change.Summary, err = p.Summary.read(); err != nil {
		return "", nil, err
	}
	change.Listed = len(p.Offers)
	for _, o := range p.Offers[:min(len(p.Offers), maxOffers)] {
		offer, told, err := o.read()
		if err != nil {
			return "", nil, err
		}
		if told {
			change.Offers = append(change.Offers, offer)
		}
	}
	return t.TimeOfOfferChange, change, nil
}

func (s *wireSummary) read() (notification.Summary, error) {
	if s == nil {
		return notification.Summary{}, nil
	}
	out := notification.Summary{Told: true, Counted: s.NumberOfOffers != nil && len(s.NumberOfOffers) <= maxRows}
	for _, n := range s.NumberOfOffers[:min(len(s.NumberOfOffers), maxRows)] {
		channel := cmp.Or(n.FulfillmentChannel, n.FulfillmentType)
		out.Counts = append(out.Counts, notification.OfferCount{
			Condition: notification.Condition(spapi.Clean(n.Condition)), Channel: spapi.Clean(channel),
			Count: int(max(spapi.CountOr(n.OfferCount, -1), -1)),
		})
	}
	for _, b := range s.BuyBoxPrices[:min(len(s.BuyBoxPrices), maxRows)] {
		landed, err := b.LandedPrice.price()
		if err != nil {
			return out, err
		}
		out.Boxes = append(out.Boxes, notification.Box{Condition: notification.Condition(spapi.Clean(b.Condition)), Landed: landed})
	}
	var err error
	out.Competitive, err = s.CompetitivePriceThreshold.price()
	return out, err
}

// read returns an offer. Without a seller or a price it returns false.
func (o wireOffer) read() (offer notification.Offer, told bool, err error) {
	price, err := o.ListingPrice.price()
	if err != nil || price == nil || !spapi.IsName(o.SellerID, 64) {
		return notification.Offer{}, false, err
	}
	offer = notification.Offer{
		SellerID: o.SellerID, SubCondition: spapi.Clean(o.SubCondition), Price: *price, ByMarketplace: o.IsFulfilledByAmazon,
		Featured: o.IsFeaturedMerchant, Winner: o.IsBuyBoxWinner,
		Feedback: -1, FeedbackCount: -1, MinimumHours: -1, MaximumHours: -1,
	}
	shipping, err := o.Shipping.price()
	if err != nil {
		return offer, false, err
	}
	if shipping != nil {
		if shipping.Currency != price.Currency {
			return offer, false, errors.New("an offer in two currencies")
		}
		offer.Shipping = shipping.Amount
	}
	if offer.Points, err = o.points(price.Currency); err != nil {
		return offer, false, err
	}
	if f := o.SellerFeedbackRating; f != nil {
		offer.Feedback, offer.FeedbackCount = int(spapi.CountOr(f.SellerPositiveFeedbackRating, -1)), spapi.CountOr(f.FeedbackCount, -1)
	}
	if t := o.ShippingTime; t != nil {
		offer.MinimumHours, offer.MaximumHours = int(spapi.CountOr(t.MinimumHours, -1)), int(spapi.CountOr(t.MaximumHours, -1))
		offer.AvailableNow = spapi.AvailableNow(t.AvailabilityType)
	}
	offer.ShipsFrom = strings.ToUpper(spapi.Clean(o.ShipsFrom.Country))
	return offer, true, nil
}

// points returns the value of an offer's points. If only their number is given, each is worth a
// yen: points exist in Japan only.
func (o wireOffer) points(c money.Currency) (money.Amount, error) {
	if o.Points == nil {
		return money.Amount{}, nil
	}
	worth, err := o.Points.PointsMonetaryValue.price()
	if err != nil || worth != nil && worth.Currency != c {
		return money.Amount{}, errors.New("points cannot be read")
	}
	if worth != nil {
		return worth.Amount, nil
	}
	if n := spapi.CountOr(o.Points.PointsNumber, 0); c == "JPY" && n > 0 {
		return money.FromUnits(n * 10_000), nil
	}
	return money.Amount{}, nil
}

// wireHealth decodes the payload of a pricing health warning.
type wireHealth struct {
	SellerID           string      `json:"sellerId"`
	IssueType          string      `json:"issueType"`
	OfferChangeTrigger wireTrigger `json:"offerChangeTrigger"`
	MerchantOffer      struct {
		Condition   string      `json:"condition"`
		LandedPrice *wireAmount `json:"landedPrice"`
	} `json:"merchantOffer"`
	Summary wireSummary `json:"summary"`
}

// readHealth uses the time of the change if given, else the event's.
func readHealth(payload json.RawMessage, eventTime string) (at string, health *notification.PricingHealth, err error) {
	var wrapped struct {
		wireHealth

		Inside *wireHealth `json:"pricingHealthNotification"`
	}
	if json.Unmarshal(payload, &wrapped) != nil {
		return "", nil, errNotNotice
	}
	p := cmp.Or(wrapped.Inside, &wrapped.wireHealth)
	t := p.OfferChangeTrigger
	if err := t.about(p.SellerID); err != nil {
		return "", nil, err
	}
	if t.ItemCondition == "" {
		t.ItemCondition = p.MerchantOffer.Condition
	}
	health = &notification.PricingHealth{
		SellerID: p.SellerID, Marketplace: marketplace.ID(t.MarketplaceID), ASIN: t.ASIN, Condition: t.condition(),
		Issue: spapi.Clean(p.IssueType),
	}
	if health.Landed, err = p.MerchantOffer.LandedPrice.price(); err != nil {
		return "", nil, err
	}
	if health.Competitive, err = p.Summary.ReferencePrice.CompetitivePriceThreshold.price(); err != nil {
		return "", nil, err
	}
	if t.TimeOfOfferChange != "" {
		eventTime = t.TimeOfOfferChange
	}
	return eventTime, health, nil
}
