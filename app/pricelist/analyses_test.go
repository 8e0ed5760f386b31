// Package pricelist_test tests analyses of price lists.
package pricelist_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/pricelist"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	portjobs "sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/test/jobs"
	"sellingassistant/test/reported"
	"sellingassistant/test/stores"
)

var us, them = caller.Caller{Team: 1, User: 5}, caller.Caller{Team: 2}

var start = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

type frozen struct{ now time.Time }

func (f *frozen) Now() time.Time { return f.now }

// outside fakes other contexts. The product of an EAN has the ASIN of its last digits. EANs that
// end with 7 have no product, EANs that end with 5 have two.
type outside struct {
	vat   pricelist.KnownVAT
	limit int64
	// the identities of all questions; after dies questions the next fails
	asked []string
	dies  int
	down  error
	// halt keeps rows from being counted.
	halt bool
	// refused keeps the team from asking, spent are its tokens of the million that it has.
	refused error
	spent   int64
	// written has the offers, told the entries of the product history.
	written, told []string
	// the operator's view of jobs
	portjobs.Operator
	records []portjobs.Record
	// priced, charged and offered count questions, which come side by side.
	mu                       sync.Mutex
	priced, charged, offered int
	// rates has the team's rates by currency, rated the questions for rates.
	rates map[money.Currency]string
	rated []string
}

func (o *outside) count(n *int, more int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	*n += more
}

func (o *outside) Match(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Identity) ([]ports.Match, error) {
	if o.down != nil {
		if o.dies--; o.dies < 0 {
			return nil, o.down
		}
	}
	out := make([]ports.Match, len(asked))
	for i, one := range asked {
		key := one.Key()
		o.asked = append(o.asked, key)
		code := key[len(key)-8:]
		switch key[len(key)-1] {
		case '7':
		case '5':
			out[i].Products = []asin.ASIN{asin.MustParse("B1" + code), asin.MustParse("B0" + code)}
		case '3':
			out[i].Err = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")
		default:
			out[i].Products = []asin.ASIN{asin.MustParse("B0" + code)}
		}
	}
	return out, nil
}

func (o *outside) Facts(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN, _ time.Duration) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, a := range asked {
		rank := int64(1)
		if strings.HasPrefix(a.String(), "B1") {
			rank = 2
		}
		own := optional.Some(int64(20))
		if a.String()[9] == '6' {
			own = optional.None[int64]()
		}
		out[i].Facts = pricelist.Facts{
			OwnSales: own, ASIN: a, AsOf: start, Title: "Bottle", Brand: "Ácme", Category: "Kitchen", BuyBox: optional.Some(money.MustParse("20")), PackageQuantity: optional.Some(int64(1)),
			Rank: optional.Some(rank), Hazmat: optional.Some(a.String()[9] == '0'), Sales: optional.Some(int64(60)), AmazonInStock: optional.Some(a.String()[9] == '2'),
		}
	}
	return out, nil
}

// Prices returns the prices of the facts alone.
func (o *outside) Prices(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Priced, error) {
	out := make([]ports.Priced, len(asked))
	for i := range out {
		out[i].BuyBox = optional.Some(money.MustParse("20"))
	}
	o.count(&o.priced, len(asked))
	return out, nil
}

func (o *outside) Fees(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []ports.FeeQuestion) ([]ports.Charged, error) {
	o.count(&o.charged, len(asked))
	return make([]ports.Charged, len(asked)), nil
}

func (o *outside) Offers(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Facts) ([]ports.Told, error) {
	out := make([]ports.Told, len(asked))
	for i, f := range asked {
		out[i].Facts = f
	}
	o.count(&o.offered, len(asked))
	return out, nil
}

func (o *outside) Restrictions(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []asin.ASIN) ([]ports.Permission, error) {
	out := make([]ports.Permission, len(asked))
	for i, a := range asked {
		out[i] = ports.Permission{Status: pricelist.Allowed, At: start}
		if a.String()[9] == '4' {
			out[i].Status = pricelist.NotEligible
		}
	}
	return out, nil
}

// Evaluate takes nothing but the cost from the price.
func (o *outside) Evaluate(_ marketplace.Marketplace, sales []pricelist.Sale) ([]pricelist.Earnings, error) {
	if o.halt {
		return nil, errors.New("halted")
	}
	out := make([]pricelist.Earnings, len(sales))
	for i, s := range sales {
		earned := s.Price.Units() - s.Cost.Or(money.Amount{}).Units() - s.Handling.Units()
		out[i] = pricelist.Earnings{Profit: optional.Some(money.FromUnits(earned)), ROI: optional.Some(money.PercentFromUnits(earned))}
		if s.Solve {
			out[i].BreakEven = s.Cost
		}
		if s.KnownVAT.Class.Known() {
			out[i].VATSource = vat.BasisClass
		}
	}
	return out, nil
}

// VAT returns the entered VAT of all products.
func (o *outside) VAT(_ context.Context, _ id.Team, _ marketplace.ID, products []asin.ASIN) (map[asin.ASIN]pricelist.KnownVAT, error) {
	out := map[asin.ASIN]pricelist.KnownVAT{}
	for _, a := range products {
		out[a] = o.vat
	}
	return out, nil
}

func (*outside) Defaults(context.Context, id.Team, marketplace.Marketplace) (pricelist.ExpensesPatch, error) {
	return pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("0.5"))}, nil
}

func (o *outside) Cost(_ context.Context, _ id.Team, _ marketplace.Marketplace, asked []pricelist.Identity) (int64, error) {
	return int64(len(asked)), o.refused
}

