package inventory

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

const (
	// MaxSKU bounds a SKU, in characters.
	MaxSKU = 40
	// MaxAttributes bounds the attributes of a draft, in bytes.
	MaxAttributes = 64 << 10
)

// ListingWish describes a draft as the caller wants it.
type ListingWish struct {
	Key        ListingKey
	Connection id.Connection
	Offer      ListingOffer
	Source     Source
}

// ListingFindings has the findings of other sources about a draft.
type ListingFindings struct {
	// Permission has no value if the marketplace could not be asked; CheckedAt dates the question.
	Permission optional.Maybe[Permission]
	CheckedAt  optional.Maybe[time.Time]
	// Schema has the findings by the product type's schema.
	Schema SchemaFindings
	// Missing lists the words of a SKU template without a known value.
	Missing []string
}

// SchemaFindings has the findings by the definition of a product type about attributes.
type SchemaFindings struct {
	// Unknown says that the marketplace does not have the product type.
	Unknown bool
	// Unavailable says that the definition could not be read.
	Unavailable bool
	Issues      []ListingIssue
}

// Check checks the offer: a SKU of 1 to 40 characters; minimum, price and maximum in order; no
// more decimals than the currency has; no quantity for FBA; attributes of at most 64 KiB. The
// fault is validation_failed (Rule) and names the member.
func (w ListingWish) Check() error {
	m, ok := marketplace.ByID(w.Key.Marketplace)
	if !ok {
		return broken("marketplace_id", "is not a known marketplace")
	}
	if err := CheckSKU(w.Key.SKU); err != nil {
		return err
	}
	if err := w.Offer.checkPrices(m.Currency); err != nil {
		return err
	}
	switch {
	case w.Offer.Channel == FBA && w.Offer.Quantity.Known():
		return broken("quantity", "must be null for units that the marketplace keeps (fba)")
	case len(w.Offer.Attributes) > MaxAttributes:
		return broken("attributes", "must have at most 65536 bytes")
	}
	return nil
}

// CheckSKU refuses a malformed SKU: validation_failed (Rule).
func CheckSKU(sku string) error {
	if !check.IsSKU(sku) {
		return broken("sku", "must have 1 to 40 characters, no control characters, and no space at its ends")
	}
	return nil
}

func (o ListingOffer) checkPrices(c money.Currency) error {
	for _, p := range []struct {
		name  string
		value optional.Maybe[money.Amount]
	}{{"price", o.Price}, {"min_price", o.MinPrice}, {"max_price", o.MaxPrice}} {
		if a, ok := p.value.Get(); ok {
			switch {
			case !a.Positive():
				return broken(p.name, "must be greater than 0")
			case !a.Fits(c):
				return broken(p.name, "has more decimals than "+string(c)+" allows")
			}
		}
	}
	price, priced := o.Price.Get()
	least, floored := o.MinPrice.Get()
	most, capped := o.MaxPrice.Get()
	switch {
	case floored && capped && least.Cmp(most) > 0:
		return broken("min_price", "must not be above max_price")
	case priced && floored && price.Cmp(least) < 0:
		return broken("price", "must not be below min_price")
	case priced && capped && price.Cmp(most) > 0:
		return broken("price", "must not be above max_price")
	}
	return nil
}

func broken(member, rule string) error {
	return fault.New(fault.Rule, fault.CodeValidationFailed, member+" "+rule+".").At("/" + member)
}

// NewListing creates a draft of version 1: incomplete if any issue is an error, else ready. It
// returns the fault of ListingWish.Check.
func NewListing(team id.Team, w ListingWish, f ListingFindings, now time.Time) (*Listing, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	m, _ := marketplace.ByID(w.Key.Marketplace)
	l := &Listing{ListingSnapshot{
		Team: team, Connection: w.Connection, Key: w.Key, Kind: ListingDraft, Currency: m.Currency, Source: w.Source,
		Version: 1, CreatedAt: now, UpdatedAt: now,
	}}
	l.judge(w.Offer, f)
	return l, nil
}

