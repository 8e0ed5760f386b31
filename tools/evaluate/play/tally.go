package play

import "sellingassistant/domain/repricer/decision"

// Tally is what became of a row in a play, or of several together.
type Tally struct {
	// Profit in hundredths of a cent, from what was really sold at what it
	// really cost.
	Profit int64 `json:"profit_e4"`
	Units  int64 `json:"units"`
	// Sold by anybody, and Shoppers who came.
	Sold     int64 `json:"sold_by_all"`
	Shoppers int64 `json:"shoppers"`
	// Box and Time are seconds with the buy box and in all.
	Box  int64 `json:"box_seconds"`
	Time int64 `json:"seconds"`
	// Changes that became visible, Turns of them in the other direction than the
	// one before, and the most Turns that were sent in one hour of one row.
	Changes int64 `json:"changes"`
	// Pennies are changes of less than 0.2 % of the price.
	Pennies   int64 `json:"changes_below_0_2_percent"`
	Turns     int64 `json:"direction_changes"`
	WorstHour int64 `json:"most_direction_changes_in_an_hour"`
	// Restless is in how many hours of rows there were more than four of them.
	Restless int64 `json:"hours_with_more_than_four_direction_changes"`
	// Submissions sent, Outside the band at that moment, and Stopped ones that
	// should not have been sent.
	Submissions int64 `json:"submissions"`
	Outside     int64 `json:"outside_band"`
	Stopped     int64 `json:"after_stop"`
	Confirmed   int64 `json:"confirmed"`
	// Wars are times in which the own price fell four times within four hours.
	Wars      int64 `json:"wars"`
	Holds     int64 `json:"holds"`
	Decisions int64 `json:"decisions"`
	// Rows is how many rows are in it.
	Rows int64 `json:"rows"`
}

// Add takes another tally in.
func (t *Tally) Add(o Tally) {
	t.Profit += o.Profit
	t.Units += o.Units
	t.Sold += o.Sold
	t.Shoppers += o.Shoppers
	t.Box += o.Box
	t.Time += o.Time
	t.Changes += o.Changes
	t.Pennies += o.Pennies
	t.Turns += o.Turns
	t.WorstHour = max(t.WorstHour, o.WorstHour)
	t.Restless += o.Restless
	t.Submissions += o.Submissions
	t.Outside += o.Outside
	t.Stopped += o.Stopped
	t.Confirmed += o.Confirmed
	t.Wars += o.Wars
	t.Holds += o.Holds
	t.Decisions += o.Decisions
	t.Rows += o.Rows
}

// course follows the visible price of a row.
type course struct {
	last  int   // direction of the last change
	hour  int64 // that is being counted
	turns int64 // in it
	falls []int64
	atWar bool
}

const (
	calmTurns = 4
	warFalls  = 4
	warWindow = 4 * hour
)

// moved notes a visible change of the own price.
func (c *course) moved(t *Tally, at, from, to int64) {
	direction := 1
	if to < from {
		direction = -1
	}
	t.Changes++
	if max(to-from, from-to)*500 < from {
		t.Pennies++
	}
	if at/hour != c.hour {
		c.hour, c.turns = at/hour, 0
	}
	if c.last != 0 && direction != c.last {
		t.Turns++
		c.turns++
		t.WorstHour = max(t.WorstHour, c.turns)
		if c.turns == calmTurns+1 {
			t.Restless++
		}
	}
	c.last = direction
	if direction > 0 {
		c.falls, c.atWar = c.falls[:0], false
		return
	}
	c.falls = append(c.falls, at)
	for len(c.falls) > 0 && c.falls[0] < at-warWindow {
		c.falls = c.falls[1:]
	}
	if !c.atWar && len(c.falls) >= warFalls {
		t.Wars++
	}
	c.atWar = len(c.falls) >= warFalls
}

// Moment is a row at one time, for drawing.
type Moment struct {
	At int64
	// Own and Box are landed prices in cents; Box is 0 when empty.
	Own, Box int64
	// Floor is that of the row, Winning whether it has the box.
	Floor   int64
	Winning bool
	// Reason of the decision before.
	Reason decision.Reason
}
