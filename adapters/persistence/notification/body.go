package notification

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

// body is an event as it is stored. Amounts are ten-thousandths.
type body struct {
	Seller      string         `json:"seller"`
	Marketplace marketplace.ID `json:"marketplace,omitempty"`
	ASIN        string         `json:"asin,omitempty"`
	SKU         string         `json:"sku,omitempty"`

	Offers *offersBody `json:"offers,omitempty"`
	Health *healthBody `json:"health,omitempty"`
	Status *statusBody `json:"status,omitempty"`
	Issues *issuesBody `json:"issues,omitempty"`
	Feed   *feedBody   `json:"feed,omitempty"`
}

type offersBody struct {
	Condition string      `json:"condition"`
	Change    string      `json:"change"`
	Counts    []countBody `json:"counts"`
	Boxes     []boxBody   `json:"boxes"`
	Told      bool        `json:"told"`
	Offers    []offerBody `json:"offers"`
}

type countBody struct {
	Condition string `json:"condition"`
	Channel   string `json:"channel"`
	Count     int    `json:"count"`
}

type boxBody struct {
	Condition string     `json:"condition"`
	Landed    *priceBody `json:"landed"`
}

type priceBody struct {
	Amount   int64          `json:"amount"`
	Currency money.Currency `json:"currency"`
}

type offerBody struct {
	Seller        string    `json:"seller"`
	SubCondition  string    `json:"sub_condition"`
	Price         priceBody `json:"price"`
	Shipping      int64     `json:"shipping"`
	Points        int64     `json:"points"`
	ByMarketplace bool      `json:"by_marketplace"`
	Featured      *bool     `json:"featured"`
	Winner        *bool     `json:"winner"`
	Feedback      int       `json:"feedback"`
	FeedbackCount int64     `json:"feedback_count"`
	MinimumHours  int       `json:"minimum_hours"`
	MaximumHours  int       `json:"maximum_hours"`
}

type healthBody struct {
	Condition   string     `json:"condition"`
	Issue       string     `json:"issue"`
	Landed      *priceBody `json:"landed"`
	Competitive *priceBody `json:"competitive"`
}

type statusBody struct {
	Statuses []string `json:"statuses"`
}

type issuesBody struct {
	Issues  []issueBody `json:"issues"`
	Actions []string    `json:"actions"`
}

type issueBody struct {
	Code       string   `json:"code"`
	Severity   string   `json:"severity"`
	Categories []string `json:"categories"`
}

type feedBody struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	Status string `json:"status"`
	Result string `json:"result"`
}

func bodyOf(e notification.Event) body {
	switch {
	case e.Offers != nil:
		o := e.Offers
		return body{Seller: o.SellerID, Marketplace: o.Marketplace, ASIN: o.ASIN, Offers: offersBodyOf(o)}
	case e.Health != nil:
		h := e.Health
		return body{Seller: h.SellerID, Marketplace: h.Marketplace, ASIN: h.ASIN, Health: &healthBody{
			h.Condition, h.Issue, priceBodyOf(h.Landed), priceBodyOf(h.Competitive),
		}}
	case e.Status != nil:
		s := e.Status
		return body{Seller: s.SellerID, Marketplace: s.Marketplace, ASIN: s.ASIN, SKU: s.SKU, Status: &statusBody{s.Statuses}}
	case e.Issues != nil:
		i := e.Issues
		b := &issuesBody{Actions: i.Actions}
		for _, one := range i.Issues {
			b.Issues = append(b.Issues, issueBody(one))
		}
		return body{Seller: i.SellerID, Marketplace: i.Marketplace, ASIN: i.ASIN, SKU: i.SKU, Issues: b}
	case e.Feed != nil:
		f := e.Feed
		return body{Seller: f.SellerID, Feed: &feedBody{f.FeedID, f.FeedType, f.Status, f.ResultDocumentID}}
	}
	return body{}
}

func offersBodyOf(o *notification.OfferChange) *offersBody {
	b := &offersBody{Condition: o.Condition, Change: o.Change, Told: o.Summary.Told}
	for _, c := range o.Summary.Counts {
		b.Counts = append(b.Counts, countBody(c))
	}
	for _, box := range o.Summary.Boxes {
		b.Boxes = append(b.Boxes, boxBody{box.Condition, priceBodyOf(box.Landed)})
	}
	for _, v := range o.Offers {
		b.Offers = append(b.Offers, offerBody{
			v.SellerID, v.SubCondition, priceBody{v.Price.Amount.Units(), v.Price.Currency}, v.Shipping.Units(), v.Points.Units(),
			v.ByMarketplace, v.Featured, v.Winner, v.Feedback, v.FeedbackCount, v.MinimumHours, v.MaximumHours,
		})
	}
	return b
}

func priceBodyOf(p *notification.Price) *priceBody {
	if p == nil {
		return nil
	}
	return &priceBody{p.Amount.Units(), p.Currency}
}

func (p *priceBody) price() *notification.Price {
	if p == nil {
		return nil
	}
	return &notification.Price{Amount: money.FromUnits(p.Amount), Currency: p.Currency}
}

// event is the stored event without its id, type and time.
func (b body) event() notification.Event {
	var e notification.Event
	switch {
	case b.Offers != nil:
		e.Offers = b.offers()
	case b.Health != nil:
		e.Health = &notification.PricingHealth{
			SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, Condition: b.Health.Condition, Issue: b.Health.Issue,
			Landed: b.Health.Landed.price(), Competitive: b.Health.Competitive.price(),
		}
	case b.Status != nil:
		e.Status = &notification.ListingStatus{
			SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, SKU: b.SKU, Statuses: b.Status.Statuses,
		}
	case b.Issues != nil:
		e.Issues = &notification.ListingIssues{
			SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, SKU: b.SKU, Actions: b.Issues.Actions,
		}
		for _, one := range b.Issues.Issues {
			e.Issues.Issues = append(e.Issues.Issues, notification.Issue(one))
		}
	case b.Feed != nil:
		e.Feed = &notification.FeedFinished{
			SellerID: b.Seller, FeedID: b.Feed.ID, FeedType: b.Feed.Type, Status: b.Feed.Status, ResultDocumentID: b.Feed.Result,
		}
	}
	return e
}

func (b body) offers() *notification.OfferChange {
	o := &notification.OfferChange{
		SellerID: b.Seller, Marketplace: b.Marketplace, ASIN: b.ASIN, Condition: b.Offers.Condition, Change: b.Offers.Change,
		Summary: notification.Summary{Told: b.Offers.Told},
	}
	for _, c := range b.Offers.Counts {
		o.Summary.Counts = append(o.Summary.Counts, notification.OfferCount(c))
	}
	for _, box := range b.Offers.Boxes {
		o.Summary.Boxes = append(o.Summary.Boxes, notification.Box{Condition: box.Condition, Landed: box.Landed.price()})
	}
	for _, v := range b.Offers.Offers {
		o.Offers = append(o.Offers, notification.Offer{
			SellerID: v.Seller, SubCondition: v.SubCondition, Price: *v.Price.price(),
			Shipping: money.FromUnits(v.Shipping), Points: money.FromUnits(v.Points), ByMarketplace: v.ByMarketplace,
			Featured: v.Featured, Winner: v.Winner, Feedback: v.Feedback, FeedbackCount: v.FeedbackCount,
			MinimumHours: v.MinimumHours, MaximumHours: v.MaximumHours,
		})
	}
	return o
}
