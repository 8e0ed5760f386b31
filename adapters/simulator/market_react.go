package simulator

// act lets a seller do what is due.
func (k *market) act(i int) {
	c := &k.contenders[i]
	c.due = 0
	changed := false
	switch c.behaviour {
	case behaveStocker:
		was := c.away
		k.plan(i, k.at)
		changed = was != c.away
	case behaveGlitch:
		was := c.glitch
		k.plan(i, k.at)
		changed = was != c.glitch
	case behaveRetailer:
		was := c.away
		k.plan(i, k.at)
		changed = was != c.away || (!c.away && k.reprice(i))
	default:
		changed = k.reprice(i)
	}
	if changed {
		k.settleAfter(i, changedInternal)
	}
}

// reprice applies the rule of a seller and tells whether the price changed.
func (k *market) reprice(i int) bool {
	c := &k.contenders[i]
	lowest, alone := k.lowestBut(i)
	switch c.behaviour {
	case behaveUndercut:
		return !alone && c.ask(lowest-c.step)
	case behaveMatchLowest, behaveCooperative, behaveRetailer:
		return !alone && c.ask(lowest)
	case behaveMatchBox:
		switch {
		case k.winner >= 0 && k.winner != i:
			return c.ask(k.contenders[k.winner].landed())
		case k.winner < 0 && !alone:
			return c.ask(lowest)
		}
	case behaveTwoBound:
		switch {
		case alone:
		case c.landed() <= c.floor || lowest-c.step < c.floor:
			return c.ask(c.ceiling)
		default:
			return c.ask(lowest - c.step)
		}
	case behaveClimber:
		return k.climb(i)
	case behaveMirror:
		if k.winner >= 0 && k.winner != i {
			if box := k.contenders[k.winner].landed(); box < c.landed() {
				return c.ask(box)
			}
		}
	}
	return false
}

// climb raises while the seller wins. When that costs the box it goes back to
// what won last, and stays there until it loses again.
func (k *market) climb(i int) bool {
	c := &k.contenders[i]
	switch {
	case k.winner == i && c.stepsBack:
		return false
	case k.winner == i:
		c.won = c.landed()
		if !c.ask(c.won + c.step) {
			return false
		}
		c.due = k.at + int64(c.delay)
		return true
	case k.winner < 0:
		return false
	case c.won > 0 && c.won < c.landed():
		back := c.won
		c.won, c.stepsBack = 0, true
		return c.ask(back)
	default:
		// Lost to somebody cheaper: below the box, and up again from there.
		c.won, c.stepsBack = 0, false
		return c.ask(k.contenders[k.winner].landed() - c.step)
	}
}

// lowestBut is the lowest landed price of the other new offers.
func (k *market) lowestBut(i int) (landed int64, alone bool) {
	landed = never
	for j := range k.contenders {
		if c := &k.contenders[j]; j != i && !c.away && c.sub == 0 && c.price() > 0 {
			landed = min(landed, c.landed())
		}
	}
	return landed, landed == never
}

// mayWin tells whether an offer can be in the buy box: new, there, of a seller
// good enough, and not far above the price outside.
func (k *market) mayWin(c *contender) bool {
	return !c.away && c.sub == 0 && c.featured && c.price() > 0 && !k.tooDear(c.landed())
}

// tooDear tells a price more than a fifth above the price outside.
func (k *market) tooDear(landed int64) bool { return k.external > 0 && landed*10 > k.external*12 }

// Weights of an offer in thousandths: three percent for shipping from the
// marketplace's fulfilment centres, a little against little or bad feedback.
func (c *contender) weight() int64 {
	w := int64(1000)
	if c.fba {
		w = 970
	}
	if c.feedback < 100 || c.positive < 90 {
		w += 10
	}
	return w
}

// beats tells whether i comes before j in the buy box. The marketplace itself
// wins ties; the others' are decided for each product for good.
func (k *market) beats(i, j int) bool {
	a, b := &k.contenders[i], &k.contenders[j]
	switch x, y := a.landed()*a.weight(), b.landed()*b.weight(); {
	case x != y:
		return x < y
	case (a.behaviour == behaveRetailer) != (b.behaviour == behaveRetailer):
		return a.behaviour == behaveRetailer
	}
	return mix(k.key^uint64(i)<<32) < mix(k.key^uint64(j)<<32)
}

// award finds the winners of the buy box and tells whether they are others
// than before.
func (k *market) award() bool {
	winner, second := -1, -1
	for i := range k.contenders {
		c := &k.contenders[i]
		if !k.mayWin(c) {
			continue
		}
		if winner < 0 || k.beats(i, winner) {
			winner = i
		}
		if !c.prime && (second < 0 || k.beats(i, second)) {
			second = i
		}
	}
	if !k.split || winner < 0 || !k.contenders[winner].prime {
		second = -1
	}
	changed := winner != k.winner || second != k.second
	k.winner, k.second = winner, second
	return changed
}
