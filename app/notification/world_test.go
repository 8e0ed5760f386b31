// Package notification_test tests the stores of notifications, and runs the intake over them into
// the repricer's rows, on SQLite and Postgres.
package notification_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/notices"
	notificationbridge "sellingassistant/adapters/bridge/notification"
	auditstore "sellingassistant/adapters/persistence/audit"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	store "sellingassistant/adapters/persistence/notification"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/adapters/queue"
	"sellingassistant/adapters/vault"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	app "sellingassistant/app/notification"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/notification"
)

const (
	us   marketplace.ID = "ATVPDKIKX0DER"
	jp   marketplace.ID = "A1VC38T7YXB528"
	asin                = "B000000001"
)

var intakeNoon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// intakeClock is a clock that tests move.
type intakeClock struct{ micros atomic.Int64 }

func (h *intakeClock) Now() time.Time          { return time.UnixMicro(h.micros.Load()).UTC() }
func (h *intakeClock) advance(d time.Duration) { h.micros.Add(d.Microseconds()) }

// counts records the calls of a Watch.
type counts struct {
	mu   sync.Mutex
	took map[string]int
	gave []string
}

func (c *counts) Took(t notification.Type, o ports.Outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took[string(t)+" "+string(o)]++
}

func (c *counts) Gave(reason error, tries int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gave = append(c.gave, fmt.Sprintf("%d %v", tries, reason))
}

// alone follows no connection.
type alone struct{}

func (alone) Activated(context.Context, connection.Connection) error { return nil }
func (alone) Shared(context.Context, connection.Connection) error    { return nil }

// honest has accounts with these marketplaces and the claimed identity.
type honest []marketplace.ID

func (h honest) Marketplaces(context.Context, account.Seller, secret.Text) ([]marketplace.ID, error) {
	return h, nil
}
func (honest) Prove(context.Context, account.Seller, secret.Text) error { return nil }

// intakeWorld has the intake with everything below it.
type intakeWorld struct {
	store       *db.Store
	clock       *intakeClock
	queue       *queue.Local
	watch       *counts
	events      *store.Events
	handler     ports.Handler
	intake      *app.Intake
	teams       *identityapp.Teams
	connections *connectionapp.Connections
	sellers     *connectionapp.Sellers
	products    *managestore.Products
	repricer    *events.Intake
	sales       *historystore.Sales
}

func open(t testing.TB, s *db.Store) *intakeWorld {
	t.Helper()
	v, err := vault.New(make([]byte, 32))
	require.NoError(t, err)
	w := &intakeWorld{
		store: s, clock: &intakeClock{}, queue: queue.NewLocal(), watch: &counts{took: map[string]int{}},
		events: store.NewEvents(s), products: managestore.NewProducts(s),
	}
	w.clock.micros.Store(intakeNoon.UnixMicro())
	trail := auditstore.New(s, nil)
	w.teams = identityapp.NewTeams(s, identitystore.NewTeams(s), trail, w.clock)
	kept := connectionstore.NewConnections(s)
	w.sellers = connectionapp.NewSellers(kept)
	w.connections = connectionapp.NewConnections(s, kept, v, alone{}, trail, w.clock)
	confirms := sending.NewConfirmations(sending.SenderParts{
		Outbox:  sendingstore.NewOutbox(s),
		Changes: historystore.NewChanges(s), Settings: managestore.NewSettings(record.On(s)), Memories: managestore.NewMemories(s), Queue: queuestore.NewEvaluationQueue(s), Tx: s, Clock: w.clock,
	})
	w.repricer = events.NewIntake(w.products, managestore.NewSettings(record.On(s)), queuestore.NewEvaluationQueue(s), confirms, nil, s, w.clock)
	w.sales = historystore.NewSales(s)
	orders := events.NewOrders(events.OrderParts{
		Products: w.products, Settings: managestore.NewSettings(record.On(s)), Rows: pricingstore.NewRows(s), Queue: queuestore.NewEvaluationQueue(s),
		Sales: w.sales, Tx: s, Clock: w.clock,
	})
	w.handler = notificationbridge.NewEvents(w.sellers, w.repricer, orders)
	w.intake = app.NewIntake(w.queue, notices.NewReader().Read, w.events, w.handler, w.watch, s, w.clock)
	return w
}

// team makes a team with these seller accounts in the US.
func (w *intakeWorld) team(t testing.TB, sellers ...string) id.Team {
	t.Helper()
	made, err := w.teams.Create(t.Context(), identityapp.CreateTeam{Name: "Acme", Tokens: 1})
	require.NoError(t, err)
	for _, seller := range sellers {
		w.connect(t, made.ID(), connection.Account{Region: "na", SellerID: seller, Marketplaces: []marketplace.ID{us}})
	}
	return made.ID()
}

func (w *intakeWorld) connect(t testing.TB, team id.Team, a connection.Account) connection.Connection {
	t.Helper()
	made, err := connectionapp.NewProbes(w.connections, honest(a.Marketplaces)).
		Connect(t.Context(), caller.Caller{Team: team}, a.Region, a.SellerID, secret.New("Atzr|x"), false)
	require.NoError(t, err)
	return made.Connection
}

