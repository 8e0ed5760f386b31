package history

import (
	"encoding/json"
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, change{Old: value{json.RawMessage(`9.50`)},
		New: value{json.RawMessage(`{"amount":3.5,"currency":"EUR"}`)}})
	golden.Check(t, value{json.RawMessage(`{"title":"Mug, red","units":12}`)})
}
