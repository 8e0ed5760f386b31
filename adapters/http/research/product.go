package research

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
)

// Product combines the facts of Amazon and of the provider of price histories about a product.
// Unknown values are null, and dataGaps gives the reasons.
type Product struct {
	ASIN              string             `json:"asin" doc:"Amazon's identifier of the product."`
	Domain            string             `json:"domain" doc:"The marketplace."`
	MarketplaceID     string             `json:"marketplaceId" doc:"Amazon's identifier of the marketplace."`
	Currency          string             `json:"currency" doc:"ISO 4217 code of all amounts."`
	Title             *string            `json:"title" doc:"Its title."`
	Brand             *string            `json:"brand" doc:"Its brand."`
	Category          *ProductCategory   `json:"category" doc:"The root category."`
	URLs              ProductURLs        `json:"urls" doc:"Where it is shown."`
	Prices            ProductPrices      `json:"prices" doc:"Present prices of new goods."`
	Fees              *ProductFees       `json:"fees" doc:"Amazon's fees of a sale from its warehouse at the buy box price, else at the lowest price there. Null without both prices."`
	BSR               ProductRank        `json:"bsr" doc:"Sales rank in the root category."`
	EstimatedSales    *int64             `json:"estimatedSales" doc:"Units that all sellers together sell in thirty days."`
	SalesEstimate     SalesEstimate      `json:"salesEstimate" doc:"How estimatedSales was found."`
	RestrictionStatus *string            `json:"restrictionStatus" doc:"ALLOWED_TO_SELL, APPROVAL_REQUIRED or NOT_ELIGIBLE for the connected seller; null without a connection."`
	Offers            ProductOffers      `json:"offers" doc:"Offers of new goods."`
	IsHazMat          *bool              `json:"isHazMat" doc:"Whether it is dangerous goods."`
	IsMeltable        *bool              `json:"isMeltable" doc:"Whether heat harms it."`
	IsOversize        *bool              `json:"isOversize" doc:"Whether its package is of no standard size tier."`
	IsFragile         *bool              `json:"isFragile" doc:"Whether it breaks easily; mostly unknown."`
	IsAdultProduct    *bool              `json:"isAdultProduct" doc:"Whether it is for adults."`
	Dimensions        ProductDimensions  `json:"dimensions" doc:"Sizes and weights."`
	PackageQuantity   *int64             `json:"packageQuantity" doc:"Units in a package."`
	NumberOfItems     *int64             `json:"numberOfItems" doc:"Articles in a unit."`
	Variation         ProductVariation   `json:"variation" doc:"The family of variations."`
	Identifiers       ProductIdentifiers `json:"identifiers" doc:"Codes as the sources have them."`
	MonthlySoldBadge  *int64             `json:"monthlySoldBadge" doc:"Lower end of the monthly sales that the product page shows; a floor and no estimate."`
	AsOf              ProductSourceTimes `json:"asOf" doc:"Time of each source's answer; null if the source gave no answer."`
	DataGaps          []DataGap          `json:"dataGaps" doc:"Missing members, each with the reason."`
}

// ProductCategory names the root category.
type ProductCategory struct {
	ID               string  `json:"id" doc:"Amazon's identifier of the category."`
	Name             *string `json:"name" doc:"Its name."`
	FeeCategory      *string `json:"feeCategory" doc:"Fee category of the product; null if unknown. Fees then use the category for everything else."`
	FeeCategoryBasis string  `json:"feeCategoryBasis" doc:"Evidence for feeCategory: product_type, root (the root category, which is coarser), or none."`
}

// ProductURLs has the addresses of a product.
type ProductURLs struct {
	ProductURL string  `json:"productUrl" doc:"The product page."`
	ImageURL   *string `json:"imageUrl" doc:"The main picture."`
}

