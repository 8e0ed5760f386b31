package annotation

import (
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// The json tags name the stored members. Changing a name needs a migration.
func init() {
	record.DeclareDocument("annotation_notes",
		func(v *annotation.NoteValues) *storedNoteValues { return (*storedNoteValues)(v) })
	record.DeclarePart(func(v *annotation.Target) *storedTarget { return (*storedTarget)(v) })
	record.DeclarePart(func(v *annotation.Author) *storedAuthor { return (*storedAuthor)(v) })
}

type storedNoteValues struct {
	Target annotation.Target                 `json:"target"`
	Body   string                            `json:"body"`
	Pinned bool                              `json:"pinned"`
	Author optional.Maybe[annotation.Author] `json:"author,omitzero"`
	Edited bool                              `json:"edited"`
}

type storedTarget struct {
	Type        annotation.TargetType          `json:"type"`
	ID          optional.Maybe[int64]          `json:"id,omitzero"`
	ASIN        optional.Maybe[string]         `json:"asin,omitzero"`
	Marketplace optional.Maybe[marketplace.ID] `json:"marketplace,omitzero"`
}

type storedAuthor struct {
	ID   id.User `json:"id"`
	Name string  `json:"name"`
}
