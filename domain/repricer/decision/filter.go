package decision

import (
	"cmp"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// see selects the competitors, sorts them, and finds who has the box.
func (d *decider) see() {
	filters := d.plan.Filters.Or(Filters{})
	for i := range d.in.Offers {
		o := &d.in.Offers[i]
		landed := d.landed(o)
		if why := d.excluded(o, landed, &filters); why != "" {
			d.drop(o, landed, why)
			continue
		}
		d.rivals = append(d.rivals, rival{o, landed})
	}
	slices.SortFunc(d.rivals, compareRivals)
	if percent, ok := filters.IgnoreBelowPercentOfMedian.Get(); ok {
		d.dropOutliers(percent.Units())
	}
	d.out.Competitors = optional.Some(len(d.rivals))
	d.findBox()
	if d.trace != nil {
		d.note(4, RuleFilter, 0, 0, countOf(len(d.rivals), len(d.in.Offers)))
		d.note(5, RuleBox, 0, d.box.landed, string(d.out.BuyBox.Owner))
	}
}

// landed returns the landed price: price and shipping, in yen less points.
func (d *decider) landed(o *Offer) int64 {
	total := o.Price.Units() + o.Shipping.Units()
	if d.row.Currency == "JPY" {
		total -= o.Points.Units()
	}
	return total
}

// own reports whether a seller is one of the team's accounts.
func (d *decider) own(seller string) bool {
	return seller == d.row.SellerID || slices.Contains(d.in.Policy.OwnSellers, seller)
}

// excluded returns why an offer does not compete, "" if it does. An offer for which a filtered
// property is unknown is excluded.
func (d *decider) excluded(o *Offer, landed int64, f *Filters) Exclusion {
	switch {
	case d.own(o.SellerID):
		return ExcludedOwnTeam
	case !o.Price.Positive() || landed <= 0:
		return ExcludedZeroPrice
	case o.Condition != d.row.Condition:
		return ExcludedCondition
	case slices.Contains(f.ExcludeSellers, o.SellerID):
		return ExcludedSeller
	case len(f.IncludeSellers) > 0 && !slices.Contains(f.IncludeSellers, o.SellerID):
		return ExcludedNotIncluded
	case f.ExcludeAmazon && o.Amazon:
		return ExcludedAmazon
	case len(f.Fulfillment) > 0 && !slices.Contains(f.Fulfillment, o.Fulfillment):
		return ExcludedFulfillment
	case below(o.FeedbackCount, f.MinFeedbackCount):
		return ExcludedFeedback
	}
	if least, ok := f.MinRatingPercent.Get(); ok {
		if rating, known := o.RatingPercent.Get(); !known || rating.Cmp(least) < 0 {
			return ExcludedRating
		}
	}
	if longest, ok := f.MaxHandlingHours.Get(); ok {
		if hours, known := o.HandlingHours.Get(); !known || hours > longest {
			return ExcludedHandling
		}
	}
	switch {
	case len(f.ShipsFrom) > 0 && !slices.Contains(f.ShipsFrom, o.ShipsFrom),
		o.ShipsFrom != "" && slices.Contains(f.ExcludeShipsFrom, o.ShipsFrom):
		return ExcludedShipsFrom
	case f.AvailableNowOnly && !o.AvailableNow.Or(false):
		return ExcludedNotAvailable
	case worse(o.SubCondition, f.MinSubCondition):
		return ExcludedSubCondition
	case f.FeaturedOnly && !o.Featured:
		return ExcludedNotFeatured
	}
	return ""
}

// below reports whether v is unknown or less than the required minimum.
func below(v, least optional.Maybe[int]) bool {
	asked, ok := least.Get()
	if !ok {
		return false
	}
	n, known := v.Get()
	return !known || n < asked
}

// worse reports whether v is unknown or a worse grade than required.
func worse(v, least optional.Maybe[SubCondition]) bool {
	asked, ok := least.Get()
	if !ok {
		return false
	}
	grade := slices.Index(subConditions, v.Or(""))
	return grade < 0 || grade > slices.Index(subConditions, asked)
}

// compareRivals sorts by landed price, FBA before FBM, and seller id. Further criteria only
// separate equal offers of one seller, so that the order of the input never matters.
func compareRivals(a, b rival) int {
	if c := cmp.Compare(a.landed, b.landed); c != 0 {
		return c
	}
	if c := strings.Compare(string(a.offer.Fulfillment), string(b.offer.Fulfillment)); c != 0 {
		return c
	}
	if c := strings.Compare(a.offer.SellerID, b.offer.SellerID); c != 0 {
		return c
	}
	return compareDetails(a.offer, b.offer)
}

func compareDetails(a, b *Offer) int {
	return cmp.Or(
		first(a.BuyBox, b.BuyBox), first(a.Amazon, b.Amazon), first(a.Featured, b.Featured),
		a.Price.Cmp(b.Price), a.Shipping.Cmp(b.Shipping),
		first(a.AvailableNow.Or(false), b.AvailableNow.Or(false)),
		strings.Compare(string(a.SubCondition.Or("")), string(b.SubCondition.Or(""))),
		cmp.Compare(b.FeedbackCount.Or(-1), a.FeedbackCount.Or(-1)),
		b.RatingPercent.Or(money.Percent{}).Cmp(a.RatingPercent.Or(money.Percent{})),
		cmp.Compare(a.HandlingHours.Or(MaxHours+1), b.HandlingHours.Or(MaxHours+1)),
		strings.Compare(a.ShipsFrom, b.ShipsFrom),
	)
}

// first sorts true before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// dropOutliers excludes offers below a percentage of the median. For an even number the median is
// the mean of the middle two. The rivals are sorted.
func (d *decider) dropOutliers(percent int64) {
	n := len(d.rivals)
	if n == 0 {
		return
	}
	twice := d.rivals[(n-1)/2].landed + d.rivals[n/2].landed
	least := exact.Product(twice, percent)
	kept := 0
	for kept < n && exact.Product(d.rivals[kept].landed, 2*exact.PercentUnit).Less(least) {
		d.drop(d.rivals[kept].offer, d.rivals[kept].landed, ExcludedOutlier)
		kept++
	}
	d.rivals = d.rivals[kept:]
}
