package notice

import (
	"testing"

	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, mailArgs{Rule: 7, After: 3, To: 9, At: 1764000000})
}
