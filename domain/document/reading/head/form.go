package head

import (
	"strings"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// entry reads a row of a form at the column of a label: its key before a colon, and the words after
// it.
func entry(r *grid.Row, left, right float64) (key string, value [2]int) {
	for _, c := range r.Chunks() {
		if r.Words[c[0]].Left >= right || r.Words[c[0]].Left < left {
			continue
		}
		for k := c[0]; k < min(c[0]+longestKey, len(r.Words)); k++ {
			if !strings.HasSuffix(r.Words[k].Text, ":") {
				continue
			}
			value = [2]int{k + 1, k}
			for _, b := range r.Chunks() {
				if k+1 < len(r.Words) && b[0] <= k+1 && k+1 <= b[1] {
					value[1] = b[1]
				}
			}
			return label.Fold(grid.Joined(r.Words[c[0] : k+1])), value
		}
		return "", value
	}
	return "", value
}

// longestKey counts the words of the longest key of a form, and formRows its rows above the name.
const longestKey, formRows = 5, 9

// names lists keys of forms beside names.
var names = map[string]bool{
	"name": true, "firma": true, "firmenname": true, "company": true, "company name": true, "nom": true,
	"raison sociale": true, "nombre": true, "razon social": true, "nome": true, "ragione sociale": true,
	"naam": true, "bedrijfsnaam": true,
}
