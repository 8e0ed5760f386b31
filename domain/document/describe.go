package document

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// Text changes a member that can be empty: Value nil clears it.
type Text struct {
	Set   bool
	Value *string
}

func setOrClear(v *string) Text { return Text{Set: true, Value: v} }

// Changes has the members a user may describe a document with; nil or not Set leaves a member as it
// is.
type Changes struct {
	Type            *Type
	OriginalName    *string
	ReferenceNumber Text
	Notes           Text
	// Targets replaces the whole list.
	Targets *[]Target
	// Mapping names the columns of a table file; null clears it.
	Mapping optional.Field[mapping.Mapping]
}

// Describe changes the user's members of a document, in any status. The name is cleaned and must
// keep its extension (extension_fixed); text and targets out of bounds are validation_failed with a
// pointer; a mapping of a file without a table is not_supported. Values that are already there
// change nothing.
func (d *Document) Describe(c Changes, now time.Time) error {
	if d.s.DeletedAt != nil {
		return fault.Missing()
	}
	s := d.s.clone()
	if err := s.describe(c); err != nil {
		return err
	}
	if s.sameDescription(d.s) {
		return nil
	}
	return d.commit(s, now)
}

func (s *Snapshot) describe(c Changes) error {
	if c.Type != nil {
		if !c.Type.Valid() {
			return invalid("/type", "is not a document type")
		}
		s.Type, s.TypeByUser = *c.Type, true
	}
	if c.OriginalName != nil {
		name := CleanName(*c.OriginalName)
		if Extension(name) != Extension(s.OriginalName) {
			return fault.New(fault.Rule, fault.CodeExtensionFixed,
				"The extension of the file name cannot change.").At("/original_name")
		}
		s.OriginalName = name
	}
	var err error
	if s.ReferenceNumber, err = textOf(c.ReferenceNumber, s.ReferenceNumber, MaxReference, "/reference_number"); err != nil {
		return err
	}
	if s.Notes, err = textOf(c.Notes, s.Notes, MaxNotes, "/notes"); err != nil {
		return err
	}
	if c.Targets != nil {
		merged, err := mergeTargets(*c.Targets)
		if err != nil {
			return err
		}
		for i, t := range merged {
			merged[i].Deleted = false
			for _, had := range s.Targets {
				if had.Same(t) {
					merged[i].Deleted = had.Deleted
				}
			}
		}
		s.Targets = merged
	}
	return s.mapped(c.Mapping)
}

// mapped takes a mapping, for files with tables only.
func (s *Snapshot) mapped(f optional.Field[mapping.Mapping]) error {
	if !f.Set {
		return nil
	}
	if !f.Null && !s.Media.Table() {
		const message = "Only columns of CSV, TSV and XLSX files can be named."
		return fault.New(fault.Rule, fault.CodeNotSupported, message).At("/mapping")
	}
	s.Mapping = f.Ptr()
	return nil
}

// NewTargets lists the wanted targets that the document does not have yet, with their places in
// wanted. Only these are looked up: an existing target may stay even if its record was deleted.
func (d *Document) NewTargets(wanted []Target) (places []int, targets []Target) {
	return newTargets(d.s.Targets, wanted)
}

// NewTargetsOf works like NewTargets for a document that is still to be made.
func NewTargetsOf(wanted []Target) (places []int, targets []Target) { return newTargets(nil, wanted) }

func newTargets(had, wanted []Target) (places []int, targets []Target) {
	seen := append([]Target{}, had...)
	for i, t := range wanted {
		if !contains(seen, t) {
			seen = append(seen, t)
			places, targets = append(places, i), append(targets, t)
		}
	}
	return places, targets
}

func (s *Snapshot) sameDescription(o Snapshot) bool {
	if s.Type != o.Type || s.TypeByUser != o.TypeByUser || s.OriginalName != o.OriginalName ||
		!sameText(s.ReferenceNumber, o.ReferenceNumber) || !sameText(s.Notes, o.Notes) ||
		!sameMapping(s.Mapping, o.Mapping) || len(s.Targets) != len(o.Targets) {
		return false
	}
	for i := range s.Targets {
		if s.Targets[i] != o.Targets[i] {
			return false
		}
	}
	return true
}

// textOf applies a change to a text. Empty text becomes nil.
func textOf(c Text, now *string, limit int, pointer string) (*string, error) {
	if !c.Set {
		return now, nil
	}
	if c.Value == nil || *c.Value == "" {
		return nil, nil
	}
	v := *c.Value
	switch {
	case !utf8.ValidString(v) || strings.ContainsFunc(v, forbidden):
		return nil, invalid(pointer, "must not contain control characters")
	case utf8.RuneCountInString(v) > limit:
		return nil, invalid(pointer, "must have at most "+strconv.Itoa(limit)+" characters")
	}
	return &v, nil
}

// mergeTargets drops repeats and checks bounds.
func mergeTargets(targets []Target) ([]Target, error) {
	out := []Target{}
	for i, t := range targets {
		if !t.Kind.Valid() || t.ID <= 0 {
			return nil, invalid("/targets/"+strconv.Itoa(i), "is not a target")
		}
		if !contains(out, t) {
			out = append(out, t)
		}
	}
	if len(out) > MaxTargets {
		return nil, invalid("/targets", "must have at most "+strconv.Itoa(MaxTargets)+" entries")
	}
	return out, nil
}

func contains(list []Target, t Target) bool {
	for _, have := range list {
		if have.Same(t) {
			return true
		}
	}
	return false
}

func sameMapping(a, b *mapping.Mapping) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// plain returns a text without control characters, cut to a length in characters.
func plain(text string, length int) string {
	runes := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))))
	return string(runes[:min(len(runes), length)])
}

func forbidden(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func invalid(pointer, message string) *fault.Error {
	return fault.New(fault.Rule, fault.CodeValidationFailed, fault.Name(pointer)+" "+message).At(pointer)
}
