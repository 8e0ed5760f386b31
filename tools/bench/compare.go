package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"sellingassistant/tools/bench/plan"
)

const (
	// sampledDocuments counts the documents of each team that are compared here. The load generator
	// compares again whenever it reads such a document.
	sampledDocuments = 30
	sampledBulks     = 10
)

// compare sends both programs the same requests and requires the same answers.
func (f *field) compare(ctx context.Context, ops []plan.Op) error {
	for _, op := range ops {
		var err error
		if op == plan.Bulk {
			err = f.compareBulk(ctx)
		} else {
			_, err = f.expected(ctx, op)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
	}
	return nil
}

// expected returns the answers to a sample of reads, by the names under which the load generator
// looks them up. Both programs must agree on them.
func (f *field) expected(ctx context.Context, op plan.Op) (map[string]string, error) {
	out := map[string]string{}
	random := rand.New(rand.NewPCG(1, 2))
	for i, team := range f.teams {
		if op == plan.Relay {
			for _, domain := range plan.Domains {
				body, err := f.same(ctx, op, http.MethodGet, plan.RelayPath(&f.teams[i], 1, domain), team.Key, nil)
				if err != nil {
					return nil, err
				}
				out[string(op)] = string(body)
			}
			continue
		}
		if op == plan.List {
			body, err := f.same(ctx, op, http.MethodGet, plan.DocumentsPath+"?limit="+strconv.Itoa(plan.Page), team.Key, nil)
			if err != nil {
				return nil, err
			}
			if n := bytes.Count(body, []byte(`"original_name"`)); n != plan.Page {
				return nil, fmt.Errorf("a list has %d documents", n)
			}
			out[strconv.FormatInt(team.ID, 10)] = string(body)
			continue
		}
		for range sampledDocuments {
			path := plan.DocumentsPath + "/" + strconv.FormatInt(team.Documents[random.IntN(len(team.Documents))], 10)
			body, err := f.same(ctx, op, http.MethodGet, path, team.Key, nil)
			if err != nil {
				return nil, err
			}
			out[path] = string(body)
		}
	}
	return out, nil
}

// compareBulk sends both programs the same changes in turn, each twice. Each change must also reach
// the database, and queue the same rows.
func (f *field) compareBulk(ctx context.Context) error {
	for n := range sampledBulks {
		team := f.teams[n%len(f.teams)]
		ids := team.Products[n*plan.BulkRows/2 : n*plan.BulkRows/2+plan.BulkRows]
		price := f.price
		f.price++
		body := plan.BulkBody(ids, price)
		var answers [2][]byte
		var queued [2]string
		for i, p := range []*program{f.service, f.floor} {
			if err := f.unqueue(ctx, ids); err != nil {
				return err
			}
			for range 2 {
				if err := f.setPrice(ctx, ids, 0); err != nil {
					return err
				}
				var err error
				if answers[i], err = p.ask(ctx, http.MethodPatch, plan.ProductsPath, team.Key, body); err != nil {
					return err
				}
				if err := f.checkPrice(ctx, ids, price); err != nil {
					return fmt.Errorf("the %s program: %w", p.name, err)
				}
			}
			var err error
			if queued[i], err = f.queued(ctx, ids); err != nil {
				return fmt.Errorf("the %s program: %w", p.name, err)
			}
		}
		if queued[0] != queued[1] {
			return fmt.Errorf("the programs queue differently\nservice\n%s\nfloor\n%s", queued[0], queued[1])
		}
		if err := alike(plan.Bulk, answers); err != nil {
			return err
		}
		if n := bytes.Count(answers[0], []byte(`"status":"updated"`)); n != len(ids) {
			return fmt.Errorf("%d rows of %d were updated", n, len(ids))
		}
	}
	return nil
}

// setPrice sets the rows to another price than the next call sets.
func (f *field) setPrice(ctx context.Context, ids []int64, hundredths int64) error {
	_, err := f.store.Hot(ctx).Exec(ctx, "UPDATE repricer_products SET max_price = $1 WHERE "+f.store.IDsIn("id", 2),
		9_999_999_900+hundredths, f.store.IDsArg(ids))
	return err
}

// unqueue resets the rows to their state before any call.
func (f *field) unqueue(ctx context.Context, ids []int64) error {
	_, err := f.store.Hot(ctx).Exec(ctx, "DELETE FROM repricer_due WHERE "+f.store.IDsIn("product_id", 1), f.store.IDsArg(ids))
	if err != nil {
		return err
	}
	_, err = f.store.Hot(ctx).Exec(ctx, "UPDATE repricer_products SET run_state = 'idle', next_due_at = 1774600000000000 WHERE "+
		f.store.IDsIn("id", 1), f.store.IDsArg(ids))
	return err
}

// queued returns the rows' entries in the queue, one per line. Times are relative to the row's own
// time.
func (f *field) queued(ctx context.Context, ids []int64) (string, error) {
	rows, err := f.store.Hot(ctx).Query(ctx, `SELECT CONCAT_WS(' ', d.product_id, d.team_id, d.lane, d.pace, d.due_at - p.next_due_at,
			d.rises_at - d.due_at, d.enqueued_at - d.due_at, d.woken_by, CASE WHEN d.at_once THEN 'at once' END, d.edits, d.answered, d.leased_until,
			COALESCE(d.offers_at, d.again_at, -1), COALESCE(d.lease_owner, '-'), p.run_state)
		FROM repricer_due AS d JOIN repricer_products AS p ON p.id = d.product_id
		WHERE `+f.store.IDsIn("d.product_id", 1)+" ORDER BY d.product_id", f.store.IDsArg(ids))
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return "", err
		}
		lines = append(lines, line)
	}
	if rows.Err() == nil && len(lines) != len(ids) {
		return "", fmt.Errorf("%d of %d rows were queued", len(lines), len(ids))
	}
	return strings.Join(lines, "\n"), rows.Err()
}

