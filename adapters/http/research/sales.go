package research

import (
	"context"
	"math"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/sales"
)

const estimation = "sales-estimation"

// RankQuestion asks for the sales at a rank. It names the root category by categoryId or category.
type RankQuestion struct {
	BSR        int64            `json:"bsr" minimum:"1" maximum:"100000000" doc:"Sales rank in the root category."`
	CategoryID body.Opt[int64]  `json:"categoryId,omitzero" minimum:"1" doc:"Identifier of the root category; not beside category."`
	Category   body.Opt[string] `json:"category,omitzero" minLength:"1" maxLength:"100" doc:"Name of the root category as the marketplace has it; not beside categoryId."`
}

// SalesEstimate estimates the sold units in thirty days. Unknown values are null.
type SalesEstimate struct {
	ASIN           *string         `json:"asin" doc:"The product; null for a rank."`
	Domain         string          `json:"domain" doc:"The marketplace."`
	MarketplaceID  string          `json:"marketplaceId" doc:"Amazon's identifier of the marketplace."`
	EstimatedSales *int64          `json:"estimatedSales" doc:"Units in the period."`
	Low            *int64          `json:"low" doc:"Lower end of the interval."`
	High           *int64          `json:"high" doc:"Upper end of the interval; null if it is open."`
	Level          int             `json:"level" doc:"Percent of products with sales that should be inside the interval."`
	Period         SalesPeriod     `json:"period" doc:"Period that the estimate is for. It is not a forecast."`
	Method         string          `json:"method" doc:"Evidence that gives the estimate: badge, own_sales, curve, drops or none."`
	Label          *string         `json:"label" doc:"How far it can be trusted: measured, own, calibrated, uncalibrated, extrapolated, or floor for a number that was exceeded."`
	Scope          string          `json:"scope" doc:"product, or family where only the sales of all variations together are known."`
	FamilySales    *int64          `json:"familySales" doc:"Units of all variations together, where they have one rank."`
	CategoryID     *int64          `json:"categoryId" doc:"The root category of the rank."`
	BSR            *int64          `json:"bsr" doc:"The rank that was counted with."`
	BSRBasis       *string         `json:"bsrBasis" doc:"mean30, the geometric mean of thirty days, current or given."`
	Badge          *int64          `json:"badge" doc:"Lower end of the monthly sales that the product page shows."`
	Trend90Percent *body.Percent   `json:"trend90Percent" doc:"Sales of thirty days compared with ninety, in percent."`
	ByMonth        []body.Percent  `json:"byMonth" doc:"Sales of each month of the year, from January, of the mean month, 2 for twice as much; empty without thirteen months of ranks."`
	Evidence       []SalesEvidence `json:"evidence" doc:"All evidence, the strongest first."`
	Calibration    *SalesCurve     `json:"calibration" doc:"The fitted curve of the root category; null before it was fitted."`
	DataGaps       []DataGap       `json:"dataGaps" doc:"Missing members, each with the reason."`
}

// SalesCurve describes the curve of a root category and the accuracy of its estimates.
type SalesCurve struct {
	CurveVersion int64          `json:"curveVersion" doc:"The fit."`
	Points       int            `json:"points" doc:"Products that it was fitted to."`
	FittedAt     body.Time      `json:"fittedAt" doc:"Time of the fit."`
	Market       string         `json:"market" doc:"Domain of the marketplace."`
	Coverage     *SalesCoverage `json:"coverage" doc:"How many estimates were right; null before any could be judged."`
}

// SalesCoverage counts estimates that could later be compared with the actual sales.
type SalesCoverage struct {
	Inside int       `json:"inside" doc:"Estimates with the actual sales inside the interval."`
	Of     int       `json:"of" doc:"All of them."`
	Since  body.Time `json:"since" doc:"Since when they count."`
}

// SalesPeriod has the days of an estimate.
type SalesPeriod struct {
	From body.Time `json:"from" doc:"Its beginning."`
	To   body.Time `json:"to" doc:"Its end."`
	Days int       `json:"days" doc:"Its length."`
}

// SalesEvidence has the estimate of one method.
type SalesEvidence struct {
	Method         string `json:"method" doc:"badge, own_sales, curve or drops."`
	Label          string `json:"label" doc:"How far it can be trusted."`
	EstimatedSales int64  `json:"estimatedSales" doc:"Units."`
	Low            int64  `json:"low" doc:"Lower end."`
	High           *int64 `json:"high" doc:"Upper end; null if it is open."`
}

type rankInput struct {
	httpx.Marketplace
	Body RankQuestion
}

