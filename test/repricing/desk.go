package repricing

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	accounts "sellingassistant/ports/account"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/moving"
)

// watch records its reports.
type watch struct {
	mu     sync.Mutex
	Trips  []time.Time
	failed []error
}

func (w *watch) Outcome(history.Route, history.Outcome, int) {}

func (w *watch) Tripped(_ sendingports.Account, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Trips = append(w.Trips, until)
}

func (w *watch) Failed(_ sendingports.Account, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, err)
}

// sellers has the seller account, active or not.
type sellers struct {
	accounts.Sellers
	Gone bool
}

func (s *sellers) OfTeam(_ context.Context, team id.Team) ([]account.Seller, error) {
	return []account.Seller{{Team: team, Connection: 1, Region: Mine.Region, ID: Mine.SellerID, Active: !s.Gone}}, nil
}

// Desk has a world that sends prices.
type Desk struct {
	Records
	Clock    *moving.Clock
	Shop     *Shop
	Watch    *watch
	Sellers  *sellers
	Outbox   *sendingstore.Outbox
	Parts    sending.SenderParts
	Switches *sending.Switches
	Ends     *sending.Withdrawals
}

// Mine has the account with the prices that a desk sends.
var Mine = sendingports.Account{Team: Ours, SellerID: "A2SELLER", Region: marketplace.EU}

// NewDesk makes a desk with a team that sends its prices.
func NewDesk(t testing.TB, s *db.Store) *Desk {
	t.Helper()
	d := &Desk{Records: RecordsOver(s), Clock: &moving.Clock{At: Noon.Add(time.Second)}, Shop: newShop(), Watch: &watch{}, Sellers: &sellers{}, Outbox: sendingstore.NewOutbox(s)}
	d.Ends = sending.NewWithdrawals(d.Outbox, d.History, d.Products, d.Due, s, d.Clock)
	d.Switches = sending.NewSwitches(d.Outbox, d.Ends, queue.NewRequeue(pricingstore.NewRows(s), d.Settings, d.Due, d.Clock), d.Clock, false)
	d.Parts = sending.SenderParts{
		Outbox: d.Outbox, Changes: d.History, Products: d.Products, Settings: d.Settings,
		Memories: d.Memories, Queue: d.Due, Sellers: d.Sellers, Submitter: d.Shop.Submit, MarketplaceFeeds: HandOver{d.Shop}, OwnPrices: d.Shop.OwnPrices, Metrics: d.Watch,
		Tx: s, Clock: d.Clock,
	}
	d.Configure(t, repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive)})
	return d
}

// Configure changes the settings of the team.
func (d *Desk) Configure(t testing.TB, p repricer.SettingsPatch) {
	t.Helper()
	_, err := d.UseSettings().Update(t.Context(), Us(), manage.UpdateSettings{Patch: p})
	require.NoError(t, err)
}

// UseSettings returns the use cases of settings.
func (d *Desk) UseSettings() *manage.Settings {
	return manage.NewSettings(d.Settings, d.Strategies, d.Ends, d.Tx, d.Clock)
}

// Priced stores rows at 20.00 with limits 5 and 50, and decided prices.
func (d *Desk) Priced(t testing.TB, prices ...string) []repricer.ProductSnapshot {
	t.Helper()
	rows := make([]repricer.ProductSnapshot, len(prices))
	for i := range rows {
		rows[i] = PlainRow(i)
		rows[i].Mode, rows[i].RunState, rows[i].UpdatedAt = decision.ModeAuto, repricer.RunSubmitting, Noon.Add(-time.Hour)
		rows[i].Limits.MinPrice, rows[i].Limits.MaxPrice = Amount("5"), Amount("50")
		rows[i].Observed.CurrentPrice = Amount("20")
	}
	rows = d.Rows(t, Ours, rows...)
	decided := make([]historyports.Decided, len(rows))
	for i, row := range rows {
		decided[i] = Matched(t, row, Noon.Add(time.Duration(i)), prices[i])
	}
	d.Record(t, Ours, decided...)
	return rows
}

// Lane takes the lane of the account with a new process.
func (d *Desk) Lane(t testing.TB) *sending.AccountSender {
	t.Helper()
	l, ok, err := sending.NewSender(d.Parts).Acquire(t.Context(), Mine)
	require.NoError(t, err)
	require.True(t, ok)
	return l
}

// Send sends the next price, and reports whether there was a price.
func Send(t testing.TB, l *sending.AccountSender) bool {
	t.Helper()
	did, err := l.Send(t.Context())
	require.NoError(t, err)
	return did
}

// Look reads the next price that waits for confirmation, and reports whether there was a price.
func Look(t testing.TB, l *sending.AccountSender) bool {
	t.Helper()
	did, err := l.Confirm(t.Context())
	require.NoError(t, err)
	return did
}

// Row reads a row.
func (d *Desk) Row(t testing.TB, row decision.ProductID) repricer.ProductSnapshot {
	t.Helper()
	got, err := d.Products.Get(t.Context(), Ours, row)
	require.NoError(t, err)
	return got
}

// Outcomes returns the outcomes of the newest prices, by SKU.
func (d *Desk) Outcomes(t testing.TB) map[string]history.Outcome {
	t.Helper()
	out := map[string]history.Outcome{}
	for _, e := range d.All(t, Ours, history.ChangeFilter{}) {
		if o, ok := e.Outcome.Get(); ok && out[e.SKU] == "" { // the newest first
			out[e.SKU] = o
		}
	}
	return out
}

// RequireAll requires the same outcome of the newest price of each SKU.
func (d *Desk) RequireAll(t testing.TB, want history.Outcome) {
	t.Helper()
	for sku, o := range d.Outcomes(t) {
		require.Equal(t, want, o, sku)
	}
}
