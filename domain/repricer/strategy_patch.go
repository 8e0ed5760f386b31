package repricer

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Bounds of strategy members.
const (
	MaxNameLength   = 100 // characters
	MaxMarketplaces = 30
	MaxSellers      = 100
	MaxCountries    = 50
	MaxFeedback     = 100_000_000
	MaxHours        = 8_760
	MaxWarDrops     = 1_000
	MaxDays         = 366
	MaxUnits        = 1_000_000
)

// DefaultWindowDays is over how many days sales are counted where a strategy does
// not say.
const DefaultWindowDays = 7

// cent is the smallest part of a price in any currency, in ten-thousandths.
const cent = 100

// StrategyPatch makes or changes a strategy: absent keeps a member, null puts
// its default back. Filters merge member by member; the other objects and the
// lists are replaced, because their parts belong together.
type StrategyPatch struct {
	Name           Field[string]
	Type           Field[StrategyType]
	Enabled        Field[bool]
	MarketplaceIDs Field[[]marketplace.ID]

	CompeteWith     Field[Target]
	FallbackTargets Field[[]Target]

	Action   Field[Action]
	By       Field[money.Amount]
	ByType   Field[Measure]
	VsAmazon Field[RivalRule]
	VsFBA    Field[RivalRule]
	VsFBM    Field[RivalRule]

	Filters Field[FiltersPatch]

	OnNoCompetition     Field[OnNoCompetition]
	OnBelowMin          Field[OnBelowMin]
	OnOwnBuyBox         Field[OnOwnBuyBox]
	OnSuppressedBuyBox  Field[OnSuppressedBuyBox]
	OnLostAfterRaise    Field[OnLostAfterRaise]
	RaiseWhenNotWinning Field[bool]
	RaiseGap            Field[money.Amount]

	Step                Field[money.Amount]
	StepType            Field[Measure]
	StepIntervalMinutes Field[int]
	MinChange           Field[money.Amount]

	PriceWar   Field[PriceWar]
	FixedPrice Field[money.Amount]

	WindowDays         Field[int]
	HighUnits          Field[int]
	LowUnits           Field[int]
	DaysOfSupplyTarget Field[int]
	LockDays           Field[int]

	Schedule Field[[]Window]
}

// FiltersPatch changes filters member by member.
type FiltersPatch struct {
	IncludeSellers             Field[[]string]
	ExcludeSellers             Field[[]string]
	ExcludeAmazon              Field[bool]
	Fulfillment                Field[[]Fulfillment]
	MinFeedbackCount           Field[int]
	MinRatingPercent           Field[money.Percent]
	MaxHandlingHours           Field[int]
	ShipsFrom                  Field[[]string]
	ExcludeShipsFrom           Field[[]string]
	FeaturedOnly               Field[bool]
	AvailableNowOnly           Field[bool]
	MinSubCondition            Field[SubCondition]
	IgnoreBelowPercentOfMedian Field[money.Percent]
}

func (p FiltersPatch) over(v Filters) Filters {
	return Filters{
		IncludeSellers:             p.IncludeSellers.OverDefault(v.IncludeSellers, nil),
		ExcludeSellers:             p.ExcludeSellers.OverDefault(v.ExcludeSellers, nil),
		ExcludeAmazon:              p.ExcludeAmazon.OverDefault(v.ExcludeAmazon, false),
		Fulfillment:                p.Fulfillment.OverDefault(v.Fulfillment, nil),
		MinFeedbackCount:           p.MinFeedbackCount.Over(v.MinFeedbackCount),
		MinRatingPercent:           p.MinRatingPercent.Over(v.MinRatingPercent),
		MaxHandlingHours:           p.MaxHandlingHours.Over(v.MaxHandlingHours),
		ShipsFrom:                  p.ShipsFrom.OverDefault(v.ShipsFrom, nil),
		ExcludeShipsFrom:           p.ExcludeShipsFrom.OverDefault(v.ExcludeShipsFrom, nil),
		FeaturedOnly:               p.FeaturedOnly.OverDefault(v.FeaturedOnly, false),
		AvailableNowOnly:           p.AvailableNowOnly.OverDefault(v.AvailableNowOnly, false),
		MinSubCondition:            p.MinSubCondition.Over(v.MinSubCondition),
		IgnoreBelowPercentOfMedian: p.IgnoreBelowPercentOfMedian.Over(v.IgnoreBelowPercentOfMedian),
	}
}

