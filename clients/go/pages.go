package sellingassistant

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"
)

// pageEnd has the places at which a page names the next page.
type pageEnd struct {
	Meta struct {
		NextCursor string `json:"next_cursor"`
	} `json:"meta"`
	Pagination struct {
		NextToken string `json:"nextToken"`
	} `json:"pagination"`
	Payload struct {
		NextToken string `json:"NextToken"`
	} `json:"payload"`
}

// all reads page after page, each when its first row is asked for. member names the list of a page,
// and token the parameter for the next page. An error is the last pair.
func all[T any](
	ctx context.Context, c *Client, q request, member, token string, options []Option,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		at := options
		for {
			rows, next, err := onePage[T](ctx, c, q, member, at)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			at = append(slices.Clip(options), change(func(q *request) {
				q.query.Set(token, next)
				if q.query.Has("queryType") { // of an older interface of Amazon
					q.query.Set("queryType", "NEXT_TOKEN")
				}
			}))
		}
	}
}

func onePage[T any](
	ctx context.Context, c *Client, q request, member string, options []Option,
) (rows []T, next string, err error) {
	raw, err := value[json.RawMessage](ctx, c, q, options)
	if err != nil {
		return nil, "", err
	}
	var end pageEnd
	members := map[string]json.RawMessage{}
	err = errors.Join(json.Unmarshal(raw, &end), json.Unmarshal(raw, &members))
	if inner := members["payload"]; err == nil && members[member] == nil && inner != nil {
		err = json.Unmarshal(inner, &members)
	}
	if list := members[member]; err == nil && list != nil {
		err = json.Unmarshal(list, &rows)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s %s: decode the page: %w", q.method, q.path, err)
	}
	return rows, cmp.Or(end.Meta.NextCursor, end.Pagination.NextToken, end.Payload.NextToken), nil
}

// Wait calls look until done, at first four times a second and later every five seconds.
func Wait[T any](
	ctx context.Context, look func(context.Context) (*T, error), done func(*T) bool,
) (*T, error) {
	for pause := 250 * time.Millisecond; ; pause = min(pause*3/2, 5*time.Second) {
		found, err := look(ctx)
		if err != nil || done(found) {
			return found, err
		}
		select {
		case <-ctx.Done():
			return found, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// atWork lists the states in which a job goes on.
var atWork = map[string]bool{
	"queued": true, "running": true, "taking_back": true, // imports
	"parsing": true, "matching": true, "pricing": true, // analyses
	"uploaded": true, "processing": true, // documents
}

// WaitForImport returns an import when its work has ended. Its status says how.
func (c *Client) WaitForImport(ctx context.Context, id int64) (*Import, error) {
	return Wait(ctx, func(ctx context.Context) (*Import, error) { return c.GetImport(ctx, id) },
		func(i *Import) bool { return !atWork[i.Status] })
}

// WaitForAnalysis returns an analysis of a price list when its work has ended. Its status says how.
func (c *Client) WaitForAnalysis(ctx context.Context, id int64) (*Analysis, error) {
	return Wait(ctx, func(ctx context.Context) (*Analysis, error) { return c.GetAnalysis(ctx, id) },
		func(a *Analysis) bool { return !atWork[a.Status] })
}

// WaitForDocument returns a document when it has been read. Its status says how.
func (c *Client) WaitForDocument(ctx context.Context, id int64) (*Document, error) {
	return Wait(ctx, func(ctx context.Context) (*Document, error) { return c.GetDocument(ctx, id) },
		func(d *Document) bool { return !atWork[d.Status] })
}
