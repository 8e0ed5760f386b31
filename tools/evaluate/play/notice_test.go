package play

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// told counts the arrivals of many events, each a minute after the event before.
func told(feed Feed, n int) (arrived, late, disordered, nameless, zero int) {
	k := still(1900, 1800)
	w := wire{feed: &feed, seed: 1, key: 1}
	for range n {
		k.At += 60
		w.tell(k)
	}
	last := int64(0)
	for len(w.notices) > 0 {
		x := w.take()
		arrived++
		if x.arrives > x.at+feed.Usual {
			late++
		}
		if x.at < last {
			disordered++
		}
		last = max(last, x.at)
		if x.winner < 0 {
			nameless++
		}
		if x.prices[0] == 0 || x.prices[1] == 0 {
			zero++
		}
		w.done(x)
	}
	return arrived, late, disordered, nameless, zero
}

func TestEventsGoWrongAsOftenAsTheSettingsSay(t *testing.T) {
	arrived, late, disordered, nameless, zero := told(Defaults().Feed, 10_000)
	require.InDelta(t, 10_000*0.85*1.05, arrived, 200)
	require.InDelta(t, 0.24*float64(arrived), late, 200)
	require.Positive(t, disordered)
	require.InDelta(t, 0.2*float64(arrived), nameless, 150)
	require.InDelta(t, 0.01*float64(arrived), zero, 40)

	arrived, late, disordered, nameless, zero = told(Defaults().Faultless().Feed, 1000)
	require.Equal(t, []int{1000, 0, 0, 0, 0}, []int{arrived, late, disordered, nameless, zero})
}

func TestAnOlderEventIsDropped(t *testing.T) {
	s := brief()
	s.Shocks = false
	g := newGame(NewProduct(&s, 1, 0), Strangers, Templates()[0])
	r := g.rows[0]
	k := g.market
	newer, older := picture(k, nil), picture(k, nil)
	newer.at, older.at = start+100, start+50
	older.prices[0] = 1
	r.hear(newer)
	r.hear(older)
	require.EqualValues(t, start+100, r.waiting.at)
	require.Equal(t, g.product.First, r.live)
	newer.prices[0] = 1234
	r.hear(newer)
	require.Equal(t, g.product.First, r.live, "the same event again")
}

func TestASubmissionWaitsItsTurn(t *testing.T) {
	s := brief()
	s.Shocks = false
	s.Submit = Submit{VisibleFrom: 600, VisibleTo: 600}
	g := newGame(NewProduct(&s, 1, 0), Strangers, Templates()[0])
	r := g.rows[0]
	r.due, r.has, r.looked = never, false, start
	price := g.product.Most - 1
	r.submit(price, "")
	step := func(to int64) {
		g.now = to
		g.market.Advance(to)
		r.work()
	}
	step(start + 599)
	require.NotEqual(t, price, g.market.Contenders[0].Listing)
	step(start + 600)
	require.Equal(t, price, g.market.Contenders[0].Listing)
	require.EqualValues(t, 1, r.tally.Changes)
	require.Zero(t, r.tally.Confirmed, "the price is visible, but was not seen yet")
	step(start + 900)
	require.EqualValues(t, 1, r.tally.Confirmed)
	require.False(t, r.send.open)
}

func TestALostSubmissionIsSentOnceMoreAndThenHeld(t *testing.T) {
	s := brief()
	s.Shocks = false
	s.Submit = Submit{VisibleFrom: 600, VisibleTo: 600, Lost: 1000}
	g := newGame(NewProduct(&s, 1, 0), Strangers, Templates()[0])
	r := g.rows[0]
	r.due, r.has, r.looked = never, false, start
	r.submit(g.product.Most-1, "")
	for at := start; at <= start+3600; at += 60 {
		g.now = at
		r.work()
	}
	require.EqualValues(t, 2, r.tally.Submissions)
	require.Zero(t, r.tally.Changes)
	require.EqualValues(t, 1, r.tally.Holds)
	require.True(t, r.held)
}

func TestWarsAndTurnsAreCounted(t *testing.T) {
	var c course
	var got Tally
	price := int64(1000)
	for i, to := range []int64{990, 980, 970, 960, 950, 1000, 990, 995} {
		c.moved(&got, start+int64(i)*900, price, to)
		price = to
	}
	require.EqualValues(t, 8, got.Changes)
	require.EqualValues(t, 3, got.Turns)
	require.EqualValues(t, 1, got.Wars)
	require.EqualValues(t, 3, got.WorstHour)
}

func TestPennyStepsAreCounted(t *testing.T) {
	var c course
	var got Tally
	for _, to := range []int64{4990, 4991, 5009, 5010} {
		c.moved(&got, start, 5000, to)
	}
	require.EqualValues(t, 2, got.Pennies, "9 of 5,000 are 0.18 %, 10 are 0.2 %")
	require.EqualValues(t, 4, got.Changes)
}
