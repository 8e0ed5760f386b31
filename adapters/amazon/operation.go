package amazon

import (
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
			escaped = escapeSegment(value)
		}
		plain, raw = plain+"/"+value, raw+"/"+escaped
	}
	return &url.URL{
		Scheme: base.Scheme, Host: base.Host, Path: plain, RawPath: raw,
		// "+" means a space to some decoders only, "%20" to all of them.
		RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20"),
	}, nil
}

// escapeSegment encodes every byte that is not a letter, a digit, "-", "_",
// "~" or ".", and the dots too where they would mean a folder.
func escapeSegment(s string) string {
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
