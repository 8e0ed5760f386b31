package play

import (
	"slices"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
)

// notice is what an event, or a read, tells of the market.
type notice struct {
	// at is when it was like this, arrives when it is known.
	at, arrives int64
	// prices are listing prices by contender, -1 for who is not there.
	prices []int64
	// box is the landed price in the buy box, 0 for none; winner has it, -1 where
	// that is not told.
	box      int64
	winner   int
	external int64
}

// picture is the market as it is.
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

// wire carries events to the rows, with what goes wrong on the way.
type wire struct {
	feed  *Feed
	seed  uint64
	key   uint64
	count uint64
	// on the way, the next to arrive first.
	notices []notice
	free    [][]int64
}

// tell sends an event of the market. What goes wrong with it follows from the
// time, so that players meet the same trouble where they do the same.
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

// next is when the next event arrives.
func (w *wire) next() int64 {
	if len(w.notices) == 0 {
		return competition.Never
	}
	return w.notices[0].arrives
}

// take is the event that arrives now.
func (w *wire) take() notice {
	n := w.notices[0]
	w.notices = slices.Delete(w.notices, 0, 1)
	return n
}

// done gives the room of an event back.
func (w *wire) done(n notice) { w.free = append(w.free, n.prices) }
