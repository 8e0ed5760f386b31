package notification

import (
	"context"
	"slices"

	"sellingassistant/domain/notification"
)

// parcel has messages received together, and by their handles whether they were stored, failed, or
// neither because the store was unreachable.
type parcel struct {
	all    []received
	stored map[string]bool
	failed map[string]error
	away   error
}

// storers bounds the parcels that are stored in parallel, so that a parcel is prepared while the
// database commits the other.
const storers = 2

// handIn stores a parcel, together with parcels handed in at the same time.
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

// keep stores a parcel. Offer changes come by the thousand and share a transaction; if it fails,
// each is stored separately.
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

// group has the events of a stream that arrived together, the newest first: only the first counts.
// An event without a stream has its own group.
type group []received

// groups groups events by stream; offer changes are separate.
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
