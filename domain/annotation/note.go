package annotation

import (
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// NoteID identifies a note; 0 before it is stored.
type NoteID int64

// MaxNote bounds the characters of a note.
const MaxNote = 5000

// TargetType names the kind of a note's target: a record, or an ASIN that needs no record.
type TargetType mark.Kind

// TargetASIN means an ASIN on a marketplace.
const TargetASIN TargetType = "asin"

func (TargetType) Words() []TargetType {
	return []TargetType{
		TargetType(mark.Product), TargetType(mark.SKU), TargetType(mark.Listing), TargetType(mark.Supplier),
		TargetType(mark.Offer), TargetType(mark.Order), TargetType(mark.Warehouse), TargetType(mark.Document), TargetASIN,
	}
}

// Target names the subject of a note.
type Target struct {
	Type TargetType
	// The id of the record, if the target is a record.
	ID optional.Maybe[int64]
	// ASIN, in capitals, and Marketplace are known if the target is a product of Amazon.
	ASIN        optional.Maybe[string]
	Marketplace optional.Maybe[marketplace.ID]
}

// Author names the writer of a note. The name keeps its text from the time of the note.
type Author struct {
	ID   id.User
	Name string
}

// NoteValues has the members of a note.
type NoteValues struct {
	Target Target
	// Body keeps the text as it was typed.
	Body   string
	Pinned bool
	// Author has no value for the command line.
	Author optional.Maybe[Author]
	// Edited reports that the body was changed.
	Edited bool
}

// Note has a text about a record.
type Note = versioned.Record[NoteID, NoteValues]

// NotePatch changes a note. Target and Author are for a new note.
type NotePatch struct {
	Target optional.Field[Target]
	Author optional.Maybe[Author]
	Body   optional.Field[string]
	Pinned optional.Field[bool]
}

// Over lays the patch over values. It returns an Invalid fault with every wrong member; target and
// body are required. Members of a target that its type excludes are a Rule fault validation_failed.
func (p NotePatch) Over(v NoteValues) (NoteValues, error) {
	var f check.Faults
	was := v.Body
	check.NotNull(&f, "/body", p.Body)
	f.Required("/body", was != "" || p.Body.Set)
	_ = check.Text(&f, "/body", p.Body, MaxNote)
	v.Body = p.Body.Maybe().Or(was)
	v.Edited = v.Edited || was != "" && v.Body != was
	check.NotNull(&f, "/pinned", p.Pinned)
	v.Pinned = p.Pinned.Maybe().Or(v.Pinned)
	if v.Target.Type == "" {
		f.Required("/target", p.Target.Set)
		v.Target, v.Author = p.Target.Value.checked(&f), p.Author
	}
	return v, f.Err(fault.CodeValidationFailed)
}

// checked checks that a target has the members of its type.
func (t Target) checked(f *check.Faults) Target {
	check.Word(f, "/target/type", t.Type)
	for _, m := range []struct {
		pointer       string
		given, wanted bool
	}{
		{"/target/id", t.ID.Known(), t.Type != TargetASIN},
		{"/target/asin", t.ASIN.Known(), t.Type == TargetASIN}, {"/target/marketplace_id", t.Marketplace.Known(), t.Type == TargetASIN},
	} {
		switch {
		case m.given && !m.wanted:
			f.Clash(fault.CodeNotAllowed, m.pointer, "does not go with the type "+string(t.Type))
		case m.wanted && !m.given:
			f.Clash(fault.CodeRequired, m.pointer, "is required for the type "+string(t.Type))
		}
	}
	t.ASIN = optional.Convert(t.ASIN, strings.ToUpper)
	if m, ok := t.Marketplace.Get(); ok {
		check.Marketplace(f, "/target/marketplace_id", m)
	}
	return t
}
