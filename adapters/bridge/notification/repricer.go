package notification

import (
	"context"
	"slices"
	"time"

	connectionapp "sellingassistant/app/connection"
	"sellingassistant/app/repricer/events"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	ports "sellingassistant/ports/notification"
)

// Events passes the marketplace's events about a seller account to the repricer of each team that
// receives notifications about it.
type Events struct {
	sellers *connectionapp.Sellers
	intake  *events.Intake
	orders  *events.Orders
}

func NewEvents(s *connectionapp.Sellers, i *events.Intake, o *events.Orders) *Events {
	return &Events{s, i, o}
}

func (e *Events) OffersChanged(ctx context.Context, changes []ports.OffersChanged) error {
	sellers := make([]string, len(changes))
	for i, c := range changes {
		sellers[i] = c.SellerID
	}
	slices.Sort(sellers)
	all, err := e.sellers.OfSellerTeams(ctx, slices.Compact(sellers))
	if err != nil {
		return err
	}
	own, having := map[id.Team][]string{}, map[place][]id.Team{}
	for _, s := range all {
		own[s.Team] = append(own[s.Team], s.ID)
		if s.Notified() {
			having[place{s.ID, s.Region}] = append(having[place{s.ID, s.Region}], s.Team)
		}
	}
	var told []events.OfferEvent
	for _, c := range changes {
		shop, known := marketplace.ByID(c.Marketplace)
		if !known {
			continue
		}
		m, sighting := marketOf(c.At, c.OfferChange), snapshotOf(c.At, c.OfferChange)
		offer := offerOf(c.SellerID, c.Marketplace, c.ASIN, c.Condition)
		for _, team := range having[place{c.SellerID, shop.Region}] {
			told = append(told, events.OfferEvent{
				Offer: repricer.TeamOffer{Team: team, Offer: offer}, Market: m, Offers: sighting, Own: own[team],
			})
		}
	}
	return e.intake.OfferEvents(ctx, told)
}

// place identifies a seller in a region.
type place struct {
	seller string
	region marketplace.Region
}

func (e *Events) PricingHealth(ctx context.Context, at time.Time, h notification.PricingHealth) error {
	return e.teams(ctx, h.SellerID, h.Marketplace, func(team id.Team) error {
		offer := offerOf(h.SellerID, h.Marketplace, h.ASIN, h.Condition)
		return e.intake.Wake(ctx, repricer.TeamOffer{Team: team, Offer: offer}, at)
	})
}

// problems maps problems to sentences shown on a frozen row.
var problems = map[notification.Problem]string{
	notification.PriceIssue: repricer.ProblemPriceIssue, notification.NotOnSale: repricer.ProblemNotOnSale,
}

func (e *Events) ListingChanged(ctx context.Context, l notification.Listing) error {
	key := repricer.Key{SellerID: l.SellerID, MarketplaceID: l.Marketplace, SKU: l.SKU}
	state := repricer.ListingState{At: l.At, Problem: problems[l.Problem], Since: l.Since}
	return e.teams(ctx, l.SellerID, l.Marketplace, func(team id.Team) error {
		return e.intake.ListingEvent(ctx, team, key, state)
	})
}

// The event does not name a region.
func (e *Events) FeedFinished(ctx context.Context, f notification.FeedFinished) error {
	anywhere := func(account.Seller) bool { return true }
	return e.having(ctx, f.SellerID, anywhere, func(team id.Team) error {
		return e.intake.FeedDone(ctx, team, f.SellerID, f.FeedID)
	})
}

// teams calls do for each team that has the account in a marketplace's region.
func (e *Events) teams(ctx context.Context, sellerID string, m marketplace.ID, do func(id.Team) error) error {
	shop, known := marketplace.ByID(m)
	there := func(s account.Seller) bool { return known && s.Region == shop.Region }
	return e.having(ctx, sellerID, there, do)
}

// having calls do for each team with a matching account of the seller, each once, in the order of
// their ids. Writers that lock in the same order never deadlock.
func (e *Events) having(ctx context.Context, sellerID string, such func(account.Seller) bool, do func(id.Team) error) error {
	all, err := e.sellers.OfSeller(ctx, sellerID)
	if err != nil {
		return err
	}
	var teams []id.Team
	for _, s := range all {
		if such(s) {
			teams = append(teams, s.Team)
		}
	}
	slices.Sort(teams)
	for _, team := range slices.Compact(teams) {
		if err := do(team); err != nil {
			return err
		}
	}
	return nil
}

func offerOf(seller string, m marketplace.ID, asin, condition string) repricer.Offer {
	return repricer.Offer{SellerID: seller, MarketplaceID: m, ASIN: asin, Condition: decision.Condition(condition)}
}

// marketOf converts an event for the repricer. Of the summaries it uses only the parts for the
// condition of the offers.
func marketOf(at time.Time, c notification.OfferChange) repricer.MarketState {
	m := repricer.MarketState{At: at, BoxKnown: c.Summary.Told}
	m.Total = optional.Of(c.Summary.Total(c.Condition))
	for _, box := range c.Summary.Boxes {
		if box.Condition == c.Condition && box.Landed != nil {
			m.Box = optional.Some(*box.Landed)
			break
		}
	}
	shop, _ := marketplace.ByID(c.Marketplace)
	for _, o := range c.Offers {
		landed := o.Price.Amount.Units() + o.Shipping.Units()
		if shop.Points {
			landed -= o.Points.Units()
		}
		m.Offers = append(m.Offers, repricer.MarketOffer{
			SellerID: o.SellerID, Landed: money.Sum{Amount: money.FromUnits(landed), Currency: o.Price.Currency},
			Listed: optional.Some(o.Price), Fulfillment: optional.Some(shippedBy(o)),
			Featured: optional.Of(o.Featured), Winner: optional.Of(o.Winner),
		})
	}
	return m
}

// Pace finds the teams that need notifications at once.
type Pace struct{ intake *events.Intake }

func NewPace(i *events.Intake) *Pace { return &Pace{i} }

func (p *Pace) Fast(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	return p.intake.HasFastRows(ctx, team, sellerID)
}

func (e *Events) OrderChanged(ctx context.Context, at time.Time, o notification.OrderChange) error {
	order := sales.Order{
		SellerID: o.SellerID, MarketplaceID: o.Marketplace, OrderID: o.OrderID, PurchasedAt: o.PurchasedAt, ChangedAt: at,
		Cancelled: notification.Cancelled(o.Status),
	}
	for _, i := range o.Items {
		order.Items = append(order.Items, sales.OrderItem{ItemID: i.ItemID, SKU: i.SKU, Units: o.Sold(i)})
	}
	return e.teams(ctx, o.SellerID, o.Marketplace, func(team id.Team) error {
		return e.orders.Changed(ctx, team, order)
	})
}
