package document

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
)

// parseTargets reads the targets of a form as strictly as those of a JSON body:
// a list of objects with the members type and id, and deleted as answers have it.
func parseTargets(s string) ([]document.Target, error) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, badTargets("", fault.CodeWrongType, "must be JSON text with a list of objects")
	}
	out := []document.Target{}
	for d.More() {
		at := "/" + strconv.Itoa(len(out))
		if len(out) == document.MaxTargets {
			return nil, badTargets("", fault.CodeTooMany, "must have at most 20 entries")
		}
		target, err := parseTarget(d, at)
		if err != nil {
			return nil, err
		}
		out = append(out, target)
	}
	_, err := d.Token()
	rest := strings.TrimSpace(s[min(int(d.InputOffset()), len(s)):])
	if err != nil || rest != "" {
		return nil, badTargets("", fault.CodeInvalid, "must be one JSON value")
	}
	return out, nil
}

func parseTarget(d *json.Decoder, at string) (document.Target, error) {
	var target document.Target
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return target, badTargets(at, fault.CodeWrongType, "must be an object")
	}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		key, ok := name.(string)
		if err != nil || !ok {
			return target, badTargets(at, fault.CodeInvalid, "must be valid JSON")
		}
		if seen[key] {
			return target, badTargets(at+"/"+shown(key), fault.CodeDuplicateMember, "is given twice")
		}
		seen[key] = true
		value, err := d.Token()
		if err != nil {
			return target, badTargets(at, fault.CodeInvalid, "must be valid JSON")
		}
		switch key {
		case "type":
			word, _ := value.(string)
			if target.Kind = document.TargetKind(word); !target.Kind.Valid() {
				return target, badTargets(at+"/type", fault.CodeNotAllowed,
					"must be one of: purchase_order, supplier, inventory_product, sku, listing, warehouse")
			}
		case "id":
			if target.ID = idOf(value); target.ID == 0 {
				return target, badTargets(at+"/id", fault.CodeInvalid, "must be an id, a positive whole number")
			}
		case "deleted": // as it is in answers, and ignored
			if _, ok := value.(bool); !ok {
				return target, badTargets(at+"/deleted", fault.CodeWrongType, "must be true or false")
			}
		default:
			return target, badTargets(at+"/"+shown(key), fault.CodeUnknownMember, "is not accepted")
		}
	}
	if _, err := d.Token(); err != nil {
		return target, badTargets(at, fault.CodeInvalid, "must be valid JSON")
	}
	for _, key := range []string{"type", "id"} {
		if !seen[key] {
			return target, badTargets(at+"/"+key, fault.CodeRequired, "is required")
		}
	}
	return target, nil
}

// idOf reads 12 and "12", 0 for anything else.
func idOf(token json.Token) int64 {
	var digits string
	switch v := token.(type) {
	case json.Number:
		digits = v.String()
	case string:
		digits = v
	}
	if bytes.ContainsAny([]byte(digits), `"+-. `) {
		return 0
	}
	var n body.ID
	if err := n.UnmarshalJSON([]byte(digits)); err != nil {
		return 0
	}
	return int64(n)
}

func badTargets(at string, code fault.Code, message string) *fault.Error {
	pointer := "/targets" + at
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, fault.Name(pointer)+" "+message)
	e.Errors = []fault.Item{{Code: code, Message: message, Pointer: pointer}}
	return e
}
