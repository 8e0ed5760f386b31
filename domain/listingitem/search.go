package listingitem

import (
	"time"

	"sellingassistant/domain/kernel/fault"
)

// View names the parts of a listing to read, and the language of its issues. By default only the
// summary is read.
type View struct {
	Parts []string
	// IssueLocale has a language and a country, "" for the marketplace's own.
	IssueLocale string
}

// Search describes the listings to find. Words are the marketplace's; empty members do not narrow.
type Search struct {
	View
	Identifiers         []string
	IdentifiersType     string
	VariationParentSKU  string
	PackageHierarchySKU string
	CreatedAfter        *time.Time
	CreatedBefore       *time.Time
	UpdatedAfter        *time.Time
	UpdatedBefore       *time.Time
	IssueSeverity       []string
	Status              []string
	NoStatus            []string
	SortBy              string
	SortOrder           string
	PageSize            int
	PageToken           string
}

// Check refuses members that exclude or need each other:
// conflicting_parameters (Invalid), which names one of them.
func (s Search) Check() error {
	first := ""
	for _, way := range []struct {
		name  string
		given bool
	}{
		{"identifiers", len(s.Identifiers) > 0}, {"variationParentSku", s.VariationParentSKU != ""},
		{"packageHierarchySku", s.PackageHierarchySKU != ""},
	} {
		switch {
		case !way.given:
		case first != "":
			return conflict(way.name, way.name+" cannot be given with "+first+".")
		default:
			first = way.name
		}
	}
	switch {
	case len(s.Identifiers) > 0 && s.IdentifiersType == "":
		return conflict("identifiers", "identifiers needs identifiersType.")
	case len(s.Identifiers) == 0 && s.IdentifiersType != "":
		return conflict("identifiersType", "identifiersType needs identifiers.")
	}
	return nil
}

func conflict(parameter, message string) error {
	return fault.New(fault.Invalid, fault.CodeConflictingParameters, message).In(parameter)
}
