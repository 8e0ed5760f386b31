package message

import (
	"regexp"
	"strings"
)

// numbered matches a row that has the label of a number and the number.
var numbered = regexp.MustCompile(`^(?:(?:GLN|ILN|ID)|[\p{L}.-]+-? ?(?:Nr|No|Nummer|Number|N°)\.?) ?:? ?[\d ]{4,}$`)

// Name joins the rows of a name. It leaves out rows of numbers, such as GLN 4399901000003.
func Name(text string) string {
	var rows []string
	for row := range strings.Lines(text) {
		if row = strings.Join(strings.Fields(row), " "); row != "" && !numbered.MatchString(row) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return strings.Join(strings.Fields(text), " ")
	}
	return strings.Join(rows, " ")
}
