package annotation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

func TestANoteIsKeptAsTyped(t *testing.T) {
	about := Target{Type: "sku", ID: optional.Some(int64(4))}
	v, err := NotePatch{Target: optional.Put(about), Body: optional.Put(" two\nlines \n")}.Over(NoteValues{})
	require.NoError(t, err)
	require.Equal(t, NoteValues{Target: about, Body: " two\nlines \n"}, v)
	pinned, err := NotePatch{Pinned: optional.Put(true), Target: optional.Put(Target{Type: "asin"})}.Over(v)
	require.NoError(t, err)
	require.Equal(t, NoteValues{Target: about, Body: v.Body, Pinned: true}, pinned, "its target stays")
	edited, err := NotePatch{Body: optional.Put("other")}.Over(v)
	require.NoError(t, err)
	require.True(t, edited.Edited)
	again, err := NotePatch{Body: optional.Put("other")}.Over(edited)
	require.NoError(t, err)
	require.Equal(t, edited, again)
}

func TestWhatNotesAreAbout(t *testing.T) {
	id, asin, shop := optional.Some(int64(1)), optional.Some("b000000001"), optional.Some(marketplace.US)
	for _, c := range []struct {
		target  Target
		kind    fault.Kind
		pointer string
	}{
		{Target{Type: "asin", ASIN: asin, Marketplace: shop}, 0, ""},
		{Target{Type: "document", ID: id}, 0, ""},
		{Target{Type: "document"}, fault.Rule, "/target/id"},
		{Target{Type: "sku", ID: id, ASIN: asin}, fault.Rule, "/target/asin"},
		{Target{Type: "asin", ASIN: asin}, fault.Rule, "/target/marketplace_id"},
		{Target{Type: "asin", ID: id, ASIN: asin, Marketplace: shop}, fault.Rule, "/target/id"},
		{Target{Type: "asin", ASIN: asin, Marketplace: optional.Some(marketplace.ID("X"))}, fault.Invalid, "/target/marketplace_id"},
		{Target{Type: "team", ID: id}, fault.Invalid, "/target/type"},
	} {
		v, err := NotePatch{Target: optional.Put(c.target), Body: optional.Put("a")}.Over(NoteValues{})
		if c.pointer == "" {
			require.NoError(t, err)
			require.Equal(t, c.target.ASIN.Known(), v.Target.ASIN == optional.Some("B000000001"))
			continue
		}
		e, _ := fault.As(err)
		require.Equal(t, []any{c.kind, c.pointer}, []any{e.Kind, e.Pointer}, "%+v", c.target)
	}
	for _, body := range []string{"", " \n", strings.Repeat("a", MaxNote+1)} {
		_, err := NotePatch{Target: optional.Put(Target{Type: "sku", ID: id}), Body: optional.Put(body)}.Over(NoteValues{})
		e, _ := fault.As(err)
		require.Equal(t, "/body", e.Pointer)
	}
}
