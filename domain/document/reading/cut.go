package reading

import "strings"

// Cut bounds a text to a number of bytes, at the end of a character.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
