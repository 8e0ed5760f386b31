package repricer

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
)

type statisticsInput struct {
	TimeFrom body.Opt[body.Time] `query:"time_from" doc:"Counts from the UTC day of this time on; when absent, from six days before the last day."`
	TimeTo   body.Opt[body.Time] `query:"time_to" doc:"Counts up to the end of the UTC day of this time; when absent, of today."`
	GroupBy  []string            `query:"group_by" enum:"day,reason,strategy,marketplace" maxItems:"4" doc:"Groups of the figures; only the total when absent."`
}

// Statistics counts decisions and the outcomes of their prices.
type Statistics struct {
	From    string         `json:"from" doc:"The first UTC day that is counted, YYYY-MM-DD."`
	To      string         `json:"to" doc:"The last UTC day that is counted, YYYY-MM-DD."`
	GroupBy []string       `json:"group_by" doc:"Groups of the figures, as asked for."`
	Total   Summary        `json:"total" doc:"The figures of all these days together."`
	Groups  []GroupSummary `json:"groups" doc:"The figures of each group, ordered by day, marketplace, strategy and reason; empty without group_by."`
}

// GroupSummary has the figures of one group. Properties that are not grouped by are null.
type GroupSummary struct {
	Day           *string `json:"day" doc:"The UTC day of the decisions and purchases, YYYY-MM-DD; null when not grouped by day."`
	MarketplaceID *string `json:"marketplace_id" doc:"The marketplace; null when not grouped by marketplace."`
	StrategyID    *int64  `json:"strategy_id" doc:"The strategy. Null when not grouped by strategy, and for decisions and sales without a strategy. Sales belong to the row's strategy when they became known."`
	Reason        *string `json:"reason" doc:"The reason of the decisions; null when not grouped by reason."`
	Summary
}

// Summary sums up a group. All figures except sales count on the day of the decision, including
// later outcomes.
type Summary struct {
	Decisions  DecisionCounts   `json:"decisions" doc:"Every decision, whether the history lists it or not. Exact."`
	Changes    ChangeCounts     `json:"changes" doc:"New prices that were decided, sent or suggested."`
	Submission SubmissionCounts `json:"submission" doc:"Outcomes of the prices that were sent."`
	BuyBox     *BoxStatistics   `json:"buy_box" doc:"The buy box of the rows, from their offers. Null if it was unknown for all rows in that time, and in groups by reason or strategy."`
	Sales      *SalesStatistics `json:"sales" doc:"Sales of the rows, from the marketplace's orders, by the UTC day of the purchase. Null if no order is known, and in groups by reason."`
}

// DecisionCounts count decisions.
type DecisionCounts struct {
	Total    int64         `json:"total" doc:"Number of all decisions."`
	ByAction ActionCounts  `json:"by_action" doc:"Number of decisions by action."`
	ByReason []ReasonCount `json:"by_reason" doc:"Number of decisions by reason, the most frequent first."`
}

// ActionCounts count decisions by action.
type ActionCounts struct {
	Change  int64 `json:"change" doc:"Decisions on a new price to be sent."`
	Suggest int64 `json:"suggest" doc:"Decisions on a new price that is only suggested."`
	Keep    int64 `json:"keep" doc:"Decisions that the live price stays."`
	Skip    int64 `json:"skip" doc:"Decisions that the row is not evaluated."`
	Hold    int64 `json:"hold" doc:"Decisions that put the row on hold."`
	Error   int64 `json:"error" doc:"Decisions that failed because something they need is missing or wrong."`
}

// ReasonCount counts the decisions of one reason.
type ReasonCount struct {
	Reason string `json:"reason" doc:"The reason, one word of a closed list."`
	Count  int64  `json:"count" doc:"Number of decisions with this reason."`
}

// ChangeCounts counts new prices. Sizes are in percent of the live price.
type ChangeCounts struct {
	Total         int64         `json:"total" doc:"Number of all new prices, sent or suggested."`
	Up            int64         `json:"up" doc:"New prices above the live price."`
	Down          int64         `json:"down" doc:"New prices below the live price."`
	MeanPercent   *body.Percent `json:"mean_percent" doc:"Mean size of a change, in percent of the live price. Exact, from sizes rounded to four decimals; null without changes."`
	MedianPercent *body.Percent `json:"median_percent" doc:"Median size of a change, in percent of the live price. An estimate, off by at most an eighth; null without changes."`
	Capped        int64         `json:"capped" doc:"New prices that a limit on changes made smaller than asked for."`
	AtFloor       int64         `json:"at_floor" doc:"New prices that equal the floor."`
	AtCeiling     int64         `json:"at_ceiling" doc:"New prices that equal the ceiling."`
	Superseded    int64         `json:"superseded" doc:"New prices that a newer decision replaced before they were sent."`
	Cancelled     int64         `json:"cancelled" doc:"New prices that were withdrawn before they were sent."`
}

