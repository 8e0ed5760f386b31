package decision

// StrategyType names the kind of a strategy; it never changes.
type StrategyType string

// The types: against rivals, by own sales, one price.
const (
	TypeCompetitor StrategyType = "competitor"
	TypeVelocity   StrategyType = "velocity"
	TypeFixed      StrategyType = "fixed"
)

var strategyTypes = []StrategyType{TypeCompetitor, TypeVelocity, TypeFixed}

// Words lists the values.
func (StrategyType) Words() []StrategyType { return strategyTypes }

// Target names the offer or figure that a price is set against.
type Target string

// The targets.
const (
	TargetBuyBox           Target = "buy_box"
	TargetLowest           Target = "lowest"
	TargetLowestFBA        Target = "lowest_fba"
	TargetLowestFBM        Target = "lowest_fbm"
	TargetAmazon           Target = "amazon"
	TargetFeaturedExpected Target = "featured_expected_price"
)

var targets = []Target{
	TargetBuyBox, TargetLowest, TargetLowestFBA, TargetLowestFBM, TargetAmazon, TargetFeaturedExpected,
}

// Words lists the values.
func (Target) Words() []Target { return targets }

// Action places a price relative to its target.
type Action string

// The actions.
const (
	ActionBelow Action = "below"
	ActionMatch Action = "match"
	ActionAbove Action = "above"
)

var actions = []Action{ActionBelow, ActionMatch, ActionAbove}

// Words lists the values.
func (Action) Words() []Action { return actions }

// RivalAction adds ignoring a rival to the values of Action.
type RivalAction string

// The actions against a rival.
const (
	RivalBelow  RivalAction = "below"
	RivalMatch  RivalAction = "match"
	RivalAbove  RivalAction = "above"
	RivalIgnore RivalAction = "ignore"
)

var rivalActions = []RivalAction{RivalBelow, RivalMatch, RivalAbove, RivalIgnore}

// Words lists the values.
func (RivalAction) Words() []RivalAction { return rivalActions }

// OnNoCompetition chooses the price without competitors.
type OnNoCompetition string

// The words of OnNoCompetition.
const (
	NoCompetitionKeep    OnNoCompetition = "keep"
	NoCompetitionMin     OnNoCompetition = "min"
	NoCompetitionMax     OnNoCompetition = "max"
	NoCompetitionAverage OnNoCompetition = "average"
)

var onNoCompetition = []OnNoCompetition{NoCompetitionKeep, NoCompetitionMin, NoCompetitionMax, NoCompetitionAverage}

// Words lists the values.
func (OnNoCompetition) Words() []OnNoCompetition { return onNoCompetition }

// OnBelowMin chooses the price when the target asks for less than the floor.
type OnBelowMin string

// The words of OnBelowMin.
const (
	BelowMinMin       OnBelowMin = "min"
	BelowMinKeep      OnBelowMin = "keep"
	BelowMinMax       OnBelowMin = "max"
	BelowMinAverage   OnBelowMin = "average"
	BelowMinNextAbove OnBelowMin = "next_above"
)

var onBelowMin = []OnBelowMin{BelowMinMin, BelowMinKeep, BelowMinMax, BelowMinAverage, BelowMinNextAbove}

// Words lists the values.
func (OnBelowMin) Words() []OnBelowMin { return onBelowMin }

// OnOwnBuyBox chooses the action while the row has the box.
type OnOwnBuyBox string

// The words of OnOwnBuyBox.
const (
	OwnBoxKeep        OnOwnBuyBox = "keep"
	OwnBoxRaiseToNext OnOwnBuyBox = "raise_to_next"
	OwnBoxStepUp      OnOwnBuyBox = "step_up"
	OwnBoxCompete     OnOwnBuyBox = "compete"
)

var onOwnBuyBox = []OnOwnBuyBox{OwnBoxKeep, OwnBoxRaiseToNext, OwnBoxStepUp, OwnBoxCompete}

// Words lists the values.
func (OnOwnBuyBox) Words() []OnOwnBuyBox { return onOwnBuyBox }

// OnSuppressedBuyBox chooses the action while the box is empty.
type OnSuppressedBuyBox string

// The words of OnSuppressedBuyBox.
const (
	SuppressedKeep          OnSuppressedBuyBox = "keep"
	SuppressedStepDown      OnSuppressedBuyBox = "step_down"
	SuppressedExternalPrice OnSuppressedBuyBox = "external_price"
	SuppressedLowest        OnSuppressedBuyBox = "lowest"
)

var onSuppressedBuyBox = []OnSuppressedBuyBox{
	SuppressedKeep, SuppressedStepDown, SuppressedExternalPrice, SuppressedLowest,
}

// Words lists the values.
func (OnSuppressedBuyBox) Words() []OnSuppressedBuyBox { return onSuppressedBuyBox }

// OnLostAfterRaise chooses the action after a raise lost the box.
type OnLostAfterRaise string

// The words of OnLostAfterRaise.
const (
	LostRevert  OnLostAfterRaise = "revert"
	LostCompete OnLostAfterRaise = "compete"
)

var onLostAfterRaise = []OnLostAfterRaise{LostRevert, LostCompete}

// Words lists the values.
func (OnLostAfterRaise) Words() []OnLostAfterRaise { return onLostAfterRaise }

// OnRestock chooses the price when there is stock again.
type OnRestock string

// The words of OnRestock.
const (
	RestockKeep OnRestock = "keep"
	RestockMax  OnRestock = "max"
)

var onRestock = []OnRestock{RestockKeep, RestockMax}

// Words lists the values.
func (OnRestock) Words() []OnRestock { return onRestock }

// SubCondition grades used goods, best first.
type SubCondition string

// The grades.
const (
	SubNew        SubCondition = "new"
	SubLikeNew    SubCondition = "like_new"
	SubVeryGood   SubCondition = "very_good"
	SubGood       SubCondition = "good"
	SubAcceptable SubCondition = "acceptable"
	SubPoor       SubCondition = "poor"
)

var subConditions = []SubCondition{SubNew, SubLikeNew, SubVeryGood, SubGood, SubAcceptable, SubPoor}

// Words lists the values.
func (SubCondition) Words() []SubCondition { return subConditions }

// PriceWarAction ends a price war.
type PriceWarAction string

// The actions: keep the price, or go to the ceiling.
const (
	PriceWarHold PriceWarAction = "hold"
	PriceWarMax  PriceWarAction = "max"
)

var warActions = []PriceWarAction{PriceWarHold, PriceWarMax}

// Words lists the values.
func (PriceWarAction) Words() []PriceWarAction { return warActions }

// WindowAction names the effect of a schedule window on prices.
type WindowAction string

// The actions of a window.
const (
	WindowPause   WindowAction = "pause"
	WindowMin     WindowAction = "min"
	WindowMax     WindowAction = "max"
	WindowPercent WindowAction = "percent"
)

var windowActions = []WindowAction{WindowPause, WindowMin, WindowMax, WindowPercent}

// Words lists the values.
func (WindowAction) Words() []WindowAction { return windowActions }
