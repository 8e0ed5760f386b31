// Command research measures the arithmetic of profit and the reading of long price histories, on
// one core. It prints figures beside their targets; its exit code does not depend on them.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/feetable"
	"sellingassistant/adapters/keepa"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

func main() {
	seconds := flag.Float64("seconds", 2, "how long each figure is measured")
	flag.Parse()
	if err := run(time.Duration(*seconds * float64(time.Second))); err != nil {
		fmt.Fprintln(os.Stderr, "research:", err)
		os.Exit(1)
	}
}

// figure has a measured value and its target.
type figure struct {
	name, unit      string
	reached, target float64
	// most says that the target is an upper limit.
	most bool
}

func (f figure) verdict() string {
	if f.most == (f.reached <= f.target) {
		return "yes"
	}
	return "missed"
}

func run(each time.Duration) error {
	runtime.GOMAXPROCS(1)
	var all []figure
	for _, measure := range []func(time.Duration) ([]figure, error){sides, calculated, histories} {
		found, err := measure(each)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RESEARCH\tUNIT\tFIGURE\tTARGET\tREACHED")
	for _, f := range all {
		sign := "≥"
		if f.most {
			sign = "≤"
		}
		fmt.Fprintf(w, "%s\t%s\t%.4g\t%s %g\t%s\n", f.name, f.unit, f.reached, sign, f.target, f.verdict())
	}
	return w.Flush()
}

// input returns a sale of a parcel of 235 g from Amazon's warehouse.
func input(tables fee.Tables, country string) (profit.Input, error) {
	size, err := fee.NewSize(156*fee.Millimetre, 102*fee.Millimetre, 52*fee.Millimetre, 235*fee.Gram)
	i := slices.IndexFunc(marketplace.All(), func(m marketplace.Marketplace) bool { return m.Country == country })
	m := marketplace.All()[i]
	input := profit.Input{
		Market: tables[country], Currency: m.Currency, Day: date.MustParse("2026-05-10"), Price: money.MustParse("25.99"), Cost: money.MustParse("8"),
		CostIncludesVAT: true, VAT: vat.Given{}.On(m, date.MustParse("2026-05-10")),
		Product: fee.Product{Category: "Beauty, Health, Personal Care", StorageMonths: 10_000, Size: optional.Some(size)},
	}
	return input, err
}

// sides counts evaluations per second, without and with the break-even price.
func sides(each time.Duration) ([]figure, error) {
	tables, err := feetable.Read()
	if err != nil {
		return nil, err
	}
	var all []figure
	for _, country := range []string{"US", "GB"} {
		i, err := input(tables, country)
		if err != nil {
			return nil, err
		}
		for _, f := range []figure{{name: "evaluate", target: 50_000}, {name: "evaluate with break-even", target: 5_000}} {
			i.Unsolved = f.name == "evaluate"
			took, err := repeated(each, func() error {
				_, err := profit.Evaluate(i)
				return err
			})
			if err != nil {
				return nil, err
			}
			total := time.Duration(0)
			for _, t := range took {
				total += t
			}
			f.name, f.unit, f.reached = f.name+", "+country, "sides/s", float64(len(took))/total.Seconds()
			all = append(all, f)
		}
	}
	return all, nil
}

// noTerms returns no defaults of a team.
type noTerms struct{}

func (noTerms) Of(context.Context, id.Team, marketplace.Marketplace, asin.ASIN) (ports.SaleTerms, error) {
	return ports.SaleTerms{}, nil
}

// calculated measures the use case with all numbers given, both ways of shipping and their
// break-even prices.
func calculated(each time.Duration) ([]figure, error) {
	tables, err := feetable.Read()
	if err != nil {
		return nil, err
	}
	i, err := input(tables, "US")
	if err != nil {
		return nil, err
	}
	profits := app.NewProfits(tables, nil, noTerms{}.Of, nil, clock.System{})
	q := app.ProfitQuery{ASIN: "B000000001", Source: app.SourceTable, Fulfillment: profit.Both, Price: optional.Some(i.Price), Given: i,
		StorageMonths: optional.Some(money.MustParse("1")),
	}
	took, err := repeated(each, func() error {
		_, err := profits.Calculate(context.Background(), caller.Caller{Team: 1}, q)
		return err
	})
	return []figure{{name: "profit with all given, p99, without HTTP", unit: "ms", reached: p99(took), target: 5, most: true}}, err
}

// histories measures the reading of a product's history of ten years.
func histories(each time.Duration) ([]figure, error) {
	text := tenYears()
	read, err := repeated(each, func() error {
		_, err := keepa.Decode(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	a, err := keepa.Decode(text)
	if err != nil {
		return nil, err
	}
	to := series.MinuteOf(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC))
	thinned, err := repeated(each, func() error {
		for _, s := range a.Products[0].Series {
			s.Thin(to-3650*series.Day, to, 500)
		}
		return nil
	})
	return []figure{
		{name: "decode ten years, median", unit: "ms", reached: median(read), target: 3, most: true},
		{name: "points of ten years, median", unit: "ms", reached: median(thinned), target: 20, most: true},
	}, err
}

// tenYears returns an answer with a product of 65,000 changes: a rank every three hours, most
// prices and counts about once a day.
func tenYears() []byte {
	r := rand.New(rand.NewPCG(1, 2))
	changes := map[int]int{0: 4000, 1: 4000, 3: 29_000, 7: 5000, 10: 4000, 11: 4000, 16: 1000, 17: 4000, 18: 5000, 34: 3000, 35: 3000}
	var b bytes.Buffer
	b.WriteString(`{"products":[{"asin":"B0F7XPYCSJ","domainId":1,"csv":[`)
	for i := range 36 {
		if i > 0 {
			b.WriteByte(',')
		}
		if changes[i] == 0 {
			b.WriteString("null")
			continue
		}
		list := make([]string, changes[i])
		for k := range list {
			list[k] = fmt.Sprintf("%d,%d", 2_000_000+k*5_256_000/len(list), r.IntN(300_000))
			if i == 7 || i == 18 {
				list[k] += ",0"
			}
		}
		b.WriteString("[" + strings.Join(list, ",") + "]")
	}
	b.WriteString(`]}],"tokensLeft":3}`)
	return b.Bytes()
}

// repeated measures each call for some time, after a tenth of it to warm up.
func repeated(each time.Duration, work func() error) (took []time.Duration, err error) {
	for _, length := range []time.Duration{each / 10, each} {
		took = took[:0]
		for begun := time.Now(); time.Since(begun) < length; {
			at := time.Now()
			if err := work(); err != nil {
				return nil, err
			}
			took = append(took, time.Since(at))
		}
	}
	slices.Sort(took)
	return took, nil
}

func median(took []time.Duration) float64 { return took[len(took)/2].Seconds() * 1000 }

func p99(took []time.Duration) float64 { return took[len(took)*99/100].Seconds() * 1000 }
