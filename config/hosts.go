package config

import (
	"fmt"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

// Hosts maps host names to regions; a host without a region has "".
type Hosts map[string]marketplace.Region

// UnmarshalText reads a comma list of hosts, each with or without a region and "=" before it.
func (h *Hosts) UnmarshalText(b []byte) error {
	all := Hosts{}
	for text := range strings.SplitSeq(string(b), ",") {
		host := strings.ToLower(strings.TrimSpace(text))
		var region marketplace.Region
		if name, after, ok := strings.Cut(host, "="); ok {
			host, region = after, marketplace.Region(name)
			if !slices.Contains(marketplace.Regions(), region) {
				return fmt.Errorf("%q is no region", name)
			}
		}
		if _, twice := all[host]; twice || !isHostName(host) {
			return fmt.Errorf("%q is no host name, or is given twice", host)
		}
		all[host] = region
	}
	*h = all
	return nil
}

// isHostName accepts a name in small letters, without a scheme, a port or a path.
func isHostName(s string) bool {
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.' }
	return s != "" && len(s) <= 253 && !strings.ContainsFunc(s, other) && strings.Trim(s, ".-") == s
}
