package research_test

import (
	"os"
	"testing"

	"sellingassistant/test/tier"
)

func TestMain(m *testing.M) { os.Exit(tier.Checks(m, 50, 200)) }