// TokensLeft suffices for all tests except tests of tokens.
func (o *outside) TokensLeft(context.Context, id.Team) (int64, error) {
	return 1_000_000 - o.spent, nil
}

// Supplier 9 and warehouse 9 do not exist; warehouse 3 labels units for a quarter.
func (*outside) Supplier(_ context.Context, _ id.Team, one int64) error { return unknown(one) }

func (*outside) Costs(_ context.Context, _ id.Team, one int64, _ money.Currency) (pricelist.ExpensesPatch, error) {
	return pricelist.ExpensesPatch{Label: optional.Put(money.MustParse("0.25")), Prep: optional.Put(money.MustParse("0.9"))}, unknown(one)
}

// OrdersOf has products with an ASIN that ends with 1 in order 31.
func (*outside) OrdersOf(_ context.Context, _ id.Team, products []asin.ASIN) (map[asin.ASIN]int64, error) {
	out := map[asin.ASIN]int64{}
	for _, a := range products {
		if a.String()[9] == '1' {
			out[a] = 31
		}
	}
	return out, nil
}

// Supply has 10 units in stock and 5 on order of products with an ASIN that ends with 2.
func (*outside) Supply(_ context.Context, _ id.Team, _ marketplace.ID, products []asin.ASIN) (map[asin.ASIN]pricelist.Supply, error) {
	out := map[asin.ASIN]pricelist.Supply{}
	for _, a := range products {
		if a.String()[9] == '2' {
			out[a] = pricelist.Supply{Stock: 10, OnOrder: 5}
		}
	}
	return out, nil
}

func (o *outside) Offer(_ context.Context, _ caller.Caller, supplier int64, _ marketplace.ID, all []pricelist.Purchase) error {
	for _, p := range all {
		o.written = append(o.written, fmt.Sprint(supplier, " ", p.Facts.ASIN, " ", p.UnitCost))
	}
	return nil
}

// About has a note about products with an ASIN that ends with 2.
func (*outside) About(_ context.Context, _ id.Team, _ marketplace.ID, products []asin.ASIN) (map[asin.ASIN]ports.Noted, error) {
	out := map[asin.ASIN]ports.Noted{}
	for _, a := range products {
		if a.String()[9] == '2' {
			out[a] = ports.Noted{Count: 3, Last: "Ask for samples."}
		}
	}
	return out, nil
}

func (o *outside) Analyzed(_ context.Context, _ id.Team, by id.User, of pricelist.ID, _ marketplace.ID, products []ports.Accepted) error {
	for _, p := range products {
		o.told = append(o.told, fmt.Sprint(by, " ", of, " ", p.ASIN, " ", p.Title, " ", p.Profit.Or(money.Amount{})))
	}
	return nil
}

func (o *outside) List(context.Context, portjobs.Filter) ([]portjobs.Record, error) {
	return o.records, nil
}

func unknown(one int64) error {
	if one == 9 {
		return fault.New(fault.Rule, fault.CodeNotFound, "It does not exist.")
	}
	return nil
}

func (o *outside) RowsMonth(context.Context, id.Team) (int64, error) { return o.limit, nil }

func (o *outside) VATDoubt(context.Context, id.Team, marketplace.Marketplace) (string, error) {
	return "", nil
}

type world struct {
	*db.Store
	*outside
	analyses *app.Analyses
	items    *store.Items
	queue    *jobs.Queue
	clock    *frozen
	files    *files
	tables   *tables
	reported *reported.Log
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, newWorld(t, s)) })
}

// byTier runs each for rules that do not depend on the store.
func byTier(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, newWorld(t, s)) })
}

func newWorld(t *testing.T, s *db.Store) world {
	t.Helper()
	stores.Teams(t, s)
	w := world{Store: s, files: &files{}, tables: &tables{Tables: bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})}, outside: &outside{limit: 100_000}, items: store.NewItems(s), clock: &frozen{start}, reported: &reported.Log{}}
	w.queue = jobs.New(w.clock.Now)
	w.analyses = app.New(app.Parts{
		Tx: s, Store: store.NewAnalyses(s), Items: w.items, Matcher: w, Market: w, Permissions: w.Restrictions, Research: w.Evaluate, Teams: w, Rates: w.RatesOf, Purchasing: w, Inventory: w.VAT, Files: w.files, Tables: w.tables, Notes: w.About, Feed: w.Analyzed, Queue: w.queue,
		Jobs: w, Clock: w.clock, Events: w.reported,
	})
	return w
}

// TestTheEndOfAnAnalysisIsReported has a list that is analyzed, and one whose work is given up.
func TestTheEndOfAnAnalysisIsReported(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		made := w.analyzed(t, list(3))
		require.False(t, made.Values.Stage.Running())
		got := w.reported.Take()
		require.Len(t, got, 1)
		require.Equal(t, kernel.PriceListAnalyzed, got[0].Type)
		require.Equal(t, optional.Some(int64(made.ID)), got[0].Record)
		counted := map[string]int{}
		for _, row := range w.byNumber(t, made.ID, pricelist.Filter{}) {
			counted[string(row.Result.Verdict)]++
		}
		want := map[string]string{"marketplace_id": string(made.Values.Marketplace), "rows": "3"}
		for _, verdict := range []string{"accept", "review", "reject"} {
			want[verdict] = fmt.Sprint(counted[verdict])
		}
		require.Equal(t, want, got[0].Details)

		w.down = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
		failed := w.start(t, list(3))
		require.Error(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		got = w.reported.Take()
		require.Len(t, got, 1)
		require.Equal(t, []any{kernel.PriceListFailed, optional.Some(int64(failed.ID)), "integration_required"},
			[]any{got[0].Type, got[0].Record, got[0].Details["reason"]})
	})
}

