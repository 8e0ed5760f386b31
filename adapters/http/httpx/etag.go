package httpx

import (
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// IfMatch is embedded in the inputs of operations that change or delete one record.
type IfMatch struct {
	IfMatch string `header:"If-Match" maxLength:"100" doc:"The ETag of the version to change. A stale one is refused with 412; without it the last write wins." example:"\"3\""`
}

// Version is the version the caller named, nil for none or for any (*). A text
// that is no entity tag is an Invalid fault; a tag that no record ever had is
// the stale fault.
func (m IfMatch) Version() (*int64, error) {
	text := strings.TrimSpace(m.IfMatch)
	if text == "" || text == "*" {
		return nil, nil
	}
	inner, ok := strings.CutPrefix(strings.TrimPrefix(text, "W/"), `"`)
	if ok {
		inner, ok = strings.CutSuffix(inner, `"`)
	}
	if !ok || strings.ContainsAny(inner, "\", \t") {
		return nil, invalidParameter("If-Match", fault.CodeInvalid, `must be one entity tag such as "3"`)
	}
	n, err := strconv.ParseInt(inner, 10, 64)
	if err != nil {
		return nil, fault.StaleVersion()
	}
	return &n, nil
}

// invalidParameter is the fault of one parameter that breaks the published schema.
func invalidParameter(name string, code fault.Code, message string) *fault.Error {
	return invalid([]fault.Item{{Code: code, Message: message, Parameter: name}})
}
