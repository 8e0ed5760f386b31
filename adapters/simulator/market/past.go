package market

import (
	"sort"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/world"
)

const (
	// PastTick has the seconds between two stored boards of a changed market.
	PastTick = 6 * 3600
	// longestPast bounds the stored boards.
	longestPast = 4 * 730
)

// note stores the board of a changed market, once per PastTick: the board at its end.
func (k *market) note(b *Board) {
	at := b.At.Unix()
	if n := len(k.past); n > 0 && (k.past[n-1].At.Unix()-1)/PastTick == (at-1)/PastTick {
		k.past[n-1] = b
		return
	}
	if len(k.past) == longestPast {
		k.past = k.past[1:]
	}
	k.past = append(k.past, b)
}

// Past returns the boards of a product at times, in seconds of the clock and ascending; the last
// time must be now. Before own offers changed, it opens the session of the time again. From then on
// the market has its past.
func (flo *Floor) Past(p *catalog.Product, s *world.Shop, times []int64) []*Board {
	var past []*Board
	var current *Board
	trading := func(at int64) int64 { return flo.world.Pace.Trading(time.Unix(at, 0)) }
	flo.inMarket(p, s, trading(times[len(times)-1]), func(k *market) { past, current = append(past, k.past...), k.board() })
	found := make([]*Board, len(times))
	again := flo.newMarket(p, s, trading(times[0]))
	for i, at := range times[:len(times)-1] {
		kept := sort.Search(len(past), func(j int) bool { return past[j].At.Unix() > at })
		if kept > 0 {
			// Between its changes the market stays the same.
			b := *past[kept-1]
			b.At = time.Unix(at, 0).UTC()
			found[i] = &b
			continue
		}
		again.bring(trading(at))
		found[i] = again.board()
	}
	found[len(times)-1] = current
	return found
}
