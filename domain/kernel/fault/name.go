package fault

import (
	"strconv"
	"strings"
)

// Name writes the JSON pointer of a member in a readable form: limits.min_price for
// /limits/min_price, gtins[0] for /gtins/0, "" for the whole body.
func Name(pointer string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if _, err := strconv.Atoi(part); err == nil {
			b.WriteString("[" + part + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~"))
	}
	return b.String()
}
