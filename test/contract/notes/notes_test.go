package notes_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/audit"
)

func about(kind mark.Kind, record int64, text string) annotation.NotePatch {
	return annotation.NotePatch{
		Target: optional.Put(annotation.Target{Type: annotation.TargetType(kind), ID: optional.Some(record)}), Body: optional.Put(text),
	}
}

func aboutASIN(asin string, m marketplace.ID, text string) annotation.NotePatch {
	return annotation.NotePatch{
		Target: optional.Put(annotation.Target{Type: annotation.TargetASIN, ASIN: optional.Some(asin), Marketplace: optional.Some(m)}), Body: optional.Put(text),
	}
}

func TestANoteIsMadeAndChanged(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		made, err := w.notes.Create(ctx, us, about(mark.SKU, 4, " two\nlines "))
		require.NoError(t, err)
		require.Equal(t, annotation.NoteValues{
			Target: annotation.Target{Type: "sku", ID: optional.Some(int64(4))}, Body: " two\nlines ",
			Author: optional.Some(annotation.Author{ID: 5, Name: "User 5"}),
		}, made.Values)
		require.Equal(t, []told{{"sku", 4, "noted", map[string]audit.Change{"note": {New: " two\nlines "}}}}, w.trail.about("sku", 4))
		for _, record := range []int64{theirs, none} {
			_, err = w.notes.Create(ctx, us, about(mark.SKU, record, "a"))
			refused(t, err, fault.CodeNotFound, "/target/id")
		}
		_, err = w.notes.Create(ctx, us, about(mark.Order, 1, "a"))
		refused(t, err, fault.CodeNotFound, "/target/id")
		changed, err := w.notes.Update(ctx, caller.Caller{Team: 1, User: 6}, made.ID, annotation.NotePatch{Body: optional.Put("other")}, &made.Version)
		require.NoError(t, err)
		require.Equal(t, []any{"other", true, made.Values.Author}, []any{changed.Values.Body, changed.Values.Edited, changed.Values.Author})
		_, err = w.notes.Update(ctx, us, made.ID, annotation.NotePatch{Pinned: optional.Put(true)}, &made.Version)
		refused(t, err, fault.CodePreconditionFailed, "")
		_, err = w.notes.Update(ctx, them, made.ID, annotation.NotePatch{Pinned: optional.Put(true)}, nil)
		refused(t, err, fault.CodeNotFound, "")
		require.NoError(t, w.notes.Delete(ctx, us, made.ID, nil))
		counted, err := w.marks.Of(ctx, us.Team, mark.SKU, []int64{4})
		require.NoError(t, err)
		require.Empty(t, counted)
		require.Len(t, w.trail.about("note", int64(made.ID)), 3, "the trail has the earlier texts")
	})
}

