package mailbox

import (
	"encoding/json"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// tellListing notifies a seller's subscriber of a change of a listing or a feed.
func (m *Mailbox) tellListing(c ledger.ListingChange) {
	n := notice{seller: c.Seller, shop: c.Shop, about: c.SKU, asin: c.ASIN, at: c.At}
	switch c.Kind {
	case ledger.StatusChanged:
		created := c.At
		if l, ok := m.ledger.ListingOf(c.Seller, c.SKU); ok {
			created = l.Created
		}
		n.kind, n.payload = gateway.TypeStatus, func() any { return statusPayload(c, created) }
	case ledger.IssuesChanged:
		n.kind, n.payload = gateway.TypeIssues, func() any { return issuesPayload(c) }
	case ledger.FeedFinished:
		n.kind, n.about, n.payload = gateway.TypeFeed, c.FeedID, func() any { return feedPayload(c) }
	default:
		return
	}
	m.publish(n)
}

func statusPayload(c ledger.ListingChange, created time.Time) any {
	status := c.Status
	if status == nil {
		status = []string{}
	}
	return gateway.Object{
		"SellerId": c.Seller, "MarketplaceId": c.Shop, "Asin": c.ASIN, "Sku": c.SKU, "CreatedDate": world.Stamp(created), "Status": status,
	}
}

func issuesPayload(c ledger.ListingChange) any {
	severities, actions := []string{}, []string{}
	for _, i := range c.Issues {
		severities = append(severities, i.Severity)
		if i.Enforcements == nil {
			continue
		}
		for _, a := range i.Enforcements.Actions {
			actions = append(actions, a.Action)
		}
	}
	slices.Sort(severities)
	slices.Sort(actions)
	return gateway.Object{
		"SellerId": c.Seller, "MarketplaceId": c.Shop, "Asin": c.ASIN, "Sku": c.SKU,
		"Severities": slices.Compact(severities), "EnforcementActions": slices.Compact(actions),
	}
}

func feedPayload(c ledger.ListingChange) any {
	feed := gateway.Object{"sellerId": c.Seller, "feedId": c.FeedID, "feedType": c.FeedType, "processingStatus": c.FeedStatus}
	if c.ResultDocument != "" {
		feed["resultFeedDocumentId"] = c.ResultDocument
	}
	return gateway.Object{"feedProcessingFinishedNotification": feed}
}

// sendTestNotification sends an example of a type to a destination.
func (m *Mailbox) sendTestNotification(c *gateway.Call) any {
	kind := notificationType(c)
	var entry struct {
		DestinationID string `json:"destinationId"`
		Test          struct {
			PayloadVersion string `json:"payloadVersion"`
		} `json:"testNotification"`
	}
	unread := json.Unmarshal(c.Body, &entry) != nil
	c.WrongIf(unread || entry.DestinationID == "" || entry.Test.PayloadVersion != "1.0",
		"'destinationId' and 'testNotification.payloadVersion' 1.0 are required.")
	n, ok := m.example(kind, c.Region)
	c.WrongIf(!ok, "There is no test notification of this type.")
	m.destination(c, entry.DestinationID)
	m.deliver(m.queue, n, m.envelope(n, m.mailID("subscription"), m.mailID("notification")), n.at)
	return gateway.Object{"payload": gateway.Object{}}
}

// example returns a notification about a made-up seller account and product.
func (m *Mailbox) example(kind string, region marketplace.Region) (notice, bool) {
	now := m.world.Clock.Now()
	shop := m.world.Seller(region, world.Full).Marketplaces[0]
	c := ledger.ListingChange{
		At: now, Seller: "A0EXAMPLESELLER", SKU: "EXAMPLE", ASIN: "B0EXAMPLE0", Shop: shop, Status: []string{ledger.Buyable, ledger.Discoverable},
		FeedID: "1", FeedType: "JSON_LISTINGS_FEED", FeedStatus: "DONE", ResultDocument: "amzn1.tortuga.example",
	}
	n := notice{kind: kind, seller: c.Seller, shop: shop, about: c.SKU, asin: c.ASIN, at: now}
	switch kind {
	case gateway.TypeStatus:
		n.payload = func() any { return statusPayload(c, now) }
	case gateway.TypeIssues:
		n.payload = func() any { return issuesPayload(c) }
	case gateway.TypeFeed:
		n.payload = func() any { return feedPayload(c) }
	case gateway.TypeOffers, gateway.TypeHealth:
		own := market.Offer{Seller: c.Seller, SKU: c.SKU, Sub: market.SubConditions[0], Price: 1999, FBA: true, Featured: true, Country: world.Shops[shop].Country}
		v := &offersView{
			board:  &market.Board{Product: &catalog.Product{ASIN: c.ASIN}, Shop: world.Shops[shop], At: now, Offers: []market.Offer{own}, External: 1500},
			seller: c.Seller, at: now, kind: competition.ChangedExternal, isNew: true,
		}
		n.payload = v.offersPayload
		if kind == gateway.TypeHealth {
			n.payload = func() any { return v.healthPayload(&own) }
		}
	default:
		return n, false
	}
	return n, true
}
