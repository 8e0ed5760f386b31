package spapi

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Operation describes an upstream operation: one row of the table.
type Operation struct {
	ID     string
	Method string
	// Path follows the region's address; {name} marks one segment.
	Path string
	Rate Rate
	// Repeatable operations may be retried if their outcome is unknown.
	Repeatable bool
	// Scope makes the operation grantless: it is called with the application's own token for this
	// scope.
	Scope string
	// Timeout bounds one try.
	Timeout time.Duration
	// Items bounds the records that one call may name: codes or SKUs of a list, entries of a batch,
	// messages of a feed; 1 without a list.
	Items int
	// Page has the largest page size; 0 without pages or if Amazon sets their size.
	Page int
	// Shape names the shape of its error bodies.
	Shape Shape
	// PerItem operations answer 200 and fail entry by entry; an error status rejects the whole
	// call. An error status of other operations concerns the requested record.
	PerItem bool
}

// Shape names the shape of an error body. The gateway before all operations uses ErrorsObject.
type Shape uint8

// The shapes.
const (
	// ErrorsObject means {"errors": [...]}.
	ErrorsObject Shape = iota
	// ErrorsInEnvelope means the success envelope with "errors" instead of "payload".
	ErrorsInEnvelope
	// ErrorsList means a bare list.
	ErrorsList
	// TokenError means {"error", "error_description"}, of the token endpoint.
	TokenError
)

// The methods below set properties that most rows lack.

// of sets how many records one call may name.
func (o *Operation) of(items int) *Operation {
	o.Items = items
	return o
}

// paged sets the largest page size.
func (o *Operation) paged(size int) *Operation {
	o.Page = size
	return o
}

// enveloped marks operations that wrap answers and errors in an envelope.
func (o *Operation) enveloped() *Operation {
	o.Shape = ErrorsInEnvelope
	return o
}

// listed marks operations that return errors as a bare list.
func (o *Operation) listed() *Operation {
	o.Shape = ErrorsList
	return o
}

// perItem marks operations that fail entry by entry.
func (o *Operation) perItem() *Operation {
	o.PerItem = true
	return o
}

// Content unwraps an answer from its envelope. An envelope without content is an error.
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

// URI returns the path with its segments filled in, as batches name it in an entry: each segment is
// encoded once.
func (o *Operation) URI(segments map[string]string) (string, error) {
	u, err := o.address(&url.URL{}, segments, nil)
	if err != nil {
		return "", err
	}
	return u.RawPath, nil
}

// address returns the address of a call: base, path with segments, and query. Both Path and RawPath
// are set, because a slash inside a segment survives only in RawPath.
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
		// Only some decoders read "+" as a space; all decoders read "%20" as a space.
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"),
	}, nil
}

// EscapeSegment encodes every byte except letters, digits, "-", "_", "~" and ".". It also encodes
// the dots of a segment of dots only, because "." and ".." mean a folder.
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

// EscapeSKU encodes a SKU once more, for lists that are decoded twice. A SKU that decodes to itself
// stays unchanged.
func EscapeSKU(sku string) string {
	if strings.ContainsFunc(sku, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("-_.", r)
	}) {
		return EscapeSegment(sku)
	}
	return sku
}
