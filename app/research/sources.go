package research

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/research"
)

const (
	// within bounds how long a caller waits for sources.
	within = 12 * time.Second
	// offersFor and restrictionFor bound how long short-lived facts are kept; all else is kept for
	// ports.KeptFor.
	offersFor      = 5 * time.Minute
	restrictionFor = 10 * time.Minute
	// tokensPerProduct has the tokens that answers about a product cost a plan for ports.KeptFor,
	// however many calls they take.
	tokensPerProduct = 1
	// mostFees bounds the fees that are kept of a product.
	mostFees = 20
	// mostHistories bounds the products that the provider is asked for at once.
	mostHistories = 100
)

// Want says which sources are asked.
type Want struct {
	Catalog, Offers, Restriction, History bool
	// Fees returns the questions that follow from the other sources' answers; nil asks for no fees.
	Fees func(lookup.Found) []lookup.FeeQuestion
}

// any says that a source is asked.
func (w Want) any() bool { return w.Catalog || w.Offers || w.Restriction || w.History || w.Fees != nil }

// name distinguishes wants.
func (w Want) name() string {
	return fmt.Sprint(w.Catalog, w.Offers, w.Restriction, w.History, w.Fees != nil)
}

// SourceParts has the dependencies of sources.
type SourceParts struct {
	Sellers   accounts.Sellers
	Catalog   ports.Catalog
	Market    ports.Market
	Histories ports.Histories
	Meter     meter.Meter
	Known     ports.Known
	Payments  ports.Payments
	Clock     clock.Clock
}

// Sources asks all sources of products side by side, and keeps the answers for the team.
type Sources struct {
	SourceParts
	flights *flight.Group[string, lookup.Found]
}

func NewSources(p SourceParts) *Sources {
	return &Sources{p, flight.New[string, lookup.Found](budget)}
}

// Of looks up a single product for a caller who waits. Faults in this order: the first source's if
// no source can be asked; Payment for the plan; Missing if a source says that there is no such
// product; and the fault of a source if no source answered.
//
// It costs a token unless the team paid for the product within ports.KeptFor; a refusal and a
// failure cost nothing. asked names the fee questions of the want.
func (s *Sources) Of(ctx context.Context, who caller.Caller, m marketplace.Marketplace, product asin.ASIN, want Want, asked string) (lookup.Found, error) {
	seller, unconnected := s.seller(ctx, who.Team, m, want)
	if err := s.none(m, want, unconnected); err != nil {
		return lookup.Found{}, err
	}
	key := strings.Join([]string{fmt.Sprint(who.Team), string(m.ID), product.String(), want.name(), asked}, " ")
	found, err := s.flights.Do(ctx, key, func(ctx context.Context) (lookup.Found, error) {
		look := func(ctx context.Context) (lookup.Found, error) {
			ctx, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			f := s.ask(ctx, who.Team, seller, unconnected, m, []asin.ASIN{product}, want)[0]
			return f, judge(f, want)
		}
		known := ports.ProductKey{Team: who.Team, Marketplace: m.ID, ASIN: product}
		paid, err := s.Payments.Since(ctx, who.Team, m.ID, []asin.ASIN{product}, s.Clock.Now().Add(-ports.KeptFor))
		if err != nil {
			return lookup.Found{}, err
		}
		var f lookup.Found
		if at, ok := paid[product]; ok {
			f, err = look(ctx)
			f.Paid = at
		} else {
			f, err = meter.Spend(ctx, s.Meter, who.Team, tokensPerProduct, func(ctx context.Context) (lookup.Found, error) {
				now := s.Clock.Now()
				f, err := look(ctx)
				if err == nil {
					f.Paid, err = now, s.Payments.Pay(context.WithoutCancel(ctx), who.Team, m.ID, []asin.ASIN{product}, now)
				}
				return f, err
			})
		}
		if err == nil {
			s.Known.PutFor(ctx, known, f, ports.KeptFor, f.Weight())
		}
		return f, err
	})
	return found, fault.InTime(err)
}

// Look looks many products up for a caller that pays in its own way. Found products are in the
// order of the question; each has the answers of its sources, or the reasons for missing answers.
func (s *Sources) Look(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN, want Want) []lookup.Found {
	seller, unconnected := s.seller(ctx, team, m, want)
	found := s.ask(ctx, team, seller, unconnected, m, asins, want)
	for _, f := range found {
		s.Known.PutFor(ctx, ports.ProductKey{Team: team, Marketplace: m.ID, ASIN: f.ASIN}, f, ports.KeptFor, f.Weight())
	}
	return found
}

