package repricer

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

// Settings keeps one record per team: present settings, or the tombstone of a
// reset, whose version goes on counting.
type Settings interface {
	// Load reads the team's settings; a team that never had any gets absent ones
	// of version 0. Never nil without an error.
	Load(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// LoadMany is Load for several teams, by one statement.
	LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error)
	// LoadLocked is Load that keeps other writers of the team's settings waiting
	// until the transaction ends, also when there is no record yet: the first
	// call of a team may store an absent record of version 0.
	LoadLocked(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// DefaultStrategy reads only which strategy rows without their own use; None
	// when there is none or the settings are absent.
	DefaultStrategy(ctx context.Context, team id.Team) (optional.Maybe[strategy.ID], error)
	// Save stores what was loaded locked in the same transaction.
	Save(ctx context.Context, s *repricer.Settings) error
}

// Strategies keeps the live strategies.
type Strategies interface {
	// Insert stores a new strategy and returns its id. A name whose
	// repricer.NameKey another live strategy of the team has is a Rule fault
	// "duplicate" at /name; the transaction is then lost.
	Insert(ctx context.Context, s *strategy.Strategy) (strategy.ID, error)
	// Get reads one strategy; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, plan strategy.ID) (StrategyRow, error)
	// List reads a page. Order fields: id, name (NameKey, byte by byte),
	// created_at, updated_at (microseconds). Ties are broken by id in the
	// direction of the last field.
	List(ctx context.Context, team id.Team, f StrategyFilter, r page.Request) (page.Page[StrategyRow], error)
	// LoadLocked reads the named strategies and keeps other writers of them and
	// holders waiting until the transaction ends, locking by id. Absent ones are
	// left out; the answer is in id order. No ids: nothing, without a statement.
	LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) ([]*strategy.Strategy, error)
	// Coverage tells where the named strategies serve; absent ones are left out.
	// With hold none of them can be deleted before the transaction ends, though
	// others may hold them too. No ids: an empty map, without a statement.
	Coverage(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Coverage, error)
	// Save stores a strategy loaded locked in the same transaction. A taken name
	// is the fault of Insert.
	Save(ctx context.Context, s *strategy.Strategy) error
	// Delete removes strategies loaded locked in the same transaction. Their
	// names are free again, their ids never come back.
	Delete(ctx context.Context, team id.Team, ids []strategy.ID, now time.Time) error
}

// StrategyRow is a strategy and how much it is used.
type StrategyRow struct {
	strategy.Snapshot
	// ProductsCount counts the live rows that name the strategy as their own.
	ProductsCount int64
}

// StrategyFilter narrows a list of strategies; an empty member does not.
type StrategyFilter struct {
	Types   []decision.StrategyType
	Enabled *bool
	// Marketplaces asks for strategies that serve any of these.
	Marketplaces []marketplace.ID
	// Query is text contained in the name, in any letter case.
	Query string
}

