package pricelist

import (
	"cmp"
	"context"
	"strconv"
	"time"

	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/pricelist"
)

// Market reads the catalogue, the present offers and Amazon's fees of products. It costs no tokens,
// since the analysis has paid for its rows.
type Market struct {
	sellers  accounts.Sellers
	products *researchapp.Products
	sources  *researchapp.Sources
	boxes    ports.Boxes
	clock    clock.Clock
}

func NewMarket(s accounts.Sellers, p *researchapp.Products, sources *researchapp.Sources, boxes ports.Boxes, now clock.Clock) *Market {
	return &Market{s, p, sources, boxes, now}
}

var _ ports.Market = (*Market)(nil)

// Facts does not ask for histories, because their provider answers only twenty products a minute.
// It uses cached histories.
func (k *Market) Facts(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN, maxAge time.Duration) ([]ports.Told, error) {
	out, err := k.told(ctx, team, m, asked, researchapp.Want{Catalog: true})
	now := k.clock.Now()
	for i := range out {
		f := &out[i].Facts
		f.Stale = !f.AsOf.IsZero() && now.Sub(f.AsOf) > maxAge
	}
	return out, err
}

func (k *Market) told(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN, want researchapp.Want) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, found := range k.products.Many(ctx, team, m, asked, want) {
		out[i].Facts = pricelist.Facts{ASIN: asked[i]}
		failed := found.Err
		if failed == nil && want.Offers {
			// Cached catalogue facts do not include the offers.
			failed = found.Found.Offers.Err
		}
		switch {
		case fault.Is(failed, fault.CodeNotFound):
		case failed == nil:
			out[i].Facts = factsOf(asked[i], m, found.Product)
		case single(ctx, failed):
			out[i].Err = failed
		default:
			return nil, failed
		}
	}
	return out, nil
}

// Prices fails for all products if the team has no account.
func (k *Market) Prices(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []asin.ASIN) ([]ports.Priced, error) {
	seller, err := k.sellers.For(ctx, team, m)
	if err != nil || len(asked) == 0 {
		return make([]ports.Priced, len(asked)), err
	}
	out := k.boxes(ctx, seller, m, asked)
	for _, p := range out {
		if p.Err != nil && !alone(ctx, p.Err) {
			return nil, p.Err
		}
	}
	return out, nil
}

// alone reports a fault of one product only, including a product that the marketplace does not
// know.
func alone(ctx context.Context, err error) bool {
	e, ok := fault.As(err)
	return single(ctx, err) || ok && ctx.Err() == nil && e.Kind == fault.NotFound
}

// Fees returns the fees line by line.
func (k *Market) Fees(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []ports.FeeQuestion) ([]ports.Charged, error) {
	questions := map[asin.ASIN][]lookup.FeeQuestion{}
	var products []asin.ASIN
	for _, q := range asked {
		if questions[q.ASIN] == nil {
			products = append(products, q.ASIN)
		}
		questions[q.ASIN] = append(questions[q.ASIN], lookup.FeeQuestion{Price: q.Price, Merchant: q.Merchant})
	}
	found := map[asin.ASIN]lookup.Found{}
	for _, f := range k.sources.Look(ctx, team, m, products, researchapp.Want{Fees: func(f lookup.Found) []lookup.FeeQuestion { return questions[f.ASIN] }}) {
		found[f.ASIN] = f
	}
	out := make([]ports.Charged, len(asked))
	for i, q := range asked {
		told := found[q.ASIN].Fees[lookup.FeeQuestion{Price: q.Price, Merchant: q.Merchant}]
		if told.Err != nil {
			if !alone(ctx, told.Err) {
				return nil, told.Err
			}
			out[i].Err = told.Err
			continue
		}
		for _, line := range fee.Complete(told.Value) {
			out[i].Charges = append(out[i].Charges, pricelist.Charge{
				Type: string(line.Type), Name: line.Name, Merchant: q.Merchant, Price: q.Price, Amount: line.At(q.Price),
			})
		}
	}
	return out, nil
}

