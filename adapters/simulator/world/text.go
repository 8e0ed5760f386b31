package world

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Instant formats a time as Amazon does.
func Instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

const wireTime = "2006-01-02T15:04:05.000Z"

// Stamp formats a time as notifications and inbound shipments do.
func Stamp(t time.Time) string { return t.UTC().Format(wireTime) }

// Numbered writes a number in at least so many digits, after a prefix.
func Numbered(prefix string, digits, n int) string {
	return fmt.Sprintf("%s%0*d", prefix, digits, n)
}

// Padded36 writes a number in so many digits and letters.
func Padded36(n uint64, digits int) string {
	text := strconv.FormatUint(n, 36)
	return strings.Repeat("0", max(0, digits-len(text))) + text[max(0, len(text)-digits):]
}
