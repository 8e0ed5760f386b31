package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/feetable"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/pricelist"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
	"sellingassistant/tools/bench/stage"
)

func measure(ctx context.Context, s *db.Store, rows int, profile string) error {
	_, err := s.Hot(ctx).Exec(ctx, `INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency, timezone, default_marketplace_id, settings,
		features, version, created_at, updated_at) VALUES (1, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`)
	if err != nil {
		return err
	}
	tables, err := feetable.Read()
	if err != nil {
		return err
	}
	w := &world{content: list(rows), tables: bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})}
	analyses := app.New(app.Parts{
		Tx: s, Store: store.NewAnalyses(s), Items: store.NewItems(s), Matcher: w, Market: w, Permissions: w.Restrictions, Research: bridge.NewResearch(tables, w).Evaluate, Teams: w,
		Purchasing: w, Files: w, Tables: w.tables, Notes: w.About, Feed: w.Analyzed, Queue: w, Clock: w,
	})
	who := caller.Caller{Team: team, User: 1}
	prepared, err := analyses.Prepare(ctx, who, app.FileDraft{
		Draft: app.Draft{Values: pricelist.Values{Way: pricelist.FBA}}, Document: optional.Some(int64(1)),
	})
	if err != nil {
		return err
	}
	var made app.Shown
	if err := s.InTx(ctx, func(ctx context.Context) (err error) {
		made, err = prepared.Start(ctx)
		return err
	}); err != nil {
		return err
	}
	fmt.Printf("%s, %d rows\n", s.Dialect(), rows)
	stop, err := stage.Profiled(profile, "analysis")
	if err != nil {
		return err
	}
	if err := errors.Join(work(ctx, analyses, w, who, made.ID), stop()); err != nil {
		return err
	}
	before := stage.Settled()
	stop, err = stage.Profiled(profile, "counting")
	if err != nil {
		return err
	}
	begun := time.Now()
	if _, err := analyses.EditExpenses(ctx, who, made.ID, pricelist.ExpensesPatch{Prep: optional.Put(money.MustParse("0.6"))}, nil); err != nil {
		return err
	}
	if err := drain(ctx, analyses, w, nil); err != nil {
		return err
	}
	if err := stop(); err != nil {
		return err
	}
	fmt.Printf("counting again: %.1f s, %d MiB above %d MiB\n", time.Since(begun).Seconds(), (stage.Peak()-before)>>20, before>>20)
	stop, err = stage.Profiled(profile, "pages")
	if err != nil {
		return err
	}
	return errors.Join(pages(ctx, s, analyses, who, made.ID), stop())
}

// drain runs the queued jobs, and calls seen now and then.
func drain(ctx context.Context, analyses *app.Analyses, w *world, seen func() error) error {
	for len(w.queued) > 0 {
		r := w.queued[0]
		w.queued = w.queued[1:]
		at := slices.IndexFunc(analyses.Handlers(), func(h jobs.Handler) bool { return h.Kind == r.Kind })
		done := make(chan error, 1)
		go func() { done <- analyses.Handlers()[at].Run(ctx, jobs.Job{Team: r.Team, Args: r.Args, Attempts: 1}) }()
		for running := true; running; {
			select {
			case err := <-done:
				if _, later := jobs.IsLater(err); later {
					w.queued, err = append(w.queued, r), nil
				}
				if err != nil {
					return err
				}
				running = false
			case <-time.After(50 * time.Millisecond):
			}
			if seen != nil {
				if err := seen(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// work analyzes the list and prints the speed of each stage.
func work(ctx context.Context, analyses *app.Analyses, w *world, who caller.Caller, pricelistID pricelist.ID) error {
	before := stage.Settled()
	s, since, rows := pricelist.Queued, time.Now(), int64(0)
	err := drain(ctx, analyses, w, func() error {
		a, err := analyses.Get(ctx, who, pricelistID)
		if err != nil || a.Values.Stage == s {
			return err
		}
		rows = a.Values.Rows
		if s != pricelist.Queued {
			took := time.Since(since)
			fmt.Printf("%s: %.1f s, %.0f rows/s\n", s, took.Seconds(), float64(rows)/took.Seconds())
		}
		s, since = a.Values.Stage, time.Now()
		return nil
	})
	fmt.Printf("at most %d MiB above %d MiB\n", (stage.Peak()-before)>>20, before>>20)
	return err
}

// pages prints the times of the first three pages of results, with each filter and order.
func pages(ctx context.Context, s *db.Store, analyses *app.Analyses, who caller.Caller, id pricelist.ID) error {
	if _, err := s.DB().ExecContext(ctx, "ANALYZE"); err != nil {
		return err
	}
	shown, err := analyses.Get(ctx, who, id)
	if err != nil {
		return err
	}
	type timed struct {
		what string
		took time.Duration
	}
	var all []timed
	for name, f := range map[string]pricelist.Filter{
		"all": {}, "accepted": {Verdicts: []pricelist.Verdict{pricelist.Accept}}, "review or reject": {Verdicts: []pricelist.Verdict{pricelist.Review, pricelist.Reject}},
		"not found": {Statuses: []pricelist.Status{pricelist.NotFound}}, "hazmat": {Alerts: []pricelist.AlertCode{pricelist.Hazmat}},
		"no hazmat": {AlertsNot: []pricelist.AlertCode{pricelist.Hazmat}}, "a brand": {Brands: []string{"brand 7"}}, "a category": {Categories: []string{"category 7"}},
		"profit": {Ranges: []pricelist.Range{{Field: "profit", From: new(int64(50_000)), To: new(int64(90_000))}}}, "rank": {Ranges: []pricelist.Range{{Field: "bsr", To: new(int64(1_000))}}},
		"text": {Query: "bottle 512"}, "edited": {Edited: new(true)}, "Amazon sells": {InStock: new(true)},
	} {
		for _, field := range []string{"row_number", "profit", "roi", "margin", "price_used", "cost", "bsr", "bsr_top_percent", "sales", "offers_fba"} {
			for _, desc := range []bool{false, true} {
				r := page.Request{Limit: page.DefaultLimit, Order: []page.By{{Field: field, Desc: desc}}}
				for range 3 {
					begun := time.Now()
					found, err := analyses.List(ctx, who, shown.Analysis, f, r)
					if err != nil {
						return err
					}
					all = append(all, timed{fmt.Sprintf("%s by %s, descending %v", name, field, desc), time.Since(begun)})
					if r.After = found.Next; r.After == nil {
						break
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b timed) int { return int(a.took - b.took) })
	at := func(share int) time.Duration { return all[(len(all)-1)*share/100].took.Round(100 * time.Microsecond) }
	fmt.Printf("%d pages: p50 %v, p99 %v\n", len(all), at(50), at(99))
	for _, p := range all[max(0, len(all)-12):] {
		fmt.Printf("  %v %s\n", p.took.Round(100*time.Microsecond), p.what)
	}
	return nil
}