// SalesRoutes adds the estimates of sales.
func SalesRoutes(estimates *app.Estimates) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "estimateSalesByAsin", Method: http.MethodGet, Path: "/sales-estimation/{asin}", Group: estimation, Noun: "product",
			Summary: "Estimate sales of a product",
			Description: "Estimates how many units of a product all sellers together sell in thirty days. The evidence is " +
				"the sales that the product page shows, else the sales rank, else how often the rank rose. The " +
				"interval should contain the sales of eight of ten products.\n\n" +
				"It needs a provider of price histories; without it the call is 422 not_supported. It costs one " +
				"token of the plan; an answer that the team paid for within 24 hours costs nothing.",
			Errors:  []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusUnprocessableEntity},
			Example: exampleEstimate(),
		}, httpx.AnswerPlain(estimateOf, func(ctx context.Context, who caller.Caller, in *productPath) (app.Estimate, error) {
			return estimates.ByASIN(ctx, who, in.ASIN, marketplace.Choice(in.Marketplace))
		}))
		httpx.Register(r, httpx.Operation{
			ID: "estimateSalesByRank", Method: http.MethodPost, Path: "/sales-estimation", Group: estimation, Reads: true, Outside: true,
			Summary: "Estimate sales at a rank",
			Description: "Estimates how many units a product at a sales rank sells in thirty days. Give either categoryId " +
				"or category. A root category that the marketplace does not have is 422 not_supported. It costs " +
				"no token.",
			Errors:  []int{http.StatusUnprocessableEntity},
			Example: exampleRankEstimate(), RequestExample: RankQuestion{BSR: 11218, CategoryID: body.OptOf(int64(16310091))},
		}, httpx.AnswerPlain(estimateOf, func(ctx context.Context, who caller.Caller, in *rankInput) (app.Estimate, error) {
			if in.Body.CategoryID.Set == in.Body.Category.Set {
				return app.Estimate{}, conflicting("/category", "Give either categoryId or category.")
			}
			return estimates.ByRank(ctx, who, app.RankQuestion{
				Choice: marketplace.Choice(in.Marketplace), Rank: in.Body.BSR, ID: in.Body.CategoryID.Maybe(), Category: in.Body.Category.Value,
			})
		}))
	}
}

func estimateOf(e app.Estimate) SalesEstimate {
	out := SalesEstimate{
		ByMonth: []body.Percent{},
		ASIN:    body.Maybe(e.ASIN, asin.ASIN.String), Domain: e.Marketplace.Domain, MarketplaceID: string(e.Marketplace.ID), Level: int(sales.Level * 100),
		Period: SalesPeriod{body.TimeOf(e.From), body.TimeOf(e.To), sales.Days}, Method: string(e.Method), Scope: "product", CategoryID: e.Root.Ptr(),
		BSR: body.Maybe(e.Rank, nearest), Badge: e.Badge.Ptr(), Label: body.Text(e.Label),
		Trend90Percent: body.Maybe(e.Trend, func(p float64) body.Percent { return rounded(p, 100) }), Evidence: []SalesEvidence{}, DataGaps: gapsOf(e.Gaps),
	}
	if f, ok := e.Curve.Get(); ok && f.Version > 0 {
		out.Calibration = &SalesCurve{
			CurveVersion: f.Version, Points: f.Points, FittedAt: body.TimeOf(f.At), Market: e.Marketplace.Domain,
			Coverage: body.Maybe(f.Coverage, func(c sales.Coverage) SalesCoverage {
				return SalesCoverage{c.Inside, c.Of, body.TimeOf(f.At.Add(-app.JudgedFor))}
			}),
		}
	}
	if e.Rank.Known() {
		out.BSRBasis = body.Text(e.Basis)
	}
	if family, ok := e.Family.Get(); ok {
		out.FamilySales = new(family.Point)
		if e.Method == sales.Unknown {
			out.Scope = "family"
		}
	}
	if months, ok := e.ByMonth.Get(); ok {
		out.ByMonth = body.Each(months[:], func(m float64) body.Percent { return rounded(m, 1) })
	}
	if e.Method == sales.Unknown {
		return out
	}
	out.EstimatedSales, out.Low, out.High = new(e.Point), new(e.Low), e.High.Ptr()
	for _, one := range append([]sales.Evidence{e.Answer.Evidence}, e.Others...) {
		out.Evidence = append(out.Evidence, SalesEvidence{string(one.Method), string(one.Label), one.Point, one.Low, one.High.Ptr()})
	}
	return out
}

// rounded rounds a share to a step in ten-thousandths, within the bounds of percentages.
func rounded(f float64, step int64) body.Percent {
	units := int64(math.Round(max(-1e9, min(f, 1e9))*10_000/float64(step))) * step
	return body.PercentOf(money.PercentFromUnits(units))
}

func nearest(r float64) int64 { return int64(math.Round(r)) }

func exampleEstimate() SalesEstimate {
	e := exampleOf(sales.Answer{
		Evidence: sales.Evidence{Method: sales.ByBadge, Label: sales.Measured, Point: 346, Low: 300, High: optional.Some[int64](399)},
		Others:   []sales.Evidence{{Method: sales.ByCurve, Label: sales.Calibrated, Point: 414, Low: 238, High: optional.Some[int64](721)}},
	})
	e.Curve = optional.Some(sales.Fitted{
		Version: 17, At: e.To.Add(-8 * time.Hour), Curve: sales.Curve{Points: 388, Coverage: optional.Some(sales.Coverage{Inside: 161, Of: 202})},
	})
	e.ASIN, e.Basis, e.Badge, e.Trend = optional.Some(exampleASIN), app.BasisMean, optional.Some[int64](300), optional.Some(12.5)
	return estimateOf(e)
}

func exampleRankEstimate() SalesEstimate {
	return estimateOf(exampleOf(sales.Answer{
		Evidence: sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 414, Low: 131, High: optional.Some[int64](1309)},
	}))
}

func exampleOf(a sales.Answer) app.Estimate {
	to := body.Time("2026-11-20T12:00:00.000000Z").Time()
	return app.Estimate{
		Marketplace: marketplace.All()[0], Answer: a, From: to.AddDate(0, 0, -sales.Days), To: to, Root: optional.Some[int64](16310091),
		Rank: optional.Some(11218.0), Basis: app.BasisGiven,
	}
}
