package inbound

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/inbound"
)

// keep has how long a value is kept, 0 for never, and the number of its records.
type keep struct {
	time   time.Duration
	weight int
}

func shortly(weight int) keep { return keep{port.KeepOther, weight} }

// keyOf names a read by its parameters. The last part may contain anything, the others no line
// break.
func keyOf(s shop, what string, of ...string) port.Key {
	return port.Key{Team: s.Team, Connection: s.Connection, Marketplace: s.market, What: what, Of: strings.Join(of, "\n")}
}

func pageText(p inbound.PageRequest) string { return strconv.Itoa(p.Size) + "\n" + p.Token }

// recall returns a cached value, or reads it once for all concurrent callers. The value is shared
// and must not be changed.
func recall[T any](ctx context.Context, s *Inbound, k port.Key, read func(ctx context.Context) (T, keep, error)) (T, error) {
	var none T
	if v, ok := s.cache.Get(ctx, k); ok {
		if found, ok := v.(T); ok {
			return found, nil
		}
	}
	v, err := s.flights.Do(ctx, k, func(ctx context.Context) (any, error) {
		v, keep, err := read(ctx)
		if err != nil {
			return nil, err
		}
		if keep.time > 0 {
			s.cache.PutFor(ctx, k, v, keep.time, keep.weight)
		}
		return v, nil
	})
	if err != nil {
		return none, inTime(err)
	}
	found, ok := v.(T)
	if !ok {
		return none, fmt.Errorf("the read %s returned a %T", k.What, v)
	}
	return found, nil
}

// inTime turns an exceeded budget into a fault of this program.
func inTime(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		if _, ok := fault.As(err); !ok {
			return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not answer in time.").
				After(time.Second).Because(err)
		}
	}
	return err
}

// reserve has the time kept for building an answer without the parts that were not read in time.
const reserve = time.Second

// inShort returns a context that ends soon enough to answer afterwards.
func inShort(ctx context.Context) (context.Context, context.CancelFunc) {
	latest, ok := ctx.Deadline()
	if !ok {
		return context.WithTimeout(ctx, budget-reserve)
	}
	return context.WithDeadline(ctx, latest.Add(-reserve))
}

// eachPage reads a list to its end and returns how many pages it read, even after an error.
func eachPage[T any](ctx context.Context, fetch func(ctx context.Context, token string) (inbound.Page[T], error), add func([]T)) (pages int, err error) {
	token := ""
	for pages < maxPages {
		page, err := fetch(ctx, token)
		if err != nil {
			return pages, err
		}
		pages++
		add(page.Items)
		if page.Next == "" {
			return pages, nil
		}
		token = page.Next
	}
	return pages, fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace's list does not end.").After(time.Minute)
}

// everyPage reads a list to its end.
func everyPage[T any](ctx context.Context, fetch func(ctx context.Context, token string) (inbound.Page[T], error)) ([]T, error) {
	var all []T
	_, err := eachPage(ctx, fetch, func(items []T) { all = append(all, items...) })
	return all, err
}

// away reports whether the older API failed, by a refusal of any kind or by silence. Every answer
// can do without it; the log of the calls has the error. An unknown error is a mistake of ours.
func away(err error) bool {
	_, ok := fault.As(err)
	return ok
}

func boxWeight(p inbound.Page[inbound.Box]) int {
	weight := len(p.Items)
	for _, b := range p.Items {
		weight += len(b.Items)
	}
	return weight
}
