package document

import (
	"maps"
	"slices"
)

// Events lists all events that the state machine knows.
func Events() []Event { return slices.Sorted(maps.Keys(moves)) }
