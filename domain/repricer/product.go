package repricer

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// ProductID identifies a row; 0 is one that is not stored yet.
type ProductID int64

// Key is what makes a row one of its kind in a team. The SKU is case-sensitive.
type Key struct {
	SellerID      string
	MarketplaceID marketplace.ID
	SKU           string
}

// Hold is a freeze by safety: nothing is decided until it is cleared.
type Hold struct {
	Reason HoldReason
	Since  time.Time
	// Details is a sentence for people, "" for none.
	Details string
}

// BuyBox is what was last seen of the box of a row's product.
type BuyBox struct {
	// Price is in the row's currency.
	Price Maybe[money.Amount]
	Owner BoxOwner
	// Inferred is true when the owner was concluded, not told.
	Inferred bool
}

// Fees are what the marketplace keeps, in the row's currency.
type Fees struct {
	ReferralPercent money.Percent
	ReferralMin     money.Amount
	// Fixed sums fulfilment and closing fees.
	Fixed money.Amount
}

// Observed is what was learnt about a row from elsewhere; nothing of it can be
// written by its user. Amounts are in the row's currency.
type Observed struct {
	Title       Maybe[string]
	Fulfillment Maybe[Fulfillment]
	Quantity    Maybe[int64]

	CurrentPrice Maybe[money.Amount]
	Shipping     Maybe[money.Amount]
	Cost         Maybe[money.Amount]
	// Fees are those at about the live price.
	Fees      Maybe[Fees]
	FloorFees Maybe[FloorFees]
	// VATPercent is the rate that the cost names.
	VATPercent Maybe[money.Percent]
	MapPrice   Maybe[money.Amount]

	BuyBox           BuyBox
	CompetitorsCount Maybe[int]
	// BoxLog is how the box changed hands. The shares are made from it, over the
	// 24 hours and the 7 days before the last full quarter of an hour before
	// OffersAt.
	BoxLog         BoxLog
	BuyBoxShare24h Maybe[money.Percent]
	BuyBoxShare7d  Maybe[money.Percent]

	LastDecision Maybe[LastDecision]
	// LastChange is the last new price that was to be sent.
	LastChange Maybe[ChangeMark]
	// DecidedFloor is the lowest price that the last decision which looked at the
	// row found, BreakEven the price without profit or loss.
	DecidedFloor Maybe[money.Amount]
	BreakEven    Maybe[money.Amount]

	NextDueAt   Maybe[time.Time]
	LastEventAt Maybe[time.Time]
	OffersAt    Maybe[time.Time]
}

// Product is one row of the repricer: a seller's offer on one marketplace.
type Product struct {
	id        ProductID
	team      id.Team
	key       Key
	asin      string
	currency  money.Currency
	settled   settled
	resumed   Maybe[Resumption]
	runState  RunState
	observed  Observed
	version   int64
	createdAt time.Time
	updatedAt time.Time
	// frozen is the hold that the row has come into since it was read.
	frozen Maybe[Hold]
}

// settled is the part of a row that a user decides, and what safety laid over
// it. It compares with ==.
type settled struct {
	strategy  Maybe[StrategyID]
	mode      Mode
	priority  Priority
	condition Condition
	limits    Limits
	hold      Maybe[Hold]
}

