package decision

// StrategyType names the kind of a strategy; it never changes.
type StrategyType string

// The types: against rivals, by own sales, one price.
const (
	TypeCompetitor StrategyType = "competitor"
	TypeVelocity   StrategyType = "velocity"
	TypeFixed      StrategyType = "fixed"
)

func (StrategyType) Words() []StrategyType {
	return []StrategyType{TypeCompetitor, TypeVelocity, TypeFixed}
}

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

func (Target) Words() []Target {
	return []Target{TargetBuyBox, TargetLowest, TargetLowestFBA, TargetLowestFBM, TargetAmazon, TargetFeaturedExpected}
}

// Action places a price relative to its target.
type Action string

// The actions.
const (
	ActionBelow Action = "below"
	ActionMatch Action = "match"
	ActionAbove Action = "above"
)

func (Action) Words() []Action { return []Action{ActionBelow, ActionMatch, ActionAbove} }

// RivalAction adds ignoring a rival to the values of Action.
type RivalAction string

// The actions against a rival.
const (
	RivalBelow  RivalAction = "below"
	RivalMatch  RivalAction = "match"
	RivalAbove  RivalAction = "above"
	RivalIgnore RivalAction = "ignore"
)

func (RivalAction) Words() []RivalAction {
	return []RivalAction{RivalBelow, RivalMatch, RivalAbove, RivalIgnore}
}

// OnNoCompetition chooses the price without competitors.
type OnNoCompetition string

// The words of OnNoCompetition.
const (
	NoCompetitionKeep    OnNoCompetition = "keep"
	NoCompetitionMin     OnNoCompetition = "min"
	NoCompetitionMax     OnNoCompetition = "max"
	NoCompetitionAverage OnNoCompetition = "average"
)

func (OnNoCompetition) Words() []OnNoCompetition {
	return []OnNoCompetition{NoCompetitionKeep, NoCompetitionMin, NoCompetitionMax, NoCompetitionAverage}
}

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

func (OnBelowMin) Words() []OnBelowMin {
	return []OnBelowMin{BelowMinMin, BelowMinKeep, BelowMinMax, BelowMinAverage, BelowMinNextAbove}
}

// OnOwnBuyBox chooses the action while the row has the box.
type OnOwnBuyBox string

// The words of OnOwnBuyBox.
const (
	OwnBoxKeep        OnOwnBuyBox = "keep"
	OwnBoxRaiseToNext OnOwnBuyBox = "raise_to_next"
	OwnBoxStepUp      OnOwnBuyBox = "step_up"
	OwnBoxCompete     OnOwnBuyBox = "compete"
)

func (OnOwnBuyBox) Words() []OnOwnBuyBox {
	return []OnOwnBuyBox{OwnBoxKeep, OwnBoxRaiseToNext, OwnBoxStepUp, OwnBoxCompete}
}

// OnSuppressedBuyBox chooses the action while the box is empty.
type OnSuppressedBuyBox string

// The words of OnSuppressedBuyBox.
const (
	SuppressedKeep          OnSuppressedBuyBox = "keep"
	SuppressedStepDown      OnSuppressedBuyBox = "step_down"
	SuppressedExternalPrice OnSuppressedBuyBox = "external_price"
	SuppressedLowest        OnSuppressedBuyBox = "lowest"
)

func (OnSuppressedBuyBox) Words() []OnSuppressedBuyBox {
	return []OnSuppressedBuyBox{SuppressedKeep, SuppressedStepDown, SuppressedExternalPrice, SuppressedLowest}
}

// OnLostAfterRaise chooses the action after a raise lost the box.
type OnLostAfterRaise string

// The words of OnLostAfterRaise.
const (
	LostRevert  OnLostAfterRaise = "revert"
	LostCompete OnLostAfterRaise = "compete"
)

func (OnLostAfterRaise) Words() []OnLostAfterRaise {
	return []OnLostAfterRaise{LostRevert, LostCompete}
}

// OnRestock chooses the price when there is stock again.
type OnRestock string

// The words of OnRestock.
const (
	RestockKeep OnRestock = "keep"
	RestockMax  OnRestock = "max"
)

func (OnRestock) Words() []OnRestock { return []OnRestock{RestockKeep, RestockMax} }

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

func (SubCondition) Words() []SubCondition {
	return []SubCondition{SubNew, SubLikeNew, SubVeryGood, SubGood, SubAcceptable, SubPoor}
}

// subConditions saves making the list for each look-up.
var subConditions = SubCondition("").Words()

// PriceWarAction ends a price war.
type PriceWarAction string

// The actions: keep the price, or go to the ceiling.
const (
	PriceWarHold PriceWarAction = "hold"
	PriceWarMax  PriceWarAction = "max"
)

func (PriceWarAction) Words() []PriceWarAction { return []PriceWarAction{PriceWarHold, PriceWarMax} }

// WindowAction names the effect of a schedule window on prices.
type WindowAction string

// The actions of a window.
const (
	WindowPause   WindowAction = "pause"
	WindowMin     WindowAction = "min"
	WindowMax     WindowAction = "max"
	WindowPercent WindowAction = "percent"
)

func (WindowAction) Words() []WindowAction {
	return []WindowAction{WindowPause, WindowMin, WindowMax, WindowPercent}
}
