package decision

// MostOffers bounds the list of offers of the marketplace, which counts all of them.
const MostOffers = 20

// OfferCounts counts the offers in an answer, all for the condition of the row.
type OfferCounts struct {
	// Total counts them by the answer itself, nil if the answer has no total.
	Total *int64
	// Named counts the entries for consumers in its list, and Listed all entries. Priced counts the
	// named offers with a price above 0 in the right currency.
	Named, Listed, Priced int
	// Box says that the answer has a buy box for the condition.
	Box bool
}

// unseen reports whether there is a buy box although no offer in the list can have it, which shows
// that an offer is missing.
func (d *decider) unseen() bool {
	if !d.in.Box.Price.Known() || d.box.winning || d.out.BuyBox.Owner == BoxTeam {
		return false
	}
	for i := range d.in.Offers {
		if o := &d.in.Offers[i]; o.Condition == d.row.Condition && o.Price.Positive() && !d.own(o.SellerID) {
			return false
		}
	}
	return true
}

// Incomplete reports whether offers or prices are missing, or the answer contradicts itself. An
// answer that does not count its offers cannot say that there are no others.
func (c OfferCounts) Incomplete() bool {
	switch {
	case c.Total == nil, c.Priced < c.Named, c.Box && c.Priced == 0:
		return true
	case *c.Total >= MostOffers && c.Named >= MostOffers:
		return false
	}
	return *c.Total < int64(c.Named) || *c.Total > int64(c.Listed)
}
