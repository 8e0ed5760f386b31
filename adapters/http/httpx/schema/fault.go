package schema

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
)

// Invalid makes the fault of a request that breaks the published schema. Its message names the
// first faulty member.
func Invalid(items []fault.Item) *fault.Error {
	f := fault.New(fault.Invalid, fault.CodeValidationFailed, sentence(items[0]))
	f.Errors = items
	return f
}

// AnyInvalid returns the fault of items, nil without items.
func AnyInvalid(items []fault.Item) error {
	if len(items) == 0 {
		return nil
	}
	return Invalid(items)
}

// sentence puts the name of a member before its fault: "limits.min_price must be a number", "ids[3]
// must not be null".
func sentence(i fault.Item) string {
	if i.Parameter != "" {
		return i.Parameter + " " + i.Message
	}
	if i.Pointer == "" {
		if strings.HasPrefix(i.Message, "The ") {
			return i.Message
		}
		return "The body " + i.Message
	}
	return Clip(fault.Name(i.Pointer)) + " " + i.Message
}

// Decode fills the body type. The body has passed its schema, so a fault here means that type and
// schema disagree. The caller still gets a 400.
func Decode(body []byte, field reflect.Value) error {
	err := json.Unmarshal(body, field.Addr().Interface())
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return Invalid([]fault.Item{{
			Code: fault.CodeWrongType, Message: "has the wrong type", Pointer: "/" + strings.ReplaceAll(wrong.Field, ".", "/"),
		}})
	}
	return fault.New(fault.Invalid, fault.CodeMalformedBody, "The body does not fit the description.")
}

// TextPart reads a text part of at most max characters and applies the rules for texts in JSON
// bodies. The fault names the part as parameter.
func TextPart(name string, r io.Reader, max int) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, int64(max)*utf8.UTFMax+1))
	if err != nil {
		return "", err
	}
	s, code, message := Text(string(b), max)
	if code != "" {
		return "", Invalid([]fault.Item{{Code: code, Message: message, Parameter: name}})
	}
	return s, nil
}
