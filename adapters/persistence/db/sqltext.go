package db

import "strings"

// onlyReads reports whether a statement leaves the database alone.
func onlyReads(query string) bool {
	var words strings.Builder
	walk(query, func(i int) {
		c := query[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if (c < 'A' || c > 'Z') && c != '_' {
			c = ' '
		}
		words.WriteByte(c)
	})
	fields := strings.Fields(words.String())
	if len(fields) == 0 {
		return false
	}
	switch fields[0] {
	case "SELECT", "VALUES":
		return true
	case "WITH":
		for _, word := range fields {
			if word == "INSERT" || word == "UPDATE" || word == "DELETE" || word == "REPLACE" {
				return false
			}
		}
		return true
	}
	return false
}

// walk calls at for every byte outside quotes and comments.
func walk(query string, at func(i int)) {
	for i := 0; i < len(query); i++ {
		switch c := query[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(query[i+1:], c)
			if end < 0 {
				return
			}
			// A doubled quote ends and begins a quoted part, which comes out right.
			i += end + 1
		case c == '-' && strings.HasPrefix(query[i:], "--"):
			end := strings.IndexByte(query[i:], '\n')
			if end < 0 {
				return
			}
			i += end
		case c == '/' && strings.HasPrefix(query[i:], "/*"):
			end := strings.Index(query[i+2:], "*/")
			if end < 0 {
				return
			}
			i += end + 3
		default:
			at(i)
		}
	}
}