func TestNotesAreListedAndCounted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		for i := range 40 {
			p := about(kinds[i%len(kinds)], int64(i%3+1), fmt.Sprintf("%s %d%%_'", []string{"Äpfel", "birnen"}[i%2], i))
			if i%5 == 0 {
				p = aboutASIN(fmt.Sprintf("B00000000%d", i%3), []marketplace.ID{marketplace.US, "A1PA6795UKMFR9"}[i%2], "Äpfel")
			}
			p.Pinned = optional.Put(i%4 == 0)
			_, err := w.notes.Create(ctx, caller.Caller{Team: 1, User: id.User(i % 3)}, p)
			require.NoError(t, err)
		}
		_, err := w.notes.Create(ctx, them, about(mark.SKU, theirs, "theirs"))
		require.NoError(t, err)
		everything, err := w.notes.List(ctx, us, annotation.NoteFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		// Notes about a deleted record are deleted and not counted.
		require.NoError(t, w.InTx(ctx, func(ctx context.Context) error { return w.marks.Forget(ctx, us.Team, mark.SKU, []int64{2}, time.Now()) }))
		all := slices.DeleteFunc(everything.Items, func(n annotation.Note) bool {
			return n.Values.Target == annotation.Target{Type: "sku", ID: optional.Some(int64(2))}
		})
		require.Less(t, len(all), 40)
		for _, kind := range kinds {
			counted, err := w.marks.Of(ctx, us.Team, kind, []int64{1, 2, 3, 4})
			require.NoError(t, err)
			for record := range int64(5) {
				want := int64(0)
				for _, n := range all {
					if n.Values.Target == (annotation.Target{Type: annotation.TargetType(kind), ID: optional.Some(record)}) {
						want++
					}
				}
				require.Equal(t, want, counted[record].Notes, "%s %d", kind, record)
			}
		}
		_, err = w.notes.List(ctx, us, annotation.NoteFilter{Targets: []int64{1}}, page.Request{Limit: 1})
		refused(t, err, fault.CodeValidationFailed, "")
		_, err = w.notes.List(ctx, us, annotation.NoteFilter{Targets: []int64{1}, Types: []annotation.TargetType{"sku", "listing"}}, page.Request{Limit: 1})
		refused(t, err, fault.CodeValidationFailed, "")
		for _, c := range []struct {
			f    annotation.NoteFilter
			fits func(annotation.NoteValues) bool
		}{
			{annotation.NoteFilter{}, func(annotation.NoteValues) bool { return true }},
			{annotation.NoteFilter{Types: []annotation.TargetType{"sku", "asin"}}, func(v annotation.NoteValues) bool {
				return v.Target.Type == "sku" || v.Target.Type == "asin"
			}},
			{annotation.NoteFilter{Types: []annotation.TargetType{"document"}, Targets: []int64{1, 3}}, func(v annotation.NoteValues) bool {
				return v.Target.Type == "document" && v.Target.ID.Or(0)%2 == 1
			}},
			{annotation.NoteFilter{ASINs: []string{"B000000001"}}, func(v annotation.NoteValues) bool { return v.Target.ASIN.Or("") == "B000000001" }},
			{annotation.NoteFilter{Marketplaces: []marketplace.ID{marketplace.US}}, func(v annotation.NoteValues) bool {
				return v.Target.Marketplace.Or("") == marketplace.US
			}},
			{annotation.NoteFilter{Authors: []id.User{2}}, func(v annotation.NoteValues) bool { return v.Author.Or(annotation.Author{}).ID == 2 }},
			{annotation.NoteFilter{Pinned: new(true)}, func(v annotation.NoteValues) bool { return v.Pinned }},
			{annotation.NoteFilter{Pinned: new(false), Query: "äPFEL"}, func(v annotation.NoteValues) bool { return !v.Pinned && strings.HasPrefix(v.Body, "Äpfel") }},
			{annotation.NoteFilter{Query: "7%_'"}, func(v annotation.NoteValues) bool { return strings.HasSuffix(v.Body, "7%_'") }},
		} {
			for _, order := range [][]page.By{
				{{Field: "pinned", Desc: true}, {Field: "created_at", Desc: true}}, {{Field: "created_at"}}, {{Field: "updated_at", Desc: true}}, {{Field: "pinned"}}, {{Field: "id"}},
			} {
				want := slices.DeleteFunc(slices.Clone(all), func(n annotation.Note) bool { return !c.fits(n.Values) })
				slices.SortFunc(want, func(a, b annotation.Note) int { return compared(a, b, order) })
				var got []annotation.Note
				for req := (page.Request{Limit: 7, Order: order, Count: true}); ; {
					p, err := w.notes.List(ctx, us, c.f, req)
					require.NoError(t, err)
					require.Equal(t, int64(len(want)), *p.Total)
					if got = append(got, p.Items...); p.Next == nil {
						break
					}
					req.After = p.Next
				}
				require.Equal(t, want, got, "%+v %v", c.f, order)
			}
		}
	})
}

func compared(a, b annotation.Note, order []page.By) int {
	pinned := func(n annotation.Note) int {
		if n.Values.Pinned {
			return 1
		}
		return 0
	}
	for _, by := range append(slices.Clone(order), page.By{Field: "id", Desc: order[len(order)-1].Desc}) {
		n := map[string]int{
			"pinned": cmp.Compare(pinned(a), pinned(b)), "created_at": a.CreatedAt.Compare(b.CreatedAt), "updated_at": a.UpdatedAt.Compare(b.UpdatedAt),
			"id": cmp.Compare(a.ID, b.ID),
		}[by.Field]
		if by.Desc {
			n = -n
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

func TestWhatIsNotedAboutProducts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		note := func(who caller.Caller, p annotation.NotePatch) annotation.Note {
			t.Helper()
			made, err := w.notes.Create(ctx, who, p)
			require.NoError(t, err)
			return made
		}
		const one, two, none = "B000000001", "B000000002", "B000000003"
		note(us, aboutASIN(one, marketplace.US, "first"))
		second := note(us, aboutASIN(one, marketplace.US, "second"))
		gone := note(us, aboutASIN(one, marketplace.US, "third"))
		note(us, aboutASIN(two, "A1PA6795UKMFR9", "elsewhere"))
		note(them, aboutASIN(two, marketplace.US, "theirs"))
		require.NoError(t, w.notes.Delete(ctx, us, gone.ID, nil))
		found, err := w.notes.About(ctx, us.Team, marketplace.US, []string{one, two, none})
		require.NoError(t, err)
		require.Equal(t, map[string]annotation.About{one: {Count: 2, Newest: second}}, found)
		found, err = w.notes.About(ctx, us.Team, marketplace.US, nil)
		require.NoError(t, err)
		require.Empty(t, found)
	})
}
