package history

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// ownPage bounds the rows that are read at once.
const ownPage = 200

// OwnSales reports the sales of a team's rows, and for how long they had the buy box.
type OwnSales struct {
	products ports.Products
	sales    historyports.Sales
	coverage pricingports.OrderCoverage
	sellers  accounts.Sellers
	clock    clock.Clock
}

func NewOwnSales(products ports.Products, s historyports.Sales, coverage pricingports.OrderCoverage, sellers accounts.Sellers, c clock.Clock) *OwnSales {
	return &OwnSales{products, s, coverage, sellers, c}
}

// Sold sums the sales of all rows of one product.
type Sold struct {
	Units int64
	// Box belongs to the row with the longest known time: all rows are offers of the same product.
	Box repricer.BoxTime
	// Rows lists their keys.
	Rows []repricer.Key
}

// Of adds up a team's sales of products on a marketplace in the time up to now, by ASIN. It leaves
// out products without a row, and products with unknown orders in that time.
func (o *OwnSales) Of(ctx context.Context, team id.Team, m marketplace.ID, asins []string, span time.Duration) (map[string]Sold, error) {
	covered, err := o.coverage(ctx, team)
	if err != nil || len(covered) == 0 || len(asins) == 0 {
		return nil, err
	}
	sellers, err := o.sellers.OfTeam(ctx, team)
	if err != nil {
		return nil, err
	}
	rows, err := o.rows(ctx, team, m, asins)
	if err != nil {
		return nil, err
	}
	now := o.clock.Now()
	window := sales.Window{From: now.Add(-span), To: now}
	windows, unknown := map[decision.ProductID]sales.Window{}, map[string]bool{}
	for _, row := range rows {
		since, known := coveredSince(covered, sellers, row.Key)
		if known = known && window.Covered(since, row.CreatedAt); known {
			windows[row.ID] = window
		}
		unknown[row.ASIN] = unknown[row.ASIN] || !known
	}
	units, err := o.sales.Units(ctx, team, windows)
	if err != nil {
		return nil, err
	}
	out := map[string]Sold{}
	for _, row := range rows {
		if unknown[row.ASIN] {
			continue
		}
		s := out[row.ASIN]
		s.Units, s.Rows = s.Units+units[row.ID], append(s.Rows, row.Key)
		// Counts no box after the last look at it, because the box is unknown from then on.
		if seen, ok := row.Observed.OffersAt.Get(); ok {
			until := slices.MinFunc([]time.Time{seen, now}, time.Time.Compare)
			if box := row.Observed.BoxLog.Time(until, until.Sub(window.From)); box.Known > s.Box.Known {
				s.Box = box
			}
		}
		out[row.ASIN] = s
	}
	return out, nil
}

func (o *OwnSales) rows(ctx context.Context, team id.Team, m marketplace.ID, asins []string) (rows []repricer.ProductSnapshot, err error) {
	request := page.Request{Limit: ownPage, Order: []page.By{{Field: "id"}}}
	for {
		found, err := o.products.List(ctx, team, repricer.ProductFilter{Marketplaces: []marketplace.ID{m}, ASINs: asins}, request)
		if err != nil {
			return nil, err
		}
		rows = append(rows, found.Items...)
		if request.After = found.Next; found.Next == nil {
			return rows, nil
		}
	}
}

// coveredSince returns the time since when the orders of a row's account are received.
func coveredSince(covered map[id.Connection]time.Time, sellers []account.Seller, row repricer.Key) (time.Time, bool) {
	for _, s := range sellers {
		if s.Active && s.ID == row.SellerID && slices.Contains(s.Marketplaces, row.MarketplaceID) {
			since, ok := covered[s.Connection]
			return since, ok
		}
	}
	return time.Time{}, false
}
