package config

import (
	"net"
	"net/url"
	"slices"
	"strconv"
)

func isAddr(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 0 && n <= 65535
}

func hasScheme(s string, schemes ...string) bool {
	u, err := url.Parse(s)
	return err == nil && slices.Contains(schemes, u.Scheme)
}

// isUpstream accepts plain http only on this machine, because tokens travel with every call.
func isUpstream(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	loopback := u.Hostname() == "localhost" || (ip != nil && ip.IsLoopback())
	return u.Scheme == "https" || (u.Scheme == "http" && loopback)
}

// isHost accepts a scheme and a host. Pages and answers name paths of the host's root, so the
// service works only there.
func isHost(s string) bool {
	u, err := url.Parse(s)
	return err == nil && hasScheme(s, "http", "https") && u.Host != "" && (u.Path == "" || u.Path == "/") &&
		u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
}
