package document

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
)

// change runs one verb: the machine must allow the event, edit works on a copy, and a complete copy
// becomes the state.
func (d *Document) change(e Event, now time.Time, edit func(s *Snapshot) error) error {
	to, err := d.next(e)
	if err != nil {
		return err
	}
	s := d.s.clone()
	s.Status, s.LeaseUntil = to, nil
	if to != Dismissed {
		s.DismissedAt = nil
	}
	if err := edit(&s); err != nil {
		return err
	}
	return d.commit(s, now)
}

// commit checks and applies a changed state. Several changes before one save count as one version.
func (d *Document) commit(s Snapshot, now time.Time) error {
	if !d.changed {
		s.Version = d.s.Version + 1
	}
	s.UpdatedAt = now
	if err := s.check(); err != nil {
		return err
	}
	d.s, d.changed = s, true
	return nil
}

// Claim assigns an uploaded document to a worker for Lease and returns the ticket that the worker
// shows at the end.
func (d *Document) Claim(now time.Time) (ticket int64, err error) {
	err = d.change(EventClaim, now, func(s *Snapshot) error {
		until := now.Add(Lease)
		s.LeaseUntil = &until
		s.Claims++
		return nil
	})
	return d.s.Claims, err
}

// Leased reports whether a worker may still be reading the document.
func (d *Document) Leased(now time.Time) bool {
	return d.s.LeaseUntil != nil && now.Before(*d.s.LeaseUntil)
}

// Release takes the document from a worker that stops before the end.
func (d *Document) Release(ticket int64, now time.Time) error {
	return d.change(EventRelease, now, func(*Snapshot) error { return d.holds(ticket) })
}

// LoseWorker takes a document back when its worker is known to be lost. It waits for another
// worker, or fails with worker_lost after the third loss.
func (d *Document) LoseWorker(now time.Time) error {
	e := EventLoseWorker
	if d.s.Losses+1 >= MaxLosses {
		e = EventGiveUp
	}
	return d.change(e, now, func(s *Snapshot) error {
		if s.Losses++; e == EventGiveUp {
			s.Failure = new(WorkerLost)
		}
		return nil
	})
}

// MarkReady stores the findings of the worker with this ticket. A user's type stays; else the guess
// sets it. The printed reference number fills an empty reference. A worker that has lost its claim
// is refused with conflict.
func (d *Document) MarkReady(ticket int64, r Reading, now time.Time) error {
	return d.change(EventMarkReady, now, func(s *Snapshot) error {
		if err := d.holds(ticket); err != nil {
			return err
		}
		s.forget()
		s.Losses = 0
		s.AI, s.Classifier, s.PageCount, s.Summary = r.Guess, &r.Classifier, r.PageCount, r.Summary
		s.HasParsedData = r.Summary != nil && r.Summary.Lines > 0
		s.Type = d.Settles(r.Guess)
		if reference := plain(r.ReferenceNumber, MaxReference); s.ReferenceNumber == nil && reference != "" {
			s.ReferenceNumber = &reference
		}
		s.wasRead(r.Last, 1)
		*s = s.clone() // shares nothing with the reading
		return nil
	})
}

// Settles returns the type that a guess gives to the document.
func (d *Document) Settles(guess *Guess) Type {
	if d.s.TypeByUser {
		return Settled(&d.s.Type, guess)
	}
	return Settled(nil, guess)
}

// Fail stores why the worker with this ticket could not read the file. A worker
// that has lost its claim is refused with conflict.
func (d *Document) Fail(ticket int64, code FailureCode, last LastReading, now time.Time) error {
	return d.change(EventFail, now, func(s *Snapshot) error {
		s.Failure = &code
		s.wasRead(last, 0)
		return d.holds(ticket)
	})
}

// Reparse records new decisions about the lines of a ready document, for another type; verified has
// the number of lines that agree.
func (d *Document) Reparse(verified int, problems []string, now time.Time) error {
	return d.change(EventReparse, now, func(s *Snapshot) error {
		if s.LastReading == nil || s.Summary == nil {
			return fault.New(fault.Rule, fault.CodeInvalidState, "The document has no lines.")
		}
		s.Summary.LinesVerified, s.LastReading.LinesVerified, s.LastReading.Problems = verified, verified, slices.Clone(problems)
		s.LastReading.PreviewVersion++
		return nil
	})
}

// wasRead counts a reading, and the set of lines that it stored.
func (s *Snapshot) wasRead(last LastReading, sets int) {
	before := LastReading{}
	if s.LastReading != nil {
		before = *s.LastReading
	}
	last.Run, last.PreviewVersion = before.Run+1, before.PreviewVersion+sets
	s.LastReading = &last
}

// Refuses a ticket of an earlier claim.
func (d *Document) holds(ticket int64) error {
	if ticket != d.s.Claims {
		return fault.New(fault.Conflict, fault.CodeConflict, "The document has been handed to another worker.")
	}
	return nil
}

// Reread sends the document back to be read again. The user's type, reference number, notes and
// targets stay; the program's findings go.
func (d *Document) Reread(now time.Time) error {
	return d.change(EventReread, now, func(s *Snapshot) error {
		s.forget()
		s.Failure, s.Losses = nil, 0
		return nil
	})
}

