// Package history_test tests the stores of the repricer's decisions, counters and sales, on SQLite
// and on Postgres.
package history_test

import (
	"testing"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

const (
	ours    = repricing.Ours
	theirs  = repricing.Theirs
	de      = repricing.Germany
	gb      = repricing.Britain
	workers = repricing.Workers
)

var (
	noon        = repricing.Noon
	eur         = money.MustParse
	amount      = repricing.Amount
	plainRow    = repricing.PlainRow
	plainRows   = repricing.PlainRows
	ids         = repricing.IDs
	item        = repricing.Item
	ordered     = repricing.Ordered
	matched     = repricing.Matched
	decidedBy   = repricing.DecidedBy
	situations  = repricing.Situations
	submit      = repricing.Submit
	accept      = repricing.Accept
	confirm     = repricing.Confirm
	cancel      = repricing.Cancel
	outcomes    = repricing.Outcomes
	race        = repricing.Race
	requireCode = repricing.RequireCode
)

type (
	units = repricing.Units

	// records and sold add helpers that only tests of the history need.
	records struct{ repricing.Records }
	sold    struct{ repricing.Sold }
)

func eachRecords(t *testing.T, test func(t *testing.T, r records)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, records{repricing.RecordsOver(s)}) })
}

func eachSold(t *testing.T, test func(t *testing.T, s sold)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, sold{repricing.SoldOver(repricing.RecordsOver(s))}) })
}
