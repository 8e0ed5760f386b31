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

// Settings stores one record per team: present settings, or the record of a reset, which keeps the
// version.
type Settings interface {
	// Load reads the team's settings; a new team gets absent ones of version 0. The result is
	// never nil without an error.
	Load(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// LoadMany is Load for several teams, by one statement.
	LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error)
	// LoadLocked is Load that locks the team's settings until the transaction ends, even if there
	// is no record yet: it may then store an absent record of version 0.
	LoadLocked(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// DefaultStrategy reads only the default strategy; None if there is none or the settings are
	// absent.
	DefaultStrategy(ctx context.Context, team id.Team) (optional.Maybe[strategy.ID], error)
	// Save stores settings that were loaded locked in the same transaction.
	Save(ctx context.Context, s *repricer.Settings) error
}

// Plans says what the plan of a team allows.
type Plans interface {
	// Rows is how many live rows a team may have.
	Rows(ctx context.Context, team id.Team) (int64, error)
}

// Strategies stores the live strategies.
type Strategies interface {
	// Insert stores a new strategy and returns its id. If another live strategy of the team has
	// the same NameKey, it is a Rule fault "duplicate" at /name, and the transaction must roll
	// back.
	Insert(ctx context.Context, s *strategy.Strategy) (strategy.ID, error)
	// Get reads one strategy; an unknown one is a NotFound fault.
	Get(ctx context.Context, team id.Team, plan strategy.ID) (StrategyRow, error)
	// List reads a page. Order fields: id, name (NameKey, byte by byte),
	// created_at, updated_at (microseconds). Ties are broken by id in the
	// direction of the last field.
	List(ctx context.Context, team id.Team, f StrategyFilter, r page.Request) (page.Page[StrategyRow], error)
	// LoadLocked reads the named strategies and locks them exclusively, in id order, until the
	// transaction ends. Missing ones are left out; the answer is in id order. Without ids it runs
	// no statement.
	LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) ([]*strategy.Strategy, error)
	// Coverage returns the marketplaces of the named strategies; missing ones are left out. With
	// hold it locks them against deletion until the transaction ends; several transactions may do
	// so at once. Without ids it runs no statement.
	Coverage(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Coverage, error)
	// Save stores a strategy that was loaded locked in the same transaction. A name already in use
	// is the fault of Insert.
	Save(ctx context.Context, s *strategy.Strategy) error
	// Delete removes strategies that were loaded locked in the same transaction. Their names can
	// be used again, their ids never.
	Delete(ctx context.Context, team id.Team, ids []strategy.ID, now time.Time) error
}

// StrategyRow is a strategy with its number of rows.
type StrategyRow struct {
	strategy.Snapshot
	// ProductsCount counts the live rows that name the strategy as their own.
	ProductsCount int64
}

// StrategyFilter filters a list of strategies; an empty member does not filter.
type StrategyFilter struct {
	Types   []decision.StrategyType
	Enabled *bool
	// Marketplaces selects strategies that apply to any of these.
	Marketplaces []marketplace.ID
	// Query is text that the name contains, ignoring letter case.
	Query string
}

