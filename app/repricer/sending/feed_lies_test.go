package sending_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
)

const (
	// feedsVariable raises how many feeds the lying marketplace is sent.
	feedsVariable = "TEST_LYING_FEEDS"
	defaultFeeds  = 3
	// callTakes is longer than the reuse of a read of the switches.
	callTakes = 150 * time.Millisecond
)

// liar is a marketplace that loses calls and answers wrongly, while rows are edited and the switch
// is used. It compares sent prices with the rows stored at that moment.
type liar struct {
	handOver
	d     *desk
	edit  *manage.Products
	rows  []decision.ProductID
	bySKU map[string]decision.ProductID

	mu      sync.Mutex
	random  *rand.Rand
	told    map[string]int
	stopped bool
	bad     []string
}

func newLiar(t *testing.T, d *desk, seed uint64) *liar {
	rows := d.crowd(t)
	standard := d.Strategy(t, ours, "Lowest")
	d.Configure(t, repricer.SettingsPatch{DefaultStrategyID: optional.Put(standard)})
	waking := queue.NewWakingProducts(d.Products, d.Settings, d.Due, queuestore.NewFeeRequests(d.DB), d.Clock)
	l := &liar{
		handOver: handOver{Shop: d.Shop}, d: d, rows: ids(rows), bySKU: map[string]decision.ProductID{},
		edit:   manage.NewProducts(waking, d.Strategies, d.Settings, repricing.Ample{}.Rows, nil, nil, d.Ends, d.Tx, d.Clock),
		random: rand.New(rand.NewPCG(seed, 1)), told: map[string]int{},
	}
	for _, row := range rows {
		l.bySKU[row.Key.SKU] = row.ID
	}
	d.Parts.MarketplaceFeeds, d.Parts.Submitter, d.Parts.OwnPrices = l, l.Submit, l.OwnPrices
	return l
}

// happens draws whether an event happens, once in n times.
func (l *liar) happens(what string, number int) bool {
	if l.random.IntN(number) > 0 {
		return false
	}
	l.told[what]++
	return true
}

// meanwhile lets a call take its time, in which rows may be edited and the switch set.
func (l *liar) meanwhile(during string, number int, skus ...string) {
	if l.happens("edits during "+during, number) {
		some := make([]decision.ProductID, 5)
		for i := range some {
			some[i] = l.bySKU[skus[l.random.IntN(len(skus))]]
		}
		l.change(some, narrowings[l.random.IntN(len(narrowings))])
	}
	if !l.stopped && l.happens("stops during "+during, 3*number) {
		l.flip(true)
	}
	l.d.Clock.Add(callTakes)
}

func between(least, most string) repricer.ProductPatch {
	return repricer.ProductPatch{
		Mode:   optional.Some(decision.ModeAuto),
		Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(eur(least)), MaxPrice: optional.Put(eur(most))}),
	}
}

// narrowings forbid every price that is decided here, 15 to 20.
var narrowings = []repricer.ProductPatch{between("30", "50"), between("5", "10"), {Mode: optional.Some(decision.ModeOff)}}

func (l *liar) change(rows []decision.ProductID, p repricer.ProductPatch) {
	for part := range slices.Chunk(rows, edit.MaxRows) {
		results, err := l.edit.BulkUpdate(context.Background(), us(), manage.UpdateProducts{IDs: part, Patch: p})
		for _, r := range results {
			if r.Err != nil {
				err = r.Err
			}
		}
		l.check(err)
	}
}

func (l *liar) flip(stopped bool) {
	do := l.d.Switches.Start
	if stopped {
		do = l.d.Switches.Stop
	}
	_, err := do(context.Background(), "a test")
	l.check(err)
	l.stopped = stopped
}

func (l *liar) check(err error) {
	if err != nil {
		l.bad = append(l.bad, err.Error())
	}
}

// stored returns the present rows.
func (l *liar) stored(rows []decision.ProductID) (out []repricer.ProductSnapshot) {
	l.check(l.d.Tx.InTx(context.Background(), func(ctx context.Context) error {
		out = nil
		found, err := l.d.Products.LoadLocked(ctx, ours, rows)
		for _, row := range found {
			out = append(out, row.Snapshot())
		}
		return err
	}))
	return out
}

