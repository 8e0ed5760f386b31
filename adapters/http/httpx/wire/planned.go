package wire

import (
	_ "embed"
	"strings"
)

// planned has the method and the path of each operation that is not served yet, a
// line each. A test holds it to the list of all operations.
//
//go:embed planned.txt
var planned string

// Planned reports whether an operation at this path is to come.
func Planned(method, path string) bool {
	for line := range strings.Lines(planned) {
		m, pattern, _ := strings.Cut(strings.TrimSpace(line), " ")
		if m == method && Matches(pattern, path) {
			return true
		}
	}
	return false
}
