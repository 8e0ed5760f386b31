package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tutorials lists the pages of docs/tutorials in the order of README.
var tutorials = []string{"first-calls", "buy", "supplier-invoice", "price-list-to-order", "spreadsheet", "reprice", "research", "german-company", "events"}

// block has commands of a page, with the response that the page shows.
type block struct {
	commands string
	kind     string // json, json varies, text, or "" where the commands print nothing
	shown    string
}

var fences = regexp.MustCompile("(?ms)^```([a-z ]+)\n(.*?)^```$")

// blocksOf reads the blocks of a page. A response follows its commands.
func blocksOf(t *testing.T, page string) []block {
	t.Helper()
	var steps []block
	for _, m := range fences.FindAllStringSubmatch(page, -1) {
		if m[1] == "sh" {
			steps = append(steps, block{commands: m[2]})
			continue
		}
		require.NotEmpty(t, steps, "a response without commands: %s", m[2])
		last := &steps[len(steps)-1]
		require.Empty(t, last.kind, "two responses of one block: %s", m[2])
		last.kind, last.shown = m[1], m[2]
	}
	return steps
}

// TestTutorials runs the commands of README and of every tutorial by a shell, in this order on a
// demo and in the opposite order on another. Each response equals the page, so no page changes the
// responses of another.
func TestTutorials(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, calls, ok := strings.Cut(string(readme), "\n## Three calls\n")
	require.True(t, ok, "README has no section of three calls")
	pages["README"], _, _ = strings.Cut(calls, "\n## ")
	found, err := filepath.Glob("../../docs/tutorials/*.md")
	require.NoError(t, err)
	require.Len(t, found, len(tutorials))
	for _, name := range tutorials {
		b, err := os.ReadFile(filepath.Join("../../docs/tutorials", name+".md"))
		require.NoError(t, err)
		pages[name] = string(b)
		require.Contains(t, string(readme), "(docs/tutorials/"+name+".md)")
	}
	forth := append([]string{"README"}, tutorials...)
	back := slices.Clone(forth)
	slices.Reverse(back)
	for order, names := range map[string][]string{"forth": forth, "back": back} {
		t.Run(order, func(t *testing.T) {
			t.Parallel()
			p := bare(t).filled()
			p.set("SA_RATE_LIMITS", "default=1000000") // until asks faster than a person
			s, key := p.demo()
			c := s.client(key)
			poll(t, "the seller account to be read", func() bool {
				return lastSync(t, c) != nil && len(listed(t, c, "/api/v1/skus?sku=SIM-0040")) == 1
			})
			for _, name := range names {
				steps := blocksOf(t, pages[name])
				require.Greater(t, len(steps), 2, name)
				for i, printed := range p.shell(name, steps) {
					requireShown(t, name, steps[i], printed)
				}
			}
			s.stop()
		})
	}
}

// shell runs the commands of a page in a single shell and returns the output of each block.
func (p *place) shell(name string, steps []block) []string {
	p.t.Helper()
	const separator = "\x1e"
	script := "set -e -o pipefail\n"
	for _, s := range steps {
		script += s.commands + "printf '\\036'\n"
	}
	ctx, end := context.WithTimeout(p.t.Context(), patience)
	defer end()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir = filepath.Dir(p.data)
	// Pages that use the program as a file find the one under test.
	cmd.Env = append(p.environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+p.env["PATH"])
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(p.t, err, "%s: %s\n%s", name, said.String(), out)
	printed := strings.Split(strings.TrimSuffix(string(out), separator), separator)
	require.Len(p.t, printed, len(steps), name)
	return printed
}

// requireShown compares the output of a block with the page.
func requireShown(t *testing.T, page string, s block, printed string) {
	t.Helper()
	at := page + ": " + s.commands
	switch s.kind {
	case "", "text":
		require.Equal(t, strings.TrimSpace(s.shown), strings.TrimSpace(printed), at)
	case "json":
		require.Equal(t, values(t, s.shown), values(t, printed), at)
	case "json varies":
		shown, printed := values(t, s.shown), values(t, printed)
		require.NotEmpty(t, printed, at)
		for i := range min(len(shown), len(printed)) {
			requireLike(t, at, shown[i], printed[i])
		}
	default:
		require.FailNow(t, "unknown kind of response: "+s.kind)
	}
}

// values reads JSON values that follow each other.
func values(t *testing.T, text string) []any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var all []any
	for decoder.More() {
		var v any
		require.NoError(t, decoder.Decode(&v), text)
		all = append(all, v)
	}
	return all
}

// requireLike compares members and kinds of values that differ from start to start.
func requireLike(t *testing.T, at string, shown, printed any) {
	t.Helper()
	switch shown := shown.(type) {
	case nil:
	case map[string]any:
		object, ok := printed.(map[string]any)
		require.True(t, ok, "%s: %v", at, printed)
		require.Len(t, object, len(shown), at)
		for name, v := range shown {
			require.Contains(t, object, name, at)
			requireLike(t, at+"."+name, v, object[name])
		}
	case []any:
		list, ok := printed.([]any)
		require.True(t, ok, "%s: %v", at, printed)
		for i := range min(len(shown), len(list)) {
			requireLike(t, at, shown[i], list[i])
		}
	default:
		if printed != nil {
			require.IsType(t, shown, printed, at)
		}
	}
}
