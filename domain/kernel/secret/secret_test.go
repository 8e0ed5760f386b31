package secret_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/secret"
)

func TestSecretPrintsAsMask(t *testing.T) {
	s := secret.New("hunter2")
	for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%d"} {
		require.Equal(t, "***", fmt.Sprintf(verb, s), verb)
		require.NotContains(t, fmt.Sprintf(verb, struct{ K secret.Text }{s}), "hunter2", verb)
	}
	b, err := json.Marshal(map[string]any{"key": s})
	require.NoError(t, err)
	require.JSONEq(t, `{"key":"***"}`, string(b))
	require.Equal(t, "***", s.String())
	require.Equal(t, "hunter2", s.Reveal())
}
