package feetable

import (
	"testing"
	"testing/fstest"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

// FuzzRead finds files that are accepted and then cannot be counted with.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"us_2026.json", "eu_uk_2026.json", "categories.json"} {
		text, err := embedded.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	size, err := fee.NewSize(fee.MaxSide, fee.MaxSide, fee.MaxSide, fee.MaxWeight)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tables, err := read(fstest.MapFS{"fuzzed.json": {Data: text}})
		if err != nil {
			return
		}
		for _, m := range tables {
			s, err := fee.NewSchedule(fee.Question{
				Market: m, Currency: m.Currency, Day: date.MustParse("2026-11-10"),
				Product: fee.Product{Size: optional.Some(size), StorageMonths: fee.MaxStorageMonths, Placement: fee.PlacementPartial, LowInventoryDays: optional.Some[int64](1)},
			})
			if err != nil {
				t.Fatal(err)
			}
			if b := s.At(money.FromUnits(money.MaxUnits)); b.Total.Units() < 0 {
				t.Fatalf("%s: %s", m.Country, b.Total)
			}
		}
	})
}
