package listingitem

import (
	"context"
	"strings"

	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/listingitem"
	ports "sellingassistant/ports/listingitem"
)

// ListingDrafts gives listing items the drafts of the inventory.
type ListingDrafts struct{ sending *listings.ListingSending }

func NewListingDrafts(s *listings.ListingSending) *ListingDrafts { return &ListingDrafts{s} }

func (d *ListingDrafts) Find(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU) (*ports.Prepared, error) {
	found, ok, err := d.sending.Sendable(ctx, s.Team, inventory.ListingKey{Seller: s.ID, Marketplace: m, SKU: sku.String()})
	if err != nil || !ok {
		return nil, err
	}
	product, err := asin.Parse(found.Offer.ASIN)
	if err != nil {
		return nil, err
	}
	o := found.Offer
	p := listingitem.Prepared{Wish: listingitem.Wish{
		ASIN: &product, Price: o.Price.Ptr(), Condition: listingitem.Condition(o.Condition.Amazon()), Channel: listingitem.ByMerchant,
		Quantity: o.Quantity.Ptr(), MinPrice: o.MinPrice.Ptr(), MaxPrice: o.MaxPrice.Ptr(),
	}}
	if o.Channel == inventory.FBA {
		p.Channel = listingitem.ByMarketplace
	}
	if t := o.ProductType.Or(inventory.AnyProductType); t != inventory.AnyProductType {
		p.ProductType = t
	}
	if o.Attributes != inventory.NoAttributes {
		p.Attributes = []byte(o.Attributes)
	}
	return &ports.Prepared{ID: int64(found.ID), Version: found.Version, Offer: p}, nil
}

func (d *ListingDrafts) Begin(ctx context.Context, who caller.Caller, p ports.Prepared) error {
	return d.sending.Begin(ctx, who, inventory.ListingID(p.ID), p.Version)
}

func (d *ListingDrafts) Settle(ctx context.Context, who caller.Caller, p ports.Prepared, o ports.Outcome) error {
	a := listings.ListingAnswer{Result: inventory.SubmissionPending}
	switch {
	case o.Unsent:
		a.Result = ""
	case o.Answered:
		a.Submission, a.Issues = o.Submission.ID, draftIssues(o.Submission.Issues)
		a.Result = inventory.SubmissionAccepted
		if o.Submission.Check() != nil {
			a.Result = inventory.SubmissionInvalid
		}
	}
	return d.sending.Settle(ctx, who, inventory.ListingID(p.ID), a)
}

func draftIssues(issues []listingitem.Issue) []inventory.ListingIssue {
	out := make([]inventory.ListingIssue, len(issues))
	for n, i := range issues {
		out[n] = inventory.ListingIssue{Code: i.Code, Severity: inventory.IssueWarning, Message: strings.TrimSpace(i.Message)}
		if i.Severity == listingitem.ErrorSeverity {
			out[n].Severity = inventory.IssueError
		}
		if len(i.Attributes) > 0 {
			out[n].Attribute = optional.Some(i.Attributes[0])
		}
	}
	return out
}
