// Package openapi holds the inventory of the service's operations and the
// tests that hold the published document against it.
package openapi

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed operations.tsv
var table string

// Operation is a row of the inventory.
type Operation struct {
	Group, Style, Method, Path, ID string
	// Served says that the service answers it today.
	Served bool
}

// Inventory is every operation the service has or will have.
func Inventory() ([]Operation, error) {
	var all []Operation
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 6 || i > 0 && f[5] != "yes" && f[5] != "no" {
			return nil, fmt.Errorf("row %d of the inventory: %q", i+1, line)
		}
		if i > 0 {
			all = append(all, Operation{f[0], f[1], f[2], f[3], f[4], f[5] == "yes"})
		}
	}
	return all, nil
}

// betaStyle is the style of groups whose operations may still change.
const betaStyle = "beta"

// Beta reports whether the operation is published as x-stability: beta.
func (o Operation) Beta() bool { return o.Style == betaStyle }
