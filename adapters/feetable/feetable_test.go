package feetable_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/feetable"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// folder has one file of tables.
func folder(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "newer.json"), []byte(text), 0o600))
	return dir
}

func TestMarkets(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	require.Equal(t, []string{"DE", "DE_CEP", "ES", "FR", "GB", "IT", "US"}, slices.Sorted(maps.Keys(tables)))
	day := date.MustParse("2026-05-10")
	require.Len(t, tables["US"].Categories(day), 37)
	for _, m := range []string{"DE", "DE_CEP", "ES", "FR", "GB", "IT"} {
		require.Len(t, tables[m].Categories(day), 42, m)
	}
	for root, want := range map[string]string{"1055398": "Home and Kitchen", "283155": "Media", "3760901": "Beauty, Health, Personal Care"} {
		got, by := tables["US"].Category("", root, day)
		require.Equal(t, fee.ByRoot, by)
		require.Equal(t, want, got)
	}
	for of, want := range map[[2]string]string{
		{"US", "PET_FOOD"}: "Pet Supplies", {"DE", "PET_FOOD"}: "Pet Clothing and Food", {"DE_CEP", "LAMP"}: "Home Products", {"FR", "ABIS_BOOK"}: "Books",
		{"US", "ABIS_BOOK"}: "Media",
	} {
		got, by := tables[of[0]].Category(of[1], "172282", day)
		require.Equal(t, fee.ByType, by)
		require.Equal(t, want, got)
	}
	for _, unknown := range []string{"", "SPACE_SHIP"} {
		_, by := tables["US"].Category(unknown, "1", day)
		require.Equal(t, fee.ByNone, by)
	}
	for country, want := range map[string]string{"DE": "DE_CEP", "GB": "GB", "US": "US"} {
		m, ok := tables.Market(country, true)
		require.True(t, ok)
		require.Equal(t, want, m.Country)
	}
	_, ok := tables.Market("JP", false)
	require.False(t, ok)
}

// charged returns the lines of a product of 400 g and 20 x 15 x 8 cm, as "amount table row
// certainty".
func charged(t *testing.T, m *fee.Market, day, category, price string, p fee.Product) map[fee.Type]string {
	t.Helper()
	if !p.Size.Known() {
		size, err := fee.NewSize(200*fee.Millimetre, 150*fee.Millimetre, 80*fee.Millimetre, 400*fee.Gram)
		require.NoError(t, err)
		p.Size = optional.Some(size)
	}
	p.Category = category
	s, err := fee.NewSchedule(fee.Question{Market: m, Currency: m.Currency, Day: date.MustParse(day), Product: p})
	require.NoError(t, err)
	out := map[fee.Type]string{}
	bill := s.At(money.MustParse(price))
	for _, l := range bill.Lines {
		out[l.Type] = strings.Join([]string{l.Amount.String(), l.Explain.Table, l.Explain.Row, string(l.Explain.Certainty)}, " ")
	}
	for _, of := range bill.Missing {
		out[of] = "missing"
	}
	for _, n := range bill.Notes {
		out[fee.Type(n)] = "noted"
	}
	return out
}

