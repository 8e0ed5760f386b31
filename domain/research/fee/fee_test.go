package fee_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

func block(id, from string) fee.Block {
	return fee.Block{ID: id, Period: fee.Period{From: date.MustParse(from)}, Certainty: fee.CertaintyA}
}

// market has a single tier for any size, a referral fee of 10 % to 20 and 15 % above, and a share
// of 2 % for digital services from June on.
func market() *fee.Market {
	m := &fee.Market{
		Country: "GB", Currency: "GBP", Metric: true,
		Fulfillment: map[fee.Group][]*fee.Fulfillment{fee.GroupStandard: {{
			Table:  fee.Table{Block: block("sending", "2026-01-01"), Scales: map[string]fee.Scale{"any": {Rows: []fee.Row{{UpTo: math.MaxInt64, Name: "any", Amounts: []int64{30_000}}}}}},
			Sizing: &fee.Sizing{Tiers: []fee.Tier{{Name: "any"}}, Weight: big.NewInt(1), Volume: big.NewInt(5_000_000_000_000)}, Bands: []int64{0},
		}}},
		Referral: []*fee.Referral{{
			Block: block("selling", "2026-01-01"), Otherwise: "Everything Else",
			Categories: []fee.Category{{
				Name: "Everything Else", Certainty: fee.CertaintyB, Mode: fee.ModeWhole,
				Bands: []fee.Band{{UpTo: optional.Some[int64](200_000), Rate: 100_000}, {Rate: 150_000}}, Least: 2_500, Closing: 5_000,
			}},
		}},
		Digital: []*fee.Charge{{Block: block("digital", "2026-06-01"), Rate: 20_000}},
	}
	return fee.NewTables([]*fee.Market{m})["GB"]
}

func question(given ...fee.Given) fee.Question {
	size, _ := fee.MetricSize(2_000_000, 1_500_000, 800_000, 4_000_000)
	return fee.Question{
		Market: market(), Currency: "GBP", Day: date.MustParse("2026-06-10"), Product: fee.Product{Size: optional.Some(size)}, Given: given,
	}
}

func schedule(t *testing.T, q fee.Question) *fee.Schedule {
	t.Helper()
	s, err := fee.NewSchedule(q)
	require.NoError(t, err)
	return s
}

func amounts(b fee.Bill) map[fee.Type]string {
	out := map[fee.Type]string{}
	for _, l := range b.Lines {
		out[l.Type] = l.Amount.String() + " " + string(l.Source)
	}
	return out
}

func price(s string) money.Amount { return money.MustParse(s) }

func TestLinesOfTables(t *testing.T) {
	b := schedule(t, question()).At(price("20"))
	require.Equal(t, map[fee.Type]string{"referral": "2 table", "closing": "0.5 table", "fulfillment": "3 table", "digital_services": "0.11 table"}, amounts(b))
	require.Equal(t, "5.61", b.Total.String())
	require.Equal(t, fee.StatusEstimated, b.Status)
	require.Equal(t, fee.SourceTable, b.Source)
	require.Equal(t, "2: row Everything Else.to_20 of selling, in force from 2026-01-01; 10 %; certainty B.", b.Lines[0].Text())
	require.Equal(t, "3: row any of sending, in force from 2026-01-01; 3; certainty A.", b.Lines[2].Text())
	past := question()
	past.Day = date.MustParse("2023-06-10")
	old := schedule(t, past).At(price("20"))
	require.Equal(t, []fee.Note{fee.NoteOutdatedTable}, old.Notes)
	require.Equal(t, "2: row Everything Else.to_20 of selling, in force from 2026-01-01; 10 %; certainty B. "+
		"No table is for 2023-06-10, so this one counts: Amazon may charge another fee on that day.", old.Lines[0].Text())
	above := schedule(t, question()).At(price("20.01"))
	require.Equal(t, "3 table", amounts(above)["referral"])
	require.Equal(t, "0.25 table", amounts(schedule(t, question()).At(price("2.49")))["referral"], "the least fee")
	early := question()
	early.Day = date.MustParse("2026-05-31")
	require.NotContains(t, amounts(schedule(t, early).At(price("20"))), fee.TypeDigitalServices)
	sent := question()
	sent.Merchant, sent.Shipping = true, price("5")
	require.Equal(t, map[fee.Type]string{"referral": "3 table", "closing": "0.5 table", "digital_services": "0.07 table"}, amounts(schedule(t, sent).At(price("15.01"))))
}

