package vault_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/vault"
)

// TestASecretOfAnEarlierVersionOpens opens a token that was sealed before.
func TestASecretOfAnEarlierVersionOpens(t *testing.T) {
	t.Parallel()
	sealed, err := hex.DecodeString(
		"015e766dfd388ccaad2072f4c0f8c65dd309132fb81c8a29bcd45346be0ced506cd41f38b15d9b5f37050f457e")
	require.NoError(t, err)
	plain, err := open(t, first).Open(sealed, "1|10|refresh_token")
	require.NoError(t, err)
	require.Equal(t, "Atzr|one", string(plain))
	require.Equal(t, "09236e9163fadd13886780a1c0d9544588beec8c099dbed8c1f66b67120a6383",
		hex.EncodeToString(vault.Derive(first, "check")))
}
