package repricer

import (
	"context"
	"time"

	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/ports/clock"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// FeeBands applies the fee tables of product research to the inventory's listings, for the
// repricer.
type FeeBands struct {
	inventory *inventoryfacade.Facade
	tables    fee.Tables
	clock     clock.Clock
}

func NewFeeBands(f *inventoryfacade.Facade, t fee.Tables, c clock.Clock) *FeeBands {
	return &FeeBands{f, t, c}
}

var _ pricingports.FeeBands = (*FeeBands)(nil)

func (f *FeeBands) Schedules(
	ctx context.Context, team id.Team, keys []repricer.Key,
) (map[repricer.Key]pricingports.FeeSchedule, error) {
	named := listingKeys(keys)
	types, err := f.inventory.ProductTypes(ctx, team, named)
	if err != nil {
		return nil, err
	}
	out := make(map[repricer.Key]pricingports.FeeSchedule, len(keys))
	for i, k := range keys {
		out[k] = NewFeeSchedule(k.MarketplaceID, f.tables, types[named[i]], f.clock.Now())
	}
	return out, nil
}

func listingKeys(keys []repricer.Key) []inventory.ListingKey {
	named := make([]inventory.ListingKey, len(keys))
	for i, k := range keys {
		named[i] = inventory.ListingKey{Seller: k.SellerID, Marketplace: k.MarketplaceID, SKU: k.SKU}
	}
	return named
}

// feeSchedule calculates the fees of one listing by the tables of a day.
type feeSchedule struct {
	at      marketplace.Marketplace
	day     date.Date
	market  *fee.Market
	product fee.Product
	// typed marks a product type with a fee category.
	typed bool
}

var _ pricingports.FeeSchedule = (*feeSchedule)(nil)

// NewFeeSchedule calculates the fees of a product type by the tables of a day.
func NewFeeSchedule(at marketplace.ID, t fee.Tables, productType string, now time.Time) pricingports.FeeSchedule {
	m, _ := marketplace.ByID(at)
	s := &feeSchedule{at: m, day: m.Day(now)}
	s.market, _ = t.Market(m.Country, false)
	if s.market != nil && productType != "" {
		name, by := s.market.Category(productType, "", s.day)
		if s.typed = by == fee.ByType; s.typed {
			s.product.Category = name
		}
	}
	return s
}

func (s *feeSchedule) Fees(q pricingports.FeeScheduleQuestion) (profit.Fees, error) {
	ask := s.question(q)
	table, err := fee.NewSchedule(ask)
	if err != nil || len(q.Estimates) == 0 {
		return feesOf(table, err)
	}
	ask.Given = append(table.Lay(answersOf(q.Estimates)), ask.Given...)
	return feesOf(fee.NewSchedule(ask))
}

func (s *feeSchedule) Storage(q pricingports.FeeScheduleQuestion) money.Amount {
	table, err := fee.NewSchedule(s.question(q))
	if err != nil {
		return money.Amount{}
	}
	bill := table.At(s.at.Currency.Unit())
	return bill.Of(fee.TypeStorage)
}

func (s *feeSchedule) question(q pricingports.FeeScheduleQuestion) fee.Question {
	ask := fee.Question{
		Market: s.market, Currency: s.at.Currency, Day: s.day, Merchant: q.Fulfillment != decision.FBA,
		Shipping: q.Shipping, Product: s.product,
	}
	if !s.typed {
		// The category for all other goods may not fit the product.
		ask.Given = []fee.Given{fee.Untold(fee.TypeReferral)}
	}
	goods := q.Goods.Or(repricer.Goods{})
	if goods.Dangerous {
		ask.Product.Group = fee.GroupDangerous
	}
	p := goods.Package
	if size, err := fee.NewSize(p.Length, p.Width, p.Height, p.Weight); err == nil {
		ask.Product.Size = optional.Some(size)
		if s.market.Stores() || !q.MonthsAssumed {
			ask.Product.StorageMonths = q.StorageMonths
		}
	}
	return ask
}

func feesOf(s *fee.Schedule, err error) (profit.Fees, error) {
	if err != nil {
		return profit.Fees{}, err
	}
	return s.Fees(), nil
}

// feeTypes maps Amazon's names of fees to types.
var feeTypes = map[string]fee.Type{
	"FBAFees": fee.TypeFulfillment, "FulfillmentFees": fee.TypeFulfillment, "VariableClosingFee": fee.TypeClosing,
	"ClosingFee": fee.TypeClosing, "DigitalServicesFee": fee.TypeDigitalServices,
}

func answersOf(estimates []repricer.FeeEstimate) []fee.Answer {
	out := make([]fee.Answer, len(estimates))
	for i, e := range estimates {
		out[i].Price = e.Price
		named := false
		for _, l := range e.Lines {
			of, known := feeTypes[l.Name]
			given := fee.Fixed(of, fee.SourceAmazon, l.Amount)
			switch {
			case l.Referral:
				given, named = fee.InProportion(fee.TypeReferral, fee.SourceAmazon, l.Amount, e.Total()), true
			case !known:
				given = fee.Fixed(fee.TypeOther, fee.SourceAmazon, l.Amount)
				given.Name = l.Name
			}
			out[i].Lines = append(out[i].Lines, given)
		}
		if !named {
			out[i].Lines = append(out[i].Lines, fee.AtRate(fee.TypeReferral, fee.SourceAmazon, e.Rate))
		}
	}
	return out
}

func (f *FeeBands) Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	named := listingKeys(keys)
	types, err := f.inventory.ProductTypes(ctx, team, named)
	if err != nil {
		return nil, err
	}
	type kind struct {
		marketplace marketplace.ID
		of          string
	}
	known, out := map[kind][]decision.FeeBand{}, make(map[repricer.Key][]decision.FeeBand, len(types))
	for i, k := range keys {
		of, ok := types[named[i]]
		if !ok {
			continue
		}
		asked := kind{k.MarketplaceID, of}
		bands, seen := known[asked]
		if !seen {
			if bands, err = f.bands(k.MarketplaceID, of); err != nil {
				return nil, err
			}
			known[asked] = bands
		}
		if len(bands) > 1 {
			out[k] = bands
		}
	}
	return out, nil
}

// bands returns today's bands for a product type, nil if it has no fee category.
func (f *FeeBands) bands(at marketplace.ID, productType string) ([]decision.FeeBand, error) {
	m, ok := marketplace.ByID(at)
	market, told := f.tables.Market(m.Country, false)
	if !ok || !told {
		return nil, nil
	}
	day := m.Day(f.clock.Now())
	category, by := market.Category(productType, "", day)
	if by != fee.ByType {
		return nil, nil
	}
	// The referral fee depends on the total, whoever ships.
	schedule, err := fee.NewSchedule(fee.Question{Market: market, Currency: m.Currency, Day: day, Merchant: true, Product: fee.Product{Category: category}})
	if err != nil {
		return nil, err
	}
	rules := schedule.Rules(fee.TypeReferral)
	bands := make([]decision.FeeBand, len(rules))
	for i, r := range rules {
		bands[i] = decision.FeeBand{Rate: r.Rate, Added: r.Added}
		if i+1 < len(rules) {
			bands[i].UpTo = optional.Some(money.FromUnits(rules[i+1].From.Units() - 1))
		}
	}
	return bands, nil
}
