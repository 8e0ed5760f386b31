package imports

import (
	"testing"

	"sellingassistant/domain/imports"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, jobArgs{Import: 7, Look: &wanted{
		Sheet: "Prices", HeaderRow: 3, Columns: map[imports.Field]string{imports.FieldSKU: "B"}, Ignore: []string{"Note"}, Decimal: "comma",
		Create: true,
	}})
}
