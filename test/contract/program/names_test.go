// Package program_test has use cases of the whole program against the simulated marketplace.
package program_test

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/repricing"
)

var (
	eur         = money.MustParse
	recordsOver = repricing.RecordsOver
)
