package webhook

import (
	"encoding/json"
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, data{
		part:    part{Record: new(int64(5)), Version: new(int64(2)), Changed: []string{"status"}, Details: map[string]string{"status": "ordered"}},
		Object:  json.RawMessage(`{"id":5}`),
		Changes: []part{{Record: new(int64(6)), Version: new(int64(3)), Changed: []string{"unit_cost"}, Details: map[string]string{"sku": "A"}}},
	})
	golden.Check(t, part{Record: new(int64(6)), Version: new(int64(3)), Changed: []string{"unit_cost"}, Details: map[string]string{"sku": "A"}})
}