// Amazon answered for 20: the line of the tables' rule up to there, 15 % above.
func TestAnswersOfAmazon(t *testing.T) {
	table := schedule(t, question())
	at := func(digital, listing string) map[fee.Type]string {
		answer := []fee.Given{
			fee.AtRate(fee.TypeReferral, fee.SourceAmazon, money.MustParsePercent("10")), fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, price("3")),
			fee.Fixed(fee.TypeDigitalServices, fee.SourceAmazon, price(digital)),
		}
		return amounts(schedule(t, question(table.With(answer, price("20"))...)).At(price(listing)))
	}
	require.Equal(t, map[fee.Type]string{"referral": "2 amazon", "fulfillment": "3 amazon", "digital_services": "0.1 amazon"}, at("0.1", "20"),
		"2 % of 5: Amazon charges no closing fee, or it would have named it")
	require.Equal(t, map[fee.Type]string{"referral": "30 table", "fulfillment": "3 amazon", "digital_services": "0.66 amazon"}, at("0.1", "200"), "2 % of 33")
	require.Equal(t, "0.2 amazon", at("0.2", "200")["digital_services"], "no share that is known")
	require.Empty(t, at("0", "200")["digital_services"], "Amazon charges none")
}

func TestTheFirstSourceWins(t *testing.T) {
	b := schedule(t, question(
		fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, price("4")),
		fee.Fixed(fee.TypeFulfillment, fee.SourceKeepa, price("5")),
		fee.AtRate(fee.TypeReferral, fee.SourceKeepa, money.MustParsePercent("8")),
	)).At(price("20"))
	require.Equal(t, map[fee.Type]string{"referral": "1.6 keepa", "closing": "0.5 table", "fulfillment": "4 override", "digital_services": "0.12 table"}, amounts(b))
	require.Equal(t, fee.SourceMixed, b.Source)
	require.Equal(t, "4: as the call says.", b.Lines[2].Text())

	// Amazon's share follows the price, its least fee does not. A missing share for digital
	// services is not charged.
	givens := []fee.Given{
		fee.InProportion(fee.TypeReferral, fee.SourceAmazon, price("1.7"), price("20")), fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, price("3.3")),
		fee.Fixed(fee.TypeClosing, fee.SourceAmazon, price("0")), {Type: fee.TypeOther, Source: fee.SourceAmazon, Name: "HighVolumeListing"},
	}
	b = schedule(t, question(givens...)).At(price("40"))
	require.Equal(t, map[fee.Type]string{"referral": "3.4 amazon", "fulfillment": "3.3 amazon"}, amounts(b))
	require.Equal(t, fee.StatusExact, b.Status)
	least := schedule(t, question(fee.InProportion(fee.TypeReferral, fee.SourceAmazon, price("0.25"), price("0.2"))))
	require.Equal(t, "0.25 amazon", amounts(least.At(price("9")))["referral"])

	// Between prices the line counts there, and the next source elsewhere.
	local := schedule(t, question(fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, price("3.3")).Between(price("10"), price("20"))))
	for at, want := range map[string]string{"9.99": "3 table", "10": "3.3 amazon", "20": "3.3 amazon", "20.01": "3 table"} {
		require.Equal(t, want, amounts(local.At(price(at)))["fulfillment"], at)
	}
	other := schedule(t, question(fee.Fixed(fee.TypeOther, fee.SourceAmazon, price("1")).Between(price("10"), price("20"))))
	require.Equal(t, "1", other.At(price("10")).Of(fee.TypeOther).String())
	require.Equal(t, "0", other.At(price("21")).Of(fee.TypeOther).String())
	require.Empty(t, other.At(price("21")).Missing)
}

