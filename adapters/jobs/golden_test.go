package jobs

import (
	"encoding/json"
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, envelope{Team: 1, Unique: "gather", Args: json.RawMessage(`{"run":7}`)})
	golden.Check(t, origin{Trace: "01a21bf1-8ab1-732a-9773-601a55abb61c",
		Parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})
	golden.Check(t, jobMetadata{origin: origin{Trace: "t", Parent: "p"},
		CancelAttemptedAt: new("2026-11-27T07:00:00Z")})
}
