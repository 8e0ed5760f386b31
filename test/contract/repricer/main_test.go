package repricer_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets properties be checked forty times, unless -rapid.checks says
// otherwise: each check is a long history on a database.
func TestMain(m *testing.M) {
	given := false
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", "40"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
