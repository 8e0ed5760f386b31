package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// pricing is a chunk of rows on its way through the sources, the quickest of which are asked first: prices of all that is not left
// out, then of rows that are not rejected Amazon's fees, restrictions where that is wanted, and offers in detail.
type pricing struct {
	*Analyses
	of     pricelist.Analysis
	market marketplace.Marketplace
	items  []pricelist.Item
	judged []Judged
	// failed are rows that a source failed for.
	failed map[int]bool
	bound  pricelist.Bound
}

func (a *Analyses) price(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	m, _ := marketplace.ByID(of.Values.Marketplace)
	p := pricing{Analyses: a, of: of, market: m, items: items, failed: map[int]bool{}, bound: pricelist.ByFees}
	steps := []func(context.Context) error{p.prices, p.fees, p.restrictions, p.offers}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
		if err := p.judge(); err != nil {
			return nil, err
		}
	}
	lines := make([]pricelist.Line, len(p.judged))
	processed, failed := int64(0), int64(0)
	for i, j := range p.judged {
		items[i], lines[i] = j.Item, pricelist.NewLine(j.Item, j.Result, of.Values.ShownVersion)
		if j.Item.Values.Row.Place == 0 {
			processed++
		}
		if p.failed[i] {
			failed++
		}
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Processed, v.Failed, v.Bound = v.Processed+processed, v.Failed+failed, p.bound
		if err := a.save(ctx, items); err != nil {
			return err
		}
		return a.Items.Put(ctx, of.Team, lines...)
	}, nil
}

func (p *pricing) judge() (err error) {
	p.judged, err = p.Analyses.judge(p.of.Values, p.of.Values.ShownExpenses, p.items, false)
	return err
}

// facts are those of the product that counts, nil without one.
func (p *pricing) facts(i int) *pricelist.Facts {
	row := &p.items[i].Values.Row
	if len(row.Matches) == 0 {
		return nil
	}
	return &row.Matches[row.Chosen()]
}

// each collects the rows of a step by their products.
func (p *pricing) each(wanted func(i int, f pricelist.Facts) bool) (products []asin.ASIN, rows map[asin.ASIN][]int) {
	rows = map[asin.ASIN][]int{}
	for i := range p.items {
		if f := p.facts(i); f != nil && wanted(i, *f) {
			if rows[f.ASIN] == nil {
				products = append(products, f.ASIN)
			}
			rows[f.ASIN] = append(rows[f.ASIN], i)
		}
	}
	return products, rows
}

// passes reports whether a row is worth another question.
func (p *pricing) passes(i int, _ pricelist.Facts) bool {
	return p.of.Values.Options.FullList || p.judged[i].Result.Verdict != pricelist.Reject
}

func (p *pricing) prices(ctx context.Context) error {
	skip := p.of.Values.Skip
	products, rows := p.each(func(_ int, f pricelist.Facts) bool {
		return p.of.Values.Options.FullList || !skip.Leaves(f)
	})
	told, err := p.Market.Prices(ctx, p.of.Team, p.market, products)
	if err != nil {
		return err
	}
	for n, t := range told {
		for _, i := range rows[products[n]] {
			if t.Err != nil {
				p.failed[i] = true
				continue
			}
			p.facts(i).BuyBox = t.BuyBox
		}
	}
	return nil
}

func (p *pricing) fees(ctx context.Context) error {
	var asked []ports.FeeQuestion
	var rows [][]int
	at := map[ports.FeeQuestion]int{}
	for i := range p.items {
		f := p.facts(i)
		if f == nil || !p.passes(i, *f) {
			continue
		}
		f.Charges = nil
		c := p.judged[i].Result.Costing
		for _, sale := range []optional.Maybe[pricelist.Sale]{c.FBA, c.FBM} {
			if s, ok := sale.Get(); ok {
				q := ports.FeeQuestion{ASIN: f.ASIN, Price: s.Price, Merchant: s.Merchant}
				if _, known := at[q]; !known {
					at[q], asked, rows = len(asked), append(asked, q), append(rows, nil)
				}
				rows[at[q]] = append(rows[at[q]], i)
			}
		}
	}
	if len(asked) == 0 {
		return nil
	}
	told, err := p.Market.Fees(ctx, p.of.Team, p.market, asked)
	if err != nil {
		return err
	}
	for n, t := range told {
		for _, i := range rows[n] {
			// Without Amazon's word the table's fees count.
			if t.Err != nil {
				p.failed[i] = true
			}
			p.facts(i).Charges = append(p.facts(i).Charges, t.Charges...)
		}
	}
	return nil
}

// restrictions asks whether the products may be sold.
func (p *pricing) restrictions(ctx context.Context) error {
	if !p.of.Values.Options.Restrictions {
		return nil
	}
	products, rows := p.each(p.passes)
	answers, err := p.Permissions.Restrictions(ctx, p.of.Team, p.market, products)
	if err != nil {
		return err
	}
	p.bound = pricelist.ByRestrictions
	for n, answer := range answers {
		for _, i := range rows[products[n]] {
			if answer.Err != nil {
				p.failed[i] = true
				continue
			}
			p.facts(i).Restriction, p.facts(i).RestrictionAt = optional.Some(answer.Status), answer.At
		}
	}
	return nil
}

func (p *pricing) offers(ctx context.Context) error {
	products, rows := p.each(p.passes)
	if len(products) == 0 {
		return nil
	}
	p.bound = pricelist.ByOffers
	asked := make([]pricelist.Facts, len(products))
	for n, product := range products {
		asked[n] = *p.facts(rows[product][0])
	}
	told, err := p.Market.Offers(ctx, p.of.Team, p.market, asked)
	if err != nil {
		return err
	}
	for n, t := range told {
		for _, i := range rows[products[n]] {
			if t.Err != nil {
				p.failed[i] = true
				continue
			}
			*p.facts(i) = t.Facts
		}
	}
	return nil
}
