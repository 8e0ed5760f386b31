package pricelist

import (
	"slices"

	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// Earnings has the profit of a sale, as research counts it.
type Earnings struct {
	Referral, Fulfillment, Storage, Closing, VAT, Fees Maybe
	FeesStatus, FeesSource                             string
	// Missing says that a fee is unknown, so that there is no profit.
	Missing                    bool
	Profit, BreakEven, MaxCost Maybe
	// From BreakEvenSafe on no price makes a loss.
	BreakEvenSafe Maybe
	ROI, Margin   optional.Maybe[money.Percent]
	// VATRate has the rate in the profit. Prices without tax have no rate.
	VATRate   optional.Maybe[money.Percent]
	VATSource vat.Basis
	Notes     []string
}

// PackReading has the results of a row by a reading of its pack.
type PackReading struct {
	Reading
	UnitsNeeded  int64
	Cost, Profit Maybe
}

// Result has a row with its verdict.
type Result struct {
	Costing     Costing
	FBA, FBM    optional.Maybe[Earnings]
	Verdict     Verdict
	Rules       []Rule
	Gaps        []Gap
	Alerts      []Alert
	Unavailable []AlertCode
	// Confidence has the certainty of the match.
	Confidence Confidence
	// Readings has both readings of a pack, the counted reading first; empty for a pack with a
	// single reading.
	Readings []PackReading
}

// Earned returns the earnings of the way that counts.
func (r Result) Earned() Earnings { return r.FBA.Or(r.FBM.Or(Earnings{})) }

// Confidences of matches: a sure match, one product out of several, and a title without a word in
// common.
const (
	matchSure    Confidence = 97
	matchSeveral Confidence = 70
	matchTitle   Confidence = 55
)

// Skip leaves rows out of the purchase.
type Skip struct {
	MaxRank    optional.Maybe[int64]
	Categories []string
	MaxCost    Maybe
}

// Terms has the terms that a list is counted by.
type Terms struct {
	Currency money.Currency
	Way      Fulfillment
	Expenses Expenses
	Skip     Skip
}

// Evaluate calculates the earnings of sales; the answers have the order of the questions.
type Evaluate func([]Sale) ([]Earnings, error)

// Judge calculates the results of rows and finds their verdicts. solve asks for break-even prices
// too.
func Judge(rows []Row, t Terms, solve bool, evaluate Evaluate) ([]Result, error) {
	out := make([]Result, len(rows))
	var sales []Sale
	var to []*optional.Maybe[Earnings]
	others := make([]optional.Maybe[Earnings], len(rows))
	for i := range rows {
		r := &out[i]
		var err error
		if r.Costing, err = rows[i].Cost(t.Expenses, t.Way, t.Currency); err != nil {
			broken, ok := fault.As(err)
			if !ok {
				return nil, err
			}
			rows[i].Status, rows[i].Problem = RowError, string(broken.Code)
			continue
		}
		if rows[i].Status == RowError && len(rows[i].Matches) > 0 {
			rows[i].Status, rows[i].Problem = rows[i].found(), ""
		}
		for _, way := range []struct {
			sale optional.Maybe[Sale]
			to   *optional.Maybe[Earnings]
		}{{r.Costing.FBA, &r.FBA}, {r.Costing.FBM, &r.FBM}} {
			if s, ok := way.sale.Get(); ok {
				s.Solve = solve
				sales, to = append(sales, s), append(to, way.to)
			}
		}
		if sale, ok := r.reread(&rows[i], t); ok {
			sales, to = append(sales, sale), append(to, &others[i])
		}
	}
	earned, err := evaluate(sales)
	if err != nil {
		return nil, err
	}
	for i, e := range earned {
		*to[i] = optional.Some(e)
	}
	for i := range rows {
		out[i].judge(&rows[i], t)
		if r := &out[i]; len(r.Readings) > 0 {
			r.Readings[0].Profit, r.Readings[1].Profit = r.Earned().Profit, others[i].Or(Earnings{}).Profit
		}
	}
	return out, nil
}

// reread calculates the cost of a row by the other reading of its pack, and returns its sale.
func (r *Result) reread(row *Row, t Terms) (Sale, bool) {
	pack, twofold := r.Costing.Pack.other()
	if !twofold {
		return Sale{}, false
	}
	f, _ := row.Product()
	costing, err := row.costOf(pack, f, t.Expenses, row.Edits.Fulfillment.Or(t.Way), t.Currency)
	if err != nil {
		return Sale{}, false
	}
	for _, c := range []Costing{r.Costing, costing} {
		reading := Reading{c.Pack.SupplierUnits, c.Pack.AmazonUnits}
		r.Readings = append(r.Readings, PackReading{Reading: reading, UnitsNeeded: c.Pack.UnitsNeeded, Cost: c.Cost})
	}
	return costing.Sale()
}

// found returns the status of a row by the number of products with its identifier.
func (r *Row) found() Status {
	switch {
	case r.Found > 1:
		return Multiple
	case len(r.Matches) > 0:
		return Matched
	}
	return NotFound
}

// Match sets the products of a row, the best first.
func (r *Row) Match(best []Facts, found int64) {
	r.Matches, r.Found = best[:min(len(best), MaxMatches)], found
	r.Status, r.Problem = r.found(), ""
}

// judge completes a result.
func (r *Result) judge(row *Row, t Terms) {
	f, matched := row.Product()
	earned := r.Earned()
	r.Gaps = slices.Clone(r.Costing.Gaps)
	gap := func(g Gap, there bool) {
		if there {
			r.Gaps = append(r.Gaps, g)
		}
	}
	roi, known := earned.ROI.Get()
	high, low := known && roi.Cmp(roiHigh) > 0, known && roi.Cmp(roiLow) < 0
	status := f.Restriction.Or("")
	gap(NoFees, earned.Missing)
	gap(NoASIN, row.Status == NotFound)
	gap(SetOrBundle, r.Costing.Pack.Bundle)
	gap(NotApproved, status == Approval)
	gap(Restricted, status == NotEligible)
	gap(ROILow, low)
	gap(ROIHigh, high)
	gap(Stale, f.Stale)
	slices.SortFunc(r.Gaps, func(a, b Gap) int { return slices.Index(a.Words(), a) - slices.Index(b.Words(), b) })
	differs := false
	if matched {
		r.Alerts, r.Unavailable = f.alerts(r.Costing.Pack)
		differs = row.Input.Title != "" && !shares(row.Input.Title, f.Title)
		r.Confidence = matchSure
		if row.Status == Multiple {
			r.Confidence = matchSeveral
		}
		if differs {
			r.Confidence = matchTitle
		}
	}
	e := t.Expenses
	below := func(v, least optional.Maybe[money.Percent]) bool {
		bar, set := least.Get()
		have, ok := v.Get()
		return set && ok && have.Cmp(bar) < 0
	}
	least, set := e.MinProfit.Get()
	profit, ok := earned.Profit.Get()
	for _, rule := range []struct {
		name    Rule
		verdict Verdict
		holds   bool
	}{
		{RuleRestricted, Reject, status == NotEligible},
		{RuleNotFound, Reject, row.Status == NotFound},
		{RuleInvalidIdentifier, Reject, row.Status == InvalidIdentifier},
		{RuleSkipped, Reject, t.Skip.hits(f, r.Costing)},
		{RuleROI, Reject, below(earned.ROI, e.TargetROI)},
		{RuleProfit, Reject, set && ok && profit.Cmp(least) < 0},
		{RuleMargin, Reject, below(earned.Margin, e.MinMargin)},
		{RuleNotProfitable, Reject, ok && !profit.Positive()},
		{RuleError, Review, row.Status == RowError},
		{RuleApproval, Review, status == Approval},
		{RuleMultiple, Review, row.Status == Multiple && !row.Edits.Match.Known()},
		{RuleTitle, Review, differs},
		{RulePack, Review, matched && r.Costing.Pack.Confidence < unsure},
		{RuleGap, Review, matched && !ok && row.Status != RowError || slices.ContainsFunc(r.Gaps, unruled)},
		{RuleAlert, Review, slices.ContainsFunc(r.Alerts, func(a Alert) bool { return a.Code.Level() == Danger })},
		{RuleROIHigh, Review, high},
		{RuleROILow, Review, low},
	} {
		if rule.holds {
			r.Rules = append(r.Rules, rule.name)
			if r.Verdict == "" {
				r.Verdict = rule.verdict
			}
		}
	}
	if r.Verdict == "" && matched {
		r.Verdict = Accept
	}
}

func unruled(g Gap) bool { return !slices.Contains(ruled, g) }

// ruled lists the gaps that have a rule of their own.
var ruled = []Gap{NoASIN, NotApproved, Restricted, ROILow, ROIHigh}

// A return outside of these bounds is more likely a mistake of the pack or the cost than a bargain.
var roiHigh, roiLow = money.MustParsePercent("200"), money.MustParsePercent("-300")

// hits reports whether a row is left out.
func (s Skip) hits(f Facts, c Costing) bool {
	cost, priced := c.Cost.Get()
	most, bound := s.MaxCost.Get()
	return priced && bound && cost.Cmp(most) > 0 || s.Leaves(f)
}

// Leaves reports whether a product is left out by its facts in the catalogue.
func (s Skip) Leaves(f Facts) bool {
	rank, ranked := f.Rank.Get()
	worst, set := s.MaxRank.Get()
	return ranked && set && rank > worst ||
		slices.ContainsFunc(s.Categories, func(name string) bool { return columns.Fold(name) == columns.Fold(f.Category) && f.Category != "" })
}
