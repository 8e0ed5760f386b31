package schema

import "strings"

// Texts about the quotes of a list.
const (
	docQuotes = ` Entries [between commas](/guides/api#read-a-list).`
	msgQuotes = `must have an entry with a double quote in it in double quotes, and the quote inside twice`
)

// entries reads the entries of a list parameter, written as the fields of a line of CSV (RFC 4180).
// It returns false for stray quotes.
func entries(text string) ([]string, bool) {
	if !strings.Contains(text, `"`) {
		return strings.Split(text, ","), true
	}
	var out []string
	for {
		entry, rest, more := strings.Cut(text, ",")
		if strings.HasPrefix(text, `"`) {
			end := closing(text)
			if end < 0 {
				return nil, false
			}
			entry = strings.ReplaceAll(text[1:end], `""`, `"`)
			if rest, more = strings.CutPrefix(text[end+1:], ","); !more && rest != "" {
				return nil, false
			}
		} else if strings.Contains(entry, `"`) {
			return nil, false
		}
		out = append(out, entry)
		if !more {
			return out, true
		}
		text = rest
	}
}

// closing returns the index of the quote that ends the quoted text at the start, -1 without an end.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		if i+1 == len(text) || text[i+1] != '"' {
			return i
		}
		i++
	}
	return -1
}
