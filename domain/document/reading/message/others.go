package message

import (
	"fmt"
	"strings"

	"sellingassistant/domain/document/reading"
)

// MostNamed bounds the further documents that a problem names.
const MostNamed = 20

// Others notes that a file has count further documents, which are not read. The problem has the
// first names.
func Others(r *reading.Reading, names []string, count int) {
	const longest = 60
	var shown []string
	for _, name := range names[:min(len(names), MostNamed)] {
		shown = append(shown, reading.Cut(name, longest))
	}
	text := strings.Join(shown, ", ")
	if left := count - len(shown); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	r.NoteAs(reading.SeveralDocuments, "Only the first document of the file was read. The others: "+text+".")
}
