package listingitem

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// AnyProductType replaces the product type of a product that the catalogue does not classify.
const AnyProductType = "PRODUCT"

// ErrorSeverity marks an issue that prevents a listing from being accepted.
const ErrorSeverity = "ERROR"

// Issue has a complaint of the marketplace about a listing. Words are its own.
type Issue struct {
	Code     string
	Message  string
	Severity string
	// Attributes has the marketplace's names of the invalid attributes.
	Attributes []string
	Categories []string
	// Actions has the marketplace's reactions to it, or nil.
	Actions []string
}

// Submission has the marketplace's answer to a listing that was sent or deleted. The words of
// Status are an open set: ACCEPTED is queued and not yet visible, VALID answers a dry run.
type Submission struct {
	Status string
	ID     string
	Issues []Issue
}

// invalid marks a submission that the marketplace refuses.
const invalid = "INVALID"

// members maps the marketplace's names to members of an offer.
var members = map[string]string{
	"purchasable_offer": "/price", "condition_type": "/conditionType", "fulfillment_availability": "/quantity",
	"merchant_suggested_asin": "/asin",
}

// Check turns a refused submission into the fault listing_invalid (Rule), with one item per issue;
// only errors if there are any.
func (s Submission) Check() error {
	if s.Status != invalid {
		return nil
	}
	e := fault.New(fault.Rule, fault.CodeListingInvalid, "The marketplace refuses the listing.")
	for _, only := range []bool{true, false} {
		for _, i := range s.Issues {
			if !only || i.Severity == ErrorSeverity {
				e.Errors = append(e.Errors, i.item())
			}
		}
		if len(e.Errors) > 0 {
			break
		}
	}
	return e
}

// unknownSKU has the code of an issue about a SKU that the marketplace does not know.
const unknownSKU = "13013"

// CheckDeletion works like Check for a deletion; a SKU that the marketplace does not know is
// not_found.
func (s Submission) CheckDeletion() error {
	if s.Status == invalid && slices.ContainsFunc(s.Issues, func(i Issue) bool { return i.Code == unknownSKU }) {
		return fault.Missing()
	}
	return s.Check()
}

func (i Issue) item() fault.Item {
	item := fault.Item{Code: fault.CodeListingInvalid, Message: i.Message}
	if i.Code != "" {
		item.Message = strings.TrimSuffix(i.Code+": "+i.Message, ": ")
	}
	for _, name := range i.Attributes {
		if member, ok := members[name]; ok {
			item.Pointer = member
			break
		}
	}
	return item
}
