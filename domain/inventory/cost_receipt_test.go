package inventory_test

import (
	"cmp"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// layerCase has the members of a layer in the file of cases.
type layerCase struct {
	From   string          `json:"from"`
	To     *string         `json:"to"`
	Unit   json.Number     `json:"unit_cost"`
	Money  money.Currency  `json:"currency"`
	Source string          `json:"source"`
	Prep   json.Number     `json:"prep_cost"`
	In     json.Number     `json:"inbound_shipping"`
	Other  json.Number     `json:"other_cost"`
	VAT    json.RawMessage `json:"vat_rate"`
}

func (l layerCase) layer() inventory.CostLayer {
	amount := func(n json.Number) money.Amount { return money.MustParse(cmp.Or(string(n), "0")) }
	out := inventory.CostLayer{From: date.MustParse(l.From), To: optional.Convert(optional.Of(l.To), date.MustParse), Cost: inventory.Cost{
		Unit: amount(l.Unit), Prep: amount(l.Prep), InboundShipping: amount(l.In), Other: amount(l.Other), Currency: l.Money,
		Source: inventory.Source{Kind: inventory.SourceKind(l.Source)},
	}}
	if l.VAT != nil {
		out.Cost.VATRate = optional.Some(money.MustParsePercent(string(l.VAT)))
	}
	return out
}

func layersOf(t require.TestingT, list []layerCase) inventory.CostLayers {
	out := make([]inventory.CostLayer, len(list))
	for i, l := range list {
		out[i] = l.layer()
	}
	c, err := inventory.RestoreCostLayers(out)
	require.NoError(t, err)
	return c
}

// anonymous returns the layers without the records that they came from.
func anonymous(c inventory.CostLayers) []inventory.CostLayer {
	list := c.All()
	for i := range list {
		list[i].Cost.Source.ID = optional.None[int64]()
	}
	return list
}

func TestCasesOfReceipts(t *testing.T) {
	var cases []struct {
		Name  string
		Input struct {
			Layers       []layerCase
			Day          string
			Method       string
			Stock        int64          `json:"stock_before"`
			Currency     money.Currency `json:"order_currency"`
			CostCurrency money.Currency `json:"cost_currency"`
			Rate         json.Number    `json:"exchange_rate"`
			Receipts     []struct {
				Accepted int64
				Landed   json.Number `json:"landed_unit_cost"`
			}
		}
		Expected struct {
			Written *bool `json:"cost_written"`
			Layers  []layerCase
		}
	}
	file, err := os.ReadFile("testdata/cost_layers.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(file, &cases))
	require.Len(t, cases, 12)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			day := inventory.CostDay{Day: date.MustParse(c.Input.Day), Stock: c.Input.Stock, Average: c.Input.Method == "weighted_average"}
			for _, r := range c.Input.Receipts {
				landed, ok := new(big.Rat).SetString(string(r.Landed))
				require.True(t, ok)
				day.Receipts = append(day.Receipts, inventory.CostReceipt{
					Order: 7, Units: r.Accepted, Landed: landed, Currency: cmp.Or(c.Input.Currency, "USD"),
					CostCurrency: cmp.Or(c.Input.CostCurrency, "USD"), Rate: money.MustParseRate(cmp.Or(string(c.Input.Rate), "1")),
				})
			}
			before := layersOf(t, c.Input.Layers)
			after, notes, err := before.Receive(day)
			require.NoError(t, err)
			require.Equal(t, anonymous(layersOf(t, c.Expected.Layers)), anonymous(after))
			if c.Expected.Written != nil {
				require.Equal(t, *c.Expected.Written, notes[0][0] == "")
			}
			again, _, err := after.Receive(day)
			require.NoError(t, err)
			require.Equal(t, after, again, "written again")
		})
	}
}

func cameFrom(order, units int64, landed string) inventory.CostReceipt {
	exact, _ := new(big.Rat).SetString(landed)
	return inventory.CostReceipt{Order: order, Units: units, Landed: exact, Currency: "USD", CostCurrency: "USD", Rate: money.One}
}

