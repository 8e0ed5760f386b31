package pricelist

import (
	"cmp"
	"context"
	"slices"

	converterapp "sellingassistant/app/converter"
	inventoryfacade "sellingassistant/app/inventory/facade"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Matcher finds products of codes by the converter and products of SKUs by the inventory, and
// checks whether the catalogue has them. The converter and research charge for their answers and
// cache them.
type Matcher struct {
	converters *converterapp.Converters
	sources    *researchapp.Sources
	inventory  *inventoryfacade.Facade
}

func NewMatcher(
	c *converterapp.Converters, sources *researchapp.Sources, f *inventoryfacade.Facade,
) *Matcher {
	return &Matcher{c, sources, f}
}

var _ ports.Matcher = (*Matcher)(nil)

// Cost counts codes without a cached answer and products that are not paid.
func (m *Matcher) Cost(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) (int64, error) {
	var codes []gtin.Code
	for _, one := range asked {
		if one.Code != (gtin.Code{}) {
			codes = append(codes, one.Code)
		}
	}
	cost, err := m.converters.Cost(ctx, team, at, codes)
	if err != nil {
		return 0, err
	}
	products, err := m.named(ctx, team, at, asked)
	if err != nil {
		return 0, err
	}
	unpaid, err := m.sources.Unpaid(ctx, team, at, once(products))
	return cost + int64(len(unpaid)), err
}

// Match fails for all rows if the next question would be refused too. A catalogue that does not
// answer is a fault of the row.
func (m *Matcher) Match(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	out := make([]ports.Match, len(asked))
	var codes []gtin.Code
	var places []int
	for i, one := range asked {
		if one.Code != (gtin.Code{}) {
			codes, places = append(codes, one.Code), append(places, i)
		}
	}
	if len(codes) > 0 {
		answers, err := m.converters.ByCodes(ctx, team, at, codes)
		if err != nil {
			return nil, err
		}
		for n, answer := range answers {
			if answer.Err != nil && !single(ctx, answer.Err) {
				return nil, answer.Err
			}
			out[places[n]] = ports.Match{Products: answer.Products, Err: answer.Err}
		}
	}
	return out, m.direct(ctx, team, at, asked, out)
}

// direct fills in the rows that name a product by an ASIN or a SKU instead of a code.
func (m *Matcher) direct(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity, out []ports.Match) error {
	named, err := m.named(ctx, team, at, asked)
	products := once(named)
	if err != nil || len(products) == 0 {
		return err
	}
	bought, err := m.sources.Buy(ctx, team, at, products, researchapp.Want{Catalog: true})
	if err != nil {
		return err
	}
	for i, one := range asked {
		for _, product := range named[one.Key()] {
			place, _ := slices.BinarySearchFunc(products, product, compare)
			switch answer := bought[place]; {
			case answer.Err == nil:
				out[i].Products = append(out[i].Products, product)
			case fault.Is(answer.Err, fault.CodeNotFound):
			case single(ctx, answer.Catalog.Err):
				out[i].Err = answer.Catalog.Err
			default:
				return cmp.Or(answer.Catalog.Err, answer.Err)
			}
		}
		if len(out[i].Products) > 0 && one.Code == (gtin.Code{}) {
			out[i].Err = nil
		}
	}
	return nil
}

// skusAtOnce bounds the SKUs that are read with one statement.
const skusAtOnce = 500

// named maps the keys of ASINs and SKUs to their products.
func (m *Matcher) named(ctx context.Context, team id.Team, at marketplace.Marketplace, asked []pricelist.Identity) (map[string][]asin.ASIN, error) {
	out := map[string][]asin.ASIN{}
	var skus []string
	for _, one := range asked {
		switch {
		case one.ASIN != asin.ASIN{}:
			out[one.Key()] = []asin.ASIN{one.ASIN}
		case one.SKU != "":
			skus = append(skus, one.SKU)
		}
	}
	for some := range slices.Chunk(skus, skusAtOnce) {
		q := inventoryfacade.SKUQuery{Names: some, Marketplaces: []marketplace.ID{at.ID}}
		for s, err := range m.inventory.SKUs(ctx, team, q) {
			if err != nil {
				return nil, err
			}
			key := pricelist.Identity{SKU: s.Key.SKU}.Key()
			// Two accounts may use one SKU for different products.
			if product, err := asin.Parse(s.ASIN); err == nil && !slices.Contains(out[key], product) {
				out[key] = append(out[key], product)
			}
		}
	}
	return out, nil
}

// once lists the products in order, each once.
func once(named map[string][]asin.ASIN) []asin.ASIN {
	var out []asin.ASIN
	for _, products := range named {
		out = append(out, products...)
	}
	slices.SortFunc(out, compare)
	return slices.Compact(out)
}

func compare(a, b asin.ASIN) int { return cmp.Compare(a.String(), b.String()) }

// single reports a fault of one question only: other questions may still be answered.
func single(ctx context.Context, err error) bool {
	e, ok := fault.As(err)
	return ok && ctx.Err() == nil && (e.Code == fault.CodeUpstreamUnavailable || e.Kind == fault.Invalid)
}
