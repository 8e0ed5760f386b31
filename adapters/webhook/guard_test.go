package webhook

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPublicAddresses(t *testing.T) {
	for _, s := range []string{
		"1.1.1.1", "8.8.8.8", "93.184.215.14", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "223.255.255.255",
		"2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1", "2001:4860:4860::8888",
	} {
		require.True(t, public(netip.MustParseAddr(s)), s)
		require.NoError(t, guard("tcp", netip.AddrPortFrom(netip.MustParseAddr(s), 443).String(), nil), s)
	}
	for _, s := range []string{
		"0.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.31.255.255", "192.168.1.1",
		"198.19.255.255", "239.1.1.1", "240.0.0.1", "255.255.255.255", "168.63.129.16", "::", "::1", "::ffff:169.254.169.254", "::ffff:10.0.0.1",
		"fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "100::1", "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8",
		"2002:a9fe:a9fe::", "2002:6440:1::", "2001::1", "2001:db8::1", "3fff::1", "4000::1", "::8.8.8.8",
	} {
		require.False(t, public(netip.MustParseAddr(s)), s)
	}
	require.ErrorIs(t, guard("unix", "/run/secrets", nil), errInside)
}

func TestNamesOfThisMachine(t *testing.T) {
	for _, s := range []string{"localhost", "LOCALHOST.", "a.localhost", "a.b.localhost."} {
		require.True(t, namesThisMachine(s), s)
	}
	for _, s := range []string{"localhost.example.com", "mylocalhost", "example.com", "127.0.0.1", "::1"} {
		require.False(t, namesThisMachine(s), s)
	}
}

func TestNamesThatAreNumbers(t *testing.T) {
	for _, s := range []string{"2130706433", "0x7f.1", "0x7f000001", "127.1", "0", "a.b.1", "1.2.3.4.5", "0X7F.0X1", "127.0.0.1.", "0x"} {
		require.True(t, looksLikeNumber(s), s)
	}
	for _, s := range []string{"example.com", "1.example", "127.0.0.1", "::1", "fe80::1", "0xcafe.example", "3com", "a1"} {
		require.False(t, looksLikeNumber(s), s)
	}
}