func TestLinesHoldWhereTheTablesHaveOneRule(t *testing.T) {
	table := schedule(t, question())
	at := func(given ...fee.Given) func(string) string {
		s := schedule(t, question(given...))
		return func(text string) string { return amounts(s.At(price(text)))["referral"] }
	}
	// A fee of 1.9 on 19 matches the share of the tables, 2 does not.
	same := at(table.Told(fee.InProportion(fee.TypeReferral, fee.SourceAmazon, price("1.9"), price("19")), price("19")))
	other := at(table.Told(fee.InProportion(fee.TypeReferral, fee.SourceAmazon, price("2"), price("19")), price("19")))
	rounded := at(table.Told(fee.InProportion(fee.TypeReferral, fee.SourceAmazon, price("1.34"), price("13.37")), price("13.37")))
	for text, want := range map[string][3]string{
		"2.49": {"0.25 table", "0.25 table", "0.25 table"}, "10": {"1 amazon", "1.05 amazon", "1 amazon"},
		"20": {"2 amazon", "2.11 amazon", "2 amazon"}, "20.01": {"3 table", "3 table", "3 table"},
	} {
		require.Equal(t, want, [3]string{same(text), other(text), rounded(text)}, text)
	}
	require.True(t, table.Alike(price("2.5"), price("20")))
	require.False(t, table.Alike(price("20"), price("20.01")))
	require.False(t, table.Alike(price("2.5"), price("2.49")))

	b := schedule(t, question(fee.Fixed(fee.TypeReferral, fee.SourceAmazon, price("1")), fee.Untold(fee.TypeReferral), fee.Untold(fee.TypeFulfillment))).At(price("20"))
	require.Equal(t, []fee.Type{fee.TypeFulfillment}, b.Missing)
	require.Equal(t, map[fee.Type]string{"referral": "1 amazon", "closing": "0.5 table"}, amounts(b))
}

func TestWhatIsNotKnown(t *testing.T) {
	unsized := question()
	unsized.Product = fee.Product{StorageMonths: 10_000}
	b := schedule(t, unsized).At(price("20"))
	require.Equal(t, []fee.Type{fee.TypeFulfillment, fee.TypeStorage}, b.Missing)
	require.Equal(t, fee.StatusPartial, b.Status)
	require.Equal(t, "2.55", b.Total.String())

	unsized.Product.LowInventoryDays = optional.Some[int64](20)
	b = schedule(t, unsized).At(price("20"))
	require.Equal(t, []fee.Type{fee.TypeFulfillment, fee.TypeLowInventory, fee.TypeStorage}, b.Missing)

	for name, change := range map[string]func(f *fee.Fulfillment){
		"a size without a tier":      func(f *fee.Fulfillment) { f.Sizing.Tiers[0].Sides[0] = 1_000_000 },
		"a tier without an amount":   func(f *fee.Fulfillment) { f.Scales = nil },
		"a group without its tables": nil,
	} {
		q := question()
		if change != nil {
			change(q.Market.Fulfillment[fee.GroupStandard][0])
		} else {
			q.Market.Fulfillment = map[fee.Group][]*fee.Fulfillment{fee.GroupApparel: q.Market.Fulfillment[fee.GroupStandard]}
		}
		b = schedule(t, q).At(price("20"))
		require.Equal(t, []fee.Type{fee.TypeFulfillment}, b.Missing, name)
		require.Equal(t, map[fee.Type]string{"referral": "2 table", "closing": "0.5 table", "digital_services": "0.05 table"}, amounts(b), name)
	}

	nowhere := fee.Question{Currency: "JPY", Day: date.MustParse("2026-06-10")}
	b = schedule(t, nowhere).At(price("2000"))
	require.Equal(t, []fee.Type{fee.TypeReferral, fee.TypeFulfillment}, b.Missing)
	require.Equal(t, fee.StatusMissing, b.Status)
	nowhere.Given = []fee.Given{fee.AtRate(fee.TypeReferral, fee.SourceOverride, money.MustParsePercent("10.025")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, price("0"))}
	b = schedule(t, nowhere).At(price("2000"))
	require.Equal(t, map[fee.Type]string{"referral": "201 override"}, amounts(b), "the yen has no decimals")
	require.Equal(t, fee.StatusExact, b.Status)
}

