package research

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// budget bounds a question if its caller brings no deadline.
const budget = 15 * time.Second

// Histories passes questions on to the provider of price histories.
type Histories struct {
	provider ports.Histories
	meter    meter.Meter
	kept     ports.Kept
	known    ports.Known
	payments ports.Payments
	clock    clock.Clock
	flights  *flight.Group[ports.Key, []byte]
}

// NewHistories returns the use case. It keeps answers of the provider for the teams that paid them,
// and reuses facts of products that they paid for.
func NewHistories(provider ports.Histories, m meter.Meter, kept ports.Kept, known ports.Known, paid ports.Payments, c clock.Clock) *Histories {
	return &Histories{provider: provider, meter: m, kept: kept, known: known, payments: paid, clock: c, flights: flight.New[ports.Key, []byte](budget)}
}

// Ask returns the provider's JSON. Faults in this order: Invalid for the marketplace, Payment for
// the plan, then the provider's. An answer costs as many tokens of the plan as of the provider, at
// least 1. It costs nothing if the team paid it within ports.KeptFor or shares it with an equal
// call in progress. A refusal and a failure cost nothing either.
func (h *Histories) Ask(ctx context.Context, who caller.Caller, choice marketplace.Choice, q lookup.Question) ([]byte, error) {
	m, err := choice.Resolve(who.Home)
	if err != nil {
		return nil, err
	}
	q.Marketplace = m
	return h.ask(ctx, who.Team, q, func(ctx context.Context, ask asking) (lookup.Answer, error) {
		return meter.SpendMeasured(ctx, h.meter, who.Team, max(1, q.Cost), ask)
	})
}

// asking asks the provider and returns the tokens that the answer costs the plan.
type asking func(context.Context) (lookup.Answer, int64, error)

// free asks without a cost for the plan.
func free(ctx context.Context, ask asking) (lookup.Answer, error) {
	a, _, err := ask(ctx)
	return a, err
}

// ask returns the answer that is kept, or a new answer.
func (h *Histories) ask(ctx context.Context, team id.Team, q lookup.Question, spend func(context.Context, asking) (lookup.Answer, error)) ([]byte, error) {
	key := ports.Key{Team: team, Marketplace: q.Marketplace.ID, Kind: q.Kind, Asked: asked(q)}
	found, err := h.flights.Do(ctx, key, func(ctx context.Context) ([]byte, error) {
		kept, ok, err := h.kept.Get(ctx, key, h.clock.Now().Add(-ports.KeptFor))
		if ok || err != nil {
			return kept, err
		}
		a, err := spend(ctx, func(ctx context.Context) (lookup.Answer, int64, error) {
			a, err := h.provider.Ask(ctx, q)
			if err == nil {
				err = h.kept.Put(context.WithoutCancel(ctx), key, a.Again, h.clock.Now())
			}
			return a, max(1, a.Consumed), err
		})
		return a.Body, err
	})
	return found, fault.InTime(err)
}

// History has the history of one product, for display.
type History struct {
	lookup.Product
	// Now has the minute up to which it is shown.
	Now series.Minute
	// Consumed counts the provider's tokens that the answer cost; 0 for a kept answer.
	Consumed int64
}

// History returns the provider's history of the single product that a question names, with the
// faults and tokens of Ask. A question with only the ASIN is free if the team has paid for the
// product already.
func (h *Histories) History(ctx context.Context, who caller.Caller, choice marketplace.Choice, q lookup.Question) (History, error) {
	product, err := asin.Parse(q.Query["asin"])
	m, err2 := choice.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return History{}, err
	}
	q.Marketplace = m
	now := h.clock.Now()
	out := History{Now: series.MinuteOf(now)}
	paid := false
	if len(q.Query) == 1 {
		since, err := h.payments.Since(ctx, who.Team, m.ID, []asin.ASIN{product}, now.Add(-ports.KeptFor))
		if err != nil {
			return History{}, err
		}
		_, paid = since[product]
	}
	known, _ := h.known.Get(ctx, ports.ProductKey{Team: who.Team, Marketplace: m.ID, ASIN: product})
	if paid && known.History.OK() && known.History.Fresh(now, ports.KeptFor) {
		out.Product = known.History.Value
		return out, nil
	}
	var a []byte
	if paid {
		a, err = h.ask(ctx, who.Team, q, free)
	} else {
		a, err = h.Ask(ctx, who, choice, q)
	}
	if err != nil {
		return History{}, err
	}
	all, consumed, err := h.provider.Read(a)
	if err != nil {
		return History{}, err
	}
	i := slices.IndexFunc(all, func(p lookup.Product) bool { return strings.EqualFold(p.ASIN, product.String()) })
	if i < 0 {
		return History{}, fault.Missing()
	}
	out.Product, out.Consumed = all[i], consumed
	return out, nil
}

// Sweep removes answers and payments that are too old to count, and the oldest of more answers than
// are kept.
func (h *Histories) Sweep(ctx context.Context) error {
	before := h.clock.Now().Add(-ports.KeptFor)
	return errors.Join(h.kept.Forget(ctx, before), h.payments.Forget(ctx, before))
}

// asked names a question: equal questions have the same name.
func asked(q lookup.Question) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(q.Query)) {
		b.WriteString(name + "\x00" + q.Query[name] + "\x00")
	}
	b.Write(q.Body)
	return b.String()
}
