// Package research stores the data that sales curves are fitted to, the curves, the accuracy of
// their estimates, and the payments of teams.
package research

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/sales"
	ports "sellingassistant/ports/research"
)

const (
	// A product gives one point per period. Its estimate is stored once per week, and judged up to
	// an age of judging.
	period  = 30 * 24 * time.Hour
	week    = 7 * 24 * time.Hour
	judging = 30 * 24 * time.Hour
)

// Calibration stores the calibration data of the port, on both databases.
type Calibration struct{ store *db.Store }

func NewCalibration(s *db.Store) *Calibration { return &Calibration{s} }

func number(t time.Time, every time.Duration) int64 { return t.Unix() / int64(every/time.Second) }

func (c *Calibration) Observe(ctx context.Context, all []ports.Observed) error {
	return c.store.InTx(ctx, func(ctx context.Context) error {
		for i := range all {
			if err := c.observe(ctx, &all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Calibration) observe(ctx context.Context, o *ports.Observed) error {
	hot, at, m := c.store.HotWrite(ctx), db.Micros(o.At), string(o.Marketplace)
	if e, ok := o.Estimate.Get(); ok {
		if _, err := hot.Exec(ctx, `INSERT INTO research_forecasts (marketplace_id, root, asin, week, at, label, body)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (marketplace_id, asin, week) DO NOTHING`,
			m, o.Root, o.ASIN.String(), number(o.At, week), at, string(e.Label), db.JSONOf(evidenceOf(e))); err != nil {
			return db.Fault(err)
		}
	}
	truth, ok := o.Truth.Get()
	if !ok {
		return nil
	}
	if _, err := hot.Exec(ctx, `INSERT INTO research_points (marketplace_id, root, asin, period, at, sales_rank, low, high)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (marketplace_id, root, asin, period) DO NOTHING`,
		m, o.Root, o.ASIN.String(), number(o.At, period), at, truth.Rank, truth.Low, truth.High.Ptr()); err != nil {
		return db.Fault(err)
	}
	return c.judge(ctx, o, truth)
}

// judge compares the product's open estimates with the true sales.
func (c *Calibration) judge(ctx context.Context, o *ports.Observed, truth sales.Point) error {
	hot := c.store.HotWrite(ctx)
	type open struct {
		week int64
		made sales.Evidence
	}
	var all []open
	var one int64
	var body db.JSON[evidence]
	err := db.Each(hot.Query(ctx, `SELECT week, body FROM research_forecasts
		WHERE marketplace_id = $1 AND asin = $2 AND root = $3 AND judged_at IS NULL AND at >= $4 ORDER BY week`,
		string(o.Marketplace), o.ASIN.String(), o.Root, db.Micros(o.At.Add(-judging))))(func() { all = append(all, open{one, body.V.evidence()}) }, &one, &body)
	for _, f := range all {
		if err != nil {
			break
		}
		j := f.made.Judge(truth)
		_, err = hot.Exec(ctx, `UPDATE research_forecasts SET judged_at = $1, inside = $2, score = $3 WHERE marketplace_id = $4 AND asin = $5 AND week = $6`,
			db.Micros(o.At), j.Inside, j.Score, string(o.Marketplace), o.ASIN.String(), f.week)
	}
	return db.Fault(err)
}

// evidence has the JSON form of an estimate.
type evidence struct {
	Point int64  `json:"point"`
	Low   int64  `json:"low"`
	High  *int64 `json:"high"`
}

func evidenceOf(e sales.Evidence) evidence { return evidence{e.Point, e.Low, e.High.Ptr()} }

func (e evidence) evidence() sales.Evidence {
	return sales.Evidence{Method: sales.ByCurve, Point: e.Point, Low: e.Low, High: optional.Of(e.High)}
}

func (c *Calibration) Cells(ctx context.Context, since time.Time) (cells []sales.Cell, err error) {
	var m string
	var root int64
	err = db.Each(c.store.Hot(ctx).Query(ctx, `SELECT DISTINCT marketplace_id, root FROM research_points WHERE at >= $1 ORDER BY marketplace_id, root`,
		db.Micros(since)))(func() { cells = append(cells, sales.Cell{Marketplace: marketplace.ID(m), Root: root}) }, &m, &root)
	return cells, err
}

func (c *Calibration) Points(ctx context.Context, cell sales.Cell, since time.Time, each func(sales.Point)) error {
	var p sales.Point
	var high *int64
	return db.Each(c.store.Hot(ctx).Query(ctx, `SELECT sales_rank, low, high FROM research_points
		WHERE marketplace_id = $1 AND root = $2 AND at >= $3 ORDER BY asin, period`, string(cell.Marketplace), cell.Root, db.Micros(since)))(func() {
		p.High = optional.Of(high)
		each(p)
	}, &p.Rank, &p.Low, &high)
}

func (c *Calibration) Judged(ctx context.Context, cell sales.Cell, since time.Time) (all []sales.Judged, err error) {
	var j sales.Judged
	err = db.Each(c.store.Hot(ctx).Query(ctx, `SELECT score, inside FROM research_forecasts
		WHERE marketplace_id = $1 AND root = $2 AND judged_at >= $3 ORDER BY asin, week`, string(cell.Marketplace), cell.Root, db.Micros(since)))(func() {
		all = append(all, j)
	}, &j.Score, &j.Inside)
	return all, err
}

// curve has the JSON form of a curve.
type curve struct {
	A        float64  `json:"a"`
	Beta     float64  `json:"beta"`
	KnotRank *float64 `json:"knot_rank"`
	KnotBeta float64  `json:"knot_beta,omitempty"`
	Band     float64  `json:"band"`
	Points   int      `json:"points"`
	From     float64  `json:"from"`
	To       float64  `json:"to"`
	Inside   *int     `json:"inside"`
	Judged   int      `json:"judged,omitempty"`
}

func (c *Calibration) Save(ctx context.Context, f sales.Fitted) (version int64, err error) {
	body := curve{A: f.A, Beta: f.Beta, Band: f.Band, Points: f.Points, From: f.From, To: f.To}
	if k, ok := f.Knot.Get(); ok {
		body.KnotRank, body.KnotBeta = &k.Rank, k.Beta
	}
	if v, ok := f.Coverage.Get(); ok {
		body.Inside, body.Judged = &v.Inside, v.Of
	}
	err = c.store.HotWrite(ctx).QueryRow(ctx, `INSERT INTO research_curves (marketplace_id, root, fitted_at, body) VALUES ($1, $2, $3, $4) RETURNING id`,
		string(f.Marketplace), f.Root, db.Micros(f.At), db.JSONOf(body)).Scan(&version)
	return version, db.Fault(err)
}

func (c *Calibration) Curves(ctx context.Context) (all []sales.Fitted, err error) {
	var (
		id, root, at int64
		m            string
		body         db.JSON[curve]
	)
	err = db.Each(c.store.Hot(ctx).Query(ctx, `SELECT id, marketplace_id, root, fitted_at, body FROM research_curves
		WHERE id IN (SELECT MAX(id) FROM research_curves GROUP BY marketplace_id, root) ORDER BY id`))(func() {
		f := sales.Fitted{Version: id, At: db.FromMicros(at), Cell: sales.Cell{Marketplace: marketplace.ID(m), Root: root}}
		v := body.V
		f.Curve = sales.Curve{A: v.A, Beta: v.Beta, Band: v.Band, Points: v.Points, From: v.From, To: v.To}
		if v.KnotRank != nil {
			f.Knot = optional.Some(sales.Knot{Rank: *v.KnotRank, Beta: v.KnotBeta})
		}
		if v.Inside != nil {
			f.Coverage = optional.Some(sales.Coverage{Inside: *v.Inside, Of: v.Judged})
		}
		all = append(all, f)
	}, &id, &m, &root, &at, &body)
	return all, err
}

func (c *Calibration) Forget(ctx context.Context, before time.Time) error {
	for _, table := range []string{"research_points", "research_forecasts"} {
		if _, err := c.store.HotWrite(ctx).Exec(ctx, `DELETE FROM `+table+` WHERE at < $1`, db.Micros(before)); err != nil {
			return db.Fault(err)
		}
	}
	return nil
}
