package asin_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"B0ABCDEFGH": "B0ABCDEFGH", "b0abcdefgh": "B0ABCDEFGH", "0123456789": "0123456789", "012345678x": "012345678X",
	} {
		a, err := asin.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, a.String())
	}
	for _, text := range []string{"", "B0ABCDEFG", "B0ABCDEFGHI", "B0ABCDEFG ", "B0ABCDEFG-", "B0ABCDEFÄ", "B0ABCDEFG\x00", "B0ABCD/FGH", strings.Repeat("A", 1000)} {
		_, err := asin.Parse(text)
		e, ok := fault.As(err)
		require.True(t, ok, text)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, "asin", e.Parameter)
	}
}

func TestMustParsePanicsOnAFault(t *testing.T) {
	require.Equal(t, "B0SIM00003", asin.MustParse("B0SIM00003").String())
	require.Panics(t, func() { asin.MustParse("B0SIM") })
}
