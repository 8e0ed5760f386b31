package importing

import (
	"cmp"
	"strconv"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Refusal is a line that is not booked, and why.
type Refusal struct {
	No int
	// Worth counts the amount of the line without tax.
	Worth money.Amount
	// Index is where the request names the line, -1 where it does not.
	Index int
	// Problem is the one that stops it, empty where it is Code alone.
	Problem reading.Code
	Code    fault.Code
	Message string
}

// Item is the refusal as one of several faults.
func (r Refusal) Item() fault.Item {
	pointer, details := "/lines", map[string]any{"line_no": r.No}
	if r.Index >= 0 {
		pointer += "/" + strconv.Itoa(r.Index)
	}
	if r.Problem != "" {
		details["problem"] = string(r.Problem)
	}
	return fault.Item{Code: r.Code, Message: r.Message, Pointer: pointer, Details: details}
}

// Word is what stopped the line, in one word.
func (r Refusal) Word() string { return cmp.Or(string(r.Problem), string(r.Code)) }

// Refused is the fault of lines that cannot be booked.
func Refused(list []Refusal) *fault.Error {
	e := check.Rule(fault.CodeValidationFailed, "/lines", "Some lines cannot be imported.")
	for _, r := range list {
		e.Errors = append(e.Errors, r.Item())
	}
	return e
}

// Refuse is a refusal of a line.
func (p *Plan) Refuse(no int, problem reading.Code, code fault.Code, message string) Refusal {
	index, named := p.Places[no]
	if !named {
		index = -1
	}
	return Refusal{No: no, Index: index, Problem: problem, Code: code, Message: message}
}