// ProductPrices has the prices of new goods.
type ProductPrices struct {
	BuyBox    *ProductBox    `json:"buyBox" doc:"The offer in the buy box; null without a buy box."`
	FBA       *LowestPrice   `json:"fba" doc:"Offers from Amazon's warehouse."`
	FBM       *LowestPrice   `json:"fbm" doc:"Offers from sellers' own stock."`
	Amazon    *ProductAmount `json:"amazon" doc:"Amazon's own offer."`
	ListPrice *body.Money    `json:"listPrice" doc:"The maker's price."`
}

// ProductBox describes the offer in the buy box.
type ProductBox struct {
	Price    body.Money `json:"price" doc:"Price without shipping."`
	Shipping body.Money `json:"shipping" doc:"Shipping."`
	IsAmazon *bool      `json:"isAmazon" doc:"Whether Amazon itself sells it."`
	IsFBA    *bool      `json:"isFba" doc:"Whether Amazon ships it."`
	SellerID *string    `json:"sellerId" doc:"Who sells it."`
}

// LowestPrice has the lowest price of some offers.
type LowestPrice struct {
	MinPrice body.Money `json:"minPrice" doc:"The lowest price, shipping included."`
}

// ProductAmount has a price.
type ProductAmount struct {
	Price body.Money `json:"price" doc:"The price, shipping included."`
}

// ProductFees has Amazon's fees for a sale.
type ProductFees struct {
	FBAFee          *body.Money   `json:"fbaFee" doc:"Fulfillment."`
	ReferralFee     *body.Money   `json:"referralFee" doc:"Referral fee."`
	ReferralFeeRate *body.Percent `json:"referralFeeRate" doc:"Referral fee in percent of price."`
	StorageFee      *body.Money   `json:"storageFee" doc:"A month of storage."`
	ClosingFee      *body.Money   `json:"closingFee" doc:"Closing fee; 0 if the category has no closing fee."`
	Total           body.Money    `json:"total" doc:"Sum of all lines that are known."`
	Price           body.Money    `json:"price" doc:"The price that the fees apply to."`
	Source          *string       `json:"source" doc:"amazon, keepa, table or mixed."`
	Status          string        `json:"status" doc:"exact: from Amazon. estimated: from a table or Keepa. partial: a line is missing. missing: all lines are."`
	AsOf            *body.Time    `json:"asOf" doc:"Time of Amazon's answer; null if Amazon gave no fees."`
}

// ProductRank has the sales rank.
type ProductRank struct {
	Current    *int64        `json:"current" doc:"The present rank."`
	Top        *body.Percent `json:"top" doc:"The present rank in percent of the products of the category."`
	Avg30      *int64        `json:"avg30" doc:"Mean of 30 days."`
	Avg90      *int64        `json:"avg90" doc:"Mean of 90 days."`
	CategoryID *string       `json:"categoryId" doc:"The root category."`
}

// ProductOffers count offers.
type ProductOffers struct {
	FBAOffersQty  *int64             `json:"fbaOffersQty" doc:"Offers from Amazon's warehouse."`
	FBMOffersQty  *int64             `json:"fbmOffersQty" doc:"Offers from sellers' own stock."`
	Competitors   ProductCompetitors `json:"competitors" doc:"Offers near the price of the buy box."`
	AmazonInStock *bool              `json:"amazonInStock" doc:"Whether Amazon itself offers it."`
}

// ProductCompetitors count offers near a price.
type ProductCompetitors struct {
	FBAWithin2Percent *int64 `json:"fbaWithin2Percent" doc:"Offers from Amazon's warehouse at most 2 percent above the buy box; without a buy box, above the lowest of these offers."`
}

// ProductDimensions has sizes with and without the package.
type ProductDimensions struct {
	Package *ProductSize `json:"package" doc:"With the package."`
	Item    *ProductSize `json:"item" doc:"Without it."`
}

