// Package openapi holds the inventory of the service's operations and the
// tests that hold the published document against it.
package openapi

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed operations.tsv
var table string

// Operation is a row of the inventory.
type Operation struct {
	Group, Style, Method, Path, ID string
	// Served says that the service answers it today.
	Served bool
	// Takes is the list that it takes or answers.
	Takes Takes
	// Own says that it stands beside the specification.
	Own bool
}

// Takes is what many operations have in common, and are tried for by tests that go
// through all of them.
type Takes string

// What operations take. The word stands once the operation is served.
const (
	// Nothing is no list.
	Nothing Takes = "-"
	// Page is the cursor and the limit of a list.
	Page Takes = "page"
	// IDs is a list of records to be changed.
	IDs Takes = "ids"
	// Rows is a list of records to be made, or of changes.
	Rows Takes = "rows"
)

// IDsOf are the ids of the operations that are meant, sorted.
func IDsOf(all []Operation, meant func(Operation) bool) []string {
	var ids []string
	for _, o := range all {
		if meant(o) {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Inventory is every operation the service has or will have.
func Inventory() ([]Operation, error) {
	var all []Operation
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 8 || i > 0 && (f[5] != "yes" && f[5] != "no" || !slices.Contains([]Takes{Nothing, Page, IDs, Rows}, Takes(f[6])) || !slices.Contains([]string{"spec", "own"}, f[7])) {
			return nil, fmt.Errorf("row %d of the inventory: %q", i+1, line)
		}
		if i > 0 {
			all = append(all, Operation{f[0], f[1], f[2], f[3], f[4], f[5] == "yes", Takes(f[6]), f[7] == "own"})
		}
	}
	return all, nil
}

// betaStyle is the style of groups whose operations may still change.
const betaStyle = "beta"

// Beta reports whether the operation is published as x-stability: beta.
func (o Operation) Beta() bool { return o.Style == betaStyle }
