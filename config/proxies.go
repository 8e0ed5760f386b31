package config

import (
	"fmt"
	"net/netip"
	"strings"
)

// Proxies lists the networks of proxies that may name the address of a client.
type Proxies []netip.Prefix

// UnmarshalText reads a comma list of addresses and networks.
func (p *Proxies) UnmarshalText(b []byte) error {
	var all Proxies
	for text := range strings.SplitSeq(string(b), ",") {
		text = strings.TrimSpace(text)
		network, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil {
			network, err = address.WithZone("").Unmap().Prefix(address.Unmap().BitLen())
		}
		if err != nil {
			return fmt.Errorf("%q is no address or network", text)
		}
		all = append(all, network.Masked())
	}
	*p = all
	return nil
}
