package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/tools/bench/plan"
)

// These are the targets of overview, statistics and pages, as p99.
const (
	mostOverview   = 50 * time.Millisecond
	mostStatistics = 100 * time.Millisecond
	mostPage       = 10 * time.Millisecond
)

const (
	// historyCalls counts the calls of each kind, made in sequence.
	historyCalls = 300
	// laterPage counts the pages that are turned to reach a later page.
	laterPage = 40
)

// look describes a call to measure.
type look struct {
	name, path string
	most       time.Duration
	// right checks an answer.
	right func(answer) error
}

// answer has the common members of all answers.
type answer struct {
	Data json.RawMessage `json:"data"`
	Meta struct {
		NextCursor *string `json:"next_cursor"`
	} `json:"meta"`
}

// looked has the measured times of a call.
type looked struct {
	look
	kind     string
	p50, p99 time.Duration
}

// lookBack fills a database with rows and decisions about them. It measures overview, statistics
// and pages of the history.
func (f *field) lookBack(ctx context.Context, p *place, o options) (all []looked, err error) {
	address, err := f.beside(ctx, "history")
	if err != nil {
		return nil, err
	}
	env := []string{
		"SA_DATABASE_URL=" + address, "SA_DATA_DIR=" + f.dir, "SA_SECRET_KEY=" + secretKey, "SA_LOG_LEVEL=error",
		"SA_RATE_LIMITS=default=100000000", "SA_WORKERS=0",
	}
	team, err := teamWithHistory(ctx, env, address, o)
	if err != nil {
		return nil, err
	}
	service, err := startService(ctx, p.binary("service"), f.dir, env)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	c := &asker{base: "http://" + service.address + plan.Prefix + "/sa/repricer", key: team.Key}
	for _, l := range looks(o, time.Now()) {
		l.path, err = c.turned(ctx, l.path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
		one := looked{look: l, kind: f.kind}
		if one.p50, one.p99, err = c.time(ctx, l); err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// beside makes a database next to the field's and returns its address.
func (f *field) beside(ctx context.Context, name string) (string, error) {
	if f.kind == postgres {
		_, err := f.store.Write(ctx).ExecContext(ctx, "CREATE DATABASE "+name)
		return f.cluster.URL(name), err
	}
	return "sqlite://" + filepath.Join(f.dir, name+".db"), nil
}

func teamWithHistory(ctx context.Context, env []string, address string, o options) (team plan.Team, err error) {
	if err := migrate(ctx, env); err != nil {
		return team, err
	}
	cfg, err := config.Load(env, false)
	if err != nil {
		return team, err
	}
	err = compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		team, err = addTeam(ctx, op, 0)
		return err
	})
	if err != nil {
		return team, err
	}
	if strings.Contains(address, "?") {
		address += "&statement_timeout=0" // as long as it takes
	}
	s, err := db.Open(ctx, db.Config{URL: secret.New(address), Pool: 1})
	if err != nil {
		return team, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	begin := time.Now()
	err = fillHistory(ctx, s, team.ID, o, begin.UTC())
	say("%d rows and %d entries in %s", o.rows, o.entries, time.Since(begin).Round(time.Second))
	return team, err
}

// later marks a path that is measured on a later page.
const later = "&later"

func looks(o options, now time.Time) []look {
	const month = "?time_from="
	from := url.QueryEscape(now.UTC().AddDate(0, 0, -29).Format(time.RFC3339))
	days := func(name, by string) look {
		path := "/history/statistics" + month + from
		if by != "" {
			path += "&group_by=" + by
		}
		return look{name: "statistics, 30 days, " + name, path: path, most: mostStatistics, right: decidedSome}
	}
	page := func(name, filter string) look {
		return look{name: "history, " + name, path: "/history?limit=50" + filter, most: mostPage, right: fullPage}
	}
	back := func(days int) string { return url.QueryEscape(now.UTC().AddDate(0, 0, -days).Format(time.RFC3339)) }
	return []look{
		{name: "overview", path: "/overview", most: mostOverview, right: counts(int64(o.rows))},
		{name: "overview, one marketplace", path: "/overview?marketplace_id=A1PA6795UKMFR9", most: mostOverview, right: counts(int64(o.rows / 5))},
		days("total", ""), days("by day", "day"), days("by strategy", "strategy"), days("by day and marketplace", "day,marketplace"),
		page("newest", ""), page("a later page", later), page("one reason", "&reason=match_target"),
		page("three reasons", "&reason=match_target,out_of_stock,price_war_hold"), page("a reason of long ago", "&reason=price_war_hold"),
		page("a reason of long ago, later", "&reason=price_war_hold"+later), page("refused prices", "&outcome=rejected"),
		page("one strategy", "&strategy_id=4"), page("one marketplace", "&marketplace_id=A1PA6795UKMFR9"), page("swept", "&trigger=sweep"),
		page("reason, marketplace, trigger", "&reason=match_target&marketplace_id=A1F83G8C2ARO7P&trigger=sweep"),
		page("a week of last month", "&time_from="+back(37)+"&time_to="+back(30)),
		page("the oldest first", "&sort=created_at"),
		{name: "history, one row", path: "/history?product_id=4711", most: mostPage, right: anyPage},
	}
}

func counts(rows int64) func(answer) error {
	return func(a answer) error {
		var v struct {
			Products struct {
				Total int64 `json:"total"`
			} `json:"products"`
		}
		if err := json.Unmarshal(a.Data, &v); err != nil {
			return err
		}
		if v.Products.Total != rows {
			return fmt.Errorf("it counts %d rows", v.Products.Total)
		}
		return nil
	}
}

func decidedSome(a answer) error {
	var v struct {
		Total struct {
			Decisions struct {
				Total int64 `json:"total"`
			} `json:"decisions"`
		} `json:"total"`
	}
	if err := json.Unmarshal(a.Data, &v); err != nil {
		return err
	}
	if v.Total.Decisions.Total == 0 {
		return errors.New("it knows no decisions")
	}
	return nil
}

func entriesOf(a answer) (int, error) {
	var v []json.RawMessage
	err := json.Unmarshal(a.Data, &v)
	return len(v), err
}

func fullPage(a answer) error {
	if n, err := entriesOf(a); err != nil || n != 50 {
		return errors.Join(err, fmt.Errorf("it has %d entries", n))
	}
	return nil
}

func anyPage(a answer) error {
	if n, err := entriesOf(a); err != nil || n == 0 {
		return errors.Join(err, fmt.Errorf("it has %d entries", n))
	}
	return nil
}

// asker calls the service over a single connection.
type asker struct{ base, key string }

// turned replaces the mark of a later page by the cursor of that page.
func (c *asker) turned(ctx context.Context, path string) (string, error) {
	first, marked := strings.CutSuffix(path, later)
	if !marked {
		return path, nil
	}
	at := first
	for range laterPage {
		a, _, err := c.ask(ctx, at)
		if err != nil {
			return "", err
		}
		if a.Meta.NextCursor == nil {
			return "", errors.New("the list is too short")
		}
		at = first + "&cursor=" + url.QueryEscape(*a.Meta.NextCursor)
	}
	return at, nil
}

func (c *asker) ask(ctx context.Context, path string) (a answer, took time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return a, 0, err
	}
	r.Header.Set(plan.KeyHeader, c.key)
	start := time.Now()
	res, err := plain.Do(r)
	if err != nil {
		return a, 0, err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	took = time.Since(start)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.300s", res.StatusCode, b)
	}
	if err != nil {
		return a, 0, err
	}
	return a, took, json.Unmarshal(b, &a)
}

// time measures many calls, after some that do not count.
func (c *asker) time(ctx context.Context, l look) (p50, p99 time.Duration, err error) {
	took := make([]time.Duration, 0, historyCalls)
	for i := range historyCalls + historyCalls/10 {
		a, d, err := c.ask(ctx, l.path)
		if err == nil {
			err = l.right(a)
		}
		if err != nil {
			return 0, 0, err
		}
		if i >= historyCalls/10 {
			took = append(took, d)
		}
	}
	slices.Sort(took)
	return took[historyCalls/2], took[historyCalls*99/100], nil
}

func (p *printer) lookedBack(all []looked, o options) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }
	p.table(fmt.Sprintf("ms at %d rows and %d entries|store|p50|p99|target|reached", o.rows, o.entries), func(row func(...string)) {
		for _, l := range all {
			row(l.name, l.kind, ms(l.p50), ms(l.p99), fmt.Sprintf("<= %d", l.most.Milliseconds()), yes(l.p99 <= l.most))
		}
	})
}
