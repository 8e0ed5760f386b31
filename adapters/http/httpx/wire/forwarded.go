package wire

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ClientAddress returns the address of the client. Each proxy appends the address of its peer to
// X-Forwarded-For, so the list is read from its end, as long as the address before belongs to a
// trusted proxy. A client cannot choose its address by a header of its own.
func ClientAddress(r *http.Request, trusted []netip.Prefix) string {
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		address = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for _, text := range slices.Backward(hops) {
		at, known := parseHop(address)
		next, ok := parseHop(text)
		if !known || !ok || !slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(at) }) {
			break
		}
		address = next.String()
	}
	return address
}

// parseHop reads an address, with or without a port.
func parseHop(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap().WithZone(""), true
	}
	a, err := netip.ParseAddr(text)
	return a.Unmap().WithZone(""), err == nil
}
