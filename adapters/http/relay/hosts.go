package relay

import (
	"context"
	"net"
	"net/http"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/marketplace"
)

// Hosts lists hosts that serve Amazon's own paths at their root. The region of a host decides which
// account makes a call that names no marketplace; it may be empty.
type Hosts map[string]marketplace.Region

// amazons ends the hosts of Amazon's interface, also of its sandbox.
const amazons = ".amazon.com"

// Beside returns a handler that passes requests to these hosts to h in Amazon's manner, and other
// requests unchanged.
func (hosts Hosts) Beside(h http.Handler) http.Handler {
	if len(hosts) == 0 {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if region, ok := hosts[hostOf(r)]; ok {
			r = rooted(r, region)
		}
		h.ServeHTTP(w, r)
	})
}

// Only returns a handler that passes every request to h in Amazon's manner. It also knows the
// regions of Amazon's own hosts, which a client may call through an entry in its hosts file.
func (hosts Hosts) Only(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r)
		region, ok := hosts[host]
		if !ok {
			region = regionOf(host)
		}
		h.ServeHTTP(w, rooted(r, region))
	})
}

// hostOf returns the host of a request in small letters, without a port.
func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// regionOf returns the region of a host of Amazon's, "" for other hosts.
func regionOf(host string) marketplace.Region {
	name, ok := strings.CutSuffix(strings.TrimPrefix(host, "sandbox."), amazons)
	for _, region := range marketplace.Regions() {
		if ok && name == "sellingpartnerapi-"+string(region) {
			return region
		}
	}
	return ""
}

// placeKey carries the place of a call.
type placeKey struct{}

// place returns the region of the host that a call came to. It reports false for a host that does
// not serve Amazon's own paths.
func place(ctx context.Context) (region marketplace.Region, hosted bool) {
	region, hosted = ctx.Value(placeKey{}).(marketplace.Region)
	return region, hosted
}

// rooted returns the request with the path of this service. The token endpoint has the same path
// everywhere.
func rooted(r *http.Request, region marketplace.Region) *http.Request {
	const root = httpx.Prefix + prefix
	ctx := context.WithValue(httpx.WithRoot(r.Context(), root), placeKey{}, region)
	r = r.WithContext(ctx)
	if r.URL.Path == tokenPath {
		return r
	}
	u := *r.URL
	u.Path = root + u.Path
	if u.RawPath != "" {
		u.RawPath = root + u.RawPath
	}
	r.URL, r.RequestURI = &u, u.RequestURI()
	return r
}