// Offers keeps facts that the offers do not contain.
func (k *Market) Offers(ctx context.Context, team id.Team, m marketplace.Marketplace, asked []pricelist.Facts) ([]ports.Told, error) {
	products := make([]asin.ASIN, len(asked))
	for i, f := range asked {
		products[i] = f.ASIN
	}
	out, err := k.told(ctx, team, m, products, researchapp.Want{Offers: true})
	for i := range out {
		next, f := out[i].Facts, asked[i]
		if out[i].Err == nil && !next.AsOf.IsZero() {
			f.BuyBox, f.LowestFBA, f.LowestFBM, f.Amazon = cmp.Or(next.BuyBox, f.BuyBox), next.LowestFBA, next.LowestFBM, next.Amazon
			f.OffersFBA, f.OffersFBM, f.AmazonInStock, f.Suppressed = next.OffersFBA, next.OffersFBM, next.AmazonInStock, next.Suppressed
			f.Mean90, f.OwnSales = cmp.Or(next.Mean90, f.Mean90), next.OwnSales
		}
		out[i].Facts = f
	}
	return out, err
}

func factsOf(product asin.ASIN, m marketplace.Marketplace, p researchapp.Product) pricelist.Facts {
	f := pricelist.Facts{
		ASIN: product, Title: p.Title, Brand: p.Brand, Image: p.Image, URL: "https://www." + m.Domain + "/dp/" + product.String(),
		Category: p.RootName, Root: optional.Convert(p.Root, func(n int64) string { return strconv.FormatInt(n, 10) }).Or(""), Type: p.Type, Parent: p.ParentASIN,
		BuyBox: optional.Convert(p.Offers.Box, lookup.Box.Landed), LowestFBA: p.Offers.LowestFBA, LowestFBM: p.Offers.LowestFBM, Amazon: p.Offers.Amazon,
		List: p.ListPrice, Mean90: mean90(p), OffersFBA: p.Offers.FBA, OffersFBM: p.Offers.FBM, AmazonInStock: p.Offers.AmazonInStock, Rank: p.Rank, RankTop: p.Top,
		RankDrops: p.Found.History.Value.RankDrops[0], PackageQuantity: p.Units, NumberOfItems: p.Items,
		Size:   pricelist.Dimensions(p.Package),
		Hazmat: p.HazMat, Meltable: p.Meltable, Oversize: p.Oversize, Adult: p.Adult, Source: "keepa", AsOf: p.Found.History.At,
	}
	if e := p.Estimate; e.Point > 0 {
		f.Sales, f.SalesLow, f.SalesHigh, f.SalesLabel = optional.Some(e.Point), optional.Some(e.Low), e.High, string(e.Label)
		f.OwnSales = shareOf(e.Point, p.Offers)
	}
	if p.Found.Offers.OK() {
		f.Suppressed = optional.Some(!p.Offers.Box.Known() && p.Offers.FBA.Or(0)+p.Offers.FBM.Or(0) > 0)
	}
	if p.Found.Catalog.OK() {
		f.Source, f.AsOf = "amazon", p.Found.Catalog.At
	}
	if p.Found.Offers.OK() && p.Found.Offers.At.Before(f.AsOf) {
		f.AsOf = p.Found.Offers.At
	}
	return f
}

// shareOf estimates the sales of one more seller who ships from Amazon's warehouse: an equal share
// among the competitors for the buy box. While Amazon has the box, other sellers sell little.
func shareOf(estimate int64, o lookup.Offers) optional.Maybe[int64] {
	if o.Box.Or(lookup.Box{}).Amazon.Or(false) {
		return optional.None[int64]()
	}
	return optional.Convert(o.Near, func(competitors int64) int64 { return estimate / (competitors + 1) })
}

// mean90 returns the mean price of the buy box over 90 days.
func mean90(p researchapp.Product) pricelist.Maybe {
	seen := p.Found.History.At
	if seen.IsZero() {
		return pricelist.Maybe{}
	}
	now := series.MinuteOf(seen)
	return optional.Convert(p.Found.History.Value.Series[series.BuyBox].Mean(now-90*series.Day, now), money.FromUnits)
}
