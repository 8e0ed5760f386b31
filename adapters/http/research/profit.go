package research

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

const products = "products"

var exampleASIN = asin.MustParse("B0SIM0000A")

// productPath names the product of a call.
type productPath struct {
	ASIN string `path:"asin" pattern:"^[0-9A-Za-z]{10}$" patternDescription:"10 letters or digits" doc:"Amazon's identifier of the product, in either letter case." example:"B0SIM0000A"`
	httpx.Marketplace
}

type profitInput struct {
	productPath
	Body ProfitQuestion
}

// ProfitRoutes adds the calculation of profit.
func ProfitRoutes(profits *app.Profits) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "calculateProductProfit", Method: http.MethodPost, Path: "/products/{asin}/profit", Group: products, Reads: true,
			Summary: "Calculate profit",
			Description: "Calculates the profit of a unit after Amazon's fees, VAT and all costs, from Amazon's warehouse " +
				"and from the seller's own. The answer has profit, returns, break-even, and the highest cost and " +
				"first price that reach a target. Each fee names its row of the fee table.\n\n" +
				"date selects another day, such as a day with Christmas fees. compare calculates other " +
				"marketplaces too; each may fail alone.\n\n" +
				"Missing input is looked up as by getProduct. The price is the buy box price, else the lowest " +
				"from Amazon's warehouse, else the lowest of sellers. Category and dimensions are looked up too. " +
				"Today's fees come line by line from Amazon's estimate, else Keepa, else the fee tables. If " +
				"break-even lies beyond a jump of the fees, Amazon is asked again there.\n\n" +
				"A look-up costs one token of the plan for each marketplace, unless the team paid a token for the " +
				"product within 24 hours. With feeSource table and a price, and wherever nothing has to be looked " +
				"up, no other service is asked, no connection is needed and no token is spent. With a price, a " +
				"look-up that fails costs nothing and is a gap. feeSource amazon and keepa need their source and " +
				"fail with it.",
			Errors: []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusUnprocessableEntity}, Noun: "product", Outside: true,
			Example: exampleProfit(), RequestExample: exampleProfitQuestion(),
		}, httpx.AnswerPlain(profitOf, func(ctx context.Context, who caller.Caller, in *profitInput) (app.ProfitAnswer, error) {
			q, err := in.Body.query(*in)
			if err != nil {
				return app.ProfitAnswer{}, err
			}
			return profits.Calculate(ctx, who, q)
		}))
	}
}

func exampleProfitQuestion() ProfitQuestion {
	side := func(text string) body.PositiveMoney { return body.PositiveMoneyOf(money.MustParse(text)) }
	return ProfitQuestion{
		Price: body.OptOf(side("25.99")), Date: body.OptOf(body.Day("2026-05-10")), Cost: body.MoneyOf(money.MustParse("8")),
		Fulfillment: body.OptOf(body.Word[profit.Fulfillment]("fba")), Category: body.OptOf("Business, Industrial, Scientific"),
		Dimensions: body.OptOf(PackageSize{side("156"), side("102"), side("52"), side("235")}),
		TargetROI:  body.OptOf(body.PercentOf(money.MustParsePercent("50"))), Compare: []Domain{"amazon.de"},
		Prices: PriceByDomain{"amazon.de": side("27.5")}, ExchangeRates: RateByCurrency{"EUR": body.RateOf(money.MustParseRate("0.92"))},
	}
}

// exampleProfit returns an example of an answer. Its figures apply to the first marketplace of the
// example question.
func exampleProfit() Profit {
	us, de := marketplace.All()[0], marketplace.All()[5]
	amount, share := money.MustParse, money.MustParsePercent
	line := func(of fee.Type, sum, table, row, from string) fee.Line {
		return fee.Line{Type: of, Amount: amount(sum), Source: fee.SourceTable, Explain: fee.Explain{
			Table: table, Row: row, Period: fee.Period{From: date.MustParse(from)}, Certainty: fee.CertaintyA,
		}}
	}
	referral, shipped := line(fee.TypeReferral, "3.12", "us.referral.2026", "Business, Industrial, Scientific", "2026-01-15"),
		line(fee.TypeFulfillment, "4.35", "us.fba.2026.regular.non_peak", "large_standard.12oz", "2026-01-15")
	referral.Explain.Rate = optional.Some(share("12"))
	shipped.Explain.Base, shipped.Explain.Surcharge = optional.Some(amount("4.2")), optional.Some(amount("0.15"))
	shipped.Explain.SurchargeTable = "us.surcharge.2026"
	some := optional.Some[money.Amount]
	side := profit.Side{
		Profit: some(amount("10.5")), ROI: optional.Some(share("131.22")), Margin: optional.Some(share("40.39")), Markup: optional.Some(share("131.22")),
		NetProceeds: some(amount("18.5")), BreakEven: some(amount("14.07")), BreakEvenSafe: some(amount("14.07")),
		MaxCost: profit.Targets{ROI: some(amount("12.33"))}, PriceFor: profit.Targets{ROI: some(amount("18.61"))},
		Fees: fee.Bill{
			Lines: []fee.Line{referral, shipped}, Total: amount("7.47"), Source: fee.SourceTable, Status: fee.StatusEstimated,
			Fit: optional.Some(fee.Fit{Tier: fee.Tier{Name: "large_standard"}, Shipping: 235 * fee.Gram}),
		},
		Costs: profit.Costs{Net: amount("8")}, VAT: profit.Taxes{OnFees: some(money.Amount{}), Due: some(money.Amount{})},
	}
	other := side
	other.Profit, other.ROI, other.Margin, other.BreakEven = some(amount("9.11")), optional.Some(share("147.33")), optional.Some(share("39.42")), some(amount("12.9"))
	other.Fees.Total = amount("7.81")
	return profitOf(app.ProfitAnswer{
		ASIN: exampleASIN, Marketplace: us, PriceSource: app.PriceGiven, Source: app.SourceAuto, FBA: optional.Some(side),
		Input: profit.Input{
			Market: &fee.Market{}, Currency: us.Currency, Day: date.MustParse("2026-05-10"), Price: amount("25.99"), Cost: amount("8"),
			VAT: vat.Given{}.On(us, date.MustParse("2026-05-10")), Product: fee.Product{Category: "Business, Industrial, Scientific", Placement: fee.PlacementNone, StorageMonths: 10_000},
		},
		Compared: []app.Compared{{Marketplace: de, Price: some(amount("27.5")), PriceSource: app.PriceGiven, Cost: amount("7.36"), Side: other}},
	})
}
