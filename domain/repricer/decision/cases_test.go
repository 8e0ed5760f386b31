package decision_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// noon dates the decisions of all cases.
var noon = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

// worked has the members of a worked case.
type worked struct {
	id, name string
	in       decision.Input
	verdict  decision.Verdict
	price    string
	reason   decision.Reason
	adjust   []decision.Adjustment
	target   string
}

// workedCases reads a file of cases.
func workedCases(t testing.TB, path string) []worked {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	base, cases := blank(), []worked{}
	into := &base
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if head, ok := strings.CutPrefix(line, "case "); ok {
			id, name, _ := strings.Cut(head, ": ")
			c := worked{id: id, name: name, in: copied(base.in)}
			cases = append(cases, c)
			into = &cases[len(cases)-1]
			continue
		}
		if line != "base" {
			require.NotPanics(t, func() { into.read(strings.Fields(line)) }, "%s:%d: %s", path, i+1, line)
		}
	}
	return cases
}

// blank returns an input without any facts.
func blank() worked {
	return worked{in: decision.Input{
		Now: noon, OffersAt: optional.Some(noon.Add(-time.Minute)),
		Policy: &decision.Policy{
			Enabled: true, SubmissionMode: decision.SubmitLive, OwnSellers: []string{}, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96, AnomalyPercent: pct("40"),
		},
		Row: decision.Row{ID: 1, Limits: decision.DefaultLimits()},
		Strategy: &decision.Strategy{
			Enabled: true, ByType: decision.ByAmount, StepType: decision.ByAmount, OnNoCompetition: decision.NoCompetitionKeep,
			OnBelowMin: decision.BelowMinMin, OnOwnBuyBox: decision.OwnBoxKeep, OnSuppressedBuyBox: decision.SuppressedKeep,
			OnLostAfterRaise: decision.LostRevert,
		},
	}}
}

// copied shares nothing that a case changes.
func copied(input decision.Input) decision.Input {
	policy, strategy := *input.Policy, *input.Strategy
	input.Policy, input.Strategy = &policy, &strategy
	input.Offers = slices.Clone(input.Offers)
	return input
}

func (c *worked) read(words []string) {
	switch words[0] {
	case "offer":
		c.in.Offers = append(c.in.Offers, readOffer(words[1:]))
	case "sibling":
		c.in.Siblings = append(c.in.Siblings, readSibling(words[1:]))
	case "window":
		w := decision.ActiveWindow{Action: decision.WindowAction(words[1])}
		assign(words[2:], func(k, v string) {
			switch k {
			case "percent":
				w.Percent = pct(v)
			case "since":
				w.Since = readMoment(v)
			case "start":
				w.StartPrice = readAmount(v)
			default:
				panic(k)
			}
		})
		c.in.Window = &w
	case "offers_at":
		c.in.OffersAt = readTime(words[1])
	case "expect":
		c.verdict, c.price, c.reason = decision.Verdict(words[1]), words[2], decision.Reason(words[3])
		c.adjust = readList[decision.Adjustment](words[4])
		c.target = strings.Trim(words[5], "-")
	case "why":
	default:
		assign(words[1:], func(k, v string) { c.set(words[0], k, v) })
	}
}

func (c *worked) set(part, k, v string) {
	switch part {
	case "settings":
		if k == "absent" {
			c.in.Policy = nil
			return
		}
		setPolicy(c.in.Policy, k, v)
	case "row":
		setRow(&c.in.Row, k, v)
	case "strategy":
		if k == "missing" {
			c.in.Strategy = nil
			return
		}
		setStrategy(c.in.Strategy, k, v)
	case "filter":
		f := c.in.Strategy.Filters.Or(decision.Filters{})
		setFilter(&f, k, v)
		c.in.Strategy.Filters = optional.Some(f)
	case "market":
		switch k {
		case "external_price":
			c.in.ExternalPrice = readAmount(v)
		case "featured_expected":
			c.in.FeaturedExpected = readAmount(v)
		case "box_price":
			c.in.Box.Price = readAmount(v)
		case "box_untold":
			c.in.Box.Unknown = v == "true"
		case "incomplete":
			c.in.OffersIncomplete = v == "true"
		case "killed":
			c.in.Killed = v == "true"
		case "preview":
			c.in.Preview = v == "true"
		default:
			panic(k)
		}
	default:
		panic(part)
	}
}

func assign(words []string, set func(k, v string)) {
	for _, w := range words {
		k, v, _ := strings.Cut(w, "=")
		set(k, v)
	}
}

