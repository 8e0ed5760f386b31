package repricer

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Key identifies a row within its team. The SKU is case-sensitive.
type Key struct {
	SellerID      string
	MarketplaceID marketplace.ID
	SKU           string
}

// Observed has the findings about a row; its user cannot write them. Amounts are in the row's
// currency.
type Observed struct {
	Title       optional.Maybe[string]
	Variation   Variation
	Fulfillment optional.Maybe[decision.Fulfillment]
	Quantity    optional.Maybe[int64]

	CurrentPrice optional.Maybe[money.Amount]
	Shipping     optional.Maybe[money.Amount]
	Cost         optional.Maybe[money.Amount]
	// Postage has the cost of sending one unit if the seller ships.
	Postage optional.Maybe[money.Amount]
	// Fees has the fees at about the live price.
	Fees      optional.Maybe[decision.Fees]
	FloorFees optional.Maybe[FloorFees]
	// VAT counts in the row's sales. It has no value before the first evaluation.
	VAT      optional.Maybe[vat.Settings]
	MapPrice optional.Maybe[money.Amount]

	BuyBox           decision.BuyBox
	CompetitorsCount optional.Maybe[int]
	// BoxLog records changes of the buy box. The shares are computed from it over the 24 hours and
	// 7 days before the last full quarter of an hour before OffersAt.
	BoxLog         BoxLog
	BuyBoxShare24h optional.Maybe[money.Percent]
	BuyBoxShare7d  optional.Maybe[money.Percent]

	LastDecision optional.Maybe[LastDecision]
	// LastChange points at the latest new price, sent or not.
	LastChange optional.Maybe[ChangeRef]
	// DecidedFloor has the floor of the last evaluation, BreakEven the price without profit or
	// loss.
	DecidedFloor optional.Maybe[money.Amount]
	BreakEven    optional.Maybe[money.Amount]
	// Guarded says that the floor of that decision could not lie below BreakEven.
	Guarded bool

	NextDueAt   optional.Maybe[time.Time]
	LastEventAt optional.Maybe[time.Time]
	OffersAt    optional.Maybe[time.Time]
}

// Product models one row of the repricer: a seller's offer on one marketplace.
type Product struct {
	id        decision.ProductID
	team      id.Team
	key       Key
	asin      string
	currency  money.Currency
	settled   settled
	resumed   optional.Maybe[Resumption]
	runState  RunState
	observed  Observed
	version   int64
	createdAt time.Time
	updatedAt time.Time
	// frozen has a stop that began since the row was read.
	frozen optional.Maybe[Hold]
	// These are settled and resumed as they were read.
	read        settled
	readResumed optional.Maybe[Resumption]
}

// settled has the user's part of a row, and its stop. It compares with ==.
type settled struct {
	strategy  optional.Maybe[strategy.ID]
	mode      decision.Mode
	priority  Priority
	condition decision.Condition
	limits    decision.Limits
	allowLoss bool
	hold      optional.Maybe[Hold]
}

