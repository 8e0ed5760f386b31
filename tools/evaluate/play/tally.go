package play

import "sellingassistant/domain/repricer/decision"

// Tally has the results of a row in a play, or of several rows together.
type Tally struct {
	// Profit counts hundredths of a cent, from actual sales at actual costs.
	Profit int64 `json:"profit_e4"`
	Units  int64 `json:"units"`
	// Sold counts the sales of all sellers, Shoppers the arrivals.
	Sold     int64 `json:"sold_by_all"`
	Shoppers int64 `json:"shoppers"`
	// Box and Time count the seconds with the buy box and in total.
	Box  int64 `json:"box_seconds"`
	Time int64 `json:"seconds"`
	// Changes counts visible changes, Turns the changes of direction. WorstHour is the most Turns
	// sent in one hour of one row.
	Changes int64 `json:"changes"`
	// Pennies counts changes of less than 0.2 % of the price.
	Pennies   int64 `json:"changes_below_0_2_percent"`
	Turns     int64 `json:"direction_changes"`
	WorstHour int64 `json:"most_direction_changes_in_an_hour"`
	// Restless counts the hours of rows with more than four turns.
	Restless int64 `json:"hours_with_more_than_four_direction_changes"`
	// Submissions counts sent prices. Outside counts prices outside the band at that moment,
	// Stopped prices that should not have been sent.
	Submissions int64 `json:"submissions"`
	Outside     int64 `json:"outside_band"`
	Stopped     int64 `json:"after_stop"`
	Confirmed   int64 `json:"confirmed"`
	// Wars counts the times in which the own price fell four times within four hours.
	Wars      int64 `json:"wars"`
	Holds     int64 `json:"holds"`
	Decisions int64 `json:"decisions"`
	// Rows counts the rows.
	Rows int64 `json:"rows"`
}

// Add adds another tally.
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
	hour  int64 // the counted hour
	turns int64 // in this hour
	falls []int64
	atWar bool
}

const (
	calmTurns = 4
	warFalls  = 4
	warWindow = 4 * hour
)

// moved records a visible change of the own price.
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

// Moment has the state of a row at one time, for drawing.
type Moment struct {
	At int64
	// Own and Box have landed prices in cents; Box is 0 when empty.
	Own, Box int64
	// Floor has the floor of the row. Winning says that it has the buy box.
	Floor   int64
	Winning bool
	// Reason has the reason of the last decision.
	Reason decision.Reason
}
