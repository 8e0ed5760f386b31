package openapi_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi"
)

// TestREADME compares the operations in README, served and unserved, with the inventory.
func TestREADME(t *testing.T) {
	b, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	text := string(b)
	all, err := openapi.Inventory()
	require.NoError(t, err)

	served, missing, extra, amazon, total, own := map[string]int{}, map[string]int{}, map[string]int{}, map[string]bool{}, 0, 0
	for _, o := range all {
		group := o.Group
		if strings.HasPrefix(group, "sp-api-") {
			amazon[group] = true
			group = "sp-api-…"
		}
		switch {
		case !o.Served:
			missing[group]++
		case o.Own:
			own++
			extra[group]++
		default:
			total++
			served[group]++
		}
	}
	for _, sentence := range []string{
		fmt.Sprintf("\n%d of the %d operations that are planned, and %d more:\n", total, len(all)-own, own),
		fmt.Sprintf("| sp-api-… (%d groups) |", len(amazon)),
	} {
		require.True(t, strings.Contains(text, sentence), "README does not say %q", sentence)
	}

	_, table, ok := strings.Cut(text, "\n| group | below `/api/v1` | content | served |\n")
	require.True(t, ok, "README has no table of the served operations")
	table, _, _ = strings.Cut(table, "\n\n")
	want, rows := map[string]string{}, map[string]string{}
	for group, n := range served {
		want[group] = strconv.Itoa(n)
		if missing[group] > 0 {
			want[group] += fmt.Sprintf(" of %d", n+missing[group])
		}
		if extra[group] > 0 {
			want[group] += fmt.Sprintf(" and %d more", extra[group])
		}
	}
	for group, n := range extra {
		if served[group] == 0 && missing[group] == 0 {
			want[group] = fmt.Sprintf("%d more", n)
		}
	}
	for _, line := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		group, _, _ := strings.Cut(cells[0], " (")
		rows[group] = cells[len(cells)-1]
	}
	require.Equal(t, want, rows, "README's table of groups and how many of their operations are served")

	require.Less(t, strings.Count(text, "\n"), 131, "lines of README")
	if len(missing) == 0 {
		return
	}
	intro := fmt.Sprintf("- **Not served** are these %d operations: ", len(all)-own-total)
	_, list, ok := strings.Cut(text, intro)
	require.True(t, ok, "README does not say: %s", intro)
	list, _, _ = strings.Cut(list, ". ")
	named := map[string]int{}
	for _, m := range regexp.MustCompile(`([a-z-]+)\s+\((\d+)`).FindAllStringSubmatch(list, -1) {
		named[m[1]], err = strconv.Atoi(m[2])
		require.NoError(t, err)
	}
	require.Equal(t, missing, named, "README's list of groups with operations that are not served")
}
