package research

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

// budget bounds a question whose caller brings no deadline.
const budget = 15 * time.Second

// Histories passes questions on to the provider of price histories.
type Histories struct {
	provider ports.Histories
	meter    meter.Meter
	kept     ports.Kept
	known    ports.Known
	clock    clock.Clock
	flights  *flight.Group[ports.Key, []byte]
}

// NewHistories keeps answers of the provider for the teams that paid them, and takes what is known of products that they paid.
func NewHistories(provider ports.Histories, m meter.Meter, kept ports.Kept, known ports.Known, c clock.Clock) *Histories {
	return &Histories{provider: provider, meter: m, kept: kept, known: known, clock: c, flights: flight.New[ports.Key, []byte](budget)}
}

// Ask returns the provider's JSON. Faults in this order: Invalid for the marketplace, Payment for the plan, those of the
// provider. An answer costs as many tokens of the plan as the provider's, at least one; one that the team paid within
// ports.KeptFor, one shared with an equal call in progress, a refusal and a failure cost nothing.
func (h *Histories) Ask(ctx context.Context, who caller.Caller, choice marketplace.Choice, q lookup.Question) ([]byte, error) {
	m, err := choice.Resolve()
	if err != nil {
		return nil, err
	}
	q.Marketplace = m
	key := ports.Key{Team: who.Team, Marketplace: m.ID, Kind: q.Kind, Asked: asked(q)}
	if found, ok := h.kept.Get(ctx, key); ok {
		return found, nil
	}
	found, err := h.flights.Do(ctx, key, func(ctx context.Context) ([]byte, error) {
		// An equal call may have ended between the look into the cache and here.
		if found, ok := h.kept.Get(ctx, key); ok {
			return found, nil
		}
		a, err := meter.SpendMeasured(ctx, h.meter, who.Team, max(1, q.Cost), func(ctx context.Context) (lookup.Answer, int64, error) {
			a, err := h.provider.Ask(ctx, q)
			return a, max(1, a.Consumed), err
		})
		if err != nil {
			return nil, err
		}
		h.kept.Put(context.WithoutCancel(ctx), key, a.Again)
		return a.Body, nil
	})
	return found, fault.InTime(err)
}

// History is that of one product, to be shown.
type History struct {
	lookup.Product
	// Now is the minute up to which it is shown.
	Now series.Minute
	// Consumed is how many of the provider's tokens the answer cost; 0 where it was kept.
	Consumed int64
}

// History is what the provider has of the one product that a question names, with the faults and tokens of Ask. What the team paid
// for by a look at the product serves a question that wants no more than the product.
func (h *Histories) History(ctx context.Context, who caller.Caller, choice marketplace.Choice, q lookup.Question) (History, error) {
	product, err := asin.Parse(q.Query["asin"])
	m, err2 := choice.Resolve()
	if err := fault.Both(err, err2); err != nil {
		return History{}, err
	}
	out := History{Now: series.MinuteOf(h.clock.Now())}
	known, _ := h.known.Get(ctx, ports.ProductKey{Team: who.Team, Marketplace: m.ID, ASIN: product})
	if len(q.Query) == 1 && known.History.OK() && known.History.Fresh(h.clock.Now(), ports.KeptFor) && h.clock.Now().Sub(known.Paid) < ports.KeptFor {
		out.Product = known.History.Value
		return out, nil
	}
	a, err := h.Ask(ctx, who, choice, q)
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

// asked names a question: equal ones have one name.
func asked(q lookup.Question) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(q.Query)) {
		b.WriteString(name + "\x00" + q.Query[name] + "\x00")
	}
	b.Write(q.Body)
	return b.String()
}
