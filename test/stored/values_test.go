package stored

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	connectionstore "sellingassistant/adapters/persistence/connection"
	documentstore "sellingassistant/adapters/persistence/document"
	idempotencystore "sellingassistant/adapters/persistence/idempotency"
	notificationstore "sellingassistant/adapters/persistence/notification"
	alertsstore "sellingassistant/adapters/persistence/repricer/alerts"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	researchstore "sellingassistant/adapters/persistence/research"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/adapters/vault"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/research/sales"
	"sellingassistant/ports/idempotency"
	researchports "sellingassistant/ports/research"
	"sellingassistant/test/stores"
)

// values reads stored values that no operation returns.
type values struct {
	database
	store *db.Store
}

// TestEveryOtherStoredValueIsRead reads all rows that no operation answers, each by its own store.
func TestEveryOtherStoredValueIsRead(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d database) {
		p := d.start(t)
		v := values{d, stores.Open(t, d.url)}
		for name, read := range map[string]func(t *testing.T){
			"alerts": v.alerts, "decisions": v.decisions, "offers": v.offers, "connections": v.connections,
			"idempotency": v.idempotency, "imports of documents": v.effects,
			"layouts": v.layouts, "notifications": v.notifications, "research": v.research,
			"subscriptions": v.subscriptions,
			"jobs":          func(t *testing.T) { v.jobs(t, p) },
		} {
			t.Run(name, read)
		}
	})
}

// rows calls do for each row, and requires at least one.
func (v values) rows(t *testing.T, query string, do func(), into ...any) {
	t.Helper()
	n := 0
	require.NoError(t, db.Each(v.store.Hot(t.Context()).Query(t.Context(), query))(func() {
		do()
		n++
	}, into...))
	require.Positive(t, n, query)
}

func (v values) alerts(t *testing.T) {
	var team id.Team
	var message string
	var channel repricer.Channel
	type key struct {
		id.Team
		message string
		repricer.Channel
	}
	var all []key
	v.rows(t, "SELECT team_id, id, channel FROM repricer_alert_messages",
		func() { all = append(all, key{team, message, channel}) }, &team, &message, &channel)
	for _, k := range all {
		m, err := alertsstore.NewAlerts(v.store).LoadMessage(t.Context(), k.Team, k.message, k.Channel)
		require.NoError(t, err)
		require.Equal(t, int64(1), m.Counts[repricer.NotifyHold])
		require.Len(t, m.Alerts, 1)
		require.Equal(t, "The price was changed elsewhere.", m.Alerts[0].Details)
		require.Equal(t, "SIM-0000", m.Alerts[0].SKU)
		require.Equal(t, marketplace.US, m.Alerts[0].MarketplaceID)
		require.True(t, m.Alerts[0].ProductID.Known())
	}
}

// connections opens the sealed tokens.
func (v values) connections(t *testing.T) {
	master, err := vault.ParseMaster(secret.New(SecretKey))
	require.NoError(t, err)
	opener, err := vault.New(master)
	require.NoError(t, err)
	all, err := connectionstore.NewConnections(v.store).Live(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 2)
	for _, c := range all {
		require.NotEmpty(t, c.Snapshot().Marketplaces)
		sealed, err := connectionstore.NewConnections(v.store).Token(t.Context(), c.Team(), c.ID())
		require.NoError(t, err)
		token, err := opener.Open(sealed, connection.TokenBinding(c.Team(), c.ID()))
		require.NoError(t, err)
		require.NotEmpty(t, token)
	}
}

// decisions reads the stored inputs of decisions.
func (v values) decisions(t *testing.T) {
	var team id.Team
	var change repricer.ChangeID
	var at int64
	var all []history.ChangeSnapshot
	v.rows(t, "SELECT team_id, id, created_at FROM repricer_changes", func() {
		all = append(all, history.ChangeSnapshot{ID: change, CreatedAt: db.FromMicros(at)})
	}, &team, &change, &at)
	found, err := historystore.NewChanges(v.store).Evidence(t.Context(), team, all)
	require.NoError(t, err)
	require.Len(t, found, len(all))
	traces := 0
	for id, e := range found {
		require.True(t, e.Input.Known(), "change %d", id)
		if e.Trace != nil {
			traces++
			require.Equal(t, []decision.TraceOffer{{
				SellerID: "A3RIVAL", Landed: money.MustParse("21"), Used: true,
				Candidate: optional.Some(money.MustParse("21")),
			}}, e.Trace.Offers)
		}
	}
	require.Equal(t, 1, traces)
}

// offers unpacks those that wait with rows to be decided.
func (v values) offers(t *testing.T) {
	var packed []byte
	v.rows(t, "SELECT offers FROM repricer_due WHERE offers IS NOT NULL", func() {
		s, err := canon.Offers(packed).Unpack()
		require.NoError(t, err)
		require.False(t, s.Empty())
	}, &packed)
}

