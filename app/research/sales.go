package research

import (
	"context"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

// Basis names the kind of a rank.
type Basis string

// The bases: the mean of thirty days, the present rank, the caller's.
const (
	BasisMean    Basis = "mean30"
	BasisCurrent Basis = "current"
	BasisGiven   Basis = "given"
)

// JudgedFor bounds the age of judged estimates that count.
const JudgedFor = ports.JudgedFor

// Estimate says how many units of a product are sold in thirty days.
type Estimate struct {
	ASIN        optional.Maybe[asin.ASIN]
	Marketplace marketplace.Marketplace
	sales.Answer
	// From and To bound the thirty days.
	From, To time.Time
	Root     optional.Maybe[int64]
	Rank     optional.Maybe[float64]
	Basis    Basis
	Badge    optional.Maybe[int64]
	// Trend compares the last thirty days with ninety, in percent.
	Trend optional.Maybe[float64]
	// ByMonth has twelve shares of the mean month.
	ByMonth optional.Maybe[[12]float64]
	// Curve has the curve of the root category.
	Curve optional.Maybe[sales.Fitted]
	Gaps  gap.List
}

// Estimates says how much is sold of products.
type Estimates struct {
	sources  *Sources
	provider ports.Histories
	curves   *Calibrations
	own      ports.OwnSales
	clock    clock.Clock
}

// NewEstimates takes sources by which answers about products are paid and kept.
func NewEstimates(sources *Sources, provider ports.Histories, curves *Calibrations, own ports.OwnSales, c clock.Clock) *Estimates {
	return &Estimates{sources, provider, curves, own, c}
}

// OwnSales has the own sales of a team, or the reason why they are unknown.
type OwnSales struct {
	sold map[asin.ASIN]sales.OwnSales
	err  error
}

// Own finds a team's own sales of products.
func (e *Estimates) Own(ctx context.Context, team id.Team, m marketplace.Marketplace, asins ...asin.ASIN) OwnSales {
	sold, err := e.own(ctx, team, m, asins)
	return OwnSales{sold, err}
}

// RankQuestion names a root category by id or by name.
type RankQuestion struct {
	marketplace.Choice
	Rank     int64
	ID       optional.Maybe[int64]
	Category string
}

func (e *Estimates) estimate(m marketplace.Marketplace) Estimate {
	now := e.clock.Now().UTC().Truncate(time.Minute)
	return Estimate{Marketplace: m, From: now.AddDate(0, 0, -sales.Days), To: now}
}

// ByRank estimates only by a rank, which costs no token. A root category that the marketplace does
// not have is Rule not_supported.
func (e *Estimates) ByRank(ctx context.Context, who caller.Caller, q RankQuestion) (Estimate, error) {
	m, err := q.Resolve(who.Home)
	if err != nil {
		return Estimate{}, err
	}
	root, named := q.ID.Get()
	if !named || !sales.Start(sales.Cell{Marketplace: m.ID, Root: root}, 0, 0).Known() {
		var names []string
		found, err := e.curves.root(ctx, m, func(c lookup.Category) bool {
			names = append(names, c.Name)
			return named && c.ID == root || !named && strings.EqualFold(c.Name, strings.TrimSpace(q.Category))
		})
		if err != nil {
			return Estimate{}, err
		}
		if found.ID == 0 {
			message := "The marketplace has no such root category. It has: " + strings.Join(names, "; ") + "."
			return Estimate{}, fault.New(fault.Rule, fault.CodeNotSupported, message).At("/category")
		}
		root = found.ID
	}
	out := e.estimate(m)
	if out.Curve, err = e.curves.curve(ctx, sales.Cell{Marketplace: m.ID, Root: root}); err != nil {
		return Estimate{}, err
	}
	out.Rank, out.Basis, out.Root = optional.Some(float64(q.Rank)), BasisGiven, optional.Some(root)
	out.Answer = sales.Estimate(sales.Question{Rank: out.Rank, Curve: optional.Convert(out.Curve, curveOf)})
	return out, nil
}

// ByASIN estimates by the provider's history of a product; without a provider by its rank in the
// catalogue. It has the faults and tokens of Sources.Of.
func (e *Estimates) ByASIN(ctx context.Context, who caller.Caller, product string, choice marketplace.Choice) (Estimate, error) {
	named, err := asin.Parse(product)
	m, err2 := choice.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return Estimate{}, err
	}
	want := Want{History: true, Catalog: e.provider.Has(m) != nil}
	found, err := e.sources.Of(ctx, who, m, named, want, "")
	if err != nil {
		return Estimate{}, err
	}
	return e.Of(ctx, m, &found, e.Own(ctx, who.Team, m, named)), nil
}

