package forward

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAServiceThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel()
	_, refused, err := poll(t.Context(), "http://127.0.0.1:1/api/v1/events?wait=25", "sak_test")
	require.False(t, refused, "it may answer later")
	require.ErrorContains(t, err, "127.0.0.1:1 does not answer, and is asked again: ")
	require.NotContains(t, err.Error(), "wait=25")
}
