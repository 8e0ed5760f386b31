package notification

import (
	"context"
	"slices"

	"sellingassistant/domain/notification"
)

// parcel is what was received at once, and by the handles of its messages what
// became of them: stored, failed, or neither where the store was away.
type parcel struct {
	all    []received
	stored map[string]bool
	failed map[string]error
	away   error
}

// storers is how many store side by side: the one goes on while the database
// writes down what the other did.
const storers = 2

// handIn stores a parcel, together with those that others hand in meanwhile.
func (i *Intake) handIn(ctx context.Context, p *parcel) {
	if len(p.all) == 0 {
		return
	}
	i.desk.Serve(p, func(parcels []*parcel) {
		var together parcel
		for _, one := range parcels {
			together.all = append(together.all, one.all...)
		}
		i.keep(ctx, &together)
		for _, one := range parcels {
			one.stored, one.failed, one.away = together.stored, together.failed, together.away
		}
	})
}

// keep stores what is in a parcel. Changes of offers, which come by the thousand,
// share a transaction; where it fails each is tried by itself.
func (i *Intake) keep(ctx context.Context, p *parcel) {
	p.stored, p.failed = map[string]bool{}, map[string]error{}
	offers, others := groups(p.all)
	switch err := i.store(ctx, offers...); {
	case err == nil:
		p.store(offers...)
	case unavailable(err):
		p.away = err
	default:
		others = append(others, offers...)
	}
	for _, g := range others {
		switch err := i.store(ctx, g); {
		case err == nil:
			p.store(g)
		case unavailable(err):
			p.away = err
		default:
			for _, r := range g {
				p.failed[r.message.Handle] = err
			}
		}
	}
}

func (p *parcel) store(groups ...group) {
	for _, g := range groups {
		for _, r := range g {
			p.stored[r.message.Handle] = true
		}
	}
}

// group are the events of a stream that came together, the newest first: only
// that one counts. An event without a stream is alone.
type group []received

// groups puts the events of streams together, those that change offers apart.
func groups(all []received) (offers, others []group) {
	slices.SortStableFunc(all, func(a, b received) int {
		return b.event.At.Compare(a.event.At)
	})
	var order []notification.Stream
	by := map[notification.Stream]group{}
	for _, r := range all {
		s, ok := r.event.Stream()
		if !ok {
			others = append(others, group{r})
			continue
		}
		if _, there := by[s]; !there {
			order = append(order, s)
		}
		by[s] = append(by[s], r)
	}
	for _, s := range order {
		if g := by[s]; g[0].event.Offers != nil {
			offers = append(offers, g)
		} else {
			others = append(others, g)
		}
	}
	return offers, others
}
