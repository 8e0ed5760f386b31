package pricelist_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

func (o *outside) RatesOf(
	_ context.Context, _ id.Team, currencies []money.Currency, home money.Currency, day date.Date,
) (found []pricelist.Rate, err error) {
	for _, c := range currencies {
		o.rated = append(o.rated, string(c)+" "+string(home)+" "+day.String())
		if rate, ok := o.rates[c]; ok {
			found = append(found, pricelist.Rate{Currency: c, Rate: money.MustParseRate(rate)})
		}
	}
	return found, nil
}

// Costs in another currency take the team's rate of the day, which then stays. A given rate wins.
func TestCostsTakeTheRatesOfTheTeam(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		w.rates = map[money.Currency]string{"EUR": "1.1", "GBP": "2"}
		rows := list(4)
		for i, c := range []money.Currency{"", "EUR", "CNY", "GBP"} {
			rows[i].Identifier, rows[i].Currency, rows[i].Cost = ean(2*i), c, optional.Some(money.MustParse("10"))
		}
		made, err := w.analyses.Start(t.Context(), us, app.Draft{
			Values:   pricelist.Values{Way: pricelist.FBA},
			Expenses: pricelist.ExpensesPatch{Rates: optional.Put([]pricelist.Rate{{Currency: "GBP", Rate: money.MustParseRate("1.25")}})},
		}, rows)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.Equal(t, []string{"EUR USD 2026-03-20", "CNY USD 2026-03-20"}, w.rated)
		want := []pricelist.Rate{{Currency: "GBP", Rate: money.MustParseRate("1.25")}, {Currency: "EUR", Rate: money.MustParseRate("1.1")}}
		require.Equal(t, want, w.get(t, made.ID).Values.Expenses.Rates)
		units := func() (out []string) {
			for _, row := range w.byNumber(t, made.ID, pricelist.Filter{}) {
				out = append(out, optional.Convert(row.Result.Costing.Unit, money.Amount.String).Or("none"))
			}
			return out
		}
		require.Equal(t, []string{"10", "11", "none", "12.5"}, units())

		w.rates["EUR"] = "3"
		_, err = w.analyses.EditExpenses(t.Context(), us, made.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("1"))}, nil)
		require.NoError(t, err)
		require.Equal(t, []string{"10", "11", "none", "12.5"}, units(), "a later rate changes nothing")
	})
}
