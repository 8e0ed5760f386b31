package lookup

// Lane says how soon an answer is needed: lower lanes go first.
type Lane uint8

// The lanes.
const (
	// Interactive questions have a caller who waits: they are answered within seconds or refused.
	Interactive Lane = iota
	// Calibration questions wait until no other does.
	Calibration
	// Lanes counts the lanes.
	Lanes = 2
)

// String returns the name of the lane in metrics.
func (l Lane) String() string { return [Lanes]string{"interactive", "calibration"}[l] }