// Replace creates the draft again, with other members and new findings, and reports whether any
// visible member has changed. Faults: those from ListingWish.Check, and invalid_state (Rule) for a
// listing that is live or being sent.
func (l *Listing) Replace(w ListingWish, f ListingFindings, now time.Time) (bool, error) {
	if err := w.Check(); err != nil {
		return false, err
	}
	if _, err := l.move(ListingSound); err != nil {
		return false, err
	}
	before := l.Snapshot()
	l.s.Connection, l.s.Source = w.Connection, w.Source
	l.s.Submission = optional.None[ListingSubmission]()
	l.judge(w.Offer, f)
	if l.looksLike(before) {
		l.s = before
		return false, nil
	}
	l.changed(now)
	return true, nil
}

// looksLike compares the visible members except CheckedAt, the time of the findings.
func (l *Listing) looksLike(s ListingSnapshot) bool {
	return l.s.Status == s.Status && l.s.Kind == s.Kind && l.s.Currency == s.Currency && l.s.Offer == s.Offer &&
		slices.Equal(l.s.Issues, s.Issues) && l.s.Permission == s.Permission && l.s.Submission == s.Submission &&
		l.s.Source == s.Source && l.s.Connection == s.Connection
}

// judge takes an offer and finds its issues.
func (l *Listing) judge(o ListingOffer, f ListingFindings) {
	l.s.Offer, l.s.Permission, l.s.CheckedAt = o, f.Permission, f.CheckedAt
	l.s.Issues = bounded(findIssues(o, f))
	event := ListingSound
	if slices.ContainsFunc(l.s.Issues, func(i ListingIssue) bool { return i.Severity == IssueError }) {
		event = ListingFaulty
	}
	l.s.Status, _ = l.s.Status.Next(event)
}

// findIssues lists errors first, so that the limit cuts off warnings before errors.
func findIssues(o ListingOffer, f ListingFindings) []ListingIssue {
	var found []ListingIssue
	add := func(code string, s IssueSeverity, attribute, message string) {
		found = append(found, issue(code, s, attribute, message))
	}
	if !o.Price.Known() {
		add(IssuePriceMissing, IssueError, "price", "The draft has no price.")
	}
	switch p, known := f.Permission.Get(); {
	case !known:
		add(IssueRestrictionUnknown, IssueWarning, "asin", "Whether the product may be sold could not be found out.")
	case p == PermissionToAskFor:
		add(IssueApprovalRequired, IssueError, "asin", "The marketplace wants to approve the seller before this product is sold in this condition.")
	case p != PermissionAllowed:
		add(IssueNotEligible, IssueError, "asin", "The seller may not sell this product in this condition.")
	}
	switch {
	case f.Schema.Unknown:
		add(IssueProductTypeUnknown, IssueError, "product_type", "The marketplace does not know the product type.")
	case f.Schema.Unavailable:
		add(IssueSchemaUnavailable, IssueWarning, "attributes", "The attributes could not be checked against the product type's schema.")
	}
	found = append(found, f.Schema.Issues...)
	if o.Channel == FBM && !o.Quantity.Known() {
		add(IssueQuantityMissing, IssueWarning, "quantity", "Units that the seller ships need a quantity when the offer is sent.")
	}
	for _, word := range f.Missing {
		add(IssueTemplateWord, IssueWarning, "sku", "The word "+word+" of the SKU template has no value here and was left out.")
	}
	slices.SortStableFunc(found, func(a, b ListingIssue) int { return strings.Compare(string(a.Severity), string(b.Severity)) })
	return found
}

// Deletable refuses a listing that is not the team's to delete: invalid_state
// (Rule).
func (l *Listing) Deletable() error {
	_, err := l.move(ListingDeleted)
	return err
}