func TestLines(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	size := func(l, w, h, g int64) optional.Maybe[fee.Size] {
		s, err := fee.NewSize(l*fee.Millimetre, w*fee.Millimetre, h*fee.Millimetre, g*fee.Gram)
		require.NoError(t, err)
		return optional.Some(s)
	}
	const month = 10_000
	for name, c := range map[string]struct {
		market, day, category, price string
		product                      fee.Product
		want                         map[fee.Type]string
	}{
		"france has the dearest storage of the euro, and Germany's referral fees": {"FR", "2026-05-10", "Furniture", "250", fee.Product{StorageMonths: month}, map[fee.Type]string{
			"referral": "35 de.referral.2026 Furniture.above_200 C", "fulfillment": "5.88 eu.fba.2026.standard small_parcel.900g B",
			"digital_services": "1.23 eu.digital_services.2026 FR C", "storage": "0.0624 de.storage.2025 standard.1-9 C",
			"storage_assumed": "noted",
		}},
		"central europe": {"DE_CEP", "2026-11-10", "", "25", fee.Product{StorageMonths: month}, map[fee.Type]string{
			"referral": "3.75 de.referral.2026 Everything Else B", "fulfillment": "3.19 eu.fba.2026.standard small_parcel.900g B",
			"storage": "0.0864 de.storage.2025 standard.10-12 C", "non_peak_table": "noted",
		}},
		"british clothing is stored at its own rate": {"GB", "2026-09-10", "Clothing and Accessories", "30", fee.Product{StorageMonths: 2 * month}, map[fee.Type]string{
			"referral": "4.5 gb.referral.2026 Clothing and Accessories.to_40 A", "fulfillment": "2.99 eu.fba.2026.selected small_parcel_2 B",
			"digital_services": "0.15 eu.digital_services.2026 GB B", "storage": "0.122 gb.storage.2026 clothing.1-9+clothing.10-12 A", "apparel_guessed": "noted",
		}},
		"heavy goods have a least referral fee": {"GB", "2026-05-10", "", "50", fee.Product{Size: size(1500, 500, 400, 30_000)}, map[fee.Type]string{
			"referral": "20 gb.referral.2026 Everything Else.least A", "fulfillment": "15.88 eu.fba.2026.standard heavy_oversize A",
			"digital_services": "0.72 eu.digital_services.2026 GB B",
		}},
		"special oversize goes on where its rows end": {"DE", "2026-05-10", "", "900", fee.Product{Size: size(1800, 500, 400, 61_500)}, map[fee.Type]string{
			"referral": "135 de.referral.2026 Everything Else B", "fulfillment": "53.5 eu.fba.2026.standard special_oversize.over B",
		}},
		"special oversize is unknown for central europe": {"DE_CEP", "2026-05-10", "", "900", fee.Product{Size: size(1800, 500, 400, 61_500)}, map[fee.Type]string{
			"referral": "135 de.referral.2026 Everything Else B", "fulfillment": "missing",
		}},
		"storage of a tier without a charge": {"DE_CEP", "2026-05-10", "", "900", fee.Product{Size: size(1800, 500, 400, 61_500), StorageMonths: month}, map[fee.Type]string{
			"referral": "135 de.referral.2026 Everything Else B", "fulfillment": "missing", "storage": "9.36 de.storage.2025 standard.1-9 C",
			"storage_assumed": "noted",
		}},
		"oversize is stored like standard sizes where its rate is unknown": {"DE", "2026-11-10", "", "40", fee.Product{Size: size(677, 280, 98, 1_273), StorageMonths: month}, map[fee.Type]string{
			"referral": "6 de.referral.2026 Everything Else B", "fulfillment": "5.21 eu.fba.2026.standard standard_oversize_light B",
			"storage": "0.6688 de.storage.2025 standard.10-12 C", "storage_assumed": "noted",
		}},
		"dangerous goods": {"DE", "2026-05-10", "", "25", fee.Product{Group: fee.GroupDangerous, LowInventoryDays: optional.Some(int64(3))}, map[fee.Type]string{
			"referral": "3.75 de.referral.2026 Everything Else B", "fulfillment": "3.45 eu.fba.2026.standard small_parcel.900g B",
			"dangerous": "0.1 eu.dangerous.2026 unit B", "low_inventory": "missing",
		}},
		"american dangerous goods in peak": {"US", "2026-12-01", "", "25", fee.Product{Group: fee.GroupDangerous, StorageMonths: month}, map[fee.Type]string{
			"referral": "3.75 us.referral.2026 Everything Else A", "fulfillment": "6.55 us.fba.2026.dangerous.peak large_standard.20oz B",
			"storage": "0.2034 us.storage.2026 standard.10-12 C",
		}},
		"low inventory and placement": {"US", "2026-05-10", "", "25", fee.Product{LowInventoryDays: optional.Some(int64(20)), Placement: fee.PlacementPartial}, map[fee.Type]string{
			"referral": "3.75 us.referral.2026 Everything Else A", "fulfillment": "5.22 us.fba.2026.regular.non_peak large_standard.20oz A",
			"low_inventory": "0.7 us.low_inventory.2026 large_standard_to_3_lb.below_21 A", "placement": "0.28 us.placement.2026 large_standard.1.5lb.partial C",
		}},
		"enough supply": {"US", "2026-05-10", "", "25", fee.Product{LowInventoryDays: optional.Some(int64(28))}, map[fee.Type]string{
			"referral": "3.75 us.referral.2026 Everything Else A", "fulfillment": "5.22 us.fba.2026.regular.non_peak large_standard.20oz A",
		}},
		"overmax": {"US", "2026-05-10", "", "200", fee.Product{Size: size(2500, 300, 250, 20_000), ShipsInOwnPackaging: optional.Some(false)}, map[fee.Type]string{
			"referral": "30 us.referral.2026 Everything Else A", "fulfillment": "62.43 us.fba.2026.regular.non_peak extra_large_150 A",
			"overmax": "25 us.overmax.2026 extra_large_150 B",
		}},
		"bulky without a word on packaging": {"US", "2026-05-10", "", "60", fee.Product{Size: size(600, 400, 200, 4_000)}, map[fee.Type]string{
			"referral": "9 us.referral.2026 Everything Else A", "fulfillment": "16.07 us.fba.2026.regular.non_peak small_bulky A", "packaging_fee_possible": "noted",
		}},
		"after all tables": {"US", "2027-05-10", "", "25", fee.Product{}, map[fee.Type]string{
			"referral": "3.75 us.referral.2026 Everything Else A", "fulfillment": "5.22 us.fba.2026.regular.non_peak large_standard.20oz A", "outdated_table": "noted",
		}},
		"before all tables": {"US", "2025-12-10", "", "25", fee.Product{}, map[fee.Type]string{
			"referral": "3.75 us.referral.2026 Everything Else A", "fulfillment": "5.04 us.fba.2026.regular.non_peak large_standard.20oz A", "outdated_table": "noted",
		}},
	} {
		assert.Equal(t, c.want, charged(t, tables[c.market], c.day, c.category, c.price, c.product), name)
	}
}

