package packaging

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// release returns the configuration of goreleaser.
func release(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, ".goreleaser.yaml"))
	require.NoError(t, err)
	return string(b)
}

var (
	packaged = regexp.MustCompile(`- \{ src: ([^,]+), dst: (/[^, }]+)`)
	archived = regexp.MustCompile(`(?m)^    files: \[(.*)\]$`)
	braced   = regexp.MustCompile(`(?m)^    (env|flags|tags|ldflags): \[(.*)\]$`)
)

// TestAReleaseHasEveryFileOfPackaging compares the configuration with the folder: everything that it
// names exists, and a package has everything that the folder has.
func TestAReleaseHasEveryFileOfPackaging(t *testing.T) {
	text := release(t)
	covered := map[string]bool{}
	name := func(pattern string) {
		found, err := filepath.Glob(filepath.Join(root, strings.ReplaceAll(pattern, "**/*", "*")))
		require.NoError(t, err)
		require.NotEmpty(t, found, "%s names no file", pattern)
		for _, path := range found {
			covered[strings.TrimPrefix(filepath.ToSlash(path), root+"/")] = true
		}
	}
	contents := packaged.FindAllStringSubmatch(text, -1)
	require.Len(t, contents, strings.Count(text, "src:"))
	for _, m := range contents {
		name(m[1])
	}
	for file := range operatorsFiles(t) {
		inFolder := strings.HasPrefix(file, "packaging/")
		require.True(t, !inFolder || covered[file], "%s is in no package", file)
	}
	files := archived.FindStringSubmatch(text)
	require.NotNil(t, files)
	for pattern := range strings.SplitSeq(files[1], ", ") {
		name(pattern)
	}
}

// TestAReleaseIsCompiledAsEverywhere compares flags with those of scripts/flags.sh and make build.
func TestAReleaseIsCompiledAsEverywhere(t *testing.T) {
	got := map[string]string{}
	for _, m := range braced.FindAllStringSubmatch(release(t), -1) {
		got[m[1]] = m[2]
	}
	require.Equal(t, map[string]string{
		"env": "CGO_ENABLED=0", "flags": "-trimpath, -pgo=cmd/selling-assistant/serve.pgo", "tags": "nomsgpack, grpcnotrace", "ldflags": "-s -w",
	}, got)
	flags, err := os.ReadFile(filepath.Join(root, "scripts/flags.sh"))
	require.NoError(t, err)
	for _, flag := range []string{"CGO_ENABLED=0", " -trimpath ", " -tags=nomsgpack,grpcnotrace"} {
		require.Contains(t, string(flags), flag)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	require.Contains(t, string(makefile), `SHIPPED = -ldflags="-s -w" -pgo=cmd/selling-assistant/serve.pgo`)
}

// TestTheUnitStartsTheInstalledProgram compares the paths of the packages with those of the units.
func TestTheUnitStartsTheInstalledProgram(t *testing.T) {
	require.Contains(t, release(t), "packaging/systemd/*, dst: /usr/lib/systemd/system/")
	files := operatorsFiles(t)
	require.Contains(t, files["packaging/systemd/selling-assistant.service"], "ExecStart=/usr/bin/selling-assistant serve")
	require.Contains(t, files["packaging/systemd/selling-assistant.service"], "/etc/selling-assistant/settings.env")
	require.Contains(t, release(t), "dst: /etc/selling-assistant/settings.env")
}
