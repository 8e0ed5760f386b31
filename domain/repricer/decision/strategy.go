package decision

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/exact"
)

// RivalRule replaces the strategy's rule against one kind of rival.
type RivalRule struct {
	Action RivalAction
	// By has an amount or a percentage, as ByType says; not below 0.
	By     money.Amount
	ByType Measure
}

// PriceWar says when a row stops following falling prices.
type PriceWar struct {
	MaxDrops        int
	WindowMinutes   int
	Action          PriceWarAction
	CooldownMinutes int
}

// Filters select the offers that compete.
type Filters struct {
	IncludeSellers             []string
	ExcludeSellers             []string
	ExcludeAmazon              bool
	Fulfillment                []Fulfillment
	MinFeedbackCount           optional.Maybe[int]
	MinRatingPercent           optional.Maybe[money.Percent]
	MaxHandlingHours           optional.Maybe[int]
	ShipsFrom                  []string // ISO 3166 country codes in capitals
	ExcludeShipsFrom           []string
	FeaturedOnly               bool
	AvailableNowOnly           bool
	MinSubCondition            optional.Maybe[SubCondition]
	IgnoreBelowPercentOfMedian optional.Maybe[money.Percent]
}

// Strategy has the part of a strategy that affects decisions. Amounts are in the currency of the
// row it is applied to.
type Strategy struct {
	Type    StrategyType
	Enabled bool
	// MarketplaceIDs lists where the strategy applies; an empty list means everywhere.
	MarketplaceIDs []marketplace.ID

	CompeteWith     optional.Maybe[Target]
	FallbackTargets []Target

	Action optional.Maybe[Action]
	// By has an amount or a percentage, as ByType says; not below 0.
	By       money.Amount
	ByType   Measure
	VsAmazon optional.Maybe[RivalRule]
	VsFBA    optional.Maybe[RivalRule]
	VsFBM    optional.Maybe[RivalRule]

	Filters optional.Maybe[Filters]

	OnNoCompetition     OnNoCompetition
	OnBelowMin          OnBelowMin
	OnOwnBuyBox         OnOwnBuyBox
	OnSuppressedBuyBox  OnSuppressedBuyBox
	OnLostAfterRaise    OnLostAfterRaise
	OnRestock           OnRestock
	RaiseWhenNotWinning bool
	// RaiseGap keeps a raise this far below the next offer. If absent, it is one unit of the row's
	// currency.
	RaiseGap optional.Maybe[money.Amount]

	// Step has an amount or a percentage of the live price, as StepType says.
	Step                optional.Maybe[money.Amount]
	StepType            Measure
	StepIntervalMinutes optional.Maybe[int]
	// MinChange and MinChangePercent, of the live price, are the smallest change that is sent; the
	// larger of them counts.
	MinChange        money.Amount
	MinChangePercent money.Percent
	// SmallChangeIntervalMinutes has the wait after a change until a smaller change is sent if the
	// buy box depends on it. If absent, it is never sent.
	SmallChangeIntervalMinutes optional.Maybe[int]

	PriceWar   optional.Maybe[PriceWar]
	FixedPrice optional.Maybe[money.Amount]

	// DaysOfSupplyTarget sets how many days the stock should last; it replaces HighUnits and
	// LowUnits.
	DaysOfSupplyTarget optional.Maybe[int]
	// WindowDays has the number of days over which sales are counted; if absent, seven.
	WindowDays optional.Maybe[int]
	HighUnits  optional.Maybe[int]
	LowUnits   optional.Maybe[int]
	LockDays   optional.Maybe[int]
}

// Bounds of strategy members that decisions rely on.
const (
	MaxMinutes = 43_200 // 30 days
	MaxHours   = 8_760
	MaxDays    = 366
)

// UsualWindowDays counts sales over seven days if a strategy names no number.
const UsualWindowDays = 7

// LeastChange returns the smallest change of a live price that is sent, and whether it is a share
// of it.
func (s *Strategy) LeastChange(live money.Amount) (least money.Amount, share bool) {
	part := money.FromUnits(exact.Share(live.Units(), s.MinChangePercent.Units(), true))
	if part.Cmp(s.MinChange) > 0 {
		return part, true
	}
	return s.MinChange, false
}

// Window returns the period in which price falls count towards a price war.
func (w PriceWar) Window() time.Duration { return minutes(w.WindowMinutes) }
