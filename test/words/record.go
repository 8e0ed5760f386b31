package words

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

const (
	recordFile = "test/words/counts.tsv"
	ticsPrefix = "# tics: "
	header     = "package\ttic\tcount"
	updating   = "go test ./test/words -update"
)

// record is the content of counts.tsv. Its first line names the tics, because a tic that fell to
// zero everywhere is not a new tic. Zero counts have no row.
type record struct {
	tics   []string
	counts map[key]int
}

func newRecord(found map[key][]place) record {
	r := record{tics, map[key]int{}}
	for k, places := range found {
		r.counts[k] = len(places)
	}
	return r
}

func parse(text string) (record, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	names, ok := strings.CutPrefix(lines[0], ticsPrefix)
	if !ok || len(lines) < 2 || lines[1] != header {
		return record{}, errors.New(recordFile + " does not begin with its two header lines: restore it")
	}
	r := record{strings.Fields(names), map[key]int{}}
	for i, line := range lines[2:] {
		var k key
		var n int
		if _, err := fmt.Sscanf(line, "%s\t%s\t%d", &k.pkg, &k.tic, &n); err != nil || n < 1 {
			return record{}, fmt.Errorf("%s:%d: no package, tic and count: after a merge keep either side, then run %s",
				recordFile, i+3, updating)
		}
		r.counts[k] = n
	}
	return r, nil
}

func (r record) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n%s\n", ticsPrefix, strings.Join(r.tics, " "), header)
	for _, k := range sorted(r.counts) {
		fmt.Fprintf(&b, "%s\t%s\t%d\n", k.pkg, k.tic, r.counts[k])
	}
	return b.String()
}

// risen lists tics with a higher total than before. A tic that old does not name has no total to
// compare.
func risen(old, now record) []string {
	rise := map[string]int{}
	for k, n := range now.counts {
		rise[k.tic] += n
	}
	for k, n := range old.counts {
		rise[k.tic] -= n
	}
	return slices.DeleteFunc(slices.Clone(old.tics), func(tic string) bool { return rise[tic] <= 0 })
}

// differences explains each count that differs from the recorded count. before returns the places
// of the commit that the counts were written for.
func differences(old record, found map[key][]place, before func() map[key][]place) []string {
	now := newRecord(found)
	all := maps.Clone(old.counts)
	maps.Copy(all, now.counts)
	var failures []string
	for _, k := range sorted(all) {
		is, was := now.counts[k], old.counts[k]
		if is < was {
			failures = append(failures, fmt.Sprintf("%s: %s fell from %d to %d: run %s", k.pkg, k.tic, was, is, updating))
		}
		if is <= was {
			continue
		}
		text := fmt.Sprintf("%s: %s rose from %d to %d. Reword these, or run %s if they moved here:",
			k.pkg, k.tic, was, is, updating)
		for _, p := range added(before()[k], found[k]) {
			text += fmt.Sprintf("\n  %s:%d: %s", p.file, p.line, p.text)
		}
		failures = append(failures, text)
	}
	return failures
}

// added lists the places of now with a text that does not occur in old, or less often.
func added(old, now []place) []place {
	left := map[string]int{}
	for _, p := range old {
		left[p.text]++
	}
	return slices.DeleteFunc(slices.Clone(now), func(p place) bool {
		left[p.text]--
		return left[p.text] >= 0
	})
}

// committed counts the last commit that changed the counts, in an empty folder. Outside a clone it
// returns nothing, so that every place is shown.
func committed(root, folder string) map[key][]place {
	extract := exec.Command("sh", "-c",
		`git archive "$(git log -1 --format=%H -- `+recordFile+`)" | tar -x -C "$0"`, folder)
	extract.Dir = root
	if extract.Run() != nil {
		return nil
	}
	found, _ := count(folder)
	return found
}

func sorted(counts map[key]int) []key {
	return slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(strings.Compare(a.pkg, b.pkg), strings.Compare(a.tic, b.tic))
	})
}
