package webhook

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
)

var (
	errAddress = errors.New("webhook: the address cannot be called: it must be https, without a user, at port 443 or above 1023")
	// errInside leaves out the resolved address: it would reveal the inner network.
	errInside = errors.New("webhook: the address does not lead to the public internet")
)

// destination reads an address that a user has chosen. local drops the checks that keep calls away
// from the machine and its network.
func destination(to string, local bool) (*url.URL, error) {
	u, err := url.Parse(to)
	if err != nil || u.User != nil || u.Hostname() == "" {
		return nil, errAddress
	}
	u.Fragment = ""
	if local && (u.Scheme == "http" || u.Scheme == "https") {
		return u, nil
	}
	if u.Scheme != "https" || !mayPort(u.Port()) {
		return nil, errAddress
	}
	if looksLikeNumber(u.Hostname()) || namesThisMachine(u.Hostname()) {
		return nil, errInside
	}
	return u, nil
}

// namesThisMachine finds the names that are reserved for the machine itself. Not every resolver
// knows all of them, so they are not looked up.
func namesThisMachine(host string) bool { return lastLabel(host) == "localhost" }

func lastLabel(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host[strings.LastIndex(host, ".")+1:]
}

func mayPort(port string) bool {
	n, err := strconv.Atoi(port)
	return port == "" || port == "443" || err == nil && n > 1023 && n <= 65535
}

// looksLikeNumber finds addresses such as 0x7f.1 and 2130706433. Some systems read them as IPv4
// addresses, and no honest name looks like them.
func looksLikeNumber(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	last, hex := strings.CutPrefix(lastLabel(host), "0x")
	digits := "0123456789"
	if hex {
		digits += "abcdef"
	}
	return strings.Trim(last, digits) == ""
}

// guard refuses connections to anything but public addresses. It checks each resolved address
// right before connecting, because the result of a lookup can change between two lookups.
func guard(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !public(at.Addr()) {
		return errInside
	}
	return nil
}

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

var (
	// inside4 lists the special-purpose networks of IPv4 (IANA's registry), and the single public
	// address where a cloud serves its machines' secrets.
	inside4 = prefixes(
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
		"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
	)
	// public6 has the public addresses of IPv6, except inside6.
	public6 = netip.MustParsePrefix("2000::/3")
	inside6 = prefixes("2001::/23", "2001:db8::/32", "3fff::/20")
	// These carry an IPv4 address: nat64 in the last four bytes, sixTo4 after the first two.
	nat64  = netip.MustParsePrefix("64:ff9b::/96")
	sixTo4 = netip.MustParsePrefix("2002::/16")
)

// public reports whether an address belongs to the public internet, in any notation.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return !contains(inside4, a)
	}
	raw := a.As16()
	switch {
	case nat64.Contains(a):
		return !contains(inside4, netip.AddrFrom4([4]byte(raw[12:])))
	case sixTo4.Contains(a):
		return !contains(inside4, netip.AddrFrom4([4]byte(raw[2:6])))
	}
	return public6.Contains(a) && !contains(inside6, a)
}

func contains(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
