package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/ports/tablefile"
)

// world simulates everything outside the analysis. It answers at once, like warm caches.
type world struct {
	content []byte
	tables  ports.Tables
	queued  []jobs.Request
}

const team id.Team = 1

var now = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

func (world) Now() time.Time { return time.Now() }

// ean returns the n-th EAN.
func ean(n int) string {
	digits := fmt.Sprintf("400%09d", n)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return fmt.Sprint(digits, (10-sum%10)%10)
}

// list returns a file with this many rows.
func list(rows int) []byte {
	var b strings.Builder
	b.WriteString("EAN,Article,Brand,Net price,RRP,MOQ,Article no\n")
	for i := range rows {
		fmt.Fprintf(&b, "%s,Steel bottle %d ml,Brand %d,%d.%02d,%d.99,%d,NW-%d\n", ean(i), 100+i%900, i%300, 1+i%40, i%100, 45+i%40, 6*(1+i%4), i)
	}
	return []byte(b.String())
}

func (world) Cost(context.Context, id.Team, marketplace.Marketplace, []pricelist.Identity) (int64, error) {
	return 0, nil
}

// Match finds a product for nine codes of ten.
func (world) Match(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	out := make([]ports.Match, len(asked))
	for i, identity := range asked {
		if key := identity.Key(); key[len(key)-1] != '7' {
			out[i].Products = []asin.ASIN{asin.MustParse("B" + key[len(key)-9:])}
		}
	}
	return out, nil
}

func (world) Facts(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN, _ time.Duration) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, a := range asked {
		n := int64(0)
		for _, d := range a.String()[1:] {
			n = n*10 + int64(d-'0')
		}
		out[i].Facts = pricelist.Facts{
			ASIN: a, Title: fmt.Sprintf("Steel bottle %d, vacuum insulated, leak proof", n%1000), Brand: fmt.Sprintf("Brand %d", n%300), Category: fmt.Sprintf("Category %d", n%25),
			Image: "https://images.example.com/I/" + a.String() + ".jpg", URL: "https://www.amazon.com/dp/" + a.String(), Root: "1055398", PackageQuantity: optional.Some(int64(1)),
			Rank: optional.Some(1 + n%400_000), RankTop: optional.Some(money.PercentFromUnits(n % 1_000_000)), Sales: optional.Some(n % 5_000),
			Size:   pricelist.Dimensions{Length: 200_000_000, Width: 80_000_000, Height: 80_000_000, Weight: 300_000_000_000 + n%500*1_000_000_000},
			Hazmat: optional.Some(n%90 == 0), Meltable: optional.Some(false), Adult: optional.Some(false), Source: "amazon", AsOf: now,
		}
	}
	return out, nil
}

func (world) Prices(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Priced, error) {
	out := make([]ports.Priced, len(asked))
	for i, a := range asked {
		out[i].BuyBox = optional.Some(money.FromUnits(120_000 + int64(a.String()[9]-'0')*50_000 + int64(a.String()[8]-'0')*3_300))
	}
	return out, nil
}

func (world) Fees(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []ports.FeeQuestion) ([]ports.Charged, error) {
	return make([]ports.Charged, len(asked)), nil
}

func (world) Offers(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Facts) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, f := range asked {
		f.OffersFBA, f.AmazonInStock = optional.Some(int64(f.ASIN.String()[9]-'0')), optional.Some(f.ASIN.String()[9] == '3')
		out[i].Facts = f
	}
	return out, nil
}

func (world) Restrictions(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Permission, error) {
	out := make([]ports.Permission, len(asked))
	for i := range out {
		out[i] = ports.Permission{Status: pricelist.Allowed, At: now}
	}
	return out, nil
}

func (world) VAT(context.Context, id.Team, marketplace.ID, []asin.ASIN) (map[asin.ASIN]pricelist.KnownVAT, error) {
	return nil, nil
}

func (world) Defaults(context.Context, id.Team, marketplace.Marketplace) (pricelist.ExpensesPatch, error) {
	return pricelist.ExpensesPatch{}, nil
}
func (world) RowsMonth(context.Context, id.Team) (int64, error) { return 1 << 40, nil }

func (world) VATDoubt(context.Context, id.Team, marketplace.Marketplace) (string, error) {
	return "", nil
}

func (world) TokensLeft(context.Context, id.Team) (int64, error) { return 1 << 40, nil }
func (world) Supplier(context.Context, id.Team, int64) error     { return nil }
func (world) Costs(context.Context, id.Team, int64, money.Currency) (pricelist.ExpensesPatch, error) {
	return pricelist.ExpensesPatch{}, nil
}

func (world) OrdersOf(context.Context, id.Team, []asin.ASIN) (map[asin.ASIN]int64, error) {
	return nil, nil
}

func (world) Supply(context.Context, id.Team, marketplace.ID, []asin.ASIN) (map[asin.ASIN]pricelist.Supply, error) {
	return nil, nil
}

func (world) Offer(context.Context, caller.Caller, int64, marketplace.ID, []pricelist.Purchase) error {
	return nil
}

func (world) About(context.Context, id.Team, marketplace.ID, []asin.ASIN) (map[asin.ASIN]ports.Noted, error) {
	return nil, nil
}

func (world) Analyzed(context.Context, id.Team, id.User, pricelist.ID, marketplace.ID, []ports.Accepted) error {
	return nil
}

func (*world) Receive(context.Context, caller.Caller, tablefile.Purpose, tablefile.File) (tablefile.Received, error) {
	return nil, nil
}

func (w *world) Content(context.Context, id.Team, int64) ([]byte, error) { return w.content, nil }

func (w *world) Enqueue(_ context.Context, r jobs.Request) (jobs.ID, error) {
	w.queued = append(w.queued, r)
	return jobs.ID(len(w.queued)), nil
}
