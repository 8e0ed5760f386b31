package importing

import (
	"slices"

	"sellingassistant/domain/document/reading"
)

// The problems that matching and importing find, besides the problems of reading.
const (
	QuantityNotWhole    reading.Code = "quantity_not_whole"
	CurrencyMismatch    reading.Code = "currency_mismatch"
	PackSizeMismatch    reading.Code = "pack_size_mismatch"
	CostJump            reading.Code = "cost_jump"
	CostChanged         reading.Code = "cost_changed"
	AmbiguousMatch      reading.Code = "ambiguous_match"
	Unmatched           reading.Code = "unmatched"
	QuantityOverOrdered reading.Code = "quantity_over_ordered"
	NotOnPurchaseOrder  reading.Code = "not_on_purchase_order"
	MissingFromInvoice  reading.Code = "missing_from_invoice"
	SupplierUnknown     reading.Code = "supplier_unknown"
	PossibleDuplicate   reading.Code = "possible_duplicate_invoice"
	QuantityTooLarge    reading.Code = "out_of_range"
	TotalDiffers        reading.Code = "total_differs"
)

var problems = map[reading.Code]reading.Problem{
	QuantityNotWhole:    {Code: QuantityNotWhole, Severity: reading.Error, Message: "The quantity is no whole number of units."},
	CurrencyMismatch:    {Code: CurrencyMismatch, Severity: reading.Error, Message: "The document is in another currency than the purchase order."},
	PackSizeMismatch:    {Code: PackSizeMismatch, Severity: reading.Error, Message: "The line counts cases or an unknown unit, and the number of units in each is unknown."},
	CostJump:            {Code: CostJump, Severity: reading.Error, Message: "The unit cost differs by more than 25 % from the previous cost."},
	CostChanged:         {Code: CostChanged, Severity: reading.Warning, Message: "The unit cost differs from the previous cost."},
	AmbiguousMatch:      {Code: AmbiguousMatch, Severity: reading.Warning, Message: "Several records fit the line: name one."},
	Unmatched:           {Code: Unmatched, Severity: reading.Warning, Message: "No record of the team fits the line."},
	QuantityOverOrdered: {Code: QuantityOverOrdered, Severity: reading.Warning, Message: "The line has more units than are outstanding on the purchase order."},
	NotOnPurchaseOrder:  {Code: NotOnPurchaseOrder, Severity: reading.Warning, Message: "The purchase order has no such item."},
	MissingFromInvoice:  {Code: MissingFromInvoice, Severity: reading.Warning, Message: "Outstanding items of the purchase order are not on the document."},
	SupplierUnknown:     {Code: SupplierUnknown, Severity: reading.Error, Message: "The supplier was not recognised: name one or create it."},
	PossibleDuplicate:   {Code: PossibleDuplicate, Severity: reading.Error, Message: "A document with this supplier, number and total was imported before."},
	QuantityTooLarge:    {Code: QuantityTooLarge, Severity: reading.Error, Message: "The line has more than 1,000,000 units, which is the most that an item can order."},
	TotalDiffers:        {Code: TotalDiffers, Severity: reading.Error, Message: "The order that an import makes would not have the total of the document."},
}

// ProblemOf returns the problem of a code, of reading too.
func ProblemOf(c reading.Code) reading.Problem {
	if p, ok := problems[c]; ok {
		return p
	}
	return reading.ProblemOf(c)
}

// Codes lists all codes of problems of lines and documents that a preview has, sorted.
func Codes() []reading.Code {
	all := reading.Codes()
	for c := range problems {
		all = append(all, c)
	}
	slices.Sort(all)
	return all
}

// note adds a problem of matching. Matching finds each once, and reading finds others.
func note(list []reading.Problem, c reading.Code) []reading.Problem {
	return append(list, ProblemOf(c))
}

// blocked returns the errors among problems, except accepted problems.
func blocked(list []reading.Problem, accepted []reading.Code) (out []reading.Problem) {
	for _, p := range list {
		if p.Severity == reading.Error && !slices.Contains(accepted, p.Code) {
			out = append(out, p)
		}
	}
	return out
}