// A table can leave out an amount. The fee is then missing, and not 0.
func TestAmountsThatNoTableTells(t *testing.T) {
	for amount, missing := range map[int64][]fee.Type{fee.Unknown: {fee.TypeLowInventory}, 4_000: nil} {
		q := question()
		q.Product.LowInventoryDays = optional.Some[int64](20)
		q.Market.LowInventory = []*fee.LowInventory{{
			Table: fee.Table{Block: block("low", "2026-01-01"), Scales: map[string]fee.Scale{"any": {Rows: []fee.Row{{UpTo: math.MaxInt64, Name: "any", Amounts: []int64{amount}}}}}},
			Days:  []int64{28},
		}}
		b := schedule(t, q).At(price("20"))
		require.Equal(t, missing, b.Missing, amount)
		if missing == nil {
			require.Equal(t, "0.4 table", amounts(b)[fee.TypeLowInventory])
		}
	}
}

// A category that pays nothing has a referral fee of 0, which is known.
func TestACategoryWithoutAFee(t *testing.T) {
	m := market()
	m.Referral[0].Categories[0] = fee.Category{Name: "Everything Else", Certainty: fee.CertaintyA, Mode: fee.ModeWhole, Bands: []fee.Band{{}}}
	q := question()
	q.Market = fee.NewTables([]*fee.Market{m})["GB"]
	b := schedule(t, q).At(price("20"))
	require.Empty(t, b.Missing)
	require.Equal(t, map[fee.Type]string{"fulfillment": "3 table", "digital_services": "0.06 table"}, amounts(b))
}

func TestBeforeTheFirstTable(t *testing.T) {
	q := question()
	tables := q.Market.Fulfillment[fee.GroupStandard]
	later := *tables[0]
	later.Block = block("later", "2026-06-01")
	later.Scales = map[string]fee.Scale{"any": {Rows: []fee.Row{{UpTo: math.MaxInt64, Name: "any", Amounts: []int64{40_000}}}}}
	q.Market.Fulfillment[fee.GroupStandard] = []*fee.Fulfillment{&later, tables[0]}
	for day, want := range map[string]string{"2024-06-10": "3 table", "2026-05-31": "3 table", "2026-06-01": "4 table"} {
		q.Day = date.MustParse(day)
		require.Equal(t, want, amounts(schedule(t, q).At(price("20")))["fulfillment"], day)
	}
}

func TestCategoriesOfMarkets(t *testing.T) {
	day := date.MustParse("2026-06-10")
	m := market()
	m.Types, m.Referral[0].Categories[0].Roots = map[string]string{"LAMP": "Everything Else", "TOY": "Toys"}, []string{"Lighting"}
	for name, c := range map[string]struct {
		market     *fee.Market
		kind, root string
		category   string
		basis      fee.Basis
	}{
		"by its type":             {m, "LAMP", "", "Everything Else", fee.ByType},
		"by its root":             {m, "CHAIR", "Lighting", "Everything Else", fee.ByRoot},
		"a type without a fee":    {m, "TOY", "Lighting", "Everything Else", fee.ByRoot},
		"neither":                 {m, "CHAIR", "Furniture", "", fee.ByNone},
		"a market without tables": {&fee.Market{}, "LAMP", "Lighting", "", fee.ByNone},
	} {
		category, basis := c.market.Category(c.kind, c.root, day)
		require.Equal(t, c.category, category, name)
		require.Equal(t, c.basis, basis, name)
	}
	require.Equal(t, []string{"Everything Else"}, m.Categories(day))
	require.Empty(t, (&fee.Market{}).Categories(day))
}

