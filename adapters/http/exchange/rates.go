package exchange

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/exchange"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

var rateSorts = records.Sortable{Fields: []string{"date", "base", "quote", "created_at", "id"}, Default: "-date"}

type listRatesInput struct {
	records.RecordInput
	Base   []body.Currency              `query:"base" maxItems:"50" doc:"Any of these base currencies."`
	Quote  []body.Currency              `query:"quote" maxItems:"50" doc:"Any of these quote currencies."`
	Source []body.Word[exchange.Source] `query:"source" maxItems:"2" doc:"Any of these sources."`
	From   body.Opt[body.Day]           `query:"from" doc:"Of this day or later."`
	To     body.Opt[body.Day]           `query:"to" doc:"Of this day or earlier."`
}

func (in *listRatesInput) filter() app.Filter {
	return app.Filter{
		Bases: body.Words[money.Currency](in.Base), Quotes: body.Words[money.Currency](in.Quote),
		Sources: body.Words[exchange.Source](in.Source),
		From:    optional.Map(in.From.Field, body.Day.Date).Ptr(), To: optional.Map(in.To.Field, body.Day.Date).Ptr(),
	}
}

// RateRoutes registers the operations of exchange rates.
func RateRoutes(rates *app.Rates) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/exchange-rates", Group: "exchange-rates", Noun: "exchange rate"}
		records.List(k, httpx.Operation{
			ID: "listExchangeRates", Summary: "List exchange rates",
			Description: "Lists the rates that the team entered, the newest first. Where the operator reads them, the " +
				"reference rates of the European Central Bank (ECB) are among them. It is an extra of this service.\n\n" +
				"An amount is converted with the last rate on or before its day, at most 7 days old: a rate of the " +
				"pair, else the inverse of its rate, else a cross through EUR. A rate that the team entered, in " +
				"either direction, wins over the ECB's rate of the same day. Without a rate, operations that need it are 422 " +
				"exchange_rate_missing with base, quote and date.",
		}, rateSorts, rateOf, exampleRate(),
			func(
				ctx context.Context, who caller.Caller, input *listRatesInput, req page.Request,
			) (page.Page[exchange.Rate], error) {
				return rates.List(ctx, who, input.filter(), req)
			})
		entered := EnteredExchangeRates{Created: 1, Rates: []ExchangeRate{exampleRate()}}
		httpx.Register(r, httpx.Operation{
			ID: "putExchangeRates", DryRun: true, Method: http.MethodPut, Path: k.Path, Group: k.Group, Beta: true,
			Summary: "Enter exchange rates",
			Description: "Stores up to 1,000 rates, all together or nothing. A rate of the same pair and date that the team " +
				"entered before is replaced, and the same call again changes nothing. Equal currencies, and a pair " +
				"and date named twice, are 422 validation_failed. More than 200,000 rates of a team are 422 " +
				"limit_reached. Records that have taken a rate keep it. It is an extra of this service.",
			RequestExample: exampleRates(), Example: body.One[EnteredExchangeRates]{Data: entered},
			Errors: []int{http.StatusUnprocessableEntity},
		}, httpx.AnswerOne(enteredOf, func(
			ctx context.Context, who caller.Caller, input *httpx.Sent[ExchangeRateEntries],
		) (app.Written, error) {
			return rates.Put(ctx, who, body.Each(input.Body.Rates, NewExchangeRate.entry))
		}))
		records.Delete(k, httpx.Operation{
			ID: "deleteExchangeRate", Summary: "Remove an exchange rate",
			Description: "Removes a rate that the team entered. Records that have taken it keep it. It is an extra of this " +
				"service.",
		}, rates.Delete)
	}
}
