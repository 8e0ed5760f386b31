package optional_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
)

func TestMaybe(t *testing.T) {
	some, none := optional.Some(7), optional.None[int]()
	v, ok := some.Get()
	require.Equal(t, 7, v)
	require.True(t, ok)
	require.True(t, some.Known())
	require.False(t, none.Known())
	require.Equal(t, 7, some.Or(9))
	require.Equal(t, 9, none.Or(9))
	require.Nil(t, none.Ptr())
	require.Equal(t, some, optional.Of(some.Ptr()))
	require.Equal(t, none, optional.Of[int](nil))

	p := some.Ptr()
	*p = 8
	require.Equal(t, 7, some.Or(0), "a pointer is to a copy")
}

func TestField(t *testing.T) {
	was := optional.Some("was")
	require.Equal(t, was, optional.Field[string]{}.Over(was))
	require.Equal(t, optional.None[string](), optional.Clear[string]().Over(was))
	require.Equal(t, optional.Some("is"), optional.Put("is").Over(was))
	for _, x := range []struct {
		field optional.Field[string]
		given bool
	}{{optional.Field[string]{}, false}, {optional.Clear[string](), false}, {optional.Put(""), true}} {
		_, given := x.field.Given()
		require.Equal(t, x.given, given)
	}
}
