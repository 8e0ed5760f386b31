package audit

import (
	"testing"

	"sellingassistant/ports/audit"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, audit.Change{Old: "draft", New: map[string]any{"amount": 3.5, "currency": "EUR"}})
}
