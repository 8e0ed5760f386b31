package repricing

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/test/moving"
)

// Engine has the engine over a database.
type Engine struct {
	Records
	T       *testing.T
	Clock   *moving.Clock
	Out     *Outside
	Facts   pricingports.Rows
	Parts   pricing.EngineParts
	Pricing *pricing.Engine
	Intake  *events.Intake
	Orders  *events.Orders
	Set     *manage.Settings
	Rules   *manage.Strategies
	Edit    *manage.Products
	Who     caller.Caller
	claims  int
}

// NewEngine makes the use cases of prices over a database, for a team with one seller account.
func NewEngine(t *testing.T, s *db.Store) *Engine {
	t.Helper()
	e := &Engine{
		Records: RecordsOver(s), T: t, Clock: &moving.Clock{At: Noon}, Facts: pricingstore.NewRows(s), Who: caller.Caller{Team: Ours},
		Out: &Outside{
			Accounts:      []account.Seller{{Team: Ours, Connection: 5, Region: "eu", ID: "A2SELLER", Marketplaces: []marketplace.ID{Germany}, Active: true}},
			ListingAnswer: map[repricer.Key]ports.Listing{}, CostAnswers: map[repricer.Key]pricingports.Cost{}, OfferAnswers: map[string]pricingports.OfferAnswer{},
		},
	}
	settings := queue.NewWakingSettings(e.Settings, e.Due, e.Clock)
	strategies := queue.NewWakingStrategies(e.Strategies, settings, e.Due, e.Clock)
	products := queue.NewWakingProducts(e.Products, settings, e.Due, queuestore.NewFeeRequests(s), e.Clock)
	e.Parts = pricing.EngineParts{
		Queue: e.Due, Rows: e.Facts, Products: products, Settings: settings, Changes: e.History, Memories: e.Memories,
		Sellers: outSellers{Outside: e.Out}, Listings: outListings{e.Out}.Current, Costs: outCosts{e.Out}.Current, ExchangeRates: e.Out.Rates,
		Expenses: e.Out.Defaults, FeeBands: e.Out, Goods: e.Out, Market: e.Out,
		Sales: outSales{historystore.NewSales(s), e.Out}, OrderCoverage: outNews{e.Out}.CoveredSince, FeeRequests: queuestore.NewFeeRequests(s), SourceBreakers: pricingstore.NewSourceBreakers(s),
		Sweeps: pricingstore.NewSweeps(s),
		Tx:     s, Clock: e.Clock, Metrics: e.Out, KillSwitch: e.Out.Off,
	}
	e.Pricing = pricing.NewEngine(e.Parts)
	confirms := sending.NewConfirmations(sending.SenderParts{
		Changes: e.History, Settings: settings, Memories: e.Memories, Queue: e.Due, Metrics: &watch{}, Tx: s, Clock: e.Clock,
	})
	ends := sending.NewWithdrawals(sendingstore.NewOutbox(s), historystore.NewChanges(s), products, e.Due, s, e.Clock)
	e.Orders = events.NewOrders(events.OrderParts{
		Products: products, Settings: settings, Rows: e.Facts, Queue: e.Due, Sales: historystore.NewSales(s), Tx: s, Clock: e.Clock,
	})
	e.Intake = events.NewIntake(products, settings, e.Due, confirms, nil, s, e.Clock)
	e.Set = manage.NewSettings(settings, strategies, ends, s, e.Clock)
	e.Rules = manage.NewStrategies(strategies, settings, products, ends, s, e.Clock)
	e.Edit = manage.NewProducts(products, strategies, settings, Ample{}.Rows, outSellers{Outside: e.Out}, outListings{e.Out}.Current, ends, s, e.Clock)
	return e
}

// Live sets the team's submission mode to live and gives it a strategy that matches the lowest
// price.
func (e *Engine) Live(change func(*repricer.SettingsPatch)) strategy.ID {
	e.T.Helper()
	p := Matching("Lowest")
	p.CompeteWith = optional.Put(decision.TargetLowest)
	made, err := e.Rules.Create(e.T.Context(), e.Who, p)
	require.NoError(e.T, err)
	patch := repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive), DefaultStrategyID: optional.Put(made.ID)}
	if change != nil {
		change(&patch)
	}
	_, err = e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: patch})
	require.NoError(e.T, err)
	return made.ID
}

// Selling stores n rows at 20.00 with limits 5 and 50, in mode auto.
func (e *Engine) Selling(n int, change func(i int, s *repricer.ProductSnapshot)) []decision.ProductID {
	e.T.Helper()
	rows := PlainRows(n)
	for i := range rows {
		rows[i].Mode = decision.ModeAuto
		rows[i].Limits.MinPrice, rows[i].Limits.MaxPrice = Amount("5"), Amount("50")
		rows[i].Observed.CurrentPrice, rows[i].Observed.Fulfillment = Amount("20"), optional.Some(decision.FBM)
		if change != nil {
			change(i, &rows[i])
		}
	}
	return IDs(e.Rows(e.T, Ours, rows...))
}

// Event reports a rival's price for a row.
func (e *Engine) Event(row decision.ProductID, rival string) {
	e.T.Helper()
	e.Hears(row, decision.Offer{SellerID: "A3RIVAL", Price: eur(rival), BuyBox: true, Featured: true})
}

