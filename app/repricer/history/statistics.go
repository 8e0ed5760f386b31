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

// The bounds of statistics.
const (
	// DefaultStatisticsDays are looked at when nothing is said, today included.
	DefaultStatisticsDays = 7
	// MaxStatisticsDays is how many days can be looked at.
	MaxStatisticsDays = 366
	// MaxGroups is how many groups an answer has at most.
	MaxGroups = 2_000
)

// GroupBy says which parts of the statistics stay apart.
type GroupBy = historyports.GroupBy

// Group is what a part of the statistics is about.
type Group = historyports.Group

// StatisticsQuery asks for the statistics of the UTC days in which two moments
// lie, both included.
type StatisticsQuery struct {
	From, To *time.Time
	By       GroupBy
}

// Statistics are counts of decisions and of what became of their prices, by the
// day of the decision in UTC, and of sales by the day of the purchase.
type Statistics struct {
	From, To date.Date
	Total    Summary
	// Groups are in the order of day, marketplace, strategy and reason; none when
	// nothing is to stay apart.
	Groups []Summary
}

// Summary is what a group adds up to.
type Summary struct {
	Group Group
	history.Counts
	Verdicts map[decision.Verdict]int64
	Reasons  map[decision.Reason]int64
	// Box is nothing where reasons or strategies are kept apart: it has neither.
	Box repricer.BoxTime
	// Sales are nothing where reasons are kept apart: they have none.
	Sales Sales
	marks map[history.Scale]history.Histogram
}

// MedianSize estimates the median size of new prices in percent of the live
// price, within an eighth of it.
func (s Summary) MedianSize() optional.Maybe[money.Percent] {
	units, ok := s.marks[history.ScaleSize].Quantile(history.ScaleSize, 50).Get()
	if !ok {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits(units))
}

// SecondsToConfirm estimates within how many seconds the percentage of prices
// that were confirmed were so, within an eighth of it.
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

// Statistics adds up the day counters. A time that ends before it begins, more
// than MaxStatisticsDays and more than MaxGroups are invalid_range.
func (h *History) Statistics(ctx context.Context, who caller.Caller, ask StatisticsQuery) (Statistics, error) {
	out, err := h.days(ask)
	if err != nil {
		return Statistics{}, err
	}
	sums, err := h.statistics.Sum(ctx, who.Team, out.From, out.To, ask.By, MaxGroups)
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
	if err := h.sell(ctx, who, ask.By, &out, groups); err != nil || ask.By == (GroupBy{}) {
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

// watch adds the time with the box to the total and to the groups there are.
func (h *History) watch(ctx context.Context, who caller.Caller, by GroupBy, out *Statistics, groups map[Group]*Summary) error {
	boxes, err := h.statistics.BoxHistory(ctx, who.Team, out.From, out.To)
	if err != nil {
		return err
	}
	now := h.clock.Now()
	for m, box := range boxes {
		for i, spent := range repricer.BoxTimes(box.Before, box.Days, out.From, out.To, now) {
			out.Total.Box = out.Total.Box.Add(spent)
			if by.Reason || by.Strategy {
				continue
			}
			var g Group
			if by.Day {
				g.Day = out.From.Add(i)
			}
			if by.Marketplace {
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

// days finds the days asked for. A bound that is left out lies a default time
// from the other one, and the last is today.
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
