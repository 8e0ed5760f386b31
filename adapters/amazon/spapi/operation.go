package spapi

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Operation is one row of the table: what the client has to know about an
// upstream operation.
type Operation struct {
	ID     string
	Method string
	// Path below the region's address; {name} stands for one segment.
	Path string
	Rate Rate
	// Repeatable operations may be sent again when their outcome is unknown.
	Repeatable bool
	// Scope makes the operation grantless: it is called with the application's
	// own token for this scope instead of a seller's.
	Scope string
	// Timeout bounds one try.
	Timeout time.Duration
	// Items is how many records one call may name: codes or SKUs of a list,
	// entries of a batch, messages of a feed. 1 where there is no list.
	Items int
	// Page is the largest page; 0 where there are none or Amazon sets their size.
	Page int
	// Shape is the form of its refusals.
	Shape Shape
	// PerItem operations answer 200 and fail entry by entry; what they refuse, they
	// refuse as a whole. A refusal of the others is about what was asked for.
	PerItem bool
}

// Shape is the form in which an operation refuses. The gateway before all of
// them refuses as ErrorsObject.
type Shape uint8

// The shapes.
const (
	// ErrorsObject is {"errors": [...]}.
	ErrorsObject Shape = iota
	// ErrorsInEnvelope is the success envelope with "errors" instead of "payload".
	ErrorsInEnvelope
	// ErrorsList is a bare list.
	ErrorsList
	// TokenError is {"error", "error_description"}, of the token endpoint.
	TokenError
)

// The changes of a row say what most rows do not have.

// of bounds how many records one call may name.
func (o *Operation) of(items int) *Operation {
	o.Items = items
	return o
}

// paged bounds the page.
func (o *Operation) paged(size int) *Operation {
	o.Page = size
	return o
}

// enveloped operations answer and refuse inside an envelope.
func (o *Operation) enveloped() *Operation {
	o.Shape = ErrorsInEnvelope
	return o
}

// listed operations refuse with a bare list.
func (o *Operation) listed() *Operation {
	o.Shape = ErrorsList
	return o
}

// perItem operations fail entry by entry.
func (o *Operation) perItem() *Operation {
	o.PerItem = true
	return o
}

// Content takes an answer out of the envelope that the operation wraps it in.
// An envelope without its content has none.
func (o *Operation) Content(body []byte) (json.RawMessage, error) {
	if o.Shape != ErrorsInEnvelope {
		return body, nil
	}
	var envelope struct {
		Payload json.RawMessage `json:"payload"`
	}
	if json.Unmarshal(body, &envelope) != nil || len(envelope.Payload) == 0 || string(envelope.Payload) == "null" {
		return nil, ErrNotJSON
	}
	return envelope.Payload, nil
}

// URI is the path with its segments filled in, as batches name the operation
// of an entry: each segment is encoded once.
func (o *Operation) URI(segments map[string]string) (string, error) {
	u, err := o.address(&url.URL{}, segments, nil)
	if err != nil {
		return "", err
	}
	return u.RawPath, nil
}

// address is where a call goes: the base, the path with its segments filled in
// and the query. Path and RawPath are both set, because a slash inside a
// segment survives only in RawPath.
func (o *Operation) address(base *url.URL, segments map[string]string, query url.Values) (*url.URL, error) {
	plain, raw := base.Path, base.EscapedPath()
	for part := range strings.SplitSeq(strings.TrimPrefix(o.Path, "/"), "/") {
		value, escaped := part, part
		if name, ok := strings.CutPrefix(part, "{"); ok {
			value = segments[strings.TrimSuffix(name, "}")]
			if value == "" {
				return nil, fmt.Errorf("%s: no value for %s", o.ID, part)
			}
			escaped = EscapeSegment(value)
		}
		plain, raw = plain+"/"+value, raw+"/"+escaped
	}
	return &url.URL{
		Scheme: base.Scheme, Host: base.Host, Path: plain, RawPath: raw,
		// "+" means a space to some decoders only, "%20" to all of them.
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"),
	}, nil
}

// EscapeSegment encodes every byte that is not a letter, a digit, "-", "_",
// "~" or ".", and the dots too where they would mean a folder.
func EscapeSegment(s string) string {
	const hex = "0123456789ABCDEF"
	dotsOnly := strings.Trim(s, ".") == ""
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '-', c == '_', c == '~', c == '.' && !dotsOnly:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// EscapeSKU encodes a SKU once more than its list will be. One that looks the
// same decoded is left alone.
func EscapeSKU(sku string) string {
	if strings.ContainsFunc(sku, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("-_.", r)
	}) {
		return EscapeSegment(sku)
	}
	return sku
}
