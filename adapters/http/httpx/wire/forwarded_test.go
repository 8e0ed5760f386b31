package wire_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/wire"
)

func TestClientAddress(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		peer   string
		header []string
		want   string
	}{
		{"198.51.100.7:1000", nil, "198.51.100.7"},
		{"198.51.100.7:1000", []string{"203.0.113.1"}, "198.51.100.7"},
		{"127.0.0.1:1000", nil, "127.0.0.1"},
		{"127.0.0.1:1000", []string{"203.0.113.1"}, "203.0.113.1"},
		{"127.0.0.1:1000", []string{"192.0.2.9, 203.0.113.1"}, "203.0.113.1"},
		{"127.0.0.1:1000", []string{"192.0.2.9, 203.0.113.1, 10.1.2.3"}, "203.0.113.1"},
		{"127.0.0.1:1000", []string{"192.0.2.9", "203.0.113.1", "10.1.2.3"}, "203.0.113.1"},
		{"127.0.0.1:1000", []string{"10.0.0.1, 10.0.0.2"}, "10.0.0.1"},
		{"127.0.0.1:1000", []string{"203.0.113.1:4711"}, "203.0.113.1"},
		{"[::ffff:127.0.0.1]:1000", []string{"203.0.113.1"}, "203.0.113.1"},
		{"[fd00::1]:1000", []string{"[2001:db8::1]:4711"}, "2001:db8::1"},
		{"[fd00::1]:1000", []string{"2001:db8::1"}, "2001:db8::1"},
		{"127.0.0.1:1000", []string{"unknown"}, "127.0.0.1"},
		{"127.0.0.1:1000", []string{"203.0.113.1, <script>"}, "127.0.0.1"},
		{"127.0.0.1:1000", []string{"203.0.113.1,"}, "127.0.0.1"},
		{"@", []string{"203.0.113.1"}, "@"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		for _, line := range c.header {
			r.Header.Add("X-Forwarded-For", line)
		}
		require.Equal(t, c.want, wire.ClientAddress(r, trusted), "%s %v", c.peer, c.header)
	}
}