func overFilters(p FiltersPatch, v Maybe[Filters]) Maybe[Filters] {
	return Some(p.over(v.Or(Filters{})))
}

func (p StrategyPatch) over(v StrategyValues) StrategyValues {
	d := defaultStrategy()
	return StrategyValues{
		Name:                cleanName(p.Name.OverDefault(v.Name, d.Name)),
		Type:                p.Type.OverDefault(v.Type, d.Type),
		Enabled:             p.Enabled.OverDefault(v.Enabled, d.Enabled),
		MarketplaceIDs:      p.MarketplaceIDs.OverDefault(v.MarketplaceIDs, d.MarketplaceIDs),
		CompeteWith:         p.CompeteWith.Over(v.CompeteWith),
		FallbackTargets:     p.FallbackTargets.OverDefault(v.FallbackTargets, d.FallbackTargets),
		Action:              p.Action.Over(v.Action),
		By:                  p.By.OverDefault(v.By, d.By),
		ByType:              p.ByType.OverDefault(v.ByType, d.ByType),
		VsAmazon:            p.VsAmazon.Over(v.VsAmazon),
		VsFBA:               p.VsFBA.Over(v.VsFBA),
		VsFBM:               p.VsFBM.Over(v.VsFBM),
		Filters:             merge(p.Filters, v.Filters, d.Filters, overFilters),
		OnNoCompetition:     p.OnNoCompetition.OverDefault(v.OnNoCompetition, d.OnNoCompetition),
		OnBelowMin:          p.OnBelowMin.OverDefault(v.OnBelowMin, d.OnBelowMin),
		OnOwnBuyBox:         p.OnOwnBuyBox.OverDefault(v.OnOwnBuyBox, d.OnOwnBuyBox),
		OnSuppressedBuyBox:  p.OnSuppressedBuyBox.OverDefault(v.OnSuppressedBuyBox, d.OnSuppressedBuyBox),
		OnLostAfterRaise:    p.OnLostAfterRaise.OverDefault(v.OnLostAfterRaise, d.OnLostAfterRaise),
		RaiseWhenNotWinning: p.RaiseWhenNotWinning.OverDefault(v.RaiseWhenNotWinning, d.RaiseWhenNotWinning),
		RaiseGap:            p.RaiseGap.Over(v.RaiseGap),
		Step:                p.Step.Over(v.Step),
		StepType:            p.StepType.OverDefault(v.StepType, d.StepType),
		StepIntervalMinutes: p.StepIntervalMinutes.Over(v.StepIntervalMinutes),
		MinChange:           p.MinChange.OverDefault(v.MinChange, d.MinChange),
		PriceWar:            p.PriceWar.Over(v.PriceWar),
		FixedPrice:          p.FixedPrice.Over(v.FixedPrice),
		WindowDays:          p.WindowDays.Over(v.WindowDays),
		HighUnits:           p.HighUnits.Over(v.HighUnits),
		LowUnits:            p.LowUnits.Over(v.LowUnits),
		DaysOfSupplyTarget:  p.DaysOfSupplyTarget.Over(v.DaysOfSupplyTarget),
		LockDays:            p.LockDays.Over(v.LockDays),
		Schedule:            p.Schedule.OverDefault(v.Schedule, d.Schedule),
	}
}

func cleanName(s string) string { return strings.TrimSpace(s) }

