package importing

import (
	"cmp"
	"strconv"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Refusal has a line that is not booked, and the reason.
type Refusal struct {
	No int
	// Worth counts the amount of the line without tax.
	Worth money.Amount
	// Index has the position of the line in the request, -1 if the request does not name it.
	Index int
	// Problem names the problem that stops it; it stays empty if only Code does.
	Problem reading.Code
	Code    fault.Code
	Message string
}

// Item returns the refusal as one of several faults.
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

// Word returns the reason in one word.
func (r Refusal) Word() string { return cmp.Or(string(r.Problem), string(r.Code)) }

// Refused returns the fault of lines that cannot be booked.
func Refused(list []Refusal) *fault.Error {
	e := check.Rule(fault.CodeValidationFailed, "/lines", "Some lines cannot be imported.")
	for _, r := range list {
		e.Errors = append(e.Errors, r.Item())
	}
	return e
}

// Refuse returns a refusal of a line.
func (p *Plan) Refuse(no int, problem reading.Code, code fault.Code, message string) Refusal {
	index, named := p.Places[no]
	if !named {
		index = -1
	}
	return Refusal{No: no, Index: index, Problem: problem, Code: code, Message: message}
}
