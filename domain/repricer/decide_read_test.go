package repricer_test

import (
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

func setStrategy(s *repricer.StrategyValues, k, v string) {
	switch k {
	case "type":
		s.Type = repricer.StrategyType(v)
	case "enabled":
		s.Enabled = v == "true"
	case "marketplaces":
		s.MarketplaceIDs = readList[marketplace.ID](v)
	case "compete_with":
		s.CompeteWith = readWord[repricer.Target](v)
	case "fallback_targets":
		s.FallbackTargets = readList[repricer.Target](v)
	case "action":
		s.Action = readWord[repricer.Action](v)
	case "by":
		s.By = eur(v)
	case "by_type":
		s.ByType = repricer.Measure(v)
	case "vs_amazon":
		s.VsAmazon = readRule(v)
	case "vs_fba":
		s.VsFBA = readRule(v)
	case "vs_fbm":
		s.VsFBM = readRule(v)
	case "on_no_competition":
		s.OnNoCompetition = repricer.OnNoCompetition(v)
	case "on_below_min":
		s.OnBelowMin = repricer.OnBelowMin(v)
	case "on_own_buy_box":
		s.OnOwnBuyBox = repricer.OnOwnBuyBox(v)
	case "on_suppressed_buy_box":
		s.OnSuppressedBuyBox = repricer.OnSuppressedBuyBox(v)
	case "on_lost_after_raise":
		s.OnLostAfterRaise = repricer.OnLostAfterRaise(v)
	case "raise_when_not_winning":
		s.RaiseWhenNotWinning = v == "true"
	case "raise_gap":
		s.RaiseGap = readAmount(v)
	case "step":
		s.Step = readAmount(v)
	case "step_type":
		s.StepType = repricer.Measure(v)
	case "step_interval_minutes":
		s.StepIntervalMinutes = readCount(v)
	case "min_change":
		s.MinChange = eur(v)
	case "price_war": // drops:minutes:action:cooldown
		parts := strings.Split(v, ":")
		s.PriceWar = repricer.Some(repricer.PriceWar{
			MaxDrops: readNumber(parts[0]), WindowMinutes: readNumber(parts[1]), Action: repricer.WarAction(parts[2]), CooldownMinutes: readNumber(parts[3]),
		})
	case "fixed_price":
		s.FixedPrice = readAmount(v)
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

func setFilter(f *repricer.Filters, k, v string) {
	switch k {
	case "include_sellers":
		f.IncludeSellers = readList[string](v)
	case "exclude_sellers":
		f.ExcludeSellers = readList[string](v)
	case "exclude_amazon":
		f.ExcludeAmazon = v == "true"
	case "fulfillment":
		f.Fulfillment = readList[repricer.Fulfillment](v)
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
		f.MinSubCondition = readWord[repricer.SubCondition](v)
	case "ignore_below_percent_of_median":
		f.IgnoreBelowPercentOfMedian = readPercent(v)
	default:
		panic(k)
	}
}

func readOffer(words []string) repricer.Offer {
	o := repricer.Offer{
		SellerID: words[0], Price: eur(words[1]), Fulfillment: repricer.Fulfillment(words[2]), Condition: repricer.ConditionNew, Featured: true,
		FeedbackCount: repricer.Some(500), RatingPercent: readPercent("98"), HandlingHours: repricer.Some(24), ShipsFrom: "US",
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
			o.Condition = repricer.Condition(v)
		case "sub":
			o.SubCondition = readWord[repricer.SubCondition](v)
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
			o.AvailableNow = repricer.Some(v == "true")
		default:
			panic(k)
		}
	})
	return o
}

func readSibling(words []string) repricer.Sibling {
	s := repricer.Sibling{Fulfillment: repricer.Fulfillment(words[0])}
	assign(words[1:], func(k, v string) {
		switch k {
		case "id":
			s.ID = repricer.ProductID(readNumber(v))
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

func readRule(v string) repricer.Maybe[repricer.RivalRule] {
	parts := strings.Split(v, ":")
	return repricer.Some(repricer.RivalRule{Action: repricer.RivalAction(parts[0]), By: eur(parts[1]), ByType: repricer.Measure(parts[2])})
}

// readOptional reads "-" as nothing.
func readOptional[T any](v string, read func(string) T) repricer.Maybe[T] {
	if v == "-" {
		return repricer.None[T]()
	}
	return repricer.Some(read(v))
}

func readAmount(v string) repricer.Maybe[money.Amount]   { return readOptional(v, eur) }
func readPercent(v string) repricer.Maybe[money.Percent] { return readOptional(v, pct) }
func readCount(v string) repricer.Maybe[int]             { return readOptional(v, readNumber) }
func readTime(v string) repricer.Maybe[time.Time]        { return readOptional(v, readMoment) }
func readWord[T ~string](v string) repricer.Maybe[T] {
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