// check looks at the members given, then at what the merged strategy needs.
// Members that were stored under older bounds and are not touched stay legal.
func (p StrategyPatch) check(merged StrategyValues) error {
	var f faults
	if reflect.ValueOf(p).IsZero() {
		f.add(fault.CodeTooFew, "", "at least one member is required")
		return f.err(fault.CodeInvalidStrategy)
	}
	// A member that was sent and is bad has its own fault.
	f.required("/name", p.Name.Set || merged.Name != "")
	f.required("/type", p.Type.Set || merged.Type != "")
	p.checkMembers(&f)
	merged.checkParts(&f)
	if err := f.err(fault.CodeInvalidStrategy); err != nil {
		return err
	}
	return merged.contradiction()
}

func (p StrategyPatch) checkMembers(f *faults) {
	notNull(f, "/name", p.Name)
	if v, ok := p.Name.Given(); ok {
		v = cleanName(v)
		switch {
		case v == "":
			f.add(fault.CodeRequired, "/name", "must not be empty")
		case utf8.RuneCountInString(v) > MaxNameLength:
			f.add(fault.CodeTooLong, "/name", "must have at most "+strconv.Itoa(MaxNameLength)+" characters")
		case !printable(v):
			f.add(fault.CodeInvalid, "/name", "must not hold control characters")
		}
	}
	notNull(f, "/type", p.Type)
	fieldWord(f, "/type", p.Type)
	if v, ok := p.MarketplaceIDs.Given(); ok {
		checkMarketplaces(f, "/marketplace_ids", v)
	}
	fieldWord(f, "/compete_with", p.CompeteWith)
	if v, ok := p.FallbackTargets.Given(); ok {
		checkWords(f, "/fallback_targets", v)
	}
	fieldWord(f, "/action", p.Action)
	fieldNotNegative(f, "/by", p.By)
	fieldWord(f, "/by_type", p.ByType)
	fieldRival(f, "/vs_amazon", p.VsAmazon)
	fieldRival(f, "/vs_fba", p.VsFBA)
	fieldRival(f, "/vs_fbm", p.VsFBM)
	if v, ok := p.Filters.Given(); ok {
		v.check(f, "/filters")
	}
	fieldWord(f, "/on_no_competition", p.OnNoCompetition)
	fieldWord(f, "/on_below_min", p.OnBelowMin)
	fieldWord(f, "/on_own_buy_box", p.OnOwnBuyBox)
	fieldWord(f, "/on_suppressed_buy_box", p.OnSuppressedBuyBox)
	fieldWord(f, "/on_lost_after_raise", p.OnLostAfterRaise)
	fieldNotNegative(f, "/raise_gap", p.RaiseGap)
	fieldPositive(f, "/step", p.Step)
	fieldWord(f, "/step_type", p.StepType)
	fieldInt(f, "/step_interval_minutes", p.StepIntervalMinutes, 1, MaxMinutes)
	fieldNotNegative(f, "/min_change", p.MinChange)
	if v, ok := p.PriceWar.Given(); ok {
		checkInt(f, "/price_war/max_drops", v.MaxDrops, 1, MaxWarDrops)
		checkInt(f, "/price_war/window_minutes", v.WindowMinutes, 1, MaxMinutes)
		checkWord(f, "/price_war/action", v.Action)
		checkInt(f, "/price_war/cooldown_minutes", v.CooldownMinutes, 0, MaxMinutes)
	}
	fieldPositive(f, "/fixed_price", p.FixedPrice)
	if v, ok := p.FixedPrice.Given(); ok && v.Units()%cent != 0 {
		f.clash(fault.CodeInvalid, "/fixed_price", "must have at most two decimals")
	}
	fieldInt(f, "/window_days", p.WindowDays, 1, MaxDays)
	fieldInt(f, "/high_units", p.HighUnits, 0, MaxUnits)
	fieldInt(f, "/low_units", p.LowUnits, 0, MaxUnits)
	fieldInt(f, "/days_of_supply_target", p.DaysOfSupplyTarget, 1, MaxDays)
	fieldInt(f, "/lock_days", p.LockDays, 0, MaxDays)
	if v, ok := p.Schedule.Given(); ok {
		checkWindows(f, "/schedule", v)
	}
}