// ProductSnapshot is everything there is to know of a row.
type ProductSnapshot struct {
	ID       ProductID
	Team     id.Team
	Key      Key
	ASIN     string
	Currency money.Currency

	StrategyID Maybe[StrategyID]
	Mode       Mode
	Priority   Priority
	Condition  Condition
	Limits     Limits

	Hold Maybe[Hold]
	// Resumed is the last hold that mattered to decisions and that the seller took
	// away.
	Resumed  Maybe[Resumption]
	RunState RunState
	Observed Observed

	// Version counts changes by users, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Rules is what a row's rules need to know from outside the row.
type Rules struct {
	// Default is the strategy of rows without their own.
	Default Maybe[StrategyID]
	// Reach holds the team's strategies that matter, by id.
	Reach map[StrategyID]Reach
}

// NewProduct is what a new row is made from. Strategy, mode, priority and
// limits that are not given come from the settings' defaults; the limits merge
// over them.
type NewProduct struct {
	Key  Key
	ASIN string
	// Patch holds the writable members given at creation.
	Patch ProductPatch
}

// EffectiveStrategy is the row's own strategy or else the default of the settings,
// None when there is neither.
func (s ProductSnapshot) EffectiveStrategy(standard Maybe[StrategyID]) Maybe[StrategyID] {
	if s.StrategyID.Known() {
		return s.StrategyID
	}
	return standard
}

// Defaults are the members that the settings give to new rows.
type Defaults struct {
	Mode     Mode
	Priority Priority
	Limits   Limits
}

// DefaultsOf takes the defaults out of settings, present or absent.
func DefaultsOf(v SettingsValues) Defaults {
	return Defaults{Mode: v.DefaultMode, Priority: v.DefaultPriority, Limits: v.DefaultLimits}
}

// Check looks at the identity and the members given, each by itself, and
// returns nil or one Invalid fault that lists all that is wrong.
func (n NewProduct) Check() error {
	var f faults
	if !isSKU(n.Key.SKU) {
		f.add(fault.CodeInvalid, "/sku", "must have 1 to 40 characters, none of them control characters, and no space at its ends")
	}
	if _, ok := marketplace.ByID(n.Key.MarketplaceID); !ok {
		f.add(fault.CodeNotAllowed, "/marketplace_id", "is not a known marketplace")
	}
	if n.Key.SellerID != "" && !isSellerID(n.Key.SellerID) {
		f.add(fault.CodeInvalid, "/seller_id", "must be a seller id")
	}
	if n.ASIN != "" && !isASIN(n.ASIN) {
		f.add(fault.CodeInvalid, "/asin", "must have 10 capitals or digits")
	}
	n.Patch.check(&f)
	return f.err(fault.CodeInvalidLimits)
}

// New makes a row of version 1 that is idle and knows nothing of its market
// yet. Check has been passed and the key names a seller. The faults are those
// of Product.Change.
func (n NewProduct) New(team id.Team, d Defaults, r Rules, now time.Time) (*Product, error) {
	m, ok := marketplace.ByID(n.Key.MarketplaceID)
	if !ok || n.Key.SellerID == "" || n.ASIN == "" {
		return nil, fault.New(fault.Invalid, fault.CodeValidationFailed, "seller, marketplace and ASIN are needed")
	}
	p := &Product{
		team: team, key: n.Key, asin: n.ASIN, currency: m.Currency,
		runState: RunIdle, observed: Observed{BuyBox: BuyBox{Owner: BoxUnknown}},
		version: 1, createdAt: now, updatedAt: now,
	}
	next := n.Patch.over(settled{
		mode: d.Mode, priority: d.Priority, condition: ConditionNew, limits: d.Limits,
	})
	if err := p.permit(next, r); err != nil {
		return nil, err
	}
	p.settled = next
	return p, nil
}

// RestoreProduct makes a row from what was stored. It checks shape only.
func RestoreProduct(s ProductSnapshot) (*Product, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || s.Key.SKU == "" || s.Currency == "" ||
		!known(s.Mode) || !known(s.Priority) || !known(s.Condition) || !s.Limits.wellFormed() || !known(s.RunState) {
		return nil, errShape
	}
	if h, ok := s.Hold.Get(); ok && !known(h.Reason) {
		return nil, errShape
	}
	if r, ok := s.Resumed.Get(); ok && r.Reason != "" && !known(r.Reason) {
		return nil, errShape
	}
	return &Product{
		id: s.ID, team: s.Team, key: s.Key, asin: s.ASIN, currency: s.Currency,
		settled: settled{
			strategy: s.StrategyID, mode: s.Mode, priority: s.Priority, condition: s.Condition,
			limits: s.Limits, hold: s.Hold,
		},
		resumed: s.Resumed, runState: s.RunState, observed: s.Observed,
		version: s.Version, createdAt: s.CreatedAt, updatedAt: s.UpdatedAt,
	}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (p *Product) Snapshot() ProductSnapshot {
	return ProductSnapshot{
		ID: p.id, Team: p.team, Key: p.key, ASIN: p.asin, Currency: p.currency,
		StrategyID: p.settled.strategy, Mode: p.settled.mode, Priority: p.settled.priority,
		Condition: p.settled.condition, Limits: p.settled.limits, Hold: p.settled.hold,
		Resumed: p.resumed, RunState: p.runState, Observed: p.observed,
		Version: p.version, CreatedAt: p.createdAt, UpdatedAt: p.updatedAt,
	}
}

// ID identifies the row.
func (p *Product) ID() ProductID { return p.id }

// Team returns whose row it is.
func (p *Product) Team() id.Team { return p.team }

// Key is what makes the row one of its kind.
func (p *Product) Key() Key { return p.key }

// Version counts changes by users, from 1.
func (p *Product) Version() int64 { return p.version }

// LandedPrice is what a buyer pays now, shipping included.
func (s ProductSnapshot) LandedPrice() Maybe[money.Amount] {
	price, ok := s.Observed.CurrentPrice.Get()
	if !ok {
		return None[money.Amount]()
	}
	return Some(money.FromUnits(price.Units() + s.Observed.Shipping.Or(money.Amount{}).Units()))
}

// Floor is the lowest price that may be sent. A calculated one is that of the
// last decision. None is known while the mode is manual without a minimum, or
// calculated without cost and fees.
func (s ProductSnapshot) Floor() Maybe[money.Amount] {
	if s.Limits.MinPriceMode != MinPriceManual {
		return s.Observed.DecidedFloor
	}
	floor, ok := s.Limits.MinPrice.Get()
	if m, has := s.Observed.MapPrice.Get(); ok && has && m.Cmp(floor) > 0 {
		floor = m
	}
	if !ok {
		return None[money.Amount]()
	}
	return Some(floor)
}

// Ceiling is the highest price that may be sent: the maximum, rounded down to
// the currency's unit.
func (s ProductSnapshot) Ceiling() Maybe[money.Amount] {
	most, ok := s.Limits.MaxPrice.Get()
	if !ok {
		return None[money.Amount]()
	}
	return Some(money.FromUnits(most.Units() - most.Units()%s.Currency.Unit().Units()))
}
