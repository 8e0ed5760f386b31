package annotation

import (
	"fmt"
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
)

// Tagging changes the tags of records: some are added and removed, or Set replaces all.
type Tagging struct {
	Add, Remove []TagID
	Set         optional.Maybe[[]TagID]
}

// Named has a member of a change and the tags that it names.
type Named struct {
	Pointer string
	Tags    []TagID
}

// Named returns the tags of the change.
func (t Tagging) Named() []Named {
	return []Named{{"/add", t.Add}, {"/remove", t.Remove}, {"/set", t.Set.Or(nil)}}
}

// Check refuses set together with another list (Invalid, conflicting_parameters), and a change that
// names no list or a tag in both add and remove (Rule, validation_failed).
func (t Tagging) Check() error {
	var f check.Faults
	for _, named := range t.Named() {
		if len(named.Tags) > MaxTagsNamed {
			f.Add(fault.CodeTooMany, named.Pointer, fmt.Sprintf("must have at most %d entries", MaxTagsNamed))
		}
	}
	switch given := len(t.Add)+len(t.Remove) > 0; {
	case t.Set.Known() && given:
		return fault.New(fault.Invalid, fault.CodeConflictingParameters, "Give set alone, or add and remove.").At("/set")
	case !t.Set.Known() && !given:
		f.Clash(fault.CodeRequired, "/add", "or remove or set is required")
	}
	for i, tag := range t.Add {
		if slices.Contains(t.Remove, tag) {
			f.Clash(fault.CodeNotAllowed, check.Item("/add", i), "is in remove too")
		}
	}
	return f.Err(fault.CodeValidationFailed)
}

// Over returns the tags of a record with these tags after the change, ascending. More than
// mark.MaxTags are a Rule fault validation_failed.
func (t Tagging) Over(has []TagID) ([]TagID, error) {
	next, ok := t.Set.Get()
	if !ok {
		next = append(slices.DeleteFunc(slices.Clone(has), func(tag TagID) bool { return slices.Contains(t.Remove, tag) }), t.Add...)
	}
	if next = mark.Sorted(next); len(next) > mark.MaxTags {
		return nil, fault.Newf(fault.Rule, fault.CodeValidationFailed, "A record has at most %d tags; it would have %d.", mark.MaxTags, len(next))
	}
	return next, nil
}
