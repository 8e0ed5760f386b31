package repricer

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/repricer"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/repricer"
)

type statisticsInput struct {
	TimeFrom httpx.Opt[httpx.Time] `query:"time_from" doc:"From the UTC day of this time on; six days before the last one when not given."`
	TimeTo   httpx.Opt[httpx.Time] `query:"time_to" doc:"Up to the UTC day of this time, which is counted whole; today when not given."`
	GroupBy  []string              `query:"group_by" enum:"day,reason,strategy,marketplace" maxItems:"4" doc:"What is kept apart in groups; only the total when not given."`
}

// Statistics are counts of decisions and of what became of their prices.
type Statistics struct {
	From    string         `json:"from" doc:"The first UTC day, YYYY-MM-DD."`
	To      string         `json:"to" doc:"The last UTC day, included."`
	GroupBy []string       `json:"group_by" doc:"What is kept apart."`
	Total   Summary        `json:"total" doc:"All of these days together."`
	Groups  []GroupSummary `json:"groups" doc:"In the order of day, marketplace, strategy and reason."`
}

// GroupSummary is one group. What is not kept apart is null.
type GroupSummary struct {
	Day           *string `json:"day" doc:"The UTC day of the decisions and purchases, YYYY-MM-DD."`
	MarketplaceID *string `json:"marketplace_id" doc:"The marketplace."`
	StrategyID    *int64  `json:"strategy_id" doc:"The strategy; null also for decisions and sales without one. Sales belong to the one that counted for the row when they became known."`
	Reason        *string `json:"reason" doc:"The reason."`
	Summary
}

// Summary is what a group adds up to. Everything but sales belongs to the day of
// the decision, also what became of its price later.
type Summary struct {
	Decisions  DecisionCounts   `json:"decisions" doc:"Every decision, listed in the history or not. Exact."`
	Changes    ChangeCounts     `json:"changes" doc:"New prices, sent or suggested."`
	Submission SubmissionCounts `json:"submission" doc:"What became of the prices that were sent."`
	BuyBox     *BoxStatistics   `json:"buy_box" doc:"Of all rows, as offers tell. Null where nobody's box was known in that time, and in groups by reason or strategy."`
	Sales      *SalesStatistics `json:"sales" doc:"What the marketplace told of orders of rows, by the UTC day of the purchase. Null where no order is known, and in groups by reason."`
}

// DecisionCounts count decisions.
type DecisionCounts struct {
	Total    int64         `json:"total" doc:"All of them."`
	ByAction ActionCounts  `json:"by_action" doc:"By what was decided."`
	ByReason []ReasonCount `json:"by_reason" doc:"By reason, the most frequent first."`
}

// ActionCounts count decisions by action.
type ActionCounts struct {
	Change  int64 `json:"change" doc:"A price to be sent."`
	Suggest int64 `json:"suggest" doc:"A price that is only suggested."`
	Keep    int64 `json:"keep" doc:"The live price stays."`
	Skip    int64 `json:"skip" doc:"The row was passed over."`
	Hold    int64 `json:"hold" doc:"The row was frozen."`
	Error   int64 `json:"error" doc:"The row is not set up completely."`
}

// ReasonCount counts the decisions of one reason.
type ReasonCount struct {
	Reason string `json:"reason" doc:"The reason."`
	Count  int64  `json:"count" doc:"Its decisions."`
}

// ChangeCounts are about new prices. Sizes are in percent of the live price.
type ChangeCounts struct {
	Total         int64          `json:"total" doc:"All new prices."`
	Up            int64          `json:"up" doc:"Those above the live price."`
	Down          int64          `json:"down" doc:"Those below it."`
	MeanPercent   *httpx.Percent `json:"mean_percent" doc:"Mean size of a change. Exact, from sizes rounded to four decimals; null without any."`
	MedianPercent *httpx.Percent `json:"median_percent" doc:"Median size of a change. An estimate within an eighth of it; null without any."`
	Capped        int64          `json:"capped" doc:"Those that a limit of change held back."`
	AtFloor       int64          `json:"at_floor" doc:"Those that are the floor."`
	AtCeiling     int64          `json:"at_ceiling" doc:"Those that are the ceiling."`
	Superseded    int64          `json:"superseded" doc:"Those that a newer decision replaced before they were sent."`
	Cancelled     int64          `json:"cancelled" doc:"Those that were withdrawn before they were sent."`
}

// SubmissionCounts are about prices that were sent.
type SubmissionCounts struct {
	Submitted           int64  `json:"submitted" doc:"Prices that were sent, each once."`
	Confirmed           int64  `json:"confirmed" doc:"Those seen live."`
	Rejected            int64  `json:"rejected" doc:"Those that the marketplace refused."`
	TimedOut            int64  `json:"timed_out" doc:"Those that were never seen live."`
	SecondsToConfirmP50 *int64 `json:"seconds_to_confirm_p50" doc:"Half of the confirmed ones took no longer. An estimate within an eighth of it; null without any."`
	SecondsToConfirmP95 *int64 `json:"seconds_to_confirm_p95" doc:"Nineteen of twenty took no longer. An estimate within an eighth of it; null without any."`
}

// BoxStatistics are about the buy box.
type BoxStatistics struct {
	SharePercent httpx.Percent `json:"share_percent" doc:"Part of the time that rows had the box, out of the time in which it was known who had it."`
	Won          int64         `json:"won" doc:"How often the box went from others, or nobody, to the own account."`
	Lost         int64         `json:"lost" doc:"How often it went from the own account to others, or to nobody."`
}

