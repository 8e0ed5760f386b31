package arch

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostWritten bounds the lines of a client that are written by hand.
const mostWritten = 700

// TestClientsAreSmall bounds the handwritten part of the clients, and forbids dependencies, so that
// a program gets nothing else with a client.
func TestClientsAreSmall(t *testing.T) {
	for pattern, generated := range map[string][]string{"go/*.go": {"types.go", "calls.go"}, "typescript/src/*.ts": {"document.ts"}} {
		found, err := filepath.Glob(filepath.Join(root(t), "clients", pattern))
		require.NoError(t, err)
		lines := 0
		for _, at := range found {
			name := filepath.Base(at)
			text, err := os.ReadFile(at)
			require.NoError(t, err)
			if strings.HasSuffix(name, "_test.go") || strings.Contains(strings.Join(generated, " "), name) {
				continue
			}
			require.False(t, tooLong(at, text), name)
			for line := range bytes.Lines(text) {
				require.LessOrEqual(t, len([]rune(string(line))), 121, "%s: %s", name, line)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		require.Greater(t, lines, 300, pattern)
		require.LessOrEqual(t, lines, mostWritten, pattern)
	}
	module, err := os.ReadFile(filepath.Join(root(t), "clients/go/go.mod"))
	require.NoError(t, err)
	require.Equal(t, "module sellingassistant/clients/go\n\ngo 1.25\n", string(module))
	npm, err := os.ReadFile(filepath.Join(root(t), "clients/typescript/package.json"))
	require.NoError(t, err)
	require.NotContains(t, string(npm), `"dependencies"`)
	require.NotContains(t, string(npm), `"peerDependencies"`)
}