// After the last table, the table of the same season counts, each year.
func TestSeasonsComeBack(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	size := func(l, w, h, g int64) optional.Maybe[fee.Size] {
		s, err := fee.NewSize(l*fee.Millimetre, w*fee.Millimetre, h*fee.Millimetre, g*fee.Gram)
		require.NoError(t, err)
		return optional.Some(s)
	}
	for _, c := range []struct{ market, day, fulfillment, note string }{
		{"US", "2026-10-14", "5.61 us.fba.2026.regular.non_peak large_standard.24oz A", ""},
		{"US", "2026-10-15", "5.93 us.fba.2026.regular.peak large_standard.24oz A", ""},
		{"US", "2027-01-14", "5.93 us.fba.2026.regular.peak large_standard.24oz A", ""},
		{"US", "2027-01-15", "5.61 us.fba.2026.regular.non_peak large_standard.24oz A", "noted"},
		{"US", "2027-11-01", "5.93 us.fba.2026.regular.peak large_standard.24oz A", "noted"},
		{"US", "2028-01-10", "5.93 us.fba.2026.regular.peak large_standard.24oz A", "noted"},
		{"US", "2028-02-29", "5.61 us.fba.2026.regular.non_peak large_standard.24oz A", "noted"},
		{"GB", "2026-11-01", "3.2 eu.fba.2026.standard small_parcel.900g.peak A", ""},
		{"GB", "2027-01-15", "3.09 eu.fba.2026.standard small_parcel.900g A", ""},
		{"GB", "2027-11-01", "3.2 eu.fba.2026.standard small_parcel.900g.peak A", "noted"},
		{"GB", "2028-01-14", "3.2 eu.fba.2026.standard small_parcel.900g.peak A", "noted"},
		{"GB", "2028-02-01", "3.09 eu.fba.2026.standard small_parcel.900g A", ""},
	} {
		height := map[string]int64{"US": 30, "GB": 80}[c.market]
		found := charged(t, tables[c.market], c.day, "", "25", fee.Product{Size: size(200, 150, height, 600)})
		assert.Equal(t, []string{c.fulfillment, c.note}, []string{found["fulfillment"], found["outdated_table"]}, "%s %s", c.market, c.day)
	}
	require.Empty(t, tables.Outdated(date.MustParse("2027-01-14")))
	require.Equal(t, []string{
		"us.fba.2026.apparel.non_peak", "us.fba.2026.dangerous.non_peak", "us.fba.2026.regular.non_peak",
	}, tables.Outdated(date.MustParse("2027-01-15")))
}

