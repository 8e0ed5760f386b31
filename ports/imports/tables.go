package imports

import (
	"context"

	"sellingassistant/domain/imports"
)

// Tables reads the files of imports. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the wanted sheet and below the wanted header. Without a
	// wanted header it takes the row with the most headers of the kind.
	Survey(ctx context.Context, content []byte, k imports.Kind, w imports.Wanted) (imports.Table, error)
	// Lines calls line for each non-empty row of a mapped table, in order.
	Lines(ctx context.Context, content []byte, m imports.Mapping, line func(imports.Line) error) error
}