func TestNotesOfReceipts(t *testing.T) {
	day := date.MustParse("2026-03-10")
	manual, _, err := inventory.CostLayers{}.Set(days("2026-03-10", ""), costOf("7"))
	require.NoError(t, err)
	same, notes, err := manual.Receive(inventory.CostDay{Day: day, Receipts: []inventory.CostReceipt{cameFrom(1, 1, "5"), cameFrom(2, 1, "6")}})
	require.NoError(t, err)
	require.Equal(t, manual, same)
	require.Equal(t, [][]inventory.CostNote{{inventory.NoteManualCost, inventory.NoteManualCost}}, notes)

	// A receipt of a third currency is left out, the others are not.
	inForce, _, err := inventory.CostLayers{}.Set(days("2026-03-01", ""), costOf("4"))
	require.NoError(t, err)
	foreign := cameFrom(3, 9, "70")
	foreign.Currency, foreign.CostCurrency = "CNY", "EUR"
	c, notes, err := inForce.Receive(inventory.CostDay{Day: day, Receipts: []inventory.CostReceipt{foreign, cameFrom(2, 1, "6")}})
	require.NoError(t, err)
	require.Equal(t, []string{"2026-03-01/2026-03-09 4", "2026-03-10/ 6"}, told(c))
	require.Equal(t, [][]inventory.CostNote{{inventory.NoteCurrency, ""}}, notes)
	l, _ := c.In(day)
	require.Equal(t, inventory.Source{Kind: inventory.SourcePurchaseOrder, ID: optional.Some(int64(2))}, l.Cost.Source)

	// Shares of the landed cost are not known in a currency that makes them too large.
	small := cameFrom(1, 1, "99999999999")
	c, notes, err = inForce.Receive(inventory.CostDay{Day: day, Receipts: []inventory.CostReceipt{small}})
	require.NoError(t, err)
	require.Equal(t, inForce, c)
	require.Equal(t, [][]inventory.CostNote{{inventory.NoteLimit}}, notes)

	prepared := cameFrom(1, 1, "5")
	prepared.Prep = optional.Some(money.Sum{Amount: money.MustParse("0.3"), Currency: "USD"})
	c, _, err = inForce.Receive(inventory.CostDay{Day: day, Receipts: []inventory.CostReceipt{prepared}})
	require.NoError(t, err)
	l, _ = c.In(day)
	require.Equal(t, "0.3", l.Cost.Prep.String())
	prepared.Prep = optional.Some(money.Sum{Amount: money.MustParse("0.3"), Currency: "EUR"})
	same, _, err = inForce.Receive(inventory.CostDay{Day: day, Receipts: []inventory.CostReceipt{prepared}})
	require.True(t, fault.Is(err, fault.CodeValidationFailed))
	require.Equal(t, inForce, same)
}

func TestLaterReceiptsBuildOnEarlierOnes(t *testing.T) {
	inForce, _, err := inventory.CostLayers{}.Set(days("2026-03-01", ""), costOf("4"))
	require.NoError(t, err)
	first := inventory.CostDay{Day: date.MustParse("2026-03-10"), Average: true, Stock: 10, Receipts: []inventory.CostReceipt{cameFrom(1, 10, "6")}}
	second := inventory.CostDay{Day: date.MustParse("2026-03-20"), Average: true, Stock: 20, Receipts: []inventory.CostReceipt{cameFrom(2, 20, "7")}}
	late, _, err := inForce.Receive(second)
	require.NoError(t, err)
	require.Equal(t, []string{"2026-03-01/2026-03-19 4", "2026-03-20/ 5.5"}, told(late))
	both, _, err := late.Receive(first, second)
	require.NoError(t, err)
	require.Equal(t, []string{"2026-03-01/2026-03-09 4", "2026-03-10/2026-03-19 5", "2026-03-20/ 6"}, told(both))
}

func TestLayersOfReceiptsAreBounded(t *testing.T) {
	var c inventory.CostLayers
	first := date.MustParse("2010-01-01")
	for i := range inventory.MaxCostLayers + 1 {
		next, notes, err := c.Receive(inventory.CostDay{Day: first.Add(i), Receipts: []inventory.CostReceipt{cameFrom(1, 1, "5")}})
		require.NoError(t, err)
		if i == inventory.MaxCostLayers {
			require.Equal(t, [][]inventory.CostNote{{inventory.NoteLimit}}, notes)
			require.Equal(t, c, next)
		}
		c = next
	}
	require.Len(t, c.All(), inventory.MaxCostLayers)
}