// Products stores the live rows.
type Products interface {
	// Existing finds live rows by key; keys without one are left out. Without keys it runs no
	// statement.
	Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error)
	// Insert stores new rows of one team with distinct keys, in a few statements, and returns the
	// result of each, in order. A key that a live row has already is not written and is no error.
	Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]Inserted, error)
	// Get reads one row; an unknown one is a NotFound fault.
	Get(ctx context.Context, team id.Team, product decision.ProductID) (repricer.ProductSnapshot, error)
	// Named reads rows in the order of their ids; missing ones are left out. Without ids it runs no statement.
	Named(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at
	// (microseconds), current_price, buy_box_share_24h (ten-thousandths, unknown
	// last in both directions). Ties are broken by id in the direction of the
	// last field.
	List(ctx context.Context, team id.Team, f ProductFilter, r page.Request) (page.Page[repricer.ProductSnapshot], error)
	// LastChanges reads the history entries that rows point at, in one statement. Entries that are
	// no longer kept are left out. Without marks it runs no statement.
	LastChanges(ctx context.Context, team id.Team, marks []repricer.ChangeRef) (map[repricer.ChangeID]history.ChangeSnapshot, error)
	// LoadLocked reads and locks the named rows, in id order, until the transaction ends. Missing
	// ones are left out; the answer is in id order. Without ids it runs no statement.
	LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error)
	// LoadByStrategyLocked is LoadLocked for at most limit rows with one of the strategies as
	// their own and an id above after.
	LoadByStrategyLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) ([]*repricer.Product, error)
	// LoadByOfferLocked is LoadLocked for the rows of offers, each named once, of any teams.
	LoadByOfferLocked(ctx context.Context, offers []TeamOffer) ([]*repricer.Product, error)
	// HasFastRows reports whether the seller has a fast-priority row that is not off.
	HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error)
	// Usage returns the rows that name each strategy as their own; unused ones are left out.
	// Without ids it runs no statement.
	Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]Usage, error)
	// Save stores, in one statement, rows that were loaded locked in the same transaction:
	// strategy, mode, priority, condition, limits, hold, resumption, run state, the time of the
	// next evaluation, version and the time of the change. Without rows it runs no statement.
	Save(ctx context.Context, team id.Team, rows []*repricer.Product) error
	// SaveObserved stores, in one statement, the observations of rows that were loaded locked in
	// the same transaction: hold, resumption, run state, title, fulfilment, quantity, price,
	// shipping, cost, fees, VAT, buy box with its log and shares, competitors, and the times of
	// events, offers and the next evaluation. It leaves version and UpdatedAt, which belong to
	// users. The rows may be of several teams. Without rows it runs no statement.
	SaveObserved(ctx context.Context, rows []*repricer.Product) error
	// SaveRunState is SaveObserved for rows of which only the run state changed.
	SaveRunState(ctx context.Context, rows []*repricer.Product) error
	// SaveDecided is SaveObserved plus the last decision, the last change, the floor and the
	// break-even price.
	SaveDecided(ctx context.Context, rows []*repricer.Product) error
	// Delete removes rows that were loaded locked in the same transaction. Their keys can be used
	// again, their ids never.
	Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error
}

// Offer names a seller's product in one condition on one marketplace. Several rows share it if
// several SKUs offer it.
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

// Inserted is the result for a new row: its id, or the id of the existing row.
type Inserted struct {
	ID      decision.ProductID
	Existed bool
}

// UsageSample is how many rows a Usage lists.
const UsageSample = 10

// Usage says which rows name a strategy as their own.
type Usage struct {
	Count int64
	// First are the lowest ids, at most UsageSample.
	First []decision.ProductID
	// Marketplaces are those of all the rows, each once, in any order.
	Marketplaces []marketplace.ID
}

// ProductFilter filters a list of rows; an empty member does not filter. A list matches any of its
// values, and all members must match.
type ProductFilter struct {
	Modes []decision.Mode
	// Hold selects rows with any hold (true) or none (false); Holds selects by reason.
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
	// AtMin selects rows whose current price is at or below their min_price, AtMax those at or
	// above their max_price. A row with one of the two unknown does not match.
	AtMin *bool
	AtMax *bool
	// AtFloor selects rows whose current price is at or below their floor, UnderBreakEven those
	// whose current price makes a loss. A row with one of the two unknown does not match.
	AtFloor        *bool
	UnderBreakEven *bool
	// MissingCost selects rows with a calculated floor and no known cost.
	MissingCost *bool
	// Attention selects rows that need a person, by the most urgent reason.
	Attention []repricer.Attention
	// Stale selects rows in mode manual or auto whose offers were never seen, or before the minute of FreshFrom.
	Stale     *bool
	FreshFrom time.Time
	// Query is text that SKU, ASIN or title contains, ignoring letter case.
	Query string
}
