package schema

import "strings"

// longestName bounds the names that are compared, so that a call cannot make the search slow.
const longestName = 40

// DidYouMean names the known name that is nearest to a wrong one: "; did you mean dryRun?".
// It returns "" if no name is near, or if several are equally near.
func DidYouMean(wrong string, known []string) string {
	name := plain(wrong)
	if len(name) > longestName {
		return ""
	}
	best, least := "", min(2, len(name)/3)+1
	for _, k := range known {
		switch d := distance(name, plain(k)); {
		case d < least:
			best, least = k, d
		case d == least:
			best = ""
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// plain leaves out case and underscores: dryrun, dry_run and dryRun are the same name.
func plain(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "")
}

// distance counts the letters to add, remove, replace or swap with their neighbour.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