func TestUndo(t *testing.T) {
	march := []layerCase{
		{From: "2026-01-01", To: new("2026-03-09"), Unit: "4", Source: "api"},
		{From: "2026-03-10", To: new("2026-03-19"), Unit: "5", Source: "purchase_order"},
		{From: "2026-03-25", Unit: "6", Source: "purchase_order"},
	}
	c := layersOf(t, march)
	for day, kind := range map[string]inventory.SourceKind{
		"2026-01-01": inventory.SourcePurchaseOrder, "2026-03-11": inventory.SourcePurchaseOrder, "2026-03-10": inventory.SourceDocument,
	} {
		same, dropped := c.Undo(date.MustParse(day), kind)
		require.False(t, dropped)
		require.Equal(t, c, same)
	}
	one, dropped := c.Undo(date.MustParse("2026-03-10"), inventory.SourcePurchaseOrder)
	require.True(t, dropped)
	require.Equal(t, []string{"2026-01-01/2026-03-19 4", "2026-03-25/ 6"}, told(one))
	both, dropped := one.Undo(date.MustParse("2026-03-25"), inventory.SourcePurchaseOrder)
	require.True(t, dropped)
	require.Equal(t, []string{"2026-01-01/2026-03-19 4"}, told(both), "a gap before it stays")
	require.Len(t, c.All(), 3)
}

// TestReceiptsAgainstACalendar compares the layers of receipts, booked and corrected in any order,
// with a plain list of days.
func TestReceiptsAgainstACalendar(t *testing.T) {
	const horizon = 40
	first := date.MustParse("2026-01-01")
	often(t, func(t *rapid.T) {
		average := rapid.Bool().Draw(t, "average")
		var start []inventory.CostLayer
		manual := map[int]int64{} // the day on which a cost by hand begins
		for i := rapid.IntRange(0, 9).Draw(t, "known from"); i < horizon; i += rapid.IntRange(1, 20).Draw(t, "days") {
			if len(start) > 0 {
				start[len(start)-1].To = optional.Some(first.Add(i - 1))
			}
			manual[i] = rapid.Int64Range(0, 20).Draw(t, "cost")
			start = append(start, inventory.CostLayer{From: first.Add(i), Cost: inventory.Cost{
				Unit: money.FromUnits(manual[i] * 10_000), Currency: "USD", Source: inventory.Source{Kind: inventory.SourceManual},
			}})
		}
		c, err := inventory.RestoreCostLayers(start)
		require.NoError(t, err)

		booked := map[int][]inventory.CostReceipt{}
		stock := map[int]int64{}
		for step := range rapid.IntRange(1, 15).Draw(t, "steps") {
			day := rapid.IntRange(0, horizon-1).Draw(t, "day")
			if list := booked[day]; len(list) > 0 && rapid.IntRange(0, 3).Draw(t, "take back") == 0 {
				booked[day] = list[1:]
			} else {
				if _, ok := stock[day]; !ok {
					stock[day] = rapid.Int64Range(0, 50).Draw(t, "stock")
				}
				r := cameFrom(int64(step+1), rapid.Int64Range(1, 50).Draw(t, "units"), "0")
				r.Landed = big.NewRat(rapid.Int64Range(0, 500).Draw(t, "landed"), rapid.Int64Range(1, 7).Draw(t, "parts"))
				at := rapid.IntRange(0, len(list)).Draw(t, "at")
				booked[day] = append(append(append([]inventory.CostReceipt{}, list[:at]...), r), list[at:]...)
			}
			var later []inventory.CostDay
			for d := day; d < horizon; d++ {
				if _, came := booked[d]; came {
					later = append(later, inventory.CostDay{Day: first.Add(d), Receipts: booked[d], Average: average, Stock: stock[d]})
				}
			}
			c, _, err = c.Receive(later...)
			require.NoError(t, err)
		}
		_, err = inventory.RestoreCostLayers(c.All())
		require.NoError(t, err)

		known, now := false, new(big.Rat)
		for d := range horizon {
			unit, set := manual[d]
			sum, units := new(big.Rat), int64(0)
			for _, r := range booked[d] {
				units += r.Units
				sum.Add(sum, new(big.Rat).Mul(r.Landed, big.NewRat(r.Units, 1)))
			}
			switch {
			case set:
				known, now = true, big.NewRat(unit, 1)
			case units > 0:
				if average && known {
					sum.Add(sum, new(big.Rat).Mul(now, big.NewRat(stock[d], 1)))
					units += stock[d]
				}
				rounded, ok := money.HalfUp(sum.Quo(sum, big.NewRat(units, 1)), money.FromUnits(1))
				require.True(t, ok)
				known, now = true, rounded.Exact()
			}
			l, ok := c.In(first.Add(d))
			require.Equal(t, known, ok, "day %d", d)
			if known {
				require.Equal(t, now.FloatString(4), l.Cost.Unit.Exact().FloatString(4), "day %d", d)
			}
		}
	})
}