// row stores a row of a team.
func (w *intakeWorld) row(t testing.TB, team id.Team, seller, sku string, change func(*repricer.ProductSnapshot)) decision.ProductID {
	t.Helper()
	s := repricer.ProductSnapshot{
		ID: 1, Team: team, Key: repricer.Key{SellerID: seller, MarketplaceID: us, SKU: sku}, ASIN: asin, Currency: "USD",
		Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew,
		Limits: decision.DefaultLimits(), RunState: repricer.RunIdle,
		Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
		Version:  1, CreatedAt: intakeNoon, UpdatedAt: intakeNoon,
	}
	if change != nil {
		change(&s)
	}
	p, err := repricer.RestoreProduct(s)
	require.NoError(t, err)
	var out decision.ProductID
	require.NoError(t, w.store.InTx(t.Context(), func(ctx context.Context) error {
		made, err := w.products.Insert(ctx, team, []*repricer.Product{p})
		if err == nil {
			out = made[0].ID
		}
		return err
	}))
	return out
}

func (w *intakeWorld) get(t testing.TB, team id.Team, product decision.ProductID) repricer.ProductSnapshot {
	t.Helper()
	s, err := w.products.Get(t.Context(), team, product)
	require.NoError(t, err)
	return s
}

// take sends bodies and works until the queue has nothing to give.
func (w *intakeWorld) take(t testing.TB, bodies ...string) {
	t.Helper()
	for len(bodies) > 0 {
		n := min(10, len(bodies))
		for _, b := range bodies[:n] {
			w.queue.Send([]byte(b))
		}
		require.NoError(t, w.intake.Take(t.Context()))
		bodies = bodies[n:]
	}
}

// count counts rows; the condition is literal text of a test.
func (w *intakeWorld) count(t testing.TB, table, where string) int {
	t.Helper()
	var n int
	require.NoError(t, w.store.Read(t.Context()).QueryRowContext(t.Context(),
		fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE %s", table, where)).Scan(&n))
	return n
}

func stamp(minute int) string {
	return intakeNoon.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339)
}

func at(minute int) time.Time { return intakeNoon.Add(time.Duration(minute) * time.Minute) }

// offersOf makes a change of offers: "SELLER price winner|featured|-" each.
func offersOf(nid, seller string, minute int, box string, offers ...string) string {
	var list []string
	for _, o := range offers {
		f := strings.Fields(o)
		list = append(list, fmt.Sprintf(`{"SellerId":%q,"SubCondition":"new","ListingPrice":{"CurrencyCode":"USD","Amount":%s},
			"Shipping":{"CurrencyCode":"USD","Amount":0.00},"IsFulfilledByAmazon":true,"IsFeaturedMerchant":%t,"IsBuyBoxWinner":%t}`,
			f[0], f[1], f[2] != "-", f[2] == "winner"))
	}
	boxes := "[]"
	if box != "" {
		boxes = `[{"Condition":"New","LandedPrice":{"CurrencyCode":"USD","Amount":` + box + `}}]`
	}
	return fmt.Sprintf(`{"NotificationVersion":"1.0","NotificationType":"ANY_OFFER_CHANGED","PayloadVersion":"1.0","EventTime":%q,
		"Payload":{"AnyOfferChangedNotification":{"SellerId":%q,
			"OfferChangeTrigger":{"MarketplaceId":"ATVPDKIKX0DER","ASIN":%q,"ItemCondition":"new","TimeOfOfferChange":%q,"OfferChangeType":"External"},
			"Summary":{"NumberOfOffers":[{"Condition":"new","FulfillmentChannel":"Amazon","OfferCount":%d}],"BuyBoxPrices":%s},
			"Offers":[%s]}},
		"NotificationMetadata":{"ApplicationId":"app","SubscriptionId":"sub","PublishTime":%q,"NotificationId":%q}}`,
		stamp(minute), seller, asin, stamp(minute), len(offers), boxes, strings.Join(list, ","), stamp(minute), nid)
}

func statusOf(nid, seller, sku string, minute int, statuses string) string {
	return fmt.Sprintf(`{"NotificationType":"LISTINGS_ITEM_STATUS_CHANGE","EventTime":%q,"Payload":{"SellerId":%q,
		"MarketplaceId":"ATVPDKIKX0DER","Asin":%q,"Sku":%q,"Status":[%s]},"NotificationMetadata":{"NotificationId":%q}}`,
		stamp(minute), seller, asin, sku, statuses, nid)
}

func issuesOf(nid, seller, sku string, minute int, categories string) string {
	return fmt.Sprintf(`{"NotificationType":"LISTINGS_ITEM_ISSUES_CHANGE","EventTime":%q,"Payload":{"SellerId":%q,
		"MarketplaceId":"ATVPDKIKX0DER","Asin":%q,"Sku":%q,"Severities":["ERROR"],"EnforcementActions":[],
		"Issues":[{"Code":"1","Severity":"ERROR","Categories":[%s]}]},"NotificationMetadata":{"NotificationId":%q}}`,
		stamp(minute), seller, asin, sku, categories, nid)
}

func healthOf(nid, seller string, minute int) string {
	return fmt.Sprintf(`{"notificationVersion":"1.0","notificationType":"PRICING_HEALTH","payloadVersion":"1.0","eventTime":%q,
		"payload":{"issueType":"BuyBoxDisqualification","sellerId":%q,"offerChangeTrigger":{"marketplaceId":"ATVPDKIKX0DER",
			"asin":%q,"itemCondition":"new","timeOfOfferChange":%q},"merchantOffer":{"condition":"new","fulfillmentType":"AFN",
			"landedPrice":{"amount":19.99,"currencyCode":"USD"}}},
		"notificationMetadata":{"notificationId":%q,"publishTime":%q}}`, stamp(minute), seller, asin, stamp(minute), nid, stamp(minute))
}
