package strategy

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

// Bounds of strategy members.
const (
	MaxNameLength   = 100 // characters
	MaxMarketplaces = 30
	MaxSellers      = 100
	MaxCountries    = 50
	MaxFeedback     = 100_000_000
	MaxWarDrops     = 1_000
	MaxUnits        = 1_000_000
)

// cent counts the smallest unit of a price in any currency, in ten-thousandths.
const cent = 100

var hundred = money.MustParsePercent("100")

// Patch creates or changes a strategy: absent keeps a member, null resets it to its default.
// Filters merge by member; other objects and lists are replaced, because their parts belong
// together.
type Patch struct {
	Name           optional.Field[string]
	Type           optional.Field[decision.StrategyType]
	Enabled        optional.Field[bool]
	MarketplaceIDs optional.Field[[]marketplace.ID]

	CompeteWith     optional.Field[decision.Target]
	FallbackTargets optional.Field[[]decision.Target]

	Action   optional.Field[decision.Action]
	By       optional.Field[money.Amount]
	ByType   optional.Field[decision.Measure]
	VsAmazon optional.Field[decision.RivalRule]
	VsFBA    optional.Field[decision.RivalRule]
	VsFBM    optional.Field[decision.RivalRule]

	Filters optional.Field[FiltersPatch]

	OnNoCompetition     optional.Field[decision.OnNoCompetition]
	OnBelowMin          optional.Field[decision.OnBelowMin]
	OnOwnBuyBox         optional.Field[decision.OnOwnBuyBox]
	OnSuppressedBuyBox  optional.Field[decision.OnSuppressedBuyBox]
	OnLostAfterRaise    optional.Field[decision.OnLostAfterRaise]
	OnRestock           optional.Field[decision.OnRestock]
	RaiseWhenNotWinning optional.Field[bool]
	RaiseGap            optional.Field[money.Amount]

	Step                       optional.Field[money.Amount]
	StepType                   optional.Field[decision.Measure]
	StepIntervalMinutes        optional.Field[int]
	MinChange                  optional.Field[money.Amount]
	MinChangePercent           optional.Field[money.Percent]
	SmallChangeIntervalMinutes optional.Field[int]

	AllowLoss  optional.Field[bool]
	PriceWar   optional.Field[decision.PriceWar]
	FixedPrice optional.Field[money.Amount]

	WindowDays         optional.Field[int]
	HighUnits          optional.Field[int]
	LowUnits           optional.Field[int]
	DaysOfSupplyTarget optional.Field[int]
	LockDays           optional.Field[int]

	Schedule optional.Field[[]schedule.Window]
}

// FiltersPatch changes filters by member.
type FiltersPatch struct {
	IncludeSellers             optional.Field[[]string]
	ExcludeSellers             optional.Field[[]string]
	ExcludeAmazon              optional.Field[bool]
	Fulfillment                optional.Field[[]decision.Fulfillment]
	MinFeedbackCount           optional.Field[int]
	MinRatingPercent           optional.Field[money.Percent]
	MaxHandlingHours           optional.Field[int]
	ShipsFrom                  optional.Field[[]string]
	ExcludeShipsFrom           optional.Field[[]string]
	FeaturedOnly               optional.Field[bool]
	AvailableNowOnly           optional.Field[bool]
	MinSubCondition            optional.Field[decision.SubCondition]
	IgnoreBelowPercentOfMedian optional.Field[money.Percent]
}

