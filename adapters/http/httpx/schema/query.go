package schema

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ReadQuery reads the query once and takes the API key, a parameter of the given
// name, out of the URL, so that
// nothing after it (log, trace, link, problem) can show it. It reports the
// keys that were given, and false for a query that is no valid form.
func ReadQuery(r *http.Request, key string) (pairs []Pair, keys []string, ok bool) {
	raw := r.URL.RawQuery
	if raw == "" {
		return nil, nil, true
	}
	ok = true
	kept := make([]string, 0, 8)
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		n, err1 := url.QueryUnescape(name)
		v, err2 := url.QueryUnescape(value)
		if n == key {
			keys = append(keys, v)
			ok = ok && err2 == nil
			continue
		}
		if err1 != nil || err2 != nil || strings.Contains(part, ";") {
			ok = false
			continue
		}
		kept = append(kept, part)
		pairs = append(pairs, Pair{Name: n, Value: v, Comma: strings.Contains(value, ",") && strings.Count(v, ",") > strings.Count(value, ",")})
	}
	if len(keys) > 0 || !ok {
		r.URL.RawQuery = strings.Join(kept, "&")
		r.RequestURI = r.URL.RequestURI()
	}
	return pairs, keys, ok
}

// Rename gives parameters their published names. One that is given under
// several names with the same value is given once.
func Rename(pairs []Pair, names map[string]string) []Pair {
	if len(names) == 0 {
		return pairs
	}
	out := make([]Pair, 0, len(pairs))
	for _, p := range pairs {
		published, other := names[p.Name]
		if other {
			p.Name = published
		}
		twin := slices.IndexFunc(out, func(o Pair) bool { return o.Name == p.Name && o.Value == p.Value })
		if twin >= 0 && (other || out[twin].renamed) {
			continue
		}
		p.renamed = other
		out = append(out, p)
	}
	return out
}

// Known keeps the parameters that an operation has and returns the names of
// the others, fit for a header.
func Known(pairs []Pair, params []*Param) (kept []Pair, ignored []string) {
	for _, p := range pairs {
		if known(params, p.Name, false) {
			kept = append(kept, p)
		} else if name := url.QueryEscape(Clip(p.Name)); len(ignored) < maxItems && !slices.Contains(ignored, name) {
			ignored = append(ignored, name)
		}
	}
	return kept, ignored
}

// Canonical writes a query so that the order of its parameters does not
// matter, without the named ones.
func Canonical(pairs []Pair, without ...string) string {
	if len(pairs) == 0 {
		return ""
	}
	parts := make([]string, 0, len(pairs))
	for _, p := range pairs {
		if !slices.Contains(without, p.Name) {
			parts = append(parts, url.QueryEscape(p.Name)+"="+url.QueryEscape(p.Value))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "&")
}
