package inventory_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	identitystore "sellingassistant/adapters/persistence/identity"
	store "sellingassistant/adapters/persistence/inventory"
	identityapp "sellingassistant/app/identity"
	listingsapp "sellingassistant/app/inventory/listings"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/reported"
)

const (
	// The teams of a fresh database.
	listingTeam  id.Team        = 1
	listingOther id.Team        = 2
	shopDE       marketplace.ID = "A1PA6795UKMFR9"
	shopJP       marketplace.ID = "A1VC38T7YXB528"
)

var listingNoon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// listingClock is moved by tests.
type listingClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *listingClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *listingClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// listingWorld has the use cases over a database, with fakes of other contexts: seller A1 in the
// shops of the USA, Germany and Japan.
type listingWorld struct {
	accounts.Sellers
	store    *db.Store
	clock    *listingClock
	listings *store.Listings
	app      drafting
	sending  *listingsapp.ListingSending
	intake   *listingsapp.ListingIntake
	heard    *reported.Log
	who      caller.Caller

	mu sync.Mutex
	// the questions to others so far
	asked []string
	// by ASIN, allowed if absent
	permission map[string]inventory.Permission
	// away fails every question.
	away error
	// schema answers by product type.
	schema map[string]inventory.SchemaFindings
	// the fault of looking for the seller account
	refuse error
	// the inventory products
	products map[int64]ports.ListingProduct
}

func openListings(t testing.TB, s *db.Store) *listingWorld {
	t.Helper()
	w := &listingWorld{
		store: s, clock: &listingClock{now: listingNoon}, listings: store.NewListings(s),
		who: caller.Caller{Team: listingTeam}, heard: &reported.Log{},
		permission: map[string]inventory.Permission{}, schema: map[string]inventory.SchemaFindings{}, products: map[int64]ports.ListingProduct{},
	}
	trail := auditstore.New(s, nil)
	teams := identityapp.NewTeams(s, identitystore.NewTeams(s), trail, w.clock)
	for _, want := range []id.Team{listingTeam, listingOther} {
		made, err := teams.Create(t.Context(), identityapp.CreateTeam{Name: fmt.Sprint("Team ", want)})
		require.NoError(t, err)
		require.Equal(t, want, made.ID())
	}
	w.app = drafting{listingsapp.NewListings(w.listings, w.ForListings, w.Marketplace, w, w.Permission, w.Check, marksOf(s), trail, s, w.clock)}
	w.sending = listingsapp.NewListingSending(w.listings, trail, s, w.clock)
	w.intake = listingsapp.NewListingIntake(w.listings, unwatched{}.ListingsSeen, trail, w.heard, s)
	return w
}

func (w *listingWorld) ask(format string, args ...any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, fmt.Sprintf(format, args...))
	return w.away
}

func (w *listingWorld) Marketplace(context.Context, id.Team) (marketplace.ID, error) {
	return marketplace.US, nil
}

func (w *listingWorld) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	if w.refuse != nil {
		return account.Seller{}, w.refuse
	}
	if m.Country == "GB" {
		return account.Seller{}, fault.New(fault.Rule, fault.CodeMarketplaceUnconnected, "No connected seller account serves amazon.co.uk.")
	}
	return account.Seller{Team: team, Connection: 4, Region: m.Region, ID: "A1"}, nil
}

