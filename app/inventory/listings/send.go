package listings

import (
	"context"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// ListingSending changes the state of drafts while they are sent to the marketplace.
type ListingSending struct {
	listings ports.Listings
	trail    audit.Log
	tx       tx.Runner
	clock    clock.Clock
}

func NewListingSending(listings ports.Listings, trail audit.Log, runner tx.Runner, clk clock.Clock) *ListingSending {
	return &ListingSending{listings, trail, runner, clk}
}

// Sendable finds the sendable draft of a key; false without a draft.
func (s *ListingSending) Sendable(ctx context.Context, team id.Team, k inventory.ListingKey) (inventory.ListingSnapshot, bool, error) {
	existing, err := s.listings.Existing(ctx, team, []inventory.ListingKey{k})
	if err != nil || len(existing) == 0 {
		return inventory.ListingSnapshot{}, false, err
	}
	found, err := s.listings.Get(ctx, team, existing[k])
	if fault.Is(err, fault.CodeNotFound) {
		return inventory.ListingSnapshot{}, false, nil
	}
	return found, err == nil && found.Sendable(s.clock.Now()), err
}

// Begin marks a draft as being sent, in the version that was read. A draft that was changed or
// deleted meanwhile is conflict (Conflict).
func (s *ListingSending) Begin(ctx context.Context, who caller.Caller, draft inventory.ListingID, version int64) error {
	moved := fault.New(fault.Conflict, fault.CodeConflict, "The draft has changed meanwhile. Send it again.")
	return s.change(ctx, who, draft, "sent", func(l *inventory.Listing) error {
		if l == nil || l.Version() != version {
			return moved
		}
		return l.Send(s.clock.Now())
	})
}

// ListingAnswer has the outcome of an offer that was sent.
type ListingAnswer struct {
	// accepted or invalid if the marketplace has judged the offer, pending if its arrival is
	// unknown, and "" if it did not arrive
	Result     inventory.SubmissionResult
	Submission string
	Issues     []inventory.ListingIssue
}

// Settle stores the outcome of a draft that was sent. A draft that is settled already, because a
// sync has seen the listing meanwhile, stays as it is.
func (s *ListingSending) Settle(ctx context.Context, who caller.Caller, draft inventory.ListingID, a ListingAnswer) error {
	now := s.clock.Now()
	verb, settle := "called_off", func(l *inventory.Listing) error { return l.CallOff(now) }
	switch a.Result {
	case inventory.SubmissionAccepted:
		verb, settle = "accepted", func(l *inventory.Listing) error { return l.Accept(a.Submission, a.Issues, now) }
	case inventory.SubmissionInvalid:
		verb, settle = "refused", func(l *inventory.Listing) error { return l.Refuse(a.Submission, a.Issues, now) }
	case inventory.SubmissionPending:
		verb, settle = "left_open", func(l *inventory.Listing) error { return l.LeaveOpen(now) }
	}
	return s.change(ctx, who, draft, verb, func(l *inventory.Listing) error {
		if l == nil {
			return nil
		}
		if err := settle(l); !fault.Is(err, fault.CodeInvalidState) {
			return err
		}
		return nil
	})
}

// change locks a draft (nil if it was deleted), applies do, and stores it with an audit line.
func (s *ListingSending) change(ctx context.Context, who caller.Caller, draft inventory.ListingID, verb string, do func(*inventory.Listing) error) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		found, err := s.listings.LoadLocked(ctx, who.Team, []inventory.ListingID{draft})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return do(nil)
		}
		before := found[0].Snapshot()
		if err := do(found[0]); err != nil {
			return err
		}
		after := found[0].Snapshot()
		if after.Version == before.Version {
			return nil
		}
		if err := s.listings.Save(ctx, who.Team, found); err != nil {
			return err
		}
		return s.trail.Write(ctx, trail.ListingLine(who, verb, before, after, s.clock.Now()))
	})
}
