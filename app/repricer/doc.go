// Package repricer holds the use cases of the repricer's settings, strategies
// and rows, and of the history of what was decided about rows.
//
// Each writes in one transaction, which locks in one order: settings,
// strategies by id, rows by id, open prices by row. What can fail for a single
// row is decided before anything is written, so a store that fails leaves
// nothing behind.
package repricer

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

// MaxRows is how many records one bulk call may name.
const MaxRows = 100

// Status is what became of one record of a bulk call.
type Status string

// The statuses. In a dry run they tell what would have become of it.
const (
	Created   Status = "created"
	Updated   Status = "updated"
	Unchanged Status = "unchanged"
	Deleted   Status = "deleted"
	Failed    Status = "failed"
)

// match refuses a record of another version than the caller saw.
func match(ifMatch *int64, version int64) error {
	if ifMatch != nil && *ifMatch != version {
		return fault.StaleVersion()
	}
	return nil
}

// counted holds a bulk call to 1..MaxRows records.
func counted(n int, pointer string) error {
	var e *fault.Error
	switch {
	case n == 0:
		e = fault.New(fault.Invalid, fault.CodeValidationFailed, pointer[1:]+" must not be empty")
		e.Errors = []fault.Item{{Code: fault.CodeTooFew, Message: "must not be empty", Pointer: pointer}}
	case n > MaxRows:
		e = fault.Newf(fault.Invalid, fault.CodeValidationFailed, "%s must have at most %d entries", pointer[1:], MaxRows)
		e.Errors = []fault.Item{{Code: fault.CodeTooMany, Message: "must have at most 100 entries", Pointer: pointer}}
	default:
		return nil
	}
	return e.At(pointer)
}

// once returns the ids in ascending order, each one time: the order in which
// the stores lock.
func once[T ~int64](ids []T) []T {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

func unknownStrategy() *fault.Error {
	return fault.New(fault.Rule, fault.CodeStrategyNotFound, "There is no such strategy.")
}

func effective(s repricer.ProductSnapshot, standard repricer.Maybe[repricer.StrategyID]) repricer.Maybe[repricer.StrategyID] {
	if s.StrategyID.Known() {
		return s.StrategyID
	}
	return standard
}

// What lists take and return, named here for those who call the use cases.
type (
	// ProductFilter narrows a list of rows.
	ProductFilter = ports.ProductFilter
	// StrategyFilter narrows a list of strategies.
	StrategyFilter = ports.StrategyFilter
	// StrategyRow is a strategy with the number of rows that use it.
	StrategyRow = ports.StrategyRow
)