// ean returns the n-th code with its check digit.
func ean(n int) string {
	digits := fmt.Sprintf("400%09d", n)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return fmt.Sprint(digits, (10-sum%10)%10)
}

// list makes n rows with costs that rise by a cent.
func list(n int) []pricelist.Input {
	out := make([]pricelist.Input, n)
	for i := range out {
		out[i] = pricelist.Input{
			Ref: fmt.Sprint("row ", i+1), Identifier: ean(i), Cost: optional.Some(money.FromUnits(int64(i+1) * 100)), Title: "Bottle", Extra: map[string]string{"shelf": "A"},
		}
	}
	return out
}

func TestUnknownCurrenciesOfAListAreRefused(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		pointer := func(err error) []string {
			broken, ok := fault.As(err)
			require.True(t, ok, err)
			return []string{string(broken.Code), broken.Errors[0].Pointer}
		}
		_, err := w.analyses.Start(t.Context(), us, app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Currency: "XYZ"}}, list(1))
		require.Equal(t, []string{"validation_failed", "/currency"}, pointer(err))
		rows := list(2)
		rows[1].Currency = "ABC"
		_, err = w.analyses.Start(t.Context(), us, app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Currency: "MYR"}}, rows)
		require.Equal(t, []string{"validation_failed", "/items/1/currency"}, pointer(err))
	})
}

func (w world) start(t *testing.T, rows []pricelist.Input) pricelist.Analysis {
	t.Helper()
	made, err := w.analyses.Start(t.Context(), us, app.Draft{
		Name: "March", Values: pricelist.Values{Way: pricelist.FBA, Options: pricelist.Options{Restrictions: true}},
	}, rows)
	require.NoError(t, err)
	return made.Analysis
}

func (w world) analyzed(t *testing.T, rows []pricelist.Input) pricelist.Analysis {
	t.Helper()
	made := w.start(t, rows)
	require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
	return w.get(t, made.ID)
}

func (w world) get(t *testing.T, one pricelist.ID) pricelist.Analysis {
	t.Helper()
	a, err := w.analyses.Get(t.Context(), us, one)
	require.NoError(t, err)
	return a.Analysis
}

func refused(t *testing.T, err error, want fault.Code) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, want, e.Code)
}

// byNumber lists all results in the order of the list.
func (w world) byNumber(t *testing.T, one pricelist.ID, f pricelist.Filter, order ...page.By) []app.Judged {
	t.Helper()
	if order == nil {
		order = []page.By{{Field: "row_number"}}
	}
	var out []app.Judged
	for r := (page.Request{Limit: 7, Count: true, Order: order}); ; {
		found, err := w.analyses.List(t.Context(), us, w.get(t, one), f, r)
		require.NoError(t, err)
		out = append(out, found.Items...)
		if r.After = found.Next; r.After == nil {
			require.Equal(t, int64(len(out)), found.Totals.Or(pricelist.Totals{}).Count)
			return out
		}
	}
}

func TestAListIsAnalyzed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := list(40)
		rows[9].Identifier, rows[10].Identifier, rows[11].Cost = "4006381333930", rows[3].Identifier, optional.None[money.Amount]()
		made := w.start(t, rows)
		require.Equal(t, pricelist.Queued, made.Values.Stage)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.Empty(t, w.queue.Waiting())
		v := w.get(t, made.ID).Values
		require.Equal(t, int64(10_000), v.Progress)
		require.Equal(t, []int64{40, 39, 1, 40}, []int64{v.Rows, v.Valid, v.Invalid, v.Processed})
		require.Equal(t, v.Valid, v.Found+v.Unmatched+v.Failed)
		require.Equal(t, pricelist.CompletedWithErrors, v.Stage, "a source failed for some rows")
		require.Equal(t, money.MustParse("0.5"), v.Expenses.Prep)
		require.Len(t, w.asked, 38, "rows with the same identifier share a look-up, invalid ones have none")
		all := w.byNumber(t, made.ID, pricelist.Filter{})
		require.Len(t, all, 40)
		seen := map[pricelist.Status]int{}
		for i, j := range all {
			row := j.Item.Values.Row
			require.Equal(t, int64(i+1), row.Number)
			require.Equal(t, rows[i].Extra, row.Input.Extra)
			seen[row.Status]++
			switch last := row.Input.Identifier[12]; {
			case i == 9:
				require.Equal(t, pricelist.InvalidIdentifier, row.Status)
				require.Equal(t, pricelist.Reject, j.Result.Verdict)
			case last == '7':
				require.Equal(t, pricelist.NotFound, row.Status)
			case last == '3':
				require.Equal(t, []any{pricelist.RowError, "upstream_unavailable"}, []any{row.Status, row.Problem})
			case last == '5':
				require.Equal(t, pricelist.Multiple, row.Status)
				require.Equal(t, "B0", row.Matches[0].ASIN.String()[:2], "the better rank comes first")
			default:
				require.Equal(t, pricelist.Matched, row.Status)
			}
			require.Equal(t, i == 10, row.Duplicate)
			earned := j.Result.Earned()
			if i != 11 && len(row.Matches) > 0 {
				require.Equal(t, optional.Some(money.FromUnits(195_000-int64(i+1)*100)), earned.Profit)
				require.Equal(t, optional.Some(money.FromUnits(int64(i+1)*100)), earned.BreakEven, "solved for the page that is read")
			}
		}
		require.Greater(t, min(seen[pricelist.Matched], seen[pricelist.Multiple], seen[pricelist.NotFound], seen[pricelist.RowError]), 1)
	})
}

