package lookup

// Lane says how soon an answer is needed: lower ones go first.
type Lane uint8

// The lanes.
const (
	// Interactive questions have a caller who waits: they are answered within seconds or refused.
	Interactive Lane = iota
	// Calibration questions wait until no other does.
	Calibration
	// Lanes is how many there are.
	Lanes = 2
)

// String is the lane in metrics.
func (l Lane) String() string { return [Lanes]string{"interactive", "calibration"}[l] }