func setPolicy(p *decision.Policy, k, v string) {
	switch k {
	case "enabled":
		p.Enabled = v == "true"
	case "submission_mode":
		p.SubmissionMode = decision.SubmissionMode(v)
	case "own":
		p.OwnSellers = readList[string](v)
	case "max_offer_age_minutes":
		p.MaxOfferAgeMinutes = readNumber(v)
	case "max_changes_per_day":
		p.MaxChangesPerDay = readNumber(v)
	case "max_daily_change_percent":
		p.MaxDailyChangePercent = readPercent(v)
	case "avoid_fee_cliffs":
		p.AvoidFeeCliffs = v == "true"
	case "anomaly_percent":
		p.AnomalyPercent = pct(v)
	case "max_rise_percent":
		p.MaxRisePercent = readPercent(v)
	default:
		panic(k)
	}
}

func setRow(r *decision.Row, k, v string) {
	switch k {
	case "id":
		r.ID = decision.ProductID(readNumber(v))
	case "seller":
		r.SellerID = v
	case "marketplace":
		r.MarketplaceID = marketplace.ID(v)
	case "currency":
		r.Currency = money.Currency(v)
	case "condition":
		r.Condition = decision.Condition(v)
	case "fulfillment":
		r.Fulfillment = decision.Fulfillment(v)
	case "quantity":
		r.Quantity = optional.None[int64]()
		if v != "-" {
			r.Quantity = optional.Some(int64(readNumber(v)))
		}
	case "was_sold_out":
		r.WasSoldOut = v == "true"
	case "mode":
		r.Mode = decision.Mode(v)
	case "hold":
		r.Hold = readWord[decision.HoldReason](v)
	case "pending":
		r.PriceInFlight = v == "true"
	case "price":
		r.Price = eur(v)
	case "shipping":
		r.Shipping = eur(v)
	case "cost":
		r.Cost = readAmount(v)
	case "outbound_shipping":
		r.Postage = readAmount(v)
	case "loss_guard":
		r.LossGuard = v == "on"
	case "fee_bands": // limit:percent:added, and the last without a limit
		r.FeeBands = nil
		for _, band := range strings.Split(v, ",") {
			parts := strings.Split(band, ":")
			r.FeeBands = append(r.FeeBands, decision.FeeBand{UpTo: readAmount(parts[0]), Rate: pct(parts[1]), Added: eur(parts[2])})
		}
	case "fees_total":
		r.FeesTotal = readAmount(v)
	case "vat":
		r.VATPercent = pct(v)
	case "map_price":
		r.MapPrice = readAmount(v)
	case "last_event_time":
		r.LastEventAt = readTime(v)
	case "last_submitted_price":
		r.LastSubmitted = readAmount(v)
	case "accepted_price":
		r.Accepted = readAmount(v)
	case "last_change_at":
		r.LastChangeAt = readTime(v)
	case "last_change_kind":
		r.LastChange = decision.Reason(v)
	case "last_won_price":
		r.LastWon = readAmount(v)
	case "soft_ceiling":
		price, until, _ := strings.Cut(v, ":")
		r.SoftCeiling = optional.Some(decision.SoftCeiling{Price: eur(price), Until: readMoment(until)})
	case "recent_drops":
		r.FallsInWindow = readNumber(v)
	case "war_at":
		r.PriceWarAt = readTime(v)
	case "units_sold_window":
		r.UnitsSold = readCount(v)
	case "changes_today":
		r.ChangesToday = readNumber(v)
	case "day_price":
		r.DayPrice = readAmount(v)
	default:
		setFeesOrLimits(r, k, v)
	}
}

func setFeesOrLimits(r *decision.Row, k, v string) {
	l := &r.Limits
	switch k {
	case "referral_percent", "referral_min", "fixed_fees", "upper":
		f := r.Fees.Or(decision.FeeTerms{})
		switch {
		case k == "referral_percent" && v == "-":
			r.Fees = optional.None[decision.FeeTerms]()
			return
		case k == "referral_percent":
			f.ReferralPercent = pct(v)
		case k == "referral_min":
			f.ReferralMin = eur(v)
		case k == "fixed_fees":
			f.Fixed = eur(v)
		default: // limit:percent:whole or marginal
			parts := strings.Split(v, ":")
			f.Upper = optional.Some(decision.UpperBracket{Above: eur(parts[0]), ReferralPercent: pct(parts[1]), Marginal: parts[2] == "marginal"})
		}
		r.Fees = optional.Some(f)
	case "min_price":
		l.MinPrice = readAmount(v)
	case "max_price":
		l.MaxPrice = readAmount(v)
	case "max_change":
		l.MaxChange = readAmount(v)
	case "max_change_percent":
		l.MaxChangePercent = readPercent(v)
	case "min_price_mode":
		l.MinPriceMode = decision.MinPriceMode(v)
	case "target_roi":
		l.TargetROI = readPercent(v)
	case "target_margin":
		l.TargetMargin = readPercent(v)
	case "min_price_markup":
		l.MinPriceMarkup = readAmount(v)
	case "min_price_markup_type":
		l.MinPriceMarkupType = decision.Measure(v)
	case "missing_cost_fallback":
		l.MissingCostFallback = decision.MissingCostFallback(v)
	default:
		panic(k)
	}
}
