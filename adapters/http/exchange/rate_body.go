package exchange

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/exchange"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// ExchangeRate shows the exchange rate of two currencies on a day.
type ExchangeRate struct {
	ID        *int64    `json:"id" doc:"Identifier of a rate that the team entered; null for a rate of the ECB."`
	Base      string    `json:"base" doc:"Currency that is converted, an ISO 4217 code."`
	Quote     string    `json:"quote" doc:"Currency of the result, an ISO 4217 code."`
	Date      string    `json:"date" doc:"The day of the rate."`
	Rate      body.Rate `json:"rate" doc:"How much quote is 1 base."`
	Source    string    `json:"source" enum:"manual,ecb" doc:"manual: entered by the team. ecb: from the ECB."`
	Version   int64     `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt body.Time `json:"created_at" doc:"When the rate was entered, or read from the ECB."`
	UpdatedAt body.Time `json:"updated_at" doc:"When the rate last changed."`
}

// NewExchangeRate enters the rate of two currencies on a day.
type NewExchangeRate struct {
	Base  body.Currency `json:"base" doc:"Currency that is converted, an ISO 4217 code."`
	Quote body.Currency `json:"quote" doc:"Currency of the result, an ISO 4217 code; not base."`
	Date  body.Day      `json:"date" doc:"The day of the rate, from 1990 to 2100."`
	Rate  body.Rate     `json:"rate" doc:"How much quote is 1 base."`
}

// ExchangeRateEntries enters exchange rates.
type ExchangeRateEntries struct {
	Rates []NewExchangeRate `json:"rates" minItems:"1" maxItems:"1000" doc:"Each pair and date once."`
}

// EnteredExchangeRates counts the results of a call, and shows its rates.
type EnteredExchangeRates struct {
	Created   int            `json:"created" doc:"How many rates are new."`
	Updated   int            `json:"updated" doc:"How many rates of the team they replaced."`
	Unchanged int            `json:"unchanged" doc:"How many rates were there already."`
	Rates     []ExchangeRate `json:"rates" doc:"The rates, in the order of the call."`
}

func rateOf(r exchange.Rate) ExchangeRate {
	v := r.Values
	out := ExchangeRate{
		Base: string(v.Base), Quote: string(v.Quote), Date: v.Day.String(), Rate: body.RateOf(v.Rate),
		Source: string(v.Source), Version: r.Version,
		CreatedAt: body.TimeOf(r.CreatedAt), UpdatedAt: body.TimeOf(r.UpdatedAt),
	}
	if v.Source == exchange.Manual {
		out.ID = new(int64(r.ID))
	}
	return out
}

func (n NewExchangeRate) entry() exchange.Entry {
	return exchange.Entry{
		Base: optional.Put(money.Currency(n.Base)), Quote: optional.Put(money.Currency(n.Quote)),
		Day: optional.Put(n.Date.Date()), Rate: optional.Put(n.Rate.Exact()),
	}
}

func enteredOf(w app.Written) EnteredExchangeRates {
	return EnteredExchangeRates{
		Created: w.Created, Updated: w.Updated, Unchanged: w.Unchanged, Rates: body.Each(w.Rates, rateOf),
	}
}

func exampleRate() ExchangeRate {
	return ExchangeRate{
		ID: new(int64(1)), Base: "CNY", Quote: "USD", Date: "2026-03-02", Rate: body.RateOf(money.MustParseRate("0.1389")),
		Source: "manual", Version: 1, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-02T08:00:00.000000Z",
	}
}

func exampleRates() ExchangeRateEntries {
	return ExchangeRateEntries{Rates: []NewExchangeRate{
		{Base: "CNY", Quote: "USD", Date: "2026-03-02", Rate: body.RateOf(money.MustParseRate("0.1389"))},
	}}
}