// Classes that are set later show at once. For prices without tax, no class is asked for.
func TestRowsKnowTheVATOfTheTeamsGoods(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		analyzed := func(domain string) pricelist.ID {
			made, err := w.analyses.Start(t.Context(), us, app.Draft{
				Name: "March", Choice: marketplace.Choice{Domain: domain}, Values: pricelist.Values{Way: pricelist.FBA},
			}, list(8))
			require.NoError(t, err)
			require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
			return made.ID
		}
		sources := func(one pricelist.ID) (out []vat.Basis) {
			for _, j := range w.byNumber(t, one, pricelist.Filter{}) {
				if _, ok := j.Item.Values.Row.Product(); ok {
					out = append(out, j.Result.Earned().VATSource)
				}
			}
			return slices.Compact(out)
		}
		de, com := analyzed("amazon.de"), analyzed("amazon.com")
		require.Equal(t, []vat.Basis{""}, sources(de))
		w.vat = pricelist.KnownVAT{Class: optional.Some(vat.ClassReduced)}
		require.Equal(t, []vat.Basis{vat.BasisClass}, sources(de))
		require.Equal(t, []vat.Basis{""}, sources(com))
	})
}

func TestResultsAreFilteredAndSorted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		of := w.analyzed(t, list(40))
		all := w.byNumber(t, of.ID, pricelist.Filter{})
		yes, no := true, false
		profit := func(j app.Judged) int64 { return j.Result.Earned().Profit.Or(money.FromUnits(-1)).Units() }
		asinOf := func(j app.Judged) string { f, _ := j.Item.Values.Row.Product(); return f.ASIN.String() }
		for name, c := range map[string]struct {
			f    pricelist.Filter
			fits func(j app.Judged) bool
		}{
			"status": {pricelist.Filter{Statuses: []pricelist.Status{"multiple", "not_found"}}, func(j app.Judged) bool {
				return slices.Contains([]pricelist.Status{"multiple", "not_found"}, j.Item.Values.Row.Status)
			}},
			"verdict":     {pricelist.Filter{Verdicts: []pricelist.Verdict{"reject"}}, func(j app.Judged) bool { return j.Result.Verdict == "reject" }},
			"restriction": {pricelist.Filter{Restrictions: []pricelist.Restriction{"NOT_ELIGIBLE"}}, func(j app.Judged) bool { a := asinOf(j); return a != "" && a[9] == '4' }},
			"alert":       {pricelist.Filter{Alerts: []pricelist.AlertCode{"hazmat"}}, func(j app.Judged) bool { a := asinOf(j); return a != "" && a[9] == '0' }},
			"alert not":   {pricelist.Filter{AlertsNot: []pricelist.AlertCode{"hazmat", "amazon_sells"}}, func(j app.Judged) bool { a := asinOf(j); return a == "" || a[9] != '0' && a[9] != '2' }},
			"brand":       {pricelist.Filter{Brands: []string{"ÁCME "}}, func(j app.Judged) bool { return asinOf(j) != "" }},
			"category":    {pricelist.Filter{Categories: []string{"toys"}}, func(app.Judged) bool { return false }},
			"in stock":    {pricelist.Filter{InStock: &yes}, func(j app.Judged) bool { a := asinOf(j); return a != "" && a[9] == '2' }},
			"not liked":   {pricelist.Filter{Liked: &no}, func(app.Judged) bool { return true }},
			"query":       {pricelist.Filter{Query: ean(8)}, func(j app.Judged) bool { return j.Item.Values.Row.Input.Identifier == ean(8) }},
			"profit":      {pricelist.Filter{Ranges: []pricelist.Range{{Field: "profit", From: new(int64(193_000)), To: new(int64(194_000))}}}, func(j app.Judged) bool { return profit(j) >= 193_000 && profit(j) <= 194_000 }},
		} {
			var want []int64
			for _, j := range all {
				if c.fits(j) {
					want = append(want, j.Item.Values.Row.Number)
				}
			}
			var got []int64
			for _, j := range w.byNumber(t, of.ID, c.f) {
				got = append(got, j.Item.Values.Row.Number)
			}
			require.Equal(t, want, got, name)
			require.Less(t, len(want), 41)
		}
		sorted := w.byNumber(t, of.ID, pricelist.Filter{}, page.By{Field: "profit", Desc: true})
		require.Len(t, sorted, len(all))
		for i := 1; i < len(sorted); i++ {
			require.GreaterOrEqual(t, profit(sorted[i-1]), profit(sorted[i]), "those without a profit come last")
		}
		sum := int64(0)
		for _, j := range all {
			sum += max(profit(j), 0)
		}
		found, err := w.analyses.List(t.Context(), us, w.get(t, of.ID), pricelist.Filter{}, page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "row_number"}}})
		require.NoError(t, err)
		require.Equal(t, money.FromUnits(sum), found.Totals.Or(pricelist.Totals{}).Profit)
	})
}

