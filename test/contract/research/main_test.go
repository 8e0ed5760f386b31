package research_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has properties checked two hundred times, unless -rapid.checks says otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", "200"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