// Hears reports the offers of a row's product.
func (e *Engine) Hears(row decision.ProductID, offers ...decision.Offer) {
	e.T.Helper()
	s, now := e.Row(row), e.Clock.Now()
	for i := range offers {
		offers[i].Fulfillment, offers[i].Condition = decision.FBM, decision.ConditionNew
	}
	o := repricer.Offer{SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition}
	require.NoError(e.T, e.Intake.OfferEvents(e.T.Context(), []events.OfferEvent{{
		Offer: repricer.TeamOffer{Team: Ours, Offer: o}, Market: repricer.MarketState{At: now}, Own: []string{s.Key.SellerID},
		Offers: decision.OfferSnapshot{At: now, Box: decision.BoxReport{Unknown: true}, Offers: offers},
	}}))
}

// Row reads a row.
func (e *Engine) Row(row decision.ProductID) repricer.ProductSnapshot {
	e.T.Helper()
	s, err := e.Products.Get(e.T.Context(), Ours, row)
	require.NoError(e.T, err)
	return s
}

// Take claims due rows.
func (e *Engine) Take() (string, []queueports.Claimed) {
	e.T.Helper()
	e.claims++
	owner := fmt.Sprintf("worker %d", e.claims)
	for _, lane := range []repricer.Priority{repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityLow} {
		got, err := e.Due.Claim(e.T.Context(), queueports.Claim{Owner: owner, Priority: lane, Limit: 100, Now: e.Clock.Now(), Lease: time.Minute})
		require.NoError(e.T, err)
		if len(got) > 0 {
			return owner, got
		}
	}
	return owner, nil
}

// Work evaluates all due rows.
func (e *Engine) Work() {
	e.T.Helper()
	for {
		owner, claimed := e.Take()
		if len(claimed) == 0 {
			return
		}
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, claimed))
	}
}

// Told lists the history in words, the oldest first.
func (e *Engine) Told() []string {
	e.T.Helper()
	all := e.All(e.T, Ours, history.ChangeFilter{})
	out := make([]string, len(all))
	for i, c := range all {
		out[len(all)-1-i] = fmt.Sprintf("%s %s %s %s", c.Verdict, c.Reason, c.NewPrice, c.Outcome.Or("-"))
	}
	return out
}

// Queued counts the rows in the queue.
func (e *Engine) Queued() (n int) {
	e.T.Helper()
	require.NoError(e.T, e.DB.DB().QueryRowContext(e.T.Context(), "SELECT count(*) FROM repricer_due").Scan(&n))
	return n
}

// Away returns the fault of a marketplace that does not answer.
func Away() error {
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not answer.")
}

// Lists answers a question about a SKU's offers with a rival's price.
func (e *Engine) Lists(sku, rival string) {
	yes := true
	e.Out.OfferAnswers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now(), Total: new(int64(1)), Listed: 1, Named: 1, Offers: []pricingports.MarketOffer{{
		SellerID: "A3RIVAL", Condition: decision.ConditionNew, Fulfillment: decision.FBM, PriceParts: ports.PriceParts{Currency: "EUR", Price: money.MustParse(rival)},
		Featured: &yes, Winner: &yes,
	}}}}
}

// Holds returns the holds of all rows.
func (e *Engine) Holds() map[decision.ProductID]repricer.Hold {
	e.T.Helper()
	out := map[decision.ProductID]repricer.Hold{}
	rows, err := e.Facts.WithSiblings(e.T.Context(), Ours, e.EveryRow())
	require.NoError(e.T, err)
	for _, row := range rows {
		if h, ok := row.Hold.Get(); ok {
			out[row.ID] = h
		}
	}
	return out
}

// EveryRow returns the ids of all rows.
func (e *Engine) EveryRow() []decision.ProductID {
	e.T.Helper()
	var out []decision.ProductID
	rows, err := e.DB.DB().QueryContext(e.T.Context(), "SELECT id FROM repricer_products ORDER BY id")
	require.NoError(e.T, err)
	defer func() { require.NoError(e.T, rows.Close()) }()
	for rows.Next() {
		var n int64
		require.NoError(e.T, rows.Scan(&n))
		out = append(out, decision.ProductID(n))
	}
	require.NoError(e.T, rows.Err())
	return out
}

// MoveTo writes the run state of a row.
func (e *Engine) MoveTo(row decision.ProductID, s repricer.RunState) {
	e.T.Helper()
	_, err := e.DB.DB().ExecContext(e.T.Context(), "UPDATE repricer_products SET run_state = ? WHERE id = ?", string(s), int64(row))
	require.NoError(e.T, err)
}

// WakeNow reports an event that does not wait for the least time between evaluations.
func (e *Engine) WakeNow(row decision.ProductID, rival string) {
	e.T.Helper()
	e.Event(row, rival)
	_, err := e.DB.DB().ExecContext(e.T.Context(), "UPDATE repricer_due SET due_at = ? WHERE product_id = ?", e.Clock.Now().UnixMicro(), int64(row))
	require.NoError(e.T, err)
}

// Landed ends the open prices of a row, as if the price was seen live.
func (e *Engine) Landed(row decision.ProductID, price string) {
	e.T.Helper()
	_, err := e.DB.DB().ExecContext(e.T.Context(), "DELETE FROM repricer_open_changes WHERE product_id = ?", int64(row))
	require.NoError(e.T, err)
	_, err = e.DB.DB().ExecContext(e.T.Context(), "UPDATE repricer_products SET run_state = 'idle', current_price = ? WHERE id = ?",
		money.MustParse(price).Units(), int64(row))
	require.NoError(e.T, err)
}

// SKUs names the first n plain rows.
func SKUs(n int) []string {
	out := make([]string, n)
	for i, row := range PlainRows(n) {
		out[i] = row.Key.SKU
	}
	return out
}

// Only keeps the calls with these names.
func Only(asked []string, names ...string) []string {
	var out []string
	for _, a := range asked {
		for _, n := range names {
			if a == n {
				out = append(out, a)
			}
		}
	}
	return out
}