// Of estimates by the known facts of a product and by the own sales of the asking team. An
// unavailable curve is a gap, and so are unavailable own sales. Answers of the last minute are also
// noted for the curves, but no own sales.
func (e *Estimates) Of(ctx context.Context, m marketplace.Marketplace, f *lookup.Found, own OwnSales) Estimate {
	p := f.History.Value
	p.Facts = f.Facts()
	out := e.estimate(m)
	out.ASIN, out.Root = optional.Some(f.ASIN), p.Root
	q := out.question(p)
	if sold, ok := own.sold[f.ASIN]; ok {
		q.Own = optional.Some(sold)
	}
	if own.err != nil {
		out.Gaps.Add("evidence.own_sales", gap.Of(own.err))
	}
	if root, ok := p.Root.Get(); ok {
		var err error
		if out.Curve, err = e.curves.curve(ctx, sales.Cell{Marketplace: m.ID, Root: root}); err != nil || !out.Curve.Known() {
			out.Gaps.Add("evidence.curve", gap.Of(err))
		}
		q.Curve = optional.Convert(out.Curve, curveOf)
	}
	out.Answer = sales.Estimate(q)
	beta := q.Curve.Or(sales.Curve{Beta: sales.StartBeta}).Beta
	now := series.MinuteOf(out.To)
	ranks := p.Series[series.Rank]
	if before, ok := sales.MeanRank(ranks, now-90*series.Day, now).Get(); ok && out.Basis == BasisMean {
		out.Trend = optional.Some(sales.Trend(out.Rank.Or(before), before, beta))
	}
	out.ByMonth = optional.Convert(sales.MonthlyRanks(ranks, now), func(r [12]float64) [12]float64 { return sales.ByMonth(r, beta) })
	out.name(f.History.Gap())
	e.curves.observe(&out, f, q)
	return out
}

func curveOf(f sales.Fitted) sales.Curve { return f.Curve }

// question returns the provider's facts of a product as a question.
func (e *Estimate) question(p lookup.Product) sales.Question {
	now := series.MinuteOf(e.To)
	q := sales.Question{Drops: p.RankDrops[0]}
	ranks := p.Series[series.Rank]
	q.Rank, e.Basis = sales.MeanRank(ranks, now-sales.Days*series.Day, now), BasisMean
	if !q.Rank.Known() {
		q.Rank = optional.Convert(p.RankMean30, func(n int64) float64 { return float64(n) })
	}
	if point, ok := ranks.At(now); !q.Rank.Known() && ok && !point.Gap() {
		q.Rank, e.Basis = optional.Some(float64(point.Value)/series.Scale), BasisCurrent
	}
	if rank, ok := p.Rank.Get(); !q.Rank.Known() && ok {
		q.Rank, e.Basis = optional.Some(float64(rank)), BasisCurrent
	}
	e.Rank = q.Rank
	if !p.LastUpdate.IsZero() {
		badges := p.Series[series.Badge].Points
		badge := sales.Badge{Value: p.MonthlySold.Or(0), Age: max(0, e.To.Sub(p.LastUpdate)), Gone: len(badges) > 0 && !p.MonthlySold.Known()}
		q.Badge, e.Badge = optional.Some(badge), p.MonthlySold
	}
	if p.ParentASIN != "" && len(ranks.Points) == 0 {
		q.Family = optional.Some(sales.Family{})
	}
	return q
}

// name lists the missing members, with the reason why the provider lacks them.
func (e *Estimate) name(why gap.Reason) {
	if !e.Rank.Known() {
		e.Gaps.Add("bsr", why)
	}
	if !e.Badge.Known() {
		e.Gaps.Add("badge", why)
	}
	if e.Method == sales.Unknown {
		if e.Family.Known() {
			why = gap.FamilyRank
		}
		e.Gaps.Add("estimatedSales", why)
	}
	if e.Conflicting {
		e.Gaps.Add("evidence", gap.Conflicting)
	}
}
