package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// Tables reads the files of lists. A file that cannot be read is a Rule fault.
type Tables interface {
	// Survey finds the table in a file, in the wanted sheet and below the wanted header.
	Survey(ctx context.Context, content []byte, w pricelist.Wanted) (pricelist.Table, error)
	// Rows calls row for each row of a mapped table that names a product or a cost, in order. If a
	// currency sign has several meanings, such as $, the currency of the list is preferred.
	Rows(
		ctx context.Context, content []byte, m pricelist.Mapping, list money.Currency, row func(in pricelist.Input) error,
	) error
}