func TestAKilledAnalysisGoesOn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.down, w.dies = errors.New("killed"), 1
		made := w.start(t, list(2*pricelist.Chunk+10))
		require.ErrorContains(t, w.queue.Work(t.Context(), w.analyses.Handlers()...), "killed")
		v := w.get(t, made.ID).Values
		require.Equal(t, []any{pricelist.Matching, int64(pricelist.Chunk)}, []any{v.Stage, v.Worked})
		w.down = nil
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		v = w.get(t, made.ID).Values
		require.Equal(t, int64(2*pricelist.Chunk+10), v.Processed)
		require.Equal(t, v.Valid, v.Found+v.Unmatched+v.Failed)
		asked := slices.Clone(w.asked)
		slices.Sort(asked)
		require.Len(t, slices.Compact(asked), len(w.asked), "stored facts are not asked for again")
		require.Len(t, w.asked, 2*pricelist.Chunk+10)
	})
}

func TestAnAnalysisThatCannotBeDoneFails(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		w.down = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
		made := w.start(t, list(3))
		require.Error(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		v := w.get(t, made.ID).Values
		require.Equal(t, []any{pricelist.Failed, "integration_required", "No account."}, []any{v.Stage, v.Error, v.Reason})
		require.Empty(t, w.queue.Waiting())
	})
}

// An analysis that fails each time for the same reason ends, has the reason, and occupies no place
// of the team.
func TestAnAnalysisThatAlwaysFailsEnds(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		w.down = errors.New("cannot reserve 0 tokens")
		analyze := w.handler(app.AnalyzeJob)
		for range pricelist.MaxRunning {
			j := job(t, w.start(t, list(3)).ID)
			j.Attempts = portjobs.MaxAttempts
			for j.Attempt = 1; ; j.Attempt++ {
				err := analyze.Run(t.Context(), j)
				require.ErrorIs(t, err, w.down)
				if portjobs.IsDead(err) {
					break
				}
				j.Failed = append(j.Failed, err.Error())
			}
			require.Equal(t, 5, j.Attempt)
		}
		w.down = nil
		v := w.get(t, w.analyzed(t, list(3)).ID).Values
		require.Equal(t, pricelist.CompletedWithErrors, v.Stage)
		v = w.get(t, 1).Values
		require.Equal(t, []any{pricelist.Failed, "internal_error"}, []any{v.Stage, v.Error})
		require.Equal(t, "The work failed each time for the same reason, which the operator finds with its job.", v.Reason)
	})
}

func TestLimitsOfATeam(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		for range pricelist.MaxRunning {
			w.start(t, list(2))
		}
		_, err := w.analyses.Start(t.Context(), us, app.Draft{}, list(2))
		refused(t, err, fault.CodeTooManyRunning)
		_, err = w.analyses.Start(t.Context(), them, app.Draft{}, list(2))
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		w.limit = 12
		w.start(t, list(2))
		_, err = w.analyses.Start(t.Context(), us, app.Draft{}, list(1))
		refused(t, err, fault.CodeLimitReached)
		_, err = w.analyses.Start(t.Context(), us, app.Draft{Expenses: pricelist.ExpensesPatch{Prep: optional.Put(money.FromUnits(-1))}}, list(1))
		e, _ := fault.As(err)
		require.Equal(t, "/expenses/prep_per_unit", e.Errors[0].Pointer)
	})
}

func TestExpensesAreCountedAgain(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		of := w.analyzed(t, list(20))
		prep := pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("1.5"))}
		first := w.byNumber(t, of.ID, pricelist.Filter{Statuses: []pricelist.Status{"matched"}})[0]
		edited, err := w.analyses.EditItem(t.Context(), us, of.ID, first.Item.ID, pricelist.EditPatch{Cost: optional.Put(money.MustParse("2"))}, &first.Item.Version)
		require.NoError(t, err)
		require.Equal(t, optional.Some(money.MustParse("17.5")), edited.Result.Earned().Profit)
		next, err := w.analyses.EditExpenses(t.Context(), us, of.ID, prep, &of.Version)
		require.NoError(t, err)
		require.Equal(t, []int64{2, 2}, []int64{next.Values.ExpensesVersion, next.Values.ShownVersion})
		_, err = w.analyses.EditExpenses(t.Context(), us, of.ID, prep, &of.Version)
		refused(t, err, fault.CodePreconditionFailed)
		again, err := w.analyses.EditExpenses(t.Context(), us, of.ID, prep, nil)
		require.NoError(t, err)
		require.Equal(t, next.Version, again.Version, "the same expenses change nothing")
		after := w.byNumber(t, of.ID, pricelist.Filter{Edited: new(true)})
		require.Len(t, after, 1)
		require.Equal(t, optional.Some(money.MustParse("16.5")), after[0].Result.Earned().Profit, "the edit is kept")
		require.Len(t, w.byNumber(t, of.ID, pricelist.Filter{}), 20)
		_, err = w.analyses.EditExpenses(t.Context(), them, of.ID, prep, nil)
		refused(t, err, fault.CodeNotFound)
		_, err = w.analyses.EditItem(t.Context(), them, of.ID, first.Item.ID, pricelist.EditPatch{}, nil)
		refused(t, err, fault.CodeNotFound)
		_, err = w.analyses.EditItem(t.Context(), us, of.ID+1, first.Item.ID, pricelist.EditPatch{}, nil)
		refused(t, err, fault.CodeNotFound)
		_, err = w.analyses.Get(t.Context(), them, of.ID)
		refused(t, err, fault.CodeNotFound)
		other := w.analyzed(t, list(3))
		_, err = w.analyses.EditItem(t.Context(), us, other.ID, first.Item.ID, pricelist.EditPatch{}, nil)
		refused(t, err, fault.CodeNotFound)
		running := w.start(t, list(1))
		soon, err := w.analyses.EditExpenses(t.Context(), us, running.ID, prep, nil)
		require.NoError(t, err)
		require.False(t, soon.Values.Recounting(), "nothing is counted yet")
		w.down = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
		require.Error(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		_, err = w.analyses.EditExpenses(t.Context(), us, running.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("2"))}, nil)
		refused(t, err, fault.CodeInvalidState)
	})
}