// seller returns the account that Amazon is asked by, if it is asked.
func (s *Sources) seller(ctx context.Context, team id.Team, m marketplace.Marketplace, want Want) (account.Seller, error) {
	if want.Catalog || want.Offers || want.Restriction || want.Fees != nil {
		return s.Sellers.For(ctx, team, m)
	}
	return account.Seller{}, nil
}

// connected says whether Amazon can be asked for a team. Fault: a store that cannot be reached.
func (s *Sources) connected(ctx context.Context, team id.Team, m marketplace.Marketplace) (bool, error) {
	_, err := s.Sellers.For(ctx, team, m)
	if f, ok := fault.As(err); err != nil && (!ok || f.Kind == fault.Unavailable) {
		return false, err
	}
	return err == nil, nil
}

// Returns the fault if no source can be asked. A store that cannot be reached is no missing
// connection.
func (s *Sources) none(m marketplace.Marketplace, want Want, unconnected error) error {
	untracked := error(nil)
	if want.History {
		untracked = s.Histories.Has(m)
	}
	amazon := want.Catalog || want.Offers || want.Restriction || want.Fees != nil
	switch f, ok := fault.As(unconnected); {
	case unconnected != nil && (!ok || f.Kind == fault.Unavailable):
		return unconnected
	case amazon && unconnected != nil && (!want.History || untracked != nil):
		return unconnected
	case !amazon:
		return untracked
	}
	return nil
}

// judge returns the fault of an unknown product.
func judge(f lookup.Found, want Want) error {
	if f.Catalog.OK() || f.Offers.OK() || f.History.OK() {
		return nil
	}
	errs := []error{f.Catalog.Err, f.History.Err, f.Offers.Err}
	if want.Fees != nil {
		for _, q := range want.Fees(f) {
			answer := f.Fees[q]
			if answer.OK() {
				return nil
			}
			errs = append(errs, answer.Err)
		}
	}
	var failed, rejected error
	for _, err := range errs {
		refusal, ok := fault.As(err)
		switch {
		case err == nil:
		case ok && refusal.Kind == fault.NotFound:
			return fault.Missing()
		case failed == nil && (!ok || refusal.Kind == fault.Unavailable || refusal.Kind == fault.Limited):
			failed = err
		case ok && refusal.Code == fault.CodeUpstreamRejected:
			rejected = err
		}
	}
	if failed == nil {
		failed = rejected
	}
	if failed == nil {
		failed = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "No source answered about the product.").After(time.Second)
	}
	return failed
}

// ask refreshes the facts of products: all sources side by side, then fees.
func (s *Sources) ask(ctx context.Context, team id.Team, seller account.Seller, unconnected error, m marketplace.Marketplace, asins []asin.ASIN, want Want) []lookup.Found {
	found := make([]lookup.Found, len(asins))
	for i, a := range asins {
		found[i], _ = s.Known.Get(ctx, ports.ProductKey{Team: team, Marketplace: m.ID, ASIN: a})
		found[i].ASIN = a
	}
	r := round{now: s.Clock.Now(), found: found}
	untracked := s.Histories.Has(m)
	refresh(ctx, &r, want.Catalog, unconnected, ports.KeptFor, func(f *lookup.Found) *lookup.Told[lookup.Facts] { return &f.Catalog },
		func(ctx context.Context, asins []asin.ASIN) []lookup.Told[lookup.Facts] {
			facts, err := s.Catalog(ctx, seller, m, asins)
			return s.told(asins, facts, err)
		})
	refresh(ctx, &r, want.Offers, unconnected, offersFor, func(f *lookup.Found) *lookup.Told[lookup.Offers] { return &f.Offers },
		func(ctx context.Context, asins []asin.ASIN) []lookup.Told[lookup.Offers] {
			return s.Market.Offers(ctx, seller, m, asins)
		})
	refresh(ctx, &r, want.Restriction, unconnected, restrictionFor, func(f *lookup.Found) *lookup.Told[string] { return &f.Restriction },
		func(ctx context.Context, asins []asin.ASIN) []lookup.Told[string] {
			answers := make([]lookup.Told[string], len(asins))
			for i, a := range asins {
				answers[i] = s.Market.Restriction(ctx, team, m, a)
			}
			return answers
		})
	refresh(ctx, &r, want.History, untracked, ports.KeptFor, func(f *lookup.Found) *lookup.Told[lookup.Product] { return &f.History },
		func(ctx context.Context, asins []asin.ASIN) []lookup.Told[lookup.Product] {
			return s.histories(ctx, m, asins)
		})
	r.all.Wait()
	if want.Fees != nil {
		s.fees(ctx, seller, unconnected, m, found, want)
	}
	return found
}

// round has one look at the sources, which write to members of their own.
type round struct {
	all   sync.WaitGroup
	now   time.Time
	found []lookup.Found
}

