package pricelist

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, jobArgs{Analysis: 7})
}