// A long list shows its results by the older expenses until all are counted again, also when the
// job is killed between.
func TestALongListIsCountedAgainByAJob(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		rows := list(pricelist.Direct + 1)
		of := w.analyzed(t, rows)
		next, err := w.analyses.EditExpenses(t.Context(), us, of.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("1.5"))}, nil)
		require.NoError(t, err)
		require.True(t, next.Values.Recounting())
		matched := pricelist.Filter{Statuses: []pricelist.Status{"matched"}}
		first := func() app.Judged {
			found, err := w.analyses.List(t.Context(), us, w.get(t, of.ID), matched, page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "row_number"}}})
			require.NoError(t, err)
			return found.Items[0]
		}
		before := first().Result.Earned().Profit.Or(money.Amount{})
		args, err := json.Marshal(map[string]any{"analysis": of.ID})
		require.NoError(t, err)
		handlers := w.analyses.Handlers()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.Error(t, w.handler(app.RecountJob).Run(ctx, portjobs.Job{Team: 1, Args: args}))
		require.Equal(t, before, first().Result.Earned().Profit.Or(money.Amount{}))
		require.NoError(t, w.queue.Work(t.Context(), handlers...))
		require.False(t, w.get(t, of.ID).Values.Recounting())
		require.Equal(t, before.Units()-10_000, first().Result.Earned().Profit.Or(money.Amount{}).Units())
		found, err := w.analyses.List(t.Context(), us, w.get(t, of.ID), pricelist.Filter{}, page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "row_number"}}})
		require.NoError(t, err)
		require.Equal(t, int64(len(rows)), found.Totals.Or(pricelist.Totals{}).Count)
	})
}

func TestWhatAListNames(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		start := func(d app.Draft) (app.Shown, error) { return w.analyses.Start(t.Context(), us, d, list(1)) }
		_, err := start(app.Draft{Values: pricelist.Values{Supplier: optional.Some(int64(9))}})
		refused(t, err, fault.CodeNotFound)
		broken, _ := fault.As(err)
		require.Equal(t, "/supplier_id", broken.Pointer)
		_, err = start(app.Draft{Expenses: pricelist.ExpensesPatch{Warehouse: optional.Put(int64(9))}})
		broken, _ = fault.As(err)
		require.Equal(t, "/expenses/warehouse_id", broken.Pointer)
		made, err := start(app.Draft{Expenses: pricelist.ExpensesPatch{Warehouse: optional.Put(int64(3)), Prep: optional.Put(money.MustParse("1.2"))}})
		require.NoError(t, err)
		require.Equal(t, []money.Amount{money.MustParse("1.2"), money.MustParse("0.25")}, []money.Amount{made.Values.Expenses.Prep, made.Values.Expenses.Label},
			"the caller's word counts more than the warehouse's")
		w.spent = 1_000_000
		_, err = start(app.Draft{})
		refused(t, err, fault.CodeQuotaExhausted)
		w.refused = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
		_, err = start(app.Draft{})
		refused(t, err, fault.CodeIntegrationRequired)
		require.Len(t, w.queue.Waiting(), 1)
	})
}

// Rows counted while expenses change show the older expenses, and all are counted again at the end.
func TestExpensesChangeWhileRowsAreCounted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		of := w.start(t, list(pricelist.Chunk+10))
		w.halt = true
		require.ErrorContains(t, w.queue.Work(t.Context(), w.analyses.Handlers()...), "halted")
		require.Equal(t, pricelist.Pricing, w.get(t, of.ID).Values.Stage)
		changed, err := w.analyses.EditExpenses(t.Context(), us, of.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("1.5"))}, nil)
		require.NoError(t, err)
		require.True(t, changed.Values.Recounting())
		w.halt = false
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		require.False(t, w.get(t, of.ID).Values.Recounting())
		all := w.byNumber(t, of.ID, pricelist.Filter{Statuses: []pricelist.Status{"matched"}})
		require.Equal(t, optional.Some(money.FromUnits(185_000-all[0].Item.Values.Row.Number*100)), all[0].Result.Earned().Profit)
	})
}

// A code of several products has a result for each, and the rows are counted once.
func TestAllMatches(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		rows := list(20)
		several := int64(0)
		for _, r := range rows {
			if r.Identifier[12] == '5' {
				several++
			}
		}
		made, err := w.analyses.Start(t.Context(), us, app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Options: pricelist.Options{AllMatches: true}}}, rows)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		v := w.get(t, made.ID).Values
		require.Positive(t, several)
		require.Equal(t, []int64{20, 20, 20 + several}, []int64{v.Rows, v.Processed, v.Results})
		all := w.byNumber(t, made.ID, pricelist.Filter{Statuses: []pricelist.Status{"multiple"}})
		require.Len(t, all, int(2*several))
		for i := 0; i < len(all); i += 2 {
			first, _ := all[i].Item.Values.Row.Product()
			second, _ := all[i+1].Item.Values.Row.Product()
			require.Equal(t, []string{"B0", "B1"}, []string{first.ASIN.String()[:2], second.ASIN.String()[:2]})
		}
	})
}

