package research

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

// FeeChecks compare the fee tables with Amazon's fees for products that a team sells.
type FeeChecks struct {
	sources *Sources
	own     ports.OwnProducts
	tables  fee.Tables
	clock   clock.Clock
}

func NewFeeChecks(sources *Sources, own ports.OwnProducts, tables fee.Tables, c clock.Clock) *FeeChecks {
	return &FeeChecks{sources, own, tables, c}
}

// FeeCheck counts how often tables and Amazon agree about a line, of products of one size tier or,
// for shares of the price, one category.
type FeeCheck struct {
	Country string
	// Line has fulfillment with the surcharges of single products, which Amazon includes, or
	// another line.
	Line fee.Type
	// Of names the size tier or the fee category.
	Of        string
	Equal, By int64
	// Example names the SKU with the largest difference, "" if all amounts are equal.
	Example       string
	Amazon, Table money.Amount
}

// FeesChecked has all lines that could be compared. Unknown counts SKUs without fees from Amazon or
// from a table.
type FeesChecked struct {
	Lines        []FeeCheck
	SKUs         int
	Equal, Total int64
	Unknown      int
}

// Check compares the fees of at most limit SKUs of a team at their present prices. It costs no
// token of the plan. Fault: a store that cannot be read.
func (c *FeeChecks) Check(ctx context.Context, team id.Team, limit int) (FeesChecked, error) {
	all, err := c.own(ctx, team, limit)
	if err != nil {
		return FeesChecked{}, err
	}
	out := FeesChecked{SKUs: len(all)}
	found := map[FeeCheck]*FeeCheck{}
	byMarket := map[marketplace.ID][]ports.Own{}
	for _, o := range all {
		byMarket[o.Marketplace.ID] = append(byMarket[o.Marketplace.ID], o)
	}
	for _, same := range byMarket {
		out.Unknown += c.compare(ctx, team, same, found)
	}
	for _, line := range found {
		out.Lines = append(out.Lines, *line)
		out.Equal, out.Total = out.Equal+line.Equal, out.Total+line.By
	}
	slices.SortFunc(out.Lines, func(a, b FeeCheck) int {
		return cmp.Or(strings.Compare(a.Country, b.Country), strings.Compare(string(a.Line), string(b.Line)), strings.Compare(a.Of, b.Of))
	})
	return out, nil
}

// compare counts the SKUs of one marketplace, and returns how many could not be compared.
func (c *FeeChecks) compare(ctx context.Context, team id.Team, own []ports.Own, found map[FeeCheck]*FeeCheck) (unknown int) {
	asked := map[asin.ASIN][]lookup.FeeQuestion{}
	var asins []asin.ASIN
	for _, o := range own {
		if asked[o.ASIN] == nil {
			asins = append(asins, o.ASIN)
		}
		asked[o.ASIN] = append(asked[o.ASIN], lookup.FeeQuestion{Price: o.Price, Merchant: o.Merchant})
	}
	m := own[0].Marketplace
	products := map[asin.ASIN]lookup.Found{}
	for _, f := range c.sources.Look(ctx, team, m, asins, Want{Catalog: true, Fees: func(f lookup.Found) []lookup.FeeQuestion { return asked[f.ASIN] }}) {
		products[f.ASIN] = f
	}
	market, _ := c.tables.Market(m.Country, false)
	for _, o := range own {
		f := products[o.ASIN]
		answer := f.Fees[lookup.FeeQuestion{Price: o.Price, Merchant: o.Merchant}]
		q := fee.Question{Market: market, Currency: m.Currency, Day: m.Day(c.clock.Now()), Merchant: o.Merchant}
		fill(&q.Product, f.Facts(), market, q.Day)
		table, err := fee.NewSchedule(q)
		if market == nil || err != nil || !answer.OK() {
			unknown++
			continue
		}
		q.Given = fee.Complete(answer.Value)
		schedule, err := fee.NewSchedule(q)
		if err != nil {
			unknown++
			continue
		}
		bill, amazon := table.At(o.Price), schedule.At(o.Price)
		category := cmp.Or(q.Product.Category, "Everything Else")
		texts := map[fee.Type]string{
			fee.TypeReferral: category, fee.TypeClosing: category, fee.TypeDigitalServices: category, fee.TypeFulfillment: bill.Fit.Or(fee.Fit{}).Tier.Name,
		}
		for line, name := range texts {
			expected, charged := shipped(bill, line), shipped(amazon, line)
			absent := line != fee.TypeReferral && !expected.Positive() && !charged.Positive()
			if absent || line == fee.TypeFulfillment && (o.Merchant || name == "") {
				continue
			}
			key := FeeCheck{Country: m.Country, Line: line, Of: name}
			if found[key] == nil {
				found[key] = new(key)
			}
			found[key].add(o.SKU, charged, expected)
		}
	}
	return unknown
}

// shipped returns the amount of a line; fulfillment includes the surcharges of single products.
func shipped(b fee.Bill, line fee.Type) money.Amount {
	sum := b.Of(line).Units()
	if line == fee.TypeFulfillment {
		sum += b.Of(fee.TypeOvermax).Units() + b.Of(fee.TypeDangerous).Units()
	}
	return money.FromUnits(sum)
}

func (c *FeeCheck) add(sku string, amazon, table money.Amount) {
	c.By++
	apart := func(a, b money.Amount) int64 { return max(a.Units()-b.Units(), b.Units()-a.Units()) }
	switch {
	case amazon == table:
		c.Equal++
	case apart(amazon, table) > apart(c.Amazon, c.Table):
		c.Example, c.Amazon, c.Table = sku, amazon, table
	}
}
