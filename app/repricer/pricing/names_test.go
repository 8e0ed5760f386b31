package pricing_test

import (
	"testing"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

const (
	ours   = repricing.Ours
	theirs = repricing.Theirs
	de     = repricing.Germany
)

var (
	noon     = repricing.Noon
	eur      = money.MustParse
	amount   = repricing.Amount
	percent  = repricing.Percent
	plainRow = repricing.PlainRow
)

// engine adds helpers that only tests of prices need.
type engine struct{ *repricing.Engine }

type outside = repricing.Outside

func eachEngine(t *testing.T, test func(e *engine)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(&engine{repricing.NewEngine(t, s)}) })
}