// ProductSize has millimetres and grams.
type ProductSize struct {
	LengthMm *body.Money `json:"lengthMm" doc:"Length in millimetres."`
	WidthMm  *body.Money `json:"widthMm" doc:"Width in millimetres."`
	HeightMm *body.Money `json:"heightMm" doc:"Height in millimetres."`
	WeightG  *body.Money `json:"weightG" doc:"Weight in grams."`
}

// ProductVariation describes the family of a product.
type ProductVariation struct {
	ParentASIN *string `json:"parentAsin" doc:"The head of the family; null for a product of its own."`
	Count      *int64  `json:"count" doc:"How many variations there are."`
}

// ProductIdentifiers lists the codes of a product.
type ProductIdentifiers struct {
	UPC  []string `json:"upc" doc:"UPC."`
	EAN  []string `json:"ean" doc:"EAN."`
	GTIN []string `json:"gtin" doc:"GTIN."`
	ISBN []string `json:"isbn" doc:"ISBN."`
}

// ProductSourceTimes has the time of the data by source.
type ProductSourceTimes struct {
	Catalog     *body.Time `json:"catalog" doc:"Amazon's catalogue, kept for 24 hours."`
	Offers      *body.Time `json:"offers" doc:"Amazon's offers, kept for 5 minutes."`
	Restriction *body.Time `json:"restriction" doc:"The restriction check, kept for 10 minutes."`
	Keepa       *body.Time `json:"keepa" doc:"Keepa, kept for 24 hours."`
}

// ProductRoutes adds the operations that look products up.
func ProductRoutes(all *app.Products) httpx.Routes {
	failures := []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusUnprocessableEntity}
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "getProduct", Method: http.MethodGet, Path: "/products/{asin}", Group: products, Noun: "product", Summary: "Get product",
			Description: "Looks up a product in Amazon's catalogue, offers and fees by the team's connection, and at Keepa " +
				"if the installation has a key. All sources are asked side by side within 12 seconds.\n\n" +
				"Members of a source that fails or is not there are null, and dataGaps names them with the " +
				"reason. Without a connection and without a key the call is 403 integration_required.\n\n" +
				"The call costs one token of the plan. For 24 hours further answers about the product cost " +
				"nothing.",
			Errors: failures, Example: exampleProduct(),
		}, httpx.AnswerPlain(productOf, func(ctx context.Context, who caller.Caller, in *productPath) (app.Product, error) {
			return all.Get(ctx, who, in.ASIN, marketplace.Choice(in.Marketplace))
		}))
		httpx.Register(r, httpx.Operation{
			ID: "getProductStatistics", Method: http.MethodGet, Path: "/products/{asin}/statistics", Group: products, Noun: "product", Summary: "Get product statistics",
			Description: "Returns statistics of a product from one answer of Keepa: prices, sales rank, offers, reviews, " +
				"buy box and monthly sales. Means of 30 to 365 days are weighted by time, extremes are of all " +
				"time, and the buy box lists its sellers.\n\n" +
				"422 not_supported: the installation has no Keepa key, or Keepa does not have the marketplace.\n\n" +
				"The call costs one token of the plan. For 24 hours further answers about the product cost " +
				"nothing.",
			Errors: failures, Example: exampleStatistics(),
		}, httpx.AnswerPlain(statisticsOf, func(ctx context.Context, who caller.Caller, in *statisticsInput) (app.Statistics, error) {
			return all.Statistics(ctx, who, in.ASIN, marketplace.Choice(in.Marketplace), in.days())
		}))
	}
}