func TestFolder(t *testing.T) {
	american := file(t, "us_2026.json")
	next := strings.NewReplacer(
		`"id": "us.storage.2026"`, `"id": "us.storage.2027"`, `"from": "2026-01-01",
   "to": null,
   "certainty": "A",
   "unit"`, `"from": "2027-01-01", "to": null, "certainty": "A", "unit"`,
		`{"1-9": 0.78, "10-12": 2.4}`, `{"1-9": 1.00, "10-12": 3}`, `"rate": 0.035`, `"rate": 0.05`,
	).Replace(american)
	tables, err := feetable.ReadFolder(folder(t, next))
	require.NoError(t, err)
	p := fee.Product{StorageMonths: 10_000}
	before, after := charged(t, tables["US"], "2026-05-10", "", "25", p), charged(t, tables["US"], "2027-01-10", "", "25", p)
	require.Equal(t, "0.0661 us.storage.2026 standard.1-9 A", before["storage"], "a table of another id stands beside the old one")
	require.Equal(t, "0.0848 us.storage.2027 standard.1-9 A", after["storage"])
	require.Equal(t, "5.29 us.fba.2026.regular.non_peak large_standard.20oz A", before["fulfillment"], "a table of the same id takes its place")
	require.Equal(t, "3 gb.referral.2026 Everything Else A", charged(t, tables["GB"], "2026-05-10", "", "20", p)["referral"])

	_, err = feetable.ReadFolder(folder(t, strings.Repeat(" ", 4<<20)+"{}"))
	require.ErrorContains(t, err, "newer.json: more than 4 MiB")
	_, err = feetable.ReadFolder(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
	tables, err = feetable.ReadFolder(t.TempDir())
	require.NoError(t, err)
	require.Len(t, tables, 7)
}

func TestWrongShapesNameTheirPath(t *testing.T) {
	for _, c := range []struct{ file, old, new, says string }{
		{"us_2026.json", `"version": 2`, `"version": 3`, "newer.json.version: must be 2"},
		{"us_2026.json", `"version": 2,`, `"version": 2, "more": 1,`, "newer.json: unknown member more"},
		{"us_2026.json", `"market": "US"`, `"market": "XX"`, "newer.json.currency: XX is no marketplace"},
		{"us_2026.json", `"unit_lb": 1}`, `"unit_lb": "1"}`, "newer.json.tiers.small_standard.unit_lb: must be a number"},
		{"us_2026.json", `[15, 12, 0.75]`, `[15, 12]`, "newer.json.tiers.small_standard.in: must have 3 values"},
		{"us_2026.json", `[4, 2.49, 3.42, 3.68]`, `[4, 2.49, 3.42]`,
			"newer.json.blocks[0](us.fba.2026.regular.non_peak).small_standard_oz[1]: must have 4 values"},
		{"us_2026.json", `[4, 2.49, 3.42, 3.68]`, `[2, 2.49, 3.42, 3.68]`,
			"newer.json.blocks[0](us.fba.2026.regular.non_peak).small_standard_oz[1]: must be above the row before it"},
		{"us_2026.json", `[4, 2.49, 3.42, 3.68]`, `[4, -2.49, 3.42, 3.68]`, "small_standard_oz[1][1]: must be a number that is not below 0"},
		{"us_2026.json", `[4, 2.49, 3.42, 3.68]`, `[4, 2.49001, 3.42, 3.68]`, "small_standard_oz[1][1]: has too many digits"},
		{"us_2026.json", `[4, 2.49, 3.42, 3.68]`, `[4, 2e9, 3.42, 3.68]`, "small_standard_oz[1][1]: must be a number"},
		{"us_2026.json", `price below 10, 10 to`, `price below 10, 12 to`, "price_bands: must follow each other"},
		{"us_2026.json", `price below 10, 10 to`, `price up to 10, 10 to`, "price_bands: must be of the form"},
		{"us_2026.json", `"small_bulky": {"base"`, `"tiny_bulky": {"base"`, "blocks[0](us.fba.2026.regular.non_peak): unknown member tiny_bulky"},
		{"us_2026.json", `"step_oz": 4`, `"step_oz": 0`, "large_standard_over_48_oz: must have steps of at least a gram"},
		{"us_2026.json", `large_standard_over_48_oz`, `large_standard_over_50_oz`, "large_standard must go on where its rows end"},
		{"us_2026.json", `"kind": "surcharge"`, `"kind": "luck"`, "blocks[6](us.surcharge.fuel.2026).kind: luck is not known"},
		{"us_2026.json", `"of": ["fulfillment"]`, `"of": ["referral"]`, "blocks[6](us.surcharge.fuel.2026).of: must be fulfillment"},
		{"us_2026.json", `"rate": 0.035`, `"rate": 3.5`, "blocks[6](us.surcharge.fuel.2026).rate: must be at most 1"},
		{"us_2026.json", `"id": "us.overmax.2026"`, `"id": "gb.overmax.2026"`, "id: must begin with a market of the file"},
		{"us_2026.json", `"from": "2026-04-17"`, `"from": "2026-04-31"`, "blocks[6](us.surcharge.fuel.2026).from: not a date"},
		{"us_2026.json", `"to": "2026-10-14"`, `"to": "2025-10-14"`, "blocks[0](us.fba.2026.regular.non_peak).to: is before the first day"},
		{"us_2026.json", `"certainty": "A"`, `"certainty": "D"`, "certainty: must be one of A, B, C"},
		{"us_2026.json", `{"1-9": 0.78, "10-12": 2.4}`, `{"1-9": 0.78, "11-12": 2.4}`, "standard: month 10 is missing"},
		{"us_2026.json", `"cubic_inches": 1728`, `"cubic_inches": 0.1728`, "cubic_inches: must be whole cubic nanometres, and at least a litre"},
		{"us_2026.json", `{"1-9": 0.78, "10-12": 2.4}`, `{"1-9": 1000001, "10-12": 2.4}`, "1-9: must be at most 1000000"},
		{"us_2026.json", `"mode": "whole"`, `"mode": "half"`, "referral.categories[2].mode: must be one of flat, whole"},
		{"us_2026.json", `[[10, 0.08], [null, 0.15]]`, `[[10, 0.08], [9, 0.15]]`, "categories[2].bands[1]: must be above the row before it"},
		{"us_2026.json", `[[10, 0.08], [null, 0.15]]`, `[[10, 0.08], [20, 0.15]]`, "categories[2]: the last band must be open"},
		{"us_2026.json", `"category": "Baby Products"`, `"category": "Tires"`, "Tires is there twice"},
		{"us_2026.json", `"otherwise": "Everything Else"`, `"otherwise": "Things"`, "referral.otherwise: must be a category"},
		{"us_2026.json", `{
 "version"`, `[{
 "version"`, "newer.json: unexpected EOF"},
		{"us_2026.json", "{\n \"version\"", "{} {\n \"version\"", "newer.json: more than one value"},
		{"us_2026.json", `"small_standard": {"in": [15, 12, 0.75], "unit_lb": 1}`, `"small_standard": 7`,
			"newer.json.tiers.small_standard: must be an object"},
		{"us_2026.json", `"of": ["fulfillment"]`, `"of": "fulfillment"`, "blocks[6](us.surcharge.fuel.2026).of: must be a list"},
		{"us_2026.json", `"rate": 0.035,`, ``, "blocks[6](us.surcharge.fuel.2026): rate is missing"},
		{"us_2026.json", `large_standard_over_48_oz`, `large_standard_over_many_oz`, "unknown member large_standard_over_many_oz"},
		{"us_2026.json", `"small_standard_oz"`, `"small_standard_kg"`, "unknown member small_standard_kg"},
		{"us_2026.json", `"group": "regular"`, `"group": "standard"`, "blocks[0](us.fba.2026.regular.non_peak).group: is not known"},
		{"us_2026.json", `"extra_large_50": 17`, `"extra_large_50_lb": 17`, "unknown member extra_large_50_lb"},
		{"us_2026.json", `[14, 21, 28]`, `[14, 28, 21]`, "columns_days: must ascend"},
		{"us_2026.json", `large_standard_to_3_lb`, `large_standard_to_many_lb`, "unknown member large_standard_to_many_lb"},
		{"us_2026.json", `large_standard_to_3_lb`, `large_standard_below_3_lb`, "unknown member large_standard_below_3_lb"},
		{"us_2026.json", `"small_standard": [[1, 0.32, 0.21]]`, `"small_standard_lb": [[1, 0.32, 0.21]]`, "unknown member small_standard_lb"},
		{"us_2026.json", `"small_standard": [[1, 0.32, 0.21]]`, `"small_standard": []`, "small_standard: must have rows"},
		{"us_2026.json", `{"1-9": 0.78, "10-12": 2.4}`, `{"0-9": 0.78, "10-12": 2.4}`, "0-9 must be months such as 1-9"},
		{"us_2026.json", `{"1-9": 0.78, "10-12": 2.4}`, `{"1-9": 0.78, "9-12": 2.4}`, "month 9 is there twice"},
		{"us_2026.json", `[[10, 0.08], [null, 0.15]]`, `[]`, "categories[2].bands: must have rows"},
		{"us_2026.json", `[[10, 0.08], [null, 0.15]]`, `[[10, 0.08], [null, 0.15]], "above": [[null, 0.1]]`,
			"categories[2].above: belongs to whole_then_marginal"},
		{"eu_uk_2026.json", `"market": "DE"`, `"market": "FR"`, ".market: must be as in the id"},
		{"eu_uk_2026.json", `"peak_from": "2026-10-15"`, `"peak_from": 1`, "blocks[1](eu.fba.2026.standard).peak_from: must be a text"},
		{"eu_uk_2026.json", `[20, 1.46, 1.87, 1.61, 2.24, 2.64, 2.15]`, `[20, 1.46]`, "blocks[0](eu.fba.2026.low_price).light_envelope[0]: must have 7 values"},
		{"eu_uk_2026.json", `"cm": [35, 25, 7]`, `"cm": [35, 25, true]`, "parcels[0].cm[2]: must be a number"},
		{"eu_uk_2026.json", `"above": [[40`, `"above": [[10`, "above: must begin above the bands"},
		{"eu_uk_2026.json", `"GB": {
   "id"`, `"XX": {
   "id"`, "referral.XX: is no market of the file"},
		{"categories.json", `"version": 2`, `"version": 1`, "newer.json.version: must be 2"},
		{"categories.json", `"Footwear": ["SHOES"]`, `"Boots": ["SHOES"]`, "newer.json.product_types.US.Boots[0]: Boots is no fee category of US"},
		{"categories.json", `"EU": {`, `"JP": {`, "is no fee category of JP"},
		{"categories.json", `["SHOES"]`, `["SHOES", 7]`, "newer.json.product_types.US.Footwear[1]: must be a text"},
	} {
		text := file(t, c.file)
		wrong := strings.Replace(text, c.old, c.new, 1)
		require.NotEqual(t, text, wrong, c.old)
		_, err := feetable.ReadFolder(folder(t, wrong))
		require.Error(t, err, c.new)
		require.Contains(t, err.Error(), c.says)
	}
}