func (p FiltersPatch) over(v decision.Filters) decision.Filters {
	return decision.Filters{
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

func overFilters(p FiltersPatch, v optional.Maybe[decision.Filters]) optional.Maybe[decision.Filters] {
	return optional.Some(p.over(v.Or(decision.Filters{})))
}

func (p Patch) over(v Values) Values {
	d := defaults()
	return Values{
		Name: cleanName(p.Name.OverDefault(v.Name, d.Name)), Schedule: p.Schedule.OverDefault(v.Schedule, d.Schedule),
		AllowLoss: p.AllowLoss.OverDefault(v.AllowLoss, d.AllowLoss),
		Strategy: decision.Strategy{
			Type:                       p.Type.OverDefault(v.Type, d.Type),
			Enabled:                    p.Enabled.OverDefault(v.Enabled, d.Enabled),
			MarketplaceIDs:             p.MarketplaceIDs.OverDefault(v.MarketplaceIDs, d.MarketplaceIDs),
			CompeteWith:                p.CompeteWith.Over(v.CompeteWith),
			FallbackTargets:            p.FallbackTargets.OverDefault(v.FallbackTargets, d.FallbackTargets),
			Action:                     p.Action.Over(v.Action),
			By:                         p.By.OverDefault(v.By, d.By),
			ByType:                     p.ByType.OverDefault(v.ByType, d.ByType),
			VsAmazon:                   p.VsAmazon.Over(v.VsAmazon),
			VsFBA:                      p.VsFBA.Over(v.VsFBA),
			VsFBM:                      p.VsFBM.Over(v.VsFBM),
			Filters:                    optional.Merge(p.Filters, v.Filters, d.Filters, overFilters),
			OnNoCompetition:            p.OnNoCompetition.OverDefault(v.OnNoCompetition, d.OnNoCompetition),
			OnBelowMin:                 p.OnBelowMin.OverDefault(v.OnBelowMin, d.OnBelowMin),
			OnOwnBuyBox:                p.OnOwnBuyBox.OverDefault(v.OnOwnBuyBox, d.OnOwnBuyBox),
			OnSuppressedBuyBox:         p.OnSuppressedBuyBox.OverDefault(v.OnSuppressedBuyBox, d.OnSuppressedBuyBox),
			OnLostAfterRaise:           p.OnLostAfterRaise.OverDefault(v.OnLostAfterRaise, d.OnLostAfterRaise),
			OnRestock:                  p.OnRestock.OverDefault(v.OnRestock, d.OnRestock),
			RaiseWhenNotWinning:        p.RaiseWhenNotWinning.OverDefault(v.RaiseWhenNotWinning, d.RaiseWhenNotWinning),
			RaiseGap:                   p.RaiseGap.Over(v.RaiseGap),
			Step:                       p.Step.Over(v.Step),
			StepType:                   p.StepType.OverDefault(v.StepType, d.StepType),
			StepIntervalMinutes:        p.StepIntervalMinutes.Over(v.StepIntervalMinutes),
			MinChange:                  p.MinChange.OverDefault(v.MinChange, d.MinChange),
			MinChangePercent:           p.MinChangePercent.OverDefault(v.MinChangePercent, d.MinChangePercent),
			SmallChangeIntervalMinutes: p.SmallChangeIntervalMinutes.Over(v.SmallChangeIntervalMinutes),
			PriceWar:                   p.PriceWar.Over(v.PriceWar),
			FixedPrice:                 p.FixedPrice.Over(v.FixedPrice),
			WindowDays:                 p.WindowDays.Over(v.WindowDays),
			HighUnits:                  p.HighUnits.Over(v.HighUnits),
			LowUnits:                   p.LowUnits.Over(v.LowUnits),
			DaysOfSupplyTarget:         p.DaysOfSupplyTarget.Over(v.DaysOfSupplyTarget),
			LockDays:                   p.LockDays.Over(v.LockDays),
		}}
}

func cleanName(s string) string { return strings.TrimSpace(s) }

// check checks the given members, then the members that the merged strategy needs. Untouched
// members that were stored under older bounds stay valid.
func (p Patch) check(merged Values) error {
	var f check.Faults
	if reflect.ValueOf(p).IsZero() {
		f.Add(fault.CodeTooFew, "", "at least one member is required")
		return f.Err(fault.CodeInvalidStrategy)
	}
	// A member that was given and is invalid has its own fault.
	f.Required("/name", p.Name.Set || merged.Name != "")
	f.Required("/type", p.Type.Set || merged.Type != "")
	p.checkMembers(&f)
	merged.checkParts(&f)
	if err := f.Err(fault.CodeInvalidStrategy); err != nil {
		return err
	}
	return merged.contradiction()
}

func (p Patch) checkMembers(f *check.Faults) {
	check.NotNull(f, "/name", p.Name)
	if v, ok := p.Name.Given(); ok {
		v = cleanName(v)
		switch {
		case v == "":
			f.Add(fault.CodeRequired, "/name", "must not be empty")
		case utf8.RuneCountInString(v) > MaxNameLength:
			f.Add(fault.CodeTooLong, "/name", "must have at most "+strconv.Itoa(MaxNameLength)+" characters")
		case !check.Printable(v):
			f.Add(fault.CodeInvalid, "/name", "must not have control characters")
		}
	}
	check.NotNull(f, "/type", p.Type)
	check.FieldWord(f, "/type", p.Type)
	if v, ok := p.MarketplaceIDs.Given(); ok {
		check.Marketplaces(f, "/marketplace_ids", v, MaxMarketplaces)
	}
	check.FieldWord(f, "/compete_with", p.CompeteWith)
	if v, ok := p.FallbackTargets.Given(); ok {
		check.Words(f, "/fallback_targets", v)
	}
	check.FieldWord(f, "/action", p.Action)
	check.FieldNotNegative(f, "/by", p.By)
	check.FieldWord(f, "/by_type", p.ByType)
	fieldRival(f, "/vs_amazon", p.VsAmazon)
	fieldRival(f, "/vs_fba", p.VsFBA)
	fieldRival(f, "/vs_fbm", p.VsFBM)
	if v, ok := p.Filters.Given(); ok {
		v.check(f, "/filters")
	}
	check.FieldWord(f, "/on_no_competition", p.OnNoCompetition)
	check.FieldWord(f, "/on_below_min", p.OnBelowMin)
	check.FieldWord(f, "/on_own_buy_box", p.OnOwnBuyBox)
	check.FieldWord(f, "/on_suppressed_buy_box", p.OnSuppressedBuyBox)
	check.FieldWord(f, "/on_lost_after_raise", p.OnLostAfterRaise)
	check.FieldWord(f, "/on_restock", p.OnRestock)
	check.FieldNotNegative(f, "/raise_gap", p.RaiseGap)
	check.FieldPositive(f, "/step", p.Step)
	check.FieldWord(f, "/step_type", p.StepType)
	check.FieldInt(f, "/step_interval_minutes", p.StepIntervalMinutes, 1, decision.MaxMinutes)
	check.FieldNotNegative(f, "/min_change", p.MinChange)
	check.FieldPercent(f, "/min_change_percent", p.MinChangePercent)
	check.FieldInt(f, "/small_change_interval_minutes", p.SmallChangeIntervalMinutes, 0, decision.MaxMinutes)
	if v, ok := p.PriceWar.Given(); ok {
		check.Int(f, "/price_war/max_drops", v.MaxDrops, 1, MaxWarDrops)
		check.Int(f, "/price_war/window_minutes", v.WindowMinutes, 1, decision.MaxMinutes)
		check.Word(f, "/price_war/action", v.Action)
		check.Int(f, "/price_war/cooldown_minutes", v.CooldownMinutes, 0, decision.MaxMinutes)
	}
	check.FieldPositive(f, "/fixed_price", p.FixedPrice)
	if v, ok := p.FixedPrice.Given(); ok && v.Units()%cent != 0 {
		f.Clash(fault.CodeInvalid, "/fixed_price", "must have at most two decimals")
	}
	check.FieldInt(f, "/window_days", p.WindowDays, 1, decision.MaxDays)
	check.FieldInt(f, "/high_units", p.HighUnits, 0, MaxUnits)
	check.FieldInt(f, "/low_units", p.LowUnits, 0, MaxUnits)
	check.FieldInt(f, "/days_of_supply_target", p.DaysOfSupplyTarget, 1, decision.MaxDays)
	check.FieldInt(f, "/lock_days", p.LockDays, 0, decision.MaxDays)
	if v, ok := p.Schedule.Given(); ok {
		schedule.Check(f, "/schedule", v)
	}
}

func fieldRival(f *check.Faults, at string, field optional.Field[decision.RivalRule]) {
	if v, ok := field.Given(); ok {
		check.Word(f, at+"/action", v.Action)
		check.NotNegative(f, at+"/by", v.By)
		check.Word(f, at+"/by_type", v.ByType)
	}
}

func (p FiltersPatch) check(f *check.Faults, at string) {
	sellers := func(name string, field optional.Field[[]string]) {
		if v, ok := field.Given(); ok {
			check.Texts(f, at+name, v, MaxSellers, check.IsSellerID, "must be a seller id")
		}
	}
	countries := func(name string, field optional.Field[[]string]) {
		if v, ok := field.Given(); ok {
			check.Texts(f, at+name, v, MaxCountries, check.IsCountry, "must be a country code of two capitals")
		}
	}
	sellers("/include_sellers", p.IncludeSellers)
	sellers("/exclude_sellers", p.ExcludeSellers)
	if v, ok := p.Fulfillment.Given(); ok {
		check.Words(f, at+"/fulfillment", v)
	}
	check.FieldInt(f, at+"/min_feedback_count", p.MinFeedbackCount, 0, MaxFeedback)
	if v, ok := p.MinRatingPercent.Given(); ok && (v.Cmp(money.Percent{}) < 0 || v.Cmp(hundred) > 0) {
		f.Add(fault.CodeOutOfRange, at+"/min_rating_percent", "must be from 0 to 100")
	}
	check.FieldInt(f, at+"/max_handling_hours", p.MaxHandlingHours, 0, decision.MaxHours)
	countries("/ships_from", p.ShipsFrom)
	countries("/exclude_ships_from", p.ExcludeShipsFrom)
	check.FieldWord(f, at+"/min_sub_condition", p.MinSubCondition)
	check.FieldShare(f, at+"/ignore_below_percent_of_median", p.IgnoreBelowPercentOfMedian)
}

// checkParts requires the members that the type and the chosen behaviours need.
func (v Values) checkParts(f *check.Faults) {
	switch v.Type {
	case decision.TypeCompetitor:
		f.Needed("/compete_with", v.CompeteWith.Known(), "the type competitor")
		f.Needed("/action", v.Action.Known(), "the type competitor")
		steps := v.OnOwnBuyBox == decision.OwnBoxStepUp || v.OnSuppressedBuyBox == decision.SuppressedStepDown
		f.Needed("/step", v.Step.Known() || !steps, "step_up and step_down")
	case decision.TypeVelocity:
		supply := v.DaysOfSupplyTarget.Known()
		f.Needed("/high_units", v.HighUnits.Known() || supply, "the type velocity without days_of_supply_target")
		f.Needed("/low_units", v.LowUnits.Known() || supply, "the type velocity without days_of_supply_target")
		f.Needed("/step", v.Step.Known(), "the type velocity")
	case decision.TypeFixed:
		f.Needed("/fixed_price", v.FixedPrice.Known(), "the type fixed")
	}
}

// contradiction finds members that are valid alone and wrong together.
func (v Values) contradiction() error {
	whole := money.FromUnits(hundred.Units())
	below := func(at string, yes bool, amount money.Amount, t decision.Measure) error {
		if yes && t == decision.ByPercent && amount.Cmp(whole) >= 0 {
			return check.Rule(fault.CodeInvalidStrategy, at+"/by", "A price cannot go 100 percent or more below its target.")
		}
		return nil
	}
	if err := below("", v.Action == optional.Some(decision.ActionBelow), v.By, v.ByType); err != nil {
		return err
	}
	for _, r := range []struct {
		at   string
		rule optional.Maybe[decision.RivalRule]
	}{{"/vs_amazon", v.VsAmazon}, {"/vs_fba", v.VsFBA}, {"/vs_fbm", v.VsFBM}} {
		rival, _ := r.rule.Get()
		if err := below(r.at, rival.Action == decision.RivalBelow, rival.By, rival.ByType); err != nil {
			return err
		}
	}
	if s, ok := v.Step.Get(); ok && v.StepType == decision.ByPercent && s.Cmp(whole) >= 0 {
		return check.Rule(fault.CodeInvalidStrategy, "/step", "A step must be below 100 percent.")
	}
	high, hasHigh := v.HighUnits.Get()
	low, hasLow := v.LowUnits.Get()
	if hasHigh && hasLow && low >= high {
		return check.Rule(fault.CodeInvalidStrategy, "/low_units", "low_units must be below high_units.")
	}
	return nil
}
