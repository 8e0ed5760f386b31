package research

import (
	"encoding/json"
	"errors"
	"sync"

	"sellingassistant/adapters/http/httpx/form"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/profit"
)

type casePart struct {
	Input ProfitQuestion `json:"input"`
}

// readCase compiles the schema at the first case: the server does not need it.
var readCase = sync.OnceValue(func() func(string) (casePart, error) {
	return form.JSON[casePart]("input", "an object")
})

// CaseQuestion has the question of a worked case. Its fees lack the tables of the market.
type CaseQuestion struct {
	profit.Input
	Fulfillment   profit.Fulfillment
	CentralEurope bool
}

// ProfitOfCase reads a worked case by the body of the operation. Nothing is looked up, so it needs
// price and date; without storageMonths it counts one month. The message of a fault names the
// member.
func ProfitOfCase(text json.RawMessage, m marketplace.Marketplace) (CaseQuestion, error) {
	part, err := readCase()(string(text))
	if err != nil {
		return CaseQuestion{}, err
	}
	q, err := part.Input.query(profitInput{})
	if err != nil {
		return CaseQuestion{}, err
	}
	price, priced := q.Price.Get()
	day, dated := q.Day.Get()
	switch {
	case !priced || !dated:
		return CaseQuestion{}, errors.New("price and date are required")
	case q.Source != app.SourceAuto && q.Source != app.SourceTable:
		return CaseQuestion{}, errors.New("feeSource must be auto or table")
	case len(q.Compare.Domains)+len(q.Compare.Prices)+len(q.Compare.Rates) > 0:
		return CaseQuestion{}, errors.New("a case has one marketplace: it takes no compare, prices and exchangeRates")
	}
	out := CaseQuestion{Input: q.Given, Fulfillment: q.Fulfillment, CentralEurope: q.CentralEurope}
	out.Currency, out.Day, out.Price, out.VAT = m.Currency, day, price, q.VAT.On(m, day)
	out.Product.StorageMonths = q.StorageMonths.Or(money.MustParse("1")).Units()
	out.Curve = optional.Convert(q.Curve, func(c app.ProfitCurve) profit.Range { return c.Around(price, m.Currency) })
	return out, nil
}

// SideOfCase shows one way of fulfillment as the answer of the operation does.
func SideOfCase(s profit.Side, sale profit.Input) ProfitSide { return *sideOf(optional.Some(s), sale) }