// sent compares prices that just arrived at the marketplace with the stored rows.
func (l *liar) sent(how string, prices ...sendingports.PriceChange) {
	if l.stopped {
		l.bad = append(l.bad, how+" was sent after a stop")
	}
	rows := map[string]repricer.ProductSnapshot{}
	for _, row := range l.stored(l.rows) {
		rows[row.Key.SKU] = row
	}
	for _, p := range prices {
		row := rows[p.SKU]
		least, most := row.Limits.MinPrice.Or(money.Amount{}), row.Limits.MaxPrice.Or(money.Amount{})
		if p.Price.Cmp(least) < 0 || p.Price.Cmp(most) > 0 || row.Mode != decision.ModeAuto {
			l.bad = append(l.bad, fmt.Sprintf("%s has %s at %s between %s and %s, mode %s", how, p.SKU, p.Price, least, most, row.Mode))
		}
	}
}

func (l *liar) Submit(ctx context.Context, s account.Seller, c sendingports.PriceChange, may sendingports.MaySend, preview bool) (sendingports.Receipt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.meanwhile("a patch", 20, c.SKU)
	before := len(l.d.Shop.Sent)
	receipt, err := l.d.Shop.Submit(ctx, s, c, may, preview)
	if len(l.d.Shop.Sent) > before {
		l.sent("a patch", c)
		if l.happens("a patch's answer is lost", 20) {
			return sendingports.Receipt{}, unanswered
		}
	}
	return receipt, err
}

