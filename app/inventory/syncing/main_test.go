package syncing_test

import (
	"os"
	"testing"

	"sellingassistant/test/tier"
)

// Each check of a property is a long history on a database.
func TestMain(m *testing.M) { os.Exit(tier.Checks(m, 20, 40)) }
