package store_test

import (
	"flag"
	"os"
	"testing"
)

// Many of these tests wait for a pause to pass, so more of them run side by
// side than there are processors.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
