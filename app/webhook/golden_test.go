package webhook

import (
	"encoding/json"
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, endpointArgs{Endpoint: 7})
	golden.Check(t, body{
		ID: "evt_01kb2kap50zzzzzzzzzzzzzzzz", Type: "purchase_order.status_changed", Timestamp: "2026-11-23T12:00:00.000001Z",
		Data: bodyData{
			bodyPart: bodyPart{
				ID: new(int64(4)), Version: new(int64(2)), Changed: []string{"status"}, Details: map[string]string{"status": "ordered"},
			},
			Object: json.RawMessage(`{"id":4}`),
			Changes: []bodyPart{{
				ID: new(int64(6)), Version: new(int64(3)), Changed: []string{"unit_cost"}, Details: map[string]string{"sku": "A"},
			}},
		},
	})
}