// SubmissionCounts counts sent prices.
type SubmissionCounts struct {
	Submitted           int64  `json:"submitted" doc:"Prices that were sent, each counted once."`
	Confirmed           int64  `json:"confirmed" doc:"Sent prices that were seen live."`
	Rejected            int64  `json:"rejected" doc:"Sent prices that the marketplace refused."`
	TimedOut            int64  `json:"timed_out" doc:"Sent prices that were never seen live."`
	SecondsToConfirmP50 *int64 `json:"seconds_to_confirm_p50" doc:"Median of the seconds from sending to confirmation. An estimate, off by at most an eighth; null without confirmed prices."`
	SecondsToConfirmP95 *int64 `json:"seconds_to_confirm_p95" doc:"95th percentile of the seconds from sending to confirmation. An estimate, off by at most an eighth; null without confirmed prices."`
}

// BoxStatistics sums up the buy box.
type BoxStatistics struct {
	SharePercent body.Percent `json:"share_percent" doc:"Share of the time that rows had the buy box, in percent of the time in which it is known who had it."`
	Won          int64        `json:"won" doc:"Number of times the buy box went to the row's own account."`
	Lost         int64        `json:"lost" doc:"Number of times the buy box went away from the row's own account."`
}

// SalesStatistics sums up the sales of rows. It uses orders received while an account is subscribed
// to notifications.
type SalesStatistics struct {
	Units           int64       `json:"units" doc:"Units sold, by the newest change of each order; orders that are cancelled, or not paid yet, do not count."`
	Currency        *string     `json:"currency" doc:"ISO 4217 code of the amounts. Null for sums over marketplaces with different currencies: group by marketplace then. Null also if no sold unit is left."`
	MeanPrice       *body.Money `json:"mean_price" doc:"Mean listing price of a unit, rounded to four decimals: the live price of the row when the sale became known. Units with an unknown price are left out. Null without such units, and without a currency."`
	EstimatedProfit *body.Money `json:"estimated_profit" doc:"Profit of the units, by the price, cost, fees and VAT of the row when the sale became known, and the formula of its margin. Null, never 0, if cost or fees of any unit were unknown; also without a currency or units."`
}

func statisticsRoutes(r *httpx.Router, app *history.History) {
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerHistoryStatistics", Method: http.MethodGet, Path: "/sa/repricer/history/statistics", Group: group, Beta: true,
		Summary: "Get statistics of decisions",
		Description: "Counts decisions, new prices with their outcomes, and sold units over whole UTC days, in total and " +
			"in groups. The range is 7 days unless asked otherwise, at most 366.\n\n" +
			"A range that ends before it begins, is too long or would give more than 2,000 groups is 422 " +
			"invalid_range.",
		Errors:  []int{http.StatusUnprocessableEntity},
		Example: body.One[Statistics]{Data: exampleStatistics()},
	}, func(ctx context.Context, who caller.Caller, in *statisticsInput) (*httpx.OneOut[Statistics], error) {
		by := repricerhistory.GroupBy{
			Day: slices.Contains(in.GroupBy, "day"), Reason: slices.Contains(in.GroupBy, "reason"),
			Strategy: slices.Contains(in.GroupBy, "strategy"), Marketplace: slices.Contains(in.GroupBy, "marketplace"),
		}
		s, err := app.Statistics(ctx, who, history.StatisticsQuery{From: body.Moment(in.TimeFrom), To: body.Moment(in.TimeTo), By: by})
		if err != nil {
			return nil, err
		}
		return httpx.OneOf(Statistics{
			From: s.From.String(), To: s.To.String(), GroupBy: append([]string{}, in.GroupBy...), Total: summaryOf(s.Total),
			Groups: body.Each(s.Groups, func(g history.Summary) GroupSummary { return groupOf(g, by) }),
		}), nil
	})
}

func groupOf(s history.Summary, by repricerhistory.GroupBy) GroupSummary {
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

func summaryOf(s history.Summary) Summary {
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
				Change: v[decision.VerdictChange], Suggest: v[decision.VerdictSuggest], Keep: v[decision.VerdictKeep],
				Skip: v[decision.VerdictSkip], Hold: v[decision.VerdictHold], Error: v[decision.VerdictError],
			},
			ByReason: reasons,
		},
		Changes: ChangeCounts{
			Total: v[decision.VerdictChange] + v[decision.VerdictSuggest], Up: s.Ups, Down: s.Downs,
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

func salesStatisticsOf(s history.Sales) *SalesStatistics {
	if !s.Known {
		return nil
	}
	out := &SalesStatistics{Units: s.Units}
	if currency, ok := s.Currency.Get(); ok {
		out.Currency = new(string(currency))
		out.MeanPrice, out.EstimatedProfit = body.NullMoney(s.MeanPrice().Ptr()), body.NullMoney(s.EstimatedProfit().Ptr())
	}
	return out
}

func boxStatisticsOf(b repricer.BoxTime) *BoxStatistics {
	share, ok := b.Share().Get()
	if !ok {
		return nil
	}
	return &BoxStatistics{SharePercent: body.PercentOf(share), Won: b.Won, Lost: b.Lost}
}
