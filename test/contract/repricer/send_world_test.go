package repricer_test

import (
	"context"
	"fmt"
	"maps"
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
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/stores"
)

// hand is a clock that a test moves.
type hand struct {
	mu  sync.Mutex
	now time.Time
}

func (h *hand) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hand) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// shop is a marketplace: what was sent to it, what it shows, and how it answers.
type shop struct {
	mu   sync.Mutex
	sent []sentPrice
	live map[string]money.Amount
	// reads counts how often a SKU was read since it was last sent.
	reads map[string]int
	// answer says how the n-th call ends, from 1; nil is taken and live at once.
	answer func(n int, c sendingports.PriceChange) reply
	// fails is the error of all reads, nil for none.
	fails    error
	uploaded []sendingports.FeedMessage
	feeds    []fakeFeed
	feed     feedReply
}

// reply is how the shop answers one price.
type reply struct {
	receipt sendingports.Receipt
	err     error
	// ignored prices do not become live.
	ignored bool
}

type sentPrice struct {
	SKU        string
	Price, Min money.Amount
	// reads is how often the SKU was read since it was sent before.
	reads int
}

type fakeFeed struct {
	id       sendingports.FeedID
	messages []sendingports.FeedMessage
}

// feedReply is how the shop treats feeds.
type feedReply struct {
	err     error
	status  sendingports.FeedStatus
	refused map[int64]string
	ignored bool
	// others is how many more messages than ours the report counts.
	others int
}

func newShop() *shop { return &shop{live: map[string]money.Amount{}, reads: map[string]int{}} }

var unanswered = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace does not answer.")

func taken() reply {
	return reply{receipt: sendingports.Receipt{State: sendingports.ReceiptAccepted, ID: "S-1"}}
}

func (s *shop) Submit(ctx context.Context, _ account.Seller, c sendingports.PriceChange, may sendingports.MaySend, _ bool) (sendingports.Receipt, error) {
	if !may(ctx) {
		return sendingports.Receipt{}, fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Not any more.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, sentPrice{c.SKU, c.Price, *c.Min, s.reads[c.SKU]})
	s.reads[c.SKU] = 0
	r := taken()
	if s.answer != nil {
		r = s.answer(len(s.sent), c)
	}
	if !r.ignored {
		s.live[c.SKU] = c.Price
	}
	return r.receipt, r.err
}

func (s *shop) OwnPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []sendingports.OwnPriceAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]sendingports.OwnPriceAnswer, len(asked))
	for i, q := range asked {
		if out[i].Err = s.fails; s.fails != nil {
			continue
		}
		s.reads[q.SKU]++
		price, ok := s.live[q.SKU]
		if !ok {
			price = eur("20")
		}
		out[i].Offers = []sendingports.OwnPrice{{PriceParts: ports.PriceParts{Currency: "EUR", Price: price}}}
	}
	return out
}

// handOver is ports.Feeds of the shop.
type handOver struct{ s *shop }

func (h handOver) Upload(_ context.Context, _ account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	h.s.mu.Lock()
	defer h.s.mu.Unlock()
	h.s.uploaded = messages
	return sendingports.FeedFile{Document: "D", Marketplaces: []marketplace.ID{de}, Messages: len(messages)}, nil
}

func (h handOver) Start(ctx context.Context, _ account.Seller, _ sendingports.FeedFile, _ []sendingports.FeedID, may sendingports.MaySend) (sendingports.FeedID, error) {
	if !may(ctx) {
		return "", fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Not any more.")
	}
	h.s.mu.Lock()
	defer h.s.mu.Unlock()
	f := fakeFeed{sendingports.FeedID(fmt.Sprint("F-", len(h.s.feeds)+1)), h.s.uploaded}
	h.s.feeds = append(h.s.feeds, f)
	for _, m := range f.messages {
		if !h.s.feed.ignored && h.s.feed.refused[m.Number] == "" {
			h.s.live[m.SKU] = m.Price
		}
	}
	return f.id, h.s.feed.err
}

func (h handOver) State(_ context.Context, _ account.Seller, feed sendingports.FeedID) (sendingports.FeedState, error) {
	return sendingports.FeedState{ID: feed, Status: h.s.feed.status, Result: "R"}, nil
}

func (h handOver) Report(context.Context, account.Seller, string) (sendingports.FeedReport, error) {
	processed := int64(len(h.s.uploaded) + h.s.feed.others)
	r := sendingports.FeedReport{Processed: &processed, Issues: map[int64][]sendingports.PriceIssue{}}
	for n, words := range h.s.feed.refused {
		r.Issues[n] = []sendingports.PriceIssue{{Code: "90", Message: words, Severity: sendingports.SeverityError}}
	}
	return r, nil
}

// watch keeps what it was told.
type watch struct {
	mu      sync.Mutex
	tripped []time.Time
	failed  []error
}

func (w *watch) Outcome(history.Route, history.Outcome, int) {}

func (w *watch) Tripped(_ sendingports.Account, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tripped = append(w.tripped, until)
}

func (w *watch) Failed(_ sendingports.Account, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, err)
}

// sellers has the seller account, which works or does not.
type sellers struct {
	accounts.Sellers
	gone bool
}

