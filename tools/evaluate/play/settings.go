// Package play lets ways of pricing play against simulated rivals, in virtual
// time. The market is the simulated marketplace's own; between the market and
// the repricer's decision stands what stands there in the service: events that
// come late or not at all, a least time between two decisions, prices that take
// minutes to become visible, refusals, holds.
package play

// Settings are everything a play depends on besides its seed. Shares are in
// thousandths, times in seconds unless their name says otherwise.
type Settings struct {
	// Days is how long a play lasts.
	Days int `json:"days"`
	// Priority of the rows: fast, normal or low.
	Priority string `json:"priority"`
	// Shocks happen: see shocks.go.
	Shocks bool   `json:"shocks"`
	Market Market `json:"market"`
	Demand Demand `json:"demand"`
	Feed   Feed   `json:"events"`
	Submit Submit `json:"submissions"`
	// LookEveryHours is how often rows on hold are looked at and released.
	LookEveryHours int `json:"look_every_hours"`
}

// Market is how the buy box is awarded.
type Market struct {
	// Turn is how often it is awarded anew; ties take turns.
	Turn int64 `json:"turn"`
	// Noise is by how much an offer may be dearer and still get it.
	Noise int64 `json:"noise"`
}

// Demand is who buys.
type Demand struct {
	// Box is the share of shoppers who buy from the buy box or not at all; the
	// others take one of the three cheapest offers.
	Box int `json:"box"`
	// Least and Most bound, in thousandths of the base price, what a shopper pays
	// at most; between them every price is as likely as any other, so that demand
	// falls in a line from the one to the other.
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Feed is what goes wrong with events.
type Feed struct {
	Loss          int `json:"loss"`
	Duplicates    int `json:"duplicates"`
	Disorder      int `json:"disorder"`
	Late          int `json:"late"`
	WinnerMissing int `json:"winner_missing"`
	ZeroPrices    int `json:"zero_prices"`
	// Usual and Latest bound the delay of an event, and that of a late one.
	Usual  int64 `json:"usual_delay"`
	Latest int64 `json:"latest_delay"`
}

// Submit is what becomes of a submitted price.
type Submit struct {
	// VisibleFrom and VisibleTo bound when it is visible.
	VisibleFrom int64 `json:"visible_from"`
	VisibleTo   int64 `json:"visible_to"`
	Rejected    int   `json:"rejected"`
	Lost        int   `json:"lost"`
	// Throttled submissions wait for one to five minutes.
	Throttled int `json:"throttled"`
}

// Defaults are the settings of the design: see docs/measurements.md.
func Defaults() Settings {
	return Settings{
		Days: 14, Priority: "normal", Shocks: true, LookEveryHours: 4,
		Market: Market{Turn: 1800, Noise: 2},
		Demand: Demand{Box: 850, Least: 700, Most: 1500},
		Feed:   Feed{Loss: 150, Duplicates: 50, Disorder: 50, Late: 200, WinnerMissing: 200, ZeroPrices: 10, Usual: 60, Latest: 600},
		Submit: Submit{VisibleFrom: 300, VisibleTo: 900, Rejected: 10, Lost: 5, Throttled: 20},
	}
}

// Faultless takes away what goes wrong with events. They still take their time.
func (s Settings) Faultless() Settings {
	s.Feed = Feed{Usual: s.Feed.Usual, Latest: s.Feed.Latest}
	return s
}
