package annotation

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/annotation"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/tx"
)

// Notes provides the use cases of notes. Earlier bodies stay in the trail.
type Notes struct {
	edit.Kind[annotation.NoteID, annotation.NoteValues, annotation.NotePatch, annotation.NoteFilter]
	notes   ports.Notes
	targets ports.Targets
	people  ports.People
}

func NewNotes(store ports.Notes, tags ports.Tags, targets ports.Targets, people ports.People, trail audit.Log, runner tx.Runner, clk clock.Clock) *Notes {
	n := &Notes{notes: store, targets: targets, people: people}
	n.Store, n.On, n.Clock, n.Trail, n.Noun = store, runner, clk, trail, "note"
	// Lock like the deletion of records, so that no note about a deleted record remains.
	n.Hold, n.Complete, n.Stored = tags.Hold, n.complete, n.stored
	return n
}

// Create makes a note of the caller about a live record. It returns the faults of NotePatch.Over,
// and not_found (Rule) for the record.
func (n *Notes) Create(ctx context.Context, who caller.Caller, p annotation.NotePatch) (annotation.Note, error) {
	if who.User != 0 {
		name, err := n.people(ctx, who.Team, who.User)
		if err != nil {
			return annotation.Note{}, err
		}
		p.Author = optional.Some(annotation.Author{ID: who.User, Name: name})
	}
	return n.Kind.Create(ctx, who, p)
}

// List reads a page of notes. Ids of targets require a single type, else it returns a Rule fault
// validation_failed.
func (n *Notes) List(
	ctx context.Context, who caller.Caller, f annotation.NoteFilter, r page.Request,
) (page.Page[annotation.Note], error) {
	if len(f.Targets) > 0 && len(f.Types) != 1 {
		return page.Page[annotation.Note]{}, fault.New(fault.Rule, fault.CodeValidationFailed, "target_id needs one target_type beside it.").In("target_id")
	}
	return n.Kind.List(ctx, who, f, r)
}

// About reads the notes about ASINs, in capitals, on a marketplace; ASINs without a note are left
// out.
func (n *Notes) About(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string,
) (map[string]annotation.About, error) {
	return n.notes.About(ctx, team, m, asins)
}

// complete requires a live record for a new note.
func (n *Notes) complete(ctx context.Context, before, next annotation.Note) (annotation.NoteValues, error) {
	target, named := next.Values.Target.ID.Get()
	if before.Version > 0 || !named {
		return next.Values, nil
	}
	found, err := n.targets.Live(ctx, next.Team, mark.Kind(next.Values.Target.Type), []int64{target})
	if err == nil && len(found) == 0 {
		err = check.Rule(fault.CodeNotFound, "/target/id", "The target does not exist.")
	}
	return next.Values, err
}

// stored adds a line to the trail of the record that has the note.
func (n *Notes) stored(ctx context.Context, who caller.Caller, before, after annotation.Note) error {
	if before.Version > 0 {
		return nil
	}
	v := after.Values
	line := audit.For(who, string(v.Target.Type), v.Target.ID.Or(0), "noted", after.UpdatedAt)
	line.Changes = map[string]audit.Change{"note": {New: v.Body}}
	if asin, ok := v.Target.ASIN.Get(); ok {
		line.Changes["asin"], line.Changes["marketplace_id"] = audit.Change{New: asin}, audit.Change{New: string(v.Target.Marketplace.Or(""))}
	}
	return n.Trail.Write(ctx, line)
}
