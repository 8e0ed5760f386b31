package tier

import (
	"flag"
	"strconv"
	"testing"
)

// Checks runs the tests of a program with property checks. Each property is checked short times in
// make test, and long times in make test-long. The flag -rapid.checks overrides both.
func Checks(m *testing.M, short, long int) int {
	given := false
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", strconv.Itoa(Of(short, long))); err != nil {
			panic(err)
		}
	}
	return m.Run()
}