// SalesStatistics are about what rows sold, from the orders that the marketplace
// tells of while an account is subscribed to its notifications.
type SalesStatistics struct {
	Units           int64        `json:"units" doc:"Units sold, as the newest change of each order tells; orders that are cancelled, or not paid yet, do not count."`
	Currency        *string      `json:"currency" doc:"ISO 4217 code of the amounts. Null where sales of marketplaces with different currencies are summed up: group by marketplace then. Null also where nothing is left of what was sold."`
	MeanPrice       *httpx.Money `json:"mean_price" doc:"Mean listing price of a unit, rounded to four decimals: the live price of the row when the sale became known. Units whose price was not known then are left out; null without any, and without a currency."`
	EstimatedProfit *httpx.Money `json:"estimated_profit" doc:"What the units earned by the price, cost, fees and VAT that the row showed when the sale became known, by the formula of the row's margin. Null, never 0, where cost or fees of any of the units were not known; also without a currency, and without units."`
}

func (h historyHandlers) statisticsRoutes(r *httpx.Router) {
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerHistoryStatistics", Method: http.MethodGet, Path: "/sa/repricer/history/statistics", Group: group, Beta: true,
		Summary: "Get statistics of decisions",
		Description: "Counts decisions, new prices and what became of them, and units that were sold, over whole UTC days, at most 366 and 7 when nothing is said, in total and in groups. " +
			"A time range that ends before it begins, that is too long or that would give more than 2,000 groups is 422 invalid_range.",
		Errors:  []int{http.StatusUnprocessableEntity},
		Example: httpx.One[Statistics]{Data: exampleStatistics()},
	}, h.statistics)
}

func (h historyHandlers) statistics(ctx context.Context, who caller.Caller, in *statisticsInput) (*httpx.OneOut[Statistics], error) {
	by := app.GroupBy{
		Day: slices.Contains(in.GroupBy, "day"), Reason: slices.Contains(in.GroupBy, "reason"),
		Strategy: slices.Contains(in.GroupBy, "strategy"), Marketplace: slices.Contains(in.GroupBy, "marketplace"),
	}
	s, err := h.app.Statistics(ctx, who, app.AskStatistics{From: momentOf(in.TimeFrom), To: momentOf(in.TimeTo), By: by})
	if err != nil {
		return nil, err
	}
	out := Statistics{
		From: s.From.String(), To: s.To.String(), GroupBy: append([]string{}, in.GroupBy...), Total: summaryOf(s.Total),
		Groups: make([]GroupSummary, len(s.Groups)),
	}
	for i, g := range s.Groups {
		out.Groups[i] = groupOf(g, by)
	}
	return httpx.OneOf(out), nil
}

func groupOf(s app.Summary, by app.GroupBy) GroupSummary {
	out := GroupSummary{Summary: summaryOf(s)}
	if by.Day {
		out.Day = new(s.Group.Day.String())
	}
	if by.Marketplace {
		out.MarketplaceID = new(string(s.Group.MarketplaceID))
	}
	if by.Strategy && s.Group.Strategy != 0 {
		out.StrategyID = new(int64(s.Group.Strategy))
	}
	if by.Reason {
		out.Reason = new(string(s.Group.Reason))
	}
	return out
}

func summaryOf(s app.Summary) Summary {
	reasons := []ReasonCount{}
	for reason, n := range s.Reasons {
		reasons = append(reasons, ReasonCount{string(reason), n})
	}
	slices.SortFunc(reasons, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason, b.Reason))
	})
	v := s.Verdicts
	return Summary{
		Decisions: DecisionCounts{
			Total: s.Decisions,
			ByAction: ActionCounts{
				Change: v[repricer.VerdictChange], Suggest: v[repricer.VerdictSuggest], Keep: v[repricer.VerdictKeep],
				Skip: v[repricer.VerdictSkip], Hold: v[repricer.VerdictHold], Error: v[repricer.VerdictError],
			},
			ByReason: reasons,
		},
		Changes: ChangeCounts{
			Total: v[repricer.VerdictChange] + v[repricer.VerdictSuggest], Up: s.Ups, Down: s.Downs,
			MeanPercent: percentOf(s.MeanSize()), MedianPercent: percentOf(s.MedianSize()),
			Capped: s.Capped, AtFloor: s.AtFloor, AtCeiling: s.AtCeiling, Superseded: s.Superseded, Cancelled: s.Cancelled,
		},
		Submission: SubmissionCounts{
			Submitted: s.Submitted, Confirmed: s.Confirmed, Rejected: s.Rejected, TimedOut: s.TimedOut,
			SecondsToConfirmP50: s.SecondsToConfirm(50).Ptr(), SecondsToConfirmP95: s.SecondsToConfirm(95).Ptr(),
		},
		BuyBox: boxStatisticsOf(s.Box), Sales: salesStatisticsOf(s.Sales),
	}
}

func salesStatisticsOf(s app.Sales) *SalesStatistics {
	if !s.Known {
		return nil
	}
	out := &SalesStatistics{Units: s.Units}
	if currency, ok := s.Currency.Get(); ok {
		out.Currency = new(string(currency))
		out.MeanPrice, out.EstimatedProfit = httpx.NullMoney(s.MeanPrice().Ptr()), httpx.NullMoney(s.EstimatedProfit().Ptr())
	}
	return out
}

func boxStatisticsOf(b repricer.BoxTime) *BoxStatistics {
	share, ok := b.Share().Get()
	if !ok {
		return nil
	}
	return &BoxStatistics{SharePercent: httpx.PercentOf(share), Won: b.Won, Lost: b.Lost}
}
