package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/tools/bench/plan"
)

const (
	mostBulk = 150 // ms
	mostPage = 10  // ms
	// bulkCalls counts the calls that change rows.
	bulkCalls = 200
	// pagesOf counts the pages that are turned in each order.
	pagesOf  = 150
	pageSize = 50
)

// orders lists the orders that a user can choose.
var orders = []string{"id", "created_at", "updated_at", "current_price", "buy_box_share_24h"}

// measureCalls asks the program for pages and changes, over a socket, one call after the other.
func measureCalls(ctx context.Context, w *world, _ options) (all []figure, err error) {
	cfg, err := config.Load(w.env, false)
	if err != nil {
		return nil, err
	}
	app, err := compose.New(ctx, cfg, compose.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, app.Close(context.WithoutCancel(ctx))) }()
	if err := app.Listen(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, app.Drain(context.WithoutCancel(ctx))) }()
	c := &calling{address: app.URL() + plan.Prefix + plan.ProductsPath, key: w.teams[0].key}
	pages, err := c.pages(ctx)
	if err != nil {
		return nil, err
	}
	bulks, err := c.bulks(ctx, w.teams[0])
	if err != nil {
		return nil, err
	}
	return []figure{
		{
			name: fmt.Sprintf("list of %d rows, any page of any order, p99", pageSize), unit: "ms", value: milliseconds(pages.at(99)),
			target: atMost(mostPage), note: fmt.Sprintf("p50 %s", number(milliseconds(pages.at(50)))),
		},
		{
			name: fmt.Sprintf("change of %d rows in a call, p99", plan.BulkRows), unit: "ms", value: milliseconds(bulks.at(99)),
			target: atMost(mostBulk), note: fmt.Sprintf("p50 %s", number(milliseconds(bulks.at(50)))),
		},
	}, nil
}

type calling struct{ address, key string }

// pages turns pages of each order in both directions: at the beginning, and as deep as larger pages
// lead in the same number of steps.
func (c *calling) pages(ctx context.Context) (*times, error) {
	var took times
	for _, order := range orders {
		for _, direction := range []string{"", "-"} {
			query := "?sort=" + direction + order
			cursor := ""
			for n := range pagesOf {
				// Every second step reads a larger page to reach deep pages.
				size := pageSize
				if n%2 == 1 {
					size = 4 * pageSize
				}
				next, d, err := c.page(ctx, fmt.Sprintf("%s&limit=%d%s", query, size, cursor), size)
				if err != nil {
					return nil, err
				}
				if size == pageSize && n >= 4 {
					took.add(d)
				}
				if next == "" {
					break
				}
				cursor = "&cursor=" + url.QueryEscape(next)
			}
		}
	}
	return &took, nil
}

func (c *calling) page(ctx context.Context, query string, size int) (next string, took time.Duration, err error) {
	body, took, err := c.call(ctx, http.MethodGet, query, nil)
	if err != nil {
		return "", 0, err
	}
	var answer struct {
		Data []json.RawMessage `json:"data"`
		Meta struct {
			NextCursor *string `json:"next_cursor"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", 0, err
	}
	if answer.Meta.NextCursor == nil {
		return "", took, nil
	}
	if len(answer.Data) != size {
		return "", 0, fmt.Errorf("a page has %d rows, not %d", len(answer.Data), size)
	}
	return *answer.Meta.NextCursor, took, nil
}

// bulks changes the limits of rows, of other rows with every call.
func (c *calling) bulks(ctx context.Context, t team) (*times, error) {
	var took times
	for n := range bulkCalls + bulkCalls/10 {
		ids := make([]int64, plan.BulkRows)
		for i := range ids {
			ids[i] = t.first + (int64(n)*plan.BulkRows+int64(i))*7919%t.rows
		}
		body, d, err := c.call(ctx, http.MethodPatch, "", plan.BulkBody(ids, int64(6_000+n)))
		if err != nil {
			return nil, err
		}
		if updated := bytes.Count(body, []byte(`"status":"updated"`)); updated != len(ids) {
			return nil, fmt.Errorf("%d rows of %d were changed", updated, len(ids))
		}
		if n >= bulkCalls/10 {
			took.add(d)
		}
	}
	return &took, nil
}

// call makes a call and requires status 200.
func (c *calling) call(ctx context.Context, method, query string, body []byte) ([]byte, time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.address+query, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	r.Header.Set(plan.KeyHeader, c.key)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	begin := time.Now()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	took := time.Since(begin)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s: %.300s", method, query, res.Status, answer)
	}
	return answer, took, err
}
