package demo

import (
	"testing"
	"time"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 27, 7, 0, 0, 0, time.UTC)
	golden.Check(t, state{
		BaseURL: "http://127.0.0.1:8080", APIKey: "key", Team: 1, User: 1, Seeded: []string{"team", "connection"},
		Began: at, Filling: true, Since: at.Add(-30 * 24 * time.Hour),
	})
}