func TestResultsExpire(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		of := w.analyzed(t, list(20))
		expire := w.handler(app.ExpireJob)
		require.NoError(t, expire.Run(t.Context(), portjobs.Job{}))
		require.Len(t, w.byNumber(t, of.ID, pricelist.Filter{}), 20)
		w.clock.now = start.Add(pricelist.Kept)
		require.NoError(t, expire.Run(t.Context(), portjobs.Job{}))
		require.Equal(t, pricelist.Expired, w.get(t, of.ID).Values.Stage)
		require.Empty(t, w.byNumber(t, of.ID, pricelist.Filter{}))
		left, err := w.items.After(t.Context(), 1, of.ID, 0, 10)
		require.NoError(t, err)
		require.Empty(t, left)
	})
}

// An operator's cancel ends the analysis too.
func TestACancelledJobCancelsItsAnalysis(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		of := w.start(t, list(20))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		cancelled := job(t, of.ID).CancelledBy(func() bool { return true })
		require.Error(t, w.analyses.Handlers()[0].Run(ctx, cancelled))
		require.Equal(t, pricelist.Cancelled, w.get(t, of.ID).Values.Stage)
	})
}

func (w world) handler(kind string) portjobs.Handler {
	all := w.analyses.Handlers()
	return all[slices.IndexFunc(all, func(h portjobs.Handler) bool { return h.Kind == kind })]
}

// A job that is cancelled before it runs, or given up with its process, has no run that could end
// its analysis.
func TestAJobThatEndsWithoutARunEndsItsAnalysis(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		tidy := w.handler(app.TidyJob)
		var made []pricelist.Analysis
		for range 4 {
			made = append(made, w.start(t, list(2)))
		}
		for i, state := range []portjobs.State{portjobs.Cancelled, portjobs.Failed, portjobs.Waiting} {
			w.records = append(w.records, portjobs.Record{Job: job(t, made[i].ID), State: state})
		}
		for range 2 {
			require.NoError(t, tidy.Run(t.Context(), portjobs.Job{}))
			var stages []pricelist.Stage
			for _, one := range made {
				stages = append(stages, w.get(t, one.ID).Values.Stage)
			}
			require.Equal(t, []pricelist.Stage{pricelist.Cancelled, pricelist.Failed, pricelist.Queued, pricelist.Queued}, stages)
		}
		require.Equal(t, "internal_error", w.get(t, made[1].ID).Values.Error)
		require.Equal(t, "Each process that did the work ended before it was done.", w.get(t, made[1].ID).Values.Reason)
	})
}

// Accepted rows enter the product history at the end, and rows show notes about their products.
func TestWhatIsAcceptedIsInTheHistory(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		of := w.analyzed(t, list(130))
		var want []string
		for _, j := range w.byNumber(t, of.ID, pricelist.Filter{}) {
			f, ok := j.Item.Values.Row.Product()
			if j.Result.Verdict == pricelist.Accept {
				want = append(want, fmt.Sprint(5, " ", of.ID, " ", f.ASIN, " Bottle ", j.Result.Earned().Profit.Or(money.Amount{})))
			}
			if ok && f.ASIN.String()[9] == '2' {
				require.Equal(t, ports.Noted{Count: 3, Last: "Ask for samples."}, j.Noted)
			} else {
				require.Zero(t, j.Noted)
			}
		}
		require.Greater(t, len(want), 60)
		require.Equal(t, want, w.told)
	})
}

// job makes the work on an analysis.
func job(t *testing.T, of pricelist.ID) portjobs.Job {
	t.Helper()
	args, err := json.Marshal(map[string]any{"analysis": of})
	require.NoError(t, err)
	return portjobs.Job{Team: 1, Args: args, Attempts: 10}
}

// Asks slow sources about the products that quick sources did not reject.
func TestAFunnel(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		start := func(d app.Draft) {
			t.Helper()
			w.priced, w.charged, w.offered = 0, 0, 0
			_, err := w.analyses.Start(t.Context(), us, d, list(40))
			require.NoError(t, err)
			require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		}
		matched := 0
		for i := range 40 {
			if last := ean(i)[12]; last != '7' && last != '3' {
				matched++
			}
		}
		start(app.Draft{Values: pricelist.Values{Way: pricelist.FBA}})
		require.Equal(t, []int{matched, matched, matched}, []int{w.priced, w.charged, w.offered})
		start(app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Skip: pricelist.Skip{Categories: []string{"kitchen"}}}})
		require.Equal(t, []int{0, 0, 0}, []int{w.priced, w.charged, w.offered})
		bar := pricelist.ExpensesPatch{MinProfit: optional.Put(money.MustParse("19.41"))}
		start(app.Draft{Values: pricelist.Values{Way: pricelist.FBA}, Expenses: bar})
		require.Equal(t, matched, w.priced)
		require.Equal(t, w.charged, w.offered)
		require.Less(t, w.offered, matched/2)
		require.Positive(t, w.offered)
		start(app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Options: pricelist.Options{FullList: true}}, Expenses: bar})
		require.Equal(t, []int{matched, matched, matched}, []int{w.priced, w.charged, w.offered})
	})
}

