package config

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"sellingassistant/ports/ratelimit"
)

// RateLimits maps a group of operations to its limit; "" is the default for other groups.
type RateLimits map[string]ratelimit.Limit

// UnmarshalText reads "group=calls per minute" pairs.
func (r *RateLimits) UnmarshalText(b []byte) error {
	limits := RateLimits{}
	for pair := range strings.SplitSeq(string(b), ",") {
		group, calls, ok := strings.Cut(strings.TrimSpace(pair), "=")
		n, err := strconv.Atoi(calls)
		if !ok || group == "" || err != nil || n < 1 || n > 100_000_000 {
			return fmt.Errorf("%q is not group=calls per minute", pair)
		}
		if group == "default" {
			group = ""
		}
		limits[group] = ratelimit.Limit{Calls: n, Window: time.Minute}
	}
	*r = limits
	return nil
}

// DocumentReaders returns the number of documents that this process reads at once, at least 1.
func (c Config) DocumentReaders() int {
	if c.DocumentWorkers > 0 {
		return c.DocumentWorkers
	}
	return max(1, runtime.NumCPU()/4)
}
