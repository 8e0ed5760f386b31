package history

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

// Bounds of statistics.
const (
	// DefaultStatisticsDays has the number of days, today included, if the query names no number.
	DefaultStatisticsDays = 7
	// MaxStatisticsDays bounds the days of a query.
	MaxStatisticsDays = 366
	// MaxGroups bounds the groups of an answer.
	MaxGroups = 2_000
)

// Group identifies one group of the statistics.
type Group = historyports.Group

// StatisticsQuery asks for the UTC days from one moment to another, both included.
type StatisticsQuery struct {
	From, To *time.Time
	By       history.GroupBy
}

// Statistics counts decisions and the outcomes of their prices by the UTC day of the decision, and
// sales by the day of the purchase.
type Statistics struct {
	From, To date.Date
	Total    Summary
	// Groups come sorted by day, marketplace, strategy and reason; empty if the query groups by
	// nothing.
	Groups []Summary
}

// Summary has the sum of a group.
type Summary struct {
	Group Group
	history.Counts
	Verdicts map[decision.Verdict]int64
	Reasons  map[decision.Reason]int64
	// Box stays zero when grouped by reason or strategy: buy box time is not recorded by either.
	Box repricer.BoxTime
	// Sales stay zero when grouped by reason: a sale has no reason.
	Sales Sales
	marks map[history.Scale]history.Histogram
}

// MedianSize estimates the median price change in percent of the live price, within an eighth.
func (s Summary) MedianSize() optional.Maybe[money.Percent] {
	units, ok := s.marks[history.ScaleSize].Quantile(history.ScaleSize, 50).Get()
	if !ok {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits(units))
}

// SecondsToConfirm estimates within how many seconds the given percentage of confirmed prices
// became live, within an eighth.
func (s Summary) SecondsToConfirm(percent int64) optional.Maybe[int64] {
	return s.marks[history.ScaleConfirm].Quantile(history.ScaleConfirm, percent)
}

func (s *Summary) add(c historyports.DecisionSum) {
	if s.Verdicts == nil {
		s.Verdicts, s.Reasons = map[decision.Verdict]int64{}, map[decision.Reason]int64{}
	}
	s.Counts = s.Add(c.Counts)
	s.Verdicts[c.Verdict] += c.Decisions
	s.Reasons[c.Reason] += c.Decisions
}

func (s *Summary) mark(marks map[history.Scale]history.Histogram) {
	if s.marks == nil {
		s.marks = map[history.Scale]history.Histogram{}
	}
	for scale, h := range marks {
		if s.marks[scale] == nil {
			s.marks[scale] = history.Histogram{}
		}
		for bucket, n := range h {
			s.marks[scale][bucket] += n
		}
	}
}

// Statistics adds up the day counters. An end before the start, more than MaxStatisticsDays and
// more than MaxGroups are invalid_range faults.
func (h *History) Statistics(ctx context.Context, who caller.Caller, ask StatisticsQuery) (Statistics, error) {
	out, err := h.days(ask)
	if err != nil {
		return Statistics{}, err
	}
	sums, err := h.changes.Sum(ctx, who.Team, out.From, out.To, ask.By, MaxGroups)
	if err != nil {
		return Statistics{}, err
	}
	if sums == nil {
		return Statistics{}, tooManyGroups()
	}
	groups := map[Group]*Summary{}
	for _, c := range sums.Counts {
		if groups[c.Group] == nil {
			groups[c.Group] = &Summary{Group: c.Group}
		}
		groups[c.Group].add(c)
		out.Total.add(c)
	}
	for g, marks := range sums.Histograms {
		if s := groups[g]; s != nil {
			s.mark(marks)
		}
		out.Total.mark(marks)
	}
	if err := h.watch(ctx, who, ask.By, &out, groups); err != nil {
		return Statistics{}, err
	}
	if err := h.sell(ctx, who, ask.By, &out, groups); err != nil || ask.By == (history.GroupBy{}) {
		return out, err
	}
	for _, g := range slices.SortedFunc(maps.Keys(groups), compareGroups) {
		out.Groups = append(out.Groups, *groups[g])
	}
	return out, nil
}

func tooManyGroups() error {
	return fault.Newf(fault.Rule, fault.CodeInvalidRange,
		"That would be more than %d groups: ask for fewer days, or keep fewer parts apart.", MaxGroups).In("group_by")
}

// watch adds buy box time to the total and to the existing groups.
func (h *History) watch(ctx context.Context, who caller.Caller, groupBy history.GroupBy, out *Statistics, groups map[Group]*Summary) error {
	boxes, err := h.changes.BoxHistory(ctx, who.Team, out.From, out.To)
	if err != nil {
		return err
	}
	now := h.clock.Now()
	for m, box := range boxes {
		for i, spent := range repricer.BoxTimes(box.Before, box.Days, out.From, out.To, now) {
			out.Total.Box = out.Total.Box.Add(spent)
			if groupBy.Reason || groupBy.Strategy {
				continue
			}
			var g Group
			if groupBy.Day {
				g.Day = out.From.Add(i)
			}
			if groupBy.Marketplace {
				g.MarketplaceID = m
			}
			if s := groups[g]; s != nil {
				s.Box = s.Box.Add(spent)
			}
		}
	}
	return nil
}

func compareGroups(a, b Group) int {
	return cmp.Or(a.Day.Cmp(b.Day), strings.Compare(string(a.MarketplaceID), string(b.MarketplaceID)),
		cmp.Compare(a.Strategy, b.Strategy), strings.Compare(string(a.Reason), string(b.Reason)))
}

// days resolves the range. A missing bound is the default number of days from the other; the end
// defaults to today.
func (h *History) days(ask StatisticsQuery) (Statistics, error) {
	today := date.Of(h.clock.Now().UTC())
	out := Statistics{To: today}
	if ask.To != nil {
		out.To = date.Of(ask.To.UTC())
	}
	out.From = out.To.Add(1 - DefaultStatisticsDays)
	if ask.From != nil {
		out.From = date.Of(ask.From.UTC())
	}
	switch n := out.To.Days() - out.From.Days() + 1; {
	case n < 1:
		return Statistics{}, fault.New(fault.Rule, fault.CodeInvalidRange, "time_from must not be after time_to.").In("time_from")
	case n > MaxStatisticsDays:
		return Statistics{}, fault.Newf(fault.Rule, fault.CodeInvalidRange,
			"Statistics reach over at most %d days.", MaxStatisticsDays).In("time_from")
	}
	return out, nil
}