func (w *listingWorld) Permission(_ context.Context, _ id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition) (inventory.Permission, error) {
	if err := w.ask("permission %s %s %s", m.Country, a, c); err != nil {
		return "", err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if p, ok := w.permission[a.String()]; ok {
		return p, nil
	}
	return inventory.PermissionAllowed, nil
}

func (w *listingWorld) Check(_ context.Context, s account.Seller, m marketplace.ID, productType, attributes string) (inventory.SchemaFindings, error) {
	if err := w.ask("schema %s %s %s %s", s.ID, m, productType, attributes); err != nil {
		return inventory.SchemaFindings{}, err
	}
	return w.schema[productType], nil
}

func (w *listingWorld) ForListings(_ context.Context, _ id.Team, products []int64, _ date.Date) (map[int64]ports.ListingProduct, error) {
	out := map[int64]ports.ListingProduct{}
	for _, p := range products {
		if found, ok := w.products[p]; ok {
			out[p] = found
		}
	}
	return out, nil
}

// wantedDraft asks for a ready draft.
func wantedDraft(sku string) listingsapp.NewListing {
	return listingsapp.NewListing{
		SKU: sku, Source: inventory.Source{Kind: inventory.SourceAPI},
		Offer: inventory.ListingOffer{
			ASIN: "B000000001", ProductType: optional.Some(inventory.AnyProductType), Condition: inventory.ConditionNew, Channel: inventory.FBA,
			Price: optional.Some(money.MustParse("19.99")), Attributes: inventory.NoAttributes,
		},
	}
}

func (w *listingWorld) create(t testing.TB, request listingsapp.CreateListings) []listingsapp.ListingResult {
	t.Helper()
	out, err := w.app.Create(t.Context(), w.who, request)
	require.NoError(t, err)
	require.Len(t, out, len(request.Items))
	return out
}

// drafts makes one draft per SKU.
func (w *listingWorld) drafts(t testing.TB, skus ...string) []inventory.ListingID {
	t.Helper()
	var request listingsapp.CreateListings
	for _, sku := range skus {
		request.Items = append(request.Items, wantedDraft(sku))
	}
	var ids []inventory.ListingID
	for _, r := range w.create(t, request) {
		require.Equal(t, edit.Created, r.Outcome, "%v", r.Err)
		ids = append(ids, r.ID)
	}
	return ids
}

func (w *listingWorld) get(t testing.TB, listing inventory.ListingID) inventory.ListingSnapshot {
	t.Helper()
	s, err := w.app.Get(t.Context(), w.who, listing)
	require.NoError(t, err)
	return s.ListingSnapshot
}

// seenListing makes a listing as a sync reads it.
func seenListing(sku string) inventory.Observation {
	return inventory.Observation{
		Seller: "A1", Connection: 4, Marketplace: marketplace.US, SKU: sku, ASIN: "B000000001",
		Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Currency: "USD",
	}
}

// live observes SKUs as live listings of seller A1 in the USA.
func (w *listingWorld) live(t testing.TB, run int64, skus ...string) {
	t.Helper()
	var rows []inventory.Observation
	for _, sku := range skus {
		rows = append(rows, seenListing(sku))
	}
	require.NoError(t, w.intake.ObserveLive(t.Context(), w.who.Team, run, w.clock.Now(), rows))
}

// lines returns the verbs of audit lines about listings, oldest first.
func (w *listingWorld) lines(t testing.TB) []string {
	t.Helper()
	var out []string
	require.NoError(t, w.store.Read(t.Context()).NewRaw(
		"SELECT verb || ' ' || record_id || ' ' || source FROM audit_log WHERE record_type = 'listing' AND team_id = ? ORDER BY id",
		int64(w.who.Team)).Scan(t.Context(), &out))
	return out
}

// listingOutcomes writes the results of a call as words.
func listingOutcomes(results []listingsapp.ListingResult) []string {
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = outcome(r.Outcome, r.Err)
	}
	return out
}

func outcome(o edit.Outcome, err *fault.Error) string {
	if err == nil {
		return string(o)
	}
	return string(o) + " " + string(err.Code) + " " + err.Pointer
}

// deletedOutcomes writes the results of a deletion as words.
func deletedOutcomes(results []edit.Result[inventory.ListingID]) []string {
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = outcome(r.Outcome, r.Err)
	}
	return out
}

func listingSKUs(results []listingsapp.ListingResult) []string {
	out := make([]string, len(results))
	for i, r := range results {
		if r.Listing != nil {
			out[i] = r.Listing.Key.SKU
		}
	}
	return out
}

// unwatched ignores the findings of a sync.
type unwatched struct{}

func (unwatched) ListingsSeen(context.Context, id.Team, time.Time, []inventory.Observation) error {
	return nil
}

// drafting makes drafts in one go.
type drafting struct{ *listingsapp.Listings }

func (d drafting) Create(ctx context.Context, who caller.Caller, request listingsapp.CreateListings) ([]listingsapp.ListingResult, error) {
	prepared, err := d.Prepare(ctx, who, request)
	if err != nil {
		return nil, err
	}
	return prepared.Write(ctx)
}