func (f *field) checkPrice(ctx context.Context, ids []int64, hundredths int64) error {
	var n int
	err := f.store.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM repricer_products WHERE max_price = $1 AND "+f.store.IDsIn("id", 2),
		hundredths*100, f.store.IDsArg(ids)).Scan(&n)
	if err == nil && n != len(ids) {
		err = fmt.Errorf("%d of %d rows were stored", n, len(ids))
	}
	return err
}

// same sends both programs a request and returns the answer they agree on.
func (f *field) same(ctx context.Context, op plan.Op, method, path, key string, body []byte) ([]byte, error) {
	var answers [2][]byte
	for i, p := range []*program{f.service, f.floor} {
		var err error
		if answers[i], err = p.ask(ctx, method, path, key, body); err != nil {
			return nil, err
		}
	}
	return plan.Neutral(op, answers[0]), alike(op, answers)
}

func alike(op plan.Op, answers [2][]byte) error {
	service, floor := plan.Neutral(op, answers[0]), plan.Neutral(op, answers[1])
	if bytes.Equal(service, floor) {
		return nil
	}
	at := 0
	for at < min(len(service), len(floor)) && service[at] == floor[at] {
		at++
	}
	part := func(b []byte) []byte { return b[max(0, at-60):min(len(b), at+120)] }
	return fmt.Errorf("the programs answer differently at byte %d\nservice …%s…\nfloor   …%s…", at, part(service), part(floor))
}

// ask calls a program once and requires status 200.
func (p *program) ask(ctx context.Context, method, path, key string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+p.address+plan.Prefix+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set(plan.KeyHeader, key)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := plain.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(res.Status + ": " + string(answer))
	}
	if err != nil {
		return nil, fmt.Errorf("the %s program: %s %s: %w", p.name, method, path, err)
	}
	return answer, nil
}

// plain requests answers without compression.
var plain = &http.Client{Transport: &http.Transport{DisableCompression: true}}
