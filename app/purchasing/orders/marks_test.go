package orders_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing/order"
)

func (w world) tag(t *testing.T, name string) int64 {
	t.Helper()
	made, err := w.tags.Create(t.Context(), us, annotation.TagPatch{Name: optional.Put(name)})
	require.NoError(t, err)
	return int64(made.ID)
}

// links counts the orders that have a tag.
func (w world) links(t *testing.T, tag int64) int64 {
	t.Helper()
	found, err := w.tags.Get(t.Context(), us, annotation.TagID(tag))
	require.NoError(t, err)
	return found.Values.Links[mark.Order]
}

// listed returns the ids of the orders that a filter finds, ascending.
func (w world) listed(t *testing.T, f orders.Filter) []order.ID {
	t.Helper()
	found, err := w.List(t.Context(), us, f, page.Request{Limit: 200, Order: []page.By{{Field: "id"}}})
	require.NoError(t, err)
	ids := []order.ID{}
	for _, v := range found.Items {
		ids = append(ids, v.ID)
	}
	return ids
}

func TestOrdersAreTaggedAndNoted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		red, blue := w.tag(t, "red"), w.tag(t, "blue")
		tagged := func(tags ...int64) orders.Create {
			in := from(s, line("a", 1, "1"))
			in.Patch.TagIDs = optional.Put(tags)
			return in
		}
		one := w.made(t, tagged(red, blue))
		require.Equal(t, mark.Marks{Tags: []mark.Tag{{ID: blue, Name: "blue"}, {ID: red, Name: "red"}}}, one.Marks)
		two, three := w.made(t, tagged(red)), w.made(t, tagged())
		require.Equal(t, []order.ID{one.ID, two.ID}, w.listed(t, orders.Filter{Tags: mark.Filter{Any: []int64{red, blue}}}))
		require.Equal(t, []order.ID{one.ID}, w.listed(t, orders.Filter{Tags: mark.Filter{All: []int64{red, blue}}}))
		require.Equal(t, []int64{2, 1}, []int64{w.links(t, red), w.links(t, blue)})

		again := func(id order.ID, tags ...int64) (orders.View, error) {
			return w.Update(ctx, us, id, orders.Update{Patch: order.Patch{TagIDs: optional.Put(tags)}}, nil)
		}
		_, err := again(two.ID, red, 99)
		refused(t, err, fault.CodeNotFound, "/tag_ids/1")
		require.Equal(t, []order.ID{one.ID, two.ID}, w.listed(t, orders.Filter{Tags: mark.Filter{Any: []int64{red}}}), "nothing was changed")
		_, err = w.Create(ctx, us, tagged(red, red))
		refused(t, err, fault.CodeValidationFailed, "/tag_ids/1")
		changed, err := again(two.ID, blue)
		require.NoError(t, err)
		require.Equal(t, []any{[]mark.Tag{{ID: blue, Name: "blue"}}, int64(2)}, []any{changed.Marks.Tags, changed.Version})
		w.to(t, three.ID, order.Cancelled)
		_, err = again(three.ID, red)
		require.NoError(t, err, "a cancelled order is tagged")

		note := annotation.NotePatch{Target: optional.Put(annotation.Target{Type: annotation.TargetType(mark.Order), ID: optional.Some(int64(one.ID))}), Body: optional.Put("late")}
		_, err = w.notes.Create(ctx, us, note)
		require.NoError(t, err)
		_, err = w.notes.Create(ctx, them, note)
		refused(t, err, fault.CodeNotFound, "/target/id")
		seen, err := w.Get(ctx, us, one.ID)
		require.NoError(t, err)
		require.Equal(t, int64(1), seen.Marks.Notes)

		results, err := w.DeleteMany(ctx, us, edit.Many[order.ID]{IDs: []order.ID{one.ID, two.ID}})
		require.NoError(t, err)
		require.Equal(t, []edit.Outcome{edit.Deleted, edit.Deleted}, []edit.Outcome{results[0].Outcome, results[1].Outcome})
		require.Equal(t, []int64{1, 0}, []int64{w.links(t, red), w.links(t, blue)})
		_, err = w.notes.Create(ctx, us, note)
		refused(t, err, fault.CodeNotFound, "/target/id")
		listed, err := w.notes.List(ctx, us, annotation.NoteFilter{}, page.Request{Limit: 10})
		require.NoError(t, err)
		require.Empty(t, listed.Items)
	})
}

func TestOrdersShowTheirDocuments(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		one, two := w.made(t, from(s, line("a", 1, "1"))), w.made(t, from(s, line("a", 1, "1")))
		invoice := document.Invoice
		var files []*document.Document
		for n := range order.MaxPapers + 2 {
			made, err := document.New(document.Upload{
				Team: 1, Name: fmt.Sprintf("file %02d.pdf", n), Type: &invoice, Media: document.PDF, FileSize: 9, SHA256: document.Digest(fmt.Sprintf("%064x", n)),
				Targets: []document.Target{{Kind: document.TargetPurchaseOrder, ID: int64(one.ID)}, {Kind: document.TargetSupplier, ID: int64(two.ID)}},
			}, start)
			require.NoError(t, err)
			stored, err := w.documents.Insert(ctx, made)
			require.NoError(t, err)
			files = append(files, stored)
		}
		last := files[len(files)-1]
		require.NoError(t, last.Delete(start))
		require.NoError(t, w.documents.Save(ctx, []*document.Document{last}))

		seen, err := w.Get(ctx, us, one.ID)
		require.NoError(t, err)
		require.Equal(t, []any{int64(order.MaxPapers + 1), order.MaxPapers}, []any{seen.Papers.Count, len(seen.Papers.List)})
		require.Equal(t, []order.Paper{{ID: int64(last.ID()), Type: "invoice", Name: "file 21.pdf", Deleted: true}, {ID: int64(last.ID()) - 1, Type: "invoice", Name: "file 20.pdf"}},
			seen.Papers.List[:2])
		bare, err := w.Get(ctx, us, two.ID)
		require.NoError(t, err)
		require.Equal(t, order.Papers{}, bare.Papers)
		require.Equal(t, []order.ID{one.ID}, w.listed(t, orders.Filter{HasDocuments: new(true)}))
		require.Equal(t, []order.ID{two.ID}, w.listed(t, orders.Filter{HasDocuments: new(false)}))

		for _, file := range files[:len(files)-1] {
			require.NoError(t, file.Delete(start))
		}
		require.NoError(t, w.documents.Save(ctx, files[:len(files)-1]))
		require.Empty(t, w.listed(t, orders.Filter{HasDocuments: new(true)}), "deleted documents are shown and not found")
	})
}
