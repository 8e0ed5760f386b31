package manage

import (
	"sellingassistant/domain/kernel/fault"
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