func (s *sellers) OfTeam(_ context.Context, team id.Team) ([]account.Seller, error) {
	return []account.Seller{{Team: team, Connection: 1, Region: mine.Region, ID: mine.SellerID, Active: !s.gone}}, nil
}

// desk is a world in which prices are sent.
type desk struct {
	records
	clock    *hand
	shop     *shop
	watch    *watch
	sellers  *sellers
	outbox   *sendingstore.Outbox
	parts    sending.SenderParts
	switches *sending.Switches
	ends     *sending.Withdrawals
}

func eachDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, deskOver(t, s)) })
}

var mine = sendingports.Account{Team: ours, SellerID: "A2SELLER", Region: marketplace.EU}

func deskOver(t testing.TB, s *db.Store) *desk {
	t.Helper()
	d := &desk{records: recordsOver(s), clock: &hand{now: noon.Add(time.Second)}, shop: newShop(), watch: &watch{}, sellers: &sellers{}, outbox: sendingstore.NewOutbox(s)}
	d.ends = sending.NewWithdrawals(d.outbox, d.history, d.products, d.due, s, d.clock)
	d.switches = sending.NewSwitches(d.outbox, d.outbox, d.ends, queue.NewRequeue(pricingstore.NewRows(s), d.settings, d.due, d.clock), d.clock, false)
	d.parts = sending.SenderParts{
		Outbox: d.outbox, Feeds: d.outbox, Switch: d.outbox, Changes: d.history, Products: d.products, Settings: d.settings,
		Memories: d.memories, Queue: d.due, Sellers: d.sellers, Submitter: d.shop, MarketplaceFeeds: handOver{d.shop}, OwnPrices: d.shop, Metrics: d.watch,
		Tx: s, Clock: d.clock,
	}
	d.configure(t, repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive)})
	return d
}

// configure changes the settings of the team.
func (d *desk) configure(t testing.TB, p repricer.SettingsPatch) {
	t.Helper()
	_, err := d.useSettings().Update(t.Context(), us(), manage.UpdateSettings{Patch: p})
	require.NoError(t, err)
}

func (d *desk) useSettings() *manage.Settings {
	return manage.NewSettings(d.settings, d.strategies, d.ends, d.tx, d.clock)
}

// priced stores n rows at 20.00 between 5 and 50, with prices that were decided.
func (d *desk) priced(t testing.TB, prices ...string) []repricer.ProductSnapshot {
	t.Helper()
	rows := make([]repricer.ProductSnapshot, len(prices))
	for i := range rows {
		rows[i] = plainRow(i)
		rows[i].Mode, rows[i].RunState, rows[i].UpdatedAt = decision.ModeAuto, repricer.RunSubmitting, noon.Add(-time.Hour)
		rows[i].Limits.MinPrice, rows[i].Limits.MaxPrice = amount("5"), amount("50")
		rows[i].Observed.CurrentPrice = amount("20")
	}
	rows = d.rows(t, ours, rows...)
	decided := make([]historyports.Decided, len(rows))
	for i, row := range rows {
		decided[i] = matched(t, row, noon.Add(time.Duration(i)), prices[i])
	}
	d.record(t, ours, decided...)
	return rows
}

// lane takes the lane of the account with a new process.
func (d *desk) lane(t testing.TB) *sending.AccountSender {
	t.Helper()
	l, ok, err := sending.NewSender(d.parts).Acquire(t.Context(), mine)
	require.NoError(t, err)
	require.True(t, ok)
	return l
}

func send(t testing.TB, l *sending.AccountSender) bool {
	t.Helper()
	did, err := l.Send(t.Context())
	require.NoError(t, err)
	return did
}

func look(t testing.TB, l *sending.AccountSender) bool {
	t.Helper()
	did, err := l.Confirm(t.Context())
	require.NoError(t, err)
	return did
}

func (d *desk) row(t testing.TB, row decision.ProductID) repricer.ProductSnapshot {
	t.Helper()
	got, err := d.products.Get(t.Context(), ours, row)
	require.NoError(t, err)
	return got
}

// outcomes are those of the newest prices, by SKU.
func (d *desk) outcomes(t testing.TB) map[string]history.Outcome {
	t.Helper()
	out := map[string]history.Outcome{}
	for _, e := range d.all(t, ours, historyports.ChangeFilter{}) {
		if o, ok := e.Outcome.Get(); ok && out[e.SKU] == "" { // the newest first
			out[e.SKU] = o
		}
	}
	return out
}

func (d *desk) requireAll(t testing.TB, want history.Outcome) {
	t.Helper()
	for sku, o := range d.outcomes(t) {
		require.Equal(t, want, o, sku)
	}
}

func (s *shop) skus() []string {
	out := make([]string, len(s.sent))
	for i, p := range s.sent {
		out[i] = p.SKU
	}
	return out
}

// repeated are the SKUs that were sent more than once, and how often.
func (s *shop) repeated() map[string]int {
	n := map[string]int{}
	for _, sku := range s.skus() {
		n[sku]++
	}
	maps.DeleteFunc(n, func(_ string, n int) bool { return n == 1 })
	return n
}
