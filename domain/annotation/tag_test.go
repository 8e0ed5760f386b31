package annotation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
)

func TestColours(t *testing.T) {
	for text, good := range map[string]bool{"#000000": true, "#aBcDeF": true, "#12345": false, "#1234567": false, "000000": false, "#00000g": false, "": false} {
		require.Equal(t, good, isColor(text), text)
	}
}

func TestTagsOfARecord(t *testing.T) {
	for _, c := range []struct {
		change Tagging
		want   []TagID
	}{
		{Tagging{Add: []TagID{5, 1, 5}}, []TagID{1, 2, 3, 5}},
		{Tagging{Remove: []TagID{2, 9}}, []TagID{1, 3}},
		{Tagging{Add: []TagID{4}, Remove: []TagID{1}}, []TagID{2, 3, 4}},
		{Tagging{Set: optional.Some([]TagID{7, 3})}, []TagID{3, 7}},
		{Tagging{Set: optional.Some([]TagID{})}, nil},
	} {
		has := []TagID{1, 2, 3}
		next, err := c.change.Over(has)
		require.NoError(t, err)
		require.Equal(t, c.want, next)
		require.Equal(t, []TagID{1, 2, 3}, has, "its earlier tags stay")
	}
	many := make([]TagID, mark.MaxTags)
	for i := range many {
		many[i] = TagID(i + 1)
	}
	_, err := Tagging{Add: []TagID{1}}.Over(many)
	require.NoError(t, err)
	_, err = Tagging{Add: []TagID{mark.MaxTags + 1}}.Over(many)
	e, _ := fault.As(err)
	require.Equal(t, fault.CodeValidationFailed, e.Code)
	require.NoError(t, Tagging{Set: optional.Some(make([]TagID, MaxTagsNamed))}.Check())
	for pointer, long := range map[string]Tagging{
		"/add": {Add: make([]TagID, MaxTagsNamed+1)}, "/remove": {Remove: make([]TagID, MaxTagsNamed+1)}, "/set": {Set: optional.Some(make([]TagID, MaxTagsNamed+1))},
	} {
		e, _ = fault.As(long.Check())
		require.NotNil(t, e, pointer)
		require.Equal(t, pointer, e.Pointer)
	}
}