// ProductSnapshot has all values of a row.
type ProductSnapshot struct {
	ID       decision.ProductID
	Team     id.Team
	Key      Key
	ASIN     string
	Currency money.Currency

	StrategyID optional.Maybe[strategy.ID]
	Mode       decision.Mode
	Priority   Priority
	Condition  decision.Condition
	Limits     decision.Limits
	// AllowLoss exempts the row from the loss guard of the settings.
	AllowLoss bool

	Hold optional.Maybe[Hold]
	// Resumed records the seller's last resume after a stop because of the price, and price falls
	// that were accepted since.
	Resumed  optional.Maybe[Resumption]
	RunState RunState
	Observed Observed

	// Version counts changes by users, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Rules gives the facts outside the row that its rules need.
type Rules struct {
	// Default names the strategy of rows without their own.
	Default optional.Maybe[strategy.ID]
	// Strategies has the relevant strategies of the team, by id.
	Strategies map[strategy.ID]strategy.Coverage
	// ByName says that the caller names this row by itself and has seen its state.
	ByName bool
}

// NewProduct describes a new row. Strategy, mode, priority and limits default to the settings;
// limits merge over the defaults.
type NewProduct struct {
	Key  Key
	ASIN string
	// Patch has the writable members given at creation.
	Patch ProductPatch
}

// EffectiveStrategy returns the row's own strategy, else the default of the settings. Without
// either it is absent.
func (s ProductSnapshot) EffectiveStrategy(standard optional.Maybe[strategy.ID]) optional.Maybe[strategy.ID] {
	if s.StrategyID.Known() {
		return s.StrategyID
	}
	return standard
}

// Defaults has the settings' defaults for new rows.
type Defaults struct {
	Mode     decision.Mode
	Priority Priority
	Limits   decision.Limits
}

// DefaultsOf returns the defaults of settings, present or absent.
func DefaultsOf(v SettingsValues) Defaults {
	return Defaults{Mode: v.DefaultMode, Priority: v.DefaultPriority, Limits: v.DefaultLimits}
}

// Check checks the key and each given member by itself. It returns nil or one Invalid fault that
// lists everything that is wrong.
func (n NewProduct) Check() error {
	var f check.Faults
	if !check.IsSKU(n.Key.SKU) {
		f.Add(fault.CodeInvalid, "/sku", "must have 1 to 40 characters, no control characters, and no space at its ends")
	}
	if _, ok := marketplace.ByID(n.Key.MarketplaceID); !ok {
		f.Add(fault.CodeNotAllowed, "/marketplace_id", "is not a known marketplace")
	}
	if n.Key.SellerID != "" && !check.IsSellerID(n.Key.SellerID) {
		f.Add(fault.CodeInvalid, "/seller_id", "must be a seller id")
	}
	if n.ASIN != "" && !check.IsASIN(n.ASIN) {
		f.Add(fault.CodeInvalid, "/asin", "must have 10 capitals or digits")
	}
	n.Patch.check(&f)
	return f.Err(fault.CodeInvalidLimits)
}

// New creates an idle row of version 1 without observations. Check has passed and the key names a
// seller. It returns the faults of Product.Change.
func (n NewProduct) New(team id.Team, d Defaults, r Rules, now time.Time) (*Product, error) {
	m, ok := marketplace.ByID(n.Key.MarketplaceID)
	if !ok || n.Key.SellerID == "" || n.ASIN == "" {
		return nil, fault.New(fault.Invalid, fault.CodeValidationFailed, "seller, marketplace and ASIN are needed")
	}
	p := &Product{
		team: team, key: n.Key, asin: n.ASIN, currency: m.Currency,
		runState: RunIdle, observed: Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
		version: 1, createdAt: now, updatedAt: now,
	}
	next := n.Patch.over(settled{
		mode: d.Mode, priority: d.Priority, condition: decision.ConditionNew, limits: d.Limits,
	})
	if err := p.permit(next, r); err != nil {
		return nil, err
	}
	p.settled = next
	return p, nil
}

// RestoreProduct restores a stored row. It checks only that the values are well-formed.
func RestoreProduct(s ProductSnapshot) (*Product, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || s.Key.SKU == "" || s.Currency == "" ||
		!words.Known(s.Mode) || !words.Known(s.Priority) || !words.Known(s.Condition) || !wellFormed(s.Limits) || !words.Known(s.RunState) {
		return nil, check.ErrShape
	}
	if h, ok := s.Hold.Get(); ok && !words.Known(h.Reason) {
		return nil, check.ErrShape
	}
	if r, ok := s.Resumed.Get(); ok && r.Reason != "" && !words.Known(r.Reason) {
		return nil, check.ErrShape
	}
	set := settled{
		strategy: s.StrategyID, mode: s.Mode, priority: s.Priority, condition: s.Condition,
		limits: s.Limits, allowLoss: s.AllowLoss, hold: s.Hold,
	}
	return &Product{
		id: s.ID, team: s.Team, key: s.Key, asin: s.ASIN, currency: s.Currency, settled: set, resumed: s.Resumed,
		read: set, readResumed: s.Resumed, runState: s.RunState, observed: s.Observed,
		version: s.Version, createdAt: s.CreatedAt, updatedAt: s.UpdatedAt,
	}, nil
}

// OnlyLimitsMoved reports a row in which its user changed only the lowest or the highest price
// since it was read.
func (p *Product) OnlyLimitsMoved() bool {
	was := p.read
	was.limits.MinPrice, was.limits.MaxPrice = p.settled.limits.MinPrice, p.settled.limits.MaxPrice
	return p.settled == was && p.settled != p.read && p.resumed == p.readResumed
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (p *Product) Snapshot() ProductSnapshot {
	return ProductSnapshot{
		ID: p.id, Team: p.team, Key: p.key, ASIN: p.asin, Currency: p.currency,
		StrategyID: p.settled.strategy, Mode: p.settled.mode, Priority: p.settled.priority,
		Condition: p.settled.condition, Limits: p.settled.limits, AllowLoss: p.settled.allowLoss, Hold: p.settled.hold,
		Resumed: p.resumed, RunState: p.runState, Observed: p.observed,
		Version: p.version, CreatedAt: p.createdAt, UpdatedAt: p.updatedAt,
	}
}

// ID identifies the row.
func (p *Product) ID() decision.ProductID { return p.id }

// Team returns the team that owns the row.
func (p *Product) Team() id.Team { return p.team }

// Key returns the key, which is unique within the team.
func (p *Product) Key() Key { return p.key }

// Version counts changes by users, from 1.
func (p *Product) Version() int64 { return p.version }

// LandedPrice returns the price that a buyer pays now, shipping included.
func (s ProductSnapshot) LandedPrice() optional.Maybe[money.Amount] {
	price, ok := s.Observed.CurrentPrice.Get()
	if !ok {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(price.Units() + s.Observed.Shipping.Or(money.Amount{}).Units()))
}

// Floor returns the lowest price that may be sent. A calculated floor comes from the last decision.
// It is absent in mode manual without a minimum, and for a calculated floor without cost and fees.
func (s ProductSnapshot) Floor() optional.Maybe[money.Amount] {
	floor, _ := s.FloorSource()
	return floor
}

// FloorSource returns the floor and its source: min_price_mode, or the higher bound that raised it.
func (s ProductSnapshot) FloorSource() (optional.Maybe[money.Amount], decision.FloorSource) {
	o, source := s.Observed, decision.FloorSource(s.Limits.MinPriceMode)
	guard, guarded := o.BreakEven.Get()
	guarded = guarded && o.Guarded
	if s.Limits.MinPriceMode != decision.MinPriceManual {
		// A floor that needs postage and lacks it is a fallback, which the guard may raise.
		row := DecisionRow(s)
		if guarded && !row.Spent().Known() && o.DecidedFloor == optional.Some(guard) {
			source = decision.FloorByBreakEven
		}
		return o.DecidedFloor, source
	}
	floor, ok := s.Limits.MinPrice.Get()
	if !ok {
		return s.Limits.MinPrice, source
	}
	if m, has := o.MapPrice.Get(); has && m.Cmp(floor) > 0 {
		floor, source = m, decision.FloorByMapPrice
	}
	if guarded && guard.Cmp(floor) > 0 {
		floor, source = guard, decision.FloorByBreakEven
	}
	return optional.Some(floor), source
}

// MinBelowBreakEven returns the price without profit or loss if min_price lies below it. Otherwise,
// and if either is unknown, it is absent.
func (s ProductSnapshot) MinBelowBreakEven() optional.Maybe[money.Amount] {
	least, ok := s.Limits.MinPrice.Get()
	if even, known := s.Observed.BreakEven.Get(); ok && known && least.Cmp(even) < 0 {
		return s.Observed.BreakEven
	}
	return optional.None[money.Amount]()
}

// Ceiling returns the highest price that may be sent: the maximum, rounded down to the currency's
// unit.
func (s ProductSnapshot) Ceiling() optional.Maybe[money.Amount] {
	most, ok := s.Limits.MaxPrice.Get()
	if !ok {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(most.Units() - most.Units()%s.Currency.Unit().Units()))
}

// Priority sets the minimum time between two evaluations of a row.
type Priority string

// The priorities.
const (
	PriorityNormal Priority = "normal"
	PriorityFast   Priority = "fast"
	PriorityLow    Priority = "low"
)

func (Priority) Words() []Priority { return []Priority{PriorityNormal, PriorityFast, PriorityLow} }
