package webhook

import (
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
)

// Which chooses the events of a replay.
type Which string

// The choices: events with a delivery that failed; events without a delivery; all events.
const (
	ReplayFailed  Which = "failed"
	ReplayMissing Which = "missing"
	ReplayAll     Which = "all"
)

func (Which) Words() []Which { return []Which{ReplayFailed, ReplayMissing, ReplayAll} }

// Send says how a replay treats an event.
type Send int

// The treatments: leave it, deliver it for the first time, deliver it once more.
const (
	SendNot Send = iota
	SendNew
	SendAgain
)

// Of returns the treatment of an event that the endpoint wants, by its delivery, if it has one. A
// delivery under way is left alone.
func (w Which) Of(d Delivery, had bool) Send {
	switch {
	case !had && w != ReplayFailed:
		return SendNew
	case !had || w == ReplayMissing:
		return SendNot
	case d.Status == GivenUp || d.Status == Failed || w == ReplayAll && d.Status == Succeeded:
		return SendAgain
	}
	return SendNot
}

// CheckReplay refuses wrong patterns of a replay; it may have no pattern.
func CheckReplay(types []Pattern) error {
	if len(types) == 0 {
		return nil
	}
	var f check.Faults
	checkPatterns(&f, "/event_types", types)
	return f.Err(fault.CodeValidationFailed)
}
