package sending_test

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
	noon       = repricing.Noon
	eur        = money.MustParse
	amount     = repricing.Amount
	ids        = repricing.IDs
	matched    = repricing.Matched
	mine       = repricing.Mine
	us         = repricing.Us
	taken      = repricing.Taken
	unanswered = repricing.Unanswered
	send       = repricing.Send
	look       = repricing.Look
)

type (
	feedReply = repricing.FeedReply
	handOver  = repricing.HandOver
	reply     = repricing.Reply
	sentPrice = repricing.SentPrice
)

// desk adds helpers that only tests of sending need.
type desk struct{ *repricing.Desk }

func deskOver(t testing.TB, s *db.Store) *desk { return &desk{repricing.NewDesk(t, s)} }

func eachDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, deskOver(t, s)) })
}