func (v values) idempotency(t *testing.T) {
	var s idempotency.Scope
	var all []idempotency.Scope
	v.rows(t, "SELECT team_id, operation, key FROM idempotency_keys", func() { all = append(all, s) }, &s.Team,
		&s.Operation, &s.Key)
	for _, s := range all {
		e, err := idempotencystore.New(v.store).Find(t.Context(), s, v.recording.At)
		require.NoError(t, err)
		require.NotNil(t, e, s)
		if e.Answer != nil {
			require.Less(t, e.Answer.Status, 500)
			require.NotEmpty(t, e.Answer.Header, s)
		}
	}
}

func (v values) effects(t *testing.T) {
	var team id.Team
	var doc document.ID
	v.rows(t, "SELECT team_id, document_id FROM document_effects", func() {}, &team, &doc)
	i, found, err := documentstore.NewImports(record.On(v.store)).Find(t.Context(), team, doc)
	require.NoError(t, err)
	require.True(t, found)
	require.NotEmpty(t, i.Effects.Undo)
	require.NotZero(t, i.Effects.Supplier)
}

func (v values) layouts(t *testing.T) {
	var team id.Team
	var supplier int64
	v.rows(t, "SELECT team_id, supplier_id FROM document_layouts", func() {}, &team, &supplier)
	all, err := documentstore.NewLayouts(record.On(v.store)).Of(t.Context(), team, supplier)
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, layout := range all {
		require.NotEmpty(t, layout.Fingerprint)
	}
}

func (v values) notifications(t *testing.T) {
	var s notification.Stream
	var all []notification.Stream
	v.rows(t, "SELECT type, seller_id, marketplace_id, subject FROM notification_newest",
		func() { all = append(all, s) },
		&s.Type, &s.SellerID, &s.Marketplace, &s.Subject)
	issues := false
	for _, s := range all {
		e, err := notificationstore.NewEvents(v.store).Newest(t.Context(), s)
		require.NoError(t, err)
		require.Equal(t, s.Type, e.Type)
		if e.Issues != nil && e.ID == "e-issues" {
			issues = true
			require.Equal(t, &notification.ListingIssues{
				SellerID: "A1SELLER", Marketplace: marketplace.US, ASIN: "B0SIM0000A", SKU: "SIM-0000",
				Actions: []string{"SEARCH_SUPPRESSED"},
				Issues: []notification.Issue{{Code: "90220", Severity: "ERROR",
					Categories: []string{"MISSING_ATTRIBUTE"}}},
			}, e.Issues)
		}
	}
	require.True(t, issues)
}

// research reads the curve, and judges the estimate that waits.
func (v values) research(t *testing.T) {
	c := researchstore.NewCalibration(v.store)
	curves, err := c.Curves(t.Context())
	require.NoError(t, err)
	at := slices.IndexFunc(curves, func(f sales.Fitted) bool { return f.Root == 16_310_091 })
	require.GreaterOrEqual(t, at, 0)
	require.Equal(t, sales.Curve{
		A: 1_260_000, Beta: 0.83, Knot: optional.Some(sales.Knot{Rank: 5_000, Beta: 1.1}), Band: 0.42, Points: 31,
		From: 12, To: 240_000,
		Coverage: optional.Some(sales.Coverage{Inside: 24, Of: 31}),
	}, curves[at].Curve)
	product, err := asin.Parse("B0SIM000SC")
	require.NoError(t, err)
	since := v.recording.At.Add(-time.Hour)
	before, err := c.Judged(t.Context(), curves[at].Cell, since)
	require.NoError(t, err)
	require.NoError(t, c.Observe(t.Context(), []researchports.Observed{{
		Cell: curves[at].Cell, ASIN: product, At: v.recording.At, Truth: optional.Some(sales.Point{Rank: 11_218,
			Low: 100, High: optional.Some(int64(199))}),
	}}))
	after, err := c.Judged(t.Context(), curves[at].Cell, since)
	require.NoError(t, err)
	require.Len(t, after, len(before)+1)
	require.True(t, after[len(after)-1].Inside)
}

func (v values) subscriptions(t *testing.T) {
	all, err := notificationstore.NewSubscriptions(v.store).All(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, all)
	shops := 0
	for _, s := range all {
		shops += len(s.Marketplaces)
	}
	require.Positive(t, shops)
}

// jobs reads all jobs as operators see them.
func (v values) jobs(t *testing.T, p *Program) {
	all, err := p.Jobs(t.Context())
	require.NoError(t, err)
	require.Equal(t, v.recording.Jobs, all)
	left := map[string]bool{}
	for _, j := range all {
		if j.State != "done" && string(j.Args) != "{}" {
			left[j.Kind] = true
		}
	}
	// Work that waits, with arguments of each shape that a demo leaves.
	require.Subset(t, slices.Collect(maps.Keys(left)), []string{
		"document.read", "imports.apply", "inventory.sync", "inventory.sync_connection", "inventory.sync_sku",
		"notification.subscribe",
		"pricelist.analyze", "repricer.tell_alerts",
	})
}
