package play

import (
	"slices"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
)

// notice has the state of the market in an event or a read.
type notice struct {
	// at has the time of this state, arrives the time at which it is known.
	at, arrives int64
	// prices has listing prices by contender, -1 for an absent contender.
	prices []int64
	// box has the landed price in the buy box, 0 without an owner. winner has the owner, -1 if not
	// reported.
	box      int64
	winner   int
	external int64
}

// picture returns the current state of the market.
func picture(k *competition.Market, room []int64) notice {
	n := notice{at: k.At, arrives: k.At, prices: room[:0], winner: k.Winner, external: k.External}
	for i := range k.Contenders {
		c := &k.Contenders[i]
		price := c.Price()
		if c.Away || c.Sub > 0 {
			price = -1
		}
		n.prices = append(n.prices, price)
	}
	if k.Winner >= 0 {
		n.box = k.Contenders[k.Winner].Landed()
	}
	return n
}

// wire carries events to the rows, with faults on the way.
type wire struct {
	feed  *Feed
	seed  uint64
	key   uint64
	count uint64
	// notices on the way, the next to arrive first.
	notices []notice
	free    [][]int64
}

// Sends an event of the market. Its faults follow from the time, so that players with the same
// actions meet the same faults.
func (w *wire) tell(k *competition.Market) {
	w.count++
	d := draw.From(w.seed, ofEvent, w.key, uint64(k.At)<<8+w.count&255)
	if d.Chance(w.feed.Loss) {
		return
	}
	w.send(k, &d)
	if d.Chance(w.feed.Duplicates) {
		w.send(k, &d)
	}
}

func (w *wire) send(k *competition.Market, d *draw.Series) {
	n := picture(k, w.room())
	n.arrives = k.At + int64(d.Between(5, int(w.feed.Usual)))
	if d.Chance(w.feed.Late) || d.Chance(w.feed.Disorder) {
		n.arrives = k.At + int64(d.Between(int(w.feed.Usual), int(w.feed.Latest)))
	}
	if d.Chance(w.feed.WinnerMissing) {
		n.winner = -1
	}
	if d.Chance(w.feed.ZeroPrices) {
		if i := d.Below(len(n.prices)); n.prices[i] > 0 {
			n.prices[i] = 0
		}
	}
	at, _ := slices.BinarySearchFunc(w.notices, n.arrives, func(have notice, arrives int64) int {
		if have.arrives <= arrives {
			return -1
		}
		return 1
	})
	w.notices = slices.Insert(w.notices, at, n)
}

func (w *wire) room() []int64 {
	if len(w.free) == 0 {
		return nil
	}
	last := w.free[len(w.free)-1]
	w.free = w.free[:len(w.free)-1]
	return last
}

// next returns the arrival time of the next event.
func (w *wire) next() int64 {
	if len(w.notices) == 0 {
		return competition.Never
	}
	return w.notices[0].arrives
}

// take returns the event that arrives now.
func (w *wire) take() notice {
	n := w.notices[0]
	w.notices = slices.Delete(w.notices, 0, 1)
	return n
}

// done returns the memory of an event for reuse.
func (w *wire) done(n notice) { w.free = append(w.free, n.prices) }
