package sales

import "time"

// Fitted has a curve with the day of its fit. Version is 0 for a curve that was never fitted.
type Fitted struct {
	Cell
	Curve
	Version int64
	At      time.Time
}
