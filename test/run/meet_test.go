package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTestsWhoseCallsMeet(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a_test.go"), []byte(`package a

func TestAlone(t *testing.T) { helper(t) }

func TestStarts(t *testing.T) { go helper(t) }

func TestStartsByAnother(t *testing.T) { many(t) }

func many(t *testing.T) { by(t) }

func TestRunsTheProgram(t *testing.T) { service.Start(t, service.Options{Listen: true}) }
`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "b_test.go"), []byte(`package a

func by(t *testing.T) { var g sync.WaitGroup; g.Go(func() { helper(t) }) }

func helper(t *testing.T) { t.Log("nothing starts here") }

func BenchmarkStarts(b *testing.B) { go helper(nil) }
`), 0o600))
	names, alone, err := meeting(folder)
	require.NoError(t, err)
	require.True(t, alone, "TestAlone")
	require.Equal(t, []string{"TestRunsTheProgram", "TestStarts", "TestStartsByAnother"}, names)
}

func TestEveryPackageRunsOnce(t *testing.T) {
	t.Chdir("../..")
	out, err := exec.Command("go", "list", "./...").Output()
	require.NoError(t, err)
	p, err := plan()
	require.NoError(t, err)
	watchedAlone := slices.DeleteFunc(slices.Clone(p.watched), func(path string) bool { return slices.Contains(p.contracts, path) })
	require.ElementsMatch(t, strings.Fields(string(out)), slices.Concat(p.longest, p.contracts, watchedAlone, p.whole, p.others))
	require.Equal(t, "sellingassistant/test/e2e", p.longest[0])
	require.Contains(t, p.whole, "sellingassistant/domain/kernel/flight")
	require.Contains(t, p.whole, "sellingassistant/adapters/redis", "its test starts goroutines")
	require.Contains(t, p.whole, "sellingassistant/app/restriction", "what it calls starts goroutines")
	require.Contains(t, p.others, "sellingassistant/adapters/pdf", "calculates")
	require.Contains(t, p.others, "sellingassistant/app/history", "starts nothing")
	require.NotContains(t, p.contracts, "sellingassistant/test/contract/amazon", "all of its tests are watched")
	require.NotContains(t, p.watched, "sellingassistant/test/contract/converter", "none of its tests is watched")
	require.Regexp(t, p.meeting, "TestTwentyWorkersCount")
	require.NotRegexp(t, p.meeting, "TestTwentyWorkersCountMore")
}
