package words

import (
	"iter"
	"strings"
)

// longestSpelling bounds the texts that are compared, so that a call cannot make the search slow.
const longestSpelling = 40

// Nearest returns the value with the spelling nearest to a wrong name. It reports false if no
// spelling is near, or if spellings of several values are equally near.
func Nearest[T comparable](wrong string, spellings iter.Seq2[string, T]) (nearest T, ok bool) {
	name := plain(wrong)
	if len(name) > longestSpelling {
		return nearest, false
	}
	least := min(2, len(name)/3) + 1
	for spelling, value := range spellings {
		switch d := distance(name, plain(spelling)); {
		case d < least:
			nearest, least, ok = value, d, true
		case d == least && value != nearest:
			ok = false
		}
	}
	return nearest, ok
}

// plain removes case, underscores and spaces: dryrun, dry_run and dryRun are the same name.
func plain(name string) string {
	return strings.NewReplacer("_", "", " ", "").Replace(strings.ToLower(name))
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