// Accepted rows become offers of the supplier and proposed orders.
func TestFromAListToAnOrder(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		rows := list(130)
		for i := range rows {
			rows[i].Minimum = optional.Some(int64(6))
		}
		rows[5].CaseCost, rows[5].Cost, rows[5].PackSize, rows[5].Currency = optional.Some(money.MustParse("20")), pricelist.Maybe{}, optional.Some(int64(8)), "EUR"
		made, err := w.analyses.Start(t.Context(), us, app.Draft{
			Values:   pricelist.Values{Way: pricelist.FBA, Supplier: optional.Some(int64(4)), Options: pricelist.Options{CreateOffers: true}},
			Expenses: pricelist.ExpensesPatch{Rates: optional.Put([]pricelist.Rate{{Currency: "EUR", Rate: money.MustParseRate("1.1")}})},
		}, rows)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		accepted := w.byNumber(t, made.ID, pricelist.Filter{Verdicts: []pricelist.Verdict{"accept"}})
		require.Greater(t, len(accepted), 60)
		require.Len(t, w.written, len(accepted))
		first, _ := accepted[0].Item.Values.Row.Product()
		require.Equal(t, fmt.Sprintf("4 %s %s", first.ASIN, accepted[0].Item.Values.Row.Input.Cost.Or(money.Amount{})), w.written[0])
		wish := app.Wish{Top: 1_000, Need: pricelist.Need{Days: 30}}
		suggested, err := w.analyses.Orders(t.Context(), us, made.ID, wish)
		require.NoError(t, err)
		orders := suggested.Orders
		require.Equal(t, int64(len(accepted)), suggested.Accepted)
		asked := 0
		for _, l := range suggested.Left {
			require.Equal(t, []any{"own_share", byte('6')}, []any{l.Rule.Missing, l.Facts.ASIN.String()[9]})
			asked++
		}
		require.Positive(t, asked)
		lines := map[money.Currency]int{}
		for _, o := range orders {
			require.LessOrEqual(t, len(o.Lines), 100)
			require.Equal(t, int64(4), o.Supplier)
			lines[o.Currency] += len(o.Lines)
			for _, l := range o.Lines {
				switch l.Number {
				case 6:
					require.Equal(t, []any{money.Currency("EUR"), money.MustParse("2.5"), int64(24)}, []any{l.Currency, l.UnitCost, l.Quantity}, "20 in whole cases")
				default:
					want := int64(20)
					if l.Facts.ASIN.String()[9] == '2' {
						want = 6 // less the 5 in stock
					}
					require.Equal(t, []any{money.FromUnits(l.Number * 100), want}, []any{l.UnitCost, l.Quantity})
				}
			}
		}
		require.Equal(t, 1, lines["EUR"])
		require.Equal(t, len(accepted), lines["USD"]+lines["EUR"]+asked)
		for _, j := range w.byNumber(t, made.ID, pricelist.Filter{}) {
			f, ok := j.Item.Values.Row.Product()
			require.Equal(t, ok && f.ASIN.String()[9] == '1', j.InOrder.Known())
		}
		_, err = w.analyses.EditItem(t.Context(), us, made.ID, accepted[0].Item.ID, pricelist.EditPatch{Buy: optional.Put(int64(240))}, nil)
		require.NoError(t, err)
		wish.Top, wish.Supplier = 1, optional.Some(int64(5))
		best, err := w.analyses.Orders(t.Context(), us, made.ID, wish)
		require.NoError(t, err)
		require.Equal(t, []any{int64(5), int64(240)}, []any{best.Orders[0].Supplier, best.Orders[0].Lines[0].Quantity})
		wish.Supplier = optional.Some(int64(9))
		_, err = w.analyses.Orders(t.Context(), us, made.ID, wish)
		refused(t, err, fault.CodeNotFound)
		wish.Supplier, wish.Include = optional.None[int64](), []pricelist.ItemID{9_999}
		_, err = w.analyses.Orders(t.Context(), us, made.ID, wish)
		refused(t, err, fault.CodeNotFound)
	})
}

// Costs that leave nothing are neither accepted nor ordered, but where a user names their rows.
func TestLossesAreNotOrdered(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		rows := list(24)
		for i := range rows {
			rows[i].Cost = optional.Some(money.MustParse([]string{"19.5", "19.75", "20.5", "19.49"}[i%4]))
		}
		made, err := w.analyses.Start(t.Context(), us, app.Draft{Values: pricelist.Values{Way: pricelist.FBA, Supplier: optional.Some(int64(4))}}, rows)
		require.NoError(t, err)
		require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...))
		var loss pricelist.ItemID
		for _, j := range w.byNumber(t, made.ID, pricelist.Filter{}) {
			profit, known := j.Result.Earned().Profit.Get()
			if !known {
				continue
			}
			require.Equal(t, !profit.Positive(), slices.Contains(j.Result.Rules, pricelist.RuleNotProfitable))
			if f, _ := j.Item.Values.Row.Product(); !profit.Positive() && f.OwnSales.Known() {
				require.Equal(t, pricelist.Reject, j.Result.Verdict)
				loss = j.Item.ID
			}
		}
		require.Positive(t, loss)
		wish := app.Wish{Top: 100, Need: pricelist.Need{Days: 30}}
		suggested, err := w.analyses.Orders(t.Context(), us, made.ID, wish)
		require.NoError(t, err)
		require.Len(t, suggested.Orders, 1)
		for _, l := range suggested.Orders[0].Lines {
			require.Equal(t, money.MustParse("19.49"), l.UnitCost)
		}
		wish.Include = []pricelist.ItemID{loss}
		suggested, err = w.analyses.Orders(t.Context(), us, made.ID, wish)
		require.NoError(t, err)
		require.Equal(t, loss, suggested.Orders[0].Lines[0].Item)
	})
}