// Of two answers the share of a fee follows the price, and the larger of other amounts counts
// everywhere.
func TestTwoAnswersOfAmazon(t *testing.T) {
	table := schedule(t, question())
	answer := func(at, referral, digital, other string) fee.Answer {
		misc := fee.Fixed(fee.TypeOther, fee.SourceAmazon, price(other))
		misc.Name = "HighVolumeListing"
		return fee.Answer{Price: price(at), Lines: []fee.Given{
			fee.Fixed(fee.TypeReferral, fee.SourceAmazon, price(referral)), fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, price("3")),
			fee.Fixed(fee.TypeDigitalServices, fee.SourceAmazon, price(digital)), misc,
		}}
	}
	for _, others := range [][2]string{{"1", "2"}, {"2", "1"}} {
		s := schedule(t, question(table.Lay([]fee.Answer{answer("10", "1", "0.08", others[0]), answer("15", "1.5", "0.09", others[1])})...))
		for at, want := range map[string]map[fee.Type]string{
			"10": {"referral": "1 amazon", "fulfillment": "3 amazon", "digital_services": "0.08 amazon", "other": "2 amazon"},
			"15": {"referral": "1.5 amazon", "fulfillment": "3 amazon", "digital_services": "0.09 amazon", "other": "2 amazon"},
			"20": {"referral": "2 amazon", "fulfillment": "3 amazon", "digital_services": "0.1 amazon", "other": "2 amazon"},
		} {
			require.Equal(t, want, amounts(s.At(price(at))), "%s %s", at, others)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*fee.Question){
		"/category":      func(q *fee.Question) { q.Product.Category = "Luck" },
		"/storageMonths": func(q *fee.Question) { q.Product.StorageMonths = -1 },
		"/fees": func(q *fee.Question) {
			q.Given = []fee.Given{fee.AtRate(fee.TypeReferral, fee.SourceOverride, money.MustParsePercent("100.0001"))}
		},
	} {
		q := question()
		change(&q)
		_, err := fee.NewSchedule(q)
		f, ok := fault.As(err)
		require.True(t, ok, name)
		require.Equal(t, fault.Rule, f.Kind)
		require.Equal(t, name, f.Pointer)
	}
	_, err := fee.NewSchedule(question(fee.Fixed(fee.TypeStorage, fee.SourceOverride, price("-1"))))
	require.ErrorContains(t, err, "an override must not be below 0")
	for _, size := range [][4]int64{{0, 1, 1, 1}, {1, -1, 1, 1}, {1, 1, 1, 0}, {1, 1, 100_000_001, 1}, {1, 1, 1, 100_000_000_001}, {math.MaxInt64, 1, 1, math.MaxInt64}} {
		_, err := fee.MetricSize(size[0], size[1], size[2], size[3])
		require.Error(t, err, size)
	}
	_, err = fee.MetricSize(100_000_000, 100_000_000, 100_000_000, 100_000_000_000)
	require.NoError(t, err)
}

func TestWeightsAreShownHalfUp(t *testing.T) {
	require.Equal(t, int64(10_000), fee.Fit{Shipping: fee.Pound}.Pounds())
	require.Equal(t, int64(625), fee.Fit{Shipping: fee.Ounce}.Pounds())
	require.Equal(t, int64(4_800_001), fee.Fit{Shipping: 480*fee.Gram + 50_000}.Grams())
	require.Equal(t, int64(4_800_000), fee.Fit{Shipping: 480*fee.Gram + 49_999}.Grams())
}

// Lists the rules of a line from price to price, and no rules for a line that is unknown at some
// price.
func TestRulesOfALine(t *testing.T) {
	at := func(q fee.Question) *fee.Schedule {
		s, err := fee.NewSchedule(q)
		require.NoError(t, err)
		return s
	}
	rule := func(from, rate, added string) fee.Rule {
		return fee.Rule{From: money.MustParse(from), Rate: money.MustParsePercent(rate), Added: money.MustParse(added)}
	}
	s := at(question())
	require.Equal(t, []fee.Rule{rule("0", "0", "0.25"), rule("2.5", "10", "0"), rule("20.0001", "15", "0")}, s.Rules(fee.TypeReferral))
	require.Equal(t, []fee.Rule{rule("0", "0", "0.5")}, s.Rules(fee.TypeClosing))
	require.Nil(t, s.Rules(fee.TypePackaging))
	q := question()
	q.Product.Size = optional.None[fee.Size]()
	require.Nil(t, at(q).Rules(fee.TypeFulfillment))
	q.Shipping = money.MustParse("4")
	require.Equal(t, []fee.Rule{rule("-4", "0", "0.25"), rule("-1.5", "10", "0"), rule("16.0001", "15", "0")}, at(q).Rules(fee.TypeReferral))
}