func (l *liar) OwnPrices(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []sendingports.OwnPriceAnswer {
	out := l.d.Shop.OwnPrices(ctx, s, asked)
	if l.happens("own prices cannot be read", 30) {
		for i := range out {
			out[i] = sendingports.OwnPriceAnswer{Err: unanswered}
		}
	}
	return out
}

func skusOf(messages []sendingports.FeedMessage) []string {
	out := make([]string, len(messages))
	for i, m := range messages {
		out[i] = m.SKU
	}
	return out
}

func (l *liar) Upload(ctx context.Context, s account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	file, err := l.handOver.Upload(ctx, s, messages)
	l.meanwhile("an upload", 3, skusOf(messages)...)
	if l.happens("an upload is lost", 6) {
		return sendingports.FeedFile{}, unanswered
	}
	return file, err
}

func (l *liar) Start(ctx context.Context, s account.Seller, file sendingports.FeedFile, known []sendingports.FeedID, may sendingports.MaySend) (sendingports.FeedID, error) {
	l.meanwhile("a start", 3, skusOf(l.Shop.Uploaded)...)
	if l.happens("a start is lost", 6) {
		return "", unanswered
	}
	l.Shop.Feed = feedReply{Status: sendingports.FeedDone}
	before := len(l.Shop.Feeds)
	id, err := l.handOver.Start(ctx, s, file, known, may)
	if len(l.Shop.Feeds) == before {
		return id, err
	}
	messages := l.Shop.Feeds[before].Messages
	prices := make([]sendingports.PriceChange, len(messages))
	for i, m := range messages {
		prices[i] = m.PriceChange
	}
	l.sent("feed "+string(id), prices...)
	if l.happens("prices are not applied", 3) {
		for range 20 {
			delete(l.Shop.Live, messages[l.random.IntN(len(messages))].SKU)
		}
	}
	if l.happens("applied prices are reported as refused", 4) {
		l.Shop.Feed.Refused = map[int64]string{1: "It is too low.", int64(len(messages)): "It is too high."}
	}
	if l.happens("the report is of more prices", 5) {
		l.Shop.Feed.Others = 7
	}
	if l.happens("the answer to a start is lost", 5) {
		return "", sendingports.ErrFeedUnknown
	}
	return id, err
}

func (l *liar) State(ctx context.Context, s account.Seller, feed sendingports.FeedID) (sendingports.FeedState, error) {
	switch {
	case l.happens("the state cannot be read", 4):
		return sendingports.FeedState{}, unanswered
	case l.happens("there is no such feed", 10):
		return sendingports.FeedState{}, fault.Missing()
	case l.happens("the state is empty", 10):
		return sendingports.FeedState{ID: feed}, nil
	}
	return l.handOver.State(ctx, s, feed)
}

// decide undoes edits and decides a price of each row without an open price.
func (l *liar) decide(t *testing.T) {
	if l.stopped {
		l.flip(false)
	}
	var edited []decision.ProductID
	wide := between("5", "50")
	for _, row := range l.stored(l.rows) {
		if row.Mode != decision.ModeAuto || row.Hold.Known() || row.Limits.MinPrice != amount("5") || row.Limits.MaxPrice != amount("50") {
			edited = append(edited, row.ID)
		}
	}
	l.change(edited, wide)
	old, err := l.d.Due.OutOfDate(t.Context(), ours, l.rows, l.d.Clock.Now())
	require.NoError(t, err)
	for row := range old {
		edits, err := l.d.Due.Edits(t.Context(), ours, row)
		require.NoError(t, err)
		require.NoError(t, l.d.Due.MarkEditsSeen(t.Context(), ours, row, edits))
	}
	busy := map[decision.ProductID]bool{}
	l.d.In(t, func(ctx context.Context) {
		open, err := l.d.History.LoadOpenLocked(ctx, ours, l.rows)
		require.NoError(t, err)
		for _, c := range open {
			busy[c.ProductID()] = true
		}
	})
	var decided []historyports.Decided
	for _, row := range l.stored(l.rows) {
		if !busy[row.ID] {
			decided = append(decided, matched(t, row, l.d.Clock.Now(), fmt.Sprintf("%d.%02d", 15+l.random.IntN(5), l.random.IntN(100))))
		}
	}
	if len(decided) > 0 {
		l.d.Record(t, ours, decided...)
	}
}

// work lets the account send and look, until no price is open, for two hours at most.
func (l *liar) work(t *testing.T, lane *sending.AccountSender) {
	turn := func(do func(context.Context) (bool, error)) bool {
		did, err := do(t.Context())
		if !fault.Is(err, fault.CodeUpstreamUnavailable) {
			require.NoError(t, err)
		}
		require.Empty(t, l.bad)
		return did
	}
	for range 120 {
		for range 5 {
			turn(lane.Send)
			l.d.Clock.Add(time.Second)
		}
		for turn(lane.Confirm) {
		}
		open := 0
		for o, n := range l.d.count(t) {
			if o.Open() {
				open += n
			}
		}
		if open == 0 {
			return
		}
		l.d.Clock.Add(time.Minute)
	}
}

// TestFeedsAtAMarketplaceThatLies sends prices in feeds while calls and answers get lost, reports
// are wrong, rows are edited and the switch is used. No price is sent outside its limits or after a
// stop.
func TestFeedsAtAMarketplaceThatLies(t *testing.T) {
	feeds := defaultFeeds
	if given := os.Getenv(feedsVariable); given != "" {
		n, err := strconv.Atoi(given)
		require.NoError(t, err, feedsVariable)
		feeds = max(feeds, n)
	}
	eachDesk(t, func(t *testing.T, d *desk) {
		l := newLiar(t, d, uint64(feeds))
		lane := d.Lane(t)
		for round := 0; len(d.Shop.Feeds) < feeds; round++ {
			require.Less(t, round, 10*feeds, "%d feeds, %d patches, %v, %v", len(d.Shop.Feeds), len(d.Shop.Sent), l.told, d.count(t))
			l.decide(t)
			l.work(t, lane)
		}
		prices := 0
		for _, f := range d.Shop.Feeds {
			prices += len(f.Messages)
		}
		t.Logf("%d feeds with %d prices, %d patches; %v; outcomes %v", len(d.Shop.Feeds), prices, len(d.Shop.Sent), l.told, d.count(t))
		require.Greater(t, prices, feeds*history.FeedAbove/2)
		require.Positive(t, d.count(t)[history.OutcomeConfirmed])
		require.Positive(t, l.told["edits during a start"]+l.told["edits during an upload"])
	})
}
