package document

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
)

// Status has the state of a document.
type Status string

// The statuses.
const (
	Uploaded   Status = "uploaded"
	Processing Status = "processing"
	Ready      Status = "ready"
	Failed     Status = "failed"
	Applied    Status = "applied"
	Dismissed  Status = "dismissed"
)

// Statuses lists all statuses.
func Statuses() []Status { return []Status{Uploaded, Processing, Ready, Failed, Applied, Dismissed} }

// Valid reports whether s is one of the statuses.
func (s Status) Valid() bool { return slices.Contains(Statuses(), s) }

// Event names an event of a stored document.
type Event string

// The events.
const (
	EventClaim      Event = "claim"
	EventRelease    Event = "release"
	EventLoseWorker Event = "lose_worker"
	EventGiveUp     Event = "give_up"
	EventMarkReady  Event = "mark_ready"
	EventFail       Event = "fail"
	EventReparse    Event = "reparse"
	EventReread     Event = "reread"
	EventApply      Event = "apply"
	EventDismiss    Event = "dismiss"
	EventRestore    Event = "restore"
	EventTakeBack   Event = "take_back"
	EventLoseBytes  Event = "lose_bytes"
	EventDelete     Event = "delete"
)

// moves lists all legal transitions: a missing pair is refused.
var moves = map[Event]map[Status]Status{
	EventLoseBytes: {
		Uploaded: Failed, Processing: Failed, Ready: Failed, Failed: Failed, Applied: Applied, Dismissed: Dismissed,
	},
	EventClaim:      {Uploaded: Processing},
	EventRelease:    {Processing: Uploaded},
	EventLoseWorker: {Processing: Uploaded},
	EventGiveUp:     {Processing: Failed},
	EventMarkReady:  {Processing: Ready},
	EventFail:       {Processing: Failed},
	EventReparse:    {Ready: Ready},

	EventReread:   {Ready: Uploaded, Failed: Uploaded, Dismissed: Uploaded},
	EventApply:    {Ready: Applied},
	EventDismiss:  {Ready: Dismissed, Failed: Dismissed},
	EventRestore:  {Dismissed: Ready},
	EventTakeBack: {Applied: Ready},
	EventDelete: {
		Uploaded: Uploaded, Processing: Uploaded, Ready: Ready, Failed: Failed, Applied: Applied, Dismissed: Dismissed,
	},
}

// next returns the status after an event, or a refusal.
func (d *Document) next(e Event) (Status, error) {
	if d.s.DeletedAt != nil {
		return "", fault.Missing()
	}
	to, ok := moves[e][d.s.Status]
	if ok {
		return to, nil
	}
	return "", d.refuse()
}

// refuse says which statuses a client may ask for instead.
func (d *Document) refuse() *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeInvalidTransition,
		"A document that is %s cannot be moved there.", d.s.Status).With("allowed", d.Allowed())
}

// Allowed lists the statuses SetStatus would move the document to now, never nil.
func (d *Document) Allowed() []Status {
	out := []Status{}
	if d.s.DeletedAt != nil {
		return out
	}
	for _, step := range []struct {
		to    Status
		event Event
	}{{Uploaded, EventReread}, {Ready, EventRestore}, {Ready, EventTakeBack}, {Applied, EventApply}, {Dismissed, EventDismiss}} {
		if _, ok := moves[step.event][d.s.Status]; !ok {
			continue
		}
		if step.to == Applied && (d.s.HasParsedData || len(d.s.Targets) == 0) {
			continue
		}
		out = append(out, step.to)
	}
	return out
}
