package decision_test

import (
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

func setStrategy(s *decision.Strategy, k, v string) {
	switch k {
	case "type":
		s.Type = decision.StrategyType(v)
	case "enabled":
		s.Enabled = v == "true"
	case "marketplaces":
		s.MarketplaceIDs = readList[marketplace.ID](v)
	case "compete_with":
		s.CompeteWith = readWord[decision.Target](v)
	case "fallback_targets":
		s.FallbackTargets = readList[decision.Target](v)
	case "action":
		s.Action = readWord[decision.Action](v)
	case "by":
		s.By = eur(v)
	case "by_type":
		s.ByType = decision.Measure(v)
	case "vs_amazon":
		s.VsAmazon = readRule(v)
	case "vs_fba":
		s.VsFBA = readRule(v)
	case "vs_fbm":
		s.VsFBM = readRule(v)
	case "on_no_competition":
		s.OnNoCompetition = decision.OnNoCompetition(v)
	case "on_below_min":
		s.OnBelowMin = decision.OnBelowMin(v)
	case "on_own_buy_box":
		s.OnOwnBuyBox = decision.OnOwnBuyBox(v)
	case "on_suppressed_buy_box":
		s.OnSuppressedBuyBox = decision.OnSuppressedBuyBox(v)
	case "on_lost_after_raise":
		s.OnLostAfterRaise = decision.OnLostAfterRaise(v)
	case "on_restock":
		s.OnRestock = decision.OnRestock(v)
	case "raise_when_not_winning":
		s.RaiseWhenNotWinning = v == "true"
	case "raise_gap":
		s.RaiseGap = readAmount(v)
	case "step":
		s.Step = readAmount(v)
	case "step_type":
		s.StepType = decision.Measure(v)
	case "step_interval_minutes":
		s.StepIntervalMinutes = readCount(v)
	case "min_change":
		s.MinChange = eur(v)
	case "min_change_percent":
		s.MinChangePercent = money.MustParsePercent(v)
	case "small_change_interval_minutes":
		s.SmallChangeIntervalMinutes = readCount(v)
	case "price_war": // drops:minutes:action:cooldown
		parts := strings.Split(v, ":")
		s.PriceWar = optional.Some(decision.PriceWar{
			MaxDrops: readNumber(parts[0]), WindowMinutes: readNumber(parts[1]), Action: decision.PriceWarAction(parts[2]), CooldownMinutes: readNumber(parts[3]),
		})
	case "fixed_price":
		s.FixedPrice = readAmount(v)
	case "window_days":
		s.WindowDays = readCount(v)
	case "days_of_supply_target":
		s.DaysOfSupplyTarget = readCount(v)
	case "high_units":
		s.HighUnits = readCount(v)
	case "low_units":
		s.LowUnits = readCount(v)
	case "lock_days":
		s.LockDays = readCount(v)
	default:
		panic(k)
	}
}

func setFilter(f *decision.Filters, k, v string) {
	switch k {
	case "include_sellers":
		f.IncludeSellers = readList[string](v)
	case "exclude_sellers":
		f.ExcludeSellers = readList[string](v)
	case "exclude_amazon":
		f.ExcludeAmazon = v == "true"
	case "fulfillment":
		f.Fulfillment = readList[decision.Fulfillment](v)
	case "min_feedback_count":
		f.MinFeedbackCount = readCount(v)
	case "min_rating_percent":
		f.MinRatingPercent = readPercent(v)
	case "max_handling_hours":
		f.MaxHandlingHours = readCount(v)
	case "ships_from":
		f.ShipsFrom = readList[string](v)
	case "exclude_ships_from":
		f.ExcludeShipsFrom = readList[string](v)
	case "featured_only":
		f.FeaturedOnly = v == "true"
	case "available_now_only":
		f.AvailableNowOnly = v == "true"
	case "min_sub_condition":
		f.MinSubCondition = readWord[decision.SubCondition](v)
	case "ignore_below_percent_of_median":
		f.IgnoreBelowPercentOfMedian = readPercent(v)
	default:
		panic(k)
	}
}

func readOffer(words []string) decision.Offer {
	o := decision.Offer{
		SellerID: words[0], Price: eur(words[1]), Fulfillment: decision.Fulfillment(words[2]), Condition: decision.ConditionNew, Featured: true,
		FeedbackCount: optional.Some(500), RatingPercent: readPercent("98"), HandlingHours: optional.Some(24), ShipsFrom: "US",
	}
	assign(words[3:], func(k, v string) {
		switch k {
		case "box":
			o.BuyBox = true
		case "amazon":
			o.Amazon = true
		case "featured":
			o.Featured = v != "false"
		case "condition":
			o.Condition = decision.Condition(v)
		case "sub":
			o.SubCondition = readWord[decision.SubCondition](v)
		case "shipping":
			o.Shipping = eur(v)
		case "points":
			o.Points = eur(v)
		case "feedback":
			o.FeedbackCount = readCount(v)
		case "rating":
			o.RatingPercent = readPercent(v)
		case "hours":
			o.HandlingHours = readCount(v)
		case "from":
			o.ShipsFrom = strings.Trim(v, "-")
		case "available":
			o.AvailableNow = optional.Some(v == "true")
		default:
			panic(k)
		}
	})
	return o
}

func readSibling(words []string) decision.Sibling {
	s := decision.Sibling{Fulfillment: decision.Fulfillment(words[0])}
	assign(words[1:], func(k, v string) {
		switch k {
		case "id":
			s.ID = decision.ProductID(readNumber(v))
		case "floor":
			s.Floor = readAmount(v)
		case "landed":
			s.Landed = eur(v)
		default:
			panic(k)
		}
	})
	return s
}

func readRule(v string) optional.Maybe[decision.RivalRule] {
	parts := strings.Split(v, ":")
	return optional.Some(decision.RivalRule{Action: decision.RivalAction(parts[0]), By: eur(parts[1]), ByType: decision.Measure(parts[2])})
}

// readOptional reads "-" as nothing.
func readOptional[T any](v string, read func(string) T) optional.Maybe[T] {
	if v == "-" {
		return optional.None[T]()
	}
	return optional.Some(read(v))
}

func readAmount(v string) optional.Maybe[money.Amount]   { return readOptional(v, eur) }
func readPercent(v string) optional.Maybe[money.Percent] { return readOptional(v, pct) }
func readCount(v string) optional.Maybe[int]             { return readOptional(v, readNumber) }
func readTime(v string) optional.Maybe[time.Time]        { return readOptional(v, readMoment) }
func readWord[T ~string](v string) optional.Maybe[T] {
	return readOptional(v, func(s string) T { return T(s) })
}

func readList[T ~string](v string) []T {
	if v == "-" {
		return nil
	}
	var out []T
	for _, part := range strings.Split(v, ",") {
		out = append(out, T(part))
	}
	return out
}

func readNumber(v string) int {
	n, err := strconv.Atoi(v)
	if err != nil {
		panic(err)
	}
	return n
}

func readMoment(v string) time.Time {
	d, err := time.ParseDuration(v)
	if err != nil {
		panic(err)
	}
	return noon.Add(d)
}
