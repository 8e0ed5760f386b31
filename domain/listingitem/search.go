package listingitem

import (
	"time"

	"sellingassistant/domain/kernel/fault"
)

// View says which parts of a listing to read, and in which language its issues
// are told. Nothing named is the summary alone.
type View struct {
	Parts []string
	// IssueLocale is a language and a country, "" for the marketplace's own.
	IssueLocale string
}

// Search says which listings to find. Words are the marketplace's; empty
// members do not narrow.
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

// Check refuses members that exclude each other (conflicting_parameters) and
// codes without the word for what they are (validation_failed); both Invalid.
func (s Search) Check() error {
	ways := 0
	for _, given := range []bool{len(s.Identifiers) > 0, s.VariationParentSKU != "", s.PackageHierarchySKU != ""} {
		if given {
			ways++
		}
	}
	switch {
	case ways > 1:
		e := fault.New(fault.Invalid, fault.CodeConflictingParameters,
			"Only one of identifiers, variationParentSku and packageHierarchySku can be given.")
		if s.PackageHierarchySKU != "" {
			return e.In("packageHierarchySku")
		}
		return e.In("variationParentSku")
	case len(s.Identifiers) > 0 && s.IdentifiersType == "":
		return required("identifiersType")
	case len(s.Identifiers) == 0 && s.IdentifiersType != "":
		return required("identifiers")
	}
	return nil
}

func required(parameter string) error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, parameter+" is required").In(parameter)
	e.Errors = []fault.Item{{Code: fault.CodeRequired, Message: "is required", Parameter: parameter}}
	return e
}
