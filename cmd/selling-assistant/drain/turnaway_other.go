//go:build !linux

package drain

import (
	"errors"
	"net"
)

// turnAway needs a filter that only Linux has.
func turnAway(net.Listener) error { return errors.ErrUnsupported }

// unaccepted returns 0, because the number is unknown here.
func unaccepted(net.Listener) int { return 0 }
