package patience

import "time"

// Limit returns a limit of real time for one try or one call. The race detector makes programs many
// times slower, so that they get longer limits.
func Limit(d time.Duration) time.Duration { return slower * d }
