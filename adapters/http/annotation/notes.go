package annotation

import (
	"context"
	"net/http"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/annotation"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

// Note shows a text about a record to clients.
type Note struct {
	ID        int64       `json:"id" doc:"Identifier of the note."`
	Target    NoteTarget  `json:"target" doc:"The record or ASIN that the note is about."`
	Body      string      `json:"body" doc:"The text, as it was typed."`
	Pinned    bool        `json:"pinned" doc:"Whether it is shown first."`
	Author    *NoteAuthor `json:"author" doc:"Who wrote it; null for the command line."`
	Edited    bool        `json:"edited" doc:"Whether the text was changed."`
	Version   int64       `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt body.Time   `json:"created_at" doc:"When the note was made."`
	UpdatedAt body.Time   `json:"updated_at" doc:"When the note last changed."`
}

// NoteTarget names the record or ASIN of a note.
type NoteTarget struct {
	Type          string  `json:"type" doc:"inventory_product, sku, listing, supplier, supplier_offer, purchase_order, warehouse, document or asin."`
	ID            *int64  `json:"id" doc:"Identifier of the record; null for an ASIN."`
	ASIN          *string `json:"asin" doc:"The ASIN; null for a record."`
	MarketplaceID *string `json:"marketplace_id" doc:"Amazon's identifier of the marketplace of asin."`
}

// NoteAuthor names the author of a note.
type NoteAuthor struct {
	ID   int64  `json:"id" doc:"Identifier of the user."`
	Name string `json:"name" doc:"The user's name when the note was made."`
}

// NewNote makes a note.
type NewNote struct {
	Target NewNoteTarget  `json:"target" doc:"The record or ASIN that the note is about. It cannot be changed."`
	Body   string         `json:"body" minLength:"1" maxLength:"5000" doc:"Not blank. The text, on any number of lines."`
	Pinned body.Opt[bool] `json:"pinned,omitzero" doc:"Whether it is shown first; false at first."`
}

// NewNoteTarget names the target of a new note: a record by its id, or an ASIN with its
// marketplace.
type NewNoteTarget struct {
	Type          body.Word[annotation.TargetType] `json:"type" doc:"The kind of the record, or asin."`
	ID            body.Opt[body.ID]                `json:"id,omitzero" doc:"The record; required but for an ASIN."`
	ASIN          body.Opt[body.ASIN]              `json:"asin,omitzero" doc:"The ASIN, in either letter case; with type asin only."`
	MarketplaceID body.Opt[body.MarketplaceID]     `json:"marketplace_id,omitzero" doc:"The marketplace of asin; with type asin only."`
}

// NotePatch changes a note.
type NotePatch struct {
	body.AtLeastOne
	Body   body.Opt[string] `json:"body,omitzero" minLength:"1" maxLength:"5000" doc:"Not blank. The text, on any number of lines."`
	Pinned body.Opt[bool]   `json:"pinned,omitzero" doc:"Whether it is shown first."`
}

func noteOf(n annotation.Note) Note {
	v := n.Values
	return Note{
		ID: int64(n.ID), Target: NoteTarget{
			Type: string(v.Target.Type), ID: v.Target.ID.Ptr(), ASIN: v.Target.ASIN.Ptr(),
			MarketplaceID: body.Maybe(v.Target.Marketplace, func(m marketplace.ID) string { return string(m) }),
		}, Body: v.Body, Pinned: v.Pinned, Author: body.Maybe(v.Author, func(a annotation.Author) NoteAuthor { return NoteAuthor{int64(a.ID), a.Name} }),
		Edited: v.Edited, Version: n.Version, CreatedAt: body.TimeOf(n.CreatedAt), UpdatedAt: body.TimeOf(n.UpdatedAt),
	}
}

func (n NewNote) patch() annotation.NotePatch {
	t := n.Target
	return annotation.NotePatch{Body: optional.Put(n.Body), Pinned: n.Pinned.Field, Target: optional.Put(annotation.Target{
		Type: annotation.TargetType(t.Type), ID: optional.Convert(t.ID.Maybe(), func(n body.ID) int64 { return int64(n) }),
		ASIN:        optional.Convert(t.ASIN.Maybe(), func(a body.ASIN) string { return string(a) }),
		Marketplace: optional.Convert(t.MarketplaceID.Maybe(), func(m body.MarketplaceID) marketplace.ID { return marketplace.ID(m) }),
	})}
}

func exampleNote() Note {
	return Note{
		ID: 1, Target: NoteTarget{Type: "inventory_product", ID: new(int64(1))}, Body: "Carton was damaged twice.\nAsk for more padding.", Pinned: true,
		Author: &NoteAuthor{1, "Olivia Owner"}, Version: 1, CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-02T08:00:00.000000Z",
	}
}

var noteSorts = records.Sortable{Fields: []string{"pinned", "created_at", "updated_at", "id"}, Default: "-pinned,-created_at"}

type listNotesInput struct {
	records.RecordInput
	TargetType    []body.Word[annotation.TargetType] `query:"target_type" maxItems:"9" doc:"About any of these kinds."`
	TargetID      []body.ID                          `query:"target_id" maxItems:"100" doc:"About any of these records; needs one target_type beside it."`
	ASIN          []body.ASIN                        `query:"asin" maxItems:"100" doc:"About any of these ASINs, in either letter case."`
	MarketplaceID []body.MarketplaceID               `query:"marketplace_id" maxItems:"30" doc:"About ASINs of any of these marketplaces."`
	AuthorID      []body.ID                          `query:"author_id" maxItems:"100" doc:"Written by any of these users."`
	Pinned        body.Opt[bool]                     `query:"pinned" doc:"Pinned notes (true), or the others (false)."`
	Q             string                             `query:"q" minLength:"1" maxLength:"200" doc:"Text in the body, in any letter case."`
}

func (in *listNotesInput) filter() annotation.NoteFilter {
	return annotation.NoteFilter{
		Types: body.Words[annotation.TargetType](in.TargetType), Targets: body.Numbers[int64](in.TargetID),
		ASINs:        body.Each(in.ASIN, func(a body.ASIN) string { return strings.ToUpper(string(a)) }),
		Marketplaces: body.Words[marketplace.ID](in.MarketplaceID), Authors: body.Numbers[id.User](in.AuthorID), Pinned: in.Pinned.Ptr(), Query: in.Q,
	}
}

// NoteRoutes registers the operations of notes.
func NoteRoutes(notes *app.Notes) httpx.Routes {
	return func(r *httpx.Router) {
		k := records.Kind{Router: r, Path: "/notes", Group: "notes", Noun: "note"}
		shown := records.Shown[annotation.Note, Note]{Of: noteOf, Example: exampleNote(), Place: annotation.Note.Place}
		records.List(k, httpx.Operation{
			ID: "listNotes", Summary: "List notes",
			Description: "Lists the team's notes: pinned notes first, then the newest. Notes about deleted records are " +
				"left out.\n\n" +
				"target_id without exactly one target_type is 422 validation_failed.",
			Errors: []int{http.StatusUnprocessableEntity},
		}, noteSorts, noteOf, exampleNote(), func(ctx context.Context, who caller.Caller, in *listNotesInput, req page.Request) (page.Page[annotation.Note], error) {
			return notes.List(ctx, who, in.filter(), req)
		})
		records.Get(k, httpx.Operation{
			ID: "getNote", Summary: "Get a note",
			Description: "Returns one note of the caller's team, also about a deleted record. It is an extra of this service.",
		}, shown, notes.Get)
		records.Create(k, httpx.Operation{
			ID: "createNote", Summary: "Create a note",
			Description: "Makes a note about a record, or about an ASIN, which needs no record. A record that the team does not have is 422 not_found; " +
				"members of the target that do not go with its type are 422 validation_failed.",
			RequestExample: NewNote{
				Target: NewNoteTarget{Type: "inventory_product", ID: body.OptOf(body.ID(1))}, Body: exampleNote().Body, Pinned: body.OptOf(true),
			},
			Errors: []int{http.StatusUnprocessableEntity},
		}, shown, func(ctx context.Context, who caller.Caller, in *NewNote) (annotation.Note, error) {
			return notes.Create(ctx, who, in.patch())
		})
		records.DeleteMany(k, httpx.Operation{
			ID: "deleteNotes", Summary: "Delete notes", Description: "Deletes up to 100 notes in one transaction and answers for each.",
			RequestExample: body.IDs{IDs: []body.ID{2, 3}},
		}, notes.DeleteMany)
		records.Delete(k, httpx.Operation{ID: "deleteNote", Summary: "Delete a note", Description: "Deletes one note."}, notes.Delete)
		records.Update(k, httpx.Operation{
			ID: "updateNote", Summary: "Update a note", Description: "Changes the members that are given. The target of the note stays.",
			RequestExample: NotePatch{Pinned: body.OptOf(true)},
		}, shown, func(ctx context.Context, who caller.Caller, note annotation.NoteID, in *NotePatch, ifMatch *int64) (annotation.Note, error) {
			return notes.Update(ctx, who, note, annotation.NotePatch{Body: in.Body.Field, Pinned: in.Pinned.Field}, ifMatch)
		})
	}
}
