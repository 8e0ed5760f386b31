// Package play lets pricing methods compete with simulated rivals, in virtual time. The market is
// the simulated marketplace's own. Between the market and the repricer's decision it simulates the
// service: late or lost events, a least time between two decisions, prices that take minutes to
// become visible, refusals and stopped rows.
package play

// Settings has all inputs of a play besides its seed. Shares are in thousandths, times in seconds
// unless their name says otherwise.
type Settings struct {
	// Days sets the length of a play.
	Days int `json:"days"`
	// Priority of the rows has the values fast, normal and low.
	Priority string `json:"priority"`
	// Shocks switches shocks on, see shocks.go.
	Shocks bool   `json:"shocks"`
	Market Market `json:"market"`
	Demand Demand `json:"demand"`
	Feed   Feed   `json:"events"`
	Submit Submit `json:"submissions"`
	// LookEveryHours sets the pause between looks that resume stopped rows.
	LookEveryHours int `json:"look_every_hours"`
}

// Market sets how the buy box is awarded.
type Market struct {
	// Turn sets the pause between awards; ties take turns.
	Turn int64 `json:"turn"`
	// Noise sets the thousandths of the price within which offers may change places.
	Noise int64 `json:"noise"`
}

// Demand describes the shoppers.
type Demand struct {
	// Box sets the share of shoppers that buy only from the buy box. The others take one of the
	// three cheapest offers.
	Box int `json:"box"`
	// Least and Most bound the highest price that a shopper pays, in thousandths of the base price.
	// All prices between are equally likely, so demand falls linearly.
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Feed sets the faults of events.
type Feed struct {
	Loss          int `json:"loss"`
	Duplicates    int `json:"duplicates"`
	Disorder      int `json:"disorder"`
	Late          int `json:"late"`
	WinnerMissing int `json:"winner_missing"`
	ZeroPrices    int `json:"zero_prices"`
	// Usual limits the delay of an event, Latest the delay of a late event.
	Usual  int64 `json:"usual_delay"`
	Latest int64 `json:"latest_delay"`
}

// Submit sets the outcome of submitted prices.
type Submit struct {
	// VisibleFrom and VisibleTo bound the time until a price is visible.
	VisibleFrom int64 `json:"visible_from"`
	VisibleTo   int64 `json:"visible_to"`
	Rejected    int   `json:"rejected"`
	Lost        int   `json:"lost"`
	// Throttled submissions wait for 1 to 5 minutes.
	Throttled int `json:"throttled"`
}

// Defaults returns the settings of the design: see docs/measurements.md.
func Defaults() Settings {
	return Settings{
		Days: 14, Priority: "normal", Shocks: true, LookEveryHours: 4,
		Market: Market{Turn: 1800, Noise: 2},
		Demand: Demand{Box: 850, Least: 700, Most: 1500},
		Feed:   Feed{Loss: 150, Duplicates: 50, Disorder: 50, Late: 200, WinnerMissing: 200, ZeroPrices: 10, Usual: 60, Latest: 600},
		Submit: Submit{VisibleFrom: 300, VisibleTo: 900, Rejected: 10, Lost: 5, Throttled: 20},
	}
}

// Faultless returns the settings without faults of events. Delays remain.
func (s Settings) Faultless() Settings {
	s.Feed = Feed{Usual: s.Feed.Usual, Latest: s.Feed.Latest}
	return s
}
