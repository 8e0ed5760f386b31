package code_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/code"
)

func TestLike(t *testing.T) {
	for text, want := range map[string]bool{
		"WR-5501": true, "4711": true, "A.12/3": true, "ART_9": true, "77": false, "12,50": false, "330ml": false, "2026-11-28": false,
		"WR-55-": false, "lamp": false, "(A-1)": false, "": false,
	} {
		require.Equal(t, want, code.Like(text), text)
	}
}