// Products keeps the live rows.
type Products interface {
	// Existing finds live rows by key; keys without one are left out. No keys:
	// an empty map, without a statement.
	Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error)
	// Insert stores new rows of one team, whose keys differ from each other, in a
	// few statements and returns what became of each, in the same order. A key
	// that a live row has already is not written and no error. No rows: nothing.
	Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]Inserted, error)
	// Get reads one row; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, product decision.ProductID) (repricer.ProductSnapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at
	// (microseconds), current_price, buy_box_share_24h (ten-thousandths, unknown
	// last in both directions). Ties are broken by id in the direction of the
	// last field.
	List(ctx context.Context, team id.Team, f ProductFilter, r page.Request) (page.Page[repricer.ProductSnapshot], error)
	// LastChanges reads entries of the history that rows name, in one statement. One
	// that is not kept any more is left out. No marks: an empty map, without a
	// statement.
	LastChanges(ctx context.Context, team id.Team, marks []repricer.ChangeRef) (map[repricer.ChangeID]history.ChangeSnapshot, error)
	// LoadLocked reads the named rows and keeps other writers of them waiting
	// until the transaction ends, locking by id. Absent ones are left out; the
	// answer is in id order. No ids: nothing, without a statement.
	LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error)
	// LoadByStrategyLocked is LoadLocked for at most limit rows that name one of the
	// strategies as their own and have an id above after.
	LoadByStrategyLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) ([]*repricer.Product, error)
	// LoadByOfferLocked is LoadLocked for the rows of sellers' products, each named
	// once, of any teams.
	LoadByOfferLocked(ctx context.Context, offers []TeamOffer) ([]*repricer.Product, error)
	// HasFastRows reports whether a row of the seller that is not off is to be repriced
	// with fast priority.
	HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error)
	// Usage tells who names the strategies as their own; unused ones are left
	// out. No ids: an empty map, without a statement.
	Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]Usage, error)
	// Save stores, in one statement, rows loaded locked in the same transaction:
	// strategy, mode, priority, condition, limits, hold, resumption, run state, the
	// time of the next evaluation, version and the time of the change. No rows:
	// nothing, without a statement.
	Save(ctx context.Context, team id.Team, rows []*repricer.Product) error
	// SaveObserved stores, in one statement, what was learnt of rows loaded locked in
	// the same transaction: hold, resumption, run state, title, fulfilment, quantity, price,
	// shipping, cost, fees, VAT, buy box with its log and shares, competitors, and the times of events,
	// offers and the next evaluation. Version and time of the change are the
	// users' and stay. The rows may be of several teams. No rows: nothing, without
	// a statement.
	SaveObserved(ctx context.Context, rows []*repricer.Product) error
	// SaveRunState is SaveObserved for rows of which only the run state has changed.
	SaveRunState(ctx context.Context, rows []*repricer.Product) error
	// SaveDecided is SaveObserved with what the rows remember of their last decision and
	// their last change, the floor and the price without profit or loss.
	SaveDecided(ctx context.Context, rows []*repricer.Product) error
	// Delete removes rows loaded locked in the same transaction. Their keys are
	// free again, their ids never come back. No ids: nothing.
	Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error
}

// Offer names a seller's product in one condition on one marketplace: several
// rows, where several SKUs offer it.
type Offer struct {
	SellerID      string
	MarketplaceID marketplace.ID
	ASIN          string
	Condition     decision.Condition
}

// TeamOffer is an offer of one of a team's sellers.
type TeamOffer struct {
	Team id.Team
	Offer
}

// Inserted is what became of a new row: its id, or the id of the row that was
// there before.
type Inserted struct {
	ID      decision.ProductID
	Existed bool
}

// UsageSample is how many rows a Usage names.
const UsageSample = 10

// Usage is who names a strategy as their own.
type Usage struct {
	Count int64
	// First are the lowest ids, at most UsageSample.
	First []decision.ProductID
	// Marketplaces are those of all the rows, each once, in any order.
	Marketplaces []marketplace.ID
}

// ProductFilter narrows a list of rows; an empty member does not. A list means
// any of its entries, and all members together have to hold.
type ProductFilter struct {
	Modes []decision.Mode
	// Hold asks for rows with any hold (true) or none (false); Holds for reasons.
	Hold         *bool
	Holds        []decision.HoldReason
	RunStates    []repricer.RunState
	Strategies   []strategy.ID // as the row's own strategy
	Marketplaces []marketplace.ID
	ASINs        []string
	SKUs         []string // whole and case-sensitive
	Conditions   []decision.Condition
	Fulfillments []decision.Fulfillment
	BoxOwners    []decision.BoxOwner
	// AtMin asks for rows whose current price is at or below their min_price,
	// AtMax for those at or above their max_price. A row of which one of the two
	// is not known is not at it.
	AtMin *bool
	AtMax *bool
	// MissingCost asks for rows with a calculated floor and no known cost.
	MissingCost *bool
	// Query is text contained in SKU, ASIN or title, in any letter case.
	Query string
}