func productOf(p app.Product) Product {
	f := &p.Found
	return Product{
		ASIN: f.ASIN.String(), Domain: p.Marketplace.Domain, MarketplaceID: string(p.Marketplace.ID), Currency: string(p.Marketplace.Currency),
		Title: body.Text(p.Title), Brand: body.Text(p.Brand), Category: categoryOf(p), Fees: productFeesOf(p), SalesEstimate: estimateOf(p.Estimate),
		URLs:   ProductURLs{"https://www." + p.Marketplace.Domain + "/dp/" + f.ASIN.String(), body.Text(p.Image)},
		Prices: pricesOf(p), EstimatedSales: estimateOf(p.Estimate).EstimatedSales,
		BSR:               ProductRank{p.Rank.Ptr(), body.Maybe(p.Top, body.PercentOf), p.Mean30.Ptr(), p.Mean90.Ptr(), body.Maybe(p.Root, decimal)},
		RestrictionStatus: body.Text(f.Restriction.Value),
		Offers:            ProductOffers{p.Offers.FBA.Ptr(), p.Offers.FBM.Ptr(), ProductCompetitors{p.Offers.Near.Ptr()}, p.Offers.AmazonInStock.Ptr()},
		IsHazMat:          p.HazMat.Ptr(), IsMeltable: p.Meltable.Ptr(), IsFragile: p.Fragile.Ptr(), IsAdultProduct: p.Adult.Ptr(),
		IsOversize:      p.Oversize.Ptr(),
		Dimensions:      ProductDimensions{sizeOf(p.Package), sizeOf(p.Item)},
		PackageQuantity: p.Units.Ptr(), NumberOfItems: p.Items.Ptr(), Variation: ProductVariation{body.Text(p.ParentASIN), p.Variations.Ptr()},
		Identifiers:      ProductIdentifiers{listed(p.Codes.UPC), listed(p.Codes.EAN), listed(p.Codes.GTIN), listed(p.Codes.ISBN)},
		MonthlySoldBadge: f.History.Value.MonthlySold.Ptr(), DataGaps: gapsOf(p.Gaps),
		AsOf: ProductSourceTimes{toldAt(f.Catalog), toldAt(f.Offers), toldAt(f.Restriction), toldAt(f.History)},
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// listed returns an empty list for nil, so that the answer is never null.
func listed(list []string) []string { return append([]string{}, list...) }

func toldAt[T any](t lookup.Told[T]) *body.Time {
	if !t.OK() {
		return nil
	}
	return new(body.TimeOf(t.At))
}

func categoryOf(p app.Product) *ProductCategory {
	return body.Maybe(p.Root, func(id int64) ProductCategory {
		return ProductCategory{decimal(id), body.Text(p.RootName), body.Text(p.FeeCategory), string(p.FeeBasis)}
	})
}

func pricesOf(p app.Product) ProductPrices {
	lowest := func(a money.Amount) LowestPrice { return LowestPrice{body.MoneyOf(a)} }
	return ProductPrices{
		BuyBox: body.Maybe(p.Offers.Box, func(b lookup.Box) ProductBox {
			return ProductBox{body.MoneyOf(b.Price), body.MoneyOf(b.Shipping), b.Amazon.Ptr(), b.FBA.Ptr(), body.Text(b.Seller)}
		}),
		FBA: body.Maybe(p.Offers.LowestFBA, lowest), FBM: body.Maybe(p.Offers.LowestFBM, lowest),
		Amazon:    body.Maybe(p.Offers.Amazon, func(a money.Amount) ProductAmount { return ProductAmount{body.MoneyOf(a)} }),
		ListPrice: body.Maybe(p.ListPrice, body.MoneyOf),
	}
}

func productFeesOf(p app.Product) *ProductFees {
	price, ok := p.FeePrice.Get()
	if !ok {
		return nil
	}
	line := func(of fee.Type) *body.Money {
		if slices.Contains(p.Bill.Missing, of) {
			return nil
		}
		return new(body.MoneyOf(p.Bill.Of(of)))
	}
	out := ProductFees{
		FBAFee: line(fee.TypeFulfillment), ReferralFee: line(fee.TypeReferral), StorageFee: line(fee.TypeStorage), ClosingFee: line(fee.TypeClosing),
		Total: body.MoneyOf(p.Bill.Total), Price: body.MoneyOf(price), Source: body.Text(p.Bill.Source), Status: string(p.Bill.Status),
		AsOf: toldAt(p.Found.Fees[lookup.FeeQuestion{Price: price}]),
	}
	if out.ReferralFee != nil {
		rate := money.PercentFromUnits((2*p.Bill.Of(fee.TypeReferral).Units()*10_000 + price.Units()) / (2 * price.Units()) * 100)
		out.ReferralFeeRate = new(body.PercentOf(rate))
	}
	return &out
}

// sizeOf shows lengths in millimetres and weights in grams, both to four decimals.
func sizeOf(d lookup.Dimensions) *ProductSize {
	if d == (lookup.Dimensions{}) {
		return nil
	}
	in := func(n, unit int64) *body.Money {
		if n == 0 {
			return nil
		}
		step := unit / 10_000
		return new(body.MoneyOf(money.FromUnits((2*n + step) / (2 * step))))
	}
	return &ProductSize{in(d.Length, fee.Millimetre), in(d.Width, fee.Millimetre), in(d.Height, fee.Millimetre), in(d.Weight, fee.Gram)}
}

func exampleProduct() Product {
	us, at := marketplace.All()[0], body.Time("2026-11-20T12:00:00.000000Z").Time()
	estimate := exampleOf(sales.Answer{
		Evidence: sales.Evidence{Method: sales.ByBadge, Label: sales.Measured, Point: 346, Low: 300, High: optional.Some[int64](399)},
	})
	estimate.ASIN, estimate.Basis, estimate.Badge = optional.Some(exampleASIN), app.BasisMean, optional.Some[int64](300)
	price, counted := money.MustParse("25.99"), optional.Some[int64]
	facts := lookup.Facts{
		Title: "Steel bottle", Brand: "Acme", Root: counted(16310091), RootName: "Industrial & Scientific", Rank: counted(11218), Units: counted(1), Items: counted(1),
		Image: "https://m.media-amazon.com/images/I/61kSt4W4P4L.jpg", Adult: optional.Some(false), Codes: lookup.Codes{UPC: []string{"747474801770"}},
		Package: lookup.Dimensions{Length: 156 * fee.Millimetre, Width: 102 * fee.Millimetre, Height: 52 * fee.Millimetre, Weight: 235 * fee.Gram},
	}
	return productOf(app.Product{
		Marketplace: us, Facts: facts, FeeCategory: "Business, Industrial, Scientific", FeeBasis: fee.ByRoot, Oversize: optional.Some(false), Estimate: estimate, FeePrice: optional.Some(price),
		Found: lookup.Found{
			ASIN: exampleASIN, Catalog: lookup.Told[lookup.Facts]{At: at}, Offers: lookup.Told[lookup.Offers]{At: at},
			Restriction: lookup.Told[string]{Value: "ALLOWED_TO_SELL", At: at}, History: lookup.Told[lookup.Product]{At: at, Value: lookup.Product{MonthlySold: counted(300)}},
		},
		Offers: lookup.Offers{
			Box:       optional.Some(lookup.Box{Price: price, Seller: "A1EXAMPLE", Amazon: optional.Some(false), FBA: optional.Some(true)}),
			LowestFBA: optional.Some(price), FBA: counted(3), FBM: counted(1), Near: counted(2), AmazonInStock: optional.Some(false),
		},
		Bill: fee.Bill{
			Total: money.MustParse("7.47"), Source: fee.SourceAmazon, Status: fee.StatusPartial, Missing: []fee.Type{fee.TypeStorage},
			Lines: []fee.Line{
				{Type: fee.TypeReferral, Amount: money.MustParse("3.12"), Source: fee.SourceAmazon},
				{Type: fee.TypeFulfillment, Amount: money.MustParse("4.35"), Source: fee.SourceAmazon},
			},
		},
		Gaps: gap.List{{Field: "prices.fbm.minPrice", Reason: gap.NotFound}, {Field: "isFragile", Reason: gap.NotFound}},
	})
}