// refresh asks a source for the products without an answer within life. refused says why it cannot
// be asked.
func refresh[T any](ctx context.Context, r *round, wanted bool, refused error, life time.Duration, part func(*lookup.Found) *lookup.Told[T],
	ask func(context.Context, []asin.ASIN) []lookup.Told[T],
) {
	var places []int
	var asins []asin.ASIN
	for i := range r.found {
		switch p := part(&r.found[i]); {
		case !wanted:
		case refused != nil:
			*p = lookup.Told[T]{Err: refused}
		case !p.Fresh(r.now, life):
			places, asins = append(places, i), append(asins, r.found[i].ASIN)
		}
	}
	if len(asins) == 0 {
		return
	}
	r.all.Go(func() {
		defer func() {
			// A panic in one source must not end the program or the answers of the other sources.
			if trouble := recover(); trouble != nil {
				for _, i := range places {
					*part(&r.found[i]) = lookup.Told[T]{Err: fmt.Errorf("a source panicked: %v", trouble)}
				}
			}
		}()
		for n, answer := range ask(ctx, asins) {
			if f, ok := fault.As(answer.Err); ok && f.Kind == fault.NotFound {
				answer.At = r.now // an answer too, which is cached
			}
			*part(&r.found[places[n]]) = answer
		}
	})
}

// Returns the answers of a source that answers many products at once.
func (s *Sources) told(asins []asin.ASIN, facts map[asin.ASIN]lookup.Facts, err error) []lookup.Told[lookup.Facts] {
	return each(asins, func(a asin.ASIN) lookup.Told[lookup.Facts] {
		f, ok := facts[a]
		switch {
		case ok:
			return lookup.Told[lookup.Facts]{Value: f, At: s.Clock.Now()}
		case err != nil:
			return lookup.Told[lookup.Facts]{Err: err}
		}
		return lookup.Told[lookup.Facts]{Err: fault.Missing()}
	})
}

func each[T any](asins []asin.ASIN, build func(asin.ASIN) T) []T {
	all := make([]T, len(asins))
	for i, a := range asins {
		all[i] = build(a)
	}
	return all
}

// histories asks the provider for as many products at once as it answers. Each answer has all facts
// that statistics need.
func (s *Sources) histories(ctx context.Context, m marketplace.Marketplace, asins []asin.ASIN) []lookup.Told[lookup.Product] {
	var all []lookup.Told[lookup.Product]
	for len(asins) > 0 {
		batch := asins[:min(len(asins), mostHistories)]
		asins = asins[len(batch):]
		a, err := s.Histories.Ask(ctx, lookup.Question{Kind: lookup.ByName, Marketplace: m, Cost: 4 * int64(len(batch)), Query: map[string]string{
			"asin": strings.Join(each(batch, asin.ASIN.String), ","), "stats": "365", "history": "1", "buybox": "1", "rating": "1",
		}})
		products := map[string]lookup.Product{}
		if err == nil {
			var read []lookup.Product
			read, _, err = s.Histories.Read(a.Body)
			for _, p := range read {
				products[p.ASIN] = p
			}
		}
		all = append(all, each(batch, func(a asin.ASIN) lookup.Told[lookup.Product] {
			p, ok := products[a.String()]
			switch {
			case err != nil:
				return lookup.Told[lookup.Product]{Err: err}
			case !ok:
				return lookup.Told[lookup.Product]{Err: fault.Missing()}
			}
			return lookup.Told[lookup.Product]{Value: p, At: s.Clock.Now()}
		})...)
	}
	return all
}

// fees asks Amazon for its fees, for all products in one call of many questions.
func (s *Sources) fees(ctx context.Context, seller account.Seller, unconnected error, m marketplace.Marketplace, found []lookup.Found, want Want) {
	var asked []ports.FeeQuestion
	var places []int
	now := s.Clock.Now()
	for i := range found {
		f := &found[i]
		kept := map[lookup.FeeQuestion]lookup.Told[[]fee.Given]{}
		if len(f.Fees) < mostFees {
			maps.Copy(kept, f.Fees) // share no map with the store
		}
		f.Fees = kept
		for _, q := range want.Fees(*f) {
			switch {
			case unconnected != nil:
				kept[q] = lookup.Told[[]fee.Given]{Err: unconnected}
			case !kept[q].Fresh(now, ports.KeptFor):
				asked, places = append(asked, ports.FeeQuestion{ASIN: f.ASIN, FeeQuestion: q}), append(places, i)
			}
		}
	}
	if len(asked) == 0 {
		return
	}
	for n, answer := range s.Market.Fees(ctx, seller, m, asked) {
		found[places[n]].Fees[asked[n].FeeQuestion] = answer
	}
}
