package schema

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ReadQuery reads the query once and removes the API key, a parameter of the given name, from the
// URL. Later code (log, trace, link, problem) therefore cannot show the key. It returns the given
// keys, and false for a query that is not a valid form.
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

// Rename gives parameters their published names. A parameter given under several names with the
// same value counts once.
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

// Known returns the parameters that an operation has, and the names of the others, made safe for a
// header.
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

// Canonical writes a query with sorted parameters, without the named parameters.
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
