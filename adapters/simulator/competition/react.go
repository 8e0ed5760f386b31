package competition

import "sellingassistant/adapters/simulator/draw"

// act runs a seller's due action.
func (k *Market) act(i int) {
	c := &k.Contenders[i]
	c.due = 0
	changed := false
	switch c.Behaviour {
	case Stocker:
		was := c.Away
		k.plan(i, k.At)
		changed = was != c.Away
	case Glitch:
		was := c.glitch
		k.plan(i, k.At)
		changed = was != c.glitch
	case Retailer:
		was := c.Away
		k.plan(i, k.At)
		changed = was != c.Away || (!c.Away && k.reprice(i))
	case RandomWalk:
		k.plan(i, k.At)
		changed = k.walk(i)
	default:
		changed = k.reprice(i)
	}
	if changed {
		k.settleAfter(i, ChangedInternal)
	}
}

// reprice applies a seller's rule and reports whether the price changed.
func (k *Market) reprice(i int) bool {
	c := &k.Contenders[i]
	lowest, alone := k.LowestBut(i)
	switch c.Behaviour {
	case Undercut:
		return !alone && c.ask(lowest-c.Step)
	case MatchLowest, Cooperative, Retailer:
		return !alone && c.ask(lowest)
	case MatchBox:
		switch {
		case k.Winner >= 0 && k.Winner != i:
			return c.ask(k.Contenders[k.Winner].Landed())
		case k.Winner < 0 && !alone:
			return c.ask(lowest)
		}
	case TwoBound:
		switch {
		case alone:
		case c.Landed() <= c.Floor || lowest-c.Step < c.Floor:
			return c.ask(c.Ceiling)
		default:
			return c.ask(lowest - c.Step)
		}
	case Climber:
		return k.climb(i)
	case Mirror:
		if k.Winner >= 0 && k.Winner != i {
			if box := k.Contenders[k.Winner].Landed(); box < c.Landed() {
				return c.ask(box)
			}
		}
	}
	return false
}

// climb raises while the seller wins. If that costs the box, it goes back to the last price that
// won, and stays there until it loses again.
func (k *Market) climb(i int) bool {
	c := &k.Contenders[i]
	switch {
	case k.Winner == i && c.stepsBack:
		return false
	case k.Winner == i:
		c.won = c.Landed()
		if !c.ask(c.won + c.Step) {
			return false
		}
		c.due = k.At + int64(c.Delay)
		return true
	case k.Winner < 0:
		return false
	case c.won > 0 && c.won < c.Landed():
		back := c.won
		c.won, c.stepsBack = 0, true
		return c.ask(back)
	default:
		// Lost to a cheaper seller: go below the box, and climb again from there.
		c.won, c.stepsBack = 0, false
		return c.ask(k.Contenders[k.Winner].Landed() - c.Step)
	}
}

// walk takes up to three steps up or down.
func (k *Market) walk(i int) bool {
	tick, _ := k.tick(i, k.At, stroll)
	d := k.tickDraws(i, tick)
	c := &k.Contenders[i]
	return c.ask(c.Landed() + c.Step*int64(d.Between(-3, 3)))
}

// LowestBut returns the lowest landed price of the other new offers.
func (k *Market) LowestBut(i int) (landed int64, alone bool) {
	landed = Never
	for j := range k.Contenders {
		if c := &k.Contenders[j]; j != i && !c.Away && c.Sub == 0 && c.Price() > 0 {
			landed = min(landed, c.Landed())
		}
	}
	return landed, landed == Never
}

// MayWin reports whether an offer may win the buy box. It must be new, in stock, of a good enough
// seller, and not far above the price outside the marketplace.
func (k *Market) MayWin(c *Contender) bool {
	return !c.Away && c.Sub == 0 && c.Featured && c.Price() > 0 && !k.tooDear(c.Landed())
}

// tooDear reports a price more than a fifth above the price outside.
func (k *Market) tooDear(landed int64) bool { return k.External > 0 && landed*10 > k.External*12 }

// luck returns a seller's random handicap of the moment, in millionths of the price.
func (k *Market) luck(i int) int64 {
	if k.Turn <= 0 || k.Noise <= 0 {
		return 0
	}
	return int64(k.lot(i)>>32) % (k.Noise * 1000)
}

// lot draws the number that decides ties: for each product forever, or for one turn.
func (k *Market) lot(i int) uint64 {
	if k.Turn <= 0 {
		return draw.Mix(k.Key ^ uint64(i)<<32)
	}
	turn := uint64((k.At + k.Phase(k.Turn)) / k.Turn)
	return draw.Mix(draw.Mix(k.Key^uint64(i)<<32) + turn)
}

// bid returns an offer's bid for the box; the lowest wins.
func (k *Market) bid(i int) int64 {
	c := &k.Contenders[i]
	return c.Landed() * (c.Weight()*1000 + k.luck(i))
}

// wins reports whether an offer wins against another with an equal bid. Amazon itself wins ties.
func (k *Market) wins(i, j int) bool {
	a, b := &k.Contenders[i], &k.Contenders[j]
	if (a.Behaviour == Retailer) != (b.Behaviour == Retailer) {
		return a.Behaviour == Retailer
	}
	return k.lot(i) < k.lot(j)
}

// award finds the winners of the buy box and reports whether they changed.
func (k *Market) award() bool {
	winner, second := -1, -1
	var best, next int64
	for i := range k.Contenders {
		c := &k.Contenders[i]
		if !k.MayWin(c) {
			continue
		}
		bid := k.bid(i)
		if winner < 0 || bid < best || bid == best && k.wins(i, winner) {
			winner, best = i, bid
		}
		if !c.Prime && (second < 0 || bid < next || bid == next && k.wins(i, second)) {
			second, next = i, bid
		}
	}
	if !k.Split || winner < 0 || !k.Contenders[winner].Prime {
		second = -1
	}
	changed := winner != k.Winner || second != k.Second
	k.Winner, k.Second = winner, second
	return changed
}
