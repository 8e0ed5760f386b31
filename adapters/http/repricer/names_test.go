package repricer_test

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
	gb     = repricing.Britain
)

var (
	noon       = repricing.Noon
	eur        = money.MustParse
	amount     = repricing.Amount
	plainRow   = repricing.PlainRow
	plainRows  = repricing.PlainRows
	fullRow    = repricing.FullRow
	page1      = repricing.AllRows
	matched    = repricing.Matched
	decidedBy  = repricing.DecidedBy
	situations = repricing.Situations
)

type (
	engine  = repricing.Engine
	records = repricing.Records
	world   = repricing.World
)

func eachRecords(t *testing.T, test func(t *testing.T, r records)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, repricing.RecordsOver(s)) })
}

func eachEngine(t *testing.T, test func(e *engine)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(repricing.NewEngine(t, s)) })
}
