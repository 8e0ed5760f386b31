// Package repricer_test tests the stores of the repricer's rows, settings, strategies and queue, in
// memory, on SQLite and on Postgres.
package repricer_test

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/test/repricing"
)

const (
	ours    = repricing.Ours
	theirs  = repricing.Theirs
	de      = repricing.Germany
	gb      = repricing.Britain
	jp      = repricing.Japan
	workers = repricing.Workers
)

var (
	noon         = repricing.Noon
	eur          = money.MustParse
	amount       = repricing.Amount
	percent      = repricing.Percent
	plainRow     = repricing.PlainRow
	plainRows    = repricing.PlainRows
	fullRow      = repricing.FullRow
	page1        = repricing.AllRows
	ids          = repricing.IDs
	lock         = repricing.Lock
	matching     = repricing.Matching
	race         = repricing.Race
	requireCode  = repricing.RequireCode
	stored       = repricing.Stored
	each         = repricing.Each
	eachDatabase = repricing.EachDatabase
)

type world = repricing.World
