package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the files of packaging anew")

// TestPackagedFilesAreCurrent compares the completions and the manual page with those that the
// program writes: go test ./cmd/selling-assistant -run Packaged -update.
func TestPackagedFilesAreCurrent(t *testing.T) {
	for name, args := range map[string]string{
		"completions/selling-assistant.bash": "completion bash", "completions/selling-assistant.fish": "completion fish",
		"completions/_selling-assistant": "completion zsh", "completions/selling-assistant.ps1": "completion powershell",
		"man/selling-assistant.1": "man",
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), strings.Fields(args), streams{strings.NewReader(""), &out, &errs}, nil)
		require.Equal(t, 0, code, errs.String())
		path := filepath.Join("../../packaging", filepath.FromSlash(name))
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, out.Bytes(), 0o644))
			continue
		}
		packaged, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, out.String(), string(packaged), "%s: run go test ./cmd/selling-assistant -run Packaged -update", name)
	}
}
