package research

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/feetable"
	api "sellingassistant/adapters/http/research"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/profit"
)

// tables returns the embedded fee tables.
var tables = sync.OnceValues(feetable.Read)

// profitInput has the members of the API's question, and the country of the marketplace.
type profitInput map[string]json.RawMessage

// question reads the input by the API. An absent member and null are the same.
func (in profitInput) question() (api.CaseQuestion, error) {
	var country string
	err := json.Unmarshal(in["marketplace"], &country)
	all := marketplace.All()
	i := slices.IndexFunc(all, func(m marketplace.Marketplace) bool { return m.Country == country })
	if err != nil || i < 0 {
		return api.CaseQuestion{}, errors.New("marketplace must be the country of a marketplace")
	}
	members := map[string]json.RawMessage{
		// The API takes a cost without VAT by default. The format of the cases is older.
		"costIncludesVat": json.RawMessage("true"),
	}
	for name, text := range in {
		switch {
		case name == "marketplace", string(text) == "null", name == "curve" && string(text) == "false":
		case name == "curve" && string(text) == "true":
			members[name] = json.RawMessage("{}")
		default:
			members[name] = text
		}
	}
	text, err := json.Marshal(members)
	if err != nil {
		return api.CaseQuestion{}, err
	}
	q, err := api.ProfitOfCase(text, all[i])
	if err != nil {
		return q, plain(err)
	}
	markets, err := tables()
	q.Market, _ = markets.Market(country, q.CentralEurope)
	return q, err
}

// plain returns the sentence of a refusal.
func plain(err error) error {
	if f, ok := fault.As(err); ok {
		return errors.New(f.Message)
	}
	return err
}

func profitOf(in profitInput) (casefile.Members, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	answer := casefile.Members{"currency": q.Currency, "date": q.Day.String(), "price": digits(q.Price)}
	for name, merchant := range map[profit.Fulfillment]bool{profit.FBA: false, profit.FBM: true} {
		if !q.Fulfillment.Has(name) {
			continue
		}
		q.Merchant = merchant
		side, err := profit.Evaluate(q.Input)
		if err != nil {
			return nil, plain(err)
		}
		if answer[string(name)], err = sideOf(side, q.Input); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

func digits(v fmt.Stringer) json.Number { return json.Number(v.String()) }

// sideOf has the members of the API's answer, and among its fees the sum of each type.
func sideOf(s profit.Side, in profit.Input) (casefile.Members, error) {
	text, err := json.Marshal(api.SideOfCase(s, in))
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out casefile.Members
	if err := d.Decode(&out); err != nil {
		return nil, err
	}
	fees, _ := out["fees"].(map[string]any)
	for _, l := range s.Fees.Lines {
		fees[string(l.Type)] = digits(s.Fees.Of(l.Type))
	}
	return out, nil
}
