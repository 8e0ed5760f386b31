package main

import (
	"context"
	"crypto/rand"
	"fmt"
	random "math/rand/v2"
	"sync"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

const (
	claimRows    = 200
	claimWorkers = 8
	mostClaim    = 10 // ms
	// fewIdle rows wait in the queue beside the due rows in the first measurement.
	fewIdle = 10_000
	// mostIdle limits the time of a claim beside all idle rows, relative to few.
	mostIdle = 1.2
	// alone counts the claims of a single worker. inTurn counts the claims of several workers at
	// random times, together claimPace rows a second.
	alone     = 40
	inTurn    = 150
	claimPace = 5_000
)

// measureClaims claims rows: by a single worker beside few and beside many idle entries, by several
// workers at random times, and by all at the same moment.
func measureClaims(ctx context.Context, w *world, o options) ([]figure, error) {
	var medians []time.Duration
	for _, idle := range []int{fewIdle, o.rows} {
		if err := w.idle(ctx, idle); err != nil {
			return nil, err
		}
		got, err := w.claims(ctx, 1, alone*claimRows)
		if err != nil {
			return nil, err
		}
		medians = append(medians, got.at(50))
	}
	many, err := w.claims(ctx, claimWorkers, min(int(w.teams[0].rows), 200*claimRows)/claimRows*claimRows)
	if err != nil {
		return nil, err
	}
	turns, err := w.claimsInTurn(ctx, min(int(w.teams[0].rows)/claimRows, inTurn))
	if err != nil {
		return nil, err
	}
	return []figure{
		{
			name: fmt.Sprintf("claim of %d rows by %d workers, %d rows a second, p95", claimRows, claimWorkers, claimPace), unit: "ms",
			value: milliseconds(turns.at(95)), target: atMost(mostClaim), note: "p50 " + number(milliseconds(turns.at(50))),
		},
		{
			name: fmt.Sprintf("claim of %d rows by %d workers at one moment, p95", claimRows, claimWorkers), unit: "ms", value: milliseconds(many.at(95)),
			target: atMost(mostClaim), note: fmt.Sprintf("p50 %s, alone %s", number(milliseconds(many.at(50))), number(milliseconds(medians[1]))),
		},
		{
			name: fmt.Sprintf("claim beside %d idle rows, of that beside %d", o.rows, fewIdle), unit: "x",
			value: medians[1].Seconds() / medians[0].Seconds(), target: atMost(mostIdle),
			note: fmt.Sprintf("%s and %s ms", number(milliseconds(medians[1])), number(milliseconds(medians[0]))),
		},
	}, nil
}

// manyIdle makes entries of the same lane and team that are not due for long.
const manyIdle = `WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)
	INSERT INTO repricer_due (product_id, team_id, lane, pace, due_at, rises_at, enqueued_at, woken_by, at_once)
	SELECT 100000000 + i, %d, 1, 900000000, %[3]d + i, %[3]d + i, %[3]d, 'notification', %[4]s FROM n`

func (w *world) idle(ctx context.Context, n int) error {
	no := "FALSE"
	if w.store.Dialect() == db.SQLite {
		no = "0"
	}
	if _, err := w.store.DB().ExecContext(ctx, "DELETE FROM repricer_due"); err != nil {
		return err
	}
	text := fmt.Sprintf(manyIdle, n, w.teams[0].id, db.Micros(time.Now().Add(24*time.Hour)), no)
	_, err := w.store.DB().ExecContext(ctx, text)
	return err
}

// wake queues rows of the first team, with the offers of an event.
func (w *world) wake(ctx context.Context, from, n int) error {
	for at := 0; at < n; at += claimRows {
		wake := queueports.Wake{Trigger: history.TriggerNotification, Now: time.Now()}
		for i := range min(claimRows, n-at) {
			wake.Rows = append(wake.Rows, queueports.WakeRow{
				Team: w.teams[0].id, ID: decision.ProductID(w.teams[0].first + int64(from+at+i)), Priority: repricer.PriorityNormal,
				MinInterval: 15 * time.Minute, Offers: w.sighting(&w.teams[0]),
			})
		}
		err := w.store.InTx(ctx, func(ctx context.Context) error {
			_, err := w.due.Wake(ctx, wake)
			return err
		})
		if err != nil {
			return err
		}
	}
	return tidy(ctx, w.store)
}

// claimsInTurn lets workers make n claims at random, independent times. The wait of a claim for a
// free worker counts too.
func (w *world) claimsInTurn(ctx context.Context, n int) (*times, error) {
	if err := w.wake(ctx, 0, n*claimRows); err != nil {
		return nil, err
	}
	var took times
	var mu sync.Mutex
	taken := map[decision.ProductID]bool{}
	turns := make(chan time.Time, n)
	var all sync.WaitGroup
	for range claimWorkers {
		all.Go(func() {
			for at := range turns {
				owner := rand.Text()
				got, err := w.due.Claim(ctx, queueports.Claim{
					Owner: owner, Priority: repricer.PriorityNormal, Limit: claimRows, Now: at, Lease: time.Minute,
				})
				took.add(time.Since(at))
				if err == nil {
					err = w.giveBack(ctx, owner, got)
				}
				if err != nil {
					w.watch.fail(err)
				}
				mu.Lock()
				for _, claimed := range got {
					taken[claimed.ID] = true
				}
				mu.Unlock()
			}
		})
	}
	chance := random.New(random.NewPCG(1, 1))
	for range n {
		time.Sleep(time.Duration(chance.ExpFloat64() * float64(time.Second) * claimRows / claimPace))
		turns <- time.Now()
	}
	close(turns)
	all.Wait()
	if err := w.watch.failed(); err != nil {
		return nil, err
	}
	// If two claims took the same row, another row would be left.
	if len(taken) != n*claimRows {
		return nil, fmt.Errorf("%d rows of %d were claimed", len(taken), n*claimRows)
	}
	return &took, nil
}

// claims lets workers claim n rows, all workers at once and again until no row is left, and checks
// that each row was claimed once. Claimed rows are finished in between. Claimed entries come first
// in the queue, and are never more than the workers can take.
func (w *world) claims(ctx context.Context, workers, n int) (*times, error) {
	if err := w.wake(ctx, 0, n); err != nil {
		return nil, err
	}
	var took times
	taken := map[decision.ProductID]bool{}
	for len(taken) < n {
		got := w.claimAtOnce(ctx, workers, &took)
		if err := w.watch.failed(); err != nil {
			return nil, err
		}
		before := len(taken)
		for owner, rows := range got {
			for _, row := range rows {
				if taken[row.ID] {
					return nil, fmt.Errorf("row %d was claimed twice", row.ID)
				}
				taken[row.ID] = true
			}
			if err := w.giveBack(ctx, owner, rows); err != nil {
				return nil, err
			}
		}
		if len(taken) == before {
			return nil, fmt.Errorf("%d rows of %d were claimed", before, n)
		}
	}
	return &took, nil
}

// claimAtOnce returns the rows that each owner got. It measures only complete claims, because the
// last claims have fewer rows.
func (w *world) claimAtOnce(ctx context.Context, workers int, took *times) map[string][]queueports.Claimed {
	out := make(map[string][]queueports.Claimed, workers)
	var mu sync.Mutex
	var all sync.WaitGroup
	start := make(chan struct{})
	for range workers {
		owner := rand.Text()
		all.Go(func() {
			<-start
			begin := time.Now()
			got, err := w.due.Claim(ctx, queueports.Claim{
				Owner: owner, Priority: repricer.PriorityNormal, Limit: claimRows, Now: begin, Lease: time.Minute,
			})
			spent := time.Since(begin)
			if err != nil {
				w.watch.fail(err)
			}
			if len(got) == claimRows {
				took.add(spent)
			}
			mu.Lock()
			defer mu.Unlock()
			out[owner] = got
		})
	}
	close(start)
	all.Wait()
	return out
}

// giveBack finishes claimed rows, which removes them from the queue.
func (w *world) giveBack(ctx context.Context, owner string, got []queueports.Claimed) error {
	done := make([]queueports.Finished, len(got))
	for i, claimed := range got {
		done[i] = queueports.Finished{ID: claimed.ID, Now: time.Now()}
	}
	return w.store.InLazyTx(ctx, func(ctx context.Context) error { return w.due.Finish(ctx, w.teams[0].id, owner, done) })
}
