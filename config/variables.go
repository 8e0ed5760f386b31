package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// variables lists the fields of the settings that are read from the environment.
var variables = slices.DeleteFunc(
	slices.Concat(reflect.VisibleFields(reflect.TypeFor[Config]()), reflect.VisibleFields(reflect.TypeFor[Amazon]()),
		reflect.VisibleFields(reflect.TypeFor[Keepa]()), reflect.VisibleFields(reflect.TypeFor[OCR]()),
		reflect.VisibleFields(reflect.TypeFor[Client]())),
	func(f reflect.StructField) bool { return f.Tag.Get("env") == "" })

// wrong returns the fault of a field with a malformed value.
func wrong(field string) error {
	for _, f := range variables {
		if f.Name == field {
			return fmt.Errorf("%s must be %s", f.Tag.Get("env"), f.Tag.Get("takes"))
		}
	}
	return fmt.Errorf("%s has a wrong value", field)
}

// unknown returns faults for unknown variables with the program's prefix, because a misspelt
// setting would be ignored silently. It leaves out their values, which may be secrets.
func unknown(vars map[string]string) []error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		is := func(f reflect.StructField) bool { return f.Tag.Get("env") == name }
		if !strings.HasPrefix(name, "SA_") || slices.ContainsFunc(variables, is) {
			continue
		}
		nearest := slices.MinFunc(variables, func(a, b reflect.StructField) int {
			return distance(name, a.Tag.Get("env")) - distance(name, b.Tag.Get("env"))
		})
		faults = append(faults, fmt.Errorf("%s is not a setting of this program; the nearest is %s", name, nearest.Tag.Get("env")))
	}
	return faults
}

// distance counts the letters to insert, remove or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
