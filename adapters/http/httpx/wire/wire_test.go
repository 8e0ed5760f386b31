package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/wire"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/documents/:id", "/documents/12", true},
		{"/documents/:id", "/documents/a%2Fb", true},
		{"/documents/:id", "/documents/", false},
		{"/documents/:id", "/documents", false},
		{"/documents/:id", "/documents/12/items", false},
		{"/documents/:id/items", "/documents/12/items", true},
		{"/docs/*asset", "/docs/a/b", true},
		{"/docs/*asset", "/docs", false},
		{"/", "/", true},
		{"/", "//evil.com", false},
		{"/:page", "/", false},
		{"/", "", false},
	} {
		require.Equal(t, c.want, wire.Matches(c.pattern, c.path), c.pattern+" "+c.path)
	}
}

func TestSameTag(t *testing.T) {
	for value, want := range map[string]bool{
		`"3"`: true, `W/"3"`: true, `*`: true, ` "2" , "3" `: true, `"4", W/"3"`: true, `"33"`: false, `3`: false, ``: false, `"4"`: false,
	} {
		require.Equal(t, want, wire.SameTag([]string{value}, `"3"`), value)
		require.Equal(t, want, wire.SameTag([]string{`"1"`, value}, `W/"3"`), value)
	}
	require.False(t, wire.SameTag(nil, `"3"`))
}
