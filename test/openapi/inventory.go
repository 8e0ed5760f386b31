// Package openapi has the inventory of the service's operations, and the tests that compare the
// published document with it.
package openapi

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed operations.tsv
var table string

// Operation has a row of the inventory.
type Operation struct {
	Group, Style, Method, Path, ID string
	// Served says that the service has the operation today.
	Served bool
	// Takes names the list that it accepts or returns.
	Takes Takes
	// Own says that the specification does not have the operation.
	Own bool
}

// Takes names common features of operations, for tests of all operations with the feature.
type Takes string

// These are the values of Takes. They are set when an operation is served.
const (
	// Nothing means no list.
	Nothing Takes = "-"
	// Page means a list with cursor and limit.
	Page Takes = "page"
	// IDs means a list of records to change.
	IDs Takes = "ids"
	// Rows means a list of records to make, or of changes.
	Rows Takes = "rows"
)

// IDsOf returns the sorted ids of the matching operations.
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

// Inventory returns every operation that the service has or will have.
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

// betaStyle marks groups with operations that may still change.
const betaStyle = "beta"

// Beta reports whether the operation is published as x-stability: beta.
func (o Operation) Beta() bool { return o.Style == betaStyle }
