package research

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/sales"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

const (
	// pointsFor bounds how long points and estimates are kept.
	pointsFor = 400 * 24 * time.Hour
	// mostObserved bounds the observations that wait to be written; more are left out, since
	// observations may be lost.
	mostObserved = 10_000
	// writtenEvery sets how often observations are written and curves are read.
	writtenEvery = 30 * time.Second
)

// Calibrations fit the curves of root categories to observed products, and compare estimates with
// them.
type Calibrations struct {
	store    ports.Calibration
	provider ports.Histories
	clock    clock.Clock

	mu       sync.Mutex
	curves   map[sales.Cell]sales.Fitted
	observed []ports.Observed
}

// NewCalibrations makes the use case. Until Sync nothing is fitted.
func NewCalibrations(store ports.Calibration, provider ports.Histories, c clock.Clock) *Calibrations {
	return &Calibrations{store: store, provider: provider, clock: c}
}

// curve returns the curve of a root category: fitted, measured, or scaled from a measured category
// by the number of products of both.
func (c *Calibrations) curve(ctx context.Context, cell sales.Cell) (optional.Maybe[sales.Fitted], error) {
	c.mu.Lock()
	fitted, ok := c.curves[cell]
	c.mu.Unlock()
	if ok {
		return optional.Some(fitted), nil
	}
	start, err := c.start(ctx, cell)
	return optional.Convert(start, func(s sales.Curve) sales.Fitted { return sales.Fitted{Cell: cell, Curve: s} }), err
}

// start returns a curve before it is fitted. It is absent if the provider does not know the number
// of products.
func (c *Calibrations) start(ctx context.Context, cell sales.Cell) (optional.Maybe[sales.Curve], error) {
	if s := sales.Start(cell, 0, 0); s.Known() {
		return s, nil
	}
	m, _ := marketplace.ByID(cell.Marketplace)
	here, err := c.root(ctx, m, func(r lookup.Category) bool { return r.ID == cell.Root })
	if err != nil || here.Products == 0 {
		return optional.None[sales.Curve](), err
	}
	us, _ := marketplace.ByID(sales.Reference.Marketplace)
	measured, err := c.root(ctx, us, func(r lookup.Category) bool { return r.ID == sales.Reference.Root })
	return sales.Start(cell, here.Products, measured.Products), err
}

// root finds a root category; an absent category has the id 0.
func (c *Calibrations) root(ctx context.Context, m marketplace.Marketplace, is func(lookup.Category) bool) (lookup.Category, error) {
	all, err := c.provider.Roots(ctx, m)
	for _, category := range all {
		if is(category) {
			return category, err
		}
	}
	return lookup.Category{}, err
}

// observe notes the evidence of a fresh look at a product for the curve of its root category.
func (c *Calibrations) observe(e *Estimate, f *lookup.Found, q sales.Question) {
	root, ok := e.Root.Get()
	rank, ranked := q.Rank.Get()
	// Only means of thirty days count, and no variations, which mostly share one rank.
	old := !f.History.OK() || f.History.At.Before(e.To.Add(-time.Minute))
	if old || !ok || !ranked || e.Basis != BasisMean || f.Facts().ParentASIN != "" {
		return
	}
	o := ports.Observed{Cell: sales.Cell{Marketplace: e.Marketplace.ID, Root: root}, ASIN: f.ASIN, At: f.History.At}
	if badge, ok := q.Badge.Get(); ok {
		if p, fresh := sales.PointOf(rank, badge); fresh {
			o.Truth = optional.Some(p)
		}
	}
	for _, evidence := range append([]sales.Evidence{e.Answer.Evidence}, e.Others...) {
		if evidence.Method == sales.ByCurve {
			o.Estimate = optional.Some(evidence)
		}
	}
	if !o.Truth.Known() && !o.Estimate.Known() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.observed) < mostObserved {
		c.observed = append(c.observed, o)
	}
}

// Sync writes the observations and reads the curves.
func (c *Calibrations) Sync(ctx context.Context) error {
	c.mu.Lock()
	observed := c.observed
	c.observed = nil
	c.mu.Unlock()
	failed := error(nil)
	if len(observed) > 0 {
		failed = c.store.Observe(ctx, observed)
	}
	all, err := c.store.Curves(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	curves := make(map[sales.Cell]sales.Fitted, len(all))
	for _, f := range all {
		curves[f.Cell] = f
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.curves = curves
	return failed
}

// Keep calls Sync until the context ends, and once more then.
func (c *Calibrations) Keep(ctx context.Context, failed func(error)) {
	for {
		if err := c.Sync(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		if !clock.Rest(ctx, writtenEvery) {
			break
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := c.Sync(last); err != nil {
		failed(err)
	}
}

// Fit makes a new curve of every root category that has points, of at most sales.CellPoints of
// them. The estimates that were compared with the truth adjust its band. It returns how many curves
// it made. A category with an unknown start is left out.
func (c *Calibrations) Fit(ctx context.Context) (fitted int, err error) {
	now := c.clock.Now()
	if err := c.store.Forget(ctx, now.Add(-pointsFor)); err != nil {
		return 0, err
	}
	cells, err := c.store.Cells(ctx, now.Add(-pointsFor))
	if err != nil {
		return 0, err
	}
	for _, cell := range cells {
		start, err := c.start(ctx, cell)
		curve, ok := start.Get()
		if err != nil || !ok {
			continue
		}
		var sample sales.Sample
		draw := rand.New(rand.NewPCG(uint64(cell.Root), uint64(now.Unix()))) //nolint:gosec // a sample, not a secret
		if err := c.store.Points(ctx, cell, now.Add(-pointsFor), func(p sales.Point) { sample.Add(p, draw.IntN) }); err != nil {
			return fitted, err
		}
		judged, err := c.store.Judged(ctx, cell, now.Add(-ports.JudgedFor))
		if err != nil {
			return fitted, err
		}
		if _, err := c.store.Save(ctx, sales.Fitted{Cell: cell, Curve: sales.Fit(curve, sample.Points).Covered(judged), At: now}); err != nil {
			return fitted, err
		}
		fitted++
	}
	return fitted, nil
}