// applyByHand marks a document without lines as applied when it is attached to something.
func (d *Document) applyByHand(now time.Time) error {
	return d.change(EventApply, now, func(s *Snapshot) error {
		switch {
		case s.HasParsedData:
			e := d.refuse()
			e.Message = "The document has lines: it is applied by importing them."
			return e
		case len(s.Targets) == 0:
			e := d.refuse().At("/targets")
			e.Message = "A document is applied to at least one target."
			return e
		}
		s.AppliedAt = &now
		return nil
	})
}

// Import marks a ready document as applied by the records made of its lines. It belongs to targets
// from now on, up to MaxTargets; it returns the targets that are new.
func (d *Document) Import(issuer Supplier, targets []Target, now time.Time) (added []Target, err error) {
	return added, d.change(EventApply, now, func(s *Snapshot) error {
		s.AppliedAt, s.Supplier = &now, &issuer
		for _, t := range targets {
			if !contains(s.Targets, t) && len(s.Targets) < MaxTargets {
				s.Targets, added = append(s.Targets, t), append(added, t)
			}
		}
		return nil
	})
}

// TakeBack makes an applied document ready again, without the targets that an import gave it.
func (d *Document) TakeBack(targets []Target, now time.Time) error {
	return d.change(EventTakeBack, now, func(s *Snapshot) error {
		s.Failure, s.AppliedAt = nil, nil
		s.Targets = slices.DeleteFunc(s.Targets, func(t Target) bool { return contains(targets, t) })
		return nil
	})
}

// Dismiss dismisses a document.
func (d *Document) Dismiss(now time.Time) error {
	return d.change(EventDismiss, now, func(s *Snapshot) error {
		s.Failure, s.DismissedAt = nil, &now
		return nil
	})
}

// Restore makes a dismissed document ready again.
func (d *Document) Restore(now time.Time) error {
	return d.change(EventRestore, now, func(s *Snapshot) error {
		s.Failure = nil
		return nil
	})
}

// SetStatus moves the document as a user asks; its present status changes nothing. A status that is
// not in Allowed is refused with invalid_transition. The records of an import are not taken back
// here.
func (d *Document) SetStatus(to Status, now time.Time) error {
	if d.s.DeletedAt == nil && to == d.s.Status {
		return nil
	}
	switch to {
	case Uploaded:
		return d.Reread(now)
	case Ready:
		if d.s.Status == Applied {
			return d.TakeBack(nil, now)
		}
		return d.Restore(now)
	case Dismissed:
		return d.Dismiss(now)
	case Applied:
		return d.applyByHand(now)
	}
	if d.s.DeletedAt != nil {
		return fault.Missing()
	}
	return d.refuse()
}

// LoseBytes records that the stored bytes are lost. An applied or dismissed document keeps its
// status. A repeated call changes nothing.
func (d *Document) LoseBytes(now time.Time) error {
	if d.s.DeletedAt == nil && d.s.Failure != nil && *d.s.Failure == StorageMissing {
		return nil
	}
	return d.change(EventLoseBytes, now, func(s *Snapshot) error {
		missing := StorageMissing
		s.Failure = &missing
		return nil
	})
}

// Seen returns the document for display: targets that are not live are marked as deleted. The mark
// is not stored, because a record can be restored.
func (d *Document) Seen(live func(Target) bool) *Document {
	dead := func(t Target) bool { return !t.Deleted && !live(t) }
	if !slices.ContainsFunc(d.s.Targets, dead) {
		return d
	}
	seen := &Document{s: d.s.clone(), changed: d.changed}
	for i, t := range seen.s.Targets {
		seen.s.Targets[i].Deleted = t.Deleted || dead(t)
	}
	return seen
}

// Delete hides the document. It takes a document in processing from its worker: the reading ends
// without effect. A deleted document answers every verb with not_found.
func (d *Document) Delete(now time.Time) error {
	return d.change(EventDelete, now, func(s *Snapshot) error {
		s.DeletedAt = &now
		return nil
	})
}

// forget drops the findings of a reading.
func (s *Snapshot) forget() {
	s.AI, s.Classifier, s.Supplier, s.PageCount, s.Summary, s.HasParsedData = nil, nil, nil, nil, nil, false
	if !s.TypeByUser {
		s.Type = Other
	}
}

// Reassign replaces merged records by the record that they were merged into, as target and as
// recognised supplier. Other documents stay unchanged.
func (d *Document) Reassign(kind TargetKind, from []int64, to int64, now time.Time) error {
	s := d.s.clone()
	targets := make([]Target, 0, len(s.Targets))
	for _, t := range s.Targets {
		if t.Kind == kind && slices.Contains(from, t.ID) {
			t.ID = to
		}
		if !slices.Contains(targets, t) {
			targets = append(targets, t)
		}
	}
	recognised := kind == TargetSupplier && s.Supplier != nil && slices.Contains(from, s.Supplier.ID)
	if !recognised && slices.Equal(targets, s.Targets) {
		return nil
	}
	if recognised {
		s.Supplier.ID = to
	}
	s.Targets = targets
	return d.commit(s, now)
}
