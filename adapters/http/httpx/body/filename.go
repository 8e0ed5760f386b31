package body

import (
	"strconv"
	"strings"
)

// FileName writes a name as parameters of Content-Disposition: in plain ASCII for old clients, and
// also in full if the full name differs.
func FileName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	out := `; filename="` + plain + `"`
	if plain == name {
		return out
	}
	var full strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			full.WriteByte(c)
			continue
		}
		full.WriteString("%" + strings.ToUpper(strconv.FormatInt(int64(c)+0x100, 16)[1:]))
	}
	return out + "; filename*=UTF-8''" + full.String()
}
