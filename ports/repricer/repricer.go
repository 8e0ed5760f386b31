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
	// Load reads the team's settings; a new team gets absent settings of version 0. The result is
	// never nil without an error.
	Load(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// LoadMany works like Load for several teams, by a single statement.
	LoadMany(ctx context.Context, teams []id.Team) (map[id.Team]*repricer.Settings, error)
	// LoadLocked works like Load and locks the team's settings until the transaction ends, even if
	// there is no record yet. It may then store an absent record of version 0.
	LoadLocked(ctx context.Context, team id.Team) (*repricer.Settings, error)
	// DefaultStrategy reads only the default strategy; no value if it is not set or the settings
	// are absent.
	DefaultStrategy(ctx context.Context, team id.Team) (optional.Maybe[strategy.ID], error)
	// Save stores settings that were loaded locked in the same transaction.
	Save(ctx context.Context, s *repricer.Settings) error
}

// AlertAddress shows the address of a team that is called with alerts, or removes it, in the
// transaction of ctx.
type AlertAddress func(ctx context.Context, team id.Team, address optional.Maybe[string]) error

// Plans reads the limits in the plan of a team. It returns the limit of live rows of a team.
type Plans func(ctx context.Context, team id.Team) (int64, error)

// Strategies stores the live strategies.
type Strategies interface {
	// Insert stores a new strategy and returns its id. If another live strategy of the team has the
	// same NameKey, it is a Rule fault "duplicate" at /name, and the transaction must roll back.
	Insert(ctx context.Context, s *strategy.Strategy) (strategy.ID, error)
	// Get reads one strategy; an unknown strategy is a NotFound fault.
	Get(ctx context.Context, team id.Team, plan strategy.ID) (strategy.Row, error)
	// List reads a page. Order fields: id, name (NameKey, byte by byte), created_at, updated_at
	// (microseconds). Ties are broken by id in the direction of the last field.
	List(ctx context.Context, team id.Team, f strategy.Filter, r page.Request) (page.Page[strategy.Row], error)
	// LoadLocked reads the named strategies and locks them exclusively, in id order, until the
	// transaction ends. Missing strategies are left out; the answer is in id order. Without ids it
	// runs no statement.
	LoadLocked(ctx context.Context, team id.Team, ids []strategy.ID) ([]*strategy.Strategy, error)
	// Coverage returns the marketplaces of the named strategies; missing strategies are left out.
	// Its last argument locks them against deletion until the transaction ends; several
	// transactions may do so at once. Without ids it runs no statement.
	Coverage(ctx context.Context, team id.Team, ids []strategy.ID, hold bool) (map[strategy.ID]strategy.Coverage, error)
	// Save stores a strategy that was loaded locked in the same transaction. A name already in use
	// is the fault of Insert.
	Save(ctx context.Context, s *strategy.Strategy) error
	// Delete removes strategies that were loaded locked in the same transaction. Their names can
	// be used again, their ids never.
	Delete(ctx context.Context, team id.Team, ids []strategy.ID, now time.Time) error
}

// Products stores the live rows.
type Products interface {
	// Existing finds live rows by key. Keys without a row are left out. Without keys it runs no
	// statement.
	Existing(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]decision.ProductID, error)
	// Insert stores new rows of one team with distinct keys, in a few statements, and returns the
	// result of each, in order. If a live row already has the key, it writes no row and returns no
	// error.
	Insert(ctx context.Context, team id.Team, rows []*repricer.Product) ([]Inserted, error)
	// Get reads one row; an unknown row is a NotFound fault.
	Get(ctx context.Context, team id.Team, product decision.ProductID) (repricer.ProductSnapshot, error)
	// Named reads rows in the order of their ids. Missing rows are left out. Without ids it runs no
	// statement.
	Named(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at (microseconds), current_price,
	// buy_box_share_24h (ten-thousandths, unknown last in both directions). Ties are broken by id
	// in the direction of the last field.
	List(
		ctx context.Context, team id.Team, f repricer.ProductFilter, r page.Request,
	) (page.Page[repricer.ProductSnapshot], error)
	// LastChanges reads the history entries that rows point at, in one statement. Entries that are
	// no longer kept are left out. Without marks it runs no statement.
	LastChanges(ctx context.Context, team id.Team, marks []repricer.ChangeRef) (map[repricer.ChangeID]history.ChangeSnapshot, error)
	// LoadLocked reads and locks the named rows, in id order, until the transaction ends. Missing
	// rows are left out; the answer is in id order. Without ids it runs no statement.
	LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error)
	// LoadByStrategyLocked works like LoadLocked, for at most limit rows with an id above after
	// that name one of the strategies as their own.
	LoadByStrategyLocked(ctx context.Context, team id.Team, strategies []strategy.ID, after decision.ProductID, limit int) ([]*repricer.Product, error)
	// LoadByOfferLocked works like LoadLocked, for the rows of offers of any teams. Each offer
	// occurs once.
	LoadByOfferLocked(ctx context.Context, offers []repricer.TeamOffer) ([]*repricer.Product, error)
	// HasFastRows reports whether the seller has a fast-priority row that is not off.
	HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error)
	// Usage returns the rows that name each strategy as their own. Unused strategies are left out.
	// Without ids it runs no statement.
	Usage(ctx context.Context, team id.Team, strategies []strategy.ID) (map[strategy.ID]Usage, error)
	// Save stores, in one statement, rows that were loaded locked in the same transaction:
	// strategy, mode, priority, condition, limits, freeze, resumption, run state, the time of the
	// next evaluation, version and the time of the change. Without rows it runs no statement.
	Save(ctx context.Context, team id.Team, rows []*repricer.Product) error
	// SaveObserved stores, in a single statement, the observations of rows that were loaded locked
	// in the same transaction. They are freeze, resumption, run state, title, fulfilment, quantity,
	// price, shipping, cost, fees, VAT, buy box with its log and shares, competitors, and the times
	// of events, offers and the next evaluation. It leaves version and UpdatedAt, which change with
	// user edits only. The rows may be of several teams. Without rows it runs no statement.
	SaveObserved(ctx context.Context, rows []*repricer.Product) error
	// SaveRunState works like SaveObserved, for rows with only a changed run state.
	SaveRunState(ctx context.Context, rows []*repricer.Product) error
	// SaveDecided works like SaveObserved, and also stores the last decision, the last change, the
	// floor and the break-even price.
	SaveDecided(ctx context.Context, rows []*repricer.Product) error
	// Delete removes rows that were loaded locked in the same transaction. Their keys can be used
	// again, their ids never.
	Delete(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error
}

// Inserted has the result for a new row: its id, or the id of the existing row.
type Inserted struct {
	ID      decision.ProductID
	Existed bool
}

// UsageSample bounds the rows that a Usage lists.
const UsageSample = 10

// Usage lists rows that name a strategy as their own.
type Usage struct {
	Count int64
	// First has the lowest ids, at most UsageSample.
	First []decision.ProductID
	// Marketplaces lists the marketplaces of all the rows, each once, in any order.
	Marketplaces []marketplace.ID
}