func fieldRival(f *faults, at string, field Field[RivalRule]) {
	if v, ok := field.Given(); ok {
		checkWord(f, at+"/action", v.Action)
		checkNotNegative(f, at+"/by", v.By)
		checkWord(f, at+"/by_type", v.ByType)
	}
}

func (p FiltersPatch) check(f *faults, at string) {
	sellers := func(name string, field Field[[]string]) {
		if v, ok := field.Given(); ok {
			checkTexts(f, at+name, v, MaxSellers, isSellerID, "must be a seller id")
		}
	}
	countries := func(name string, field Field[[]string]) {
		if v, ok := field.Given(); ok {
			checkTexts(f, at+name, v, MaxCountries, isCountry, "must be a country code of two capitals")
		}
	}
	sellers("/include_sellers", p.IncludeSellers)
	sellers("/exclude_sellers", p.ExcludeSellers)
	if v, ok := p.Fulfillment.Given(); ok {
		checkWords(f, at+"/fulfillment", v)
	}
	fieldInt(f, at+"/min_feedback_count", p.MinFeedbackCount, 0, MaxFeedback)
	if v, ok := p.MinRatingPercent.Given(); ok && (v.Cmp(zeroPercent) < 0 || v.Cmp(hundred) > 0) {
		f.add(fault.CodeOutOfRange, at+"/min_rating_percent", "must be from 0 to 100")
	}
	fieldInt(f, at+"/max_handling_hours", p.MaxHandlingHours, 0, MaxHours)
	countries("/ships_from", p.ShipsFrom)
	countries("/exclude_ships_from", p.ExcludeShipsFrom)
	fieldWord(f, at+"/min_sub_condition", p.MinSubCondition)
	fieldShare(f, at+"/ignore_below_percent_of_median", p.IgnoreBelowPercentOfMedian)
}

// checkParts asks for what the type and the chosen behaviours cannot do without.
func (v StrategyValues) checkParts(f *faults) {
	switch v.Type {
	case TypeCompetitor:
		f.needed("/compete_with", v.CompeteWith.Known(), "the type competitor")
		f.needed("/action", v.Action.Known(), "the type competitor")
		steps := v.OnOwnBuyBox == OwnBoxStepUp || v.OnSuppressedBuyBox == SuppressedStepDown
		f.needed("/step", v.Step.Known() || !steps, "step_up and step_down")
	case TypeVelocity:
		f.needed("/high_units", v.HighUnits.Known(), "the type velocity")
		f.needed("/low_units", v.LowUnits.Known(), "the type velocity")
		f.needed("/step", v.Step.Known(), "the type velocity")
	case TypeFixed:
		f.needed("/fixed_price", v.FixedPrice.Known(), "the type fixed")
	}
}

// contradiction finds members that are right alone and wrong together.
func (v StrategyValues) contradiction() error {
	whole := money.FromUnits(hundred.Units())
	below := func(at string, yes bool, by money.Amount, t Measure) error {
		if yes && t == ByPercent && by.Cmp(whole) >= 0 {
			return rule(fault.CodeInvalidStrategy, at+"/by", "A price cannot go 100 percent or more below its target.")
		}
		return nil
	}
	if err := below("", v.Action == Some(ActionBelow), v.By, v.ByType); err != nil {
		return err
	}
	for _, r := range []struct {
		at   string
		rule Maybe[RivalRule]
	}{{"/vs_amazon", v.VsAmazon}, {"/vs_fba", v.VsFBA}, {"/vs_fbm", v.VsFBM}} {
		rival, _ := r.rule.Get()
		if err := below(r.at, rival.Action == RivalBelow, rival.By, rival.ByType); err != nil {
			return err
		}
	}
	if s, ok := v.Step.Get(); ok && v.StepType == ByPercent && s.Cmp(whole) >= 0 {
		return rule(fault.CodeInvalidStrategy, "/step", "A step must be below 100 percent.")
	}
	high, hasHigh := v.HighUnits.Get()
	low, hasLow := v.LowUnits.Get()
	if hasHigh && hasLow && low >= high {
		return rule(fault.CodeInvalidStrategy, "/low_units", "low_units must be below high_units.")
	}
	return nil
}
