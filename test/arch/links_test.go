package arch

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	codeBlocks = regexp.MustCompile("(?ms)^```.*?^```$")
	links      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noSlug     = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// slugs lists the anchors of a page as GitHub makes them.
func slugs(page string) map[string]bool {
	found := map[string]bool{}
	for _, m := range headings.FindAllStringSubmatch(codeBlocks.ReplaceAllString(page, ""), -1) {
		found[strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	return found
}

// broken lists the relative links of the pages that lead nowhere.
func broken(files fs.FS, pages []string) []string {
	var all []string
	for _, name := range pages {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return []string{err.Error()}
		}
		for _, m := range links.FindAllStringSubmatch(codeBlocks.ReplaceAllString(string(text), ""), -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			target := name
			if to != "" {
				target = path.Join(path.Dir(name), to)
			}
			if _, err := fs.Stat(files, target); err != nil {
				all = append(all, name+": "+m[1])
				continue
			}
			if anchor == "" {
				continue
			}
			if page, err := fs.ReadFile(files, target); err != nil || !slugs(string(page))[anchor] {
				all = append(all, name+": "+m[1])
			}
		}
	}
	return all
}

// TestLinks follows the relative links of README, the guides and the tutorials.
func TestLinks(t *testing.T) {
	files := os.DirFS(root(t))
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/tutorials/*.md", "clients/*/README.md"} {
		found, err := fs.Glob(files, pattern)
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	require.Greater(t, len(pages), 15)
	require.Empty(t, broken(files, pages))
	require.Equal(t, map[string]bool{"a-b-c-d": true}, slugs("# A b: `c` d\n```\n# no\n```\n"))

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(path.Join(dir, "a.md"), []byte("# One\n[x](#one) [x](a.md#two) [x](b.md) [x](https://example.com)"), 0o600))
	require.Equal(t, []string{"a.md: a.md#two", "a.md: b.md"}, broken(os.DirFS(dir), []string{"a.md"}))
}
