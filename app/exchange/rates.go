package exchange

import (
	"context"
	"errors"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/exchange"
	"sellingassistant/ports/tx"
)

// rateRecord names a rate in the audit trail.
const rateRecord = "exchange_rate"

// Filter narrows a list of rates.
type Filter = ports.Filter

// Rates provides the use cases of the rates that teams enter.
type Rates struct {
	store ports.Rates
	kind  edit.Kind[exchange.RateID, exchange.RateValues, exchange.Entry, Filter]
	trail audit.Log
	on    tx.Runner
	clock clock.Clock
}

// NewRates returns the use cases.
func NewRates(store ports.Rates, trail audit.Log, runner tx.Runner, clk clock.Clock) *Rates {
	return &Rates{
		store: store, trail: trail, on: runner, clock: clk,
		kind: edit.Kind[exchange.RateID, exchange.RateValues, exchange.Entry, Filter]{
			Store: store, On: runner, Clock: clk, Trail: trail, Noun: rateRecord, Hold: store.Hold,
		},
	}
}

// List reads a page of the team's rates and of the ECB's.
func (r *Rates) List(
	ctx context.Context, who caller.Caller, f Filter, req page.Request,
) (page.Page[exchange.Rate], error) {
	return r.kind.List(ctx, who, f, req)
}

// Delete removes a rate that the team entered. Records that took it keep their rate.
func (r *Rates) Delete(ctx context.Context, who caller.Caller, rate exchange.RateID, ifMatch *int64) error {
	return r.kind.Delete(ctx, who, rate, ifMatch)
}

// Written counts the outcomes of the entries of a call, and has their rates in the same order.
type Written struct {
	Created, Updated, Unchanged int
	Rates                       []exchange.Rate
}

// Put stores up to exchange.MaxEntries rates, all together. A rate of a pair and day that the team
// has already entered is replaced; the same rate again changes nothing. It returns the faults of
// exchange.Checked, and limit_reached (Rule) beyond exchange.MaxRates.
func (r *Rates) Put(ctx context.Context, who caller.Caller, entries []exchange.Entry) (Written, error) {
	values, err := exchange.Checked(entries)
	if err != nil {
		return Written{}, err
	}
	return tx.Value(ctx, r.on, func(ctx context.Context) (Written, error) {
		if err := r.store.Hold(ctx, who.Team); err != nil {
			return Written{}, err
		}
		found, err := r.store.Known(ctx, who.Team, values)
		if err != nil {
			return Written{}, err
		}
		return r.put(ctx, who, values, found)
	})
}

// put decides about each rate, and writes new and changed rates.
func (r *Rates) put(
	ctx context.Context, who caller.Caller, values []exchange.RateValues, found []exchange.Rate,
) (Written, error) {
	now := r.clock.Now()
	known := make(map[exchange.Key]exchange.Rate, len(found))
	for _, rate := range found {
		known[rate.Values.Key()] = rate
	}
	out := Written{Rates: make([]exchange.Rate, len(values))}
	var made, changed []exchange.Rate
	var places []int
	var lines []audit.Entry
	for i, v := range values {
		was, had := known[v.Key()]
		out.Rates[i] = was.With(v, now)
		switch {
		case !had:
			out.Rates[i] = versioned.New[exchange.RateID](who.Team, v, now)
			made, places = append(made, out.Rates[i]), append(places, i)
		case out.Rates[i].Version != was.Version:
			changed = append(changed, out.Rates[i])
			line := audit.For(who, rateRecord, int64(was.ID), "updated", now)
			line.Changes = edit.Changes(versioned.Members(was.Values), versioned.Members(v))
			lines = append(lines, line)
		default:
			out.Unchanged++
		}
	}
	out.Created, out.Updated = len(made), len(changed)
	if len(made) > 0 {
		ids, err := r.insert(ctx, who, made)
		if err != nil {
			return Written{}, err
		}
		for n, place := range places {
			out.Rates[place].ID = ids[n]
			line := audit.For(who, rateRecord, int64(ids[n]), "created", now)
			line.Changes = edit.Changes(nil, versioned.Members(made[n].Values))
			lines = append(lines, line)
		}
	}
	if err := r.store.SaveMany(ctx, changed); err != nil {
		return Written{}, err
	}
	return out, r.trail.Write(ctx, lines...)
}

// insert stores new rates up to the team's limit.
func (r *Rates) insert(ctx context.Context, who caller.Caller, made []exchange.Rate) ([]exchange.RateID, error) {
	n, err := r.store.Count(ctx, who.Team)
	if err != nil {
		return nil, err
	}
	if n+int64(len(made)) > exchange.MaxRates {
		return nil, fault.Newf(fault.Rule, fault.CodeLimitReached,
			"A team has at most %d exchange rates. Remove old ones.", exchange.MaxRates)
	}
	ids, err := r.store.InsertMany(ctx, made)
	if err == nil && slices.Contains(ids, 0) {
		err = errors.New("exchange: a rate of the team was stored without its lock")
	}
	return ids, err
}
