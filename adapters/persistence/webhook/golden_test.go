package webhook

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, data{
		Record: new(int64(5)), Version: new(int64(2)), Changed: []string{"status"}, Details: map[string]string{"status": "ordered"},
	})
}
