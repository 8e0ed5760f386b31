// Package threads lets more calls run at a time than a small machine has processors.
package threads

import (
	"os"
	"runtime"
)

// few bounds the processors of a machine for which the runtime's own number is too small.
const few = 4

// Widen doubles the number of threads that run Go code at a time on a machine with few processors.
// A thread that reads a file or writes to a socket keeps its place among them for a while. On two
// processors the service then slept a fifth of the time with work to do. GOMAXPROCS and the limit
// of a container take precedence.
func Widen() {
	if n := wanted(os.Getenv("GOMAXPROCS"), runtime.NumCPU(), runtime.GOMAXPROCS(0)); n > 0 {
		runtime.GOMAXPROCS(n)
	}
}

// wanted returns the number to set, or 0 to keep the present one.
func wanted(given string, processors, present int) int {
	if given != "" || processors > few || present != processors {
		return 0
	}
	return 2 * processors
}
