package alerts_test

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
)

var (
	eur      = money.MustParse
	plainRow = repricing.PlainRow
)

// engine and desk add helpers that only tests of alerts need.
type (
	engine struct{ *repricing.Engine }
	desk   struct{ *repricing.Desk }

	outside = repricing.Outside
	reply   = repricing.Reply
)

func newEngine(t *testing.T, s *db.Store) *engine { return &engine{repricing.NewEngine(t, s)} }

func eachEngine(t *testing.T, test func(e *engine)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(newEngine(t, s)) })
}

func eachDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, &desk{repricing.NewDesk(t, s)}) })
}
