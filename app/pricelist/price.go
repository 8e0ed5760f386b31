package pricelist

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// pricedTogether bounds the rows that go through the sources together, as many as these answer in a
// call.
const pricedTogether = 20

// pricing takes rows through the sources, the quickest first. It asks prices for all rows that are
// not left out. For rows that are not rejected it then asks Amazon's fees, restrictions if wanted,
// and offers in detail.
type pricing struct {
	*Analyses
	of     pricelist.Analysis
	market marketplace.Marketplace
	// rows has the places in the chunk of items.
	rows   []int
	items  []pricelist.Item
	judged []Judged
	// failed lists rows that a source failed for.
	failed map[int]bool
	asked  map[pricelist.Bound]int64
	// charged lists the questions about fees.
	charged map[ports.FeeQuestion]bool
}

// price takes the parts of a chunk through the sources side by side, so that all sources are busy.
// Rows without questions form a part of their own, so that the others fill the calls.
func (a *Analyses) price(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	m, _ := marketplace.ByID(of.Values.Marketplace)
	var asked, others []int
	for i := range items {
		if f, ok := items[i].Values.Row.Product(); ok && of.Values.Asks(f) {
			asked = append(asked, i)
		} else {
			others = append(others, i)
		}
	}
	var parts []*pricing
	g, inside := errgroup.WithContext(ctx)
	for _, rows := range append(slices.Collect(slices.Chunk(asked, pricedTogether)), others) {
		p := &pricing{Analyses: a, of: of, market: m, rows: rows, failed: map[int]bool{}, asked: map[pricelist.Bound]int64{}, charged: map[ports.FeeQuestion]bool{}}
		for _, i := range rows {
			p.items = append(p.items, items[i])
		}
		parts = append(parts, p)
		g.Go(func() error { return p.run(inside) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	lines := make([]pricelist.Line, len(items))
	processed, failed, questions := int64(0), int64(0), map[pricelist.Bound]int64{}
	for _, p := range parts {
		for n, j := range p.judged {
			i := p.rows[n]
			items[i], lines[i] = j.Item, pricelist.NewLine(j.Item, j.Result, of.Values.ShownVersion)
			if j.Item.Values.Row.Place == 0 {
				processed++
			}
		}
		failed += int64(len(p.failed))
		for source, n := range p.asked {
			questions[source] += n
		}
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Processed, v.Failed, v.Bound = v.Processed+processed, v.Failed+failed, pricelist.Slowest(questions)
		if err := a.save(ctx, items); err != nil {
			return err
		}
		return a.Items.Put(ctx, of.Team, lines...)
	}, nil
}

// run asks one source after the other, and judges the rows after each source that answered. Fees
// are asked again if offers in detail have other prices.
func (p *pricing) run(ctx context.Context) error {
	for _, step := range []func(context.Context) (told bool, err error){p.prices, p.fees, p.restrictions, p.offers, p.fees} {
		told, err := step(ctx)
		if err == nil && (told || p.judged == nil) {
			p.judged, err = p.judge(ctx, p.of.Team, p.of.Values, p.of.Values.ShownExpenses, p.items, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// facts returns the facts of the product that counts, nil without a product.
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

// passes reports whether more questions about a row are useful. Amazon's fees may turn a loss by
// the fee tables into a profit.
func (p *pricing) passes(i int, _ pricelist.Facts) bool {
	r := p.judged[i].Result
	return p.of.Values.Options.FullList || r.Verdict != pricelist.Reject || r.Rules[0] == pricelist.RuleNotProfitable
}

func (p *pricing) prices(ctx context.Context) (bool, error) {
	products, rows := p.each(func(_ int, f pricelist.Facts) bool { return p.of.Values.Asks(f) })
	if len(products) == 0 {
		return false, nil
	}
	p.asked[pricelist.ByFees] = int64(len(products))
	told, err := p.Market.Prices(ctx, p.of.Team, p.market, products)
	if err != nil {
		return false, err
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
	return true, nil
}

func (p *pricing) fees(ctx context.Context) (bool, error) {
	var asked []ports.FeeQuestion
	var rows [][]int
	at := map[ports.FeeQuestion]int{}
	for i := range p.items {
		f := p.facts(i)
		if f == nil || !p.passes(i, *f) {
			continue
		}
		c := p.judged[i].Result.Costing
		for _, sale := range []optional.Maybe[pricelist.Sale]{c.FBA, c.FBM} {
			if s, ok := sale.Get(); ok {
				q := ports.FeeQuestion{ASIN: f.ASIN, Price: s.Price, Merchant: s.Merchant}
				if p.charged[q] {
					continue
				}
				if _, known := at[q]; !known {
					at[q], asked, rows = len(asked), append(asked, q), append(rows, nil)
				}
				rows[at[q]] = append(rows[at[q]], i)
			}
		}
	}
	if len(asked) == 0 {
		return false, nil
	}
	for _, q := range asked {
		p.charged[q] = true
	}
	// Prices and fees have separate limits, which are equal.
	p.asked[pricelist.ByFees] = max(p.asked[pricelist.ByFees], int64(len(p.charged)))
	answers, err := p.Market.Fees(ctx, p.of.Team, p.market, asked)
	if err != nil {
		return false, err
	}
	told := false
	for n, t := range answers {
		for _, i := range rows[n] {
			// Without Amazon's answer the table's fees count.
			if t.Err != nil {
				p.failed[i] = true
			}
			told = told || len(t.Charges) > 0
			p.facts(i).Charges = append(p.facts(i).Charges, t.Charges...)
		}
	}
	return told, nil
}

// restrictions asks whether the products may be sold.
func (p *pricing) restrictions(ctx context.Context) (bool, error) {
	if !p.of.Values.Options.Restrictions {
		return false, nil
	}
	products, rows := p.each(p.passes)
	if len(products) == 0 {
		return false, nil
	}
	p.asked[pricelist.ByRestrictions] = int64(len(products))
	answers, err := p.Permissions(ctx, p.of.Team, p.market, products)
	if err != nil {
		return false, err
	}
	for n, answer := range answers {
		for _, i := range rows[products[n]] {
			if answer.Err != nil {
				p.failed[i] = true
				continue
			}
			p.facts(i).Restriction, p.facts(i).RestrictionAt = optional.Some(answer.Status), answer.At
		}
	}
	return true, nil
}

func (p *pricing) offers(ctx context.Context) (bool, error) {
	products, rows := p.each(p.passes)
	if len(products) == 0 {
		return false, nil
	}
	p.asked[pricelist.ByOffers] = int64(len(products))
	asked := make([]pricelist.Facts, len(products))
	for n, product := range products {
		asked[n] = *p.facts(rows[product][0])
	}
	told, err := p.Market.Offers(ctx, p.of.Team, p.market, asked)
	if err != nil {
		return false, err
	}
	for n, t := range told {
		for _, i := range rows[products[n]] {
			if t.Err != nil {
				p.failed[i] = true
				continue
			}
			// Rows of a product may have different prices, and charges at these prices.
			t.Facts.Charges = p.facts(i).Charges
			*p.facts(i) = t.Facts
		}
	}
	return true, nil
}
