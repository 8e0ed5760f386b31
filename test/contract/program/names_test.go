package program_test

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/repricing"
)

var (
	eur         = money.MustParse
	recordsOver = repricing.RecordsOver
)
