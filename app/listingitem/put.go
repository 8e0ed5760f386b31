package listingitem

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
)

// Put describes an offer to send.
type Put struct {
	marketplace.Choice
	SKU         string
	Wish        listingitem.Wish
	DryRun      bool
	IssueLocale string
}

// Placed has an offer that was sent, and the answer.
type Placed struct {
	ASIN asin.ASIN
	listingitem.Submission
}

// Put creates the listing of a SKU or replaces it. Members that the wish does not give come from
// the draft of the SKU, if its product is the same and it can be sent. The answer makes this draft
// live or rejected; it is ready again if nothing was sent. A dry run does not change it.
//
// Nothing is sent before the terms keep the rules and the seller may sell the product. Faults: from
// Wish.Missing, NewOffer, Sellers.For and Permission.Check; NotFound for a product that the
// catalogue does not know; not_supported (Rule) for a product that the marketplace does not keep;
// conflict (Conflict) for a draft that changes meanwhile; and listing_invalid (Rule) for a refusal
// of the marketplace.
func (l *ListingItems) Put(ctx context.Context, who caller.Caller, put Put) (Placed, error) {
	name, m, err := parse(who.Home, put.SKU, put.Choice)
	if err != nil {
		return Placed{}, err
	}
	// Without an account there is no draft either. Faults of the request itself come first.
	seller, unconnected := l.sellers.For(ctx, who.Team, m)
	var draft *port.Prepared
	if unconnected == nil {
		if draft, err = l.prepared(ctx, seller, m.ID, name, put.Wish); err != nil {
			return Placed{}, err
		}
	}
	wish := put.Wish
	if draft != nil {
		wish = draft.Offer.Over(wish)
	}
	if err := wish.Missing(draft != nil); err != nil {
		return Placed{}, err
	}
	offer, err := listingitem.NewOffer(wish.Terms(), m)
	if err == nil {
		err = unconnected
	}
	if err != nil {
		return Placed{}, err
	}
	answer, err := l.send(ctx, who, sending{seller: seller, name: name, offer: offer, draft: draft, in: put})
	return Placed{offer.Terms().ASIN, answer}, err
}

// prepared finds the draft that goes along, or returns nil.
func (l *ListingItems) prepared(ctx context.Context, s account.Seller, m marketplace.ID, name listingitem.SKU, w listingitem.Wish) (*port.Prepared, error) {
	draft, err := l.drafts.Find(ctx, s, m, name)
	if err != nil || draft == nil || !draft.Offer.About(w) {
		return nil, err
	}
	return draft, nil
}

// sending has an offer that keeps the rules.
type sending struct {
	seller account.Seller
	name   listingitem.SKU
	offer  listingitem.Offer
	draft  *port.Prepared
	in     Put
}

func (l *ListingItems) send(ctx context.Context, who caller.Caller, s sending) (listingitem.Submission, error) {
	m, terms := s.offer.Marketplace(), s.offer.Terms()
	permission, err := l.restrictions(ctx, who.Team, m, terms.ASIN, terms.Condition)
	if err == nil {
		err = permission.Check()
	}
	if err != nil {
		return listingitem.Submission{}, fault.InTime(err)
	}
	var prepared listingitem.Prepared
	if s.draft != nil {
		prepared = s.draft.Offer
	}
	draft, err := l.draft(ctx, s.seller, s.offer, prepared)
	if err != nil {
		return listingitem.Submission{}, fault.InTime(err)
	}
	put := func() (listingitem.Submission, error) {
		return l.listings.Put(ctx, s.seller, s.name, draft, s.in.DryRun, s.in.IssueLocale)
	}
	if s.draft == nil || s.in.DryRun {
		return checked(put())
	}
	if err := l.drafts.Begin(ctx, who, *s.draft); err != nil {
		return listingitem.Submission{}, err
	}
	answer, err := put()
	l.settle(ctx, who, *s.draft, answer, err)
	return checked(answer, err)
}

// settleWithin bounds storing the outcome of a draft, which also happens after the caller has
// cancelled.
const settleWithin = 5 * time.Second

// settle stores the outcome of a draft. The marketplace has already answered, so an unreachable
// store must not turn the answer into an error: the draft stays in state sending until it is sent
// again or a sync finds the listing.
func (l *ListingItems) settle(ctx context.Context, who caller.Caller, d port.Prepared, answer listingitem.Submission, err error) {
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	_ = l.drafts.Settle(own, who, d, port.Outcome{Answered: err == nil, Unsent: refusedBefore(err), Submission: answer})
}

// refusedBefore reports whether an error says that the marketplace did not accept the call.
func refusedBefore(err error) bool {
	e, ok := fault.As(err)
	if !ok {
		return false
	}
	switch e.Kind {
	case fault.Invalid, fault.Forbidden, fault.NotFound, fault.Limited, fault.Rule:
		return true
	}
	return false
}

// draft fills in the attributes that the marketplace requires in its own notation.
func (l *ListingItems) draft(ctx context.Context, s account.Seller, o listingitem.Offer, prepared listingitem.Prepared) (port.Draft, error) {
	m, terms := o.Marketplace(), o.Terms()
	d := port.Draft{Offer: o, Attributes: prepared.Attributes}
	var err error
	if d.ProductType, err = l.productType(ctx, s, m.ID, terms.ASIN, prepared.ProductType); err != nil || terms.Channel != listingitem.ByMarketplace {
		return d, err
	}
	d.ChannelCode, err = l.definitions(ctx, s, m.ID, d.ProductType)
	if err == nil && d.ChannelCode == "" {
		err = fault.Newf(fault.Rule, fault.CodeNotSupported,
			"%s does not keep units of products of the type %s.", m.Domain, d.ProductType).At("/fulfillmentChannel")
	}
	return d, err
}

// productType returns the type that was prepared, or else the catalogue's; the catalogue is asked
// in any case, for it knows whether there is such a product.
func (l *ListingItems) productType(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN, prepared string) (string, error) {
	word, err := l.catalog(ctx, s, m, a)
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return "", fault.New(fault.NotFound, fault.CodeNotFound, "The marketplace has no product with this ASIN.").At("/asin").Because(err)
	case prepared != "" && err == nil:
		return prepared, nil
	case word == "":
		return listingitem.AnyProductType, err
	}
	return word, err
}
